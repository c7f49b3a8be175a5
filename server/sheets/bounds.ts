// Numbers and references of a workbook, bounded where they are read: a file may write anything in their place.
import { damagedWorkbook, refusal } from './refusals.ts';
import { COLUMNS_MAX } from '#src/domain/sheets/grid.ts';
import { columnLetters } from '#src/domain/sheets/values/cells.ts';

/** As many as a spreadsheet program has. */
export const SHEET_COLUMNS = 16_384;
export const SHEET_ROWS = 1_048_576;
/** Of ids and places in lists. */
export const INDEX_MAX = 2_147_483_647;

/** Out: the whole number, or null for anything else, and for one beyond the most. */
export function wholeUpTo(text: string, most: number): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const number = Number(text);
  return number <= most ? number : null;
}

/** Refuses: bad_zip for anything but a whole number up to the most. */
export function wholeIn(text: string, most: number, what: string): number {
  const number = wholeUpTo(text, most);
  if (number === null)
    throw damagedWorkbook(`This workbook has ${what} “${text.slice(0, 20)}”, which no spreadsheet program writes.`);
  return number;
}

/** Out: the number of a column by its letters; more than a spreadsheet has when there are too many of them. */
export function columnOf(letters: string): number {
  if (letters.length > 3) return SHEET_COLUMNS + 1;
  let column = 0;
  for (let index = 0; index < letters.length; index += 1) column = column * 26 + letters.charCodeAt(index) - 64;
  return column;
}

export const tooManyColumns = (which: string) =>
  refusal(
    'too_many_columns',
    `Column ${which.slice(0, 20)} is not empty, and ${COLUMNS_MAX} columns are read at most, up to ${columnLetters(COLUMNS_MAX)}. Delete the cells beyond them on the right.`,
  );
