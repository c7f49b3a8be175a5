// A sheet as CSV (RFC 4180) for spreadsheets: with a byte order mark, and without cells that a spreadsheet would execute.
import { stringify } from 'csv-stringify/sync';
import { csvCell } from '#src/resources/kit/csv.ts';
import type { LongSheet, Sheet, SheetHead, SheetRow } from './sheet.ts';

export const csvOf = (sheet: Sheet): string => headOf(sheet) + linesOf(sheet.rows);

/** Yields the bytes batch by batch. */
export async function csvOfLong(sheet: LongSheet): Promise<Buffer> {
  const parts = [Buffer.from(headOf(sheet))];
  for await (const rows of sheet.batches) parts.push(Buffer.from(linesOf(rows)));
  return Buffer.concat(parts);
}

/** Lines that have no common columns, such as those of a file that somebody else made. */
export const csvOfLines = (lines: readonly (readonly string[])[]): string =>
  stringify(
    lines.map((line) => line.map(csvCell)),
    { bom: true, record_delimiter: '\r\n' },
  );

const headOf = ({ columns }: SheetHead) =>
  stringify([columns.map(({ name }) => csvCell(name))], { bom: true, record_delimiter: '\r\n' });

const linesOf = (rows: readonly SheetRow[]) =>
  stringify(
    rows.map(({ cells }) => cells.map(csvCell)),
    { record_delimiter: '\r\n' },
  );
