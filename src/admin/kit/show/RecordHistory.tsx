// What people did about a record, newest first.
import { actorName } from '../actorName.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useShowContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { histories } from '#src/resources/heads/histories.ts';
import { administrators } from '#src/resources/kit/access.ts';
import type { HistoryLine } from '#src/contract/securityPages.ts';
import { formatDay, formatInstant, plural, withDays, zoneNote } from '../format.ts';
import { Card } from '../parts/Card.tsx';
import { useRole } from '#src/admin/session/useMe.ts';
import { listPath, showPath } from '#src/admin/paths.ts';
import styles from './RecordHistory.module.css';

/** As the answer of a single record carries it. */
export interface WithHistory {
  history: readonly HistoryLine[];
}

/** Maximum entries in one response. */
const ANSWERED = 100;
/** Entries shown beside the facts before "Show all". */
const SHOWN = 10;

/** `about`: describes the list; the sort order is added after it. */
export function RecordHistory({ record, about }: { record: WithHistory; about?: string }) {
  const [isWhole, showWhole] = useState(false);
  const role = useRole();
  const { resource, record: shown } = useShowContext();
  const entries = record.history;
  const listed = isWhole || entries.length <= SHOWN + 1 ? entries : entries.slice(0, SHOWN);
  return (
    <Card
      title={say`History`}
      about={[about, orderOf(entries), zoneNote()].filter(Boolean).join('. ')}
      end={
        administrators.includes(role) &&
        shown && (
          <Link className="link" to={listPath(histories.trail, histories.trailOf(resource, shown.id))}>
            {say`Audit trail`}
          </Link>
        )
      }
    >
      {entries.length === 0 ? (
        <p className="mut">{say`Nothing has been recorded yet.`}</p>
      ) : (
        <ol className={styles.history}>
          {listed.map((entry, index) => (
            <li key={`${entry.at} ${index}`}>
              <p>
                <Told entry={entry} />
              </p>
              <p className={styles.meta}>{whoAndWhen(entry)}</p>
              {entry.details && entry.details.length > 0 && <Details texts={entry.details} />}
            </li>
          ))}
        </ol>
      )}
      {listed.length < entries.length && (
        <button type="button" className="btn text sm" onClick={() => showWhole(true)}>
          {sayAround`Show all ${entries.length} entries`}
        </button>
      )}
    </Card>
  );
}

/** A ledger entry leads with its effective date, which may be long before it was recorded. */
function orderOf(entries: readonly HistoryLine[]): string {
  const isOfLedger = entries.some(({ date }) => date !== undefined);
  if (entries.length < ANSWERED) return isOfLedger ? say`Last recorded first` : say`Newest first`;
  return say`The latest ${ANSWERED} entries, ${isOfLedger ? say`last recorded` : say`newest`} first`;
}

function Told({ entry: { id, text } }: { entry: HistoryLine }) {
  const words = withDays(text.charAt(0).toUpperCase() + text.slice(1));
  if (!id) return words;
  return (
    <Link className="link-quiet" to={showPath(histories.ledger, id)}>
      {words}
    </Link>
  );
}

function Details({ texts }: { texts: string[] }) {
  return (
    <details className={styles.behind}>
      <summary>{sayAround`${plural(texts.length, say`entry`, say`entries`)} with it`}</summary>
      <ul>
        {texts.map((text, index) => (
          <li key={`${index} ${text}`}>{withDays(text)}</li>
        ))}
      </ul>
    </details>
  );
}

function whoAndWhen({ actor, date, at }: HistoryLine): string {
  const when = date ? say`${formatDay(date)}, recorded ${formatInstant(at)}` : formatInstant(at);
  return actor ? `${actorName(actor)} · ${when}` : when;
}

/** The page's facts at the left, its history at the right. */
export function BesideHistory({ record, children }: { record: WithHistory; children: ReactNode }) {
  return (
    <div className="cols side">
      <div className="stack">{children}</div>
      <RecordHistory record={record} />
    </div>
  );
}
