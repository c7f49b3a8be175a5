// Exact fractions, in units of 10^-10 like every Decimal: a third of a grant is a third until it is rounded once.
import { divideInteger } from './decimal.ts';
import type { Decimal } from './decimal.ts';

export type Rational = { readonly n: bigint; readonly d: bigint };

export const NOTHING: Rational = { n: 0n, d: 1n };

/** n ÷ d in lowest terms; d is positive. */
export function rational(n: bigint, d = 1n): Rational {
  const divisor = greatestCommonDivisor(n, d);
  return divisor <= 1n ? { n, d } : { n: n / divisor, d: d / divisor };
}

export function add(a: Rational, b: Rational): Rational {
  return a.d === b.d ? bounded(a.n + b.n, a.d) : bounded(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function times(a: Rational, b: Rational): Rational {
  return bounded(a.n * b.n, a.d * b.d);
}

export function timesWhole(a: Rational, count: number): Rational {
  return rational(a.n * BigInt(count), a.d);
}

/** a − b, never below nothing. */
export function rest(a: Rational, b: Rational): Rational {
  const n = a.n * b.d - b.n * a.d;
  return n <= 0n ? NOTHING : bounded(n, a.d * b.d);
}

export function isLess(a: Rational, b: Rational): boolean {
  return a.n * b.d < b.n * a.d;
}

/** The largest whole unit not above it. */
export function floor(a: Rational): Decimal {
  return divideInteger(a.n, a.d, 'DOWN');
}

/** Fractions that people write have short denominators; beyond this length a hostile one would take minutes. */
const DENOMINATOR_MAX = 1n << 1024n;
const CUT: bigint = 10n ** 60n;

function bounded(n: bigint, d: bigint): Rational {
  const reduced = rational(n, d);
  return reduced.d < DENOMINATOR_MAX ? reduced : { n: (reduced.n * CUT) / reduced.d, d: CUT };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
