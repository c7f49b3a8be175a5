// The years in which a preferred dividend accrues: whole ones from anniversary to anniversary, parts by actual days / 365.
import { addDays, addMonths, daysFromTo, partsOf } from '../dates.ts';
import { fraction, plus, whole } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

const DAYS_OF_A_YEAR = 365n;

/** `day` is the last day that counts: 1 January to 31 December is a whole year. Nothing before the first day. */
export function yearsAccrued(from: string, day: string): Fraction {
  if (day < from) return whole(0n);
  const count = wholeYears(from, day);
  const days = daysFromTo(anniversary(from, count), addDays(day, 1));
  return plus(whole(BigInt(count)), fraction(BigInt(days), DAYS_OF_A_YEAR));
}

/** How many years were over before the one that `day` belongs to. The last day of a year belongs to that year. */
export const yearsBefore = (from: string, day: string): number => (day < from ? 0 : wholeYears(from, addDays(day, -1)));

/** The first and the last day of the dividend year of a day; of the calendar year, where no first day is known. */
export function dividendYear(from: string | null, day: string): { first: string; last: string } {
  const start = from ?? `${String(partsOf(day).year).padStart(4, '0')}-01-01`;
  const count = yearsBefore(start, day);
  return { first: anniversary(start, count), last: addDays(anniversary(start, count + 1), -1) };
}

/** The years that are complete at the end of `day`. */
function wholeYears(from: string, day: string): number {
  const next = addDays(day, 1);
  const guess = Math.max(0, partsOf(next).year - partsOf(from).year);
  return anniversary(from, guess) <= next ? guess : Math.max(0, guess - 1);
}

/** Of 29 February, 28 February in a year without one. */
const anniversary = (from: string, years: number): string => addMonths(from, 12 * years);
