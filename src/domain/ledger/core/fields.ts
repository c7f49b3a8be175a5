// Reads single fields of OCF objects without trusting them: a wrong value reads as null and never throws.
// What is wrong with a field is reported by the reader of packages (checkShape.ts); here it only has no effect.
import { isIsoDate } from '#src/domain/dates.ts';
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import type { Authorized, OcfObject } from './types.ts';

/** The fields that have a value: objects of the format have no nulls and no empty texts. */
export const given = (fields: Readonly<Record<string, unknown>>): OcfObject =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

/** A vendor's stand-in for a value left out, such as {"omitted": true} (D11). */
export function isPlaceholder(value: unknown): boolean {
  if (!isObject(value)) return false;
  // Members beside it may explain why the value is left out.
  const entries = Object.entries(value).filter(([name]) => !REMARK.test(name));
  return entries.length === 1 && STAND_IN.test(entries[0]?.[0] ?? '') && entries[0]?.[1] === true;
}
const STAND_IN = /^(omitted|redacted|hidden|masked)$/i;
const REMARK = /^_*(comments?|notes?|remarks?|reason)$/i;

/** Absent: not there, null, an empty text (D5) or a placeholder (D11). */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '' || isPlaceholder(value);
}

export function isObject(value: unknown): value is OcfObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that is not empty; a JSON number where text belongs reads as its digits. */
export function textOf(object: OcfObject, field: string): string | null {
  return textFrom(object[field]);
}

function textFrom(value: unknown): string | null {
  const text = numeralOf(value);
  return text === '' ? null : text;
}

export function idOf(object: OcfObject): string {
  return textOf(object, 'id') ?? '';
}

export function typeOf(object: OcfObject): string {
  return textOf(object, 'object_type') ?? '';
}

/** The object with its `object_type`. The issuer in a manifest and rows of the database keep the type beside the object. */
export const typed = ({ object, object_type }: { object: OcfObject; object_type: string }): OcfObject =>
  typeOf(object) === object_type ? object : { ...object, object_type };

export function dateOf(object: OcfObject, field = 'date'): string | null {
  const value = object[field];
  return isIsoDate(value) ? value : null;
}

/** The texts of a list; anything else in it is left out. */
export function textsOf(object: OcfObject, field: string): string[] {
  return listOf(object, field)
    .map(textFrom)
    .filter((text) => text !== null);
}

export function listOf(object: OcfObject, field: string): readonly unknown[] {
  const value = object[field];
  return Array.isArray(value) ? value : [];
}

export function objectOf(object: OcfObject, field: string): OcfObject | null {
  const value = object[field];
  return isObject(value) && !isPlaceholder(value) ? value : null;
}

/** The digits of a numeral as written, whether text, JSON number or raw JSON number. */
export function numeralOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isObject(value) && typeof value['rawJSON'] === 'string' ? value['rawJSON'] : null;
}

/** The ledger's columns hold numbers below this. Anything larger, above or below zero, reads as no number. */
export const NUMBER_LIMIT: Decimal = decimal('1' + '0'.repeat(28));
/** Longer texts are not parsed: turning megabytes of digits into a number takes minutes. */
const NUMERAL_LENGTH_MAX = 64;

export function numberFrom(value: unknown): Decimal | null {
  const text = numeralOf(value);
  const number = text === null || text.length > NUMERAL_LENGTH_MAX ? null : parseDecimal(text);
  return number !== null && number < NUMBER_LIMIT && number > -NUMBER_LIMIT ? number : null;
}

export function decimalOf(object: OcfObject, field: string): Decimal | null {
  return numberFrom(object[field]);
}

export function decimalTextOf(object: OcfObject, field: string): string | null {
  const value = decimalOf(object, field);
  return value === null ? null : formatDecimal(value);
}

/** `currency` is three capital letters, else null. */
export type Money = { amount: Decimal; currency: string | null };

export function moneyOf(object: OcfObject, field: string): Money | null {
  const money = objectOf(object, field);
  const amount = money && decimalOf(money, 'amount');
  if (!money || amount === null) return null;
  const currency = textOf(money, 'currency');
  return { amount, currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null };
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
