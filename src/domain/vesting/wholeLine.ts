// What has vested of all that was granted over a line of grants, each of which replaces the one before. A grant by itself
// says what vested of what was left of it; what was exercised before stands in the earlier ones.
import { divideInteger, ONE } from '../decimal.ts';
import type { Decimal, Ratio } from '../decimal.ts';
import { add, isLess, NOTHING, rational, times } from '../rational.ts';
import type { Rational } from '../rational.ts';
import { scheduleOf } from './schedule.ts';
import type { Schedule, VestingInput } from './schedule.ts';

/** One that was replaced. */
export interface Earlier {
  exercised: Decimal;
  /** What splits made of a share of it since. */
  ratio: Ratio;
  schedule: Schedule;
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
export function exercisedBefore(earlier: Used): Decimal {
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
