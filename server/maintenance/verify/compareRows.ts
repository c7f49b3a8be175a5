// Compares two tables with the same columns: the stored one, and the one the ledger produces.
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Row } from '#server/db/database.ts';

/** A sentence for each row that only one of them has. */
export function compareRows(table: string, columns: string[], stored: object[], folded: object[]): string[] {
  const keyOf = (row: object) => columns.map((column) => plain((row as Row)[column])).join(' | ');
  const have = new Set(stored.map(keyOf));
  const want = new Set(folded.map(keyOf));
  return [
    ...[...have].filter((key) => !want.has(key)).map((key) => `${table} has a row that no entry produces: ${key}`),
    ...[...want]
      .filter((key) => !have.has(key))
      .map((key) => `${table} is missing a row that the replay produces: ${key}`),
  ];
}

/** Compares numbers by value: 100 equals 100.00. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const number = parseDecimal(value);
  return number === null ? String(value) : String(number);
}
