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
  net: string;
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

/** One entry for each class, in the order of the ids. Amounts in cents, shares without trailing zeros. */
export function sumsByClass(lines: readonly SummedLine[]): ClassSums[] {
  const read = remembered((text: string) => decimal(text));
  const sums = new Map<string, Sums>();
  for (const line of lines) {
    const sum = sums.get(line.share_class_id) ?? {
      holders: new Set(),
      shares: ZERO,
      gross: ZERO,
      tax: ZERO,
      net: ZERO,
    };
    sums.set(line.share_class_id, sum);
    sum.holders.add(line.shareholder_id);
    if (line.shares === null) sum.shares = null;
    else if (sum.shares !== null) sum.shares += read(line.shares);
    sum.gross += read(line.gross);
    sum.tax += read(line.tax);
    sum.net += read(line.net);
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([share_class_id, { holders, shares, gross, tax, net }]) => ({
      share_class_id,
      holders: holders.size,
      shares: shares === null ? null : formatDecimal(shares),
      gross: cents(gross),
      tax: cents(tax),
      net: cents(net),
    }));
}

interface Sums {
  holders: Set<string>;
  shares: Decimal | null;
  gross: Decimal;
  tax: Decimal;
  net: Decimal;
}

export function countsOf(lines: readonly SummedLine[]): LineCounts {
  const isMore = remembered((tax: string) => decimal(tax) > ZERO);
  const holders = new Set<string>();
  let payments = 0;
  let withheld = 0;
  for (const { shareholder_id, tax, excluded_reason } of lines) {
    if (isMore(tax)) withheld += 1;
    if (excluded_reason !== null) continue;
    holders.add(shareholder_id);
    payments += 1;
  }
  return { lines: lines.length, holders: holders.size, payments, withheld, not_paid: lines.length - payments };
}

function cents(amount: Decimal): string {
  const [whole = '0', parts = ''] = formatDecimal(amount).split('.');
  return `${whole}.${parts.padEnd(2, '0')}`;
}
