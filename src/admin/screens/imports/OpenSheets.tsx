// Spreadsheets that were read and are not applied: each can be continued or discarded.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { SheetSummary } from '#src/contract/sheets.ts';
import { formatInstant, plural, zoneNote } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { Failed } from '#src/admin/kit/parts/states.tsx';
import { sheetPath } from '../shared/screenPaths.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { DiscardSheet } from './DiscardSheet.tsx';
import styles from './sheets.module.css';

export function OpenSheets() {
  const { data, error, refetch } = useRead<SheetSummary[]>('/api/sheets');
  if (error)
    return (
      <div className={`card ${styles.above}`}>
        <Failed what={say`Spreadsheets that are not applied`} error={error} retry={() => void refetch()} />
      </div>
    );
  const open = (data ?? []).filter(({ status }) => status === 'open');
  if (open.length === 0) return null;
  return (
    <Card
      className={styles.above ?? ''}
      title={say`Not applied yet`}
      about={say`${plural(open.length, say`file`, say`files`)}. Nothing has been written. ${zoneNote()}.`}
      flush
    >
      <ul className={styles.open}>
        {open.map((sheet) => (
          <li key={sheet.id}>
            <span>
              <b>{sheet.file_name}</b>
              <small>{formatInstant(sheet.created_at)}</small>
            </span>
            <span className="row-acts">
              <Link className="btn sm" to={sheetPath(sheet.id)} aria-label={say`Continue with ${sheet.file_name}`}>
                {say`Continue`}
              </Link>
              <DiscardSheet sheet={sheet} small onDone={() => void refetch()} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
