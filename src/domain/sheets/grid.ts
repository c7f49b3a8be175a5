// A file as it was read from its bytes, before anybody asks what it means: tabs of rows of cells.

export type CellKind = 'text' | 'number' | 'boolean' | 'error';

/** How the file shows a number: what its number format says, never what its value looks like. */
export type CellFormat = 'general' | 'date' | 'percent' | 'money';

export interface Cell {
  /** 1 is column A. */
  column: number;
  kind: CellKind;
  /**
   * The text as the file stores it: "0.1", "45292", "TRUE", "#REF!"; of a day that the file stores as a number, the
   * number. Never went through a floating-point number. Of a formula, its stored result.
   */
  text: string;
  format: CellFormat;
  /** Digits after the decimal point that the format shows; null where it does not say. */
  places: number | null;
  /** The formula's text without "=", null for a plain value. A formula without a stored result has an empty `text`. */
  formula: string | null;
  /** What the format writes beside a number from zero on, and beside one below, where that is a mark of banks: "Cr", "+". */
  marks?: readonly [string, string];
}

export interface GridRow {
  /** 1-based: the sheet's row, or the physical line of a CSV at which the record starts. */
  number: number;
  hidden: boolean;
  /** In the order of columns, without empty cells. */
  cells: Cell[];
}

/** A rectangle of merged cells, 1-based and inclusive. */
export interface Merge {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export interface GridTab {
  /** Null for a CSV. */
  name: string | null;
  hidden: boolean;
  /** In the order of their numbers, without empty rows. */
  rows: GridRow[];
  merges: Merge[];
  hiddenColumns: number[];
}

/** What a CSV's bytes said about their own form; null for a workbook. */
export interface TextForm {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  separator: ',' | ';' | '\t' | '|';
}

export interface Grid {
  tabs: GridTab[];
  /** Whether days count from 1904 instead of 1900. */
  epoch1904: boolean;
  form: TextForm | null;
}

/** No column further to the right is read: SF. */
export const COLUMNS_MAX = 500;
/** As spreadsheet programs number rows. */
export const ROW_NUMBER_MAX = 1_048_576;
