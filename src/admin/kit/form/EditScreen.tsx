// The page that edits one record. It loads the whole record first. A message replaces the form if the user's role or the record's
// state does not allow editing.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { EditBase, useEditContext } from 'react-admin';
import { withArticle } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { hasForm, isEditable } from '#src/resources/kit/recordState.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { Blank, Denied } from '../parts/states.tsx';
import { showPath } from '#src/admin/paths.ts';
import { titleOf } from '../titleOf.ts';
import { LoadedRecord, wholeRecordOf } from '../show/LoadedRecord.tsx';

const OthersEditing = lazy(() => import('../parts/OthersEditing.tsx'));

interface EditScreenProps<R> {
  resource: Resource;
  /** The form, filled with the record. */
  children: (record: R) => ReactNode;
}

const formOf = (resource: Resource) => say`the form for editing ${withArticle(resource)}`;

export function EditScreen<R extends AnyRecord>({ resource, children }: EditScreenProps<R>) {
  const may = useMay();
  if (!may('update', resource)) return <Denied what={formOf(resource)} />;
  return (
    <EditBase resource={resource.name} queryOptions={wholeRecordOf(resource)}>
      <EditForm resource={resource}>{children}</EditForm>
    </EditBase>
  );
}

function EditForm<R extends AnyRecord>({ resource, children }: EditScreenProps<R>) {
  const role = useRole();
  return (
    <LoadedRecord resource={resource} read={useEditContext<R>()}>
      {(record) => {
        if (!hasForm(resource, record, role)) return <Denied what={formOf(resource)} />;
        const name = titleOf(resource, record);
        return (
          <>
            <PageHead title={say`Edit ${name}`} back={{ to: showPath(resource.name, record.id), label: name }} />
            {isEditable(resource, record, role) ? (
              <>
                <LazyPart what={say`Who else is editing`}>
                  <OthersEditing resource={resource.name} id={record.id} isEditing />
                </LazyPart>
                {children(record)}
              </>
            ) : (
              <div className="card">
                <Blank icon="lock" title={say`This ${resource.singular} can no longer be edited`}>
                  {sayAround`It is ${String(record.status)}. Decided records cannot be changed.`}
                </Blank>
              </div>
            )}
          </>
        );
      }}
    </LoadedRecord>
  );
}
