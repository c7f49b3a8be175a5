// Computes a split of a class before it is carried out: every holder, certificate, grant, warrant, pool and conversion right
// before and after. Shares are rounded per holder and class, never per certificate. A fraction is paid in cash.
import { compareNumbers } from '../certificateNumber.ts';
import { divideInteger, multiplyByRatio, ONE, ONE_TO_ONE, round } from '../figures/decimal.ts';
import type { Decimal, Ratio } from '../figures/decimal.ts';
import { limitAfter } from '../ledger/rules/limitOrigin.ts';
import type { LimitOrigin } from '../ledger/rules/limitOrigin.ts';
import { fraction } from '../figures/fraction.ts';

type SplitCertificate = {
  security_id: string;
  number: string;
  stakeholder_id: string;
  quantity: Decimal;
  /** For a price that splits changed: the price before them, and their ratio. */
  price_origin?: Origin | null;
};
/** An option or warrant: what is left of it, and its strike where it has one. */
export type SplitRight = {
  security_id: string;
  number: string;
  stakeholder_id: string;
  quantity: Decimal;
  strike: Decimal | null;
  /** For a strike that splits changed: the strike before them, and their ratio. */
  strike_origin?: Origin | null;
};
/** A price before splits, and the ratio of all of them. Rounding only once makes a split and its reverse give the same price again. */
export type Origin = { price: Decimal; ratio: Ratio };
/** What one class converts into, and at which ratio. Null where the class does not say into which common class. */
export type SplitConversion = {
  stock_class_id: string;
  converts_to_stock_class_id: string | null;
  numerator: Decimal;
  denominator: Decimal;
  conversion_price: Decimal | null;
  /** For a number or price that splits changed: the one before them. */
  price_origin?: Origin | null;
};

export type SplitInput = {
  stock_class_id: string;
  /** New shares for old: 3 for 2 is 3/2. Both more than zero. */
  ratio: Ratio;
  /** The value of a share before the split, for cash in lieu of fractions; null where it was not entered. */
  price: Decimal | null;
  price_origin?: Origin | null;
  allows_fractions: boolean;
  certificates: readonly SplitCertificate[];
  grants: readonly SplitRight[];
  warrants: readonly SplitRight[];
  plans: readonly { stock_plan_id: string; reserved: Decimal }[];
  /** Null where the class has no authorised number. */
  authorized: Decimal | null;
  /** For a number or price that splits changed: the one before them. */
  authorized_origin?: LimitOrigin | null;
  /** Conversions of this class and into this class, as the tables count them. */
  conversions: readonly SplitConversion[];
};

export type SplitHolder = {
  stakeholder_id: string;
  before: Decimal;
  after: Decimal;
  /** Paid for the fraction of a share; zero without a fraction, null where there is one but no price. */
  cash_in_lieu: Decimal | null;
  /** The fraction in lowest terms, and the certificate that loses most of it; null without a fraction. */
  fraction: { numerator: bigint; denominator: bigint; security_id: string } | null;
};
export type SplitPlan = {
  /** The value of a share after the split, to ten places. */
  price_after: Decimal | null;
  /** By id. */
  holders: SplitHolder[];
  /** In the given order. A certificate with 0 after the split ends without a successor. */
  certificates: (SplitCertificate & { after: Decimal })[];
  grants: (SplitRight & { after: Decimal; strike_after: Decimal | null })[];
  warrants: (SplitRight & { after: Decimal; strike_after: Decimal | null })[];
  plans: { stock_plan_id: string; before: Decimal; after: Decimal }[];
  authorized: { before: Decimal; after: Decimal } | null;
  conversions: (SplitConversion & {
    numerator_after: Decimal;
    denominator_after: Decimal;
    conversion_price_after: Decimal | null;
  })[];
};

const STRIKE_PLACES = 4;

/**
 * Each holder gets floor(sum × ratio). Each certificate gets its own floor, and the rest goes one by one to the largest fractions,
 * ties by number. Options and warrants: shares are rounded down, strikes up to 4 places. Authorised and reserved numbers are
 * rounded down once, over all splits since they were set. Cash in lieu: fraction × adjusted price, to the cent, a half up.
 * Throws a RangeError for a ratio that is not positive: callers refuse it before.
 */
export function splitPlan(input: SplitInput): SplitPlan {
  const { ratio, price } = input;
  if (ratio.numerator <= 0n || ratio.denominator <= 0n) throw new RangeError('A split ratio is more than zero');
  const places = input.allows_fractions ? 10 : 0;
  const scaled = (value: Decimal) => multiplyByRatio(value, ratio, places, 'DOWN');
  const { holders, after } = splitHoldings(input, places);
  const right = (each: SplitRight) => ({
    ...each,
    after: scaled(each.quantity),
    strike_after:
      each.strike === null ? null : strikeAfter(each.strike_origin ?? { price: each.strike, ratio: ONE_TO_ONE }, ratio),
  });
  return {
    price_after: price === null ? null : priceAfter(price, input.price_origin, ratio),
    holders,
    certificates: input.certificates.map((each) => ({ ...each, after: after.get(each) ?? 0n })),
    grants: input.grants.map(right),
    warrants: input.warrants.map(right),
    plans: input.plans.map(({ stock_plan_id, reserved }) => ({
      stock_plan_id,
      before: reserved,
      after: scaled(reserved),
    })),
    authorized: authorizedAfter(input, places),
    conversions: input.conversions.map((each) => splitConversion(each, input.stock_class_id, ratio)),
  };
}

function authorizedAfter({ authorized, authorized_origin, ratio }: SplitInput, places: number) {
  if (authorized === null) return null;
  return { before: authorized, after: limitAfter(authorized, authorized_origin ?? null, ratio, places) };
}

const inverseOf = ({ numerator, denominator }: Ratio): Ratio => ({ numerator: denominator, denominator: numerator });
export const productOf = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** The price after all splits since its origin and this one, rounded once. */
function priceFromOrigin({ price, ratio }: Origin, split: Ratio, places: number, mode: 'UP' | 'HALF_UP'): Decimal {
  const all = productOf(ratio, split);
  return all.numerator === all.denominator ? price : multiplyByRatio(price, inverseOf(all), places, mode);
}

/** The price of stock, or a conversion price, after a split: to ten places, a half up. */
export const priceAfter = (price: Decimal, origin: Origin | null | undefined, split: Ratio): Decimal =>
  priceFromOrigin(origin ?? { price, ratio: ONE_TO_ONE }, split, 10, 'HALF_UP');

export const strikeAfter = (origin: Origin, split: Ratio = ONE_TO_ONE): Decimal =>
  priceFromOrigin(origin, split, STRIKE_PLACES, 'UP');

function splitHoldings({ certificates, ratio, price }: SplitInput, places: number) {
  const after = new Map<SplitCertificate, Decimal>();
  const holders: SplitHolder[] = [];
  const byHolder = Map.groupBy(certificates, (each) => each.stakeholder_id);
  for (const [stakeholder_id, held] of [...byHolder].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const before = held.reduce((sum, { quantity }) => sum + quantity, 0n);
    const whole = multiplyByRatio(before, ratio, places, 'DOWN');
    distribute(held, ratio, places, whole, after);
    // What rounding down took away, times the ratio's denominator, so that it is exact.
    const lost = before * ratio.numerator - whole * ratio.denominator;
    const cash = lost === 0n ? 0n : price === null ? null : cashFor(lost, price, ratio);
    const fraction =
      lost === 0n ? null : { ...inShares(lost, ratio), security_id: certificateLosingMost(held, ratio, after) };
    holders.push({ stakeholder_id, before, after: whole, cash_in_lieu: cash, fraction });
  }
  return { holders, after };
}

function inShares(lost: bigint, ratio: Ratio): { numerator: bigint; denominator: bigint } {
  const { n, d } = fraction(lost, ratio.denominator * ONE);
  return { numerator: n, denominator: d };
}

/** Of several certificates that lose the same, the first. */
function certificateLosingMost(
  held: readonly SplitCertificate[],
  ratio: Ratio,
  after: ReadonlyMap<SplitCertificate, Decimal>,
): string {
  const lossOf = (each: SplitCertificate) => each.quantity * ratio.numerator - after.get(each)! * ratio.denominator;
  return held.reduce((most, each) => (lossOf(each) > lossOf(most) ? each : most)).security_id;
}

/** Gives each certificate its floor, then one step more to those with the largest fractions until the holder has the whole. */
function distribute(
  held: readonly SplitCertificate[],
  ratio: Ratio,
  places: number,
  whole: Decimal,
  after: Map<SplitCertificate, Decimal>,
): void {
  const step = 10n ** BigInt(10 - places);
  const parts = held.map((each) => {
    const floor = multiplyByRatio(each.quantity, ratio, places, 'DOWN');
    return { each, floor, fraction: each.quantity * ratio.numerator - floor * ratio.denominator };
  });
  let left = whole - parts.reduce((sum, { floor }) => sum + floor, 0n);
  const byFraction = [...parts].sort((a, b) =>
    a.fraction === b.fraction ? compareNumbers(a.each.number, b.each.number) : a.fraction > b.fraction ? -1 : 1,
  );
  for (const { each, floor } of byFraction) {
    const extra = left > 0n ? step : 0n;
    after.set(each, floor + extra);
    left -= extra;
  }
}

/** fraction × adjusted price = (lost ÷ denominator) × (price × denominator ÷ numerator), rounded once. */
function cashFor(lost: bigint, price: Decimal, ratio: Ratio): Decimal {
  return round(divideInteger(lost * price, ratio.numerator * ONE, 'DOWN'), 2, 'HALF_UP');
}

/**
 * A class that converts into the split class gets more shares at a lower price. The split class itself converts into fewer shares
 * at the same price. The ratio stays an exact fraction in lowest terms.
 */
function splitConversion(each: SplitConversion, classId: string, ratio: Ratio): SplitPlan['conversions'][number] {
  const isOwn = each.stock_class_id === classId;
  const [up, down] = isOwn ? [ratio.denominator, ratio.numerator] : [ratio.numerator, ratio.denominator];
  const { n, d } = fraction(each.numerator * up, each.denominator * down);
  const { conversion_price: price } = each;
  const price_after = isOwn || price === null ? price : priceAfter(price, each.price_origin, ratio);
  return { ...each, numerator_after: n * ONE, denominator_after: d * ONE, conversion_price_after: price_after };
}
