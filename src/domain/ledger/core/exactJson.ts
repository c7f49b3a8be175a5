// JSON without loss of digits: a numeral that a float cannot hold stays as it was written.
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { isObject, numeralOf } from './fields.ts';

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
type RawJson = { rawJSON?: (text: string) => unknown };

/** At most forty digits before the point and twenty after it. Longer numerals are read as text: no column holds them. */
const ANY_FIGURE = /^-?\d{1,40}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/;

/**
 * As JSON.parse. A number which a float would change comes back as a raw-JSON object: JSON.stringify writes its digits
 * again as they were, and numeralOf reads them. One of more digits than any figure has comes back as their text. Throws
 * SyntaxError as JSON.parse does.
 */
export function parseExactly(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined) return value;
    if (!ANY_FIGURE.test(source)) return source;
    if (isHeldExactly(value, source)) return value;
    return (JSON as RawJson).rawJSON?.(source) ?? value;
  };
  return JSON.parse(withoutByteOrderMark(text), revive as (key: string, value: unknown) => unknown);
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Equal as JSON values: the order of members means nothing, numbers compare by value, strings exactly. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNumeral(a) && isNumeral(b)) return isSameNumber(a, b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b) || isNumeral(a) || isNumeral(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}

function isHeldExactly(value: number, source: string): boolean {
  const written = parseDecimal(source);
  if (written !== null) return parseDecimal(String(value)) === written;
  // With an exponent or more than ten decimals: kept as a float only when it prints as it was written.
  return String(value) === source || (/e/i.test(source) && Number.isSafeInteger(value));
}

function isNumeral(value: unknown): boolean {
  return typeof value === 'number' || (isObject(value) && typeof value['rawJSON'] === 'string');
}

function isSameNumber(a: unknown, b: unknown): boolean {
  const [textA, textB] = [numeralOf(a), numeralOf(b)];
  const [decimalA, decimalB] = [parseDecimal(textA), parseDecimal(textB)];
  return decimalA !== null && decimalB !== null ? decimalA === decimalB : textA === textB;
}
