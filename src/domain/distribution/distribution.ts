// What each holder of record is paid: entitlement and amounts. Money is in exact cents, never a float.
import type { CapTableRows } from '../captable/capTable.ts';
import { openSecurities } from '../captable/capTable.ts';
import { ONE, ZERO, divide, divideInteger, formatDecimal, parseDecimal, withoutLastZeros } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { AppError } from '../errors.ts';
import { allocateCents } from '../figures/largestRemainder.ts';

export type EntitledHolding = { shareholder_id: string; share_class_id: string; shares: string };
type DistributionInput = {
  amount: { per_share: string } | { total: string };
  holdings: readonly EntitledHolding[];
};
type ExcludedReason = 'no_shares' | 'rounds_to_zero';
/** Nothing is withheld: `tax` is none and `net` is `gross`. */
export type PreviewRow = EntitledHolding & {
  gross: string;
  tax: string;
  net: string;
  /** Why the row makes no payment; null when it makes one. */
  excluded_reason: ExcludedReason | null;
};
export type DistributionPreview = {
  rows: PreviewRow[];
  total_gross: string;
  total_tax: string;
  total_net: string;
  /** The sum of the rows less rate × shares, or less the pot. Exact, not rounded. */
  rounding_difference: string;
  /** As declared; for a pot, the quotient to ten places, for display only. */
  amount_per_share: string;
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
  return merged(holdings).map(({ shares, ...holding }) => ({ ...holding, shares: formatDecimal(shares) }));
}

/**
 * Per share: HALF_UP to cents once per holder and class. A pot: largest remainder in cents, ties by holder id, so that the
 * rows sum to the pot. Rows come sorted by holder, then class.
 * Refuses (422): amount_not_positive, no_entitled_shares.
 */
export function previewDistribution(input: DistributionInput): DistributionPreview {
  const holdings = merged(input.holdings);
  const shares = holdings.reduce((sum, holding) => sum + holding.shares, ZERO);
  const declared = parseDecimal('total' in input.amount ? input.amount.total : input.amount.per_share);
  if (declared === null || declared <= 0n) refuse('amount_not_positive', 'The amount must be more than zero.');
  if (shares <= 0n) refuse('no_entitled_shares', 'Nobody holds entitled shares on the record date.');
  const isPot = 'total' in input.amount;
  const gross = isPot ? potCents(declared, holdings) : holdings.map((each) => perShareCents(declared, each.shares));
  const totalGross = gross.reduce((sum, cents) => sum + cents, 0n);
  // In units of 10^-20, because the product of two numbers with ten places has twenty.
  const exact = isPot ? declared * ONE : declared * shares;
  return {
    rows: holdings.map((holding, index) => previewRow(holding, gross[index] ?? 0n)),
    total_gross: money(totalGross),
    total_tax: money(0n),
    total_net: money(totalGross),
    rounding_difference: formatTwentyPlaces(totalGross * CENT * ONE - exact),
    amount_per_share: formatDecimal(isPot ? divide(declared, shares, 10, 'HALF_UP') : declared),
  };
}

const CENT: Decimal = ONE / 100n;

type Merged = Omit<EntitledHolding, 'shares'> & { shares: Decimal };

/** One row per holder and class, so that rounding happens once. */
function merged(holdings: readonly EntitledHolding[]): Merged[] {
  const sums = new Map<string, Merged>();
  for (const { shareholder_id, share_class_id, shares } of holdings) {
    const key = keyOf(shareholder_id, share_class_id);
    const sum = sums.get(key) ?? { shareholder_id, share_class_id, shares: ZERO };
    sum.shares += parseDecimal(shares) ?? ZERO;
    sums.set(key, sum);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Sorts by holder first. No id holds the separator. */
function keyOf(shareholderId: string, shareClassId: string): string {
  return `${shareholderId}\u0000${shareClassId}`;
}

function perShareCents(rate: Decimal, shares: Decimal): bigint {
  return divideInteger(rate * shares, CENT * ONE, 'HALF_UP');
}

function potCents(pot: Decimal, holdings: readonly Merged[]): bigint[] {
  if (pot % CENT !== 0n) refuse('amount_not_cents', 'A total amount has at most two decimals.');
  const parts = holdings.map((each) => ({ id: keyOf(each.shareholder_id, each.share_class_id), weight: each.shares }));
  const allocated = allocateCents(pot / CENT, parts);
  return parts.map(({ id }) => allocated.get(id) ?? 0n);
}

function previewRow(holding: Merged, gross: bigint): PreviewRow {
  return {
    shareholder_id: holding.shareholder_id,
    share_class_id: holding.share_class_id,
    shares: formatDecimal(holding.shares),
    gross: money(gross),
    tax: money(0n),
    net: money(gross),
    excluded_reason: gross > 0n ? null : holding.shares > 0n ? 'rounds_to_zero' : 'no_shares',
  };
}

function money(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function formatTwentyPlaces(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(21, '0');
  const fraction = withoutLastZeros(digits.slice(-20));
  return `${value < 0n ? '-' : ''}${digits.slice(0, -20)}${fraction ? `.${fraction}` : ''}`;
}

function refuse(code: string, detail: string): never {
  throw new AppError(code, detail, { status: 422 });
}
