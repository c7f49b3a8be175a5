// Rule R1: a round is solved exactly, then each price is rounded once, and shares follow from the rounded price. Rounding never
// goes back into the solution: with it there may be no solution, or several.
import { ceilingOf, floorOf, minus, over, plus, roundedTo, sumOf, times, whole, ZERO } from './fraction.ts';
import type { Fraction } from './fraction.ts';
import type { Conversion, RoundTerms, SolvedRound } from './round.ts';

export interface RoundedConversion {
  id: string;
  /** Null where no price is agreed: a fixed part of the company. */
  price: Fraction | null;
  shares: Fraction;
  /** What of the amount buys no whole share. */
  residue: Fraction;
}

export interface RoundedRound {
  price: Fraction;
  new_shares: Fraction;
  /** What of the new money buys no whole share. */
  residue: Fraction;
  pool_increase: Fraction;
  pool_after: Fraction;
  conversions: RoundedConversion[];
  /** The sum of all whole shares. */
  total: Fraction;
  pro_rata: { id: string; shares: Fraction; cost: Fraction }[];
}

export const PRICE_PLACES = 4;

export function roundedRound(
  terms: RoundTerms,
  solved: SolvedRound,
  proRata: readonly { id: string; percent: Fraction }[],
): RoundedRound {
  const price = roundedTo(solved.price, PRICE_PLACES);
  const bought = sharesFor(terms.new_money, price);
  const conversions = solved.conversions.map((each, index) => rounded(each, terms.instruments[index]!.amount));
  const pool_increase = whole(ceilingOf(minus(solved.pool_after, terms.unallocated_pool)));
  const pool_after = plus(terms.unallocated_pool, pool_increase);
  return {
    price,
    new_shares: bought.shares,
    residue: bought.residue,
    pool_increase,
    pool_after,
    conversions,
    total: sumOf([
      terms.outstanding_fully_diluted,
      pool_after,
      bought.shares,
      ...conversions.map(({ shares }) => shares),
    ]),
    pro_rata: proRata.map(({ id, percent }) => {
      const shares = whole(floorOf(times(percent, bought.shares)));
      return { id, shares, cost: roundedTo(times(shares, price), 2) };
    }),
  };
}

function rounded({ id, shares, binding }: Conversion, amount: Fraction): RoundedConversion {
  if (binding === 'percent' || shares.n === 0n)
    return { id, price: null, shares: whole(floorOf(shares)), residue: ZERO };
  const price = roundedTo(over(amount, shares), PRICE_PLACES);
  return { id, price, ...sharesFor(amount, price) };
}

/** None at a price that rounds to nothing: there the whole amount is left. */
function sharesFor(amount: Fraction, price: Fraction): { shares: Fraction; residue: Fraction } {
  const shares = price.n === 0n ? ZERO : whole(floorOf(over(amount, price)));
  return { shares, residue: minus(amount, times(shares, price)) };
}
