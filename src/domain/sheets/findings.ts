// Findings and questions about a place in a table.
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
  const cells = column ? (rowsOf(table).get(row) ?? []) : [];
  const text = column ? cells.find((cell) => cell.column === column.column)?.text : undefined;
  return {
    ...finding,
    tab: table.tab,
    row,
    column: column?.letters ?? null,
    heading: column?.heading ?? null,
    value: text === undefined ? null : text.slice(0, 80),
  };
}

type Cells = MeantTable['rows'][number]['cells'];
const rowsByTable = new WeakMap<MeantTable, Map<number, Cells>>();

function rowsOf(table: MeantTable): Map<number, Cells> {
  let rows = rowsByTable.get(table);
  if (!rows) rowsByTable.set(table, (rows = new Map(table.rows.map(({ number, cells }) => [number, cells]))));
  return rows;
}

export const placeKey = ({ table, row }: Place): string => `${table}:${row}`;
