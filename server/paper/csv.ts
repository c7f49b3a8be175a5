// A sheet as CSV (RFC 4180) that a spreadsheet opens as it is meant: with a byte order mark, and no cell that it could run.
import { stringify } from 'csv-stringify/sync';
import { csvCell } from '../../src/resources/kit/csv.ts';
import type { Sheet } from './sheet.ts';

export function csvOf({ columns, rows }: Sheet): string {
  const lines = [columns.map(({ name }) => name), ...rows.map(({ cells }) => cells)];
  return stringify(
    lines.map((line) => line.map(csvCell)),
    { bom: true, record_delimiter: '\r\n' },
  );
}
