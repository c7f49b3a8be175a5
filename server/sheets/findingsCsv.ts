// The file's own rows with a last column that says what is wrong with each, to be mended in a spreadsheet program.
import { stringify } from 'csv-stringify/sync';
import type { Grid, GridTab } from '../../src/domain/sheets/grid.ts';
import type { SheetFinding } from '../../src/domain/sheets/reading.ts';
import { csvCell } from '../../src/resources/kit/csv.ts';

/** Tabs without errors are left out; where several have some, the first column names the tab. Out: CSV (RFC 4180) with a BOM. */
export function findingsCsv(grid: Grid, findings: readonly SheetFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const of = Map.groupBy(errors, ({ tab }) => tab);
  const tabs = grid.tabs.filter(({ name }) => of.has(name));
  const shown = tabs.length > 0 ? tabs : grid.tabs.slice(0, 1);
  const lines = shown.flatMap((tab) => linesOf(tab, of.get(tab.name) ?? [], shown.length > 1));
  return stringify(lines, { bom: true, record_delimiter: '\r\n' });
}

function linesOf(tab: GridTab, errors: readonly SheetFinding[], isNamed: boolean): string[][] {
  const width = tab.rows.reduce((most, { cells }) => Math.max(most, cells.at(-1)?.column ?? 0), 0);
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const line = (cells: readonly string[], said: string) =>
    [...(isNamed ? [tab.name ?? ''] : []), ...cells, said].map(csvCell);
  const head = tab.rows.length > 0 ? headingAt(tab, errors) : null;
  return tab.rows.map((row) => {
    const cells = Array.from({ length: width }, () => '');
    for (const { column, text } of row.cells) cells[column - 1] = text;
    const said = (byRow.get(row.number) ?? []).map(({ column, message }) =>
      column ? `${column}: ${message}` : message,
    );
    return line(cells, row.number === head ? 'Errors' : said.join(' '));
  });
}

/** The last row above the first error. */
function headingAt(tab: GridTab, errors: readonly SheetFinding[]): number | null {
  const first = Math.min(...errors.flatMap(({ row }) => row ?? []));
  const above = tab.rows.filter(({ number }) => number < first);
  const faulty = new Set(errors.map(({ row }) => row));
  return above.findLast(({ number }) => !faulty.has(number))?.number ?? null;
}
