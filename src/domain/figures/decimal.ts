// Exact decimals on bigint. Inside: whole units of 10^-10, the finest step OCF knows. At the edges: decimal strings.
import { figures } from '#src/words/figures.ts';

/** A number in units of 10^-10. Adding, subtracting and comparing are the operators of bigint themselves. */
export type Decimal = bigint;
/** HALF_UP rounds a half away from zero, DOWN towards zero, UP away from zero. */
export const roundingModes = ['HALF_UP', 'DOWN', 'UP'] as const;
export type RoundingMode = (typeof roundingModes)[number];
export type Ratio = { numerator: Decimal; denominator: Decimal };

const DECIMAL_PLACES = 10;
export const ONE: Decimal = 10n ** BigInt(DECIMAL_PLACES);
export const ZERO: Decimal = 0n;
export const ONE_TO_ONE: Ratio = { numerator: ONE, denominator: ONE };

// Sixty digits before the point hold the product of any two figures that are accepted (fields.ts, validation.ts). Longer numerals
// are not parsed: turning a million digits into a number and back takes seconds.
const NUMERAL = /^([+-]?)(\d{1,60})(?:\.(\d{1,10}))?$/;

/** Reads an OCF numeral: optional sign, at most sixty digits, at most ten decimals. Null for anything else. */
export function parseDecimal(text: unknown): Decimal | null {
  if (typeof text !== 'string') return null;
  const match = NUMERAL.exec(text);
  if (!match) return null;
  const units = BigInt(match[2] + (match[3] ?? '').padEnd(DECIMAL_PLACES, '0'));
  return match[1] === '-' ? -units : units;
}

/** Like parseDecimal, for text that is known to be valid. Throws a RangeError otherwise, which is a bug and not a fault of the input. */
export function decimal(text: string | number | bigint): Decimal {
  const units = parseDecimal(String(text));
  if (units === null) throw new RangeError(`Not a decimal of at most ten places: ${text}`);
  return units;
}

/** The canonical string: no plus sign, no trailing zeros, no point without digits after it, never "-0". */
export function formatDecimal(value: Decimal): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMAL_PLACES + 1, '0');
  const fraction = withoutLastZeros(digits.slice(-DECIMAL_PLACES));
  const whole = digits.slice(0, -DECIMAL_PLACES);
  return `${value < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** "1.50" -> "1.5"; null for what is no numeral. */
export function normalise(text: unknown): string | null {
  const value = parseDecimal(text);
  return value === null ? null : formatDecimal(value);
}

/** With exactly `places` decimals (0 to 10), a half rounded up: money is toFixed(value, 2). */
export function toFixed(value: Decimal, places: number): string {
  const rounded = round(value, places, 'HALF_UP');
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(DECIMAL_PLACES + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  const whole = digits.slice(0, -DECIMAL_PLACES);
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-DECIMAL_PLACES).slice(0, places)}`;
}

/** -1, 0 or 1. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isWhole(value: Decimal): boolean {
  return value % ONE === 0n;
}

/** To `places` decimals (0 to 10). */
export function round(value: Decimal, places: number, mode: RoundingMode): Decimal {
  const step = 10n ** BigInt(DECIMAL_PLACES - places);
  return divideInteger(value, step, mode) * step;
}

/** a × b to `places` decimals; the product is exact until it is rounded once. */
export function multiply(a: Decimal, b: Decimal, places: number, mode: RoundingMode): Decimal {
  const step = 10n ** BigInt(DECIMAL_PLACES - places);
  return divideInteger(a * b, ONE * step, mode) * step;
}

/** a ÷ b to `places` decimals. Throws a RangeError for a zero divisor. */
export function divide(a: Decimal, b: Decimal, places: number, mode: RoundingMode): Decimal {
  const step = 10n ** BigInt(DECIMAL_PLACES - places);
  return divideInteger(a * ONE, b * step, mode) * step;
}

/** value × numerator ÷ denominator to `places` decimals, rounded once: 225 × 3/2 DOWN to 0 places is 337. */
export function multiplyByRatio(value: Decimal, ratio: Ratio, places: number, mode: RoundingMode): Decimal {
  const step = 10n ** BigInt(DECIMAL_PLACES - places);
  return divideInteger(value * ratio.numerator, ratio.denominator * step, mode) * step;
}

/** Is value × ratio representable without rounding at `places` decimals? */
export function isExactByRatio(value: Decimal, ratio: Ratio, places: number): boolean {
  return (value * ratio.numerator) % (ratio.denominator * 10n ** BigInt(DECIMAL_PLACES - places)) === 0n;
}

/** "1234567.5" -> "1,234,567.5", for sentences that people read. */
export function grouped(value: Decimal): string {
  const [whole = '0', fraction] = formatDecimal(value).split('.');
  const separated = withSeparators(whole);
  return fraction ? `${separated}${figures('.')}${fraction}` : separated;
}

/** "1547" -> "1,547.00": an amount for a sentence. What is no decimal is given back as it is. */
export function groupedMoney(text: string): string {
  const value = parseDecimal(text);
  if (value === null) return text;
  const [whole = '0', cents = '00'] = toFixed(value, 2).split('.');
  return `${withSeparators(whole)}${figures('.')}${cents}`;
}

/** "-1234567" -> "-1,234,567": a sign, if any, and digits; each is looked at once. */
export function withSeparators(whole: string): string {
  const start = whole.startsWith('-') ? 1 : 0;
  const first = start + ((whole.length - start) % 3 || 3);
  const separator = figures(',');
  let separated = whole.slice(0, first);
  for (let at = first; at < whole.length; at += 3) separated += `${separator}${whole.slice(at, at + 3)}`;
  return separated;
}

/** "12300" -> "123": a pattern that looks for zeros before an end looks again from each of them. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Division of integers by a named rounding mode. */
export function divideInteger(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  if (divisor === 0n) throw new RangeError('Division by zero');
  const isNegative = dividend < 0n !== divisor < 0n;
  const n = dividend < 0n ? -dividend : dividend;
  const d = divisor < 0n ? -divisor : divisor;
  const quotient = n / d;
  const remainder = n % d;
  const goesUp = remainder !== 0n && (mode === 'UP' || (mode === 'HALF_UP' && remainder * 2n >= d));
  const magnitude = goesUp ? quotient + 1n : quotient;
  return isNegative ? -magnitude : magnitude;
}
