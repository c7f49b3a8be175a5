// Vesting over a line of grants, each of which replaces the one before (a split replaces a grant, for example). A grant alone
// shows only what vested of the shares left in it; shares exercised before are in the earlier grants.
import { divideInteger, multiplyByRatio, ONE, ONE_TO_ONE } from '../figures/decimal.ts';
import type { Decimal, Ratio } from '../figures/decimal.ts';
import { add, times } from '../figures/boundedFraction.ts';
import { fraction, isBelow, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { scheduleOf } from './schedule.ts';
import type { Schedule, Tranche, VestingInput } from './schedule.ts';

/** A grant that was replaced. */
export interface Earlier {
  exercised: Decimal;
  /** The ratio of all splits since. */
  ratio: Ratio;
  schedule: Schedule;
}

/** A grant that was replaced, with the ratio of the split that replaced it. */
export interface Step {
  quantity: Decimal;
  exercised: Decimal;
  ratio: Ratio;
}

/** `steps`: the oldest first. Out: for each, the ratio of all splits until today. */
export function ratiosUntilToday(steps: readonly Pick<Step, 'ratio'>[]): Ratio[] {
  const ratios: Ratio[] = [];
  let since: Ratio = ONE_TO_ONE;
  for (const { ratio } of [...steps].reverse()) {
    const { n, d } = fraction(ratio.numerator * since.numerator, ratio.denominator * since.denominator);
    since = { numerator: n, denominator: d };
    ratios.unshift(since);
  }
  return ratios;
}

/**
 * A grant with all that it replaced, in shares of today: the number granted, and the number exercised before. The number exercised
 * is rounded once, and never more than the number granted less what is left.
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

/** The schedule as if the grant had not ended: being replaced does not stop vesting. */
export const scheduleWithoutEnd = (input: VestingInput): Schedule => scheduleOf({ ...input, ended_on: null });

/** What was exercised early is stock: it vests on, also after what was left of its grant was cancelled. */
export function scheduleWithStock(input: VestingInput, exercised: Decimal): Schedule {
  const own = scheduleOf(input);
  if (!input.ended_on || exercised === 0n) return own;
  const { vestedAt, days } = scheduleWithoutEnd(input);
  return {
    days,
    vestedAt: (date) => {
      const [ended, goingOn] = [own.vestedAt(date), vestedAt(date)];
      if (ended === null || goingOn === null) return null;
      const stock = goingOn < exercised ? goingOn : exercised;
      return stock > ended ? stock : ended;
    },
  };
}

const inToday = (shares: Decimal, { numerator, denominator }: Ratio): Fraction =>
  times(fraction(shares), fraction(numerator, denominator));

type Used = readonly Pick<Earlier, 'exercised' | 'ratio'>[];
const exactly = (earlier: Used) =>
  earlier.reduce<Fraction>((sum, { exercised, ratio }) => add(sum, inToday(exercised, ratio)), NOTHING);

/**
 * The number exercised, in shares of today. Rounded to the nearest, a half down, because what vests of the rest rounds a half up
 * and the two are shown as one sum.
 */
function exercisedBefore(earlier: Used): Decimal {
  const { n, d } = exactly(earlier);
  const whole = divideInteger(n, d * ONE, 'DOWN');
  return (2n * (n - whole * d * ONE) > d * ONE ? whole + 1n : whole) * ONE;
}

const wholeShares = ({ n, d }: Fraction): Decimal => divideInteger(n, d * ONE, 'HALF_UP') * ONE;

/**
 * `earlier`: the oldest first. `exercised`: exercised of them, in shares of today. `own`: vested of what was left.
 * Exercised shares vest before the rest, so all of them have vested once some of the rest has. Until then the earlier schedules
 * are asked, because options may be exercised before they vest.
 */
export function vestedOfLine(earlier: readonly Earlier[], exercised: Decimal, own: Decimal, day: string): Decimal {
  if (own > 0n || exercised === 0n) return exercised + own;
  for (let index = earlier.length - 1; index >= 0; index -= 1) {
    const { schedule, ratio } = earlier[index]!;
    const vested = schedule.vestedAt(day);
    if (vested === 0n && index > 0) continue;
    if (vested === null) break;
    const sum = add(exactly(earlier.slice(0, index)), inToday(vested, ratio));
    return isBelow(fraction(exercised), sum) ? exercised : wholeShares(sum);
  }
  return exercised;
}

/** The days on which a line vests, and how much on each, in shares of today. */
export function tranchesOfLine(
  earlier: readonly Earlier[],
  exercised: Decimal,
  own: Schedule,
  until: string,
): Tranche[] {
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
