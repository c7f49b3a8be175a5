// What registers of shares have besides: the numbers of the shares, legends, and columns under each class.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';

const HEAD = [
  'Certificate #',
  'Shareholder',
  'Share Class',
  'Shares',
  'Issue Date',
  'Price',
  'Share numbers',
  'Legend',
];
const row = (number: string, shares: number, numbers: Written, legend: Written = ''): Written[] => [
  number,
  'Ada',
  'Common',
  shares,
  '2024-01-15',
  1,
  numbers,
  legend,
];
const ledger = (...rows: Written[][]) => read(gridOf({ name: 'Ledger', rows: [HEAD, ...rows] }));
const numbersOf = (result: ReturnType<typeof ledger>) =>
  result.transactions.map((each) =>
    ((each['share_numbers_issued'] ?? []) as Record<string, string>[]).map(
      (range) => `${range['starting_share_number']}-${range['ending_share_number']}`,
    ),
  );

describe('the numbers of shares', () => {
  it('come in as ranges, in any way that registers write them', () => {
    const result = ledger(
      row('1', 7, '1-5, 7–8'),
      row('2', 1, '12'),
      row('3', 4, 'Nr 20 bis 21 og 30-31'),
      row('4', 3, '40-41\n43'),
      row('5', 9, '–'),
    );
    expect(numbersOf(result)).toEqual([['1-5', '7-8'], ['12-12'], ['20-21', '30-31'], ['40-41', '43-43'], []]);
    expect(result.reading.status).toBe('ready');
  });

  it('that are of another quantity or are no numbers are named at their cell', () => {
    const result = ledger(row('1', 100, '1-99'), row('2', 5, 'all'), row('3', 5, '10-6'), row('4', 1000, '1-1,000'));
    expect(placesOf(result)).toEqual([
      'share_numbers_mismatch Ledger!G2',
      'share_numbers_unclear Ledger!G3',
      'share_numbers_unclear Ledger!G4',
      'share_numbers_unclear Ledger!G5',
    ]);
  });

  it('that two certificates have are found by the ledger’s rules, at the row', () => {
    const result = ledger(row('1', 10, '1-10'), row('2', 10, '5-14'));
    expect(findingsOf(result, 'E19')).toMatchObject([{ severity: 'error', tab: 'Ledger', row: 3 }]);
    expect(result.reading.status).toBe('errors');
  });
});

it('legends come in once each, by their name or their text', () => {
  const act =
    'These securities have not been registered under the Securities Act of 1933, as amended, and may not be sold.';
  const first = ledger(row('1', 10, '', `Rule 144; ${act}`), row('2', 10, '', 'RULE 144'), row('3', 10, '', 'None'));
  const legends = first.statics.filter(({ object_type }) => object_type === 'STOCK_LEGEND_TEMPLATE');
  expect(legends).toMatchObject([
    { name: 'Rule 144', text: 'Rule 144' },
    { name: 'These securities have not been registered under the…', text: act },
  ]);
  const ids = legends.map(({ id }) => id);
  expect(first.transactions.map((each) => each['stock_legend_ids'])).toEqual([ids, [ids[0]], []]);
  const later = read(gridOf({ name: 'Ledger', rows: [HEAD, row('4', 1, '', 'Rule 144')] }), { existing: first });
  expect(later.transactions).toMatchObject([{ stock_legend_ids: [ids[0]] }]);
  expect(later.statics.some(({ object_type }) => object_type === 'STOCK_LEGEND_TEMPLATE')).toBe(false);
});

it('a table with columns under each class is read class by class', () => {
  const result = read(
    gridOf({
      name: 'Aksjeeierbok',
      merges: [
        { firstRow: 1, lastRow: 1, firstColumn: 2, lastColumn: 5 },
        { firstRow: 1, lastRow: 1, firstColumn: 6, lastColumn: 9 },
      ],
      rows: [
        ['', 'A-aksjer', '', '', '', 'B-aksjer', '', '', ''],
        ['Navn', 'Antall', 'Aksjenummer', 'Pris', 'Dato', 'Antall', 'Aksjenummer', 'Pris', 'Dato'],
        ['Ada', 100, '1-100', 1, '2020-01-15', 50, '1-50', 2, '2021-06-30'],
        ['Eve', '', '', '', '', 10, '51-60', 3, '2022-01-31'],
      ],
    }),
  );
  expect(result.reading.status).toBe('ready');
  expect(
    result.transactions.map((each) => [
      each['quantity'],
      each['date'],
      (each['share_price'] as { amount: string }).amount,
    ]),
  ).toEqual([
    ['100', '2020-01-15', '1'],
    ['50', '2021-06-30', '2'],
    ['10', '2022-01-31', '3'],
  ]);
  expect(numbersOf(result)).toEqual([['1-100'], ['1-50'], ['51-60']]);
});
