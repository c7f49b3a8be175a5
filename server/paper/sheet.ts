// A table for export: its columns and rows as text, and its source. CSV, workbook and PDF are made from it without knowing what
// it means.

export interface SheetColumn {
  name: string;
  /**
   * `number`: digits, right-aligned, exactly as given; `day`: YYYY-MM-DD; `instant`: a time in ISO form, in UTC, or a day; `text`:
   * anything else.
   */
  kind: 'text' | 'number' | 'day' | 'instant';
  /** For a number: the minimum decimals in a PDF. */
  places?: number;
  /** The share of the PDF width left by figures and dates, which are never broken. */
  width: number;
}

export interface SheetHead {
  title: string;
  /** The name of a workbook's tab; at most 31 characters, without []:*?/\ */
  tab: string;
  columns: readonly SheetColumn[];
}

export interface Sheet extends SheetHead {
  rows: readonly SheetRow[];
}

/** Any length: its rows come in batches, read once and not kept. */
export interface LongSheet extends SheetHead {
  batches: AsyncIterable<readonly SheetRow[]>;
}

export interface SheetRow {
  cells: readonly string[];
  /**
   * For a workbook: formulas in place of numbers, with [column,row] for a cell of the same sheet, both from 0. A formula gives the
   * very figure of its cell.
   */
  formulas?: readonly (string | null)[];
  /** A heading over the following rows, or a total: bold in PDF and workbook. */
  isStrong?: boolean;
}

/** What every page shows. */
export interface Provenance {
  company: string;
  /** "31 December 2025": the day shown. */
  date: string;
  /** The number of the last entry included; null on a holder's paper. */
  knownAt: string | null;
  /** The company's currency, for amounts that name no other: "EUR". */
  currency: string;
  /** The time it was made, as printed. */
  madeAt: string;
}
