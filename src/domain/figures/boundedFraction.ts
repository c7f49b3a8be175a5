// Fractions whose denominators cannot grow without end. Those that people write are short; the ones of a hostile file would take
// minutes. What is longer is cut at sixty decimal places.
import { fraction, minus, NOTHING, plus, times as product } from './fraction.ts';
import type { Fraction } from './fraction.ts';

const DENOMINATOR_MAX = 1n << 1024n;
const CUT: bigint = 10n ** 60n;
const bounded = (a: Fraction): Fraction => (a.d < DENOMINATOR_MAX ? a : { n: (a.n * CUT) / a.d, d: CUT });

export const add = (a: Fraction, b: Fraction): Fraction => bounded(plus(a, b));
export const times = (a: Fraction, b: Fraction): Fraction => bounded(product(a, b));
export const timesWhole = (a: Fraction, count: number): Fraction => fraction(a.n * BigInt(count), a.d);

/** a − b, never below nothing. */
export function rest(a: Fraction, b: Fraction): Fraction {
  const left = minus(a, b);
  return left.n <= 0n ? NOTHING : bounded(left);
}
