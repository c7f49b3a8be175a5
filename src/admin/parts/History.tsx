// Who did what and when, newest first.
import { Link } from 'react-router-dom';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatDay, formatInstant } from '../format.ts';
import { showPath } from '../paths.ts';
import { Failed, Loading } from './states.tsx';

interface HistoryProps {
  entries: AnyRecord[] | undefined;
  error: unknown;
  isPending: boolean;
  retry: () => void;
}

export function History({ entries, error, isPending, retry }: HistoryProps) {
  if (error) return <Failed what="The history" error={error} retry={retry} />;
  if (isPending || !entries) return <Loading />;
  if (entries.length === 0) return <p className="mut">Nothing has been recorded yet.</p>;
  return (
    <ol className="history">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p>
            <Link className="link-quiet" to={showPath('transactions', entry.id)}>
              {String(entry.summary)}
            </Link>
          </p>
          <p className="meta">
            {entry.actor ? `${String(entry.actor)} · ` : ''}
            {formatDay(String(entry.date))}, recorded {formatInstant(String(entry.recorded_at))}
          </p>
        </li>
      ))}
    </ol>
  );
}
