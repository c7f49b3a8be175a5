// Vesting and distributions that are modelled follow the rules of those that are recorded.
import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { distributionFigures } from '#src/domain/model/distributionCall.ts';
import { vestingFigures } from '#src/domain/model/vestingCall.ts';
import type { WrittenVesting } from '#src/domain/model/vestingCall.ts';
import { previewDistribution } from '#src/domain/distribution/distribution.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';

const schedule = (changes: Partial<WrittenVesting> = {}): WrittenVesting => ({
  quantity: 480,
  vesting_start: '2021-01-30',
  months: 48,
  cliff_months: 12,
  allocation_type: 'CUMULATIVE_ROUNDING',
  day_of_month: 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
  as_of: [],
  ...changes,
});
const fieldOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return Object.keys(error.fields ?? {})[0];
    throw error;
  }
  return null;
};

describe('a schedule', () => {
  it('vests nothing before the cliff, and all of it at the end', () => {
    const as_of = ['2022-01-29', '2022-01-30', '2022-02-28', '2025-01-30', '9999-12-31'];
    const { vested, tranches } = vestingFigures(schedule({ as_of }));
    expect(Object.values(vested)).toEqual(['0', '120', '130', '480', '480']);
    expect(tranches[0]).toEqual({ date: '2022-01-30', quantity: '120' });
    expect(tranches).toHaveLength(37);
  });

  it('vests parts of shares where the allocation says so', () => {
    const { tranches } = vestingFigures(
      schedule({ quantity: '18', months: 4, cliff_months: 0, allocation_type: 'FRACTIONAL' }),
    );
    expect(tranches.map(({ quantity }) => quantity)).toEqual(['4.5', '4.5', '4.5', '4.5']);
  });

  it.each([
    ['cliff_months', { cliff_months: 49 }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: '-3' }],
    ['quantity', { quantity: '1/3' }],
  ] as const)('is refused at %s', (field, changes) => {
    expect(fieldOf(() => vestingFigures(schedule(changes)))).toBe(field);
  });
});

describe('a distribution', () => {
  const holdings = [
    { id: 'b', shares: 2500 },
    { id: 'a', shares: 1001 },
  ];

  it('rounds each holder once, and withholds from the rounded amount', () => {
    expect(distributionFigures({ per_share: '0.123', holdings, withholding: { a: '0.3' } })).toEqual({
      payments: [
        { id: 'a', gross: '123.12', tax: '36.94', net: '86.18' },
        { id: 'b', gross: '307.50', tax: '0.00', net: '307.50' },
      ],
      total: '430.62',
      total_tax: '36.94',
      total_net: '393.68',
      rounding_difference: '-0.003',
    });
  });

  it('divides a total to the last cent, also among parts of shares', () => {
    const thirds = ['c', 'a', 'b'].map((id) => ({ id, shares: '1/3' }));
    const { payments, rounding_difference } = distributionFigures({ total: 100, holdings: thirds });
    expect(payments.map(({ id, gross }) => [id, gross])).toEqual([
      ['a', '33.34'],
      ['b', '33.33'],
      ['c', '33.33'],
    ]);
    expect(rounding_difference).toBe('0');
  });

  it('is what a recorded distribution would pay, 200 times', () => {
    const random = randomOf(20261126);
    for (let run = 0; run < 200; run += 1) {
      const lines = Array.from({ length: random.between(1, 12) }, (_each, index) => ({
        id: `h${index}`,
        shares: `${random.between(1, 90_000)}.${random.between(0, 99)}`,
      }));
      const isTotal = random.chance(2);
      const amount = isTotal
        ? `${random.between(1, 90_000)}.${random.between(10, 99)}`
        : `0.${random.between(1, 9999)}`;
      const recorded = previewDistribution({
        amount: isTotal ? { total: amount } : { per_share: amount },
        holdings: lines.map(({ id, shares }) => ({ shareholder_id: id, share_class_id: 'common', shares })),
      });
      const modelled = distributionFigures({
        ...(isTotal ? { total: amount } : { per_share: amount }),
        holdings: lines,
      });
      expect([run, modelled.total, modelled.rounding_difference]).toEqual([
        run,
        recorded.total_gross,
        recorded.rounding_difference,
      ]);
      expect(modelled.payments.map(({ gross }) => gross)).toEqual(recorded.rows.map(({ gross }) => gross));
    }
  });

  it.each([
    ['per_share', { holdings }],
    ['per_share', { per_share: 1, total: 1, holdings }],
    ['per_share', { per_share: 0, holdings }],
    ['total', { total: '0.001', holdings }],
    ['holdings.1.id', { total: 1, holdings: [holdings[0]!, holdings[0]!] }],
    ['holdings.0.shares', { total: 1, holdings: [{ id: 'a', shares: -1 }] }],
    ['holdings', { total: 1, holdings: [{ id: 'a', shares: 0 }] }],
    ['withholding.a', { total: 1, holdings, withholding: { a: '1.1' } }],
    ['withholding.z', { total: 1, holdings, withholding: { z: '0.1' } }],
  ])('is refused at %s', (field, written) => {
    expect(fieldOf(() => distributionFigures(written))).toBe(field);
  });
});
