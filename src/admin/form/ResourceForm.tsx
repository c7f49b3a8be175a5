// The create and edit pages of any declared resource, from its `form`. Saved pessimistically: nothing is shown as done
// before the server says so, and nothing typed is lost when it says no.
import { useQueryClient } from '@tanstack/react-query';
import { CreateBase, EditBase, Form, useEditContext, useNotify, useRedirect, useSaveContext } from 'react-admin';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link, useParams } from 'react-router-dom';
import { HttpError } from '../../httpClient.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { Absent, Blank, Denied, Failed, Loading, sentenceOf } from '../parts/states.tsx';
import { listPath, showPath } from '../paths.ts';
import { isEditable } from '../recordRules.ts';
import { useMay, useRole } from '../session/useMe.ts';
import { wholeRecord } from '../session/wholeRecord.ts';
import { checkFields } from './checkFields.ts';
import { DraftKeeper, dropDraft, useDraftAtOpening } from './draft.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import FieldInput from './FieldInput.tsx';
import { askedFields, formRows, sentValues } from './formRules.ts';

type Values = Record<string, unknown>;

export function ResourceCreate({ resource }: { resource: Resource }) {
  const may = useMay();
  const role = useRole();
  if (role === 'shareholder' || !may('create', resource))
    return <Denied what={`the form for a new ${resource.singular}`} />;
  return (
    <CreateBase resource={resource.name} redirect={false} mutationMode="pessimistic">
      <PageHead
        title={resource.createLabel ?? `New ${resource.singular}`}
        about={resource.about}
        back={{ to: listPath(resource.name), label: resource.label }}
      />
      <FormCard resource={resource} draftKey={`${resource.name}/create`} />
    </CreateBase>
  );
}

export function ResourceEdit({ resource }: { resource: Resource }) {
  const may = useMay();
  if (!may('update', resource)) return <Denied what={`the form of a ${resource.singular}`} />;
  return (
    <EditBase
      resource={resource.name}
      redirect={false}
      mutationMode="pessimistic"
      mutationOptions={wholeRecord}
      queryOptions={{
        ...wholeRecord,
        retry: false,
        onError: (error: Error) => console.error(`Loading ${resource.name} failed`, error),
      }}
    >
      <EditScreen resource={resource} />
    </EditBase>
  );
}

function EditScreen({ resource }: { resource: Resource }) {
  const { record, isPending, error, refetch } = useEditContext<AnyRecord>();
  if (error instanceof HttpError && error.status === 404) return <Absent />;
  if (error) return <Failed what={`The ${resource.singular}`} error={error} retry={() => void refetch()} />;
  if (isPending || !record) return <Loading />;
  const name = String(record[resource.title] ?? record.id);
  return (
    <>
      <PageHead title={`Edit ${name}`} back={{ to: showPath(resource.name, record.id), label: name }} />
      {isEditable(resource, record) ? (
        <FormCard resource={resource} record={record} draftKey={`${resource.name}/${record.id}`} />
      ) : (
        <div className="card">
          <Blank icon="lock" title={`This ${resource.singular} is not edited any more`}>
            It is {String(record.status)}. What has been decided stays as it was decided.
          </Blank>
        </div>
      )}
    </>
  );
}

interface FormCardProps {
  resource: Resource;
  record?: AnyRecord;
  draftKey: string;
}

function FormCard({ resource, record, draftKey }: FormCardProps) {
  const role = useRole();
  const { save } = useSaveContext();
  const { id } = useParams();
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const draft = useDraftAtOpening(draftKey);
  const [problem, setProblem] = useState<string | null>(null);
  const isEdit = record !== undefined;

  const submit = async (values: Values) => {
    setProblem(null);
    const situation = { values, isEdit, role };
    return save?.(sentValues(resource, values, situation), {
      onSuccess: (saved: AnyRecord) => {
        dropDraft(draftKey);
        void queryClient.invalidateQueries();
        notify(isEdit ? 'Saved' : `The ${resource.singular} was created`, { type: 'success' });
        redirect('show', resource.name, saved?.id ?? id ?? '');
      },
      onError: (error: Error) => {
        console.error(`Saving ${resource.name} failed`, error);
        setProblem(`Nothing was saved. ${sentenceOf(error)}`);
      },
    });
  };

  return (
    <div className="card form-card">
      <Form
        defaultValues={{ ...defaultsOf(resource), ...record, ...draft }}
        record={isEdit ? { ...record, ...draft } : undefined}
        validate={(values: Values) => checkFields(askedFields(resource, { values, isEdit, role }), values)}
        disableInvalidFormNotification
        shouldFocusError={false}
        noValidate
        onSubmit={submit}
      >
        <ErrorSummary fields={resource.fields} problem={problem} />
        {draft && <RestoredNote draftKey={draftKey} />}
        <FormBody resource={resource} isEdit={isEdit} />
        <div className="acts formacts">
          <SaveButton label={isEdit ? 'Save' : (resource.createLabel ?? 'Create')} />
          <Link
            className="btn text"
            to={record ? showPath(resource.name, record.id) : listPath(resource.name)}
            onClick={() => dropDraft(draftKey)}
          >
            Cancel
          </Link>
        </div>
        <DraftKeeper draftKey={draftKey} />
      </Form>
    </div>
  );
}

function defaultsOf(resource: Resource): Values {
  const entries = Object.entries(resource.fields).filter(([, field]) => !field.readOnly && 'default' in field);
  return Object.fromEntries(entries.map(([name, field]) => [name, 'default' in field ? field.default : undefined]));
}

function FormBody({ resource, isEdit }: { resource: Resource; isEdit: boolean }) {
  const values = useWatch();
  const role = useRole();
  const situation = { values, isEdit, role };
  const fields = askedFields(resource, situation);
  return (
    <div className="form">
      {formRows(resource, situation).map((row) => (
        <div key={row.join()} className={row.length > 1 ? 'pair' : undefined}>
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
  return (
    <button type="submit" className="btn primary" disabled={isSubmitting}>
      {isSubmitting ? 'Saving…' : label}
    </button>
  );
}

function RestoredNote({ draftKey }: { draftKey: string }) {
  const startOver = () => {
    dropDraft(draftKey);
    window.location.reload();
  };
  return (
    <p className="alert info restored">
      <span>What you had typed here before is filled in again.</span>
      <button type="button" className="link" onClick={startOver}>
        Start over
      </button>
    </p>
  );
}
