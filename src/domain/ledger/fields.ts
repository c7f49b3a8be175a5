// Reads single fields of OCF objects without trusting them: a wrong value reads as null and never throws.
// What is wrong with a field is reported by the reader of packages (checkShape.ts); here it only has no effect.
import { isIsoDate } from '../dates.ts';
import { formatDecimal, parseDecimal } from '../decimal.ts';
import type { Decimal, Ratio } from '../decimal.ts';
import type { Authorized, OcfObject } from './types.ts';

/** A vendor's stand-in for a value left out, such as {"omitted": true} (D11). */
export function isPlaceholder(value: unknown): boolean {
  if (!isObject(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length === 1 &&
    /^(omitted|redacted|hidden|masked)$/i.test(entries[0]?.[0] ?? '') &&
    entries[0]?.[1] === true
  );
}

/** Absent: not there, null, an empty text (D5) or a placeholder (D11). */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '' || isPlaceholder(value);
}

export function isObject(value: unknown): value is OcfObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(object: OcfObject, field: string): string | null {
  const value = object[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function idOf(object: OcfObject): string {
  return textOf(object, 'id') ?? '';
}

export function typeOf(object: OcfObject): string {
  return textOf(object, 'object_type') ?? '';
}

export function dateOf(object: OcfObject, field = 'date'): string | null {
  const value = object[field];
  return isIsoDate(value) ? value : null;
}

/** The texts of a list; anything else in it is left out. */
export function textsOf(object: OcfObject, field: string): string[] {
  return listOf(object, field).filter((item): item is string => typeof item === 'string' && item !== '');
}

export function listOf(object: OcfObject, field: string): readonly unknown[] {
  const value = object[field];
  return Array.isArray(value) ? value : [];
}

export function objectOf(object: OcfObject, field: string): OcfObject | null {
  const value = object[field];
  return isObject(value) && !isPlaceholder(value) ? value : null;
}

/** The digits as written of a numeral that came as text, as a JSON number, or as a JSON number kept raw. */
export function numeralOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isObject(value) && typeof value['rawJSON'] === 'string' ? value['rawJSON'] : null;
}

export function decimalOf(object: OcfObject, field: string): Decimal | null {
  return parseDecimal(numeralOf(object[field]));
}

export function decimalTextOf(object: OcfObject, field: string): string | null {
  const value = decimalOf(object, field);
  return value === null ? null : formatDecimal(value);
}

export type Money = { amount: Decimal; currency: string | null };

export function moneyOf(object: OcfObject, field: string): Money | null {
  const money = objectOf(object, field);
  const amount = money && decimalOf(money, 'amount');
  return money && amount !== null ? { amount, currency: textOf(money, 'currency') } : null;
}

/** A ratio of two positive numbers. */
export function ratioOf(object: OcfObject, field: string): Ratio | null {
  const ratio = objectOf(object, field);
  const numerator = ratio && decimalOf(ratio, 'numerator');
  const denominator = ratio && decimalOf(ratio, 'denominator');
  return numerator && denominator && numerator > 0n && denominator > 0n ? { numerator, denominator } : null;
}

/** "UNLIMITED", "NOT APPLICABLE" (also with an underscore) or a number; no figure means no cap. */
export function authorizedOf(object: OcfObject, field: string): Authorized {
  const value = object[field];
  if (value === 'UNLIMITED') return { kind: 'UNLIMITED', shares: null };
  const shares = decimalTextOf(object, field);
  return shares === null || shares.startsWith('-')
    ? { kind: 'NOT_APPLICABLE', shares: null }
    : { kind: 'FIXED', shares };
}
