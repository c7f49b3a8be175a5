// What happened in the ledger since the scenario was started, and what became of its drafts.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { scenarios } from '../../../resources/scenarios.ts';
import { formatInstant, withDays } from '../../kit/format.ts';
import { Icon } from '../../kit/icons.tsx';
import { failureOf } from '../../kit/parts/states.tsx';
import { basename } from '../../kit/paths.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useMay } from '../../session/useMe.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { PartlyPosted } from './drafts/PartlyPosted.tsx';
import type { ScenarioRecord } from './scenarioRecord.ts';
import styles from './scenarios.module.css';

export function ScenarioNotes({ record, onReopen }: { record: ScenarioRecord; onReopen: () => Promise<void> }) {
  const may = useMay();
  const data = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const startAgain = async () => {
    setBusy(true);
    try {
      await runCommand(['start again', record.id], (options) =>
        data.send('POST', `/api/scenarios/${record.id}/start-again`, {}, options),
      );
      await onReopen();
    } catch (error) {
      console.error('The scenario was not started again', error);
      notify(failureOf('The scenario stays as it was.', error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  if (record.posted_at !== null)
    return (
      <output className={`alert success ${styles.note}`}>
        <Icon name="check" />
        <p>
          Its drafts were posted on {formatInstant(record.posted_at)}.{' '}
          <Link className="link" to={`${basename}/cap-table?basis=fully_diluted`}>
            Open the cap table
          </Link>
          . To go on from here, duplicate it.
        </p>
      </output>
    );
  if (record.posted_run !== null) return <PartlyPosted record={record} onPosted={onReopen} />;
  if (!record.overtaken) return null;
  return (
    <output className={`alert warning ${styles.note}`}>
      <Icon name="warning" />
      <div>
        <p>{withDays(record.overtaken.message)}</p>
        {may('update', scenarios) && (
          <button type="button" className="btn sm" disabled={isBusy} onClick={() => void startAgain()}>
            Start again from today
          </button>
        )}
      </div>
    </output>
  );
}
