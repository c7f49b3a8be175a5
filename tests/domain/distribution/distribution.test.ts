import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#src/domain/figures/decimal.ts';
import { entitledHoldings, previewDistribution } from '#src/domain/distribution/distribution.ts';
import { AppError } from '#src/domain/errors.ts';
import { granted, issued, ledgerOf, stockTransfer } from '../ledger/factories.ts';
import { hasShared, sharedJson } from '../sharedMaterial.ts';

const held = (shares: Record<string, number | string>) =>
  Object.entries(shares).map(([shareholder_id, each]) => ({
    shareholder_id,
    share_class_id: 'common',
    shares: String(each),
  }));
const grossOf = (rows: { shareholder_id: string; gross: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.shareholder_id, row.gross]));

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'nothing';
}

describe('a dividend per share', () => {
  it('rounds each holder once, half up (DV-01)', () => {
    const preview = previewDistribution({
      amount: { per_share: '0.123' },
      holdings: held({ h1: 1001, h2: 2500, h3: 333, h4: 10 }),
    });
    expect(grossOf(preview.rows)).toEqual({ h1: '123.12', h2: '307.50', h3: '40.96', h4: '1.23' });
    expect(preview).toMatchObject({ total_gross: '472.81', rounding_difference: '-0.002', amount_per_share: '0.123' });
  });
  it('sums certificates of one holder and class before rounding, and keeps classes apart', () => {
    const holdings = [
      { shareholder_id: 'ada', share_class_id: 'common', shares: '1' },
      { shareholder_id: 'ada', share_class_id: 'preferred', shares: '1' },
      { shareholder_id: 'ada', share_class_id: 'common', shares: '2' },
    ];
    const { rows } = previewDistribution({ amount: { per_share: '0.005' }, holdings });
    expect(rows.map((row) => [row.share_class_id, row.shares, row.gross])).toEqual([
      ['common', '3', '0.02'],
      ['preferred', '1', '0.01'],
    ]);
  });
  it('keeps a holder whose amount rounds to zero in the table, with the reason', () => {
    const { rows } = previewDistribution({ amount: { per_share: '0.001' }, holdings: held({ ada: 1, grace: 100 }) });
    expect(rows.map((row) => row.excluded_reason)).toEqual(['rounds_to_zero', null]);
  });
  it.each([
    ['amount_not_positive', { per_share: '0' }, held({ ada: 1 })],
    ['amount_not_positive', { total: 'ten' }, held({ ada: 1 })],
    ['amount_not_cents', { total: '0.001' }, held({ ada: 1 })],
    ['no_entitled_shares', { per_share: '1' }, []],
  ])('refuses %s', (code, amount, holdings) => {
    expect(codeOf(() => previewDistribution({ amount, holdings }))).toBe(code);
  });
});

describe('a distribution of a fixed total', () => {
  it('gives the odd cent to the largest remainder, and breaks ties by holder id (DV-02)', () => {
    const preview = previewDistribution({ amount: { total: '100.00' }, holdings: held({ c: 1, a: 1, b: 1 }) });
    expect(grossOf(preview.rows)).toEqual({ a: '33.34', b: '33.33', c: '33.33' });
    expect(preview).toMatchObject({
      total_gross: '100.00',
      rounding_difference: '0',
      amount_per_share: '33.3333333333',
    });
  });
  it('is paid out to the cent for any holdings, and gross is always tax plus net', () => {
    const shares = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), shares, (cents, each) => {
        const holdings = held(Object.fromEntries(each.map((share, index) => [`h${index}`, String(share)])));
        const total = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        const preview = previewDistribution({ amount: { total }, holdings });
        expect(preview.total_gross).toBe(total);
        for (const row of preview.rows) expect(decimal(row.gross)).toBe(decimal(row.tax) + decimal(row.net));
        expect(decimal(preview.total_gross)).toBe(decimal(preview.total_tax) + decimal(preview.total_net));
      }),
    );
  });
});

describe('a currency without decimals', () => {
  const yen = (amount: { total: string } | { per_share: string }) =>
    previewDistribution({
      amount,
      currency: 'JPY',
      holdings: held({ a: 100, b: 101, c: 101 }),
      withheldFrom: () => ({ rate: '0.15', reason: null, awaits_form: false, is_foreign: true, treaty_country: null }),
    });
  it('is paid in whole units: a total, a dividend per share, and what is withheld', () => {
    const pot = yen({ total: '1000' });
    expect(grossOf(pot.rows)).toEqual({ a: '331.00', b: '335.00', c: '334.00' });
    expect(pot.rows.map(({ tax, net }) => [tax, net])).toEqual([
      ['50.00', '281.00'],
      ['50.00', '285.00'],
      ['50.00', '284.00'],
    ]);
    expect(grossOf(yen({ per_share: '0.125' }).rows)).toEqual({ a: '13.00', b: '13.00', c: '13.00' });
    expect(codeOf(() => yen({ total: '1000.50' }))).toBe('amount_not_cents');
  });
});

describe('entitlement on the record date', () => {
  it('counts a transfer on the record date, and not a transfer on the day after (DV-05)', () => {
    const ledger = ledgerOf([
      issued('CS-1', 'ada', '1000', { date: '2026-01-10' }),
      issued('CS-2', 'grace', '400', { date: '2026-03-31' }),
      issued('CS-3', 'ada', '600', { date: '2026-03-31' }),
      stockTransfer('t1', {
        date: '2026-03-31',
        security_id: 'CS-1',
        quantity: '400',
        resulting_security_ids: ['CS-2'],
        balance_security_id: 'CS-3',
      }),
      issued('CS-4', 'linus', '600', { date: '2026-04-01' }),
      stockTransfer('t2', {
        date: '2026-04-01',
        security_id: 'CS-3',
        quantity: '600',
        resulting_security_ids: ['CS-4'],
      }),
      issued('CS-5', 'linus', '500', { date: '2026-04-02' }),
      granted('o1', 'linus', '10'),
    ]);
    const holdings = entitledHoldings(ledger.effects, ['common'], '2026-03-31');
    const { rows } = previewDistribution({ amount: { per_share: '0.50' }, holdings });
    expect(grossOf(rows)).toEqual({ ada: '300.00', grace: '200.00' });
    expect(entitledHoldings(ledger.effects, ['preferred'], '2026-03-31')).toEqual([]);
  });
});

type Case = {
  id: string;
  inputs: { rate: string; holdings: Record<string, number>; weights: Record<string, number> };
  expected: Record<string, unknown>;
};
const CASES = 'cases/distributions.json';
describe.skipIf(!hasShared(CASES))('the published cases of distributions', () => {
  const caseOf = (id: string) => (sharedJson(CASES) as { cases: Case[] }).cases.find((each) => each.id === id) as Case;
  it('DV-01', () => {
    const { inputs, expected } = caseOf('DV-01');
    const preview = previewDistribution({ amount: { per_share: inputs.rate }, holdings: held(inputs.holdings) });
    const payments = Object.fromEntries(preview.rows.map((row) => [row.shareholder_id, Number(row.gross)]));
    const wanted = Object.entries(expected['payments'] as Record<string, string>).map(([id, each]) => [
      id,
      Number(each),
    ]);
    expect(payments).toEqual(Object.fromEntries(wanted));
    expect([preview.total_gross, preview.rounding_difference]).toEqual([
      expected['total'],
      expected['roundingDifference'],
    ]);
  });
  it('DV-02', () => {
    const { inputs, expected } = caseOf('DV-02');
    expect(grossOf(previewDistribution({ amount: { total: '100.00' }, holdings: held(inputs.weights) }).rows)).toEqual(
      expected,
    );
  });
});
