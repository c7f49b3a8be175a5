// The lines of a distribution, summed: by class, and counted. What a screen shows of many lines.
import { ZERO, decimal, formatDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { remembered } from '../figures/remembered.ts';

export interface SummedLine {
  shareholder_id: string;
  share_class_id: string;
  /** Null of a payment of the past whose file did not say it. */
  shares: string | null;
  gross: string;
  tax: string;
  excluded_reason: string | null;
}

export interface ClassSums {
  share_class_id: string;
  holders: number;
  /** Null where one line does not say it. */
  shares: string | null;
  gross: string;
  tax: string;
  net: string;
}

export interface LineCounts {
  lines: number;
  /** Holders who are paid, and the lines that pay them. */
  holders: number;
  payments: number;
  /** Lines from which tax is withheld. */
  withheld: number;
  not_paid: number;
}

/** One entry for each class, in the order of the ids; amounts in cents, shares without trailing zeros. And the counts of all lines. */
export function sumsOf(lines: readonly SummedLine[]): { by_class: ClassSums[]; counts: LineCounts } {
  const read = remembered((text: string) => decimal(text));
  const sums = new Map<string, Sums>();
  const holders = new Set<string>();
  let [payments, withheld] = [0, 0];
  for (const line of lines) {
    let sum = sums.get(line.share_class_id);
    if (!sum) sums.set(line.share_class_id, (sum = { holders: new Set(), shares: ZERO, gross: ZERO, tax: ZERO }));
    sum.holders.add(line.shareholder_id);
    if (line.shares === null) sum.shares = null;
    else if (sum.shares !== null) sum.shares += read(line.shares);
    const tax = read(line.tax);
    sum.gross += read(line.gross);
    sum.tax += tax;
    if (tax > ZERO) withheld += 1;
    if (line.excluded_reason !== null) continue;
    holders.add(line.shareholder_id);
    payments += 1;
  }
  const by_class = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([share_class_id, sum]) => ({
      share_class_id,
      holders: sum.holders.size,
      shares: sum.shares === null ? null : formatDecimal(sum.shares),
      gross: cents(sum.gross),
      tax: cents(sum.tax),
      net: cents(sum.gross - sum.tax),
    }));
  const counts = { lines: lines.length, holders: holders.size, payments, withheld, not_paid: lines.length - payments };
  return { by_class, counts };
}

interface Sums {
  holders: Set<string>;
  shares: Decimal | null;
  gross: Decimal;
  tax: Decimal;
}

function cents(amount: Decimal): string {
  const [whole = '0', parts = ''] = formatDecimal(amount).split('.');
  return `${whole}.${parts.padEnd(2, '0')}`;
}
