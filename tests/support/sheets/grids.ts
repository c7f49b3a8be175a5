// Small grids from arrays, as a reader of bytes would give them, and readings of them.
import type { Cell, Grid, GridRow, GridTab } from '#src/domain/sheets/grid.ts';
import { readSheet } from '#src/domain/sheets/readSheet.ts';
import type { SheetOptions, SheetResult } from '#src/domain/sheets/readSheet.ts';
import type { SheetFinding } from '#src/domain/sheets/reading.ts';

/** A text, a stored number, or a cell with more to say; null and "" are empty. */
export type Written = string | number | null | Partial<Omit<Cell, 'column'>>;

export const plain: Omit<Cell, 'column'> = { kind: 'text', text: '', format: 'general', places: null, formula: null };

/** A day as a workbook stores one: its serial number, shown as a day. */
export const serial = (number: number): Written => ({ kind: 'number', text: String(number), format: 'date' });
export const percent = (text: string): Written => ({ kind: 'number', text, format: 'percent' });
export const formula = (source: string, text: string, kind: Cell['kind'] = 'number'): Written => ({
  kind,
  text,
  formula: source,
});

function cellOf(written: Written, column: number): Cell | null {
  if (written === null || written === '') return null;
  if (typeof written === 'number') return { ...plain, column, kind: 'number', text: String(written) };
  return typeof written === 'string' ? { ...plain, column, text: written } : { ...plain, column, ...written };
}

export interface TabInput {
  name?: string | null;
  hidden?: boolean;
  /** Numbers of hidden rows. */
  hiddenRows?: number[];
  merges?: GridTab['merges'];
  /** The first row has the number 1; an empty array is an empty row. */
  rows: Written[][];
}

export function tabOf({ name = null, hidden = false, hiddenRows = [], merges = [], rows }: TabInput): GridTab {
  const written = rows.map((cells, index): GridRow => ({
    number: index + 1,
    hidden: hiddenRows.includes(index + 1),
    cells: cells.flatMap((cell, column) => cellOf(cell, column + 1) ?? []),
  }));
  return { name, hidden, merges, hiddenColumns: [], rows: written.filter(({ cells }) => cells.length > 0) };
}

export const gridOf = (...tabs: TabInput[]): Grid => ({ tabs: tabs.map(tabOf), epoch1904: false, form: null });

export const csvOf = (rows: string[][], separator: ',' | ';' = ','): Grid => ({
  tabs: [tabOf({ rows })],
  epoch1904: false,
  form: { encoding: 'utf-8', separator },
});

export const read = (grid: Grid, options: Partial<SheetOptions> = {}): SheetResult =>
  readSheet(grid, { today: '2026-01-31', currency: 'USD', idOf: (key) => key, ...options });

/** Findings as "code tab!C5", in order. */
export const placesOf = ({ reading }: SheetResult): string[] => reading.findings.map(placeOf);

export const placeOf = ({ code, tab, row, column }: SheetFinding): string =>
  `${code} ${tab === null ? '' : `${tab}!`}${column ?? ''}${row ?? ''}`;

/** The errors and warnings of one code. */
export const findingsOf = ({ reading }: SheetResult, code: string): SheetFinding[] =>
  reading.findings.filter((each) => each.code === code);

/** As `read`, for a company that has one class of common stock: files of grants alone need a class for their plan. */
export const readBesideCommon = (grid: Grid, options: Partial<SheetOptions> = {}): SheetResult =>
  read(grid, {
    ...options,
    existing: {
      transactions: [],
      ...options.existing,
      statics: [COMMON_STOCK, ...(options.existing?.statics ?? [])],
    },
  });

const COMMON_STOCK = { object_type: 'STOCK_CLASS', id: 'common', name: 'Common Stock', class_type: 'COMMON' };
