// The dialog of a form that is no declared verb: what it asks, why it was refused, and one button that names what happens.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Form } from 'react-admin';
import { HttpError } from '#src/httpClient.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { withDays } from '../format.ts';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { failureOf } from '../parts/states.tsx';
import { checkFields } from './checkFields.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import FieldInput from './FieldInput.tsx';

type Values = Record<string, unknown>;

interface FormDialogProps {
  title: string;
  /** What it is for: above the fields. */
  about?: ReactNode;
  fields?: Fields;
  starts?: Values;
  /** What the fields' declarations do not know: messages by field. */
  check?: (values: Values) => Record<string, string>;
  /** In the server's answer the fields have names under this one: `tax_profile.country`. */
  under?: string;
  /** Below the fields. */
  children?: ReactNode;
  /** What the button does. Null where nothing is left to do: the dialog can then only be closed. */
  submit: string | null;
  /** The button while the request runs. */
  busy: string;
  isDestructive?: boolean;
  /** Whether there is what the fields do not hold, such as a file. */
  isReady?: boolean;
  wide?: boolean;
  /** What a refusal leaves as it was: "Nothing was noted." */
  nothing: string;
  /** With the answer of each field, null where it is empty. Closes the dialog if that is what follows. */
  onSubmit: (values: Values) => Promise<unknown>;
  onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
  const { title, about, fields = {}, starts = {}, check, under, children, submit, busy } = props;
  const { isDestructive = false, isReady = true, wide = false, nothing, onSubmit, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = Object.entries(fields);
  const attempt = async (values: Values) => {
    setBusy(true);
    try {
      await onSubmit(Object.fromEntries(asked.map(([name]) => [name, answerOf(values[name])])));
      return undefined;
    } catch (error) {
      console.error(`${title}: the request failed`, error);
      const errors = errorsOf(error, under);
      const isMarked = Object.keys(errors).some((name) => name in fields) || !isOfFields(error);
      setProblem(withOthers(isMarked ? failureOf(nothing, error) : nothing, errors, fields));
      return Object.fromEntries(Object.entries(errors).filter(([name]) => name in fields));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConsoleDialog title={title} onClose={onClose} isBusy={isBusy} wide={wide}>
      <Form
        record={{}}
        defaultValues={starts}
        validate={(values: Values) => ({ ...check?.(values), ...checkFields(fields, values) })}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={attempt}
      >
        {about && <div className="dialog-text">{about}</div>}
        <ErrorSummary fields={fields} problem={problem} setProblem={setProblem} />
        {asked.length === 0 ? (
          children
        ) : (
          <div className="form">
            {asked.map(([name, field]) => (
              <FieldInput key={name} name={name} field={field} />
            ))}
            {children}
          </div>
        )}
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            {submit === null ? 'Close' : 'Cancel'}
          </button>
          {submit !== null && (
            <button
              type="submit"
              className={isDestructive ? 'btn danger-fill' : 'btn primary'}
              disabled={isBusy || !isReady}
            >
              {isBusy ? busy : submit}
            </button>
          )}
        </div>
      </Form>
    </ConsoleDialog>
  );
}

const answerOf = (value: unknown): unknown => (value === '' ? null : (value ?? null));

/** The server's messages by the names of the fields. */
function errorsOf(error: unknown, under: string | undefined): Record<string, string> {
  const errors = error instanceof HttpError ? (error.body.errors ?? {}) : {};
  const start = under === undefined ? '' : `${under}.`;
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [
      name.startsWith(start) ? name.slice(start.length) : name,
      message,
    ]),
  );
}

/** Its sentence says that fields are marked, and no more. */
const isOfFields = (error: unknown): boolean => error instanceof HttpError && error.body.code === 'invalid_fields';

/** What is wrong with something that has no field here, such as a file, is said in the sentence. */
function withOthers(sentence: string, errors: Record<string, string>, fields: Fields): string {
  const others = Object.entries(errors).filter(([name, message]) => !(name in fields) && !sentence.includes(message));
  return [sentence, ...others.map(([name, message]) => withDays(rowOf(name) + message))].join(' ');
}

/** `rows.3.date`: the fourth row of what was sent. */
const rowOf = (name: string): string => {
  const at = /^rows\.(\d+)\b/.exec(name)?.[1];
  return at === undefined ? '' : `Row ${Number(at) + 1}: `;
};
