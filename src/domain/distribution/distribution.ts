// What each holder of record is paid: entitlement and amounts. Money is in exact cents, never a float.
import { say } from '#src/words/say.ts';
import type { CapTableRows } from '../captable/capTable.ts';
import { openSecurities } from '../captable/capTable.ts';
import { ONE, ZERO, divide, divideInteger, formatDecimal, parseDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { AppError } from '../errors.ts';
import { Summing } from './lineSums.ts';
import type { LineSums } from './lineSums.ts';
import { minorDigits } from '../figures/money.ts';
import { remembered } from '../figures/remembered.ts';
import { allocateCents } from '../figures/largestRemainder.ts';
import { fraction, minus, sumOf, times, whole } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { decimalOf } from '../model/figures.ts';
import { classAmounts } from './preferences.ts';
import type { DistributedClass } from './dividendDues.ts';
import type { ClassAmounts, DistributionStep } from './preferences.ts';
import { NOTHING_WITHHELD } from './withholding.ts';
import type { Withheld } from './withholding.ts';

/** `option_shares`: how many of the shares are options, where the company includes them. */
export type EntitledHolding = {
  shareholder_id: string;
  share_class_id: string;
  shares: string;
  option_shares?: string;
};
export type DistributionInput = {
  amount: { per_share: string } | { total: string };
  holdings: readonly EntitledHolding[];
  /** Amounts are in whole units of a currency without decimals, such as JPY; else in cents. */
  currency?: string;
  /** The terms of the classes; without them every share counts alike. */
  order?: { classes: readonly DistributedClass[]; record_date: string };
};
type ExcludedReason = 'no_shares' | 'rounds_to_zero' | 'all_withheld' | 'paid_after_preferred' | 'nothing_due';
export type PreviewRow = Omit<EntitledHolding, 'option_shares'> & {
  option_shares: string;
  gross: string;
  tax: string;
  net: string;
  withholding_rate: string;
  withholding_reason: string | null;
  /** Why the row makes no payment; null when it makes one. */
  excluded_reason: ExcludedReason | null;
};
export type DistributionPreview = {
  rows: PreviewRow[];
  sums: LineSums;
  total_gross: string;
  total_tax: string;
  total_net: string;
  /** The sum of the rows less what they would be without rounding, to twenty places. */
  rounding_difference: string;
  /** As declared; for a pot, the quotient to ten places, for display only. */
  amount_per_share: string;
  /** In which order the amount reached the classes. */
  steps: DistributionStep[];
  allotments: ClassAmounts['allotments'];
};

/**
 * Shares of record at the end of the record date: outstanding stock of the given classes, per holder and class, never per
 * certificate. Options, warrants, pool and unconverted convertibles are not entitled.
 */
export function entitledHoldings(
  rows: CapTableRows,
  shareClassIds: readonly string[],
  recordDate: string,
): EntitledHolding[] {
  const holdings = openSecurities(rows, recordDate).flatMap(({ row, left }) =>
    row.kind === 'STOCK' && row.stock_class_id !== null && shareClassIds.includes(row.stock_class_id)
      ? [{ shareholder_id: row.stakeholder_id, share_class_id: row.stock_class_id, shares: formatDecimal(left) }]
      : [],
  );
  return merged(holdings).map(({ shareholder_id, share_class_id, shares }) => ({
    shareholder_id,
    share_class_id,
    shares: formatDecimal(shares),
  }));
}

/** What is withheld from a holder; without it, nothing. */
type WithheldFrom = (shareholderId: string) => Withheld;

/** The whole preview: what each holder gets, less what is withheld. Refuses as `grossDistribution` does. */
export const previewDistribution = (input: DistributionInput & { withheldFrom?: WithheldFrom }): DistributionPreview =>
  grossDistribution(input)(input.withheldFrom ?? (() => NOTHING_WITHHELD));

/**
 * Per share: HALF_UP to cents once per holder and class. A pot: largest remainder in cents, ties by holder id, so that the
 * rows sum to the pot. Tax: HALF_UP to cents for each row. Rows come sorted by holder, then class. Out: what makes the preview once
 * it is known what is withheld, so that the two can be worked out side by side.
 * Refuses (422): amount_not_positive, amount_not_cents, no_entitled_shares, and what classAmounts refuses.
 */
export function grossDistribution(input: DistributionInput): (withheldFrom: WithheldFrom) => DistributionPreview {
  const holdings = merged(input.holdings);
  const shares = holdings.reduce((sum, holding) => sum + holding.shares, ZERO);
  const declared = parseDecimal('total' in input.amount ? input.amount.total : input.amount.per_share);
  if (declared === null || declared <= 0n) refuse('amount_not_positive', say`The amount must be more than zero.`);
  if (shares <= 0n) refuse('no_entitled_shares', say`Nobody holds entitled shares on the record date.`);
  const isPot = 'total' in input.amount;
  const unit = unitOf(input.currency);
  if (isPot && declared % (CENT * unit) !== 0n)
    refuse(
      'amount_not_cents',
      unit === 1n
        ? say`A total amount has at most two decimals.`
        : say`A total amount in ${input.currency!} has no decimals.`,
    );
  const sharesOf = new Map<string, Decimal>();
  for (const each of holdings)
    sharesOf.set(each.share_class_id, (sharesOf.get(each.share_class_id) ?? ZERO) + each.shares);
  const order = input.order ?? { classes: withoutTerms(sharesOf.keys()), record_date: '' };
  const amount = fraction(declared, ONE);
  const { per_share, steps, allotments, short } = classAmounts(
    order.classes,
    sharesOf,
    isPot ? { total: amount } : { per_share: amount },
    order.record_date,
  );
  const perShare = ({ share_class_id }: Merged) => per_share.get(share_class_id) ?? whole(0n);
  const centsOf = remembered((share_class_id: string) =>
    centsOfShares(per_share.get(share_class_id) ?? whole(0n), unit),
  );
  const gross = isPot
    ? potCents(declared, holdings, perShare, unit)
    : holdings.map(({ share_class_id, shares: held }) => centsOf(share_class_id)(held));
  const written = writer(unit);
  const withTerms = new Set(order.classes.flatMap((each) => (each.dividend === null ? [] : [each.share_class_id])));
  const nothingFor = new Set([...sharesOf.keys()].filter((id) => (per_share.get(id) ?? whole(0n)).n === 0n));
  const exact = isPot
    ? amount
    : sumOf([...sharesOf].map(([id, each]) => times(per_share.get(id) ?? whole(0n), fraction(each, ONE))));
  const amount_per_share = formatDecimal(isPot ? divide(declared, shares, 10, 'HALF_UP') : declared);
  return (withheldFrom) => {
    let [totalGross, totalTax] = [0n, 0n];
    const summing = new Summing();
    const rows = holdings.map((holding, index): PreviewRow => {
      const { shareholder_id, share_class_id } = holding;
      const withheld = withheldFrom(shareholder_id);
      const amounts = written.amounts(withheld.rate)(gross[index] ?? 0n);
      totalGross += amounts.cents.gross;
      totalTax += amounts.cents.tax;
      const excluded_reason = excludedReason(
        holding,
        amounts.cents,
        nothingFor.has(share_class_id),
        withTerms.has(share_class_id) && !short.has(share_class_id),
      );
      const { gross: before, tax } = amounts.decimals;
      summing.add(shareholder_id, share_class_id, holding.shares, before, tax, excluded_reason === null);
      return {
        shareholder_id,
        share_class_id,
        shares: written.shares(holding.shares),
        option_shares: holding.option_shares === ZERO ? '0' : written.shares(holding.option_shares),
        gross: amounts.gross,
        tax: amounts.tax,
        net: amounts.net,
        withholding_rate: withheld.rate,
        withholding_reason: withheld.reason,
        excluded_reason,
      };
    });
    return {
      rows,
      sums: summing.sums(),
      total_gross: money(totalGross),
      total_tax: money(totalTax),
      total_net: money(totalGross - totalTax),
      rounding_difference: decimalOf(minus(fraction(totalGross, 100n), exact), 20),
      amount_per_share,
      steps,
      allotments,
    };
  };
}

const withoutTerms = (ids: Iterable<string>): DistributedClass[] =>
  [...ids].map((share_class_id) => ({ share_class_id, name: share_class_id, seniority: 0, dividend: null }));

const CENT: Decimal = ONE / 100n;

type Merged = { shareholder_id: string; share_class_id: string; shares: Decimal; option_shares: Decimal };

/** One row per holder and class, so that rounding happens once. */
function merged(holdings: readonly EntitledHolding[]): Merged[] {
  const read = remembered((text: string) => parseDecimal(text) ?? ZERO);
  if (holdings.every((each, at) => at === 0 || isBefore(holdings[at - 1]!, each)))
    return holdings.map(({ shareholder_id, share_class_id, shares, option_shares = '0' }) => ({
      shareholder_id,
      share_class_id,
      shares: read(shares),
      option_shares: read(option_shares),
    }));
  const sums = new Map<string, Merged>();
  for (const { shareholder_id, share_class_id, shares, option_shares = '0' } of holdings) {
    const key = keyOf(shareholder_id, share_class_id);
    const sum = sums.get(key) ?? { shareholder_id, share_class_id, shares: ZERO, option_shares: ZERO };
    sum.shares += read(shares);
    sum.option_shares += read(option_shares);
    sums.set(key, sum);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

type Held = Pick<EntitledHolding, 'shareholder_id' | 'share_class_id'>;

/** By holder, then by class. A hundred thousand holdings that are in this order are neither searched for twins nor sorted. */
const isBefore = (a: Held, b: Held) =>
  a.shareholder_id < b.shareholder_id || (a.shareholder_id === b.shareholder_id && a.share_class_id < b.share_class_id);

/** Sorts by holder first. No id holds the separator. */
function keyOf(shareholderId: string, shareClassId: string): string {
  return `${shareholderId}\u0000${shareClassId}`;
}

/** How many cents the smallest amount has that can be paid in the currency. */
export const unitOf = (currency = 'USD'): bigint => (minorDigits(currency) === 0 ? 100n : 1n);

/** Out: the cents of so many shares. */
const centsOfShares = ({ n, d }: Fraction, unit: bigint) =>
  remembered((shares: Decimal) => divideInteger(n * shares * 100n, d * ONE * unit, 'HALF_UP') * unit);

/** The weights are exact: what each row would be without rounding, in one unit for all. */
function potCents(
  pot: Decimal,
  holdings: readonly Merged[],
  perShare: (each: Merged) => Fraction,
  smallest: bigint,
): bigint[] {
  // Few classes have different denominators, however many lines there are.
  const denominators = new Set(holdings.map((each) => perShare(each).d));
  const unit = [...denominators].reduce((common, d) => common * fraction(d, common).n, 1n);
  const parts = holdings.map((each) => {
    const { n, d } = perShare(each);
    return { id: keyOf(each.shareholder_id, each.share_class_id), weight: n * (unit / d) * each.shares };
  });
  const allocated = allocateCents(pot / CENT / smallest, parts);
  return parts.map(({ id }) => (allocated.get(id) ?? 0n) * smallest);
}

/** Figures as text, each written once: by the rate, and by the cents before tax. */
const writer = (unit: bigint) => ({
  shares: remembered(formatDecimal),
  amounts: remembered((rate: string) => {
    const parsed = parseDecimal(rate) ?? ZERO;
    return remembered((gross: bigint) => {
      const tax = taxOf(gross, parsed, unit);
      const decimals = { gross: gross * CENT, tax: tax * CENT };
      return { cents: { gross, tax }, decimals, gross: money(gross), tax: money(tax), net: money(gross - tax) };
    });
  }),
});

/** In: cents, and a rate. Out: cents, a half of the smallest amount rounded up. */
export const taxOf = (gross: bigint, rate: Decimal, unit: bigint): bigint =>
  divideInteger(gross * rate, ONE * unit, 'HALF_UP') * unit;

function excludedReason(
  { shares }: Merged,
  { gross, tax }: { gross: bigint; tax: bigint },
  isNothing: boolean,
  isOwedNothing: boolean,
): ExcludedReason | null {
  if (gross > 0n) return gross > tax ? null : 'all_withheld';
  if (shares <= 0n) return 'no_shares';
  if (!isNothing) return 'rounds_to_zero';
  return isOwedNothing ? 'nothing_due' : 'paid_after_preferred';
}

function money(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function refuse(code: string, detail: string): never {
  throw new AppError(code, detail, { status: 422 });
}
