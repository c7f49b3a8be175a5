// Payments of a file against those that the company has: the same, other figures, still to be paid, or alike.
import { describe, expect, it } from 'vitest';
import type { KnownPayment } from '#src/domain/sheets/payments/distributions.ts';
import { gridOf, placesOf } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import { ada, eve, HEAD, readPayments as read, table } from '#tests/support/sheets/payments.ts';

const known: KnownPayment = {
  distribution: 'Dividend 2023',
  currency: 'USD',
  record_date: '2023-05-31',
  payment_date: '2023-06-15',
  paid_on: '2023-06-15',
  is_open: false,
  shareholder_id: 'stakeholder ada',
  share_class_id: 'common',
  shares: '1000',
  gross: '100',
  tax: '15',
  net: '85',
};
const HEAD_SHARES = [...HEAD, 'Shares held'];
const withShares = (shares: string) => gridOf({ name: 'Dividends', rows: [HEAD_SHARES, [...ada, shares]] });
/** Ada’s row with other cells, by their place. */
const adaWith = (cells: Record<number, string>): Written[] => ada.map((cell, index) => cells[index] ?? cell);
const against = (knownPayments: KnownPayment[], ...rows: Written[][]) => read(table(...rows), { knownPayments });

describe('a payment that the company has', () => {
  it('adds nothing, beside one that is new', () => {
    const result = against([known], ada, eve);
    expect([result.reading.changes, result.reading.findings]).toMatchObject([{ new: 1, same: 1 }, []]);
  });

  it.each<[string, Record<number, string>, string]>([
    ['gross', { 5: '500.00', 6: '415.00' }, 'payment_differs Dividends!F2'],
    ['net', { 6: '14.00', 7: '86.00' }, 'payment_differs Dividends!H2'],
    ['record date', { 3: '2023-05-30' }, 'payment_differs Dividends!D2'],
  ])('with another %s is an error at its cell', (_what, cells, place) => {
    const result = against([known], adaWith(cells));
    expect([placesOf(result), result.reading.status]).toEqual([[place], 'errors']);
    expect(result.reading.changes).toMatchObject({ new: 0, same: 0 });
  });

  it('with another number of shares is an error at its cell, and none where one of both does not say it', () => {
    expect(placesOf(read(withShares('999'), { knownPayments: [known] }))).toEqual(['payment_differs Dividends!I2']);
    expect(placesOf(read(withShares('1,000'), { knownPayments: [known] }))).toEqual([]);
    expect(placesOf(read(withShares('999'), { knownPayments: [{ ...known, shares: null }] }))).toEqual([]);
    expect(placesOf(against([known], ada))).toEqual([]);
  });

  it('is compared by what the file says: no tax and no record date there is no difference', () => {
    const rows = [
      ['Distribution', 'Holder', 'Class', 'Paid on', 'Net'],
      ['Dividend 2023', 'Ada', 'Common', '2023-06-15', '85'],
    ];
    const result = read(gridOf({ rows }), { knownPayments: [known] });
    expect([placesOf(result), result.reading.changes.same]).toEqual([['record_date_missing 2'], 1]);
  });

  it('names both figures', () => {
    const { findings } = against([known], adaWith({ 5: '500.00', 6: '415.00' })).reading;
    expect(findings[0]!.message).toMatch(/has 100 before tax for Dividend 2023, paid to Ada already, .* says 500\./);
  });

  it('counts in the totals with what the company says', () => {
    const total: Written[] = ['', 'Total', '', '', '', '500.00', '415.00', '85.00'];
    const result = against([known], adaWith({ 5: '500.00', 6: '415.00' }), total);
    expect(result.reading.tie_out.map(({ what, ours, difference }) => `${what} ${ours} ${difference}`)).toEqual([
      'gross 100 -400',
      'tax 15 -400',
      'net 85 0',
    ]);
  });

  it('by certificates is compared as their sum', () => {
    const rows = [
      ['Certificate', ...HEAD],
      ['CS-1', ...ada],
      ['CS-2', ...ada],
      ['', '', 'Total', '', '', '', '200.00', '30.00', '170.00'],
    ];
    const two = { ...known, shares: null, gross: '200', tax: '30', net: '170' };
    const same = read(gridOf({ rows }), { knownPayments: [two] });
    expect([placesOf(same), same.reading.changes.same]).toEqual([[], 1]);
    const other = read(gridOf({ rows }), { knownPayments: [{ ...two, gross: '201', tax: '31' }] });
    expect([placesOf(other), other.reading.tie_out[0]!.ours]).toEqual([['payment_differs G2'], '201']);
  });

  it('on another day far away is another one', () => {
    const earlier = { ...known, payment_date: '2022-06-15', paid_on: '2022-06-15', record_date: '2022-05-31' };
    const result = against([earlier], ada);
    expect([placesOf(result), result.reading.changes.new]).toEqual([[], 1]);
  });
});

describe('a payment that is alike', () => {
  it.each<[string, Record<number, string>]>([
    ['another name', { 0: 'Spring payout' }],
    ['no name', { 0: '' }],
    ['the same name one day later', { 4: '2023-06-16' }],
    ['the same name a month later', { 4: '2023-07-15' }],
    ['another name and the same gross amount', { 0: 'Spring payout', 6: '', 7: '' }],
  ])('under %s is a warning at its row, in words', (_how, cells) => {
    const result = against([known], adaWith(cells));
    expect([placesOf(result), result.reading.changes.new]).toEqual([['payment_alike Dividends!2'], 1]);
    expect(result.reading.findings).toMatchObject([
      {
        severity: 'warning',
        message:
          'Ada was paid $85.00 for this class on 2023-06-15 by Dividend 2023 already. If it is the same payment, leave this row out.',
      },
    ]);
  });

  it.each<[string, Record<number, string>]>([
    ['another amount', { 0: 'Spring payout', 5: '101.00', 7: '86.00' }],
    ['another class', { 0: 'Spring payout', 2: 'Series Seed' }],
    ['another holder', { 0: 'Spring payout', 1: 'Eve' }],
    ['another name on another day', { 0: 'Spring payout', 4: '2023-06-16' }],
    ['the same name months later', { 4: '2023-09-15' }],
  ])('is none with %s', (_how, cells) => {
    expect(placesOf(against([known], adaWith(cells)))).toEqual([]);
  });

  it('is none for having paid nothing, where all was withheld', () => {
    const withheld = { ...known, tax: '100', net: '0', paid_on: null };
    expect(placesOf(against([withheld], adaWith({ 0: 'Spring payout', 5: '70', 6: '70', 7: '' })))).toEqual([]);
  });

  it('is none where another row of the file is the payment that the company has', () => {
    const result = against([known], ada, adaWith({ 4: '2023-07-14' }));
    expect([placesOf(result), result.reading.changes]).toMatchObject([[], { new: 1, same: 1 }]);
  });

  it('to one that is approved and still to be paid says so', () => {
    const { findings } = against([{ ...known, paid_on: null, is_open: true }], adaWith({ 0: 'Spring payout' })).reading;
    expect(findings).toMatchObject([
      { code: 'payment_alike', message: expect.stringContaining('is to be paid $85.00') },
    ]);
  });
});

describe('a payment of a distribution that is approved and still to be paid', () => {
  const open = { ...known, paid_on: null, is_open: true };
  it.each<[string, Record<number, string>]>([
    ['its day', {}],
    ['a later day', { 4: '2023-09-01' }],
    ['an earlier day', { 3: '2023-05-20', 4: '2023-05-21' }],
    ['its day with another amount', { 5: '101.00', 7: '86.00' }],
  ])('on %s is an error in words', (_when, cells) => {
    const result = against([open], adaWith(cells));
    expect([placesOf(result), result.reading.changes]).toMatchObject([
      ['payment_open Dividends!A2'],
      { new: 0, same: 0 },
    ]);
    expect(result.reading.findings[0]!.message).toMatch(/is approved here, .* Record the payment there, or cancel it/);
  });

  it('is none long before its record date', () => {
    const result = against([open], adaWith({ 3: '2022-05-31', 4: '2022-06-15' }));
    expect([placesOf(result), result.reading.changes.new]).toEqual([[], 1]);
  });

  it('is the same as one of its name and day that is paid', () => {
    expect(against([open, known], ada).reading.changes).toMatchObject({ new: 0, same: 1 });
  });
});
