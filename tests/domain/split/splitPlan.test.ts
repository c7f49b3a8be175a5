import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNumbers } from '#src/domain/certificateNumber.ts';
import { decimal, formatDecimal, multiplyByRatio } from '#src/domain/figures/decimal.ts';
import { splitPlan } from '#src/domain/split/splitPlan.ts';
import type { SplitInput } from '#src/domain/split/splitPlan.ts';

const certificate = (number: string, stakeholder_id: string, quantity: string) => ({
  security_id: `s-${number}`,
  number,
  stakeholder_id,
  quantity: decimal(quantity),
});
const right = (number: string, quantity: string, strike: string | null) => ({
  ...certificate(number, 'ada', quantity),
  strike: strike === null ? null : decimal(strike),
});
const split = (numerator: string, denominator: string, extra: Partial<SplitInput> = {}) =>
  splitPlan({
    stock_class_id: 'common',
    ratio: { numerator: decimal(numerator), denominator: decimal(denominator) },
    price: null,
    allows_fractions: false,
    certificates: [],
    grants: [],
    warrants: [],
    plans: [],
    authorized: null,
    conversions: [],
    ...extra,
  });
const shown = (value: bigint | null) => (value === null ? null : formatDecimal(value));

describe('a split of a class', () => {
  it('3 for 2 of 225 shares at $12: 337 shares, and $4.00 for the half (CA-01)', () => {
    const plan = split('3', '2', { price: decimal('12.00'), certificates: [certificate('CS-1', 'ada', '225')] });
    expect(plan.holders.map((each) => [each.stakeholder_id, shown(each.after), shown(each.cash_in_lieu)])).toEqual([
      ['ada', '337', '4'],
    ]);
    expect(shown(plan.price_after)).toBe('8');
    expect(plan.certificates.map(({ after }) => shown(after))).toEqual(['337']);
  });

  it('rounds per holder, not per certificate; the rest goes to the largest fractions, with ties by number', () => {
    // 1.5 × (5 + 7 + 2 + 3) = 25.5; the floors are 7, 10, 3 and 4, one more goes to the lowest number of the halves.
    const plan = split('3', '2', {
      certificates: [
        certificate('CS-10', 'ada', '5'),
        certificate('CS-9', 'ada', '7'),
        certificate('CS-3', 'ada', '2'),
        certificate('CS-11', 'ada', '3'),
      ],
    });
    expect(plan.certificates.map((each) => [each.number, shown(each.after)])).toEqual([
      ['CS-10', '7'],
      ['CS-9', '11'],
      ['CS-3', '3'],
      ['CS-11', '4'],
    ]);
    expect(plan.holders[0]).toMatchObject({ before: decimal('17'), after: decimal('25'), cash_in_lieu: null });
  });

  it('1 for 10: a holder of fewer than ten shares gets only cash, and the strike rises', () => {
    const plan = split('1', '10', {
      price: decimal('0.37'),
      certificates: [certificate('CS-1', 'ada', '9'), certificate('CS-2', 'grace', '100')],
      grants: [right('OP-1', '105', '0.37')],
    });
    expect(plan.holders.map((each) => [shown(each.after), shown(each.cash_in_lieu)])).toEqual([
      ['0', '3.33'],
      ['10', '0'],
    ]);
    expect(plan.grants[0]).toMatchObject({ after: decimal('10'), strike_after: decimal('3.7') });
  });

  it('rounds shares of options and warrants down and strikes up, so that no holder gains', () => {
    const plan = split('3', '1', { grants: [right('OP-1', '33', '1')], warrants: [right('W-1', '10', null)] });
    expect(plan.grants[0]).toMatchObject({ after: decimal('99'), strike_after: decimal('0.3334') });
    expect(plan.warrants[0]).toMatchObject({ after: decimal('30'), strike_after: null });
    const odd = split('3', '2', { grants: [right('OP-1', '33', '0.1')] });
    expect(odd.grants[0]).toMatchObject({ after: decimal('49'), strike_after: decimal('0.0667') });
  });

  it('adjusts the authorized number, the pools and the conversions too', () => {
    const conversion = (stock_class_id: string, to: string) => ({
      stock_class_id,
      converts_to_stock_class_id: to,
      numerator: decimal('2'),
      denominator: decimal('1'),
      conversion_price: decimal('1.5'),
    });
    const plan = split('3', '2', {
      authorized: decimal('1000001'),
      plans: [{ stock_plan_id: 'plan', reserved: decimal('5') }],
      conversions: [conversion('preferred', 'common'), conversion('common', 'other')],
    });
    expect(plan.authorized).toEqual({ before: decimal('1000001'), after: decimal('1500001') });
    expect(plan.plans).toEqual([{ stock_plan_id: 'plan', before: decimal('5'), after: decimal('7') }]);
    expect(plan.conversions).toMatchObject([
      { numerator_after: decimal('3'), denominator_after: decimal('1'), conversion_price_after: decimal('1') },
      { numerator_after: decimal('4'), denominator_after: decimal('3'), conversion_price_after: decimal('1.5') },
    ]);
  });

  it('keeps fractions where the class has them, to ten places', () => {
    const plan = split('1', '3', {
      allows_fractions: true,
      certificates: [certificate('CS-1', 'ada', '1'), certificate('CS-2', 'ada', '1')],
    });
    expect(plan.holders.map(({ after }) => shown(after))).toEqual(['0.6666666666']);
    expect(plan.certificates.map(({ after }) => shown(after))).toEqual(['0.3333333333', '0.3333333333']);
  });

  it('refuses a ratio of zero', () => {
    expect(() => split('0', '1')).toThrow(RangeError);
  });

  const anyCertificate = fc.record({
    number: fc.integer({ min: 1, max: 999 }),
    holder: fc.constantFrom('ada', 'grace', 'linus'),
    quantity: fc.bigInt({ min: 1n, max: 10n ** 17n }),
  });
  it('gives each holder floor(sum × ratio), and certificates that sum to it', () => {
    const anyRatio = fc.record({ n: fc.integer({ min: 1, max: 50 }), d: fc.integer({ min: 1, max: 50 }) });
    fc.assert(
      fc.property(fc.array(anyCertificate, { maxLength: 12 }), anyRatio, (written, { n, d }) => {
        const certificates = written.map(({ number, holder, quantity }, place) => ({
          ...certificate(`CS-${number}`, holder, String(quantity)),
          security_id: String(place),
        }));
        const plan = split(String(n), String(d), { certificates, price: decimal('7.77') });
        const ratio = { numerator: decimal(n), denominator: decimal(d) };
        for (const { stakeholder_id, before, after, cash_in_lieu } of plan.holders) {
          const own = plan.certificates.filter((each) => each.stakeholder_id === stakeholder_id);
          expect(own.reduce((sum, each) => sum + each.quantity, 0n)).toBe(before);
          expect(own.reduce((sum, each) => sum + each.after, 0n)).toBe(after);
          expect(after).toBe(multiplyByRatio(before, ratio, 0, 'DOWN'));
          // The cash is never more than the value of one new share.
          expect(cash_in_lieu! * BigInt(n) <= decimal('7.78') * BigInt(d)).toBe(true);
          for (const each of own) {
            const floor = multiplyByRatio(each.quantity, ratio, 0, 'DOWN');
            expect(each.after === floor || each.after === floor + decimal('1')).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('certificate numbers', () => {
  it('sort by number, not by text', () => {
    const numbers = ['PS-2', 'CS-10', 'CS-9', 'CS-9A', 'CS', '7'];
    expect(numbers.sort(compareNumbers)).toEqual(['7', 'CS', 'CS-9', 'CS-9A', 'CS-10', 'PS-2']);
  });
});
