// What one does with a scenario: compare, share, export, print, turn into drafts, duplicate, delete.
import { say } from '#src/words/say.ts';
import { lazy, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { scenarios } from '#src/resources/scenarios.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { useAct, useNotifiedAct } from '#src/admin/kit/parts/useAct.ts';
import { listPath, showPath } from '#src/admin/paths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import type { ScenarioRecord } from './scenarioRecord.ts';

const ShareDialog = lazy(() => import('./ShareDialog.tsx'));
const VersionsDialog = lazy(() => import('./VersionsDialog.tsx'));
const DraftsDialog = lazy(() => import('./drafts/DraftsDialog.tsx'));

interface ScenarioActionsProps {
  record: ScenarioRecord;
  name: string;
  /** How many. */
  steps: number;
  /** What the server knows is what the page shows. */
  isSaved: boolean;
  onChanged: () => Promise<void>;
}

export function ScenarioActions({ record, name, steps, isSaved, onChanged }: ScenarioActionsProps) {
  const may = useMay();
  const mayEdit = may('update', scenarios);
  const [dialog, setDialog] = useState<'share' | 'versions' | 'drafts' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const address = `/api/scenarios/${record.id}`;
  return (
    <>
      <Link className="btn" to={`${listPath('scenarios')}/compare?ids=${record.id}`}>
        {say`Compare`}
      </Link>
      {isSaved && (
        <DownloadButton
          path={`${address}/export.xlsx`}
          name={`${name.trim() || 'Scenario'}.xlsx`}
          what={say`The workbook`}
          label="XLSX"
        />
      )}
      <button type="button" className="btn" onClick={() => window.print()}>
        <Icon name="print" />
        {say`Print`}
      </button>
      <button type="button" className="btn" disabled={!isSaved} onClick={() => setDialog('versions')}>
        {say`Versions`}
      </button>
      {mayEdit && (
        <>
          <button type="button" className="btn" disabled={!isSaved} onClick={() => setDialog('share')}>
            {say`Share`}
          </button>
          <DuplicateButton id={record.id} />
          {record.posted_run === null && (
            <button type="button" className="btn" onClick={() => setDialog('delete')}>
              {say`Delete`}
            </button>
          )}
          {record.posted_at === null && record.as_of !== null && (
            <button
              type="button"
              className="btn primary"
              disabled={!isSaved || steps === 0}
              onClick={() => setDialog('drafts')}
            >
              {say`Prepare entries`}
            </button>
          )}
        </>
      )}
      {dialog === 'share' && (
        <LazyPart what={say`The dialog`} onClose={close}>
          <ShareDialog record={record} onClose={close} />
        </LazyPart>
      )}
      {dialog === 'versions' && (
        <LazyPart what={say`The dialog`} onClose={close}>
          <VersionsDialog id={record.id} onClose={close} />
        </LazyPart>
      )}
      {dialog === 'drafts' && record.as_of !== null && (
        <LazyPart what={say`The dialog`} onClose={close}>
          <DraftsDialog
            id={record.id}
            day={record.as_of}
            isFixed={record.posted_run !== null}
            onClose={close}
            onPosted={onChanged}
          />
        </LazyPart>
      )}
      {dialog === 'delete' && <DeleteDialog record={record} onClose={close} />}
    </>
  );
}

function DuplicateButton({ id }: { id: string }) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const navigate = useNavigate();
  const { act, isBusy } = useNotifiedAct();
  const duplicate = () =>
    act(say`The scenario was not duplicated.`, async () => {
      const copy = await runCommand(['duplicate', id], (options) =>
        data.send<{ id: string }>('POST', `/api/scenarios/${id}/duplicate`, {}, options),
      );
      await navigate(showPath('scenarios', copy.id));
    });
  return (
    <button type="button" className="btn" disabled={isBusy} onClick={() => void duplicate()}>
      {say`Duplicate`}
    </button>
  );
}

function DeleteDialog({ record, onClose }: { record: ScenarioRecord; onClose: () => void }) {
  const data = useConsoleData();
  const runCommand = useCommand();
  const navigate = useNavigate();
  const { act, isBusy, problem } = useAct();
  const remove = () =>
    act(say`Nothing was deleted.`, async () => {
      await runCommand(['delete', record.id], (options) =>
        data.send('DELETE', `/api/scenarios/${record.id}`, undefined, options),
      );
      await navigate(listPath('scenarios'));
    });
  return (
    <ConfirmDialog
      title={say`Delete ${record.name}?`}
      keepLabel={say`Keep it`}
      confirmLabel={say`Delete it`}
      busyLabel={say`Deleting…`}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      {say`The scenario, its versions, links and drafts are deleted. The ledger stays as it is.`}
    </ConfirmDialog>
  );
}
