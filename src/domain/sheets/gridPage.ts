// Some rows of a file as a person reads them.
import { correctedRows } from './corrections.ts';
import type { Grid, GridRow } from './grid.ts';
import type { CellAnswer } from './reading.ts';
import { columnLetters, columnNumber } from './values/cells.ts';
import { shownText } from './values/shown.ts';

/** How far a tab is filled; zeros for an empty one. */
export interface TabSize {
  lastRow: number;
  lastColumn: number;
}

interface ShownRow {
  number: number;
  hidden: boolean;
  cells: { column: string; text: string; is_formula: boolean }[];
}

/** A cell may hold tens of thousands of characters, and a page many cells. */
const SHOWN_CHARACTERS = 1000;

/** Out: the rows of a tab whose numbers are from `from` on and below `end`, with the corrections of all tabs. */
export function rowsShown(
  grid: Grid,
  tab: number,
  cells: readonly CellAnswer[],
  from: number,
  end: number,
): ShownRow[] {
  const { name, rows } = grid.tabs[tab]!;
  const own = cells.filter((each) => each.tab === name && each.row >= from && each.row < end);
  return correctedRows(rows.slice(firstFrom(rows, from), firstFrom(rows, end)), own).map(
    ({ number, hidden, cells: all }) => ({
      number,
      hidden,
      cells: all.map((cell) => ({
        column: columnLetters(cell.column),
        text: cut(shownText(cell, grid.epoch1904)),
        is_formula: cell.formula !== null,
      })),
    }),
  );
}

const cut = (text: string) => (text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS - 1)}…`);

/** A correction may be outside what the file fills. */
export function sizeWith({ lastRow, lastColumn }: TabSize, name: string | null, cells: readonly CellAnswer[]): TabSize {
  const own = cells.filter(({ tab, text }) => tab === name && text !== '');
  return {
    lastRow: own.reduce((most, { row }) => Math.max(most, row), lastRow),
    lastColumn: own.reduce((most, { column }) => Math.max(most, columnNumber(column)), lastColumn),
  };
}

/** The index of the first row with this number or a higher one. */
function firstFrom(rows: readonly GridRow[], number: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
