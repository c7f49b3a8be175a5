// The vesting of a security after splits, as dated amounts. Computed exactly from the schedule of the first security of its line
// and rounded once, so that no sequence of splits moves a share from one day to another.
import { compareDates, laterOf } from '../dates.ts';
import { divideInteger, formatDecimal, ONE, parseDecimal } from '../figures/decimal.ts';
import type { Decimal, Ratio } from '../figures/decimal.ts';
import { add, rest, times } from '../figures/boundedFraction.ts';
import { fraction, isBelow, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { exactSumsOf, tranchesOf, withoutStops } from './schedule.ts';
import type { VestingInput } from './schedule.ts';

/** One security of a line: the first was granted, and each replaces the one before. */
export interface Generation {
  input: VestingInput;
  /** What was left of it when it was replaced. What was exercised or cancelled before had vested first. */
  left: Decimal;
  /** New shares for old; one to one where a part of it was cancelled. */
  ratio: Ratio;
}

/** Vested by the end of that day, without rounding. */
type Point = { date: string; sum: Fraction };

/**
 * `line`: from the first security to the one that is split now. `after`: its shares after the split. Out: the amounts, which add
 * up to `after`; null where not all days of the schedule are known.
 * A security whose written amounts differ from those of its line begins a new line: it was imported or edited.
 */
export function tranchesThroughSplits(
  line: readonly Generation[],
  after: Decimal,
): { date: string; amount: string }[] | null {
  let points: Point[] | null = null;
  for (const [index, { input }] of line.entries()) {
    const before = line[index - 1];
    const derived: Point[] | null = before && points ? replaced(points, before) : null;
    points = derived && isWrittenAs(input, derived) ? withAccelerated(derived, input) : scheduled(input);
  }
  const last = line.at(-1);
  return points && last ? rounded(replaced(points, last), after) : null;
}

/** The shares accelerated over a line, in shares after the split: the exact sum, rounded to the nearest. */
export function acceleratedThroughSplits(line: readonly Generation[]): Decimal {
  let [whole, exact]: [Decimal, Fraction] = [0n, NOTHING];
  for (const { input, ratio } of line) {
    const written = input.facts.reduce(
      (sum, { fact, quantity }) => (fact === 'ACCELERATION' ? sum + (parseDecimal(quantity) ?? 0n) : sum),
      0n,
    );
    // The amount that the split before wrote stands for the exact sum. Anything above it was accelerated since.
    const since = written > whole ? fraction(written - whole) : NOTHING;
    exact = times(add(exact, since), fraction(ratio.numerator, ratio.denominator));
    whole = nearest(exact);
  }
  return whole;
}

const nearest = ({ n, d }: Fraction): Decimal => divideInteger(n, d * ONE, 'HALF_UP') * ONE;

/** The schedule without the end of service, in the parts that its terms give; null where it does not say when all of it vests. */
function scheduled(input: VestingInput): Point[] | null {
  const exact = exactSumsOf(input);
  if (exact) return isBelow(exact.at(-1)?.sum ?? NOTHING, fraction(input.quantity)) ? null : exact;
  const tranches = tranchesOf(withoutStops(input));
  let sum = 0n;
  const points = tranches.map(({ date, quantity }) => ({ date, sum: fraction((sum += quantity)) }));
  return sum === input.quantity ? points : null;
}

/** Subtracts the shares that were gone from each sum, and multiplies by the ratio. */
function replaced(points: readonly Point[], { input, left, ratio }: Generation): Point[] {
  const used = fraction(input.quantity - left);
  const most = fraction(left);
  const factor = fraction(ratio.numerator, ratio.denominator);
  return points.map(({ date, sum }) => {
    const kept = rest(sum, used);
    return { date, sum: times(isBelow(most, kept) ? most : kept, factor) };
  });
}

function isWrittenAs({ quantity, vestings }: VestingInput, points: readonly Point[]): boolean {
  const expected = rounded(points, quantity);
  return (
    expected.length === vestings.length &&
    expected.every(({ date, amount }, index) => {
      const written = vestings[index]!;
      return written.date === date && formatDecimal(written.amount) === amount;
    })
  );
}

/** Days before the issue day become the issue day, and accelerated shares are added. */
function withAccelerated(points: readonly Point[], { issued_on, facts }: VestingInput): Point[] {
  const steps: { date: string; by: Fraction }[] = [];
  let before: Fraction = NOTHING;
  for (const { date, sum } of points) {
    steps.push({ date: laterOf(date, issued_on), by: rest(sum, before) });
    before = sum;
  }
  for (const { fact, effective_date, quantity } of facts) {
    const by = fact === 'ACCELERATION' ? (parseDecimal(quantity) ?? 0n) : 0n;
    if (by > 0n) steps.push({ date: laterOf(effective_date, issued_on), by: fraction(by) });
  }
  let sum: Fraction = NOTHING;
  return steps
    .sort((a, b) => compareDates(a.date, b.date))
    .map(({ date, by }) => ({ date, sum: (sum = add(sum, by)) }));
}

/** Rounds the running total to whole shares, with one amount for each day. The last day has the rest. */
function rounded(points: readonly Point[], all: Decimal): { date: string; amount: string }[] {
  const most = points.at(-1)?.sum ?? NOTHING;
  let done = 0n;
  return points.flatMap(({ date, sum }, index) => {
    if (points[index + 1]?.date === date) return [];
    const whole = nearest(sum);
    const until = whole > all || !isBelow(sum, most) ? all : whole;
    const part = until - done;
    done = until;
    return part > 0n ? [{ date, amount: formatDecimal(part) }] : [];
  });
}
