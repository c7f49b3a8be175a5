// The shares that a convertible becomes, at the lower of its cap price and its discount price, with the arithmetic in words. The
// round itself is priced in pricedRound.ts.
import { AppError } from '../errors.ts';
import { divideInteger, formatDecimal, groupedMoney, multiply, ONE, round, toFixed } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { countedShares } from '../inWords.ts';

export type ConversionInput = {
  /** Money invested, with its interest. */
  amount: Decimal;
  /** The valuation cap, and the number of shares it is divided by; both or neither. */
  cap: Decimal | null;
  capitalization: Decimal | null;
  /** 0.2 for 20 per cent off the price of the round. */
  discount: Decimal | null;
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
  const places = input.price_places ?? 4;
  const byCap = cap === null || capitalization === null ? null : { n: cap * ONE, d: capitalization };
  const off = discount ?? 0n;
  const byDiscount = round_price === null ? null : { n: round_price * (ONE - off), d: ONE };
  const binding = lower(byCap, byDiscount) ? 'cap' : off > 0n ? 'discount' : 'round';
  const priceOf = (exact: { n: bigint; d: bigint } | null) =>
    exact === null ? null : round(divideInteger(exact.n, exact.d, 'DOWN'), places, 'HALF_UP');
  const price_by_cap = priceOf(byCap);
  const discounted = priceOf(byDiscount);
  const price = binding === 'cap' ? price_by_cap : discounted;
  if (price === null || price <= 0n)
    throw refusal('no_price', 'round_price', 'Enter the price of the round, or a cap.');
  const shares = (amount / price) * ONE;
  const cash = amount - multiply(shares, price, 10, 'DOWN');
  const money = (value: Decimal) => groupedMoney(formatDecimal(value));
  const priced = (value: Decimal) => toFixed(value, places);
  const formula = [
    ...(price_by_cap === null
      ? []
      : [`By the cap: ${money(cap!)} ÷ ${countedShares(capitalization!)} = ${priced(price_by_cap)}`]),
    ...(discounted === null || off === 0n
      ? []
      : [`By the discount: ${formatDecimal(round_price!)} × (1 − ${formatDecimal(off)}) = ${priced(discounted)}`]),
    ...(binding === 'round' ? [`At the price of the round: ${priced(price)}`] : []),
    `${money(amount)} ÷ ${priced(price)} = ${countedShares(shares)}${cash > 0n ? `, and ${money(cash)} in cash` : ''}`,
  ];
  return {
    price_by_cap,
    price_by_discount: off > 0n ? discounted : null,
    price,
    binding,
    shares,
    cash: round(cash, 2, 'HALF_UP'),
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

type Exact = { n: bigint; d: bigint } | null;

/** Compares the prices before they are rounded. */
function lower(byCap: Exact, byDiscount: Exact): boolean {
  return byCap !== null && (byDiscount === null || byCap.n * byDiscount.d <= byDiscount.n * byCap.d);
}

function refuseNonsense({ amount, cap, capitalization, discount, round_price }: ConversionInput): void {
  const positive = { amount, cap, capitalization, round_price };
  for (const [field, value] of Object.entries(positive)) {
    if (value !== null && value <= 0n) throw refusal('not_positive', field, 'This must be more than zero.');
  }
  if (discount !== null && (discount < 0n || discount >= ONE)) {
    throw refusal('bad_discount', 'discount', 'A discount is between 0 and less than 1, such as 0.2 for 20 per cent.');
  }
  if (cap !== null && cap <= amount) {
    const sentence = `The cap of ${groupedMoney(formatDecimal(cap))} is not above the amount of ${groupedMoney(formatDecimal(amount))}: these terms would sell the whole company.`;
    throw refusal('cap_not_above_amount', 'cap', sentence);
  }
}

function refusal(code: string, field: string, sentence: string): AppError {
  return new AppError(code, sentence, { status: 422, fields: { [field]: sentence } });
}
