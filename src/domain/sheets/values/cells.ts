// Single cells: where they stand, their text, and what makes a cell unreadable (rules Q6 and Q17).
import { isSeen, withoutHidden } from '#src/domain/text.ts';
import type { Cell, GridRow } from '../grid.ts';

/** 1 -> "A", 28 -> "AB". */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** "AB" -> 28; 0 for what is no column. */
export function columnNumber(letters: string): number {
  if (!/^[A-Z]{1,3}$/.test(letters)) return 0;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

export function cellAt(row: GridRow, column: number): Cell | null {
  for (const cell of row.cells) if (cell.column === column) return cell;
  return null;
}

/** Compatible characters made one, every kind of blank made one blank. */
export const cleaned = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** As cleaned, without making compatible characters one: a name keeps its own characters, except those that no form takes. */
export const tidyName = (text: string): string =>
  withoutHidden(text)
    .normalize('NFC')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

const NOTHING = /^(?:[-–—]|n\/?a|none|nil)?$/i;

/** A blank, a dash, "n/a" or what cannot be seen stands for nothing. */
export const isNothing = (text: string): boolean => NOTHING.test(text.trim()) || !isSeen(text);

/** Neither nothing nor zero. */
export const isGiven = (text: string): boolean => !isNothing(text) && !/^0*(?:[.,]0+)?$/.test(text.trim());

export const textAt = (row: GridRow, column: number | undefined): string => {
  const cell = column === undefined ? null : cellAt(row, column);
  return cell === null ? '' : tidyName(cell.text);
};

const ERROR_VALUE = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/i;

/** Q6: an error in place of a value, also where a CSV only has its text. */
export const isErrorValue = (cell: Cell): boolean => cell.kind === 'error' || ERROR_VALUE.test(cell.text.trim());

/** Q6: a formula whose result the file does not hold. Zero is a result. */
export const lacksResult = (cell: Cell): boolean => cell.formula !== null && cell.text === '';

/** Q17: a text that a spreadsheet program would run as a formula. */
export const isFormulaText = (cell: Cell): boolean =>
  cell.kind === 'text' && cell.formula === null && /^[=+\-@\t]/.test(cell.text) && !isNothing(cell.text);

/** Q4: a result that changes each day. */
export const isVolatile = (cell: Cell): boolean =>
  cell.formula !== null && /\b(?:TODAY|NOW|RAND|RANDBETWEEN)\s*\(/i.test(cell.formula);

/** No numeral and no day is longer; a cell may hold a megabyte. */
export const FIGURE_LENGTH_MAX = 60;

export const isNumeric = (cell: Cell): boolean =>
  cell.kind === 'number' ||
  (cell.text.length <= FIGURE_LENGTH_MAX && /^[-+(]?\s*[$€£]?\s*[\d.,'’\s]*\d[\d.,'’\s]*[)%-]?\s*%?$/.test(cell.text));
