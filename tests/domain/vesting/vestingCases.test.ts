// Checks published vesting figures, from tables of the OCF format and its tools, to the share and to the day.
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { tranchesOf, vestedAt } from '#src/domain/vesting/schedule.ts';
import { standardTerms, START_DAY } from '#src/domain/vesting/standardTerms.ts';
import { ALLOCATION_TYPES } from '#src/domain/keywords.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { hasShared, sharedJson } from '../sharedMaterial.ts';
import { condition, days, grantOf, months, rowsOf, started, termsOf, vestedOn } from './vestingFactories.ts';

const fourYears = (allocation_type: (typeof ALLOCATION_TYPES)[number] = 'CUMULATIVE_ROUNDING') =>
  standardTerms({ id: 'v', months: 48, cliff_months: 12, allocation_type, day_of_month: START_DAY });

describe('the seven allocation types', () => {
  const table = {
    CUMULATIVE_ROUNDING: ['5', '4', '5', '4'],
    CUMULATIVE_ROUND_DOWN: ['4', '5', '4', '5'],
    FRONT_LOADED: ['5', '5', '4', '4'],
    BACK_LOADED: ['4', '4', '5', '5'],
    FRONT_LOADED_TO_SINGLE_TRANCHE: ['6', '4', '4', '4'],
    BACK_LOADED_TO_SINGLE_TRANCHE: ['4', '4', '4', '6'],
    FRACTIONAL: ['4.5', '4.5', '4.5', '4.5'],
  };
  it.each(ALLOCATION_TYPES)('18 shares in 4 tranches: %s', (allocation_type) => {
    const quarterly = termsOf(
      [
        condition('start', { type: 'VESTING_START_DATE' }, { quantity: '0', next: ['q'] }),
        condition('q', months('start', 3, 4), { portion: [1, 4] }),
      ],
      allocation_type,
    );
    const grant = grantOf('18', quarterly, started('2025-01-01'));
    expect(rowsOf(grant).map(([, quantity]) => quantity)).toEqual(table[allocation_type]);
  });

  it.each(ALLOCATION_TYPES)('a cliff releases its parts of the schedule together: %s', (allocation_type) => {
    // 100 shares in 48 parts: two shares each, and four left over.
    const grant = grantOf('100', fourYears(allocation_type), started('2025-01-01'));
    const cliff = {
      CUMULATIVE_ROUNDING: '25',
      CUMULATIVE_ROUND_DOWN: '25',
      FRONT_LOADED: '28',
      BACK_LOADED: '24',
      FRONT_LOADED_TO_SINGLE_TRANCHE: '28',
      BACK_LOADED_TO_SINGLE_TRANCHE: '24',
      FRACTIONAL: '25',
    };
    expect(vestedOn(grant, '2026-01-01')).toBe(cliff[allocation_type]);
    expect(vestedOn(grant, '2029-01-01')).toBe('100');
  });

  it('rounds a cliff of an odd fraction on the running total', () => {
    const odd = (allocation_type: string) =>
      termsOf(
        [
          condition('start', { type: 'VESTING_START_DATE' }, { quantity: '0', next: ['cliff'] }),
          condition('cliff', months('start', 12, 1), { portion: [1, 3], next: ['rest'] }),
          condition('rest', months('cliff', 1, 24), { portion: [1, 36] }),
        ],
        allocation_type,
      );
    const on = (type: string, date: string) => vestedOn(grantOf('1001', odd(type), started('2025-01-01')), date);
    expect(on('CUMULATIVE_ROUNDING', '2026-01-01')).toBe('334');
    expect(on('CUMULATIVE_ROUND_DOWN', '2026-01-01')).toBe('333');
    expect(on('CUMULATIVE_ROUNDING', '2028-01-01')).toBe('1001');
    expect(on('CUMULATIVE_ROUND_DOWN', '2028-01-01')).toBe('1001');
  });
});

describe('published schedules', () => {
  it('vests testPackage EC-1: 360,000 over four years with a cliff (S6)', () => {
    const grant = grantOf('360000', fourYears('CUMULATIVE_ROUND_DOWN'), started('2019-06-01'));
    const on = (date: string) => vestedOn(grant, date);
    expect(on('2020-05-31')).toBe('0');
    expect(on('2020-06-01')).toBe('90000');
    expect(on('2020-07-01')).toBe('97500');
    expect(on('2021-12-31')).toBe('225000');
    expect(on('2023-06-01')).toBe('360000');
  });

  it.each(['480000', '240000'])('vests exactly %s, where floats were off by three', (quantity) => {
    const grant = grantOf(quantity, fourYears('CUMULATIVE_ROUND_DOWN'), started('2019-09-01'));
    expect(vestedOn(grant, '2023-09-01')).toBe(quantity);
    expect(vestedOn(grant, '2099-01-01')).toBe(quantity);
  });

  it('keeps the day of the start through short months: 480 from 30 January 2021', () => {
    const rows = rowsOf(grantOf('480', fourYears(), started('2021-01-30')));
    expect(rows).toHaveLength(37);
    expect(rows.slice(0, 3)).toEqual([
      ['2022-01-30', '120'],
      ['2022-02-28', '10'],
      ['2022-03-30', '10'],
    ]);
    expect(rows).toContainEqual(['2024-02-29', '10']);
    expect(rows.at(-1)).toEqual(['2025-01-30', '10']);
    expect(vestedOn(grantOf('480', fourYears(), started('2021-01-30')), '2025-01-30')).toBe('480');
  });

  it('vests on the last day of a shorter month: 600 in six months from 31 January', () => {
    const terms = standardTerms({
      id: 'v',
      months: 6,
      cliff_months: 0,
      allocation_type: 'CUMULATIVE_ROUNDING',
      day_of_month: START_DAY,
    });
    expect(rowsOf(grantOf('600', terms, started('2025-01-31')))).toEqual([
      ['2025-02-28', '100'],
      ['2025-03-31', '100'],
      ['2025-04-30', '100'],
      ['2025-05-31', '100'],
      ['2025-06-30', '100'],
      ['2025-07-31', '100'],
    ]);
  });

  it('vests 4.8 million and a million by whole months', () => {
    const on = (quantity: string, date: string) =>
      vestedOn(grantOf(quantity, fourYears(), started('2020-01-01')), date);
    const at = ['2020-01-01', '2020-12-01', '2021-01-01', '2021-02-01', '2022-01-01', '2023-12-01', '2024-01-01'];
    const expected = ['0', '0', '1200000', '1300000', '2400000', '4700000', '4800000'];
    expect(at.map((date) => on('4800000', date))).toEqual(expected);
    expect(on('4800000', '2025-01-01')).toBe('4800000');
    expect(on('1000000', '2021-02-01')).toBe('270833');
  });

  it('vests 100,000 in 37 steps', () => {
    const grant = grantOf('100000', fourYears(), started('2025-01-01'));
    const expected = {
      '2025-06-01': '0',
      '2025-12-31': '0',
      '2026-01-01': '25000',
      '2026-07-01': '37500',
      '2027-01-01': '50000',
      '2028-01-01': '75000',
      '2029-01-01': '100000',
    };
    for (const [date, vested] of Object.entries(expected)) expect(vestedOn(grant, date)).toBe(vested);
    expect(tranchesOf(grant)).toHaveLength(37);
    expect(tranchesOf(grant).at(-1)!.date).toBe('2029-01-01');
  });

  it('takes a fifth of the whole, or a fifth of what is left', () => {
    const grant = (remainder: boolean) =>
      grantOf(
        '1000',
        termsOf([
          condition('start', { type: 'VESTING_START_DATE' }, { quantity: '400', next: ['fifth'] }),
          condition('fifth', days('start', 1, 1), { portion: [1, 5, remainder] }),
        ]),
        started('2025-01-01'),
      );
    expect(rowsOf(grant(false))[1]).toEqual(['2025-01-02', '200']);
    expect(rowsOf(grant(true))[1]).toEqual(['2025-01-02', '120']);
  });

  it('vests 5, 15, 40 and 40 percent a year, and a single share once', () => {
    const yearly = termsOf([
      condition('start', { type: 'VESTING_START_DATE' }, { quantity: '0', next: ['y1'] }),
      condition('y1', months('start', 12, 1), { portion: ['0.05', '1'], next: ['y2'] }),
      condition('y2', months('start', 24, 1), { portion: ['0.15', '1'], next: ['y3'] }),
      condition('y3', months('start', 36, 1), { portion: ['0.40', '1'], next: ['y4'] }),
      condition('y4', months('start', 48, 1), { portion: ['0.40', '1'] }),
    ]);
    expect(rowsOf(grantOf('100000', yearly, started('2025-01-01')))).toEqual([
      ['2026-01-01', '5000'],
      ['2027-01-01', '15000'],
      ['2028-01-01', '40000'],
      ['2029-01-01', '40000'],
    ]);
    const share = grantOf('1', fourYears('CUMULATIVE_ROUND_DOWN'), started('2025-01-01'));
    expect(rowsOf(share)).toEqual([['2029-01-01', '1']]);
  });
});

describe.skipIf(!hasShared('ocf'))('the samples of the format', () => {
  const samples = () =>
    new Map(
      (sharedJson('ocf/samples/VestingTerms.ocf.json') as { items: OcfObject[] }).items.map((item) => [
        item['id'],
        item,
      ]),
    );
  it('vests the six-year back-loaded option in full, in 49 steps', () => {
    const grant = grantOf('240000', samples().get('6-yr-option-back-loaded')!, started('2020-01-31'));
    expect(vestedOn(grant, '2022-01-30')).toBe('0');
    expect(vestedOn(grant, '2022-01-31')).toBe('24000');
    expect(vestedOn(grant, '2023-01-31')).toBe('60000');
    expect(vestedOn(grant, '2025-12-31')).toBe('234000');
    expect(vestedOn(grant, '2026-01-31')).toBe('240000');
    expect(rowsOf(grant)).toHaveLength(49);
  });

  it('vests the multi-tranche option by its sales, and in full on the double trigger', () => {
    const terms = samples().get('multi-tranche-event-based')!;
    const event = (vesting_condition_id: string, effective_date: string) =>
      ({ fact: 'EVENT', effective_date, vesting_condition_id, quantity: null }) as const;
    const facts = [
      ...started('2021-01-01'),
      event('100k-sale-1', '2021-06-01'),
      event('100k-sale-2', '2022-06-01'),
      event('double-trigger-acceleration', '2023-03-01'),
    ];
    expect(rowsOf(grantOf('1003', terms, facts))).toEqual([
      ['2021-06-01', '200'],
      ['2022-06-01', '201'],
      ['2023-03-01', '602'],
    ]);
    // A sale after four years is too late.
    const late = [...started('2021-01-01'), event('100k-sale-1', '2025-01-02')];
    expect(rowsOf(grantOf('1003', terms, late))).toEqual([]);
  });

  it.each([
    ['on the deadline', '2016-10-01', []],
    ['a day before it', '2016-09-30', [['2016-09-30', '600']]],
  ])('applies the deadline of the milestone option before the milestone: %s', (_, day, rows) => {
    const terms = samples().get('path-dependent-milestone-vesting')!;
    const milestone = {
      fact: 'EVENT',
      effective_date: day,
      vesting_condition_id: 'qualified-fda-acceptance',
      quantity: null,
    } as const;
    const start = { ...started('2016-01-01')[0]!, vesting_condition_id: 'vest-start' };
    expect(rowsOf(grantOf('1000', terms, [start, milestone]))).toEqual(rows);
  });

  it('gives the figures of testPackage from its own files', () => {
    const terms = (sharedJson('ocf/testing_scripts/testPackage/VestingTerms.ocf.json') as { items: OcfObject[] })
      .items[0]!;
    const start = { ...started('2019-06-01')[0]!, vesting_condition_id: 'start_condition' };
    const grant = grantOf('360000', terms, [start]);
    expect(formatDecimal(vestedAt(grant, '2021-12-31')!)).toBe('225000');
    expect(vestedAt(grant, '2023-06-01')).toBe(decimal('360000'));
  });
});
