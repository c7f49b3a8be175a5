// The dialog of any verb: its question, its fields, its consequences, and one button that names what happens.
import { say } from '#src/words/say.ts';
import { Form, useDataProvider, useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { ConsoleDataProvider } from '#src/dataProvider.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { DraftKeeper, RestoredNote, useDraft, usePutAway } from '../form/draft.tsx';
import { ErrorSummary } from '../form/ErrorSummary.tsx';
import type { ErrorSummaryProps } from '../form/ErrorSummary.tsx';
import FieldInput from '../form/FieldInput.tsx';
import { checkFields } from '../form/checkFields.ts';
import { useForgottenErrors } from '../form/useForgottenErrors.ts';
import { ConsoleDialog } from '../parts/ConsoleDialog.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { focusHeading } from '../parts/focusHeading.ts';
import { reasonAlone, useAct, useNotifiedAct } from '../parts/useAct.ts';
import { verbNameOf } from '#src/resources/verbs/index.ts';
import { sentenceIn } from '#src/resources/kit/verb.ts';
import type { Verb } from '#src/resources/kit/verb.ts';
import { verbViews } from '#src/admin/verbViews.ts';
import { Done } from './Done.tsx';
import type { Values, VerbDialogProps, VerbView } from './types.ts';
import { answersOf, writerOf } from './writer.ts';
import { dialogDraftKey } from './useOpenVerb.ts';
import { useCommand } from './useCommand.ts';
import { WithAdding } from '../form/WithAdding.tsx';

export function VerbDialog(props: VerbDialogProps) {
  const view = verbViews[verbNameOf(props.verb)] ?? {};
  if (!view.Dialog) return <FormDialog {...props} view={view} />;
  return (
    <LazyPart what={say`The dialog`} onClose={props.onClose}>
      <view.Dialog {...props} />
    </LazyPart>
  );
}

/** Runs a verb that a press does, without a dialog (`isAtOnce`). */
export function useAtOnce(resource: Resource) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const runCommand = useCommand();
  const notify = useNotify();
  const { act } = useNotifiedAct();
  return (verb: Verb, record: AnyRecord) =>
    act(say`${sentenceIn(verb.label, record, writerOf(record))} failed.`, async () => {
      await runCommand([resource.name, record.id, verb.name], (options) =>
        dataProvider.command(resource.name, record.id, verb.name, {}, options),
      );
      notify(sentenceIn(verb.done, record, writerOf(record)), { type: 'success' });
    });
}

interface Spec {
  verb: Verb;
  view: VerbView;
  record: AnyRecord;
}

const fieldsOf = ({ verb, view, record }: Spec, values: Values): Fields =>
  view.fields?.(record, values, writerOf(record)) ?? verb.fields;

/** A required day starts as today and a choice as its default; the verb's own starting values override both. */
function startsOf({ verb, view, record }: Spec): Values {
  const write = writerOf(record);
  const byThemselves = Object.entries(verb.fields).flatMap(([name, field]) => {
    if (field.kind === 'date') return field.required ? [[name, write.today]] : [];
    return 'default' in field && field.default !== undefined ? [[name, field.default]] : [];
  });
  return { ...Object.fromEntries(byThemselves), ...verb.starts?.(record, write), ...view.starts?.(record) };
}

/** One of the verb's texts, for this record and these answers. */
function wordOf(spec: Spec, part: 'submit' | 'done', values: Values): string {
  const { verb, view, record } = spec;
  const answers = answersOf(values, fieldsOf(spec, values));
  return view[part]?.(record, answers) ?? sentenceIn(verb[part], record, writerOf(record), answers);
}

function FormDialog({ resource, record, verb, onClose, onDone, view }: VerbDialogProps & { view: VerbView }) {
  const spec = { verb, view, record };
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const runCommand = useCommand();
  const notify = useNotify();
  const { act, isBusy, problem, setProblem } = useAct({ words: reasonAlone });
  const draftKey = dialogDraftKey(resource, record, verb);
  const defaults = startsOf(spec);
  const draft = useDraft(draftKey, defaults);
  const putAway = usePutAway(draft, onClose);
  // Its own button drops what was typed; Escape, an ended session and a reload keep it.
  const close = () => {
    draft.end();
    onClose();
  };

  const submit = async (values: Values) => {
    const given = filledIn(values, fieldsOf(spec, values), Object.keys(view.extra ?? {}));
    const body = view.body ? view.body(given, record) : given;
    const acted = await act(`${resource.name}.${verb.name} failed`, async () => {
      const answer = await runCommand([resource.name, record.id, verb.name, body], (options) =>
        verb.isOfSeveral
          ? dataProvider.send('POST', `${resource.path}${verb.name}`, body, options)
          : dataProvider.command(resource.name, record.id, verb.name, body, options),
      );
      const text = wordOf(spec, 'done', given);
      notify(isRecorded(answer) ? <Done text={text} resource={resource.name} id={record.id} /> : text, {
        type: 'success',
      });
      close();
      if (onDone) onDone();
      else focusHeading();
    });
    return atInputs(acted.fields, view, values);
  };

  return (
    <ConsoleDialog
      title={sentenceIn(verb.title, record, writerOf(record))}
      onClose={close}
      isBusy={isBusy}
      isChanged={draft.filledIn !== null}
      putAway={putAway}
    >
      <Form
        // The inputs use the record's currency; nothing else of the record is needed.
        record={{ currency: record.currency }}
        defaultValues={{ ...defaults, ...draft.filledIn }}
        validate={(values: Values) => ({
          ...checkFields(fieldsOf(spec, values), values),
          ...view.check?.(values, record),
        })}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={submit}
      >
        <Text {...spec} />
        {draft.filledIn && <RestoredNote draftKey={draftKey} />}
        <Asked spec={spec} problem={problem} setProblem={setProblem} />
        <div className="acts">
          <button type="button" className="btn" disabled={isBusy} onClick={close}>
            {verb.keep ?? say`Cancel`}
          </button>
          <SubmitButton spec={spec} isBusy={isBusy} />
        </div>
        <DraftKeeper draft={draft} />
      </Form>
    </ConsoleDialog>
  );
}

/** It names the entry of the ledger. */
const isRecorded = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'transaction_id' in answer &&
  typeof answer.transaction_id === 'string';

function Text({ verb, view, record }: Spec) {
  const text = view.text?.(record) ?? (verb.text && <p>{sentenceIn(verb.text, record, writerOf(record))}</p>);
  return text && <div className="dialog-text">{text}</div>;
}

/** Only the verb's fields that were answered; figures without separators. */
function filledIn(values: Values, fields: Fields, extra: readonly string[]): Values {
  const asked = [...Object.keys(fields), ...extra].map((name) => [name, values[name]] as const);
  return answersOf(Object.fromEntries(asked), fields);
}

function atInputs(errors: Record<string, string> | undefined, { fieldOf }: VerbView, values: Values) {
  if (!errors || !fieldOf) return errors;
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [fieldOf(name, values), message]));
}

type AskedProps = Pick<ErrorSummaryProps, 'problem' | 'setProblem'> & { spec: Spec };

function Asked({ spec, problem, setProblem }: AskedProps) {
  const { view, record } = spec;
  const values = useWatch();
  const fields = fieldsOf(spec, values);
  const names = Object.keys(fields);
  useForgottenErrors(names, setProblem);
  return (
    <WithAdding>
      <ErrorSummary problem={problem} setProblem={setProblem} fields={fields} labels={view.extra} />
      <div className="form">
        {(view.rows?.(names) ?? names.map((name) => [name])).map((row) => (
          <div key={row[0]} className={row.length > 1 ? 'pair' : undefined}>
            {row.map((name) => fields[name] && <FieldInput key={name} name={name} field={fields[name]} />)}
          </div>
        ))}
        {view.Extra && (
          <LazyPart what={say`A part of the form`}>
            <view.Extra record={record} />
          </LazyPart>
        )}
      </div>
      {view.Preview && <view.Preview record={record} values={values} />}
    </WithAdding>
  );
}

function SubmitButton({ spec, isBusy }: { spec: Spec; isBusy: boolean }) {
  const values = useWatch();
  return (
    <button type="submit" className={spec.verb.destructive ? 'btn danger-fill' : 'btn primary'} disabled={isBusy}>
      {isBusy ? say`Working…` : wordOf(spec, 'submit', values)}
    </button>
  );
}
