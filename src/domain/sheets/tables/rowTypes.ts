// What a row of a table may be, and what is known when it is decided.
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { GridRow } from '../grid.ts';
import type { SkipReason } from '../reading.ts';
import type { RowColumns } from './rowColumns.ts';
import type { RunningSums } from './sums.ts';

export type RowKind = 'record' | SkipReason;

export interface KindOfRow {
  row: GridRow;
  kind: RowKind;
  label: string;
  /** The last group's label above it. */
  group: string | null;
}

/** A row that may be a holder or something else. What it may be, the likeliest last. */
export interface OpenRow {
  row: GridRow;
  label: string;
  choices: RowMeaning[];
}

export const ROW_MEANINGS = ['holder', 'total', 'pool_granted', 'pool_available', 'pool_reserved', 'treasury'] as const;
export type RowMeaning = (typeof ROW_MEANINGS)[number];

/** What people said about single rows: to import or to skip them. */
export type RowChoices = ReadonlyMap<number, 'import' | 'skip'>;

export interface RowContext {
  columns: RowColumns;
  choices: RowChoices;
  /** What was answered to the question about a row. */
  meaningOf: (row: number) => RowMeaning | null;
  /** The number in a cell, as its column writes numbers. */
  valueOf: (row: GridRow, column: number) => Decimal | null;
  /** Whether rows may be of a plan: those of a list of plans, of people or of payments are not. */
  hasPools: boolean;
  /** Whether holders of the file have grants: then the figure of a pool may be the whole plan, or what is left of it. */
  hasGrants: boolean;
  /** Words of the company's name, which its pools may have. */
  own: ReadonlySet<string>;
  /** Of a table of holdings: why a row with that status is none; null for one that counts. */
  statusKindOf: (row: GridRow) => 'ended' | 'not_issued' | null;
}

export interface KindContext extends RowContext {
  words: ReadonlySet<string>;
  sums: RunningSums;
  isSecond: boolean;
  hasTotal: boolean;
  /** A sum of any rows stands above. */
  hasSum: boolean;
  /** Nothing stands directly under the row. */
  isLast: boolean;
}

export interface Asked {
  choices: RowMeaning[];
}
