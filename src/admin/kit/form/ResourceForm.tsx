// The create and edit pages of any declared resource, from its `form`. Nothing is shown as done
// before the server says so, and nothing typed is lost when it says no.
import { say } from '#src/words/say.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form, useNotify, useRedirect } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { pathOf } from '#src/dataProvider.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { Denied } from '../parts/states.tsx';
import { useAct } from '../parts/useAct.ts';
import { listPath, showPath } from '#src/admin/paths.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { wholeRecord } from '#src/admin/session/wholeRecord.ts';
import { useCommand } from '../verbs/useCommand.ts';
import { checkFields, plainFigures } from './checkFields.ts';
import { DraftKeeper, RestoredNote, useDraft } from './draft.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import FieldInput from './FieldInput.tsx';
import { StaleEdit, useStaleEdit } from './StaleEdit.tsx';
import type { StaleEditProps } from './StaleEdit.tsx';
import { askedFields, defaultsOf, formRows, sentValues } from './formRules.ts';
import { EditScreen } from './EditScreen.tsx';
import { WithAdding } from './WithAdding.tsx';

type Values = Record<string, unknown>;

/** A question before some edits are saved. */
export interface EditQuestion {
  isAsked: (record: AnyRecord, values: Values) => boolean;
  Dialog: ComponentType<EditQuestionProps>;
}

export interface EditQuestionProps {
  record: AnyRecord;
  onConfirm: () => void;
  onClose: () => void;
  /** Something else was done in place of the edit: what, and the edit is not saved. */
  onInstead: (done: string) => void;
}

export function ResourceCreate({ resource }: { resource: Resource }) {
  const may = useMay();
  const role = useRole();
  if (isHolder(role) || !may('create', resource)) return <Denied what={say`the form for a new ${resource.singular}`} />;
  return (
    <>
      <PageHead
        title={resource.createLabel ?? say`New ${resource.singular}`}
        about={resource.about}
        back={{ to: listPath(resource.name), label: resource.label }}
      />
      <FormCard resource={resource} draftKey={`${resource.name}/create`} />
    </>
  );
}

export function ResourceEdit({ resource, question }: { resource: Resource; question?: EditQuestion }) {
  return (
    <EditScreen<AnyRecord> resource={resource}>
      {(record) => (
        <FormCard resource={resource} record={record} question={question} draftKey={`${resource.name}/${record.id}`} />
      )}
    </EditScreen>
  );
}

interface FormCardProps {
  resource: Resource;
  record?: AnyRecord;
  question?: EditQuestion | undefined;
  draftKey: string;
}

function FormCard({ resource, record, question, draftKey }: FormCardProps) {
  const role = useRole();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const defaults = { ...defaultsOf(resource), ...record };
  const draft = useDraft(draftKey, defaults);
  const { act, problem, setProblem } = useAct();
  const isEdit = record !== undefined;
  const path = record && pathOf(resource.name, `/${encodeURIComponent(record.id)}`);
  const { stale, meet, settle } = useStaleEdit(record, path ? () => dataProvider.read<AnyRecord>(path) : undefined);
  /** Set while the dialog asks whether to save: takes the answer. */
  const [answer, setAnswer] = useAnswer();

  /** The detail page shows the saved values at once and reloads them in the background. */
  const keepSaved = (before: AnyRecord, saved: AnyRecord | undefined) =>
    queryClient.setQueryData(
      [resource.name, 'getOne', { id: String(before.id), ...wholeRecord }],
      (known: AnyRecord | undefined) => known && { ...known, ...saved },
    );

  const submit = async (values: Values) => {
    if (record && question?.isAsked(record, values) && !(await new Promise<boolean>(setAnswer))) return undefined;
    const body = plainFigures(
      resource.fields,
      sentValues(resource, values, { values, isEdit, isHolder: isHolder(role) }),
    );
    const send = async () => {
      const saved = await runCommand(body, (options) =>
        path
          ? dataProvider.send<AnyRecord>('PUT', path, body)
          : dataProvider.send<AnyRecord>('POST', pathOf(resource.name), body, options),
      );
      if (record) keepSaved(record, saved);
      draft.end();
      notify(isEdit ? say`Saved` : (resource.created ?? say`The ${resource.singular} was created`), {
        type: 'success',
      });
      redirect('show', resource.name, saved?.id ?? record?.id ?? '');
    };
    return (await act(say`Nothing was saved.`, send, meet)).fields;
  };

  return (
    <WithAdding>
      <div className="card form-card">
        <Form
          defaultValues={{ ...defaults, ...draft.filledIn }}
          record={isEdit ? { ...record, ...draft.filledIn } : undefined}
          validate={(values: Values) =>
            checkFields(askedFields(resource, { values, isEdit, isHolder: isHolder(role) }), values)
          }
          disableInvalidFormNotification
          shouldFocusError={false}
          noValidate
          onSubmit={submit}
        >
          <ErrorSummary fields={resource.fields} problem={problem} setProblem={setProblem} />
          {stale && <StaleFields resource={resource} stale={stale} settle={settle} draftKey={draftKey} />}
          {draft.filledIn && <RestoredNote draftKey={draftKey} />}
          <FormBody resource={resource} isEdit={isEdit} />
          <div className="acts formacts">
            <SaveButton label={isEdit ? say`Save` : (resource.createLabel ?? say`Create`)} />
            <Link
              className="btn text"
              to={record ? showPath(resource.name, record.id) : listPath(resource.name)}
              onClick={draft.end}
            >
              {say`Cancel`}
            </Link>
          </div>
          <DraftKeeper draft={draft} />
        </Form>
        {record && question && answer && (
          <LazyPart what={say`The dialog`} onClose={() => answer(false)}>
            <question.Dialog
              record={record}
              onConfirm={() => answer(true)}
              onClose={() => answer(false)}
              onInstead={(done) => {
                answer(false);
                draft.end();
                notify(done, { type: 'success' });
                redirect('show', resource.name, record.id);
              }}
            />
          </LazyPart>
        )}
      </div>
    </WithAdding>
  );
}

function StaleFields({ resource, ...rest }: { resource: Resource } & Omit<StaleEditProps, 'fields'>) {
  const role = useRole();
  return (
    <StaleEdit
      fields={askedFields(resource, { values: useWatch(), isEdit: true, isHolder: isHolder(role) })}
      {...rest}
    />
  );
}

type Answer = (isYes: boolean) => void;

function useAnswer(): [Answer | null, (resolve: Answer) => void] {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = (resolve: Answer) =>
    setAnswer(() => (isYes: boolean) => {
      setAnswer(null);
      resolve(isYes);
    });
  return [answer, ask];
}

function FormBody({ resource, isEdit }: { resource: Resource; isEdit: boolean }) {
  const values = useWatch();
  const role = useRole();
  const situation = { values, isEdit, isHolder: isHolder(role) };
  const fields = askedFields(resource, situation);
  return (
    <div className="form">
      {formRows(resource, situation).map((row) => (
        <div key={row[0]} className={row.length > 1 ? 'pair' : undefined}>
          {row.map((name) => {
            const field = fields[name];
            return field && <FieldInput key={name} name={name} field={field} />;
          })}
        </div>
      ))}
    </div>
  );
}

function SaveButton({ label }: { label: string }) {
  const { isSubmitting } = useFormState();
  const button = useRef<HTMLButtonElement>(null);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    // A disabled button loses the focus. It gets it back unless something else took it, such as the error summary.
    const isBack = wasSubmitting.current && !isSubmitting;
    wasSubmitting.current = isSubmitting;
    if (!isBack) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isSubmitting]);
  return (
    <button ref={button} type="submit" className="btn primary" disabled={isSubmitting}>
      {isSubmitting ? say`Saving…` : label}
    </button>
  );
}
