// What has vested of all that was granted over a line of grants, each of which replaces the one before. A grant by itself
// says what vested of what was left of it; what was exercised before stands in the earlier ones.
import { divideInteger, multiplyByRatio, ONE, ONE_TO_ONE } from '../figures/decimal.ts';
import type { Decimal, Ratio } from '../figures/decimal.ts';
import { add, isLess, NOTHING, rational, times } from '../figures/rational.ts';
import type { Rational } from '../figures/rational.ts';
import { scheduleOf } from './schedule.ts';
import type { Schedule, VestingInput } from './schedule.ts';

/** One that was replaced. */
export interface Earlier {
  exercised: Decimal;
  /** What splits made of a share of it since. */
  ratio: Ratio;
  schedule: Schedule;
}

/** One that was replaced, and by how much the split that replaced it multiplied it. */
export interface Step {
  quantity: Decimal;
  exercised: Decimal;
  ratio: Ratio;
}

/** `steps`: the oldest first. Out: what splits made of a share of each until today. */
export function ratiosUntilToday(steps: readonly Pick<Step, 'ratio'>[]): Ratio[] {
  const ratios: Ratio[] = [];
  let since: Ratio = ONE_TO_ONE;
  for (const { ratio } of [...steps].reverse()) {
    const { n, d } = rational(ratio.numerator * since.numerator, ratio.denominator * since.denominator);
    since = { numerator: n, denominator: d };
    ratios.unshift(since);
  }
  return ratios;
}

/**
 * A security with all that it replaces, in shares of today: what was granted, and what of it had been exercised before.
 * Exercised is rounded once, and never more than was granted beside what is left.
 */
export function wholeOf(steps: readonly Step[], quantity: Decimal): { granted: Decimal; exercised: Decimal } {
  const [first] = steps;
  if (!first) return { granted: quantity, exercised: 0n };
  const ratios = ratiosUntilToday(steps);
  const whole = multiplyByRatio(first.quantity, ratios[0]!, 0, 'DOWN');
  const granted = whole > quantity ? whole : quantity;
  const exercised = exercisedBefore(steps.map((step, index) => ({ exercised: step.exercised, ratio: ratios[index]! })));
  return { granted, exercised: exercised > granted - quantity ? granted - quantity : exercised };
}

/** Its schedule as it went on: that it was replaced ended nothing. */
export const goingOn = (input: VestingInput): Schedule => scheduleOf({ ...input, ended_on: null });

const inToday = (shares: Decimal, { numerator, denominator }: Ratio): Rational =>
  times(rational(shares), rational(numerator, denominator));

type Used = readonly Pick<Earlier, 'exercised' | 'ratio'>[];
const exactly = (earlier: Used) =>
  earlier.reduce<Rational>((sum, { exercised, ratio }) => add(sum, inToday(exercised, ratio)), NOTHING);

/**
 * What was exercised of them, in shares of today: to the nearest, a half down, because what vests of the rest has its half
 * rounded up, and the two are shown as one sum.
 */
function exercisedBefore(earlier: Used): Decimal {
  const { n, d } = exactly(earlier);
  const whole = divideInteger(n, d * ONE, 'DOWN');
  return (2n * (n - whole * d * ONE) > d * ONE ? whole + 1n : whole) * ONE;
}

const wholeShares = ({ n, d }: Rational): Decimal => divideInteger(n, d * ONE, 'HALF_UP') * ONE;

/**
 * `earlier`: the oldest first. `exercised`: of them, as it is shown in shares of today. `own`: vested of what was left.
 * What was exercised vests before what was left: once some of that has, all of it had. Until then it is looked up in the
 * schedule that it came of, because options may be bought before they vest.
 */
export function vestedOfLine(earlier: readonly Earlier[], exercised: Decimal, own: Decimal, day: string): Decimal {
  if (own > 0n || exercised === 0n) return exercised + own;
  for (let index = earlier.length - 1; index >= 0; index -= 1) {
    const { schedule, ratio } = earlier[index]!;
    const vested = schedule.vestedAt(day);
    if (vested === 0n && index > 0) continue;
    if (vested === null) break;
    const sum = add(exactly(earlier.slice(0, index)), inToday(vested, ratio));
    return isLess(rational(exercised), sum) ? exercised : wholeShares(sum);
  }
  return exercised;
}

/** The days of a whole line, and what vests on each, in shares of today. */
export function tranchesOfLine(
  earlier: readonly Earlier[],
  exercised: Decimal,
  own: Schedule,
  until: string,
): { date: string; quantity: Decimal }[] {
  const days = new Set(
    [own, ...(exercised > 0n ? earlier.map(({ schedule }) => schedule) : [])].flatMap((each) => each.days(until)),
  );
  let before = 0n;
  return [...days].sort().flatMap((date) => {
    const vested = vestedOfLine(earlier, exercised, own.vestedAt(date) ?? 0n, date);
    const quantity = vested - before;
    if (quantity <= 0n) return [];
    before = vested;
    return [{ date, quantity }];
  });
}
