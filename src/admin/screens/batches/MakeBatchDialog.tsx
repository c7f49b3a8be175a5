// Makes a batch of a distribution's payments: the format, the day, who pays, and what goes in.
import { useState } from 'react';
import { Form, useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { BatchPreview } from '#src/contract/paymentBatches.ts';
import type { DistributionPage } from '#src/contract/recordPages.ts';
import { compactNumber, debtorFaults } from '#src/domain/payouts/accounts.ts';
import type { Debtor, FileFormat } from '#src/domain/payouts/accounts.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { HttpError } from '#src/httpClient.ts';
import { boolean, choice, date, text } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { BATCH_FORMATS, paymentBatches } from '#src/resources/paymentBatches.ts';
import { checkFields } from '#src/admin/kit/form/checkFields.ts';
import { ErrorSummary } from '#src/admin/kit/form/ErrorSummary.tsx';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { useForgottenErrors } from '#src/admin/kit/form/useForgottenErrors.ts';
import { formatMoney, plural, today, withDays } from '#src/admin/kit/format.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { Failed, Loading, sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { showPath } from '#src/admin/kit/paths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useBatchPreview } from './useBatchPreview.ts';
import styles from './batches.module.css';

type Values = Record<string, unknown>;

const always: Fields = {
  format: choice(BATCH_FORMATS, {
    required: true,
    default: 'nacha',
    label: 'Format',
    labels: {
      nacha: 'NACHA: banks in the United States',
      'pain.001': 'ISO 20022 pain.001: banks elsewhere, and international',
      csv: 'CSV: any other service',
    },
  }),
  execution_date: date({ required: true, label: 'Execution date', help: 'The day on which the bank pays.' }),
  name: text({ required: true, max: 140, label: 'Who pays', help: 'As the bank knows the company.' }),
};
const routing = text({ max: 40, label: 'Routing number', help: 'Of the bank that pays: nine digits.' });
const byFormat: Record<FileFormat, Fields> = {
  csv: {},
  nacha: {
    routing_number: { ...routing, required: true },
    company_id: text({
      max: 20,
      label: 'Company identification',
      help: 'The ten characters that the bank gave the company. Without it, 9 and the routing number.',
    }),
    prenotes: boolean({
      default: false,
      label: 'Send prenotes to new accounts first',
      help: 'A prenote is a zero-dollar entry that tests the account. Its payments can go out three banking days later.',
    }),
  },
  'pain.001': {
    iban: text({ max: 60, label: 'IBAN', help: 'Of the account that pays; or its number and its bank below.' }),
    bic: text({ max: 20, label: 'BIC' }),
    account_number: text({ max: 40, label: 'Account number' }),
    routing_number: routing,
  },
};

const formatOf = (values: Values) => (values.format ?? 'nacha') as FileFormat;
const fieldsOf = (values: Values): Fields => ({ ...always, ...byFormat[formatOf(values)] });

/** The numbers without blanks, and only those that the format asks for. */
function debtorOf(values: Values): Debtor {
  const numbers = Object.keys(byFormat[formatOf(values)]).flatMap((name) => {
    if (name === 'prenotes') return [];
    const number = compactNumber(String(values[name] ?? ''));
    return number === '' ? [] : [[name, number]];
  });
  return { name: String(values.name ?? ''), ...Object.fromEntries(numbers) };
}

const prenotesOf = (values: Values) =>
  formatOf(values) === 'nacha' && values.prenotes === true ? { prenotes: true } : {};

const faultsOf = (values: Values) => ({
  ...debtorFaults(formatOf(values), debtorOf(values)),
  ...checkFields(fieldsOf(values), values),
});

export default function MakeBatchDialog({
  distribution,
  onClose,
}: {
  distribution: DistributionPage;
  onClose: () => void;
}) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const navigate = useNavigate();
  const me = useMe();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const filter = { distribution_id: distribution.id };
  const make = async (values: Values) => {
    setBusy(true);
    setProblem(null);
    const body = {
      format: formatOf(values),
      execution_date: values.execution_date,
      filter,
      debtor: debtorOf(values),
      ...prenotesOf(values),
    };
    try {
      const path = paymentBatches.path.replace(/\/$/, '');
      const made = await runCommand([body], (options) =>
        data.send<{ id: string; name: string }>('POST', path, body, options),
      );
      notify(`${made.name} was made. Download its file and give it to the bank.`, { type: 'success' });
      onClose();
      navigate(showPath('payment-batches', made.id));
      return undefined;
    } catch (error) {
      console.error('The batch was not made', error);
      setProblem(sentenceOf(error));
      return error instanceof HttpError ? atInputs(error.body.errors) : undefined;
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConsoleDialog title={`Make a batch of ${distribution.name}`} onClose={onClose} isBusy={isBusy}>
      <Form
        record={{}}
        defaultValues={{
          format: distribution.currency === 'USD' ? 'nacha' : 'pain.001',
          execution_date: [String(distribution.payment_date), today()].toSorted().at(-1),
          name: me.user.client_display_name,
          prenotes: false,
        }}
        mode="onChange"
        validate={faultsOf}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={make}
      >
        <Asked filter={filter} isBusy={isBusy} problem={problem} setProblem={setProblem} onClose={onClose} />
      </Form>
    </ConsoleDialog>
  );
}

interface AskedProps {
  filter: Record<string, unknown>;
  isBusy: boolean;
  problem: string | null;
  setProblem: (none: null) => void;
  onClose: () => void;
}

function Asked({ filter, isBusy, problem, setProblem, onClose }: AskedProps) {
  const values = useWatch() as Values;
  const fields = fieldsOf(values);
  useForgottenErrors(Object.keys(fields), setProblem);
  const execution_date = String(values.execution_date ?? '');
  const preview = useBatchPreview(
    isIsoDate(execution_date) ? { format: formatOf(values), execution_date, filter, ...prenotesOf(values) } : null,
  );
  const count = preview.data?.count ?? 0;
  const hasEntries = count + (preview.data?.prenotes ?? 0) > 0;
  return (
    <>
      <ErrorSummary fields={fields} problem={problem} setProblem={setProblem} />
      <div className="form">
        {Object.entries(fields).map(([name, field]) => (
          <FieldInput key={name} name={name} field={field} />
        ))}
      </div>
      <section className={styles.preview} aria-label="What goes in" aria-live="polite">
        {preview.error ? (
          <Failed what="What goes in" error={preview.error} retry={() => void preview.refetch()} />
        ) : preview.data ? (
          <WhatGoesIn format={formatOf(values)} preview={preview.data} />
        ) : (
          preview.isFetching && <Loading />
        )}
      </section>
      <div className="acts">
        <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" disabled={isBusy || !hasEntries}>
          {isBusy ? 'Making the batch…' : count > 0 ? `Make a batch of ${plural(count, 'payment')}` : 'Make a batch'}
        </button>
      </div>
    </>
  );
}

const SHOWN = 10;

function WhatGoesIn({ format, preview }: { format: FileFormat; preview: BatchPreview }) {
  const { count, total, currency, prenotes, left_out, written_names, warnings } = preview;
  return (
    <>
      <p className="ttl">
        {count === 0 ? 'No payment can go in.' : `${plural(count, 'payment')}, ${formatMoney(total, currency)}.`}
      </p>
      {prenotes > 0 && <p>{plural(prenotes, 'prenote')} to test new accounts.</p>}
      {warnings.map(({ code, message }) => (
        <p key={code}>{withDays(message)}</p>
      ))}
      {written_names.length > 0 && (
        <>
          <p>
            {format === 'csv' ? 'The file guards against formulas' : 'The format takes few letters'}, and writes{' '}
            {plural(written_names.length, 'name')} in another way:
          </p>
          <ul className={styles.lines}>
            {written_names.slice(0, SHOWN).map(({ payment_id, shareholder, written }) => (
              <li key={payment_id}>
                {shareholder} as {written === '' ? 'no name at all' : written}
              </li>
            ))}
            {written_names.length > SHOWN && <li>And {written_names.length - SHOWN} more</li>}
          </ul>
        </>
      )}
      {left_out.length > 0 && (
        <>
          <p>{plural(left_out.length, 'payment')} left out, pending as before:</p>
          <ul className={styles.lines}>
            {left_out.slice(0, SHOWN).map(({ payment_id, shareholder, amount, text: why }) => (
              <li key={payment_id}>
                {shareholder}, {formatMoney(amount, currency ?? undefined)}: {why}
              </li>
            ))}
            {left_out.length > SHOWN && <li>And {left_out.length - SHOWN} more</li>}
          </ul>
        </>
      )}
    </>
  );
}

/** The server names the members of the debtor under it: debtor.iban. */
const atInputs = (errors: Record<string, string> | undefined) =>
  errors &&
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [name.replace(/^debtor\./, ''), message]));
