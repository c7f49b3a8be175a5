// Rule R1 (equity-math): a round is solved exactly, with the pool that whole shares make. Its price is rounded once, as it is sold;
// a price that follows from it, by a discount, is taken from that rounded price and rounded once; a cap's price is rounded once by
// itself. The lower of these two counts, as they are before their own rounding, and shares follow from it: all as the ledger's own
// round does (../round/pricedRound.ts), to the share. Rounding never goes back into the solution: with it there may be no solution,
// or several.
import {
  ceilingOf,
  compare,
  floorOf,
  isBelow,
  minus,
  ONE,
  over,
  plus,
  roundedTo,
  sumOf,
  times,
  whole,
  NOTHING,
} from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { solveRound } from './round.ts';
import type { Conversion, SolvedRound } from './round.ts';
import type { Instrument, RoundTerms } from './roundTerms.ts';

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
  exact: SolvedRound,
  proRata: readonly { id: string; percent: Fraction }[],
): RoundedRound {
  const added = minus(exact.pool_after, terms.unallocated_pool);
  const pool_increase = whole(ceilingOf(added));
  const isWhole = compare(added, pool_increase) === 0;
  const solved = isWhole ? exact : solveRound({ ...terms, pool: { increase: pool_increase } });
  const price = roundedTo(solved.price, PRICE_PLACES);
  const bought = sharesFor(terms.new_money, price);
  const conversions = solved.conversions.map((each, index) =>
    rounded(each, { terms, solved, price, amount: terms.instruments[index]!.amount }),
  );
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

interface Rounding {
  terms: RoundTerms;
  solved: SolvedRound;
  /** Of the round, rounded. */
  price: Fraction;
  amount: Fraction;
}

function rounded({ id, shares, binding, terms_of }: Conversion, given: Rounding): RoundedConversion {
  if (binding === 'percent' || shares.n === 0n)
    return { id, price: null, shares: whole(floorOf(shares)), residue: NOTHING };
  const own = given.terms.instruments.find((each) => each.id === terms_of)!;
  const byDiscount = times(given.price, minus(ONE, own.discount));
  const byCap = capPriceOf(own, given.solved);
  const price = roundedTo(byCap && !isBelow(byDiscount, byCap) ? byCap : byDiscount, PRICE_PLACES);
  return { id, price, ...sharesFor(given.amount, price) };
}

/** Before it is rounded: the cap over the whole shares that it is divided by; null without a cap. */
function capPriceOf({ type, cap }: Instrument, { post_money_base, pre_money_base }: SolvedRound): Fraction | null {
  if (cap === null || (type !== 'post_cap' && type !== 'pre_cap')) return null;
  return over(cap, whole(floorOf(type === 'post_cap' ? post_money_base : pre_money_base)));
}

/** None at a price that rounds to nothing: there the whole amount is left. */
function sharesFor(amount: Fraction, price: Fraction): { shares: Fraction; residue: Fraction } {
  const shares = price.n === 0n ? NOTHING : whole(floorOf(over(amount, price)));
  return { shares, residue: minus(amount, times(shares, price)) };
}
