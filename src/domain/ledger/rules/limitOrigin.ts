// What splits made of a number that somebody set: authorised shares, or a plan's reserve. No fraction of it is settled with
// anybody, so it is rounded down once, through all splits since, and a split and its reverse give it back.
import { compareDates } from '../../dates.ts';
import { multiplyByRatio, ONE_TO_ONE, parseDecimal } from '../../figures/decimal.ts';
import type { Decimal, Ratio } from '../../figures/decimal.ts';
import { rational } from '../../figures/rational.ts';
import type { CapState } from '../core/state.ts';
import type { Authorized } from '../core/types.ts';

/** The number as it was set, and the ratio of all splits since. */
export type LimitOrigin = { shares: Decimal; ratio: Ratio };
/** The splits of one class, by the day. */
export type SplitsByDay = ReadonlyMap<string, readonly Ratio[]>;

const limitItself = (shares: Decimal): LimitOrigin => ({ shares, ratio: ONE_TO_ONE });

/** Once this split is carried out as well. */
export const limitBehind = (origin: LimitOrigin, split: Ratio, places: number): Decimal =>
  multiplyByRatio(origin.shares, productOf(origin.ratio, split), places, 'DOWN');

/** What a split makes of `shares`, which came from `origin` if that explains it. */
export function limitAfter(shares: Decimal, origin: LimitOrigin | null, split: Ratio, places: number): Decimal {
  const isMade = origin !== null && limitBehind(origin, ONE_TO_ONE, places) === shares;
  return limitBehind(isMade ? origin : limitItself(shares), split, places);
}

function productOf(a: Ratio, b: Ratio): Ratio {
  const { n, d } = rational(a.numerator * b.numerator, a.denominator * b.denominator);
  return { numerator: n, denominator: d };
}

/** Where the limit at the end of a day came from; null where there is none. A number that no split explains was set. */
export function limitOrigin(
  { initial, changes }: Pick<CapState, 'initial' | 'changes'>,
  splits: SplitsByDay,
  day: string,
  places: number,
): LimitOrigin | null {
  let origin = itselfOf(initial);
  for (const [date, authorized] of lastOfDays(changes, day)) {
    const set = itselfOf(authorized);
    const [split, ...others] = splits.get(date) ?? [];
    const isMade = origin && set && split && others.length === 0 && limitBehind(origin, split, places) === set.shares;
    origin = isMade ? { shares: origin!.shares, ratio: productOf(origin!.ratio, split) } : set;
  }
  return origin;
}

/** Of one day the last. */
function lastOfDays(changes: CapState['changes'], day: string): [string, Authorized][] {
  const sorted = changes
    .filter((each) => each.effective_date <= day)
    .sort((a, b) => compareDates(a.effective_date, b.effective_date));
  return [...new Map(sorted.map((each) => [each.effective_date, each.authorized]))];
}

function itselfOf({ kind, shares }: Authorized): LimitOrigin | null {
  const number = kind === 'FIXED' ? parseDecimal(shares) : null;
  return number === null ? null : limitItself(number);
}
