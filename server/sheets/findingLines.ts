// The file's own rows with a last column that says what is wrong with each, to be mended in a spreadsheet program.
import type { Grid, GridTab } from '#src/domain/sheets/grid.ts';
import type { Reading, SheetFinding } from '#src/domain/sheets/reading.ts';

/** Tabs without errors are left out; where several have some, the first column names the tab. */
export function findingLines(grid: Grid, { tables, findings }: Pick<Reading, 'tables' | 'findings'>): string[][] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const of = Map.groupBy(errors, ({ tab }) => tab);
  const tabs = grid.tabs.filter(({ name }) => of.has(name));
  const shown = tabs.length > 0 ? tabs : grid.tabs.slice(0, 1);
  const headsOf = ({ name }: GridTab) =>
    new Set(tables.flatMap(({ tab, heading_rows }) => (tab === name ? (heading_rows.at(-1) ?? []) : [])));
  return shown.flatMap((tab) =>
    linesOf(tab, of.get(tab.name) ?? [], { isNamed: shown.length > 1, heads: headsOf(tab) }),
  );
}

interface Shown {
  isNamed: boolean;
  /** The last heading row of each table. */
  heads: ReadonlySet<number>;
}

function linesOf(tab: GridTab, errors: readonly SheetFinding[], { isNamed, heads }: Shown): string[][] {
  const width = tab.rows.reduce((most, { cells }) => Math.max(most, cells.at(-1)?.column ?? 0), 0);
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const line = (cells: readonly string[], said: string) => [...(isNamed ? [tab.name ?? ''] : []), ...cells, said];
  return tab.rows.map((row) => {
    const cells = Array.from({ length: width }, () => '');
    for (const { column, text } of row.cells) cells[column - 1] = text;
    const said = (byRow.get(row.number) ?? []).map(({ column, message }) =>
      column ? `${column}: ${message}` : message,
    );
    return line(cells, heads.has(row.number) ? 'Errors' : said.join(' '));
  });
}
