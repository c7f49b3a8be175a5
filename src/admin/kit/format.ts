// How figures and dates read on a screen. Exact strings in, exact strings out: no figure passes through a float.
import { figures, readerFormats } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
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
  return figures(fraction ? `${grouped}.${fraction}` : grouped);
}

/** Shares: thousands separators, and decimals only where there are some. */
export function formatShares(value: string | number): string {
  const text = String(value);
  return groupDigits(text.includes('.') ? text.replace(/\.?0+$/, '') : text);
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
  return `${text.startsWith('-') ? '−' : ''}${groupDigits(whole)}${figures('.')}${decimals}`;
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
    clock = new Intl.DateTimeFormat(readerFormats(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
    clocks.set(zone, clock);
  }
  return clock.format(new Date(instant));
}

/** The time zone of the times shown: "Times in America/New York". */
export const zoneNote = (): string => say`Times in ${companyZone().replaceAll('_', ' ')}`;

/** The time zone in which days and times are those of the company. */
export const companyZone = () => readUser()?.time_zone ?? 'UTC';
const clocks = new Map<string, Intl.DateTimeFormat>();

const shortDate = new Intl.DateTimeFormat(readerFormats(), { day: 'numeric', month: 'short', year: 'numeric' });

/** A long opaque id, short enough for a cell; the whole one is in its title. */
export function shortId(id: string): string {
  return id.length > 12 ? id.slice(-8) : id;
}

/** Today in the company's time zone, as the API writes days. */
export function today(now = new Date()): string {
  return dayAt(now, readUser()?.time_zone);
}
