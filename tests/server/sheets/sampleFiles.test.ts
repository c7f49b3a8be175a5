import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readGrid } from '#server/sheets/readGrid.ts';
import type { Grid } from '#src/domain/sheets/grid.ts';
import { hasShared } from '#tests/support/packages.ts';
import { rowsOf } from '#tests/support/sheets/sheetFiles.ts';

const FOLDER = 'cases/imports';
const path = (name: string) => fileURLToPath(new URL(`../../../../shared/${FOLDER}/${name}`, import.meta.url));
const read = (name: string) => readGrid(readFileSync(path(name)));
const textAt = (grid: Grid, tab: string | null, row: number, column: number) =>
  grid.tabs
    .find(({ name }) => name === tab)
    ?.rows.find(({ number }) => number === row)
    ?.cells.find((cell) => cell.column === column)?.text;

describe.skipIf(!hasShared(FOLDER))('the sample files are read:', () => {
  it("a vendor's workbook, with its tabs, a heading of several runs and a line break, days and formulas", async () => {
    const grid = await read('01-carta-workbook.xlsx');
    const { files } = JSON.parse(readFileSync(path('expected.json'), 'utf8')) as {
      files: Record<string, { sheets: Record<string, string>; headerRow: number }>;
    };
    const expected = files['01-carta-workbook.xlsx']!;
    expect(grid.tabs.map(({ name }) => name)).toEqual(Object.keys(expected.sheets));
    expect(textAt(grid, 'CS Ledger', expected.headerRow, 1)).toBe('Formatted Security ID');
    expect(textAt(grid, 'CS Ledger', expected.headerRow, 15)).toBe('Issue\nDate');
    const ledger = rowsOf(grid, 3);
    expect(ledger[4]).toContain('5:n:4000000 6:n:3000000 7:t:Common (CS) 8:n:0.0001{money,4}');
    expect(ledger[4]).toContain('15:n:44986{date,null}');
    expect(rowsOf(grid, 1)[3]).toContain('6:n:4000000{general,2}[=SUM(C6,E6,)]');
  });

  it("a founder's sheet, with merged headings, a hidden row, a hidden tab and zeros that formulas gave", async () => {
    const grid = await read('02-founder-sheet.xlsx');
    expect(grid.tabs.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Cap Table', false],
      ['Options', false],
      ['SAFEs', false],
      ['Series A scenario', true],
    ]);
    const [table] = grid.tabs;
    expect(table!.rows.filter(({ hidden }) => hidden).map(({ number }) => number)).toEqual([14]);
    expect(table!.merges).toContainEqual({ firstRow: 5, lastRow: 5, firstColumn: 3, lastColumn: 4 });
    expect(rowsOf(grid).find((row) => row.startsWith('12 '))).toContain(
      '4:n:0{percent,1}[=IFERROR(C12/C$19,0)] 5:n:400000 6:n:200000{money,0}',
    );
  });

  it('a register in windows-1252 with semicolons', async () => {
    const grid = await read('03-eu-register-semicolon-cp1252.csv');
    expect(grid.form).toEqual({ encoding: 'windows-1252', separator: ';' });
    expect([4, 5, 6].map((row) => textAt(grid, null, row, 1))).toEqual([
      'Jürg Müller',
      'Zoë Brändli',
      'Größe & Söhne AG',
    ]);
    expect(textAt(grid, null, 6, 4)).toBe('10’000');
  });

  it('transactions with quoted fields, a template with many tabs, and rows with faults, as they are', async () => {
    const transactions = await read('04-uk-transactions.csv');
    expect(transactions.form).toEqual({ encoding: 'utf-8', separator: ',' });
    expect([textAt(transactions, null, 3, 6), textAt(transactions, null, 3, 12)]).toEqual([
      '4 Mill Lane, Flat 2',
      '60,000',
    ]);
    const template = await read('05-template-tabs.xlsx');
    expect(template.tabs).toHaveLength(8);
    expect(textAt(template, 'Shareholders', 2, 12)).toBe('02134');
    const faults = await read('06-bad-rows.csv');
    expect(faults.tabs[0]!.rows).toHaveLength(15);
    expect(textAt(faults, null, 12, 2)).toBe('=HYPERLINK("http://x.example","Ivo")');
  });
});
