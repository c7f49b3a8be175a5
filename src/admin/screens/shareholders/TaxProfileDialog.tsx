// The company enters a holder's tax profile, such as from a form on paper. What it enters is confirmed by that.
import { useState } from 'react';
import { Form, useNotify } from 'react-admin';
import type { ShareholderPage } from '../../../contract/recordPages.ts';
import { HttpError } from '../../../httpClient.ts';
import { choice, date, percent, text } from '../../../resources/kit/fields.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import { profileForms } from '../../../resources/withholding.ts';
import { checkFields } from '../../kit/form/checkFields.ts';
import { ErrorSummary } from '../../kit/form/ErrorSummary.tsx';
import FieldInput from '../../kit/form/FieldInput.tsx';
import { ConsoleDialog } from '../../kit/parts/ConsoleDialog.tsx';
import { sentenceOf } from '../../kit/parts/states.tsx';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useConsoleData } from '../../session/useRead.ts';

type Values = Record<string, unknown>;

const fields: Fields = {
  country: text({ required: true, max: 2, label: 'Country of residence for tax', help: 'Two letters, such as US.' }),
  form: choice(profileForms, { label: 'Tax form', labels: { other: 'Another form' }, help: 'Empty means none.' }),
  form_valid_until: date({ label: 'Valid until', help: 'The last day on which it counts. Empty means without end.' }),
  withholding_rate: percent({
    ofOne: true,
    label: 'Rate for this holder',
    help: 'A part of one: 0.15 is 15 percent. It counts before the company’s rules while the form is valid.',
  }),
};
const names = Object.keys(fields);

interface TaxProfileDialogProps {
  record: ShareholderPage;
  onClose: () => void;
}

export default function TaxProfileDialog({ record, onClose }: TaxProfileDialogProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const saved = record.tax_profile as Values | null | undefined;

  const save = async (values: Values) => {
    setBusy(true);
    setProblem(null);
    const tax_profile = Object.fromEntries(
      names.map((name) => [name, values[name] === '' ? null : (values[name] ?? null)]),
    );
    try {
      await runCommand([record.id, tax_profile], (options) =>
        dataProvider.send('PUT', `/api/shareholders/${encodeURIComponent(record.id)}`, { tax_profile }, options),
      );
      notify('The tax profile was saved', { type: 'success' });
      onClose();
      return undefined;
    } catch (error) {
      console.error('Saving the tax profile failed', error);
      setProblem(sentenceOf(error));
      return error instanceof HttpError ? atInputs(error.body.errors) : undefined;
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConsoleDialog title={`${saved ? 'Change' : 'Enter'} the tax profile`} onClose={onClose} isBusy={isBusy}>
      <Form
        record={{}}
        defaultValues={Object.fromEntries(
          names.map((name) => [name, saved?.[name] ?? (name === 'country' ? record.country : null)]),
        )}
        validate={(values: Values) => checkFields(fields, values)}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={save}
      >
        <div className="dialog-text">
          <p>Withholding counts it at once, and payments that wait for a tax form are computed anew and released.</p>
        </div>
        <ErrorSummary fields={fields} problem={problem} setProblem={setProblem} />
        <div className="form">
          {Object.entries(fields).map(([name, field]) => (
            <FieldInput key={name} name={name} field={field} />
          ))}
        </div>
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save tax profile'}
          </button>
        </div>
      </Form>
    </ConsoleDialog>
  );
}

/** The server names the members of a profile under it: tax_profile.country. */
const atInputs = (errors: Record<string, string> | undefined) =>
  errors &&
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [name.replace(/^tax_profile\./, ''), message]));
