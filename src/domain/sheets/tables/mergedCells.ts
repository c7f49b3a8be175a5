// A cell that is merged over several rows says the same of each of them: a holder, an e-mail, a class, a day or a price. A number of
// shares or an amount is not repeated: it is one figure for all of them, and how much of it each row has is not known.
import type { Cell, GridRow, Merge } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import type { Field } from '../reading.ts';
import { cellAt, isNothing } from '../values/cells.ts';
import { valueKindOf } from '../values/readTable.ts';
import type { KindOfRow, RowKind } from './rowTypes.ts';

/** What holds for each share, or for the whole of an agreement: no sum of rows. */
const EACH: ReadonlySet<Field> = new Set(['price', 'strike', 'par_value', 'discount', 'interest', 'valuation_cap']);

/** Numbers of securities are one for each row. */
const OWN: ReadonlySet<Field> = new Set(['security_id', 'share_numbers', 'reference']);

/** The rows of a table with the texts and days of merged cells in each row that the merge covers. */
export function withMergedCells(
  rows: readonly GridRow[],
  merges: readonly Merge[],
  columns: readonly Column[],
): GridRow[] {
  const repeated = new Map(
    columns
      .filter(({ field }) => field !== null && !OWN.has(field) && isRepeated(field))
      .map(({ column }) => [column, merges.filter((merge) => isDown(merge, column))]),
  );
  if ([...repeated.values()].every((own) => own.length === 0)) return [...rows];
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const added = new Map<number, Cell[]>();
  for (const [column, own] of repeated)
    for (const { firstRow, lastRow } of own) {
      const cell = byNumber.get(firstRow)?.cells.find((each) => each.column === column);
      if (!cell) continue;
      for (const row of rows) {
        if (row.number <= firstRow || row.number > lastRow) continue;
        if (!row.cells.some((each) => each.column === column))
          added.set(row.number, [...(added.get(row.number) ?? []), cell]);
      }
    }
  return rows.map((row) => {
    const cells = added.get(row.number);
    return cells === undefined
      ? row
      : { number: row.number, hidden: row.hidden, cells: [...row.cells, ...cells].sort((a, b) => a.column - b.column) };
  });
}

const isRepeated = (field: Field): boolean =>
  valueKindOf(field) === 'label' || valueKindOf(field) === 'day' || EACH.has(field);

const isDown = ({ firstRow, lastRow, firstColumn }: Merge, column: number): boolean =>
  lastRow > firstRow && firstColumn === column;

export interface MergedFigure {
  /** The row that has no figure of its own, and the column in which it has none. */
  row: number;
  column: Column;
  /** Where the figure stands. */
  first: { row: number; column: Column };
  text: string;
}

/** Rows that are left without a figure by themselves, as sums and notes are. */
const NO_MEMBERS: ReadonlySet<RowKind> = new Set([
  'second_table',
  'total',
  'subtotal',
  'by_choice',
  'example',
  'price',
]);

/** The places that a merged figure covers beside its own: of other rows, or of another column of figures. */
export function mergedFigures(
  kinds: readonly KindOfRow[],
  merges: readonly Merge[],
  columns: readonly Column[],
): MergedFigure[] {
  const figures = columns.filter(({ field }) => field !== null && !isRepeated(field));
  const found: MergedFigure[] = [];
  for (const column of figures) {
    const own = merges
      .filter(({ firstColumn, lastColumn }) => firstColumn <= column.column && column.column <= lastColumn)
      .sort((a, b) => a.firstRow - b.firstRow);
    if (own.length === 0) continue;
    let [next, current] = [0, null as Merge | null];
    let first: GridRow | null = null;
    for (const { row, kind } of kinds) {
      for (; next < own.length && own[next]!.firstRow <= row.number; next += 1) {
        if (current !== null && current.lastRow >= own[next]!.lastRow) continue;
        current = own[next]!;
        first = current.firstRow === row.number ? row : null;
      }
      if (current === null || first === null || row.number > current.lastRow) continue;
      const isOwn = row === first && column.column === current.firstColumn;
      const source = isOwn ? undefined : figures.find((each) => each.column === current!.firstColumn);
      const text = source ? (cellAt(first, source.column)?.text.trim() ?? '') : '';
      if (isNothing(text) || NO_MEMBERS.has(kind) || cellAt(row, column.column) !== null) continue;
      found.push({ row: row.number, column, first: { row: first.number, column: source! }, text });
    }
  }
  return found;
}
