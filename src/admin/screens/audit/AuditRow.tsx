// One row of the trail as a sentence, and what changed side by side.
import { readerFormats } from '#src/words/figures.ts';
import { ofYou } from '#src/words/ofYou.ts';
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import { actionWords } from '#src/resources/audit.ts';
import type { AuditEntry } from '#src/resources/audit.ts';
import { resources } from '#src/resources/index.ts';
import type { Tone } from '#src/resources/kit/fields.ts';
import { isReader } from '#src/admin/kit/fieldKinds.tsx';
import { withDays, companyZone } from '#src/admin/kit/format.ts';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { showPath } from '#src/admin/paths.ts';
import { Compared, comparedOf } from './Compared.tsx';
import styles from './audit.module.css';

/** More fields than this are folded away. */
const OPEN_MAX = 4;

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const compared = comparedOf(entry);
  return (
    <li className={styles.row}>
      <Link
        className={`${styles.time} link-quiet tn`}
        to={showPath('audit', entry.id)}
        title={say`Row ${String(entry.seq)}`}
      >
        <time dateTime={entry.at ?? ''}>{formatTime(String(entry.at))}</time>
      </Link>
      <div className={styles.what}>
        <p>
          <b>{whoOf(entry)}</b> <Sentence entry={entry} />
        </p>
        {compared.length > 0 && (
          <details open={entry.before !== null && entry.after !== null && compared.length <= OPEN_MAX}>
            <summary>{summaryOf(entry, compared.length)}</summary>
            <Compared entry={entry} fields={compared} />
          </details>
        )}
      </div>
      <span>
        <ToneChip tone={toneOf(entry)}>{actionWords(String(entry.action))}</ToneChip>
      </span>
    </li>
  );
}

export const whoOf = ({ account_id, actor }: AuditEntry): string => (isReader(account_id) ? say`You` : String(actor));

/** What was done, as it goes on after who did it. */
export const doneBy = ({ account_id, summary }: AuditEntry): string =>
  isReader(account_id) ? ofYou(String(summary)) : String(summary);

function summaryOf({ before, after }: AuditEntry, fields: number): string {
  const what = fields === 1 ? say`1 field` : say`${fields} fields`;
  if (before === null) return say`${what} filled in`;
  return after === null ? say`What was there: ${what}` : say`${what} changed`;
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const { resource, resource_id, action } = entry;
  const words = withDays(doneBy(entry));
  const path = action === 'delete' ? null : pathOf(resource, resource_id);
  return path ? (
    <Link className="link-quiet" to={path}>
      {words}
    </Link>
  ) : (
    words
  );
}

/** The page of the record, where its kind has pages. */
export function pathOf(resource: string | null, id: string | null): string | null {
  const declared = resources.find(({ name }) => name === resource);
  return declared && declared.menu !== 'hidden' && id ? showPath(declared.name, id) : null;
}

function toneOf({ action }: AuditEntry): Tone {
  if (action === 'login_failed') return 'warning';
  if (action === 'delete' || action === 'void') return 'error';
  return action === 'export' || action === 'download' ? 'info' : 'neutral';
}

/** Only the time of an instant in the company's time zone, beneath its day. */
const formatTime = (instant: string): string =>
  new Intl.DateTimeFormat(readerFormats(), { timeStyle: 'short', timeZone: companyZone() }).format(new Date(instant));
