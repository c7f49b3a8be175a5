// The company's own record, a topic at a time, as owners and administrators edit it.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Form, useNotify } from 'react-admin';
import { useMemo, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { HttpError } from '#src/httpClient.ts';
import { choice } from '#src/resources/kit/fields.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { owners } from '#src/resources/kit/access.ts';
import { companyForms, organization } from '#src/resources/organization.ts';
import type { CompanyTopic, Organization } from '#src/resources/organization.ts';
import { checkFields } from '#src/admin/kit/form/checkFields.ts';
import { ErrorSummary } from '#src/admin/kit/form/ErrorSummary.tsx';
import FieldInput from '#src/admin/kit/form/FieldInput.tsx';
import { FormGuard } from '#src/admin/kit/form/LeaveGuard.tsx';
import { StaleEdit, useStaleEdit } from '#src/admin/kit/form/StaleEdit.tsx';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';

/** This browser may list the current time zone under another name. */
function fieldsOf(current: string | null): Fields {
  const zones = [...new Set([...(current ? [current] : []), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const labels = Object.fromEntries(zones.map((zone) => [zone, zone.replaceAll('_', ' ')]));
  const { label, help } = organization.fields.time_zone;
  return { ...organization.fields, time_zone: choice(zones.toSorted(), { label, labels, help }) };
}

type Values = Record<string, unknown>;

interface CompanyFormProps {
  company: Organization;
  topic: CompanyTopic;
  title: string;
  about?: string;
}

export default function CompanyForm({ company, topic, title, about }: CompanyFormProps) {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const role = useRole();
  const rows: readonly (readonly string[])[] = companyForms[topic].filter(
    ([name]) => name !== 'two_person_rule' || owners.includes(role),
  );
  const fields = useMemo(() => fieldsOf(company.time_zone), [company.time_zone]);
  const asked = Object.fromEntries(rows.flat().map((name) => [name, fields[name]!]));
  const { act, problem, setProblem } = useAct();
  const { stale, meet, settle } = useStaleEdit({ ...company }, async () => ({
    ...(await dataProvider.read<Organization>('/api/organization')),
  }));
  // The values to save with the new currency, and the server's list of what stays in the old one.
  const [question, setQuestion] = useState<{ sentence: string; values: Values } | null>(null);
  const save = async (values: Values) => {
    const send = async () => {
      await runCommand(values, () => dataProvider.send('PUT', '/api/organization', { ...company, ...values }));
      setQuestion(null);
      notify(say`Saved`, { type: 'success' });
    };
    const acted = await act(say`Nothing was saved.`, send, (error) => {
      const isAsked = error instanceof HttpError && error.body.code === 'currency_in_use';
      setQuestion(isAsked ? { sentence: error.message, values } : null);
      return isAsked || meet(error);
    });
    return acted.fields;
  };
  return (
    <Card title={title} about={about}>
      <Form
        record={{}}
        defaultValues={company}
        validate={(values: Values) => checkFields(asked, values)}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={save}
      >
        <ErrorSummary fields={asked} problem={problem} setProblem={setProblem} />
        {stale && <StaleEdit fields={asked} stale={stale} settle={settle} draftKey={null} />}
        <div className="form">
          {rows.map((row) => (
            <div key={row[0]} className={row.length > 1 ? 'pair' : undefined}>
              {row.map((name) => (
                <FieldInput key={name} name={name} field={fields[name]!} />
              ))}
            </div>
          ))}
        </div>
        <SaveButton />
        <FormGuard />
      </Form>
      {question && (
        <ConsoleDialog
          title={say`Change the currency to ${String(question.values.currency)}?`}
          onClose={() => setQuestion(null)}
          actions={
            <>
              <button type="button" className="btn" onClick={() => setQuestion(null)}>
                {say`Cancel`}
              </button>
              <button
                type="button"
                className="btn primary"
                onClick={() => void save({ ...question.values, keep_recorded: true })}
              >
                {sayAround`Change to ${String(question.values.currency)}`}
              </button>
            </>
          }
        >
          <p>{question.sentence}</p>
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
        {isSubmitting ? say`Saving…` : say`Save`}
      </button>
    </div>
  );
}
