// Exact fractions of integers, however long: what a model computes is rounded once, at its end.
//
// Sums and products take out common factors before they multiply (Knuth, The Art of Computer Programming 2, 4.5.1): the terms of
// a model have short numerators and denominators, so each step costs one long division and not a long series of them.

export interface Fraction {
  readonly n: bigint;
  /** Above zero, without a common factor. */
  readonly d: bigint;
}

export const NOTHING: Fraction = { n: 0n, d: 1n };
export const ONE: Fraction = { n: 1n, d: 1n };

export const whole = (n: bigint): Fraction => ({ n, d: 1n });

/** n ÷ d; d is not zero. */
export function fraction(n: bigint, d = 1n): Fraction {
  const common = commonFactor(n, d);
  const sign = d < 0n ? -1n : 1n;
  return { n: (sign * n) / common, d: (sign * d) / common };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.n === 0n) return b;
  if (b.n === 0n) return a;
  if (a.d === 1n && b.d === 1n) return { n: a.n + b.n, d: 1n };
  const common = commonFactor(a.d, b.d);
  if (common === 1n) return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
  const n = a.n * (b.d / common) + b.n * (a.d / common);
  const left = commonFactor(n, common);
  return { n: n / left, d: (a.d / common) * (b.d / left) };
}

export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });

export function times(a: Fraction, b: Fraction): Fraction {
  if (a.n === 0n || b.n === 0n) return NOTHING;
  const left = commonFactor(a.n, b.d);
  const right = commonFactor(b.n, a.d);
  return { n: (a.n / left) * (b.n / right), d: (a.d / right) * (b.d / left) };
}

/** a ÷ b; b is not zero. */
export const over = (a: Fraction, b: Fraction): Fraction =>
  times(a, b.n < 0n ? { n: -b.d, d: -b.n } : { n: b.d, d: b.n });

/** Below, at or above zero: the sign of a − b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.d === b.d ? a.n - b.n : a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isBelow = (a: Fraction, b: Fraction): boolean => compare(a, b) < 0;
export const larger = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? b : a);
export const smaller = (a: Fraction, b: Fraction): Fraction => (isBelow(b, a) ? b : a);
export const sumOf = (all: readonly Fraction[]): Fraction => all.reduce(plus, NOTHING);

/** The largest whole number not above it. */
export function floorOf({ n, d }: Fraction): bigint {
  const cut = n / d;
  return n < 0n && cut * d !== n ? cut - 1n : cut;
}

export const ceilingOf = (a: Fraction): bigint => -floorOf({ n: -a.n, d: a.d });

/** To the nearest unit of 10^-places, a half away from zero. */
export function roundedTo(a: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places);
  const size = a.n < 0n ? -a.n : a.n;
  const units = (2n * size * scale + a.d) / (2n * a.d);
  return fraction(a.n < 0n ? -units : units, scale);
}

/**
 * The largest integer that divides both, which is positive. Lehmer's way: the leading bits of two long numbers say what several
 * divisions would do, and those are then done as one.
 */
function commonFactor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  if (x < y) [x, y] = [y, x];
  let shift = y > MOST_EXACT ? Math.max(0, x.toString(16).length * 4 - LEADING_BITS) : 0;
  while (y > MOST_EXACT) {
    let head = Number(x >> BigInt(shift));
    while (head < HEAD_MIN && shift > 0) {
      shift = Math.max(0, shift - 25);
      head = Number(x >> BigInt(shift));
    }
    const { p, q, r, s } = severalDivisions(head, Number(y >> BigInt(shift)));
    if (q === 0) [x, y] = [y, x % y];
    else [x, y] = [BigInt(p) * x + BigInt(q) * y, BigInt(r) * x + BigInt(s) * y];
  }
  if (y === 0n) return x === 0n ? 1n : x;
  // From here on machine numbers do.
  let [p, q] = [Number(y), Number(x % y)];
  while (q !== 0) [p, q] = [q, p % q];
  return BigInt(p);
}

/** The rows of the matrix that does the divisions which the leading bits of both decide. q is 0 where they decide none. */
function severalDivisions(leading: number, second: number): { p: number; q: number; r: number; s: number } {
  let [head, next] = [leading, second];
  let [p, q, r, s] = [1, 0, 0, 1];
  while (next + r !== 0 && next + s !== 0) {
    const times = Math.floor((head + p) / (next + r));
    if (times !== Math.floor((head + q) / (next + s))) break;
    const [rowP, rowQ, left] = [p - times * r, q - times * s, head - times * next];
    if (Math.abs(rowP) > ROW_MAX || Math.abs(rowQ) > ROW_MAX) break;
    [p, q, r, s, head, next] = [r, s, rowP, rowQ, next, left];
  }
  return { p, q, r, s };
}

const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const LEADING_BITS = 52;
const HEAD_MIN = 2 ** 27;
const ROW_MAX = 2 ** 25;
