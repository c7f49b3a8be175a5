// Figures of a model as they are written: an exact fraction beside its decimal.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { fraction, roundedTo } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

export interface Figure {
  /** In lowest terms; an integer alone where it is one. */
  exact: string;
  /** A half rounded up, at most ten places. */
  decimal: string;
}

export type Written = string | number;

// More digits than any company needs: reckoning with a number of a million digits takes minutes.
const DECIMAL = /^(-?)(\d{1,24})(?:\.(\d{1,20}))?(?:e-(\d{1,2}))?$/;
const QUOTIENT = /^(-?)(\d{1,40})\/(\d{1,40})$/;

/** Reads a decimal, or a fraction "a/b" of integers. Null for anything else. */
export function parseFigure(text: string): Fraction | null {
  const quotient = QUOTIENT.exec(text);
  if (quotient) {
    const [n, d] = [BigInt(quotient[2]!), BigInt(quotient[3]!)];
    return d === 0n ? null : fraction(quotient[1] ? -n : n, d);
  }
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign, digits, places = '', exponent = '0'] = match;
  const n = BigInt(`${digits}${places}`);
  return fraction(sign ? -n : n, 10n ** BigInt(places.length + Number(exponent)));
}

/** Each figure of one call is read by one reader. Refuses (422): invalid_fields, too_many_fractions, at the figure's field. */
export type FigureReader = (value: Written, field: string) => Fraction;

/** Fractions that people write have few different denominators; their least common one is bounded, so that sums stay short. */
const COMMON_DENOMINATOR_MAX = 10n ** 120n;

export function figureReader(): FigureReader {
  let common = 1n;
  return (value, field) => {
    const found = parseFigure(String(value));
    if (found === null) throw refusal('invalid_fields', field, NOT_A_FIGURE);
    // What the denominator has beside the factors of the others.
    common *= fraction(found.d, common).n;
    if (common > COMMON_DENOMINATOR_MAX) throw refusal('too_many_fractions', field, TOO_MANY_FRACTIONS);
    return found;
  };
}

export const NOT_A_FIGURE = say`Enter a number such as 1000000, 0.2 or "1/3".`;
const TOO_MANY_FRACTIONS = say`These fractions have too many different denominators together. Use decimals.`;

const refusal = (code: string, field: string, sentence: string) =>
  new AppError(code, sentence, { status: 422, fields: { [field]: sentence } });

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
