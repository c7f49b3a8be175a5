// Cells that people corrected on the screen. The file stays as it came: its grid is read with the corrected texts in their places.
import type { Cell, Grid, GridRow, GridTab } from './grid.ts';
import type { CellAnswer, Correction } from './reading.ts';
import { columnNumber } from './values/cells.ts';
import { shownText } from './values/shown.ts';

export interface Corrected {
  grid: Grid;
  /** By tab, row and column, each with what the file has in its place. */
  corrections: Correction[];
}

/** In: corrections, at most one for a place. Those of a tab that the file does not have are left out. */
export function corrected(grid: Grid, cells: readonly CellAnswer[] = []): Corrected {
  if (cells.length === 0) return { grid, corrections: [] };
  const byTab = Map.groupBy(cells, ({ tab }) => tab);
  const corrections: Correction[] = [];
  const tabs = grid.tabs.map((tab): GridTab => {
    const own = byTab.get(tab.name);
    if (!own) return tab;
    const before = new Map(rowsNumbered(tab.rows, own).map((row) => [row.number, row]));
    for (const cell of inOrder(own)) {
      const was = before.get(cell.row)?.cells.find(({ column }) => column === columnNumber(cell.column));
      corrections.push({ ...cell, was: was ? shownText(was, grid.epoch1904) : '' });
    }
    return { ...tab, rows: correctedRows(tab.rows, own) };
  });
  return { grid: { ...grid, tabs }, corrections };
}

/** Rows with the corrections of their tab: some of the rows of a tab suffice, with the corrections between them. */
export function correctedRows(rows: readonly GridRow[], cells: readonly CellAnswer[]): GridRow[] {
  if (cells.length === 0) return [...rows];
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const known = new Set<number>();
  const changed = rows.flatMap((row): GridRow[] => {
    const own = byRow.get(row.number);
    if (!own) return [row];
    known.add(row.number);
    return withCells(row, own);
  });
  const added = [...byRow]
    .filter(([number]) => !known.has(number))
    .flatMap(([number, own]) => withCells({ number, hidden: false, cells: [] }, own));
  return added.length === 0 ? changed : [...changed, ...added].sort((a, b) => a.number - b.number);
}

/** A row without cells is no row. */
function withCells(row: GridRow, own: readonly CellAnswer[]): GridRow[] {
  const cells = new Map<number, Cell>(row.cells.map((cell) => [cell.column, cell]));
  for (const { column: letters, text } of own) {
    const column = columnNumber(letters);
    if (text === '') cells.delete(column);
    else cells.set(column, { column, kind: 'text', text, format: 'general', places: null, formula: null });
  }
  if (cells.size === 0) return [];
  return [{ ...pick(row), cells: [...cells.values()].sort((a, b) => a.column - b.column) }];
}

const pick = ({ number, hidden }: GridRow) => ({ number, hidden });

function rowsNumbered(rows: readonly GridRow[], cells: readonly CellAnswer[]): GridRow[] {
  const wanted = new Set(cells.map(({ row }) => row));
  return rows.filter(({ number }) => wanted.has(number));
}

/** By row and column. */
export const inOrder = <Place extends { row: number; column: string }>(places: readonly Place[]): Place[] =>
  places.toSorted((a, b) => a.row - b.row || columnNumber(a.column) - columnNumber(b.column));
