// A form of a whole page for a command: its card at the left, what follows from it at the right, and one button that
// names what will happen. Nothing typed is lost when the command is refused.
import { Form } from 'react-admin';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { HttpError } from '../../httpClient.ts';
import type { Fields } from '../../resources/kit/fields.ts';
import { failureOf } from '../parts/states.tsx';
import { checkFields } from './checkFields.ts';
import { DraftKeeper, dropDraft, useDraftAtOpening } from './draft.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import FieldInput from './FieldInput.tsx';

export type Values = Record<string, unknown>;

/** The place in the rows where `extra` stands: an input that no single field declares. */
export const extraRow = '@extra';
/** A row whose one name begins with # is a heading. */

interface CommandFormProps {
  /** What the form asks, possibly depending on what was answered. */
  fields: (values: Values) => Fields;
  rows: (values: Values) => string[][];
  /** What the declared fields cannot say, such as a list that may not be empty. */
  check?: (values: Values) => Record<string, string>;
  defaults: Values;
  help?: (name: string) => ReactNode;
  draftKey: string;
  /** Sends it; navigates away on success. */
  onSubmit: (values: Values) => Promise<void>;
  /** "Nothing was issued." */
  failed: string;
  submitLabel: (values: Values) => string;
  cancelTo: string;
  /** Beside the form, following what is typed. */
  Aside?: ComponentType<{ values: Values }>;
  extra?: ReactNode;
}

export function CommandForm(props: CommandFormProps) {
  const { fields, defaults, draftKey, onSubmit, failed, Aside, check } = props;
  const draft = useDraftAtOpening(draftKey);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (values: Values) => {
    setProblem(null);
    try {
      await onSubmit(values);
      dropDraft(draftKey);
      return undefined;
    } catch (error) {
      console.error(failed, error);
      setProblem(failureOf(failed, error));
      return error instanceof HttpError ? error.body.errors : undefined;
    }
  };

  return (
    <Form
      record={{}}
      defaultValues={{ ...defaults, ...draft }}
      validate={(values: Values) => ({ ...checkFields(fields(values), values), ...check?.(values) })}
      disableInvalidFormNotification
      shouldFocusError={false}
      noValidate
      onSubmit={submit}
    >
      <div className={Aside ? 'cols issue' : undefined}>
        <section className="card form-card" aria-label="Form">
          <Body {...props} problem={problem} />
        </section>
        {Aside && <Beside Content={Aside} />}
      </div>
      <DraftKeeper draftKey={draftKey} />
    </Form>
  );
}

function Body(props: CommandFormProps & { problem: string | null }) {
  const { fields, rows, help, problem, submitLabel, cancelTo, draftKey, extra } = props;
  const values = useWatch();
  const { isSubmitting } = useFormState();
  const asked = fields(values);
  return (
    <>
      <ErrorSummary fields={asked} problem={problem} />
      <div className="form">
        {rows(values).map((row) =>
          row[0] === extraRow ? (
            <div key={extraRow}>{extra}</div>
          ) : row[0]?.startsWith('#') ? (
            <h2 key={row[0]} className="form-head">
              {row[0].slice(1)}
            </h2>
          ) : (
            <div key={row.join()} className={row.length > 1 ? 'pair' : undefined}>
              {row.map((name) => {
                const field = asked[name];
                return field && <FieldInput key={name} name={name} field={field} help={help?.(name)} />;
              })}
            </div>
          ),
        )}
      </div>
      <div className="acts formacts">
        <button type="submit" className="btn primary" disabled={isSubmitting}>
          {isSubmitting ? 'Working…' : submitLabel(values)}
        </button>
        <Link className="btn text" to={cancelTo} onClick={() => dropDraft(draftKey)}>
          Cancel
        </Link>
      </div>
    </>
  );
}

function Beside({ Content }: { Content: ComponentType<{ values: Values }> }) {
  const values = useWatch();
  return (
    <div className="stick">
      <Content values={values} />
    </div>
  );
}
