// Above an earlier version: what it is, and how it becomes the present one.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useNotify } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import type { VersionAnswer } from '#src/contract/scenarios/scenarios.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import { formatInstant } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useNotifiedAct } from '#src/admin/kit/parts/useAct.ts';
import { showPath } from '#src/admin/paths.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { keepScenarioDraft } from './editor/scenarioDraft.ts';
import type { ScenarioRecord } from './scenarioRecord.ts';
import styles from './scenarios.module.css';

interface VersionNoteProps {
  /** The present one. */
  record: ScenarioRecord;
  earlier: VersionAnswer;
}

export function VersionNote({ record, earlier }: VersionNoteProps) {
  const may = useMay();
  const data = useConsoleData();
  const runCommand = useCommand();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const { act, isBusy } = useNotifiedAct();
  const present = showPath('scenarios', record.id);
  const takeBack = () =>
    act(say`The scenario stays as it was.`, async () => {
      const { name, as_of, start, steps } = earlier;
      const body = { name, as_of, start, steps, version: record.version };
      await runCommand(['take back', earlier.version, record.version], (options) =>
        data.send('PUT', `/api/scenarios/${record.id}`, body, options),
      );
      keepScenarioDraft(record.id, null);
      await queryClient.invalidateQueries({ queryKey: ['read'] });
      void queryClient.invalidateQueries({ queryKey: ['scenarios'] });
      notify(say`Version ${earlier.version} is the present one again`, { type: 'success' });
      await navigate(present);
    });
  return (
    <div className={`alert info ${styles.note}`}>
      <Icon name="info" />
      <div>
        <p>
          {sayAround`Version ${earlier.version}, saved on ${formatInstant(earlier.changed_at)} by ${earlier.changed_by}. It cannot be edited here.`}
          {earlier.as_of !== null && say` Its figures show that day as the ledger has it now.`}
        </p>
        <p className={styles.noteActs}>
          <Link className="btn sm" to={present}>
            {say`To the present version`}
          </Link>
          {may('update', scenarios) && record.posted_run === null && (
            <button type="button" className="btn sm" disabled={isBusy} onClick={() => void takeBack()}>
              {say`Restore this version`}
            </button>
          )}
        </p>
      </div>
    </div>
  );
}
