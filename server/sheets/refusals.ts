// Why a file is not read at all. What is wrong inside a readable file is a finding, not a refusal.
import { AppError } from '../../src/domain/errors.ts';

export type SheetRefusal =
  | 'legacy_xls'
  | 'encrypted'
  | 'doctype'
  | 'bad_zip'
  | 'too_large_inflated'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_large_field'
  | 'not_text';

/** The sentence says what to do. */
export const refusal = (code: SheetRefusal, sentence: string) => new AppError(code, sentence, { status: 422 });

const SAVE_AGAIN = 'Open it in a spreadsheet program, save it as .xlsx, and choose that file.';

/** In: what is wrong, as a sentence. */
export const damagedWorkbook = (what: string) => refusal('bad_zip', `${what} ${SAVE_AGAIN}`);

export const ROWS_MAX = 200_000;
export const COLUMNS_MAX = 500;
/** As a spreadsheet program allows. */
export const CELL_CHARACTERS_MAX = 32_767;

export const tooManyRows = (what: string) =>
  refusal(
    'too_many_rows',
    `${what}, and ${ROWS_MAX.toLocaleString('en-US')} rows are read at most. Delete what is not needed, or split the file.`,
  );
