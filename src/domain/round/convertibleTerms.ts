// What a convertible becomes at a known price: by its cap, by its discount, whichever is lower. The round itself is priced
// elsewhere; a person enters the result, and this is the arithmetic beside the field.
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
  /** What the new money pays for a share; null where nobody knows. */
  round_price: Decimal | null;
  /** Places of a price: it is rounded once, a half up. */
  price_places?: number;
};

export type ConversionArithmetic = {
  price_by_cap: Decimal | null;
  price_by_discount: Decimal | null;
  price: Decimal;
  /** On equal prices the cap. */
  binding: 'cap' | 'discount' | 'round';
  /** floor(amount ÷ price). */
  shares: Decimal;
  /** What is left of the amount, to the cent. */
  cash: Decimal;
  /** One line a step. */
  formula: string[];
};

/**
 * The lower of cap price and discount price, or the round's own where there is neither.
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
 * What a cap is divided by, proposed from the fully diluted table without the new money: before the money that table; after
 * it, with all that converts, that table over what the caps leave of the company. `all`: every convertible whose cap counts
 * after the money, as if each converted at it. Null where they would sell the whole company.
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

/** Compared before they are rounded. */
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
