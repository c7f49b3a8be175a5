// What of a file is not imported: columns whose heading is not understood or has no place, tables under the first, tabs. Each is
// named with how many values it has. Nothing that may belong to the record of who owns what is left out without a warning.
import type { Grid } from './grid.ts';
import { headingWords } from './meanings/headings.ts';
import { isComputed, isNotKept } from './meanings/moreWords.ts';
import { meaningOf, TOTALS_HEADINGS } from './meanings/synonyms.ts';
import type { Column } from './meanings/columns.ts';
import type { LeftOut, LeftOutReason, SheetAnswers, SheetFinding } from './reading.ts';
import { WHOLE_ROW } from './records/rowReader.ts';
import type { Collected } from './records/collect.ts';
import type { MeantTable } from './records/table.ts';
import { plural } from '../plural.ts';
import { columnLetters, isNothing } from './values/cells.ts';

/** What may belong to the record is a warning of its own; notes and telephone numbers are only listed. */
const WARNED: ReadonlySet<LeftOutReason> = new Set(['not_understood', 'no_place']);

export function leftOutOf(
  grid: Grid,
  tables: readonly MeantTable[],
  { used }: Pick<Collected, 'used'>,
  answers: SheetAnswers,
  doubled: ReadonlySet<string>,
): LeftOut[] {
  return tables.flatMap((table, index) => {
    if (table.role === 'ignore') return tabLeftOut(grid.tabs[index]!, table, answers);
    if (table.role === 'vendor_warnings') return [];
    return [
      ...columnsLeftOut(table, used.get(table.index)!, answers, doubled),
      ...headlessColumns(table),
      ...secondTables(table),
    ];
  });
}

function tabLeftOut(
  { rows }: Grid['tabs'][number],
  table: MeantTable,
  { tables = [], answers = {} }: SheetAnswers,
): LeftOut[] {
  const cells = rows.reduce((sum, row) => sum + row.cells.filter(({ text }) => !isNothing(text)).length, 0);
  if (cells === 0) return [];
  const isChosen =
    tables.some(({ id, role }) => id === table.id && role === 'ignore') ||
    answers[`table_role:${table.id}`] === 'ignore';
  const reason = isChosen ? 'chosen' : table.hidden ? 'hidden_tab' : 'tab_not_understood';
  return [{ tab: table.tab, column: null, heading: null, rows: [], cells, reason }];
}

function columnsLeftOut(
  table: MeantTable,
  used: ReadonlySet<number>,
  { tables = [] }: SheetAnswers,
  doubled: ReadonlySet<string>,
): LeftOut[] {
  const told = tables.find(({ id }) => id === table.id)?.columns ?? [];
  const left = table.columns.filter(
    (column) => !used.has(column.column) && !doubled.has(`${table.id} ${column.letters}`),
  );
  if (left.length === 0) return [];
  const wasRead = used.has(WHOLE_ROW);
  const counts = countValues(table, left);
  return left.flatMap((column) => {
    const cells = counts.get(column.column) ?? 0;
    if (cells === 0) return [];
    const isChosen = told.some((each) => each.column === column.letters && each.field === null);
    const reason = isChosen ? 'chosen' : reasonOf(column, table);
    // A row with an error is not read to its end.
    return reason === null || (reason === 'no_place' && !wasRead)
      ? []
      : [{ tab: table.tab, column: column.letters, heading: column.heading, rows: [], cells, reason }];
  });
}

/** Values beside the table or between its columns, under no heading. */
function headlessColumns(table: MeantTable): LeftOut[] {
  if (table.role === 'totals') return [];
  const known = new Set(table.columns.map(({ column }) => column));
  const counts = new Map<number, number>();
  for (const { row, kind } of table.kinds)
    if (kind === 'record')
      for (const { column, text } of row.cells)
        if (!known.has(column) && !isNothing(text)) counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([column, cells]) => {
      const reason = 'not_understood';
      return { tab: table.tab, column: columnLetters(column), heading: '', rows: [], cells, reason };
    });
}

function countValues(table: MeantTable, columns: readonly Column[]): Map<number, number> {
  const counts = new Map(columns.map(({ column }) => [column, 0]));
  for (const { row, kind } of table.kinds)
    if (kind === 'record')
      for (const { column, text } of row.cells) {
        const count = counts.get(column);
        if (count !== undefined && !isNothing(text)) counts.set(column, count + 1);
      }
  return counts;
}

/** Null for a column that is reported otherwise. */
function reasonOf(column: Column, { role }: MeantTable): LeftOutReason | null {
  const { key } = headingWords(column.own);
  const above = headingWords(column.parent).key;
  // A table of grants says it at each row.
  if (column.isVested) return role === 'options' ? null : 'no_place';
  if (column.field === 'note' || isNotKept(key) || meaningOf(key, role)?.field === 'note') return 'not_kept';
  const isSum =
    isComputed(key, column.isPercent) || TOTALS_HEADINGS.has(key) || (above !== '' && isComputed(above, false));
  if ((column.field === null && isSum) || column.converted !== null) return 'computed';
  // Tables that are only compared have further figures of their own.
  if (role === 'totals') return 'computed';
  if (column.field === 'counterparty' && column.part === 'country') return 'not_kept';
  if (column.field !== null) return 'no_place';
  // A weaker word for what another column says.
  return meaningOf(key, role) === null ? 'not_understood' : 'not_kept';
}

/** Rows of another table under the first, as one. */
function secondTables({ tab, kinds }: MeantTable): LeftOut[] {
  const second = kinds.filter(({ kind }) => kind === 'second_table');
  if (second.length === 0) return [];
  const cells = second.reduce((sum, { row }) => sum + row.cells.filter(({ text }) => !isNothing(text)).length, 0);
  const rows = second.map(({ row }) => row.number).slice(0, ROWS_MAX);
  return [{ tab, column: null, heading: second[0]!.label.slice(0, 200) || null, rows, cells, reason: 'second_table' }];
}

const ROWS_MAX = 1000;

export function leftOutFindings(leftOut: readonly LeftOut[], tables: readonly MeantTable[]): SheetFinding[] {
  return leftOut.flatMap(({ tab, column, heading, cells, reason }): SheetFinding[] => {
    if (column === null || !WARNED.has(reason)) return [];
    const why =
      reason === 'not_understood' ? 'its heading is not understood' : 'a table of this kind has no place for it';
    const name = heading ? `“${heading.slice(0, 80)}”` : `Column ${column}`;
    const message = `${name} has ${plural(cells, 'value')} that ${cells === 1 ? 'is' : 'are'} not imported: ${why}. Choose what the column means, or accept that it is left out.`;
    const row = tables.find((table) => table.tab === tab)?.headingRows.at(-1) ?? null;
    return [
      {
        code: 'column_not_read',
        severity: 'warning',
        tab,
        row,
        column,
        heading,
        value: heading?.slice(0, 80) ?? null,
        message,
      },
    ];
  });
}
