// Enters, changes or removes a tax number or bank account.
import { useState } from 'react';
import { Form, useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { HttpError } from '#src/httpClient.ts';
import { choice, country, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { checkFields } from '#src/admin/kit/form/checkFields.ts';
import { ErrorSummary } from '#src/admin/kit/form/ErrorSummary.tsx';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { useForgottenErrors } from '#src/admin/kit/form/useForgottenErrors.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { detailLabels } from './TaxAndBank.tsx';
import type { Detail } from './TaxAndBank.tsx';

type Values = Record<string, unknown>;

const taxFields: Fields = {
  tax_id: text({
    max: 40,
    required: true,
    label: 'Tax number',
    help: 'In the United States a social security number or an EIN; elsewhere the number of the tax office.',
  }),
};
const kind = choice(['american', 'iban', 'foreign'], {
  required: true,
  default: 'american',
  label: 'Kind of account',
  labels: {
    american: 'United States: routing and account number',
    iban: 'IBAN',
    foreign: 'Another country: BIC and account number',
  },
});
const american: Fields = {
  kind,
  routing_number: text({ max: 40, required: true, label: 'Routing number', help: 'Nine digits, as on a cheque.' }),
  account_number: text({ max: 40, required: true, label: 'Account number' }),
  account_type: choice(['checking', 'savings'], { required: true, default: 'checking', label: 'Account type' }),
};
const iban: Fields = {
  kind,
  iban: text({ max: 60, required: true, label: 'IBAN' }),
  bic: text({ max: 20, label: 'BIC', help: 'If the bank gives one.' }),
};

const foreign: Fields = {
  kind,
  country: country({ required: true, label: 'Country of the bank' }),
  bank: text({ max: 140, required: true, label: 'Bank' }),
  bic: text({
    max: 20,
    required: true,
    label: 'BIC',
    help: 'Eight or eleven letters and digits, also called SWIFT code.',
  }),
  account_number: text({
    max: 60,
    required: true,
    label: 'Account number',
    help: 'As the bank writes it, with its branch or clearing number if that belongs to it.',
  }),
};
const KINDS: Readonly<Record<string, Fields>> = { american, iban, foreign };

const fieldsOf = (detail: Detail, values: Values): Fields =>
  detail === 'tax_id' ? taxFields : (KINDS[String(values.kind)] ?? american);

/** The body's value: the fields of the chosen kind, without the choice and empty ones. */
function valueOf(detail: Detail, values: Values): unknown {
  if (detail === 'tax_id') return values.tax_id;
  const names = Object.keys(fieldsOf(detail, values)).filter((name) => name !== 'kind' && values[name]);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

interface DetailDialogProps {
  record: ShareholderPage;
  detail: Detail;
  isOwn: boolean;
  onClose: () => void;
}

export default function DetailDialog({ record, detail, isOwn, onClose }: DetailDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const label = detailLabels[detail];
  const isStored = record[`${detail}_last4`] !== null && record[`${detail}_last4`] !== undefined;

  const save = async (value: unknown, done: string) => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { [detail]: value };
      await runCommand([record.id, body], () =>
        dataProvider.send('PUT', `${shareholders.path.replace(/\/$/, '')}/${record.id}`, body),
      );
      notify(done, { type: 'success' });
      onClose();
      return undefined;
    } catch (error) {
      console.error(`Saving the ${label.toLowerCase()} failed`, error);
      setProblem(sentenceOf(error));
      return error instanceof HttpError ? atInputs(error.body.errors) : undefined;
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConsoleDialog
      title={`${isStored ? 'Change' : 'Enter'} the ${label.toLowerCase()}`}
      onClose={onClose}
      isBusy={isBusy}
    >
      <Form
        record={{}}
        defaultValues={{ kind: 'american', account_type: 'checking' }}
        validate={(values: Values) => checkFields(fieldsOf(detail, values), values)}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={(values: Values) => save(valueOf(detail, values), `The ${label.toLowerCase()} was saved`)}
      >
        {detail === 'bank_account' && isStored && (
          <div className="dialog-text">
            <p>
              {isOwn ? 'You are' : 'The holder is'} told of the change by mail. Payments start 24 hours later, and where
              the company has a second administrator, one has to approve it first.
            </p>
          </div>
        )}
        <Asked detail={detail} problem={problem} setProblem={setProblem} />
        <div className="acts">
          {isStored && (
            <button
              type="button"
              className="btn danger"
              disabled={isBusy}
              onClick={() => void save(null, `The ${label.toLowerCase()} was removed`)}
            >
              Remove
            </button>
          )}
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : `Save ${label.toLowerCase()}`}
          </button>
        </div>
      </Form>
    </ConsoleDialog>
  );
}

function Asked({
  detail,
  problem,
  setProblem,
}: {
  detail: Detail;
  problem: string | null;
  setProblem: (none: null) => void;
}) {
  const values = useWatch() as Values;
  const fields = fieldsOf(detail, values);
  useForgottenErrors(Object.keys(fields), setProblem);
  return (
    <>
      <ErrorSummary fields={fields} problem={problem} setProblem={setProblem} />
      <div className="form">
        {Object.entries(fields).map(([name, field]) => (
          <FieldInput key={name} name={name} field={field} />
        ))}
      </div>
    </>
  );
}

/** The server names the members of an account under it: bank_account.iban. */
const atInputs = (errors: Record<string, string> | undefined) =>
  errors &&
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [name.replace(/^bank_account\./, ''), message]));
