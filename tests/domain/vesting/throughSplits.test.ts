// Splits only change the unit: the number vested on a day is the first schedule's number times the product of all ratios,
// rounded once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, divideInteger, multiplyByRatio, ONE } from '#src/domain/figures/decimal.ts';
import type { Ratio } from '#src/domain/figures/decimal.ts';
import { vestedAt } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { tranchesThroughSplits } from '#src/domain/vesting/throughSplits.ts';
import type { Generation } from '#src/domain/vesting/throughSplits.ts';
import { fact, grantOf } from './vestingFactories.ts';

const ratio = (numerator: number, denominator: number): Ratio => ({
  numerator: decimal(numerator),
  denominator: decimal(denominator),
});
const reversed = ({ numerator, denominator }: Ratio): Ratio => ({ numerator: denominator, denominator: numerator });
const share = (count: number) => BigInt(count) * ONE;
const dayOf = (index: number) =>
  `20${String(10 + Math.floor(index / 12))}-${String((index % 12) + 1).padStart(2, '0')}-15`;
const LAST = '2099-12-31';

/** A schedule with these numbers of shares per month, from January 2010 on. */
const written = (amounts: readonly number[], more: Partial<VestingInput> = {}): VestingInput => {
  const vestings = amounts.map((amount, index) => ({ date: dayOf(index), amount: share(amount) }));
  const quantity = amounts.reduce((sum, amount) => sum + amount, 0);
  return grantOf(String(quantity), null, [], { vestings, ...more });
};

interface Step {
  ratio: Ratio;
  /** The shares exercised before this split. */
  used?: bigint;
}

/** Returns the grant and its successor after each split, as the ledger would hold them. */
function split(first: VestingInput, steps: readonly Step[]): VestingInput[] {
  const line: Generation[] = [];
  const made = [first];
  for (const step of steps) {
    const input = made.at(-1)!;
    const left = input.quantity - (step.used ?? 0n);
    const after = multiplyByRatio(left, step.ratio, 0, 'DOWN');
    if (after <= 0n) break;
    line.push({ input, left, ratio: step.ratio });
    const tranches = tranchesThroughSplits(line, after)!;
    const vestings = tranches.map(({ date, amount }) => ({ date, amount: decimal(amount) }));
    made.push(grantOf('0', null, [], { quantity: after, vestings }));
  }
  return made;
}
const vested = (input: VestingInput, day: string) => vestedAt(input, day)!;
const wholeShares = (n: bigint, d: bigint) => divideInteger(n, d * ONE, 'HALF_UP') * ONE;

const someRatio = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .filter(([n, d]) => n !== d)
  .map(([n, d]) => ratio(n, d));
const someSchedule = fc
  .array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 48 })
  .map((each) => written(each));

describe('vesting after splits', () => {
  it('divides by three in a 1 for 3 split, and is the same again after a 3 for 1 split', () => {
    const first = written(Array.from({ length: 12 }, () => 10));
    const [, third, again] = split(first, [{ ratio: ratio(1, 3) }, { ratio: ratio(3, 1) }]);
    expect(third!.vestings.map(({ amount }) => Number(amount / ONE))).toEqual([3, 4, 3, 3, 4, 3, 3, 4, 3, 3, 4, 3]);
    expect(again!.vestings).toEqual(first.vestings);
  });

  it('adds up to the quantity, never falls, and is the first schedule times all ratios, rounded once', () => {
    fc.assert(
      fc.property(someSchedule, fc.array(someRatio, { minLength: 1, maxLength: 5 }), (first, ratios) => {
        const made = split(
          first,
          ratios.map((each) => ({ ratio: each })),
        );
        let [n, d] = [1n, 1n];
        // Shares lost by rounding the quantity down are missing from the last tranches.
        let most = [first.quantity * 1n, 1n] as [bigint, bigint];
        for (const [index, input] of made.entries()) {
          if (index > 0) {
            const by = ratios[index - 1]!;
            [n, d] = [n * by.numerator, d * by.denominator];
            most = [most[0] * by.numerator, most[1] * by.denominator];
          }
          expect(vested(input, LAST)).toBe(input.quantity);
          let before = 0n;
          for (const { date } of first.vestings) {
            const now = vested(input, date);
            expect(now >= before).toBe(true);
            before = now;
            const exact = vested(first, date);
            const once = wholeShares(exact * n, d);
            const isAll = exact * n * most[1] >= most[0] * d;
            expect(now).toBe(isAll || once > input.quantity ? input.quantity : once);
          }
          if (input.quantity * most[1] < most[0]) most = [input.quantity, 1n];
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the same after a split and its reverse, except for the fractions that were dropped', () => {
    fc.assert(
      fc.property(someSchedule, someRatio, (first, by) => {
        const made = split(first, [{ ratio: by }, { ratio: reversed(by) }]);
        if (made.length < 3) return;
        const last = made[2]!;
        for (const { date } of first.vestings) {
          const was = vested(first, date);
          expect(vested(last, date)).toBe(was < last.quantity ? was : last.quantity);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('adds up to the quantity where options were exercised before each split', () => {
    fc.assert(
      fc.property(someSchedule, someRatio, someRatio, fc.nat(), fc.nat(), (first, one, two, some, others) => {
        const takeOf = (of: bigint, part: number) => share(part % Math.max(1, Number(of / ONE)));
        const used = takeOf(first.quantity, some);
        const [, between] = split(first, [{ ratio: one, used }]);
        if (!between) return;
        const later = takeOf(between.quantity, others);
        const made = split(first, [
          { ratio: one, used },
          { ratio: two, used: later },
        ]);
        for (const input of made.slice(1)) {
          const amounts = input.vestings.map(({ amount }) => amount);
          expect(amounts.every((amount) => amount > 0n)).toBe(true);
          expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(input.quantity);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('counts an acceleration between two splits, and no day before the grant', () => {
    const first = written([10, 10, 10]);
    const [, third] = split(first, [{ ratio: ratio(1, 3) }]);
    const hurried = { ...third!, facts: [fact('ACCELERATION', dayOf(1), { quantity: '2' })] };
    const lineWith = (input: VestingInput) => [
      { input: first, left: first.quantity, ratio: ratio(1, 3) },
      { input, left: input.quantity, ratio: ratio(3, 1) },
    ];
    // 10 and 20 of 30, and 2 × 3 more from the second day on.
    expect(tranchesThroughSplits(lineWith(hurried), share(30))).toEqual([
      { date: dayOf(0), amount: '10' },
      { date: dayOf(1), amount: '16' },
      { date: dayOf(2), amount: '4' },
    ]);
    const issuedLater = { ...hurried, issued_on: dayOf(1) };
    expect(tranchesThroughSplits(lineWith(issuedLater), share(30))).toEqual([
      { date: dayOf(1), amount: '26' },
      { date: dayOf(2), amount: '4' },
    ]);
  });

  it('starts again from a security whose written amounts differ from the computed ones', () => {
    const first = written([10, 10, 10]);
    const other = grantOf('10', null, [], {
      vestings: [
        { date: dayOf(0), amount: share(1) },
        { date: dayOf(2), amount: share(9) },
      ],
    });
    const line = [
      { input: first, left: first.quantity, ratio: ratio(1, 3) },
      { input: other, left: other.quantity, ratio: ratio(3, 1) },
    ];
    expect(tranchesThroughSplits(line, share(30))).toEqual([
      { date: dayOf(0), amount: '3' },
      { date: dayOf(2), amount: '27' },
    ]);
  });

  it('keeps the whole schedule for a holder who left and whose unvested part was not cancelled', () => {
    const input = written([10, 10, 10], { stopped_on: dayOf(1) });
    expect(tranchesThroughSplits([{ input, left: input.quantity, ratio: ratio(2, 1) }], share(60))).toEqual([
      { date: dayOf(0), amount: '20' },
      { date: dayOf(1), amount: '20' },
      { date: dayOf(2), amount: '20' },
    ]);
  });
});
