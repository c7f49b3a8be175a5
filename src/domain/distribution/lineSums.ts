// The lines of a distribution, summed: by class, and counted. What a screen shows of many lines.
import { ZERO, decimal, formatDecimal } from '../figures/decimal.ts';
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
  return [...Map.groupBy(lines, (line) => line.share_class_id)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([share_class_id, all]) => ({
      share_class_id,
      holders: new Set(all.map((line) => line.shareholder_id)).size,
      shares: all.some(({ shares }) => shares === null) ? null : sum(all.map(({ shares }) => shares ?? '0')),
      gross: cents(all.map(({ gross }) => gross)),
      tax: cents(all.map(({ tax }) => tax)),
      net: cents(all.map(({ net }) => net)),
    }));
}

export function countsOf(lines: readonly SummedLine[]): LineCounts {
  const isMore = remembered((tax: string) => decimal(tax) > ZERO);
  const paid = lines.filter(({ excluded_reason }) => excluded_reason === null);
  return {
    lines: lines.length,
    holders: new Set(paid.map((line) => line.shareholder_id)).size,
    payments: paid.length,
    withheld: paid.filter(({ tax }) => isMore(tax)).length,
    not_paid: lines.length - paid.length,
  };
}

function sum(values: readonly string[]): string {
  const read = remembered((text: string) => decimal(text));
  return formatDecimal(values.reduce((total, value) => total + read(value), ZERO));
}

function cents(values: readonly string[]): string {
  const [whole = '0', parts = ''] = sum(values).split('.');
  return `${whole}.${parts.padEnd(2, '0')}`;
}
