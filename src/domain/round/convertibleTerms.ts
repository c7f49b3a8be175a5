// The shares that a convertible becomes, at the lower of its cap price and its discount price, with the arithmetic in words. The
// round itself is priced in pricedRound.ts.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { figures } from '#src/words/figures.ts';
import { formatDecimal, groupedMoney, ONE, toFixed } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { exactly, unitsOf } from '../figures/exactly.ts';
import { compare, isBelow, NOTHING, ONE as WHOLE, roundedTo } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { countedShares } from '../inWords.ts';
import { decimalOf } from '../model/figures.ts';
import { boughtFor, conversionPrice, PRICE_PLACES } from './roundingRule.ts';

export type ConversionInput = {
  /** Money invested, with its interest. */
  amount: Fraction;
  /** The valuation cap, and the number of shares it is divided by; both or neither. */
  cap: Fraction | null;
  capitalization: Decimal | null;
  /** 0.2 for 20 per cent off the price of the round. */
  discount: Fraction | null;
  /** The price per share of the new money; null where it is not known. */
  round_price: Decimal | null;
  /** Decimals of the price, which is rounded once, a half up. */
  price_places?: number;
};

export type ConversionArithmetic = {
  price_by_cap: Decimal | null;
  price_by_discount: Decimal | null;
  price: Decimal;
  /** The term that gives the price. The cap when both prices are equal. */
  binding: 'cap' | 'discount' | 'round';
  /** floor(amount ÷ price). */
  shares: Decimal;
  /** The rest of the amount, to the cent. */
  cash: Decimal;
  /** One line for each step. */
  formula: string[];
};

/**
 * Converts at the lower of cap price and discount price, or at the round's price where there is neither.
 * Refuses (422, with the field): an amount, price, cap or capitalization that is not more than zero; a discount that is
 * none (below 0, or all of the price); a cap that is not above the amount; no price at all.
 */
export function conversionArithmetic(input: ConversionInput): ConversionArithmetic {
  refuseNonsense(input);
  const { amount, cap, capitalization, discount, round_price } = input;
  const places = input.price_places ?? PRICE_PLACES;
  const off = discount ?? NOTHING;
  const made = conversionPrice(
    {
      cap: cap === null || capitalization === null ? null : { cap, divisor: exactly(capitalization) },
      discount: off,
      round_price: round_price === null ? null : exactly(round_price),
    },
    places,
  );
  if (made.price === null || made.price.n === 0n)
    throw refusal('no_price', 'round_price', say`Enter the price of the round, or a cap.`);
  const { shares, residue } = boughtFor(amount, made.price);
  const { binding } = made;
  const price_by_cap = made.by_cap && unitsOf(made.by_cap);
  const discounted = made.by_discount && unitsOf(made.by_discount);
  const price = unitsOf(made.price);
  const money = (value: Fraction) => groupedMoney(decimalOf(value, 10));
  const priced = (value: Decimal) => figures(toFixed(value, places));
  const formula = [
    ...(price_by_cap === null
      ? []
      : [say`By the cap: ${money(cap!)} ÷ ${countedShares(capitalization!)} = ${priced(price_by_cap)}`]),
    ...(discounted === null || off.n === 0n
      ? []
      : [
          say`By the discount: ${figures(formatDecimal(round_price!))} × (1 − ${figures(decimalOf(off, 10))}) = ${priced(discounted)}`,
        ]),
    ...(binding === 'round' ? [say`At the price of the round: ${priced(price)}`] : []),
    `${money(amount)} ÷ ${priced(price)} = ${countedShares(unitsOf(shares))}${residue.n > 0n ? say`, and ${money(residue)} in cash` : ''}`,
  ];
  return {
    price_by_cap,
    price_by_discount: off.n > 0n ? discounted : null,
    price,
    binding,
    shares: unitsOf(shares),
    cash: unitsOf(roundedTo(residue, 2)),
    formula,
  };
}

type Capped = { amount: Decimal; cap: Decimal; isPostMoney: boolean };

/**
 * A proposal for the number of shares that a cap is divided by, from the fully diluted table without the new money. For a pre-money
 * cap it is that table. For a post-money cap it is that table divided by the part of the company that the caps leave, with all
 * post-money convertibles (`all`) converting at their caps. Null where the caps would sell the whole company.
 */
export function proposedDivisor(fullyDiluted: Decimal, isPostMoney: boolean, all: readonly Capped[]): Decimal | null {
  if (!isPostMoney) return fullyDiluted;
  // One less the parts that the caps give away, over one common denominator.
  let [left, whole] = [1n, 1n];
  for (const { amount, cap, isPostMoney: counts } of all) {
    if (!counts) continue;
    left = left * cap - amount * whole;
    whole *= cap;
  }
  return left <= 0n ? null : ((fullyDiluted * whole) / left / ONE) * ONE;
}

function refuseNonsense({ amount, cap, capitalization, discount, round_price }: ConversionInput): void {
  const positive = { amount: amount.n, cap: cap?.n ?? null, capitalization, round_price };
  for (const [field, value] of Object.entries(positive)) {
    if (value !== null && value <= 0n) throw refusal('not_positive', field, say`This must be more than zero.`);
  }
  if (discount !== null && (discount.n < 0n || !isBelow(discount, WHOLE))) {
    throw refusal(
      'bad_discount',
      'discount',
      say`A discount is between 0 and less than 1, such as 0.2 for 20 per cent.`,
    );
  }
  if (cap !== null && compare(cap, amount) <= 0) {
    const sentence = say`The cap of ${groupedMoney(decimalOf(cap, 10))} is not above the amount of ${groupedMoney(decimalOf(amount, 10))}: these terms would sell the whole company.`;
    throw refusal('cap_not_above_amount', 'cap', sentence);
  }
}

function refusal(code: string, field: string, sentence: string): AppError {
  return new AppError(code, sentence, { status: 422, fields: { [field]: sentence } });
}
