// A figure, an amount or a day in a sentence of the server, as a reader of another language writes it.
import { FORMATS, swapped } from '#src/words/figures.ts';

const FIGURE = /^([-−]?)([A-Z]{3}|[A-Z]{0,3}\p{Sc})?\s?(\d{1,3}(?:,\d{3})*(?:\.\d+)?)(?: ([A-Z]{3}))?$/u;
const currencies = new Set(Intl.supportedValuesOf('currency'));

function partsOf(text: string): { sign: string; digits: string; currency: string } | null {
  const [, sign = '', before = '', digits, after = ''] = FIGURE.exec(text) ?? [];
  const currency = before || after;
  if (digits === undefined || (/^[A-Z]{3}$/.test(currency) && !currencies.has(currency))) return null;
  return { sign, digits, currency };
}

export const isFigure = (text: string): boolean => partsOf(text) !== null;

/** In: "$1,234.50", as the server writes it, or "1,234.50 USD". Out: "1.234,50 $", as screens in German have it; null for any other text. */
export function figureIn(text: string, locale: string): string | null {
  const parts = partsOf(text);
  if (parts === null) return null;
  const { sign, digits, currency } = parts;
  return `${sign}${swapped(digits)}${currency && `\u00a0${signIn(currency, locale)}`}`;
}

const signOf = (currency: string, country: string): string =>
  new Intl.NumberFormat(country, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;

/** By country: how it writes the sign of each currency that the server writes. Made when it is first asked for: it takes a while. */
const signs = new Map<string, ReadonlyMap<string, string>>();

/** "$" is written "US$" in Spanish. A code stays. */
function signIn(currency: string, locale: string): string {
  const country = FORMATS[locale];
  if (country === undefined || currencies.has(currency)) return currency;
  if (!signs.has(country))
    signs.set(country, new Map([...currencies].map((each) => [signOf(each, 'en-US'), signOf(each, country)])));
  return signs.get(country)!.get(currency) ?? currency;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const days = new Map<string, Intl.DateTimeFormat>();

/** In: "2024-01-15", as the server writes it. Out: "15. Jan. 2024", as screens in German have it; null for any other text. */
export function dayIn(text: string, locale: string): string | null {
  const day = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime())) return null;
  if (!days.has(locale))
    days.set(
      locale,
      new Intl.DateTimeFormat(FORMATS[locale], { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    );
  return days.get(locale)!.format(day);
}
