// What was saved of a scenario, the present version first: when, by whom, and what it changed. Each can be opened.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import { formatInstant, withDays, zoneNote } from '#src/admin/kit/format.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { useRead } from '#src/admin/session/useRead.ts';
import { Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import type { ScenarioRecord } from './scenarioRecord.ts';
import { versionPath } from './versionPath.ts';
import styles from './scenarios.module.css';

export default function VersionsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // What was saved since the page was opened is in it too.
  const { data, error, refetch } = useRead<ScenarioRecord>(`/api/scenarios/${encodeURIComponent(id)}`);
  return (
    <ConsoleDialog
      title={say`Versions`}
      onClose={onClose}
      isBusy={false}
      wide
      actions={
        <button type="button" className="btn" onClick={onClose}>
          {say`Close`}
        </button>
      }
    >
      {error && !data ? (
        <Failed what={say`The versions`} error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          <p className="mut">{sayAround`Every saved version stays. ${zoneNote()}`}</p>
          <ul className={styles.links} aria-label={say`Versions`}>
            {data.versions.map(({ version, changed_at, changed_by, what }, index) => (
              <li key={version}>
                <span>
                  {withDays(what)}
                  <br />
                  <span className="mut">
                    {formatInstant(changed_at)}, {changed_by}
                  </span>
                </span>
                {index === 0 ? (
                  <span className="mut">{say`Present`}</span>
                ) : (
                  <Link
                    className="link"
                    to={versionPath(id, version)}
                    aria-label={say`Open version ${version}`}
                    onClick={onClose}
                  >
                    {say`Open`}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          {data.versions.at(-1)!.version > 1 && <p className="mut">{say`Older ones are kept and not listed.`}</p>}
        </>
      )}
    </ConsoleDialog>
  );
}
