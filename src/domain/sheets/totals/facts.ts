// What a file states itself of its totals, and how a figure of it is read.
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Column } from '../meanings/columns.ts';
import { headingWords } from '../meanings/headings.ts';
import type { SheetFinding, TieOutLine } from '../reading.ts';
import type { Place } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import { cellAt } from '../values/cells.ts';
import { numeralOf, readNumber } from '../values/numbers.ts';
import { readValue } from '../values/readTable.ts';

export interface Fact {
  what: Exclude<TieOutLine['what'], 'holder' | 'gross' | 'tax' | 'net'>;
  /** The class as the file writes it; null for a whole. */
  name: string | null;
  value: Decimal;
}

/** What a file says of a plan outside of a table of plans: of one table and one plan together. */
export interface PoolFact {
  place: Place;
  plan: string | null;
  /** Where the plan's name stands: over a column, in a summary's row, in a label that may write it otherwise than the grants do. */
  namedBy: 'column' | 'summary' | 'label' | null;
  granted: Decimal | null;
  available: Decimal | null;
  reserved: Decimal | null;
}

export interface ClassFact {
  name: string;
  authorized: Decimal | null;
  price: Decimal | null;
}

export interface Totals {
  facts: Fact[];
  pools: PoolFact[];
  classes: ClassFact[];
  findings: SheetFinding[];
}

/** A number in a column whose meaning is not one of the fields, such as "Fully diluted". */
export function plainNumber(table: MeantTable, { row }: KindOfRow, column: number): Decimal | null {
  const cell = cellAt(row, column);
  if (cell === null || cell.format === 'percent' || cell.text.includes('%')) return null;
  const sign = table.formsOf(column).sign ?? signOfTable(table);
  const read = readNumber(cell, sign ?? numeralOf(cell.text)?.proves ?? null);
  return typeof read === 'string' ? null : read.value;
}

const signOfTable = (table: MeantTable) => {
  for (const { column } of table.columns) {
    const { sign } = table.formsOf(column);
    if (sign !== null) return sign;
  }
  return null;
};

export const headingOf = ({ parent, own }: Column): string => headingWords(`${parent} ${own}`).key;

export const sumOfColumns = (table: MeantTable, pattern: RegExp): Column | undefined =>
  table.columns.find((column) => !column.isPercent && pattern.test(headingOf(column)));

export const valueOf = (table: MeantTable, { row }: KindOfRow, column: Column): Decimal | null =>
  readValue(row, column, table.formsOf(column.column)).number;

export function addFact(
  { facts }: Totals,
  what: Fact['what'],
  name: string | null,
  value: Decimal | null | undefined,
): void {
  if (value !== null && value !== undefined) facts.push({ what, name, value });
}
