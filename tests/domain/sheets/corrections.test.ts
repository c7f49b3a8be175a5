// Cells that were corrected on the screen, and the rows that it shows.
import { describe, expect, it } from 'vitest';
import { corrected } from '#src/domain/sheets/corrections.ts';
import { rowsShown, sizeWith } from '#src/domain/sheets/gridPage.ts';
import { csvOf, formula, gridOf, percent, placesOf, read, serial } from '#tests/support/sheets/grids.ts';

const HEAD = ['Certificate #', 'Stakeholder', 'Email', 'Share Class', 'Shares', 'Issue Date'];
const ledger = () =>
  gridOf(
    { name: 'Notes', rows: [['Nothing here']] },
    {
      name: 'Ledger',
      rows: [
        HEAD,
        ['CS-1', 'Ada', 'ada@x.example', 'Common', formula('SUM(A1:A2)', '#REF!', 'error'), '2024-01-15'],
        [],
        ['CS-2', 'Grace', 'grace@x.example', 'Common', 50, serial(45306)],
      ],
    },
  );
const cell = (row: number, column: string, text: string, tab: string | null = 'Ledger') => ({ tab, row, column, text });
const textsOf = (grid: ReturnType<typeof ledger>, tab = 1) =>
  grid.tabs[tab]!.rows.map(({ number, cells }) => [number, cells.map(({ column, text }) => `${column}:${text}`)]);

describe('a corrected grid', () => {
  it('has the corrected text without the formula and the form of the cell, and says what was there', () => {
    const { grid, corrections } = corrected(ledger(), [cell(4, 'F', '2024-02-01'), cell(2, 'E', '100')]);
    expect(corrections).toEqual([
      { ...cell(2, 'E', '100'), was: '#REF!' },
      { ...cell(4, 'F', '2024-02-01'), was: '2024-01-15' },
    ]);
    const plain = { kind: 'text', format: 'general', places: null, formula: null };
    expect(grid.tabs[1]!.rows[1]!.cells[4]).toEqual({ column: 5, text: '100', ...plain });
    expect(grid.tabs[1]!.rows[2]!.cells[5]).toEqual({ column: 6, text: '2024-02-01', ...plain });
  });

  it('may have further cells and rows in their order, and loses a row whose last cell is emptied', () => {
    const { grid } = corrected(ledger(), [
      cell(3, 'B', 'Between'),
      cell(9, 'A', 'CS-9'),
      cell(2, 'H', 'a note'),
      ...'ABCDEF'.split('').map((column) => cell(4, column, '')),
    ]);
    expect(textsOf(grid).slice(1)).toEqual([
      [2, ['1:CS-1', '2:Ada', '3:ada@x.example', '4:Common', '5:#REF!', '6:2024-01-15', '8:a note']],
      [3, ['2:Between']],
      [9, ['1:CS-9']],
    ]);
  });

  it('leaves the file’s own grid and its other tabs as they are', () => {
    const file = ledger();
    const { grid, corrections } = corrected(file, [cell(2, 'E', '100'), cell(1, 'A', 'x', 'No such tab')]);
    expect(file).toEqual(ledger());
    expect(grid.tabs[0]).toBe(file.tabs[0]);
    expect(corrections).toHaveLength(1);
    expect(corrected(file).grid).toBe(file);
  });

  it('is what is read: a fault goes, a heading gets its meaning, an added row is imported', () => {
    expect(placesOf(read(ledger()))).toEqual(['cell_error_value Ledger!E2']);
    const { reading } = read(ledger(), { cells: [cell(2, 'E', '100')] });
    expect([reading.status, reading.records.stock_issuances]).toEqual(['ready', 2]);
    const file = csvOf([
      ['Stakeholder', 'What', 'Shares', 'Issue Date'],
      ['Ada', 'Common', '5', '2024-01-15'],
    ]);
    const heading = cell(1, 'B', 'Share Class', null);
    const named = read(file, { cells: [heading] });
    expect(named.reading.tables[0]!.columns[1]).toMatchObject({ heading: 'Share Class', field: 'class' });
    const more = ['Bo', 'Common', '7', '2024-01-16'].map((text, at) => cell(3, 'ABCD'.charAt(at), text, null));
    expect(read(file, { cells: [heading, ...more] }).reading.records).toMatchObject({
      stakeholders: 2,
      stock_issuances: 2,
    });
  });
});

describe('the rows that are shown', () => {
  it('are as a person reads them', () => {
    const grid = gridOf({
      name: 'T',
      hiddenRows: [2],
      rows: [
        [serial(45306), serial(60), percent('0.2'), percent('0.12345'), percent('1E-3')],
        [formula('A1', '7'), '02134', 0.1, { kind: 'number', text: '0.30000000000000004' }, 'x'.repeat(1200)],
      ],
    });
    const [first, second] = rowsShown(grid, 0, [], 1, 3);
    expect(first!.cells.map(({ text }) => text)).toEqual(['2024-01-15', '60', '20%', '12.345%', '0.1%']);
    expect(second).toMatchObject({ number: 2, hidden: true });
    expect(second!.cells.map(({ text }) => text).slice(0, 4)).toEqual(['7', '02134', '0.1', '0.30000000000000004']);
    expect(second!.cells[4]!.text).toHaveLength(1000);
    expect(second!.cells.map(({ is_formula }) => is_formula)).toEqual([true, false, false, false, false]);
  });

  it('are those whose numbers were asked for, with corrections in empty rows', () => {
    const cells = [cell(3, 'B', 'Between'), cell(7, 'J', 'Later')];
    const numbers = (from: number, end: number) => rowsShown(ledger(), 1, cells, from, end).map(({ number }) => number);
    expect([numbers(1, 4), numbers(4, 8), numbers(5, 7), numbers(8, 300)]).toEqual([[1, 2, 3], [4, 7], [], []]);
    expect(sizeWith({ lastRow: 4, lastColumn: 6 }, 'Ledger', cells)).toEqual({ lastRow: 7, lastColumn: 10 });
    expect(sizeWith({ lastRow: 4, lastColumn: 6 }, 'Notes', cells)).toEqual({ lastRow: 4, lastColumn: 6 });
  });
});
