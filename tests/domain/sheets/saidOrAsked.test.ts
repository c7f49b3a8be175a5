// Tables as people write them by hand: what is written once for several rows or classes, headings that say more than one thing, and
// sums in other places than under their rows. Each is read, asked about or named at its place.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, placeOf, placesOf, read } from '../../support/sheets/grids.ts';
import type { Written } from '../../support/sheets/grids.ts';
import type { SheetAnswers } from '../../../src/domain/sheets/reading.ts';
import { figuresOf, holdingsOf } from '../../support/sheets/holdings.ts';

const DAY = '2024-12-31';
/** A line of a table: "Ann,1000,". */
const rowsOf = (text: string): Written[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => (/^\d+$/.test(cell.trim()) ? Number(cell) : cell.trim())));
const readText = (text: string, answers: SheetAnswers = {}) =>
  read(gridOf({ rows: rowsOf(text) }), { as_of: DAY, ...answers });
const errorsOf = (result: ReturnType<typeof read>) =>
  result.reading.findings.filter(({ severity }) => severity === 'error').map(placeOf);
const warningsBut = (result: ReturnType<typeof read>, code: string) =>
  placesOf(result).filter((place) => !place.startsWith(code));

describe('a figure in a merged cell', () => {
  const down = (column: number) => [{ firstRow: 2, lastRow: 3, firstColumn: column, lastColumn: column }];

  it.each([
    ['of a long table', 'Holder,Class,Shares\nAnn,Common,1000\nBen,Common,\nCas,Common,5', 3, 'C3'],
    ['of a wide table', 'Holder,Common Stock\nAnn,1000\nBen,\nCas,5', 2, 'B3'],
    ['of the last row', 'Holder,Common Stock\nAnn,1000\nBen,', 2, 'B3'],
    [
      'of certificates',
      'Certificate,Holder,Class,Shares,Issue date\nC1,Ann,Common,1000,2024-01-01\nC2,Ben,Common,,2024-01-01',
      4,
      'D3',
    ],
    ['of SAFEs', 'Investor,Principal,Issue date\nAnn,1000,2024-01-01\nBen,,2024-01-01', 2, 'B3'],
    ['of grants', 'Holder,Granted,Grant date,Strike price\nAnn,1000,2024-01-01,1\nBen,,2024-01-01,1', 2, 'B3'],
    [
      'of a journal',
      'Date,Type,From,To,Class,Shares\n2024-01-01,Issue,,Ann,Common,9\n2024-01-01,Issue,,Ben,Common,',
      6,
      'F3',
    ],
  ])('%s over two rows is an error at the row without one', (_what, text, column, place) => {
    const result = read(gridOf({ rows: rowsOf(text), merges: down(column) }), { as_of: DAY });
    expect(errorsOf(result)).toContain(`figure_merged ${place}`);
    expect(result.reading.status).toBe('errors');
  });

  it('over two classes is one too', () => {
    const merges = [{ firstRow: 2, lastRow: 2, firstColumn: 2, lastColumn: 3 }];
    const rows = rowsOf('Holder,Common Stock,Series A Preferred\nAnn,1000,\nBen,5,7');
    expect(errorsOf(read(gridOf({ rows, merges }), { as_of: DAY }))).toEqual(['figure_merged C2']);
  });

  it('is none where each row was given its own, and where a tall row has nothing else', () => {
    const rows = rowsOf('Holder,Common Stock\nAnn,1000\nBen,\nCas,5');
    const cells = [{ tab: null, row: 3, column: 'B', text: '400' }];
    const result = read(gridOf({ rows, merges: down(2) }), { as_of: DAY, cells });
    expect(holdingsOf(result, DAY)).toMatchObject({ 'Ann, Common Stock': '1000', 'Ben, Common Stock': '400' });
    const tall = read(
      gridOf({ rows: rowsOf('Holder,Common Stock\nAnn,1000\n,\nCas,5'), merges: [...down(1), ...down(2)] }),
      {
        as_of: DAY,
      },
    );
    expect(errorsOf(tall)).toEqual([]);
  });

  it('is repeated where it is a price or another term of each row', () => {
    const text = 'Holder,Granted,Grant date,Strike price\nAnn,10,2024-01-01,3\nBen,20,2024-01-01,';
    const result = read(gridOf({ rows: rowsOf(text), merges: down(4) }), { as_of: DAY });
    expect(errorsOf(result)).toEqual([]);
    const prices = result.transactions.flatMap((each) => each['exercise_price'] ?? []);
    expect(prices).toEqual([
      { amount: '3', currency: 'USD' },
      { amount: '3', currency: 'USD' },
    ]);
  });
});
