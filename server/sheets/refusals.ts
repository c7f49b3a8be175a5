// Why a file is not read at all. What is wrong inside a readable file is a finding, not a refusal.
import { AppError } from '#src/domain/errors.ts';

export type SheetRefusal =
  | 'legacy_xls'
  | 'encrypted'
  | 'doctype'
  | 'unknown_encoding'
  | 'bad_zip'
  | 'too_large_inflated'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_large_field'
  | 'not_text';

/** The sentence says what to do. */
export const refusal = (code: SheetRefusal, sentence: string) => new AppError(code, sentence, { status: 422 });

const SAVE_AGAIN = 'Open it in a spreadsheet program, save it as .xlsx, and choose that file.';

/**
 * A fault of ours that a file brought out is a refusal of that file. `cause` is for the log (server/http/problem.ts).
 */
export const unreadable = (cause: unknown) =>
  new AppError('bad_zip', `This file could not be read: reading it ended without a result. ${SAVE_AGAIN}`, {
    status: 422,
    cause,
  });

/** In: what is wrong, as a sentence. */
export const damagedWorkbook = (what: string) => refusal('bad_zip', `${what} ${SAVE_AGAIN}`);

export const ROWS_MAX = 200_000;
/** Two hundred thousand rows of twenty-five. */
export const CELLS_MAX = 5_000_000;
export const MERGES_MAX = 100_000;
/** As a spreadsheet program allows. */
export const CELL_CHARACTERS_MAX = 32_767;

export const tooManyRows = (what: string) =>
  refusal(
    'too_many_rows',
    `${what}, and ${ROWS_MAX.toLocaleString('en-US')} rows are read at most. Delete what is not needed, or split the file.`,
  );

export const tooLarge = (what: string) =>
  refusal('too_large_inflated', `${what}. Copy the tables that you need into a new workbook, and choose that file.`);

/** Refuses: too_large_field. */
export function refuseLong(text: string): void {
  if (text.length <= CELL_CHARACTERS_MAX) return;
  const allowed = CELL_CHARACTERS_MAX.toLocaleString('en-US');
  throw refusal(
    'too_large_field',
    `A cell holds more than the ${allowed} characters that are read at most. Shorten the text that begins with "${text.slice(0, 40)}".`,
  );
}
