// What a calculator is: the figures that are typed, an example, and the results that follow from them.
import type { ToolPath } from '../resources/pages/toolPages.ts';
import type { Fraction } from '../domain/figures/fraction.ts';

export interface Column {
  name: string;
  label: string;
  /** money and percent may have decimals, shares and rank are whole. */
  kind: 'text' | 'money' | 'shares' | 'percent' | 'rank' | 'choice' | 'date';
  choices?: readonly (readonly [value: string, label: string])[];
  help?: string;
  /** May be left empty. */
  optional?: true;
  /** Of a row's column: whether what the row says asks for it. What is not asked for does not count. */
  when?: (row: Row) => boolean;
}

export interface List {
  name: string;
  title: string;
  /** A row: "SAFE". */
  one: string;
  /** The button that adds one. */
  add: string;
  columns: readonly Column[];
  /** What a new row says. */
  fresh: Row;
}

export type Row = Readonly<Record<string, string>>;

/** As it is typed. */
export interface ToolState {
  fields: Row;
  rows: Readonly<Record<string, readonly Row[]>>;
}

/** What was typed, as figures. */
export interface EnteredRow {
  /** A percentage is a part: 1/5 for 20. Empty: null. */
  figures: Readonly<Record<string, Fraction | null>>;
  texts: Row;
}

export interface Entered extends EnteredRow {
  rows: Readonly<Record<string, readonly EnteredRow[]>>;
}

/** A figure with how it came about, in words and numbers. */
export interface Line {
  label: string;
  value: string;
  how: string;
}

export interface Table {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** The last row is the sum. */
  hasTotal: boolean;
}

export interface Result {
  lines: readonly Line[];
  tables: readonly Table[];
}

export interface Tool {
  path: ToolPath;
  title: string;
  lead: string;
  description: string;
  fields: readonly Column[];
  lists: readonly List[];
  example: ToolState;
  /** Refuses (AppError): the fields at fault, by the names of their inputs. */
  results: (entered: Entered) => Result;
}

export const ROWS_MAX = 40;
