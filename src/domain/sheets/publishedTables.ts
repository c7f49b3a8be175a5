// Tables and findings as a reading answers them.
import type { ReadTable, SheetFinding } from './reading.ts';
import type { MeantTable } from './records/table.ts';
import { columnNumber } from './values/cells.ts';

/** By tab and row. Q15: a row with an error raises no warnings. */
export function ordered(tables: readonly MeantTable[], findings: readonly SheetFinding[]): SheetFinding[] {
  const order = new Map(tables.map(({ tab, index }) => [tab, index]));
  const placeOf = ({ tab, row }: SheetFinding) => `${tab} ${row}`;
  const faulty = new Set(findings.filter(({ severity, row }) => severity === 'error' && row !== null).map(placeOf));
  return findings
    .filter((each) => each.severity === 'error' || !faulty.has(placeOf(each)))
    .map((each, index) => ({ each, index }))
    .sort(
      (a, b) =>
        (order.get(a.each.tab) ?? -1) - (order.get(b.each.tab) ?? -1) ||
        (a.each.row ?? 0) - (b.each.row ?? 0) ||
        columnNumber(a.each.column ?? '') - columnNumber(b.each.column ?? '') ||
        a.index - b.index,
    )
    .map(({ each }) => each);
}

const INSIDE: ReadonlySet<string> = new Set([
  'record',
  'group',
  'pool_granted',
  'pool_available',
  'pool_reserved',
  'treasury',
  'statistic',
  'ended',
  'not_issued',
  'placeholder',
  'example',
  'by_choice',
]);

export function publishedTable({ id, tab, hidden, role, headingRows, columns, kinds }: MeantTable): ReadTable {
  const inside = kinds.filter(({ kind }) => INSIDE.has(kind));
  return {
    id,
    tab,
    hidden,
    role,
    heading_rows: headingRows,
    first_row: inside[0]?.row.number ?? null,
    last_row: inside.at(-1)?.row.number ?? null,
    columns: columns.map(({ letters, heading, field, share_class }) => ({
      column: letters,
      heading,
      field,
      share_class,
    })),
  };
}
