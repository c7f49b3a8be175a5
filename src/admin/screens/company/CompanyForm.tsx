// The company's own record, as owners and administrators edit it.
import { Form, useNotify } from 'react-admin';
import { useMemo, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { HttpError } from '../../../httpClient.ts';
import { companyLabels as labels } from '../../../resources/companyLabels.ts';
import { choice, date, text } from '../../../resources/kit/fields.ts';
import { checkFields } from '../../kit/form/checkFields.ts';
import { ErrorSummary } from '../../kit/form/ErrorSummary.tsx';
import FieldInput from '../../kit/form/FieldInput.tsx';
import { StaleEdit, useStaleEdit } from '../../kit/form/StaleEdit.tsx';
import { ConsoleDialog } from '../../kit/parts/ConsoleDialog.tsx';
import { Card } from '../../kit/parts/Card.tsx';
import { failureOf } from '../../kit/parts/states.tsx';
import type { Organization } from '../../session/useOrganization.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';

/** The zone that is set may be one that this browser lists under another name. */
const fieldsOf = (current: string | null) => {
  const zones = [...new Set([...(current ? [current] : []), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const names = Object.fromEntries(zones.map((zone) => [zone, zone.replaceAll('_', ' ')]));
  const help = 'Whose calendar says what today is, on forms, lists and the cap table.';
  return { ...fixedFields, time_zone: choice(zones.toSorted(), { label: labels.time_zone, labels: names, help }) };
};

const fixedFields = {
  client_display_name: text({ required: true, max: 120, label: labels.client_display_name, help: 'What people see.' }),
  legal_name: text({ max: 200, label: labels.legal_name, help: 'As in the charter; it stands on certificates.' }),
  formation_date: date({ label: labels.formation_date }),
  country: text({
    label: labels.country,
    max: 2,
    pattern: /^[A-Z]{2}$/,
    patternHelp: 'Two capital letters, such as US.',
    help: 'Two letters, such as US.',
  }),
  state_of_formation: text({
    max: 100,
    label: labels.state_of_formation,
    help: 'Such as Delaware; it stands on certificates.',
  }),
  currency: text({
    label: labels.currency,
    required: true,
    max: 3,
    pattern: /^[A-Z]{3}$/,
    patternHelp: 'Three capital letters, such as USD.',
  }),
};

type Values = Record<string, unknown>;

export default function CompanyForm({ organization }: { organization: Organization }) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const fields = useMemo(() => fieldsOf(organization.time_zone), [organization.time_zone]);
  const [problem, setProblem] = useState<string | null>(null);
  const { stale, meet, settle } = useStaleEdit({ ...organization }, async () => ({
    ...(await dataProvider.read<Organization>('/api/organization')),
  }));
  // What was to be saved in another currency, and what the server says stays in the old one.
  const [asked, setAsked] = useState<{ sentence: string; values: Values } | null>(null);
  const save = async (values: Values) => {
    try {
      await runCommand(values, () => dataProvider.send('PUT', '/api/organization', { ...organization, ...values }));
      setAsked(null);
      notify('Saved', { type: 'success' });
      return undefined;
    } catch (error) {
      if (error instanceof HttpError && error.body.code === 'currency_in_use') {
        setAsked({ sentence: error.message, values });
        return undefined;
      }
      setAsked(null);
      if (await meet(error)) return undefined;
      console.error('Saving the company failed', error);
      setProblem(failureOf('Nothing was saved.', error));
      return error instanceof HttpError ? error.body.errors : undefined;
    }
  };
  return (
    <Card title="Company">
      <Form
        record={{}}
        defaultValues={organization}
        validate={(values: Values) => checkFields(fields, values)}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={save}
      >
        <ErrorSummary fields={fields} problem={problem} setProblem={setProblem} />
        {stale && <StaleEdit fields={fields} stale={stale} settle={settle} draftKey={null} />}
        <div className="form">
          <FieldInput name="client_display_name" field={fields.client_display_name} />
          <FieldInput name="legal_name" field={fields.legal_name} />
          <div className="pair">
            <FieldInput name="formation_date" field={fields.formation_date} />
            <FieldInput name="country" field={fields.country} />
          </div>
          <FieldInput name="state_of_formation" field={fields.state_of_formation} />
          <div className="pair">
            <FieldInput name="currency" field={fields.currency} />
            <FieldInput name="time_zone" field={fields.time_zone} />
          </div>
        </div>
        <SaveButton />
      </Form>
      {asked && (
        <ConsoleDialog
          title={`Change the currency to ${String(asked.values.currency)}?`}
          onClose={() => setAsked(null)}
          actions={
            <>
              <button type="button" className="btn" onClick={() => setAsked(null)}>
                Cancel
              </button>
              <button
                type="button"
                className="btn primary"
                onClick={() => void save({ ...asked.values, keep_recorded: true })}
              >
                Change to {String(asked.values.currency)}
              </button>
            </>
          }
        >
          <p>{asked.sentence}</p>
        </ConsoleDialog>
      )}
    </Card>
  );
}

function SaveButton() {
  const { isSubmitting, isDirty } = useFormState();
  return (
    <div className="acts formacts">
      <button type="submit" className="btn primary" disabled={isSubmitting || !isDirty}>
        {isSubmitting ? 'Saving…' : 'Save'}
      </button>
    </div>
  );
}
