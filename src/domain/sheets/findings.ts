// Findings and questions about a place in a table.
import type { GridRow } from './grid.ts';
import type { Column } from './meanings/columns.ts';
import type { MeantTable } from './records/table.ts';
import type { Place } from './records/records.ts';
import type { Field, SheetFinding } from './reading.ts';

/** A finding at a row's cell of that field; at the row alone where the table has no such column. */
export function findingAt(
  tables: readonly MeantTable[],
  { table: index, row }: Place,
  field: Field | Column | null,
  finding: Pick<SheetFinding, 'code' | 'severity' | 'message'>,
): SheetFinding {
  const table = tables[index]!;
  const column = typeof field === 'object' ? field : table.columns.find((each) => each.field === field);
  const found = column ? rowsOf(table).get(row) : undefined;
  const text = found?.cells.find((cell) => cell.column === column!.column)?.text;
  return {
    ...finding,
    tab: table.tab,
    row,
    column: column?.letters ?? null,
    heading: column?.heading ?? null,
    value: text === undefined ? null : text.slice(0, 80),
  };
}

const rowsByTable = new WeakMap<MeantTable, Map<number, GridRow>>();

function rowsOf(table: MeantTable): Map<number, GridRow> {
  let rows = rowsByTable.get(table);
  if (!rows) rowsByTable.set(table, (rows = new Map(table.rows.map((each) => [each.number, each]))));
  return rows;
}

export const placeKey = ({ table, row }: Place): string => `${table}:${row}`;
