// How figures and dates read on a screen. Exact strings in, exact strings out: no figure passes through a float.
import { readUser } from '#src/auth/session.ts';
import { dayAt } from '#src/domain/dates.ts';
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { signOfCurrency, writtenMoney } from '#src/domain/figures/money.ts';
import { withShownEmails } from '#src/domain/shownEmails.ts';

export { plural } from '#src/domain/plural.ts';

/** "3000000.5" -> "3,000,000.5"; the digits are never rounded. */
export function groupDigits(value: string | number): string {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction ? `${grouped}.${fraction}` : grouped;
}

/** Shares: thousands separators, and decimals only where there are some. */
export function formatShares(value: string | number): string {
  const text = String(value);
  return groupDigits(text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

/** "1 share", "10,000 shares", "0.5 shares". */
export function countShares(value: string | number, word = 'share'): string {
  return countOf(value, `${word}s`);
}

/** The same for a unit given in the plural: "1 vote". */
export function countOf(value: string | number, unit: string): string {
  const figure = formatShares(value);
  return `${figure} ${figure === '1' ? unit.replace(/s$/, '') : unit}`;
}

/** A price or an amount in its own currency, or in the company's if it names none: "€12.50". */
export function formatMoney(value: string | number, currency?: unknown): string {
  return writtenMoney(value, currencyOr(currency));
}

/** The same without a sign, for columns that name the currency: two decimals at least. */
export function formatAmount(value: string | number): string {
  const text = String(value);
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const decimals = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${text.startsWith('-') ? '−' : ''}${groupDigits(whole)}.${decimals}`;
}

/** The sign before an amount while it is typed. */
export const signOf = (currency?: unknown): string => signOfCurrency(currencyOr(currency));

/** Amounts without a currency are in the company's. */
export function currencyOr(currency: unknown): string {
  return typeof currency === 'string' && currency !== '' ? currency : (readUser()?.currency ?? 'USD');
}

/** "0.2" -> "20": a part of one as per cent, exact. */
export function ofHundred(value: string | number): string {
  const parsed = parseDecimal(String(value));
  return parsed === null ? String(value) : formatDecimal(parsed * 100n);
}

/** A calendar day in the reader's date format. It is a day, not an instant: no time zone may move it. */
export function formatDay(iso: string): string {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split('-').map(Number);
  return shortDate.format(new Date(year, month - 1, day));
}

/**
 * A sentence of the server with its days in the reader's date format, and its addresses as `shownEmail` shows them. Digits in a
 * bank reference are left alone.
 */
export function withDays(text: string): string {
  const days = /(^|[^\w/.-])(\d{4}-\d{2}-\d{2})(?![\w/-]|\.\w)/g;
  return withShownEmails(text).replace(days, (_found, before: string, day: string) => `${before}${formatDay(day)}`);
}

/** The day of an instant in the company's time zone, wherever the reader is, as for the days of entries. */
export function formatCompanyDay(instant: string): string {
  return formatDay(instant.length === 10 ? instant : today(new Date(instant)));
}

/** The day and time of an instant in the company's time zone, for any reader. Show `zoneNote` beside it, once. */
export function formatInstant(instant: string): string {
  const zone = companyZone();
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
    clocks.set(zone, clock);
  }
  return clock.format(new Date(instant));
}

/** Only the time of an instant in the company's time zone, beneath its day. */
export const formatTime = (instant: string): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: companyZone() }).format(new Date(instant));

/** The time zone of the times shown: "Times in America/New York". */
export const zoneNote = (): string => `Times in ${companyZone().replaceAll('_', ' ')}`;

const companyZone = () => readUser()?.time_zone ?? 'UTC';
const clocks = new Map<string, Intl.DateTimeFormat>();

const shortDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** Under 1024 bytes in B, under 1 MB in KB, otherwise in MB, both with two decimals. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(2)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(2)} MB`;
}

/** A long opaque id, short enough for a cell; the whole one is in its title. */
export function shortId(id: string): string {
  return id.length > 12 ? id.slice(-8) : id;
}

/** Today in the company's time zone, as the API writes days. */
export function today(now = new Date()): string {
  return dayAt(now, readUser()?.time_zone);
}
