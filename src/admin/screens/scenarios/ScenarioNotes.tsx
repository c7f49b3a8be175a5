// What happened in the ledger since the scenario was started, and what became of its drafts.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import { scenarios } from '#src/resources/scenarios.ts';
import { formatInstant, withDays } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useNotifiedAct } from '#src/admin/kit/parts/useAct.ts';
import { basename } from '#src/admin/paths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { PartlyPosted } from './drafts/PartlyPosted.tsx';
import type { ScenarioRecord } from './scenarioRecord.ts';
import styles from './scenarios.module.css';

export function ScenarioNotes({ record, onReopen }: { record: ScenarioRecord; onReopen: () => Promise<void> }) {
  const may = useMay();
  const data = useConsoleData();
  const runCommand = useCommand();
  const { act, isBusy } = useNotifiedAct();
  const startAgain = () =>
    act(say`The scenario stays as it was.`, async () => {
      await runCommand(['start again', record.id], (options) =>
        data.send('POST', `/api/scenarios/${record.id}/start-again`, {}, options),
      );
      await onReopen();
    });
  if (record.posted_at !== null)
    return (
      <output className={`alert success ${styles.note}`}>
        <Icon name="check" />
        <p>
          {sayAround`Its drafts were posted on ${formatInstant(record.posted_at)}. ${(
            <Link className="link" to={`${basename}/cap-table?basis=fully_diluted`}>
              {say`Open the cap table`}
            </Link>
          )}. To go on from here, duplicate it.`}
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
            {say`Start again from today`}
          </button>
        )}
      </div>
    </output>
  );
}
