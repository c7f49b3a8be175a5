// Splits of a number that somebody set: authorised shares, or a plan's reserve. It is rounded down once, over all splits since it
// was set, so that a split and its reverse give the same number again.
import { compareDates } from '#src/domain/dates.ts';
import { multiplyByRatio, ONE_TO_ONE, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { fraction } from '#src/domain/figures/fraction.ts';
import type { CapState } from '../core/state.ts';
import type { Authorized } from '../core/types.ts';

/** The number as it was set, and the ratio of all splits since. */
export type LimitOrigin = { shares: Decimal; ratio: Ratio };
/** The ratios of one class's splits, by day. */
export type SplitsByDay = ReadonlyMap<string, readonly Ratio[]>;

const unsplitLimit = (shares: Decimal): LimitOrigin => ({ shares, ratio: ONE_TO_ONE });

/** The number after this split, rounded down once. */
export const limitAfterSplits = (origin: LimitOrigin, split: Ratio, places: number): Decimal =>
  multiplyByRatio(origin.shares, productOf(origin.ratio, split), places, 'DOWN');

/** `shares` after a split. Rounded from `origin` when earlier splits turned it into `shares`, else from `shares`. */
export function limitAfter(shares: Decimal, origin: LimitOrigin | null, split: Ratio, places: number): Decimal {
  const isMade = origin !== null && limitAfterSplits(origin, ONE_TO_ONE, places) === shares;
  return limitAfterSplits(isMade ? origin : unsplitLimit(shares), split, places);
}

function productOf(a: Ratio, b: Ratio): Ratio {
  const { n, d } = fraction(a.numerator * b.numerator, a.denominator * b.denominator);
  return { numerator: n, denominator: d };
}

/** The origin of the limit at the end of a day; null where there is no limit. A number that no split explains was set anew. */
export function limitOrigin(
  { initial, changes }: Pick<CapState, 'initial' | 'changes'>,
  splits: SplitsByDay,
  day: string,
  places: number,
): LimitOrigin | null {
  let origin = setLimitOf(initial);
  for (const [date, authorized] of lastOfDays(changes, day)) {
    const set = setLimitOf(authorized);
    const [split, ...others] = splits.get(date) ?? [];
    const isMade =
      origin && set && split && others.length === 0 && limitAfterSplits(origin, split, places) === set.shares;
    origin = isMade ? { shares: origin!.shares, ratio: productOf(origin!.ratio, split) } : set;
  }
  return origin;
}

/** The last change of each day, in order. */
function lastOfDays(changes: CapState['changes'], day: string): [string, Authorized][] {
  const sorted = changes
    .filter((each) => each.effective_date <= day)
    .sort((a, b) => compareDates(a.effective_date, b.effective_date));
  return [...new Map(sorted.map((each) => [each.effective_date, each.authorized]))];
}

function setLimitOf({ kind, shares }: Authorized): LimitOrigin | null {
  const number = kind === 'FIXED' ? parseDecimal(shares) : null;
  return number === null ? null : unsplitLimit(number);
}
