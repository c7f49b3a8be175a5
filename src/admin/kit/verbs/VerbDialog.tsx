// The dialog of any verb: its question, its fields, its consequences, and one button that names what happens.
import { Form, useDataProvider, useNotify } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ConsoleDataProvider } from '../../../dataProvider.ts';
import { HttpError } from '../../../httpClient.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { DraftKeeper, RestoredNote, useDraft } from '../form/draft.tsx';
import { ErrorSummary } from '../form/ErrorSummary.tsx';
import type { ErrorSummaryProps } from '../form/ErrorSummary.tsx';
import FieldInput from '../form/FieldInput.tsx';
import { checkFields, plainFigures } from '../form/checkFields.ts';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { focusHeading } from '../parts/focusHeading.ts';
import { sentenceOf } from '../parts/states.tsx';
import { verbSpecs } from './index.ts';
import type { Values, VerbDialogProps, VerbSpec } from './types.ts';
import { dialogDraftKey } from './useOpenVerb.ts';
import { useCommand } from './useCommand.ts';

export function VerbDialog(props: VerbDialogProps) {
  const { resource, verb } = props;
  const spec = verbSpecs[`${resource.name}.${verb.name}`];
  if (!spec) throw new Error(`No dialog is written for ${resource.name}.${verb.name}.`);
  if (!spec.Dialog) return <FormDialog {...props} spec={spec} />;
  return (
    <LazyPart what="The dialog" onClose={props.onClose}>
      <spec.Dialog {...props} />
    </LazyPart>
  );
}

const fieldsOf = (spec: VerbSpec, record: AnyRecord, values: Values): Fields =>
  typeof spec.fields === 'function' ? spec.fields(record, values) : spec.fields;

function FormDialog({ resource, record, verb, onClose, onDone, spec }: VerbDialogProps & { spec: VerbSpec }) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const draftKey = dialogDraftKey(resource, record, verb);
  const defaults = spec.defaults?.(record) ?? {};
  const draft = useDraft(draftKey, defaults);
  // Who closes it leaves nothing behind; a session that ends, or a reload, does.
  const close = () => {
    draft.end();
    onClose();
  };

  const submit = async (values: Values) => {
    setBusy(true);
    try {
      const given = filledIn(values, fieldsOf(spec, record, values), Object.keys(spec.extra ?? {}));
      const body = spec.body ? spec.body(given, record) : given;
      await runCommand([resource.name, record.id, verb.name, body], (options) =>
        spec.send
          ? spec.send(dataProvider, record, body, options)
          : dataProvider.command(resource.name, record.id, verb.name, body, options),
      );
      notify(spec.done(record, given), { type: 'success' });
      close();
      if (onDone) onDone();
      else focusHeading();
      return undefined;
    } catch (error) {
      console.error(`${resource.name}.${verb.name} failed`, error);
      setProblem(sentenceOf(error));
      return error instanceof HttpError ? atInputs(error.body.errors, spec) : undefined;
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConsoleDialog title={spec.title(record)} onClose={close} isBusy={isBusy}>
      <Form
        // What is typed is in the currency of the record, and nothing else of it is asked.
        record={{ currency: record.currency }}
        defaultValues={{ ...defaults, ...draft.filledIn }}
        validate={(values: Values) => ({
          ...checkFields(fieldsOf(spec, record, values), values),
          ...spec.check?.(values, record),
        })}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={submit}
      >
        {spec.text && <div className="dialog-text">{spec.text(record)}</div>}
        {draft.filledIn && <RestoredNote draftKey={draftKey} />}
        <Asked spec={spec} record={record} problem={problem} setProblem={setProblem} />
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={close}>
            {spec.keep ?? 'Cancel'}
          </button>
          <SubmitButton spec={spec} record={record} isBusy={isBusy} isDestructive={verb.destructive === true} />
        </div>
        <DraftKeeper draft={draft} />
      </Form>
    </ConsoleDialog>
  );
}

/** Only what the verb asks for, and only what was answered; figures without their separators. */
function filledIn(values: Values, fields: Fields, extra: readonly string[]): Values {
  const entries = [...Object.keys(fields), ...extra].map((name) => [name, values[name]] as const);
  const given = entries.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return plainFigures(fields, Object.fromEntries(given));
}

function atInputs(errors: Record<string, string> | undefined, { fieldOf }: VerbSpec) {
  if (!errors || !fieldOf) return errors;
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [fieldOf(name), message]));
}

type AskedProps = Pick<ErrorSummaryProps, 'problem' | 'setProblem'> & { spec: VerbSpec; record: AnyRecord };

function Asked({ spec, record, problem, setProblem }: AskedProps) {
  const values = useWatch();
  const fields = fieldsOf(spec, record, values);
  const names = Object.keys(fields);
  useForgottenErrors(names, setProblem);
  return (
    <>
      <ErrorSummary problem={problem} setProblem={setProblem} fields={fields} labels={spec.extra} />
      <div className="form">
        {(spec.rows?.(names) ?? names.map((name) => [name])).map((row) => (
          <div key={row[0]} className={row.length > 1 ? 'pair' : undefined}>
            {row.map((name) => fields[name] && <FieldInput key={name} name={name} field={fields[name]} />)}
          </div>
        ))}
        {spec.Extra && <spec.Extra record={record} />}
      </div>
      {spec.Preview && <spec.Preview record={record} values={values} />}
    </>
  );
}

/** An answer decides what else is asked: what was wrong with a question that is gone is no longer said. */
function useForgottenErrors(names: readonly string[], setProblem: (none: null) => void) {
  const { clearErrors } = useFormContext();
  const asked = names.join(' ');
  const before = useRef(asked);
  useEffect(() => {
    const gone = before.current.split(' ').filter((name) => !asked.split(' ').includes(name));
    before.current = asked;
    if (gone.length === 0) return;
    clearErrors(gone);
    setProblem(null);
  }, [asked, clearErrors, setProblem]);
}

interface SubmitButtonProps {
  spec: VerbSpec;
  record: AnyRecord;
  isBusy: boolean;
  isDestructive: boolean;
}

function SubmitButton({ spec, record, isBusy, isDestructive }: SubmitButtonProps) {
  const values = useWatch();
  return (
    <button type="submit" className={isDestructive ? 'btn danger-fill' : 'btn primary'} disabled={isBusy}>
      {isBusy ? 'Working…' : spec.submit(record, values)}
    </button>
  );
}
