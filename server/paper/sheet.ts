// A table that leaves the house: its columns and rows as text, and where it came from. CSV, a workbook and paper are made
// of it without looking at what it means.

export interface SheetColumn {
  name: string;
  /** `number`: digits, right-aligned, exact as they stand; `day`: YYYY-MM-DD; `text`: anything else. */
  kind: 'text' | 'number' | 'day';
  /** Of a number: so many decimals it has on paper at least. */
  places?: number;
  /** Share of the width on paper that figures and days, which are never broken, leave to texts. */
  width: number;
}

export interface SheetHead {
  title: string;
  /** Of a workbook's tab; at most 31 characters, without []:*?/\ */
  tab: string;
  columns: readonly SheetColumn[];
}

export interface Sheet extends SheetHead {
  rows: readonly SheetRow[];
}

/** Of any length: its rows come in batches, read once, and are not held together. */
export interface LongSheet extends SheetHead {
  batches: AsyncIterable<readonly SheetRow[]>;
}

export interface SheetRow {
  cells: readonly string[];
  /** A heading over what follows, or a sum: bold on paper and in a workbook. */
  isStrong?: boolean;
}

/** What stands on every page. */
export interface Provenance {
  company: string;
  /** "31 December 2025": the day that is shown. */
  date: string;
  /** The number of the last entry that was known. */
  knownAt: string;
  /** In which the company counts what names no other: "EUR". */
  currency: string;
  /** The instant it was made, as written on the page. */
  madeAt: string;
}
