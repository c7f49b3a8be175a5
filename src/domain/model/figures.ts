// Figures of a model as they are written: an exact fraction beside its decimal.
import { fraction, roundedTo } from './fraction.ts';
import type { Fraction } from './fraction.ts';

export interface Figure {
  /** In lowest terms; an integer alone where it is one. */
  exact: string;
  /** A half rounded up, at most ten places. */
  decimal: string;
}

/** Longer numerals are not parsed: reckoning with a number of a million digits takes minutes. */
const NUMERAL = /^(-?)(\d{1,40})(?:\.(\d{1,20}))?(?:\/(\d{1,40}))?$/;

/** Reads a decimal, or a fraction "a/b" of integers. Null for anything else. */
export function parseFigure(text: string): Fraction | null {
  const match = NUMERAL.exec(text);
  if (!match) return null;
  const [, sign, digits, places = '', divisor] = match;
  if (divisor !== undefined && (places !== '' || BigInt(divisor) === 0n)) return null;
  const n = BigInt(`${digits}${places}`);
  return fraction(sign === '-' ? -n : n, divisor === undefined ? 10n ** BigInt(places.length) : BigInt(divisor));
}

export const figureOf = (value: Fraction): Figure => ({
  exact: value.d === 1n ? String(value.n) : `${value.n}/${value.d}`,
  decimal: decimalOf(value, 10),
});

/** A half rounded away from zero, without trailing zeros. */
export function decimalOf(value: Fraction, places: number): string {
  const { n, d } = roundedTo(value, places);
  const units = ((n < 0n ? -n : n) * 10n ** BigInt(places)) / d;
  const digits = String(units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const rest = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${n < 0n ? '-' : ''}${whole}${rest && `.${rest}`}`;
}
