// Where in a file something is, in words.
import { say } from '#src/words/say.ts';
import { plural } from '#src/admin/kit/format.ts';

interface Place {
  tab: string | null;
  /** "row 12", in words already. */
  rows?: string;
  column: string | null;
  heading?: string | null;
}

/** Moves the grid to a place; the row is null for a whole column. */
export type GoTo = (place: { tab: string | null; row: number | null; column: string | null }) => void;

/** "Tab CS Ledger, rows 3 and 12, column C “Shares”"; empty for the whole file. */
export function placeOf({ tab, rows = '', column, heading }: Place): string {
  const parts = [
    tab === null ? '' : say`tab ${tab.trim()}`,
    rows,
    column ? say`column ${column}${heading ? ` “${heading}”` : ''}` : '',
  ].filter(Boolean);
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const NAMED_ROWS = 6;

/** "rows 3, 5 and 8", "rows 3, 4, 5, 6, 7, 8 and 12 more". */
export function rowsInWords(rows: readonly number[]): string {
  if (rows.length === 0) return '';
  if (rows.length === 1) return say`row ${rows[0]}`;
  const named = rows.slice(0, NAMED_ROWS);
  const more = rows.length - named.length;
  if (more > 0) return say`rows ${named.join(', ')} and ${plural(more, say`more`, say`more`)}`;
  return say`rows ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
