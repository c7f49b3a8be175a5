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

export interface LineSums {
  /** One entry for each class, in the order of the ids; amounts in cents, shares without trailing zeros. */
  by_class: ClassSums[];
  counts: LineCounts;
}

/** In: lines ordered by holder. */
export function sumsOf(lines: readonly SummedLine[]): LineSums {
  const read = remembered((text: string) => decimal(text));
  const summing = new Summing();
  for (const { shareholder_id, share_class_id, shares, gross, tax, excluded_reason } of lines) {
    const held = shares === null ? null : read(shares);
    summing.add(shareholder_id, share_class_id, held, read(gross), read(tax), excluded_reason === null);
  }
  return summing.sums();
}

/** Adds up lines, which come ordered by holder: a holder is counted once as long as their lines follow each other. */
export class Summing {
  readonly #classes = new Map<string, Sums>();
  readonly #counts: LineCounts = { lines: 0, holders: 0, payments: 0, withheld: 0, not_paid: 0 };
  #paid: string | null = null;

  add(holder: string, shareClass: string, shares: Decimal | null, gross: Decimal, tax: Decimal, isPaid: boolean): void {
    let sum = this.#classes.get(shareClass);
    if (!sum) this.#classes.set(shareClass, (sum = { last: null, holders: 0, shares: ZERO, gross: ZERO, tax: ZERO }));
    if (sum.last !== holder) sum.holders += 1;
    sum.last = holder;
    sum.shares = shares === null || sum.shares === null ? null : sum.shares + shares;
    sum.gross += gross;
    sum.tax += tax;
    const counts = this.#counts;
    counts.lines += 1;
    if (tax > ZERO) counts.withheld += 1;
    if (!isPaid) counts.not_paid += 1;
    else {
      counts.payments += 1;
      if (this.#paid !== holder) counts.holders += 1;
      this.#paid = holder;
    }
  }

  sums(): LineSums {
    const by_class = [...this.#classes]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([share_class_id, { holders, shares, gross, tax }]) => ({
        share_class_id,
        holders,
        shares: shares === null ? null : formatDecimal(shares),
        gross: cents(gross),
        tax: cents(tax),
        net: cents(gross - tax),
      }));
    return { by_class, counts: { ...this.#counts } };
  }
}

interface Sums {
  /** The holder of the last line. */
  last: string | null;
  holders: number;
  shares: Decimal | null;
  gross: Decimal;
  tax: Decimal;
}

function cents(amount: Decimal): string {
  const [whole = '0', parts = ''] = formatDecimal(amount).split('.');
  return `${whole}.${parts.padEnd(2, '0')}`;
}
