// The conversion price of a class before splits changed it. The next split is computed from it, so that it rounds only once.
import { compareDates } from '../dates.ts';
import { conversionsOn } from '../captable/capTableBasis.ts';
import { ONE_TO_ONE } from '../figures/decimal.ts';
import type { Ratio } from '../figures/decimal.ts';
import type { ClassFacts, RatioChangeRow } from '../ledger/core/types.ts';
import { priceAfter, productOf } from './splitPlan.ts';
import type { Origin } from './splitPlan.ts';

/**
 * Follows the changes of the ratio up to the day. A change of ratio and price together, as a split of the target class makes it,
 * keeps the origin. Any other change of the price sets a new one. Null where there is no price.
 */
export function conversionPriceOrigin(
  facts: ClassFacts,
  changes: readonly RatioChangeRow[],
  classes: ReadonlyMap<string, ClassFacts>,
  { to, date }: { to: string | null; date: string },
): Origin | null {
  const own = changes
    .filter((row) => row.stock_class_id === facts.id && row.effective_date <= date)
    .sort((a, b) => compareDates(a.effective_date, b.effective_date));
  let origin: Origin | null = null;
  let before: { ratio: Ratio; price: bigint } | null = null;
  for (let count = 0; count <= own.length; count += 1) {
    const found = conversionsOn(facts, own.slice(0, count), classes, date).find((each) => each.to === to);
    if (!found || found.price === null) {
      [origin, before] = [null, null];
      continue;
    }
    const { price, ratio } = found;
    if (!origin || !before) origin = { price, ratio: ONE_TO_ONE };
    else if (price !== before.price) {
      const step = {
        numerator: ratio.numerator * before.ratio.denominator,
        denominator: ratio.denominator * before.ratio.numerator,
      };
      origin =
        priceAfter(price, origin, step) === price
          ? { price: origin.price, ratio: productOf(origin.ratio, step) }
          : { price, ratio: ONE_TO_ONE };
    }
    before = { ratio, price };
  }
  return origin;
}
