// Warnings about an exercise price that is based on a valuation: the valuation is older than twelve months on the day of the
// grant, or preferred stock was sold after it.
import { say } from '../words/say.ts';
import { addMonths } from './dates.ts';
import { compare, decimal, parseDecimal } from './figures/decimal.ts';

export interface KnownValuation {
  effective_date: string;
  /** The first day after it on which preferred stock was sold; null where none was. */
  later_round_on: string | null;
  /** In the shares of the day of the grant. */
  price: string;
  currency: string;
}

const MONTHS = 12;

/** The last day on which a valuation supports a price. */
export const validUntil = (effective_date: string): string => addMonths(effective_date, MONTHS);

/** One sentence for each warning. `valuation`: the latest one on or before the day of the grant. */
export function priceWarnings(
  grant: { date: string; price: string | null; currency: string },
  valuation: KnownValuation | null,
): string[] {
  if (grant.price === null) return [];
  if (!valuation) return [say`No 409A valuation on record for ${grant.date}.`];
  const { effective_date, later_round_on } = valuation;
  const until = validUntil(effective_date);
  const isOther = valuation.currency !== grant.currency;
  const isLow = !isOther && compare(parseDecimal(grant.price) ?? 0n, decimal(valuation.price)) < 0;
  return [
    ...(grant.date > until
      ? [say`The valuation of ${effective_date} counted until ${until}; the grant is dated ${grant.date}.`]
      : []),
    ...(later_round_on !== null && later_round_on <= grant.date
      ? [
          say`Preferred stock was sold on ${later_round_on}, after the valuation of ${effective_date}. Get a new valuation.`,
        ]
      : []),
    ...(isOther
      ? [
          say`The valuation is in ${valuation.currency} and the price in ${grant.currency}, so they cannot be compared here.`,
        ]
      : []),
    ...(isLow ? [say`Below the latest valuation: the holder may owe tax when it vests.`] : []),
  ];
}
