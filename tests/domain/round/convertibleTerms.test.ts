import { growth, LINEAR } from '#tests/support/time/computed.ts';
import { describe, expect, it } from 'vitest';
import { exactly } from '#src/domain/figures/exactly.ts';
import { conversionArithmetic, proposedDivisor } from '#src/domain/round/convertibleTerms.ts';
import type { ConversionInput } from '#src/domain/round/convertibleTerms.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { accruedTo, daysBetween, interestTermsOf } from '#src/domain/round/interest.ts';
import type { InterestTerms } from '#src/domain/round/interest.ts';

const note = (extra: Partial<InterestTerms> = {}): InterestTerms => ({
  rates: [{ rate: decimal('0.08'), from: '2025-01-01', to: null }],
  day_count: 'ACTUAL_365',
  compounding: 'SIMPLE',
  period: 'ANNUAL',
  ...extra,
});
const amountTo = (date: string, extra: Partial<InterestTerms> = {}, principal = '1000000') =>
  formatDecimal(accruedTo(decimal(principal), note(extra), date).amount);

describe('interest to a day (CV-08)', () => {
  it.each<[string, Partial<InterestTerms>, string]>([
    ['simple, actual days over 365', {}, '1160000'],
    ['simple, actual days over 360', { day_count: 'ACTUAL_360' }, '1162222.22'],
    ['compounded yearly', { compounding: 'COMPOUNDING' }, '1166400'],
    ['compounded quarterly', { compounding: 'COMPOUNDING', period: 'QUARTERLY' }, '1171659.38'],
  ])('%s', (_, extra, amount) => {
    expect(amountTo('2027-01-01', extra)).toBe(amount);
  });
  it('counts 30/360 by the US rule, including its February clause', () => {
    expect(daysBetween('2003-02-15', '2003-03-15', '30_360')).toBe(30);
    expect(daysBetween('2003-02-15', '2003-03-16', '30_360')).toBe(31);
    expect(daysBetween('2003-02-15', '2003-03-15', 'ACTUAL_365')).toBe(28);
    expect(daysBetween('2003-02-15', '2003-03-16', 'ACTUAL_365')).toBe(29);
    // Without the February clause these would be 183.
    expect(daysBetween('2023-02-28', '2023-08-31', '30_360')).toBe(180);
    expect(daysBetween('2023-01-31', '2023-03-31', '30_360')).toBe(60);
    expect(daysBetween('2024-02-29', '2025-02-28', '30_360')).toBe(360);
    expect(amountTo('2025-07-01', { day_count: '30_360' })).toBe('1040000');
  });
  it('shows the calculation', () => {
    expect(accruedTo(decimal('1000000'), note(), '2027-01-01').formula).toEqual([
      '1,000,000.00 × 0.08 × 730 ÷ 365 = 160,000.00, simple interest from 2025-01-01 to 2027-01-01, actual days over 365',
    ]);
    const stub = accruedTo(decimal('1000000'), note({ compounding: 'COMPOUNDING' }), '2026-01-31');
    expect(formatDecimal(stub.amount)).toBe('1087101.37');
    expect(stub.formula).toEqual([
      '1,000,000.00 × (1 + 0.08 ÷ 1)^1 = 1,080,000.00, compounded over 1 whole years from 2025-01-01 to 2026-01-01; then simple interest for 30 days to 2026-01-31, actual days over 365: 7,101.37',
    ]);
  });
  it('uses each rate up to and including its last day, and accrues nothing before the first rate', () => {
    const rates = [
      { rate: decimal('0.1'), from: '2025-01-01', to: '2025-12-31' },
      { rate: decimal('0.2'), from: '2026-07-01', to: null },
    ];
    expect(amountTo('2025-01-01', { rates })).toBe('1000000');
    expect(amountTo('2024-01-01', { rates })).toBe('1000000');
    expect(amountTo('2026-06-30', { rates })).toBe('1100000');
    expect(amountTo('2027-07-01', { rates })).toBe('1300000');
    expect(amountTo('2027-07-01', { rates, compounding: 'COMPOUNDING' })).toBe('1320000');
  });
  it('compounds daily for thirty years, beyond 2^53, in a time that grows with the days', () => {
    const amount = amountTo('2054-12-31', { compounding: 'COMPOUNDING', period: 'DAILY' }, '9007199254740993');
    expect(amount).toMatch(/^\d{17}\.\d{1,2}$/);
    const dayAfter = (days: number) => new Date(Date.UTC(2024, 0, days)).toISOString().slice(0, 10);
    const compound = (day: string) =>
      amountTo(day, { compounding: 'COMPOUNDING', period: 'DAILY' }, '9007199254740993');
    expect(growth(compound, dayAfter, { length: 11_200 })).toBeLessThan(LINEAR);
  });
  it('reads the interest terms of the OCF format', () => {
    const mechanism = {
      type: 'CONVERTIBLE_NOTE_CONVERSION',
      interest_rates: [
        { rate: '0.06', accrual_start_date: '2024-01-01', accrual_end_date: '2024-12-30' },
        { rate: 'x' },
      ],
      day_count_convention: '30_360',
      interest_accrual_period: 'QUARTERLY',
      compounding_type: 'COMPOUNDING',
    };
    expect(interestTermsOf(mechanism)).toEqual({
      rates: [{ rate: decimal('0.06'), from: '2024-01-01', to: '2024-12-30' }],
      day_count: '30_360',
      compounding: 'COMPOUNDING',
      period: 'QUARTERLY',
    });
    expect(interestTermsOf({ ...mechanism, interest_rates: [] })).toBeNull();
    expect(interestTermsOf({ interest_rates: 7 })).toBeNull();
  });
});

describe('the price of a conversion', () => {
  const converted = (extra: Partial<Record<keyof ConversionInput, string>>) => {
    const decimalOrNull = (value: string | undefined) => (value === undefined ? null : decimal(value));
    const exactlyOrNull = (value: string | undefined) => (value === undefined ? null : exactly(decimal(value)));
    return conversionArithmetic({
      amount: exactly(decimal(extra.amount ?? '25000')),
      cap: exactlyOrNull(extra.cap),
      capitalization: decimalOrNull(extra.capitalization),
      discount: exactlyOrNull(extra.discount),
      round_price: decimalOrNull(extra.round_price),
    });
  };
  const shown = (all: ReturnType<typeof converted>) => ({
    price: formatDecimal(all.price),
    binding: all.binding,
    shares: formatDecimal(all.shares),
    cash: formatDecimal(all.cash),
  });

  it('is the lower of cap and discount (CV-07)', () => {
    const terms = { cap: '5000000', discount: '0.20', round_price: '5.00' };
    const high = converted({ ...terms, capitalization: '2000000' });
    expect(shown(high)).toEqual({ price: '2.5', binding: 'cap', shares: '10000', cash: '0' });
    const low = converted({ ...terms, capitalization: '1200000' });
    expect(shown(low)).toEqual({ price: '4', binding: 'discount', shares: '6250', cash: '0' });
    expect(low.formula).toEqual([
      'By the cap: 5,000,000.00 ÷ 1,200,000 shares = 4.1667',
      'By the discount: 5 × (1 − 0.2) = 4.0000',
      '25,000.00 ÷ 4.0000 = 6,250 shares',
    ]);
  });
  it('includes the interest, and pays the rest below one share in cash (CV-09)', () => {
    const terms: InterestTerms = note({ rates: [{ rate: decimal('0.06'), from: '2025-01-01', to: null }] });
    const { amount } = accruedTo(decimal('500000'), terms, '2026-01-01');
    expect(formatDecimal(amount)).toBe('530000');
    const at = (round_price: string) =>
      converted({
        amount: formatDecimal(amount),
        cap: '8000000',
        capitalization: '8000000',
        discount: '0.20',
        round_price,
      });
    expect(shown(at('1.50'))).toEqual({ price: '1', binding: 'cap', shares: '530000', cash: '0' });
    expect(shown(at('1.10'))).toEqual({ price: '0.88', binding: 'discount', shares: '602272', cash: '0.64' });
    expect(at('1.10').formula.at(-1)).toBe('530,000.00 ÷ 0.8800 = 602,272 shares, and 0.64 in cash');
  });
  it('is by the cap where prices are equal, by the round without cap and discount, and by the cap without a round', () => {
    const tie = converted({ cap: '4000000', capitalization: '1000000', discount: '0.2', round_price: '5' });
    expect(tie.binding).toBe('cap');
    expect(shown(converted({ round_price: '5' }))).toEqual({ price: '5', binding: 'round', shares: '5000', cash: '0' });
    expect(converted({ cap: '4000000', capitalization: '1000000' })).toMatchObject({
      binding: 'cap',
      price_by_discount: null,
    });
  });
  it.each<[string, string, Parameters<typeof converted>[0]]>([
    ['no price', 'round_price', {}],
    ['an amount of zero', 'amount', { amount: '0', round_price: '1' }],
    ['a discount of 100 percent', 'discount', { discount: '1', round_price: '1' }],
    ['a negative discount', 'discount', { discount: '-0.1', round_price: '1' }],
    ['a cap that is not above the amount', 'cap', { cap: '25000', capitalization: '1000' }],
    ['a price of zero', 'round_price', { round_price: '0' }],
  ])('refuses %s, at the field %s', (_, field, terms) => {
    expect(() => converted(terms)).toThrow(
      expect.objectContaining({ status: 422, fields: { [field]: expect.any(String) } }),
    );
  });
});

describe('the number of shares that divides a cap', () => {
  const capped = (amount: string, cap: string, isPostMoney = true) => ({
    amount: decimal(amount),
    cap: decimal(cap),
    isPostMoney,
  });
  const both = [capped('200000', '4000000'), capped('800000', '8000000'), capped('1', '2', false)];
  it('includes, post-money, the shares of every convertible with such a cap (CV-01)', () => {
    expect(formatDecimal(proposedDivisor(decimal('10000000'), true, both)!)).toBe('11764705');
  });
  it('is, pre-money, the fully diluted number alone', () => {
    expect(formatDecimal(proposedDivisor(decimal('10000000'), false, both)!)).toBe('10000000');
  });
  it('is null where the caps together would sell the whole company', () => {
    expect(proposedDivisor(decimal('10000000'), true, [capped('1', '2'), capped('2', '4')])).toBeNull();
  });
});
