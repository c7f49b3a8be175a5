// A cell that is merged over several rows says the same of each of them: a holder, an e-mail, a class or a day. A figure is not
// repeated: it is one figure, and would be counted once for each row.
import type { Cell, GridRow, Merge } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import type { Field } from '../reading.ts';
import { valueKindOf } from '../values/readTable.ts';

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
      .filter(({ field }) => field !== null && !OWN.has(field) && isText(field))
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

const isText = (field: Field): boolean => valueKindOf(field) === 'label' || valueKindOf(field) === 'day';

const isDown = ({ firstRow, lastRow, firstColumn }: Merge, column: number): boolean =>
  lastRow > firstRow && firstColumn === column;
