// A priced round: convertibles and new money become shares at one price. Prices and divisors depend on each other, so they are
// solved exactly first, by the solver of the models (../model/round.ts), and then rounded by rule R1 (./roundingRule.ts).
//
// A post-money cap is divided by the fully diluted table with everything that converts, where each convertible converts by the
// term that gives its holder more shares, without the pool increase and the new money. A pre-money cap is divided by the fully
// diluted table with the pool increase, without anything that converts.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { conversionArithmetic } from './convertibleTerms.ts';
import type { ConversionArithmetic } from './convertibleTerms.ts';
import { decimal, formatDecimal, groupedMoney, multiply, ONE, round } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { exactly, unitsOf } from '../figures/exactly.ts';
import { AppError } from '../errors.ts';
import { solveBase } from '../model/round.ts';
import { decimalOf } from '../model/figures.ts';
import type { Instrument, PricingMethod } from '../model/roundTerms.ts';
import { boughtFor, PRICE_PLACES, soldAt } from './roundingRule.ts';
import { countedShares } from '../inWords.ts';
import { compare, NOTHING, ONE as WHOLE, over } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

export type RoundPricing = { price: Decimal } | { valuation: Decimal; method: PricingMethod };

export type RoundConvertible = {
  /** "SAFE-3", for sentences. */
  name: string;
  /** With its interest. */
  amount: Fraction;
  cap: Fraction | null;
  isPostMoney: boolean;
  /** 1/5 for 20 per cent off. */
  discount: Fraction | null;
};
/** Either the money or the number of shares is given. */
type RoundInvestor = { name: string; amount: Decimal | null; shares: Decimal | null };

export type RoundInput = {
  /** The table before the round, its pool included. */
  fully_diluted: Decimal;
  pool_increase: Decimal;
  pricing: RoundPricing;
  convertibles: readonly RoundConvertible[];
  investors: readonly RoundInvestor[];
};

type RoundIssue = {
  shares: Decimal;
  /** Shares times price, to the cent. */
  paid: Decimal;
  /** The part of the amount that buys no whole share. */
  left: Decimal;
};
export type PricedRound = {
  price: Decimal;
  /** Before it is rounded. */
  exact_price: Fraction;
  /** Whole shares, rounded down. */
  post_money_divisor: Decimal;
  pre_money_divisor: Decimal;
  /** In the order given. */
  conversions: ConversionArithmetic[];
  issues: RoundIssue[];
  converted_shares: Decimal;
  new_shares: Decimal;
  new_money: Decimal;
  total_after: Decimal;
  /** Price times all shares except those bought with new money, to the cent. */
  pre_money: Decimal;
  /** Price times all shares after the round, to the cent. */
  post_money: Decimal;
};

/**
 * Refuses (422): lines that cannot be computed, each under `convertibles.<n>.id` or `investors.<n>.amount`; caps and
 * discounts that together would sell the whole company; a price that rounds to nothing; an empty table.
 */
export function pricedRound(input: RoundInput): PricedRound {
  const { fully_diluted, pool_increase, pricing } = input;
  if (fully_diluted <= 0n) {
    const sentence = say`Nobody holds shares on that day, so the round cannot be priced.`;
    throw new AppError('nothing_outstanding', sentence, { status: 422, fields: { date: sentence } });
  }
  refuseLines(
    input.convertibles.map(({ name, amount, cap }, index) => [`convertibles.${index}.id`, capFault(name, amount, cap)]),
  );
  const { base, perMoney } = solved(input);
  const exact_price = 'price' in pricing ? exactly(pricing.price) : over(WHOLE, perMoney);
  const price = 'price' in pricing ? pricing.price : unitsOf(soldAt(exact_price));
  const post_money_divisor = (base.n / base.d) * ONE;
  const pre_money_divisor = fully_diluted + pool_increase;
  const tried = input.convertibles.map((each) =>
    conversionOf(each, { price, divisor: each.isPostMoney ? post_money_divisor : pre_money_divisor }),
  );
  const issues = input.investors.map((investor) => issueAt(investor, price));
  refuseLines([
    ...tried.map((made, index): Line => [
      `convertibles.${index}.id`,
      typeof made === 'string' ? made : sharesFault(input.convertibles[index]!.name, made.shares, made.price),
    ]),
    ...issues.map((issue, index): Line => [
      `investors.${index}.amount`,
      issueFault(input.investors[index]!.name, issue, price),
    ]),
  ]);
  const conversions = tried.filter((made) => typeof made !== 'string');
  const sum = (values: readonly Decimal[]) => values.reduce((all, value) => all + value, 0n);
  const converted_shares = sum(conversions.map(({ shares }) => shares));
  const new_shares = sum(issues.map(({ shares }) => shares));
  const total_after = fully_diluted + pool_increase + converted_shares + new_shares;
  return {
    price,
    exact_price,
    post_money_divisor,
    pre_money_divisor,
    conversions,
    issues,
    converted_shares,
    new_shares,
    new_money: sum(issues.map(({ paid }) => paid)),
    total_after,
    pre_money: multiply(price, total_after - new_shares, 2, 'HALF_UP'),
    post_money: multiply(price, total_after, 2, 'HALF_UP'),
  };
}

/** The base: the table and everything that converts; and how many shares one unit of money buys. */
function solved({ fully_diluted, pool_increase, pricing, convertibles }: RoundInput) {
  try {
    return solveBase({
      fully_diluted: exactly(fully_diluted),
      pool_increase: exactly(pool_increase),
      pricing:
        'price' in pricing
          ? { price: exactly(pricing.price) }
          : { valuation: exactly(pricing.valuation), method: pricing.method },
      instruments: convertibles.map((each, index) => instrumentOf(each, String(index))),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_answer') throw error;
    const sentence = say`The caps and discounts together would sell the whole company: correct the terms or leave one out.`;
    throw new AppError('sells_whole_company', sentence, { status: 422, fields: { convertibles: sentence } });
  }
}

function instrumentOf({ amount, cap, isPostMoney, discount }: RoundConvertible, id: string): Instrument {
  const type = cap !== null ? (isPostMoney ? 'post_cap' : 'pre_cap') : discount === null ? 'round' : 'discount';
  return {
    id,
    type,
    amount,
    cap,
    discount: discount ?? NOTHING,
    percent: null,
    better_of: [],
  };
}

/** The conversion, or a sentence that says why it cannot be computed. */
function conversionOf(
  { name, amount, cap, discount }: RoundConvertible,
  { price, divisor }: { price: Decimal; divisor: Decimal },
): ConversionArithmetic | string {
  try {
    return conversionArithmetic({
      amount,
      cap,
      capitalization: cap === null ? null : divisor,
      discount,
      round_price: price,
      price_places: Math.max(PRICE_PLACES, placesOf(price)),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'no_price' ? say`The price of ${name} would round to nothing.` : `${name}: ${error.detail}`;
  }
}

/** The ledger holds numbers of at most 28 digits before the point. */
export const MOST_SHARES: Decimal = decimal('9999999999999999999999999999');

function sharesFault(what: string, shares: Decimal, price: Decimal): string | null {
  if (shares > MOST_SHARES)
    return say`${what} gives ${countedShares(shares)} at ${figures(formatDecimal(price))}: more than the ledger can hold.`;
  return shares > 0n ? null : say`${what} gives no whole share at ${figures(formatDecimal(price))}.`;
}

export function issueAt({ amount, shares }: Omit<RoundInvestor, 'name'>, price: Decimal): RoundIssue {
  const bought = shares ?? unitsOf(boughtFor(exactly(amount ?? 0n), exactly(price)).shares);
  const paid = multiply(bought, price, 2, 'HALF_UP');
  return { shares: bought, paid, left: amount === null || amount <= paid ? 0n : round(amount - paid, 2, 'HALF_UP') };
}

export const issueFault = (name: string, { shares }: RoundIssue, price: Decimal): string | null =>
  sharesFault(say`The amount of ${name}`, shares, price);

function capFault(name: string, amount: Fraction, cap: Fraction | null): string | null {
  if (cap === null || compare(cap, amount) > 0) return null;
  return say`The cap of ${name}, ${groupedMoney(decimalOf(cap, 10))}, is not above its amount of ${groupedMoney(decimalOf(amount, 10))}: these terms would sell the whole company.`;
}

/** A field and what is wrong with it; null where it is valid. */
export type Line = readonly [field: string, fault: string | null];

/** Refuses all faulty lines together (422). */
function refuseLines(lines: readonly Line[]): void {
  const fields = Object.fromEntries(lines.filter((line): line is [string, string] => line[1] !== null));
  const faults = Object.values(fields);
  if (faults.length > 0) throw new AppError('invalid_fields', faults.join(' '), { status: 422, fields });
}

function placesOf(value: Decimal): number {
  return formatDecimal(value).split('.')[1]?.length ?? 0;
}

/** How the divisors are computed, to be shown beside the figures. */
export function divisorsInWords({ post_money_divisor, pre_money_divisor }: PricedRound): {
  post_money: string;
  pre_money: string;
} {
  return {
    post_money: say`A post-money cap is divided by ${countedShares(post_money_divisor)}: the fully diluted table and everything that converts, solved together, without the pool increase and the new money.`,
    pre_money: say`A pre-money cap is divided by ${countedShares(pre_money_divisor)}: the fully diluted table with the pool increase, without what converts.`,
  };
}
