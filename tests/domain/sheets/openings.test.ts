// A table of holdings beside what the ledger has already: nothing is counted twice.
import { describe, expect, it } from 'vitest';
import type { ExistingObjects } from '#src/domain/sheets/objects/existing.ts';
import type { SheetOptions, SheetResult } from '#src/domain/sheets/readSheet.ts';
import { findingsOf, gridOf, read } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import { holdingsOf } from '#tests/support/sheets/holdings.ts';

const table = (...rows: Written[][]) =>
  gridOf({
    name: 'Cap table',
    rows: [['Shareholder', 'Email', 'Common', 'Preferred', 'Options Outstanding Under 2024 Plan'], ...rows],
  });
const certificates = gridOf({
  name: 'Ledger',
  rows: [
    ['Certificate #', 'Shareholder', 'Share Class', 'Shares', 'Issue Date', 'Price'],
    ['CS-1', 'Ada', 'Common', 60, '2024-01-15', 1],
    ['CS-2', 'Ada', 'Common', 40, '2024-02-15', 1],
    ['PS-1', 'Eve', 'Preferred', 10, '2024-02-15', 1],
  ],
});
const OF_DECEMBER = { as_of: '2025-12-31' };
const existing = (...results: SheetResult[]): ExistingObjects => ({
  statics: results.flatMap(({ statics }) => statics),
  transactions: results.flatMap(({ transactions }) => transactions),
});
const typed = existing(read(certificates));
const next = (rows: Written[][], options: Partial<SheetOptions> = {}) =>
  read(table(...rows), { existing: typed, ...OF_DECEMBER, ...options });
const said = (result: SheetResult) =>
  ['holding_increased', 'holding_decreased', 'holding_before_ledger'].flatMap((code) =>
    findingsOf(result, code).map(({ message, row, column }) => `${code} ${column}${row}: ${message}`),
  );
describe('a holding that the ledger has', () => {
  it('by certificates comes in once', () => {
    const result = next([
      ['Ada', '', 100, null],
      ['Eve', '', null, 10],
    ]);
    expect([result.transactions, said(result)]).toEqual([[], []]);
    expect(result.reading.changes).toEqual({ new: 0, changed: 0, same: 2, gone: 0 });
    expect(result.reading.records).toMatchObject({ stock_issuances: 2, transactions: 0 });
    expect(result.reading.tie_out.map(({ difference }) => difference)).toEqual(['0', '0']);
  });

  it('of less comes in by what is missing', () => {
    const result = next([['Ada', '', 130, null]]);
    expect(result.transactions).toMatchObject([{ quantity: '30', date: '2025-12-31' }]);
    expect(said(result)).toEqual([
      'holding_increased C2: Ada has 100 in the ledger and 130 in the file. The other 30 are imported as held on 2025-12-31.',
    ]);
    expect(result.reading.changes).toEqual({ new: 0, changed: 1, same: 0, gone: 1 });
    // The same table once more adds nothing.
    const again = next([['Ada', '', 130, null]], { existing: existing(read(certificates), result) });
    expect([again.transactions, said(again)]).toEqual([[], []]);
  });

  it('of more stays, and the total that differs has to be explained', () => {
    const result = next([['Ada', '', 70, null]]);
    expect(result.transactions).toEqual([]);
    expect(said(result)).toEqual([
      expect.stringMatching(/^holding_decreased C2: Ada has 100 .* 70 in the file\. .* transfer/),
    ]);
    expect(result.reading.tie_out).toMatchObject([{ what: 'holder', name: 'Ada', file: '70', ours: '100' }]);
  });

  it('only after the day of the file comes in besides, and that is said', () => {
    const result = next([['Ada', '', 100, null]], { as_of: '2023-12-31' });
    expect(result.transactions).toMatchObject([{ quantity: '100' }]);
    expect(said(result)).toEqual([expect.stringMatching(/^holding_before_ledger C2: Ada has 100 .* after 2023-12-31/)]);
  });

  it('in rows by day is compared as a whole', () => {
    const long = (...rows: Written[][]) =>
      gridOf({ name: 'x', rows: [['Shareholder', 'Class', 'Shares', 'Ownership', 'Issue date'], ...rows] });
    const lots: Written[][] = [
      ['Ada', 'Common', 60, '60%', '2024-01-15'],
      ['Ada', 'Common', 40, '40%', '2024-02-15'],
    ];
    const options = { existing: typed, ...OF_DECEMBER, tables: [{ id: 't1', role: 'snapshot' as const }] };
    expect(read(long(...lots), options).transactions).toEqual([]);
    const more = read(long(...lots, ['Ada', 'Common', 5, '5%', '2025-06-30']), options);
    expect(more.transactions).toMatchObject([{ quantity: '5', date: '2025-06-30' }]);
  });
});

it('a later export of a table of holdings changes only what changed', () => {
  const first = read(table(['Ada', '', 100, null, 20], ['Eve', '', null, 10, null]), OF_DECEMBER);
  const later = read(table(['Ada', '', 100, 5, 50], ['Eve', '', null, 10, null], ['Ida', '', 1, null, null]), {
    as_of: '2026-03-31',
    existing: existing(first),
  });
  expect(later.transactions.map(({ object_type, quantity }) => [object_type, quantity])).toEqual([
    ['TX_STOCK_ISSUANCE', '5'],
    ['TX_EQUITY_COMPENSATION_ISSUANCE', '30'],
    ['TX_STOCK_ISSUANCE', '1'],
  ]);
  expect(later.reading.changes).toEqual({ new: 2, changed: 1, same: 2, gone: 0 });
  const all = existing(first, later);
  expect(holdingsOf(all, '2026-03-31')).toEqual({
    'Ada, Common': '100',
    'Ada, Preferred': '5',
    'Eve, Preferred': '10',
    'Ida, Common': '1',
  });
});

it('a file of grants does not count certificates as gone', () => {
  const grants = gridOf({
    name: 'Options',
    rows: [
      ['Grant ID', 'Optionholder', 'Plan Name', 'Options Granted', 'Grant Date', 'Exercise Price'],
      ['ES-1', 'Ada', '2024 Plan', 10, '2024-03-01', 1],
    ],
  });
  expect(read(grants, { existing: typed }).reading.changes).toEqual({ new: 1, changed: 0, same: 0, gone: 0 });
});
