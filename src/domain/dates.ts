// Calendar days as YYYY-MM-DD strings, which sort as text. No clock: a day is a day, wherever it is read.

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day that exists: 2023-02-30 is none. */
export function isIsoDate(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const match = SHAPE.exec(value);
  if (!match) return false;
  // The calendar has no year zero, and neither has a database's date.
  if (match[1] === '0000') return false;
  const month = Number(match[2]);
  const day = Number(match[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(match[1]), month);
}

/** The days that forms accept and that tables are shown for. A year outside of them is taken for a typing error. */
export const FIRST_DAY = '1800-01-01';
const LAST_DAY = '2199-12-31';

export function isNearDate(date: string): boolean {
  return date >= FIRST_DAY && date <= LAST_DAY;
}

export function daysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** -1, 0 or 1. */
export function compareDates(a: string, b: string): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}

/** `days` may be negative. Years 0001 to 9999. */
export function addDays(date: string, days: number): string {
  const { year, month, day } = partsOf(date);
  const moved = new Date(0);
  moved.setUTCFullYear(year, month - 1, day + days);
  return isoOf(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

/** How many days `to` is after `from`; below zero where it is before. */
export function daysFromTo(from: string, to: string): number {
  const at = (date: string) => {
    const { year, month, day } = partsOf(date);
    return new Date(0).setUTCFullYear(year, month - 1, day);
  };
  return Math.round((at(to) - at(from)) / 86_400_000);
}

/** The same day of the month so many months on, or that month's last day: 31 January and a month is 28 or 29 February. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
  return isoOf(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

export function partsOf(date: string): { year: number; month: number; day: number } {
  if (!isIsoDate(date)) throw new RangeError(`Not a calendar day: ${date}`);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function isoOf(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const kept = clocks.get(timeZone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  clocks.set(timeZone, made);
  return made;
}

/** A day is stored as its midnight in UTC: it has no hour, and no time zone may move it to another day. Null for an instant. */
export const dayOfMidnight = (instant: string): string | null =>
  /T00:00:00(\.0+)?Z$/.test(instant) ? instant.slice(0, 10) : null;

/** The calendar day of an instant in a time zone; in UTC where none is set. */
export function dayAt(instant: Date, timeZone?: string | null): string {
  const parts = Object.fromEntries(
    clockOf(timeZone ?? 'UTC')
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}`;
}
