// Options and warrants paid for with a part of themselves, and what they weigh while nobody exercises them.
import { AppError } from './errors.ts';
import { divideInteger, formatDecimal, grouped, multiply, ONE, round } from './figures/decimal.ts';
import type { Decimal } from './figures/decimal.ts';
import { countedShares } from './inWords.ts';

export type NetExercise = {
  /** X = Y × (A − B) ÷ A, rounded down. */
  shares: Decimal;
  /** The fraction of a share that was rounded away, at A, to the cent. */
  cash: Decimal;
  /** What the shares are worth. */
  value: Decimal;
  formula: string;
};

/**
 * `quantity` Y rights at `strike` B, a share being worth `price` A. Nothing when the strike is not below the price.
 * Refuses a price that is not more than zero (422).
 */
export function netExercise(quantity: Decimal, price: Decimal, strike: Decimal): NetExercise {
  refusePrice(price);
  const gain = price > strike ? price - strike : 0n;
  const shares = divideInteger(quantity * gain, price * ONE, 'DOWN') * ONE;
  // What is left of the gain after whole shares; exact until it is rounded to the cent.
  const left = divideInteger(quantity * gain - shares * price, ONE, 'DOWN');
  const words = `${grouped(quantity)} × (${formatDecimal(price)} − ${formatDecimal(strike)}) ÷ ${formatDecimal(price)}`;
  return {
    shares,
    cash: round(left, 2, 'HALF_UP'),
    value: multiply(shares, price, 2, 'HALF_UP'),
    formula: `${words} = ${countedShares(shares)}${left > 0n ? `, and ${formatDecimal(round(left, 2, 'HALF_UP'))} in cash` : ''}`,
  };
}

/** n × (1 − strike ÷ price) to ten places, a half up; nothing when the strike is not below the price. */
export function treasuryMethod(quantity: Decimal, price: Decimal, strike: Decimal): Decimal {
  refusePrice(price);
  return price > strike ? divideInteger(quantity * (price - strike), price, 'HALF_UP') : 0n;
}

function refusePrice(price: Decimal): void {
  if (price > 0n) return;
  const sentence = 'The value of a share must be more than zero.';
  throw new AppError('not_positive', sentence, { status: 422, fields: { price: sentence } });
}
