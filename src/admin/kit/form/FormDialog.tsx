// The dialog of a form that is no declared verb, or the part of a page: what it asks, why it was refused, and one button that names what happens.
import { say } from '#src/words/say.ts';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Form } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { HttpError } from '#src/httpClient.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { withDays } from '../format.ts';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { failureOf } from '../parts/states.tsx';
import { useAct } from '../parts/useAct.ts';
import { checkFields } from './checkFields.ts';
import { DraftKeeper, RestoredNote, useDraft, usePutAway } from './draft.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { ErrorSummaryProps } from './ErrorSummary.tsx';
import FieldInput from './FieldInput.tsx';
import { FormGuard } from './LeaveGuard.tsx';
import { useForgottenErrors } from './useForgottenErrors.ts';

type Values = Record<string, unknown>;

/** The form as it is filled in now. */
interface FormNow {
  values: Values;
  fields: Fields;
  isBusy: boolean;
}

interface FormDialogProps {
  title: string;
  /** What it is for: above the fields. */
  about?: ReactNode;
  /** Where they depend on the answers so far, a function of those. */
  fields?: Fields | ((values: Values) => Fields);
  starts?: Values;
  /** The currency of the form's money. */
  currency?: unknown;
  /** What the fields' declarations do not know: messages by field. */
  check?: (values: Values) => Record<string, string>;
  /** In the server's answer the fields have names under this one: `tax_profile.country`. */
  under?: string;
  /** Below the fields; a function lays the fields out itself. */
  children?: ReactNode | ((form: FormNow) => ReactNode);
  /** What the button does. Null where nothing is left to do: the dialog can then only be closed. */
  submit: string | null | ((values: Values) => string);
  /** The button while the request runs. */
  busy: string;
  isDestructive?: boolean;
  /** Whether there is what the fields do not hold, such as a file, or enough of what they do. */
  isReady?: boolean | ((values: Values) => boolean);
  /** A second thing to do, whatever the fields say: removes what the form would change. */
  removal?: { label: string; remove: () => Promise<unknown> } | null;
  /** Whether an answer is checked as it is typed, and not only once the form was sent: where a preview follows the answers. */
  isCheckedAsTyped?: boolean;
  wide?: boolean;
  /** A part of the page instead of a dialog: there is nothing to close, and nothing is kept. */
  isInPage?: boolean;
  /** What a refusal leaves as it was: "Nothing was noted." */
  nothing: string;
  /** With the answer of each field that is asked for, null where it is empty. Closes the dialog if that is what follows. */
  onSubmit: (values: Values) => Promise<unknown>;
  onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
  const { title, about, fields = {}, starts = {}, currency, check, under, nothing, removal, wide = false } = props;
  const { isInPage = false } = props;
  const { isCheckedAsTyped = false, onSubmit, onClose } = props;
  const fieldsOf = typeof fields === 'function' ? fields : () => fields;
  /** The fields of the last attempt: what is wrong with anything else is said in the sentence. */
  const attempted = useRef<Fields>({});
  const sending = useAct({
    words: (_, error) => {
      const errors = error instanceof HttpError ? atFields(error.body.errors, under) : {};
      const isMarked = Object.keys(errors).some((name) => name in attempted.current) || !isOfFields(error);
      return withOthers(isMarked ? failureOf(nothing, error) : nothing, errors, attempted.current);
    },
  });
  const removing = useAct();
  const isBusy = sending.isBusy || removing.isBusy;
  const draftKey = useDraftKey(title, starts);
  const draft = useDraft(draftKey, starts);
  const { filledIn, end } = draft;
  // What was saved is over once the dialog is gone: some show the consequences first, and are answered again.
  const isSaved = useRef(false);
  const ending = useRef(end);
  useEffect(() => {
    ending.current = end;
  });
  useEffect(
    () => () => {
      if (isSaved.current) ending.current();
    },
    [],
  );
  const close = () => {
    end();
    onClose();
  };
  const putAway = usePutAway(draft, () => {
    isSaved.current = false;
    onClose();
  });
  const attempt = async (values: Values) => {
    const asked = fieldsOf(values);
    attempted.current = asked;
    removing.setProblem(null);
    const answers = Object.fromEntries(Object.keys(asked).map((name) => [name, answerOf(values[name])]));
    const acted = await sending.act(nothing, () => onSubmit(answers));
    isSaved.current = acted.isDone;
    if (acted.isDone) return undefined;
    return Object.fromEntries(Object.entries(atFields(acted.fields, under)).filter(([name]) => name in asked));
  };
  const form = (
    <Form
      record={{ currency }}
      defaultValues={{ ...starts, ...filledIn }}
      mode={isCheckedAsTyped ? 'onChange' : 'onSubmit'}
      validate={(values: Values) => ({ ...check?.(values), ...checkFields(fieldsOf(values), values) })}
      disableInvalidFormNotification
      shouldFocusError={false}
      noValidate
      onSubmit={attempt}
    >
      {about && <div className="dialog-text">{about}</div>}
      {filledIn && <RestoredNote draftKey={draftKey} />}
      {removing.problem && (
        <p className="alert error" role="alert">
          {removing.problem}
        </p>
      )}
      <Body
        {...props}
        onClose={close}
        fieldsOf={fieldsOf}
        isBusy={isBusy}
        problem={sending.problem}
        setProblem={sending.setProblem}
        removalButton={
          removal && (
            <button
              type="button"
              className="btn danger"
              disabled={isBusy}
              onClick={() => {
                sending.setProblem(null);
                void removing.act(nothing, async () => {
                  await removal.remove();
                  isSaved.current = true;
                });
              }}
            >
              {removal.label}
            </button>
          )
        }
      />
      {isInPage ? <FormGuard /> : <DraftKeeper draft={draft} />}
    </Form>
  );
  if (isInPage) return <section aria-label={title}>{form}</section>;
  return (
    <ConsoleDialog
      title={title}
      onClose={close}
      isBusy={isBusy}
      wide={wide}
      isChanged={filledIn !== null}
      putAway={putAway}
    >
      {form}
    </ConsoleDialog>
  );
}

/** Of the page, the dialog and what it starts with, so that nobody finds in it what was typed about another record. */
function useDraftKey(title: string, starts: Values): string {
  const { pathname } = useLocation();
  return useState(() => `dialog${pathname}/${title}/${fingerprintOf(JSON.stringify(starts))}`)[0];
}

/** Short, and without the values themselves. */
const fingerprintOf = (text: string): string => {
  let hash = 5381;
  for (const character of text) hash = (hash * 33 + character.codePointAt(0)!) >>> 0;
  return hash.toString(36);
};

interface BodyProps extends FormDialogProps, Pick<ErrorSummaryProps, 'problem' | 'setProblem'> {
  fieldsOf: (values: Values) => Fields;
  isBusy: boolean;
  removalButton: ReactNode;
}

function Body(props: BodyProps) {
  const { fieldsOf, children, submit, busy, isBusy, isDestructive = false, isReady = true, onClose } = props;
  const values = useWatch();
  const fields = fieldsOf(values);
  useForgottenErrors(Object.keys(fields), props.setProblem);
  const label = typeof submit === 'function' ? submit(values) : submit;
  const isWhole = typeof isReady === 'function' ? isReady(values) : isReady;
  return (
    <>
      <ErrorSummary fields={fields} problem={props.problem} setProblem={props.setProblem} />
      {typeof children === 'function' ? (
        children({ values, fields, isBusy })
      ) : Object.keys(fields).length === 0 ? (
        children
      ) : (
        <FieldInputs fields={fields}>{children}</FieldInputs>
      )}
      <div className="acts">
        {!props.isInPage && (
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            {label === null ? say`Close` : say`Cancel`}
          </button>
        )}
        {props.removalButton}
        {label !== null && (
          <button
            type="submit"
            className={isDestructive ? 'btn danger-fill' : 'btn primary'}
            disabled={isBusy || !isWhole}
          >
            {isBusy ? busy : label}
          </button>
        )}
      </div>
    </>
  );
}

/** One input under another, and what follows them. */
export const FieldInputs = ({ fields, children }: { fields: Fields; children?: ReactNode }) => (
  <div className="form">
    {Object.entries(fields).map(([name, field]) => (
      <FieldInput key={name} name={name} field={field} />
    ))}
    {children}
  </div>
);

const answerOf = (value: unknown): unknown => (value === '' ? null : (value ?? null));

/** The server's messages by the names of the fields. */
function atFields(errors: Record<string, string> | undefined, under: string | undefined): Record<string, string> {
  const start = under === undefined ? '' : `${under}.`;
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([name, message]) => [
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
  return at === undefined ? '' : say`Row ${Number(at) + 1}: `;
};
