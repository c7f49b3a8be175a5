import { describe, expect, it } from 'vitest';
import { yearsAccrued } from '#src/domain/distribution/dividendYears.ts';
import { previewDistribution } from '#src/domain/distribution/distribution.ts';
import type { DistributionPreview } from '#src/domain/distribution/distribution.ts';
import type { DistributedClass, DividendTerms } from '#src/domain/distribution/dividendDues.ts';
import { stepsInWords } from '#src/domain/distribution/stepsInWords.ts';
import { AppError } from '#src/domain/errors.ts';
import { decimalOf } from '#src/domain/model/figures.ts';
import { hasShared, sharedJson } from '../sharedMaterial.ts';

const terms = (extra: Partial<DividendTerms> = {}): DividendTerms => ({
  rate: '0.03',
  base_amount: '20',
  is_cumulative: true,
  accrues_from: '2021-01-01',
  participation: 'none',
  conversion_ratio: '1',
  earlier: [],
  ...extra,
});
const preferred = (extra: Partial<DividendTerms> = {}, item: Partial<DistributedClass> = {}): DistributedClass => ({
  share_class_id: 'pref',
  name: 'Series A',
  seniority: 1,
  dividend: terms(extra),
  ...item,
});
const common: DistributedClass = { share_class_id: 'common', name: 'Common', seniority: 0, dividend: null };
const holding = (share_class_id: string, shares: number, shareholder_id = `${share_class_id} holder`) => ({
  shareholder_id,
  share_class_id,
  shares: String(shares),
});
const paid = ({ rows }: DistributionPreview) => Object.fromEntries(rows.map((row) => [row.shareholder_id, row.gross]));

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'nothing';
}

/** Declares one amount a year and gives each distribution what the earlier ones allotted. */
function yearByYear(
  amounts: readonly number[],
  terms_: Partial<DividendTerms>,
  shares: { pref: number; common: number },
) {
  const earlier: DividendTerms['earlier'][number][] = [];
  return amounts.map((amount, index) => {
    const record_date = `${2021 + index}-12-31`;
    const preview = previewDistribution({
      amount: { total: String(amount) },
      holdings: [holding('pref', shares.pref), holding('common', shares.common)],
      order: { classes: [common, preferred({ ...terms_, earlier: [...earlier] })], record_date },
    });
    const { allotted, annual } = preview.allotments[0]!;
    earlier.push({ record_date, allotted, annual });
    const [perCommon, perPreferred] = preview.rows.map((row) => Number(row.gross) / Number(row.shares));
    return { perPreferred, perCommon, steps: stepsInWords(preview.steps, 'USD'), total: preview.total_gross };
  });
}

describe('a cumulative preferred dividend', () => {
  it('is paid with its arrears before the common stock (DV-03)', () => {
    const years = yearByYear([4600, 7600, 46_550, 89_250], {}, { pref: 20_000, common: 25_000 });
    expect(years.map(({ perPreferred, perCommon }) => [perPreferred, perCommon])).toEqual([
      [0.23, 0],
      [0.38, 0],
      [1.19, 0.91],
      [0.6, 3.09],
    ]);
    expect(years.map(({ total }) => total)).toEqual(['4600.00', '7600.00', '46550.00', '89250.00']);
    expect(years.map(({ steps }) => steps)).toEqual([
      ['1. Current dividend of Series A: $4,600.00 of $12,000.00'],
      [
        '1. Arrears of Series A: $7,400.00, after $4,600.00 that earlier dividends gave',
        '2. Current dividend of Series A: $200.00 of $12,000.00',
      ],
      [
        '1. Arrears of Series A: $11,800.00, after $12,200.00 that earlier dividends gave',
        '2. Current dividend of Series A: $12,000.00',
        '3. The rest to Common: $22,750.00',
      ],
      ['1. Current dividend of Series A: $12,000.00', '2. The rest to Common: $77,250.00'],
    ]);
  });
  it('is paid with its arrears before the common stock, second data set (DV-04)', () => {
    const annual = { rate: '0.05', base_amount: '25' };
    const years = yearByYear([36_000, 58_000, 75_000, 124_000], annual, { pref: 40_000, common: 100_000 });
    expect(years.map(({ perPreferred, perCommon }) => [perPreferred, perCommon])).toEqual([
      [0.9, 0],
      [1.45, 0],
      [1.4, 0.19],
      [1.25, 0.74],
    ]);
  });
  it.each([
    ['2021-01-01', '2021-12-31', '1'],
    ['2021-01-01', '2020-12-31', '0'],
    ['2021-01-01', '2021-01-01', '0.002739726'],
    ['2021-01-01', '2023-06-30', '2.495890411'],
    ['2024-01-01', '2024-12-30', '1'],
    ['2024-01-01', '2024-12-31', '1'],
    ['2020-02-29', '2021-02-27', '1'],
    ['2020-02-29', '2024-02-28', '4'],
  ])('counts from %s to the end of %s as %s years', (from, day, years) => {
    expect(decimalOf(yearsAccrued(from, day), 9)).toBe(years);
  });
  it('accrues by days within a year: 181 of 365 days', () => {
    const preview = previewDistribution({
      amount: { per_share: '1' },
      holdings: [holding('pref', 20_000), holding('common', 10)],
      order: { classes: [preferred(), common], record_date: '2021-06-30' },
    });
    // 12,000 × 181 / 365 = 5,950.684…
    expect(paid(preview)).toEqual({ 'pref holder': '5950.68', 'common holder': '10.00' });
  });
  it('remembers what a share was paid, however many shares there are later', () => {
    const earlier = [{ record_date: '2022-12-31', allotted: '24000.00', annual: '12000' }];
    const duesOf = (shares: number, base_amount = '20') =>
      paid(
        previewDistribution({
          amount: { total: '1000000' },
          holdings: [holding('pref', shares), holding('common', 1)],
          order: { classes: [preferred({ earlier, base_amount }), common], record_date: '2023-12-31' },
        }),
      )['pref holder'];
    // Half of the shares were bought back; then there are twice as many after a split.
    expect([duesOf(20_000), duesOf(10_000), duesOf(40_000, '10')]).toEqual(['12000.00', '6000.00', '12000.00']);
  });
  it('owes nothing before the day from which it accrues', () => {
    const preview = previewDistribution({
      amount: { total: '100' },
      holdings: [holding('pref', 10), holding('common', 10)],
      order: { classes: [preferred(), common], record_date: '2020-06-30' },
    });
    expect(preview.rows.map((row) => [row.gross, row.excluded_reason])).toEqual([
      ['100.00', null],
      ['0.00', 'nothing_due'],
    ]);
  });
});

describe('a dividend that does not cumulate', () => {
  const fixed = { is_cumulative: false };
  const pay = (earlier: DividendTerms['earlier'], record_date: string, accrues_from: string | null = null) =>
    paid(
      previewDistribution({
        amount: { total: '20000' },
        holdings: [holding('pref', 20_000), holding('common', 1)],
        order: { classes: [preferred({ ...fixed, accrues_from, earlier }), common], record_date },
      }),
    )['pref holder'];
  it('is owed once in each calendar year, and never in arrears', () => {
    expect(pay([], '2023-03-31')).toBe('12000.00');
    const half = [{ record_date: '2023-03-31', allotted: '6000.00', annual: '12000' }];
    expect([pay(half, '2023-09-30'), pay(half, '2024-01-01')]).toEqual(['6000.00', '12000.00']);
  });
  it('counts its years from the day on which it began, where that is known', () => {
    const whole = [{ record_date: '2023-03-31', allotted: '12000.00', annual: '12000' }];
    expect(pay(whole, '2023-06-30', '2021-07-01')).toBe('0.00');
    expect(pay(whole, '2023-07-01', '2021-07-01')).toBe('12000.00');
  });
});

describe('the order among classes', () => {
  it('pays a senior class before a junior one, and classes of one seniority in one proportion', () => {
    const classes = [
      common,
      preferred({}, { share_class_id: 'b', name: 'Series B', seniority: 2 }),
      preferred({}, { share_class_id: 'a1', name: 'Series A-1' }),
      preferred({ base_amount: '40' }, { share_class_id: 'a2', name: 'Series A-2' }),
    ];
    const preview = previewDistribution({
      amount: { total: '150' },
      holdings: [holding('common', 5), holding('b', 100), holding('a1', 100), holding('a2', 100)],
      order: { classes, record_date: '2021-12-31' },
    });
    expect(paid(preview)).toEqual({
      'b holder': '60.00',
      'a1 holder': '30.00',
      'a2 holder': '60.00',
      'common holder': '0.00',
    });
    expect(preview.rows.find((row) => row.share_class_id === 'common')!.excluded_reason).toBe('paid_after_preferred');
    expect(stepsInWords(preview.steps, 'USD')).toEqual([
      '1. Current dividend of Series B: $60.00',
      '2. Current dividend of Series A-1, Series A-2: $90.00 of $180.00',
    ]);
  });
  it('lets a participating class share the rest as converted', () => {
    const classes = [common, preferred({ participation: 'as_converted', conversion_ratio: '2' })];
    const preview = previewDistribution({
      amount: { total: '100.00' },
      holdings: [holding('common', 60), holding('pref', 20)],
      order: { classes, record_date: '2021-12-31' },
    });
    // 12.00 first; the other 88.00 over 60 + 40 shares.
    expect(paid(preview)).toEqual({ 'common holder': '52.80', 'pref holder': '47.20' });
    const perShare = previewDistribution({
      amount: { per_share: '0.88' },
      holdings: [holding('common', 60), holding('pref', 20)],
      order: { classes, record_date: '2021-12-31' },
    });
    expect(paid(perShare)).toEqual({ 'common holder': '52.80', 'pref holder': '47.20' });
  });
  it('pays an amount per share on preferred stock alone up to what it is owed', () => {
    const pay = (per_share: string) =>
      previewDistribution({
        amount: { per_share },
        holdings: [holding('pref', 20_000)],
        order: { classes: [preferred()], record_date: '2022-12-31' },
      });
    expect(paid(pay('0.75'))).toEqual({ 'pref holder': '15000.00' });
    expect(stepsInWords(pay('0.75').steps, 'USD')).toEqual([
      '1. Arrears of Series A: $12,000.00',
      '2. Current dividend of Series A: $3,000.00 of $12,000.00',
    ]);
    expect(codeOf(() => pay('1.21'))).toBe('above_preference');
  });
  it('pays each share of participating preferred stock alone what was declared, whatever it converts into', () => {
    const pay = (per_share: string) =>
      previewDistribution({
        amount: { per_share },
        holdings: [holding('pref', 1000)],
        order: {
          classes: [preferred({ participation: 'as_converted', conversion_ratio: '4.5' })],
          record_date: '2021-12-31',
        },
      });
    expect(paid(pay('0.5'))).toEqual({ 'pref holder': '500.00' });
    expect(paid(pay('0.9'))).toEqual({ 'pref holder': '900.00' });
    expect(stepsInWords(pay('0.9').steps, 'USD')).toEqual([
      '1. Current dividend of Series A: $600.00',
      '2. The rest to Series A: $300.00',
    ]);
    expect(pay('0.9').allotments).toMatchObject([{ allotted: '600.00' }]);
  });
  it('pays no junior class an amount per share while a senior one is owed more', () => {
    const junior = preferred({}, { share_class_id: 'junior', name: 'Series B', seniority: 0 });
    const pay = (per_share: string) =>
      previewDistribution({
        amount: { per_share },
        holdings: [holding('pref', 100), holding('junior', 100)],
        order: { classes: [preferred(), junior], record_date: '2021-12-31' },
      });
    expect(codeOf(() => pay('0.5'))).toBe('senior_not_paid');
    expect(paid(pay('0.6'))).toEqual({ 'pref holder': '60.00', 'junior holder': '60.00' });
  });
  it('lets a senior class that takes part get just its preference, no more while a junior one is owed', () => {
    // The senior class is owed 0.60 a share and takes part in the rest; the junior one is owed 1.00.
    const senior = preferred({ participation: 'as_converted' });
    const junior = preferred({ rate: '0.05' }, { share_class_id: 'junior', name: 'Series B', seniority: 0 });
    const pay = (per_share: string) =>
      previewDistribution({
        amount: { per_share },
        holdings: [holding('pref', 100), holding('junior', 100)],
        order: { classes: [junior, senior], record_date: '2021-12-31' },
      });
    expect(paid(pay('0.6'))).toEqual({ 'pref holder': '60.00', 'junior holder': '60.00' });
    expect(() => pay('0.7')).toThrow(
      'Series B is owed 1 a share before Series A gets more than the 0.6 a share that it is owed',
    );
    expect(() => pay('0.5')).toThrow('Series A is owed 0.6 a share before Series B gets anything');
  });
  it('pays classes of one seniority the same, until one of them takes part in a rest', () => {
    const equal = preferred({ rate: '0.05' }, { share_class_id: 'equal', name: 'Series B' });
    const pay = (per_share: string) =>
      previewDistribution({
        amount: { per_share },
        holdings: [holding('pref', 100), holding('equal', 100)],
        order: { classes: [preferred({ participation: 'as_converted' }), equal], record_date: '2021-12-31' },
      });
    expect(paid(pay('0.6'))).toEqual({ 'pref holder': '60.00', 'equal holder': '60.00' });
    expect(codeOf(() => pay('0.7'))).toBe('senior_not_paid');
  });
  it('counts of earlier dividends those since it accrues, and says what they gave', () => {
    const pay = (record_date: string) =>
      previewDistribution({
        amount: { total: '50000' },
        holdings: [holding('pref', 20_000), holding('common', 1000)],
        order: {
          classes: [common, preferred({ earlier: [{ record_date, allotted: '4000', annual: null }] })],
          record_date: '2021-12-31',
        },
      });
    expect(stepsInWords(pay('2020-12-31').steps, 'USD')[0]).toBe('1. Current dividend of Series A: $12,000.00');
    expect(stepsInWords(pay('2021-01-01').steps, 'USD')[0]).toBe(
      '1. Current dividend of Series A: $8,000.00, after $4,000.00 that earlier dividends gave',
    );
  });
  it('says of a junior class that gets nothing whether it is owed something', () => {
    const junior = preferred({}, { share_class_id: 'junior', name: 'Series B', seniority: 0 });
    const pay = (extra: Partial<DividendTerms>, total: string) =>
      previewDistribution({
        amount: { total },
        holdings: [holding('pref', 20_000), holding('junior', 10), holding('common', 5)],
        order: { classes: [preferred(), { ...junior, dividend: terms(extra) }, common], record_date: '2021-12-31' },
      }).rows.map((row) => [row.share_class_id, row.excluded_reason]);
    expect(pay({}, '100')).toEqual([
      ['common', 'paid_after_preferred'],
      ['junior', 'paid_after_preferred'],
      ['pref', null],
    ]);
    expect(pay({ accrues_from: '2030-01-01' }, '12001')).toContainEqual(['junior', 'nothing_due']);
  });
  it('keeps what each share was given exactly', () => {
    const [step] = previewDistribution({
      amount: { total: '2.85' },
      holdings: [holding('pref', 7), holding('common', 1)],
      order: {
        classes: [preferred({ rate: '0.0525', base_amount: '7.77' }), common],
        record_date: '2021-12-31',
      },
    }).steps;
    expect(step!.classes).toMatchObject([{ amount: '2.85', per_share: '0.40714285714285714286' }]);
  });
  it.each([
    ['left_after_preferences', { total: '12000.01' }, {}],
    ['no_dividend_base', { total: '1' }, { base_amount: null }],
    ['no_accrual_day', { total: '1' }, { accrues_from: null }],
  ])('refuses %s', (code, amount, extra) => {
    const act = () =>
      previewDistribution({
        amount,
        holdings: [holding('pref', 20_000)],
        order: { classes: [preferred(extra)], record_date: '2021-12-31' },
      });
    expect(codeOf(act)).toBe(code);
  });
});

type Case = {
  id: string;
  inputs: {
    preferred: { shares: number; par?: string; rate?: string; annual?: number };
    common: number;
    declared: number[];
  };
  expected: { years: { perPreferred: string; perCommon: string }[] };
};
const CASES = 'cases/distributions.json';
describe.skipIf(!hasShared(CASES))('the published cases of cumulative dividends', () => {
  it.each(['DV-03', 'DV-04'])('%s', (id) => {
    const { inputs, expected } = (sharedJson(CASES) as { cases: Case[] }).cases.find((each) => each.id === id)!;
    const { shares, par, rate, annual } = inputs.preferred;
    const base_amount = par ?? String(annual! / shares);
    const years = yearByYear(
      inputs.declared,
      { rate: rate ?? '1', base_amount },
      { pref: shares, common: inputs.common },
    );
    expect(years.map(({ perPreferred, perCommon }) => [perPreferred, perCommon])).toEqual(
      expected.years.map((year) => [Number(year.perPreferred), Number(year.perCommon)]),
    );
  });
});
