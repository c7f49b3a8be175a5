// Who did what and when, newest first.
import { Link } from 'react-router-dom';
import { whoDid } from '../fieldKinds.tsx';
import type { AnyRecord } from '../fieldKinds.tsx';
import { formatDay, formatInstant } from '../format.ts';
import { showPath } from '../paths.ts';
import { Failed, Loading } from './states.tsx';

/** What somebody said of the record, in words that follow a name. */
export interface Said {
  at: string;
  actor: string;
  text: string;
}

interface HistoryProps {
  entries: AnyRecord[] | undefined;
  /** Stands among the entries, by when it was said. */
  said?: readonly Said[];
  error: unknown;
  isPending: boolean;
  retry: () => void;
}

export function History({ entries, said = [], error, isPending, retry }: HistoryProps) {
  if (error) return <Failed what="The history" error={error} retry={retry} />;
  if (isPending || !entries) return <Loading />;
  if (entries.length + said.length === 0) return <p className="mut">Nothing has been recorded yet.</p>;
  return (
    <ol className="history">
      {merged(entries, said).map((line) =>
        'said' in line ? (
          <SaidLine key={line.said.at} line={line.said} />
        ) : (
          <Entry key={line.entry.id} entry={line.entry} />
        ),
      )}
    </ol>
  );
}

type Line = { entry: AnyRecord } | { said: Said };

/** Both lists are newest first, and entries keep their order: those of one command have one instant. */
function merged(entries: readonly AnyRecord[], said: readonly Said[]): Line[] {
  const lines: Line[] = entries.map((entry) => ({ entry }));
  for (const line of said) {
    const at = lines.findIndex((other) => instantOf(other) < Date.parse(line.at));
    lines.splice(at < 0 ? lines.length : at, 0, { said: line });
  }
  return lines;
}

const instantOf = (line: Line) => Date.parse(String('said' in line ? line.said.at : line.entry.recorded_at));

function SaidLine({ line: { at, actor, text } }: { line: Said }) {
  return (
    <li>
      <p>{text.charAt(0).toUpperCase() + text.slice(1)}</p>
      <p className="meta">
        {actor} · {formatInstant(at)}
      </p>
    </li>
  );
}

function Entry({ entry }: { entry: AnyRecord }) {
  return (
    <li>
      <p>
        <Link className="link-quiet" to={showPath('transactions', entry.id)}>
          {String(entry.summary)}
        </Link>
      </p>
      <p className="meta">
        {entry.actor ? `${whoDid(entry)} · ` : ''}
        {formatDay(String(entry.date))}, recorded {formatInstant(String(entry.recorded_at))}
      </p>
    </li>
  );
}
