// A round in whole shares: solved exactly, with the pool that whole shares make, and then rounded by rule R1, as the ledger's own
// round is (../round/roundingRule.ts). Rounding never goes back into the solution: with it there may be no solution, or several.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import {
  ceilingOf,
  compare,
  floorOf,
  minus,
  plus,
  roundedTo,
  sumOf,
  times,
  whole,
  NOTHING,
} from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { boughtFor, conversionPrice, soldAt } from '../round/roundingRule.ts';
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

/** Refuses (422): no_price; invalid_fields, at the term of a conversion whose price would round to nothing. */
export function roundedRound(
  terms: RoundTerms,
  exact: SolvedRound,
  proRata: readonly { id: string; percent: Fraction }[],
): RoundedRound {
  const added = minus(exact.pool_after, terms.unallocated_pool);
  const pool_increase = whole(ceilingOf(added));
  const isWhole = compare(added, pool_increase) === 0;
  const solved = isWhole ? exact : solveRound({ ...terms, pool: { increase: pool_increase } });
  const price = soldAt(solved.price);
  const bought = boughtFor(terms.new_money, price);
  const conversions = solved.conversions.map((each, index) => rounded(each, { terms, solved, price, index }));
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
  /** The place of what converts. */
  index: number;
}

function rounded({ id, shares, binding, terms_of }: Conversion, given: Rounding): RoundedConversion {
  if (binding === 'percent' || shares.n === 0n)
    return { id, price: null, shares: whole(floorOf(shares)), residue: NOTHING };
  const { instruments } = given.terms;
  const own = instruments.find((each) => each.id === terms_of)!;
  const made = conversionPrice({
    cap: capOf(own, given.solved),
    discount: own.discount,
    round_price: given.price,
  });
  const price = made.price!;
  if (price.n === 0n) throw worthless(instruments.indexOf(own), made.binding);
  return { id, price, ...boughtFor(instruments[given.index]!.amount, price) };
}

function worthless(place: number, binding: 'cap' | 'discount' | 'round'): AppError {
  const sentence = say`The price of this conversion would round to nothing.`;
  const fields = { [`instruments.${place}.${binding === 'cap' ? 'cap' : 'discount'}`]: sentence };
  return new AppError('invalid_fields', sentence, { status: 422, fields });
}

/** With the whole shares that it is divided by. Less than one share gives a cap no price, and the round's counts. */
function capOf({ type, cap }: Instrument, { post_money_base, pre_money_base }: SolvedRound) {
  if (cap === null || (type !== 'post_cap' && type !== 'pre_cap')) return null;
  const divisor = floorOf(type === 'post_cap' ? post_money_base : pre_money_base);
  return divisor === 0n ? null : { cap, divisor: whole(divisor) };
}
