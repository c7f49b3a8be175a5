// The end that a row's status says of a security.
import { STATUS_MEANINGS } from '../meanings/statusWords.ts';
import type { StatusMeaning } from '../meanings/statusWords.ts';
import type { RowReader } from './rowReader.ts';
import type { FileFacts } from './table.ts';

export type Ending = Exclude<StatusMeaning, 'outstanding' | 'not_issued'>;

const ENDINGS: ReadonlySet<string> = new Set(
  STATUS_MEANINGS.filter((meaning) => meaning !== 'outstanding' && meaning !== 'not_issued'),
);

/** Null for a row without a status, and for one that is outstanding. */
export function endingOf(reader: RowReader, { statusOf }: FileFacts): Ending | null {
  const text = reader.text('status');
  const meaning = text === '' ? null : statusOf(text);
  return meaning !== null && ENDINGS.has(meaning) ? (meaning as Ending) : null;
}

const REASONS: Record<Ending, string> = {
  cancelled: 'Cancelled',
  repurchased: 'Repurchased',
  transferred: 'Transferred',
  converted: 'Converted',
  exercised: 'Exercised',
  forfeited: 'Forfeited',
  expired: 'Expired',
};

/** In English, with the file's own word where it has another. */
export function reasonOf(ending: Ending, text: string): string {
  const reason = REASONS[ending];
  return text.trim().toLowerCase().startsWith(reason.toLowerCase().slice(0, 6))
    ? text.trim()
    : `${reason} (${text.trim()})`;
}

/** A row cannot have ended and have something outstanding. */
export function checkEnding(reader: RowReader, ending: Ending | null): void {
  const outstanding = reader.number('quantity_outstanding');
  if (ending === null || outstanding === null || outstanding <= 0n) return;
  reader.error(
    'status_contradicts',
    'status',
    `The status “${reader.text('status')}” says that nothing is outstanding, and the row has an outstanding quantity. Correct one of them.`,
  );
}
