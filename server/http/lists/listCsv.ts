// A list as CSV, made piece by piece, so that others are answered while it is long.
import { stringify } from 'csv-stringify/sync';
import { csvColumns, csvValue } from '#src/resources/kit/csv.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Slices } from '#src/domain/slices.ts';

const ROWS_AT_ONCE = 50;
const RECORDS = { record_delimiter: '\r\n' } as const;

export function* csvOf(resource: Resource, rows: readonly Readonly<Record<string, unknown>>[]): Slices<string> {
  const columns = csvColumns(resource);
  const pieces = [stringify([columns.map(({ header }) => header)], { ...RECORDS, bom: true })];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    pieces.push(
      stringify(
        some.map((row) => columns.map(({ field }) => csvValue(resource, field, row))),
        RECORDS,
      ),
    );
    yield;
  }
  return pieces.join('');
}
