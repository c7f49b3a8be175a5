// Q3 and Q5: numbers as people write them. The form is decided for a column, never for a cell alone, and no figure passes
// through a floating-point number.
import { decimal, divideInteger, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Cell } from '../grid.ts';
import { FIGURE_LENGTH_MAX, isNothing } from './cells.ts';

export type DecimalSign = '.' | ',';

/** A numeral taken apart, before it is known what its separators mean. */
export interface Numeral {
  negative: boolean;
  percent: boolean;
  /** Zeros that a "k" or an "M" stands for. */
  zeros: number;
  hasSuffix: boolean;
  /** Digits with "." and ",". */
  digits: string;
  /** Other thousands separators that were taken out: an apostrophe or a blank. */
  grouped: boolean;
  currency: string | null;
  /** The decimal sign that this form proves; null where it proves none. */
  proves: DecimalSign | null;
  /** One separator before exactly three digits: 1.234. */
  isAmbiguous: boolean;
}

const SUFFIXES: Record<string, number> = { k: 3, t: 3, m: 6, mm: 6, mn: 6, mio: 6, million: 6, b: 9, bn: 9 };
const SYMBOLS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' };
const CODE = /\b(USD|EUR|GBP|CHF|SEK|NOK|DKK|CAD|AUD|NZD|SGD|INR|JPY|PLN|CZK|HUF|ILS|BRL|MXN|ZAR|HKD)\b/i;

/** Null for what is no numeral. */
export function numeralOf(text: string): Numeral | null {
  if (text.length > FIGURE_LENGTH_MAX) return null;
  let rest = text.normalize('NFKC').trim();
  const code = CODE.exec(rest);
  const symbol = /[$€£¥₹]/.exec(rest)?.[0];
  const currency = code ? code[1]!.toUpperCase() : symbol ? SYMBOLS[symbol]! : null;
  rest = rest
    .replace(CODE, '')
    .replace(/[$€£¥₹]/g, '')
    .trim();
  let negative = false;
  if (/^\(.*\)$/.test(rest)) [negative, rest] = [true, rest.slice(1, -1).trim()];
  if (/^[-−+]/.test(rest)) [negative, rest] = [rest[0] !== '+', rest.slice(1).trim()];
  else if (/[-−]$/.test(rest)) [negative, rest] = [true, rest.slice(0, -1).trim()];
  const percent = rest.endsWith('%');
  if (percent) rest = rest.slice(0, -1).trim();
  const suffix = /^(.*\d)\s*(k|t|mm|mn|mio|million|m|bn|b)\.?$/i.exec(rest);
  if (suffix) rest = suffix[1]!;
  const digits = rest.replace(/['’\s]/g, '');
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/.test(digits) || digits.length > 60) return null;
  const form = formOf(digits);
  if (form === null) return null;
  return {
    negative,
    percent,
    zeros: suffix ? SUFFIXES[suffix[2]!.toLowerCase()]! : 0,
    hasSuffix: suffix !== null,
    digits,
    grouped: digits !== rest,
    currency,
    ...form,
  };
}

function formOf(digits: string): Pick<Numeral, 'proves' | 'isAmbiguous'> | null {
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots === 0 && commas === 0) return { proves: null, isAmbiguous: false };
  if (dots > 0 && commas > 0) {
    const proves = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
    return valueText(digits, proves) === null ? null : { proves, isAmbiguous: false };
  }
  const sign = dots > 0 ? '.' : ',';
  if (dots + commas > 1) {
    const proves = sign === '.' ? ',' : '.';
    return valueText(digits, proves) === null ? null : { proves, isAmbiguous: false };
  }
  const isAmbiguous = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return { proves: isAmbiguous ? null : sign, isAmbiguous };
}

/** The digits with "." as decimal sign; null where they cannot be read with that sign. */
function valueText(digits: string, sign: DecimalSign): string | null {
  const group = sign === '.' ? ',' : '.';
  const parts = digits.split(sign);
  if (parts.length > 2) return null;
  const [whole = '', fraction = ''] = parts;
  if (fraction.includes(group)) return null;
  const groups = whole.split(group);
  const isGrouped = groups.length > 1;
  if (isGrouped && !(/^\d{1,3}$/.test(groups[0]!) && groups.slice(1, -1).every((each) => /^\d{2,3}$/.test(each))))
    return null;
  if (isGrouped && !/^\d{3}$/.test(groups.at(-1)!)) return null;
  return `${groups.join('') || '0'}${fraction ? `.${fraction}` : ''}`;
}

export type ReadNumber =
  | { value: Decimal; percent: boolean; currency: string | null; hasSuffix: boolean; rounded: boolean }
  | 'nothing'
  | 'unreadable'
  | 'ambiguous';

/** In: a cell, and the decimal sign of its column (null where nothing says it). */
export function readNumber(cell: Cell, sign: DecimalSign | null): ReadNumber {
  if (isNothing(cell.text)) return 'nothing';
  if (cell.kind === 'number') {
    const stored = storedNumber(cell.text);
    if (stored === null) return 'unreadable';
    return { ...stored, percent: cell.format === 'percent', currency: null, hasSuffix: false };
  }
  const numeral = numeralOf(cell.text);
  if (numeral === null) return 'unreadable';
  if (numeral.isAmbiguous && sign === null) return 'ambiguous';
  const used = sign ?? numeral.proves ?? '.';
  const text = valueText(numeral.digits, used);
  if (text === null || (numeral.proves !== null && numeral.proves !== used)) return 'ambiguous';
  const shifted = shiftPoint(text, numeral.zeros);
  const value = parseDecimal(shifted);
  if (value === null) return 'unreadable';
  const { percent, currency, hasSuffix } = numeral;
  return { value: numeral.negative ? -value : value, percent, currency, hasSuffix, rounded: false };
}

/** A workbook's stored number: at most fifteen digits are the file's own, further ones come of binary arithmetic. */
function storedNumber(text: string): { value: Decimal; rounded: boolean } | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (!match || (match[2] === '' && !match[3])) return null;
  const plain = shiftPoint(`${match[2] || '0'}${match[3] ? `.${match[3]}` : ''}`, Number(match[4] ?? 0));
  const [whole = '0', fraction = ''] = plain.split('.');
  const significant = `${whole}${fraction}`.replace(/^0+/, '').replace(/0+$/, '');
  const lead = whole.replace(/^0+/, '').length;
  let places = fraction.length;
  if (significant.length > 15) places = lead > 0 ? Math.max(0, 15 - lead) : fraction.search(/[1-9]/) + 15;
  places = Math.min(places, 10);
  if (whole.length > 30) return null;
  const units = BigInt(whole + fraction);
  const rounded =
    places < fraction.length ? divideInteger(units, 10n ** BigInt(fraction.length - places), 'HALF_UP') : units;
  const isRounded = places < fraction.length && /[1-9]/.test(fraction.slice(places));
  const value = rounded * 10n ** BigInt(10 - places);
  return { value: match[1] === '-' ? -value : value, rounded: isRounded };
}

/** "1.5" and 3 -> "1500"; "15" and -1 -> "1.5". */
function shiftPoint(text: string, by: number): string {
  if (by === 0) return text;
  const [whole = '0', fraction = ''] = text.split('.');
  if (by > 0) {
    const padded = fraction.padEnd(by, '0');
    return `${whole}${padded.slice(0, by)}${padded.length > by ? `.${padded.slice(by)}` : ''}`;
  }
  const padded = whole.padStart(1 - by, '0');
  return `${padded.slice(0, by)}.${padded.slice(by)}${fraction}`;
}

/** "3" of "3", "3.0" and "3,00", which programs write for 3; null for what is no whole number, and for "3.000", which may be three thousand. */
export const wholeCount = (text: string): string | null => /^(\d+)(?:[.,]0{1,2})?$/.exec(text)?.[1] ?? null;

/** Thousands separators that a text uses: a dot, a comma, an apostrophe or a blank; null where it uses none. */
export function thousandsOf(numeral: Numeral, sign: DecimalSign): string | null {
  if (numeral.grouped) return 'apostrophe or blank';
  const group = sign === '.' ? ',' : '.';
  return numeral.digits.includes(group) ? group : null;
}

const HUNDRED = decimal(100);

/** Q5: "20%" and 20 are 0.2. `isFraction`: what the column says of a bare number between 0 and 1; null where it says nothing. */
export function readRate(read: Exclude<ReadNumber, string>, isFromText: boolean): { rate: Decimal; isBare: boolean } {
  const { value, percent } = read;
  if (percent && isFromText) return { rate: divideInteger(value, 100n, 'HALF_UP'), isBare: false };
  if (percent) return { rate: value, isBare: false };
  if (value > decimal(1)) return { rate: (value * decimal(1)) / HUNDRED, isBare: false };
  return { rate: value, isBare: value !== 0n };
}
