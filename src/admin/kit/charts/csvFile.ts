// A table of a screen as a CSV file (RFC 4180), made in the page from the figures shown.
import { csvCell } from '#src/resources/kit/csv.ts';

/** The first row is the heading. Cells that a spreadsheet would execute are defused. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => quoted(csvCell(cell))).join(',')).join('\r\n') + '\r\n';
}

/** With the mark by which a spreadsheet knows UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\uFEFF', csvText(rows)], { type: 'text/csv;charset=utf-8' });

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
