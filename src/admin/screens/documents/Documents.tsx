// The documents: the generic list with the upload dialog on its button, and the detail with its download.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { lazy, useState } from 'react';
import type { DragEvent } from 'react';
import { useNotify } from 'react-admin';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { DocumentPage } from '#src/contract/recordPages.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { ResourceList } from '#src/admin/kit/list/ResourceList.tsx';
import { plural } from '#src/admin/kit/format.ts';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { ReferenceName } from '#src/admin/kit/parts/ReferenceName.tsx';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useNotifiedAct } from '#src/admin/kit/parts/useAct.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { BesideHistory } from '#src/admin/kit/show/RecordHistory.tsx';
import { FactsCard, RecordHead, RecordScreen } from '#src/admin/kit/show/ResourceShow.tsx';
import { droppedFiles } from './several/droppedFiles.ts';
import type { DroppedFile } from './several/fileRows.ts';
import styles from '../shared/shared.module.css';

const UploadDialog = lazy(() => import('./UploadDialog.tsx'));
const SeveralDialog = lazy(() => import('./several/SeveralDialog.tsx'));

export function DocumentList({ resource }: { resource: Resource }) {
  const may = useMay();
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  /** The files that opened the dialog for several; null while it is closed. */
  const [several, setSeveral] = useState<DroppedFile[] | null>(null);
  const notify = useNotify();
  const mayUpload = !isHolder(role) && may('create', resource);
  const uploadSeveral = (
    <button type="button" className="btn" onClick={() => setSeveral([])}>
      {say`Upload several`}
    </button>
  );
  const upload = (
    <button type="button" className="btn primary" onClick={() => setOpen(true)}>
      <Icon name="upload" />
      {resource.createLabel}
    </button>
  );
  const drop = (event: DragEvent) => {
    if (several !== null || isOpen || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    droppedFiles(event.dataTransfer).then(
      (files) => files.length > 0 && setSeveral(files),
      (error: unknown) => {
        console.error('The dropped files could not be read', error);
        notify(say`The dropped files could not be read. ${sentenceOf(error)}`, { type: 'error' });
      },
    );
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way to the button.
    <div onDragOver={mayUpload ? (event) => event.preventDefault() : undefined} onDrop={mayUpload ? drop : undefined}>
      <ResourceList
        resource={resource}
        createButton={
          mayUpload ? (
            <>
              {uploadSeveral}
              {upload}
            </>
          ) : null
        }
        emptyActions={
          mayUpload ? (
            <>
              {upload}
              {uploadSeveral}
            </>
          ) : null
        }
      />
      {isOpen && (
        <LazyPart what={say`The dialog`} onClose={() => setOpen(false)}>
          <UploadDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
      {several && (
        <LazyPart what={say`The dialog`} onClose={() => setSeveral(null)}>
          <SeveralDialog dropped={several} onClose={() => setSeveral(null)} />
        </LazyPart>
      )}
    </div>
  );
}

export function DocumentShow({ resource }: { resource: Resource }) {
  return (
    <RecordScreen<DocumentPage> resource={resource}>
      {(record) => (
        <>
          <RecordHead resource={resource} record={record} extra={<DownloadButton record={record} />} />
          <BesideHistory record={record}>
            <FactsCard resource={resource} record={record} omit={['audience']}>
              <Readers record={record} />
            </FactsCard>
          </BesideHistory>
        </>
      )}
    </RecordScreen>
  );
}

/** Lists several shareholders by name, for the company only. */
function Readers({ record }: { record: DocumentPage }) {
  const role = useRole();
  const ids = record.shareholder_ids;
  if (isHolder(role) || ids.length < 2) return null;
  return (
    <details className={styles.members}>
      <summary>{sayAround`Visible to ${plural(ids.length, say`shareholder`, say`shareholders`)}`}</summary>
      <ul className={styles.picked}>
        {ids.map((id) => (
          <li key={id} className="chip">
            <ReferenceName to="shareholders" id={id} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A server link that works once: the browser downloads the file itself, however large it is. */
function DownloadButton({ record }: { record: DocumentPage }) {
  const dataProvider = useConsoleData();
  const { act, isBusy } = useNotifiedAct();
  const download = () =>
    act(say`The file could not be fetched.`, async () => {
      const { url } = await dataProvider.command<{ url: string }>('documents', record.id, 'link', undefined);
      window.location.assign(url);
    });
  return (
    <button type="button" className="btn primary" disabled={isBusy} onClick={() => void download()}>
      <Icon name="download" />
      {isBusy ? say`Preparing…` : say`Download`}
    </button>
  );
}
