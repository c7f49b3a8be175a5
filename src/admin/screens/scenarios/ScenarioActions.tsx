// What one does with a scenario beside editing it: a workbook, a copy, a link, and a new start when the ledger went on.
import { useState } from 'react';
import { useNotify, useRedirect } from 'react-admin';
import type { ScenarioPage } from '../../../contract/recordPages.ts';
import { scenarios } from '../../../resources/scenarios.ts';
import { ConsoleDialog } from '../../kit/parts/ConsoleDialog.tsx';
import { DownloadButton } from '../../kit/parts/DownloadButton.tsx';
import { sentenceOf } from '../../kit/parts/states.tsx';
import { formatInstant, withDays } from '../../kit/format.ts';
import { showPath } from '../../kit/paths.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useMay } from '../../session/useMe.ts';
import { useConsoleData } from '../../session/useRead.ts';

const LINK_DAYS = 30;

export function ScenarioActions({ record }: { record: ScenarioPage }) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const redirect = useRedirect();
  const may = useMay();
  const [isSharing, setSharing] = useState(false);
  const duplicate = async () => {
    try {
      const copy = await run(['duplicate', record.id], (options) =>
        data.command<{ id: string }>('scenarios', record.id, 'duplicate', {}, options),
      );
      redirect(showPath('scenarios', copy.id));
    } catch (error) {
      notify(sentenceOf(error), { type: 'error' });
    }
  };
  return (
    <>
      <DownloadButton
        path={`/api/scenarios/${record.id}/export.xlsx`}
        name={`${record.name}.xlsx`}
        what="The workbook"
        label="Export XLSX"
      />
      {may('create', scenarios) && (
        <>
          <button type="button" className="btn" onClick={() => void duplicate()}>
            Duplicate
          </button>
          <button type="button" className="btn" onClick={() => setSharing(true)}>
            Share
          </button>
        </>
      )}
      {isSharing && <ShareDialog record={record} onClose={() => setSharing(false)} />}
    </>
  );
}

/** Makes a link, which is shown this once, and withdraws earlier ones. */
function ShareDialog({ record, onClose }: { record: ScenarioPage; onClose: () => void }) {
  const data = useConsoleData();
  const run = useCommand();
  const [made, setMade] = useState<{ url: string; expires_at: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const share = () =>
    attempt(async () => {
      const body = { expires_in_days: LINK_DAYS };
      setMade(
        await run(['share', record.id], (options) => data.command('scenarios', record.id, 'share', body, options)),
      );
    });
  const withdraw = (id: string) =>
    attempt(async () => {
      const path = `/api/scenarios/${record.id}/share/${id}`;
      await run(['withdraw', id], (options) => data.send('DELETE', path, undefined, options));
    });
  const open = record.shares.filter(({ withdrawn_at }) => withdrawn_at === null);
  return (
    <ConsoleDialog
      title="Share by a link"
      onClose={onClose}
      isBusy={isBusy}
      actions={
        <>
          <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn primary" disabled={isBusy} onClick={() => void share()}>
            Make a link for {LINK_DAYS} days
          </button>
        </>
      }
    >
      <p>
        Whoever has the link sees the result as it is now, with the names of holders, and nothing else. Later changes
        are not shown. You can withdraw a link at any time.
      </p>
      {made && (
        <div className="field">
          <label htmlFor="scenario-link">Link, shown this once</label>
          <input
            id="scenario-link"
            className="input"
            readOnly
            value={made.url}
            onFocus={(event) => event.target.select()}
          />
          <p className="help">Ends {formatInstant(made.expires_at)}.</p>
        </div>
      )}
      {open.map(({ id, created_at, expires_at }) => (
        <p key={id}>
          Link of {formatInstant(created_at)}, ends {formatInstant(expires_at)}{' '}
          <button type="button" className="btn sm" disabled={isBusy} onClick={() => void withdraw(id)}>
            Withdraw
          </button>
        </p>
      ))}
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
    </ConsoleDialog>
  );
}

/** The ledger went on: says so, and offers to start again from it. */
export function Overtaken({ record, mayEdit }: { record: ScenarioPage; mayEdit: boolean }) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  if (record.overtaken === null) return null;
  const again = async () => {
    try {
      await run(['start-again', record.id], (options) =>
        data.command('scenarios', record.id, 'start-again', {}, options),
      );
    } catch (error) {
      notify(sentenceOf(error), { type: 'error' });
    }
  };
  return (
    <output className="alert warning">
      <span>{withDays(record.overtaken.message)}</span>
      {mayEdit && (
        <button type="button" className="btn sm" onClick={() => void again()}>
          Start again from today
        </button>
      )}
    </output>
  );
}
