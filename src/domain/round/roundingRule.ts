// Rule R1 (equity-math), for every door through which a round comes: the round's price is rounded once, as it is sold; a price that
// follows from it, by a discount, is taken from that rounded price and rounded once; a cap's price, over the whole shares that it is
// divided by, is rounded once by itself. The lower of these two counts, as they are before their own rounding, and shares follow from
// it, rounded down.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { exactly, unitsOf } from '../figures/exactly.ts';
import { floorOf, isBelow, minus, ONE, over, roundedTo, times, whole } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

/** Decimals of a computed price. */
export const PRICE_PLACES = 4;

/** Refuses (422): no_price, at the valuation. */
export function soldAt(exact: Fraction): Fraction {
  const price = roundedTo(exact, PRICE_PLACES);
  if (price.n === 0n) throw noPrice();
  return price;
}

export function noPrice(): AppError {
  const sentence = say`At this valuation a share would cost nothing.`;
  return new AppError('no_price', sentence, { status: 422, fields: { pre_money: sentence } });
}

interface Terms {
  /** Over the whole shares that it is divided by; null without a cap. */
  cap: { cap: Fraction; divisor: Fraction } | null;
  /** 1/5 for 20 per cent off; none where it is nothing. */
  discount: Fraction;
  /** As the round is sold; null where that is not known. */
  round_price: Fraction | null;
}

export interface ConversionPrice {
  by_cap: Fraction | null;
  /** Also without a discount: the price of the round. */
  by_discount: Fraction | null;
  price: Fraction | null;
  /** The term that gives the price. The cap when both prices are equal. */
  binding: 'cap' | 'discount' | 'round';
}

/**
 * `places`: more than the usual ones where a price with more was agreed. What is beyond ten decimals, where the ledger's figures end,
 * is cut first: with fewer places that changes nothing, and a price of ten is never made dearer than its terms.
 */
export function conversionPrice({ cap, discount, round_price }: Terms, places = PRICE_PLACES): ConversionPrice {
  const byCap = cap && over(cap.cap, cap.divisor);
  const byDiscount = round_price && times(round_price, minus(ONE, discount));
  const isByCap = byCap !== null && (byDiscount === null || !isBelow(byDiscount, byCap));
  const rounded = (exact: Fraction) => roundedTo(exactly(unitsOf(exact)), places);
  const [by_cap, by_discount] = [byCap && rounded(byCap), byDiscount && rounded(byDiscount)];
  return {
    by_cap,
    by_discount,
    price: isByCap ? by_cap : by_discount,
    binding: isByCap ? 'cap' : discount.n > 0n ? 'discount' : 'round',
  };
}

/** `residue`: what of the amount buys no whole share. */
export function boughtFor(amount: Fraction, price: Fraction): { shares: Fraction; residue: Fraction } {
  const shares = whole(floorOf(over(amount, price)));
  return { shares, residue: minus(amount, times(shares, price)) };
}
