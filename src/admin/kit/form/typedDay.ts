// A day as somebody types it: in the order of their own locale, with any separators, with the month in words, or as "today".
import { addDays, isIsoDate, partsOf } from '#src/domain/dates.ts';
import { readerFormats } from '#src/words/figures.ts';

export interface DayReader {
  /** Today where the company is: what has no year is of this one. */
  today: string;
  /** Undefined: as the browser writes days. */
  locale?: string | undefined;
}

type Part = 'day' | 'month' | 'year';

/**
 * “31.12.26” -> “2026-12-31”; “01/02/2026” in the order of the locale. Null for what is no day. A day that the calendar lacks is
 * written all the same, as 2026-02-31, so that whoever checks it can say so.
 */
export function readDay(typed: string, { today, locale = readerFormats() }: DayReader): string | null {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  if (text === '') return null;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const days of [-1, 0, 1]) if (relative.format(days, 'day').toLowerCase() === text) return addDays(today, days);
  return /\p{L}/u.test(text) ? inWords(text, today, locale) : inDigits(text, today, locale);
}

function inDigits(text: string, today: string, locale: string | undefined): string | null {
  const order = orderOf(locale);
  if (/^\d{6}(\d\d)?$/.test(text)) {
    const cut = (parts: readonly Part[]) => {
      let at = 0;
      return parts.map((part) => text.slice(at, (at += part === 'year' ? text.length - 4 : 2)));
    };
    return inOrder(cut(order), order, today) ?? inOrder(cut(YEAR_FIRST), YEAR_FIRST, today);
  }
  const found = /^(\d{1,4})\s*([./-]|\s)\s*(\d{1,2})(?:\s*\2\s*(\d{2,4}))?\.?$/.exec(text);
  if (!found) return null;
  const [, first = '', separator, second = '', third] = found;
  if (first.length > 2) return inOrder([first, second, third], YEAR_FIRST, today);
  // Where one writes a point between them, the day comes first.
  const own = separator === '.' ? DAY_FIRST : order[0] === 'year' && third?.length === 4 ? DAY_FIRST : order;
  const parts = third === undefined ? own.filter((part) => part !== 'year') : own;
  const other = parts.map((part): Part => (part === 'day' ? 'month' : part === 'month' ? 'day' : 'year'));
  const given = [first, second, third];
  // No month is the thirty-first: the order is then the other one.
  return inOrder(given, parts, today) ?? inOrder(given, other, today);
}

function inOrder(given: readonly (string | undefined)[], order: readonly Part[], today: string): string | null {
  const of = (part: Part) => given[order.indexOf(part)];
  return isoOf(of('year'), Number(of('month')), Number(of('day')), today);
}

/** “1 February 2026”, “Feb 1, 2026”, “1. Februar”. */
function inWords(text: string, today: string, locale: string | undefined): string | null {
  if (/[^\p{L}\p{M}\d\s.,/-]/u.test(text)) return null;
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => folded(word));
  const names = [locale, 'en'].flatMap((each) => [monthsOf(each, 'long'), monthsOf(each, 'short')]);
  const weekdays = [locale, 'en'].flatMap((each) => weekdaysOf(each));
  const months = new Set<number>();
  for (const word of words) {
    const month =
      word.length < 3
        ? -1
        : (names.map((of) => of.findIndex((name) => name.startsWith(word))).find((at) => at >= 0) ?? -1);
    if (month >= 0) months.add(month + 1);
    else if (!BESIDE.has(word) && !(word.length >= 2 && weekdays.some((name) => name.startsWith(word)))) return null;
  }
  const numbers = text.match(/\d+/g) ?? [];
  if (months.size !== 1 || numbers.length < 1 || numbers.length > 2) return null;
  const [first = '', second] = numbers;
  const [day, year] = first.length === 4 ? [second ?? '', first] : [first, second];
  return day.length > 2 ? null : isoOf(year, [...months][0]!, Number(day), today);
}

/** What stands between the parts of a day that is written out. */
const BESIDE: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th', 'of', 'de', 'del']);

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const monthsOf = (locale: string | undefined, month: 'long' | 'short'): string[] => {
  const written = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => folded(written.format(Date.UTC(2026, at, 1))));
};

const weekdaysOf = (locale: string | undefined): string[] => {
  const written = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, at) => folded(written.format(Date.UTC(2026, 0, 4 + at))));
};

function isoOf(year: string | undefined, month: number, day: number, today: string): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || (year && year.length === 3)) return null;
  const whole = year === undefined ? today.slice(0, 4) : year.length === 2 ? centuryOf(year, today) + year : year;
  return `${whole}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Two digits are of the years around: up to thirty ahead, else of the past. */
function centuryOf(year: string, today: string): string {
  const { year: now } = partsOf(today);
  const century = Math.floor(now / 100);
  const isFar = century * 100 + Number(year) > now + 30;
  return String(isFar ? century - 1 : century);
}

const DAY_FIRST: readonly Part[] = ['day', 'month', 'year'];
const YEAR_FIRST: readonly Part[] = ['year', 'month', 'day'];

const partsOfDay = (locale: string | undefined) =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });

function orderOf(locale: string | undefined): Part[] {
  return partsOfDay(locale)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

/** How the reader's locale orders a day: “DD.MM.YYYY”, in the given letters. */
export function dayPattern(letters: Readonly<Record<Part, string>>, locale = readerFormats()): string {
  return partsOfDay(locale)
    .formatToParts(0)
    .map(({ type, value }) => (type === 'literal' ? value : (letters[type as Part] ?? '')))
    .join('');
}

/** “Sunday, 1 February 2026”; null for a day that the calendar lacks. */
export function dayInFull(day: string | null, locale = readerFormats()): string | null {
  if (!isIsoDate(day)) return null;
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  return written.format(new Date(`${day}T00:00:00Z`));
}

/** In digits, as the locale writes them: “31.12.2026”. */
export const dayInDigits = (day: string, locale = readerFormats()): string =>
  partsOfDay(locale).format(new Date(`${day}T00:00:00Z`));
