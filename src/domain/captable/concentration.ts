// How far ownership is concentrated in few hands. Each figure is a quotient of whole numbers, rounded once.
import { ZERO, divide, formatDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';

/** The index of a company with one owner. */
const WHOLE = 10_000n;

export type Concentration = {
  /** The Herfindahl-Hirschman index: the sum of the squared shares of the whole, times 10,000. */
  hhi: string;
  /** How many equal owners would give the same index: 10,000 / index. */
  effective_holders: string;
  /** 0 where all own the same; towards 1 where one owns nearly everything. */
  gini: string;
};

/** `totals`: the lines of a table. Those of nothing are left out; without any, every figure is zero. */
export function concentrationOf(totals: readonly Decimal[]): Concentration {
  const owned = totals.filter((total) => total > ZERO).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const count = BigInt(owned.length);
  let [sum, squares, ranked] = [0n, 0n, 0n];
  owned.forEach((total, index) => {
    sum += total;
    squares += total * total;
    ranked += (2n * BigInt(index + 1) - count - 1n) * total;
  });
  return {
    hhi: quotient(WHOLE * squares, sum * sum),
    effective_holders: quotient(sum * sum, squares),
    gini: quotient(ranked, count * sum),
  };
}

/** Rounded half up to four places: "2600", "0.1". */
const quotient = (dividend: bigint, divisor: bigint): string =>
  divisor === 0n ? '0' : formatDecimal(divide(dividend, divisor, 4, 'HALF_UP'));
