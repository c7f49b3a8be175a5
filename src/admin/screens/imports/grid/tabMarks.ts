// What a reading says of the cells, rows and columns of one tab.
import { say } from '#src/words/say.ts';
import type { SheetReading } from '#src/contract/sheets.ts';
import { columnNumber } from '#src/domain/sheets/values/cells.ts';
import { SKIP_WORDS } from '#src/domain/sheets/words.ts';
import { order } from './gridPlaces.ts';
import type { Place } from './gridPlaces.ts';

export type Table = SheetReading['tables'][number];
export type Column = Table['columns'][number];
export type Finding = SheetReading['findings'][number];
export type Question = SheetReading['questions'][number];
export type Correction = SheetReading['corrections'][number];

export interface TabMarks {
  table: Table | undefined;
  /** By the column's number. */
  columns: Map<number, Column>;
  questions: Map<number, Question[]>;
  /** By row and column; those of a whole row at column 0. */
  findings: Map<string, Finding[]>;
  corrections: Map<string, Correction>;
  skipped: Map<number, SheetReading['skipped'][number]>;
}

export const cellKey = (row: number, column: number) => `${row} ${column}`;

/** Each tab has one table, in the order of the tabs. */
export function marksOf({ tables, questions, findings, corrections, skipped }: SheetReading, tab: number): TabMarks {
  const table = tables[tab];
  const isHere = (each: { tab: string | null }) => table !== undefined && each.tab === table.tab;
  return {
    table,
    columns: new Map((table?.columns ?? []).map((column) => [columnNumber(column.column), column])),
    questions: Map.groupBy(
      questions.filter((question) => isHere(question) && question.column !== null),
      ({ column }) => columnNumber(column!),
    ),
    findings: Map.groupBy(
      findings.filter((finding) => isHere(finding) && finding.row !== null),
      ({ row, column }) => cellKey(row!, columnNumber(column ?? '')),
    ),
    corrections: new Map(
      corrections.filter(isHere).map((each) => [cellKey(each.row, columnNumber(each.column)), each]),
    ),
    skipped: new Map(skipped.filter(isHere).map((each) => [each.row, each])),
  };
}

/** Nothing of the tab is imported. */
export const isIgnored = ({ role: holds }: Table): boolean => holds === 'ignore';

export type RowState = 'record' | 'heading' | 'skipped' | 'outside';

export function rowStateOf({ table, skipped }: TabMarks, row: number): RowState {
  if (!table || isIgnored(table) || table.heading_rows.length === 0) return 'outside';
  if (table.heading_rows.includes(row)) return 'heading';
  if (skipped.has(row)) return 'skipped';
  const isInside = table.first_row !== null && row >= table.first_row && row <= table.last_row!;
  return isInside ? 'record' : 'outside';
}

/** What a row is, where it is no record; empty for one. */
export function rowWords(marks: TabMarks, row: number): string {
  const state = rowStateOf(marks, row);
  if (state === 'heading') return say`Headings`;
  const skipped = marks.skipped.get(row);
  if (state === 'skipped' && skipped) return SKIP_WORDS[skipped.reason];
  const first = marks.table?.heading_rows[0];
  return state === 'outside' && first !== undefined && row < first ? say`Above headings` : '';
}

export interface Fault extends Place {
  severity: Finding['severity'];
}

/** The cells with errors, in order; once there is none, those with warnings. What is about a whole row is at its first cell. */
export function faultsOf({ tables, findings }: Pick<SheetReading, 'tables' | 'findings'>): Fault[] {
  const index = new Map(tables.map(({ tab }, at) => [tab, at]));
  const errors = findings.filter(({ severity }) => severity === 'error');
  const places = new Map<string, Fault>();
  for (const finding of errors.length > 0 ? errors : findings) {
    const place = placeOfFinding(finding, tables, index);
    if (place) places.set(JSON.stringify(place), { ...place, severity: finding.severity });
  }
  return [...places.values()].sort(order);
}

export function placeOfFinding(
  { tab, row, column }: Pick<Finding, 'tab' | 'row' | 'column'>,
  tables: readonly Table[],
  index: ReadonlyMap<string | null, number> = new Map(tables.map((table, at) => [table.tab, at])),
): Place | null {
  const at = index.get(tab);
  if (at === undefined || row === null) return null;
  return { tab: at, row, column: columnNumber(column ?? tables[at]!.columns[0]?.column ?? 'A') };
}
