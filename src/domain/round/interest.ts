// Interest on a note up to a day, by the terms of the format, with the arithmetic in words.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { addDays, daysFromTo, daysInMonth, partsOf } from '../dates.ts';
import { decimal, divideInteger, formatDecimal, groupedMoney, ONE, round, toFixed } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { dateOf, decimalOf, isObject, listOf, textOf } from '../ledger/core/fields.ts';
import type { OcfObject } from '../ledger/core/types.ts';
import { add, times } from '../figures/boundedFraction.ts';
import { fraction } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import type { ACCRUAL_PERIODS, COMPOUNDINGS, DAY_COUNTS } from '../keywords.ts';

/** ACTUAL_360 is not in the format; a note entered by hand may use it. */
type DayCount = (typeof DAY_COUNTS)[number] | 'ACTUAL_360';
type AccrualPeriod = (typeof ACCRUAL_PERIODS)[number];
/** `to` is inclusive; null: until the next rate begins, or for ever. */
type InterestRate = { rate: Decimal; from: string; to: string | null };
export type InterestTerms = {
  rates: readonly InterestRate[];
  day_count: DayCount;
  compounding: (typeof COMPOUNDINGS)[number];
  period: AccrualPeriod;
};

type Accrued = {
  /** To the cent, a half up, rounded once. */
  interest: Decimal;
  /** Principal and interest. */
  amount: Decimal;
  /** One line for each rate. */
  formula: string[];
};

/** The terms of a CONVERTIBLE_NOTE_CONVERSION mechanism; null where it names no rate that can be read. */
export function interestTermsOf(mechanism: OcfObject): InterestTerms | null {
  const rates = listOf(mechanism, 'interest_rates').flatMap((each) => {
    const rate = isObject(each) ? decimalOf(each, 'rate') : null;
    const from = isObject(each) ? dateOf(each, 'accrual_start_date') : null;
    const to = isObject(each) ? dateOf(each, 'accrual_end_date') : null;
    return rate === null || rate < 0n || from === null ? [] : [{ rate, from, to }];
  });
  if (rates.length === 0) return null;
  const period = textOf(mechanism, 'interest_accrual_period') as AccrualPeriod | null;
  return {
    rates,
    day_count: textOf(mechanism, 'day_count_convention') === '30_360' ? '30_360' : 'ACTUAL_365',
    compounding: textOf(mechanism, 'compounding_type') === 'COMPOUNDING' ? 'COMPOUNDING' : 'SIMPLE',
    period: period !== null && Object.hasOwn(MONTHS, period) ? period : 'ANNUAL',
  };
}

/** Whether its interest is paid out instead of added to what converts. */
export const isPaidInCash = (mechanism: OcfObject): boolean => textOf(mechanism, 'interest_payout') === 'CASH';

/** The terms of interest that converts with the principal; null where it is paid in cash. */
export function convertingInterest(mechanism: OcfObject): InterestTerms | null {
  return isPaidInCash(mechanism) ? null : interestTermsOf(mechanism);
}

/**
 * Interest from each rate's first day up to `date`, not including it. Simple: principal × rate × days ÷ year. Compounding: whole
 * periods from the rate's first day, then simple interest on the result for the days of an incomplete period. A later rate takes
 * over on its first day. Simple interest is on the principal, compounding on the amount by then.
 */
export function accruedTo(principal: Decimal, terms: InterestTerms, date: string): Accrued {
  let amount = fraction(principal);
  const formula: string[] = [];
  for (const { rate, from, until } of segmentsOf(terms.rates, date)) {
    const grown =
      terms.compounding === 'COMPOUNDING'
        ? compound(amount, rate, from, until, terms)
        : simple(amount, fraction(principal), rate, from, until, terms.day_count);
    amount = grown.amount;
    formula.push(grown.formula);
  }
  const total = toCents(amount);
  return { interest: total - principal, amount: total, formula };
}

/** Days between two days by the convention. 30/360 is the US rule: the last day of February counts as the 30th. */
export function daysBetween(from: string, to: string, dayCount: DayCount): number {
  if (dayCount !== '30_360') return daysFromTo(from, to);
  const [a, b] = [partsOf(from), partsOf(to)];
  const isLastOfFebruary = (each: typeof a) => each.month === 2 && each.day === daysInMonth(each.year, 2);
  let [first, last] = [a.day, b.day];
  if (isLastOfFebruary(a) && isLastOfFebruary(b)) last = 30;
  if (isLastOfFebruary(a)) first = 30;
  if (last === 31 && first >= 30) last = 30;
  if (first === 31) first = 30;
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + (last - first);
}

const DAY_COUNT_WORDS: Record<DayCount, string> = {
  ACTUAL_365: say`actual days over 365`,
  ACTUAL_360: say`actual days over 360`,
  '30_360': '30/360 US',
};

type Segment = { rate: Decimal; from: string; until: string };

function segmentsOf(rates: readonly InterestRate[], date: string): Segment[] {
  const inOrder = [...rates].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return inOrder.flatMap(({ rate, from, to }, place) => {
    const ends = [date, to === null ? null : addDays(to, 1), inOrder[place + 1]?.from ?? null];
    const until = ends.filter((day) => day !== null).sort()[0] ?? date;
    return until > from ? [{ rate, from, until }] : [];
  });
}

const MONTHS: Record<AccrualPeriod, number> = { DAILY: 0, MONTHLY: 1, QUARTERLY: 3, SEMI_ANNUAL: 6, ANNUAL: 12 };
const PERIOD_WORDS: Record<AccrualPeriod, string> = {
  DAILY: say`days`,
  MONTHLY: say`months`,
  QUARTERLY: say`quarters`,
  SEMI_ANNUAL: say`half-years`,
  ANNUAL: say`years`,
};

type Grown = { amount: Fraction; formula: string };

function simple(
  amount: Fraction,
  principal: Fraction,
  rate: Decimal,
  from: string,
  until: string,
  dayCount: DayCount,
): Grown {
  const days = daysBetween(from, until, dayCount);
  const year = yearOf(dayCount);
  const interest = times(principal, fraction(rate * BigInt(days), ONE * year));
  return {
    amount: add(amount, interest),
    formula: say`${shown(principal)} × ${figures(formatDecimal(rate))} × ${days} ÷ ${year} = ${shown(interest)}, simple interest from ${from} to ${until}, ${DAY_COUNT_WORDS[dayCount]}`,
  };
}

function compound(amount: Fraction, rate: Decimal, from: string, until: string, terms: InterestTerms): Grown {
  const { day_count, period } = terms;
  const year = yearOf(day_count);
  const perYear = period === 'DAILY' ? year : 12n / BigInt(MONTHS[period]);
  const { count, end } = wholePeriods(from, until, terms);
  const factor = add(fraction(1n), fraction(rate, ONE * perYear));
  const compounded = times(amount, power(factor, count));
  const stub = daysBetween(end, until, day_count);
  const rest = times(compounded, fraction(rate * BigInt(stub), ONE * year));
  const words = say`${shown(amount)} × (1 + ${figures(formatDecimal(rate))} ÷ ${perYear})^${count} = ${shown(compounded)}, compounded over ${count} whole ${PERIOD_WORDS[period]} from ${from} to ${end}`;
  const stubWords = say`; then simple interest for ${stub} days to ${until}, ${DAY_COUNT_WORDS[day_count]}: ${shown(rest)}`;
  return { amount: add(compounded, rest), formula: stub > 0 ? words + stubWords : words };
}

/** Counted from the first day, so that a short month does not move later periods. */
function wholePeriods(
  from: string,
  until: string,
  { day_count, period }: InterestTerms,
): { count: number; end: string } {
  if (period === 'DAILY') return { count: daysBetween(from, until, day_count), end: until };
  let count = 0;
  let end = from;
  for (
    let next = addMonths(from, MONTHS[period]);
    next <= until;
    next = addMonths(from, MONTHS[period] * (count + 1))
  ) {
    count += 1;
    end = next;
  }
  return { count, end };
}

function power(base: Fraction, exponent: number): Fraction {
  let [result, square] = [fraction(1n), base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = times(result, square);
    square = times(square, square);
  }
  return result;
}

function yearOf(dayCount: DayCount): bigint {
  return dayCount === 'ACTUAL_365' ? 365n : 360n;
}

function addMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date);
  const index = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  if (toYear > 9999) throw new AppError('invalid_date', say`The date is out of range.`, { status: 422 });
  const toDay = Math.min(day, daysInMonth(toYear, toMonth));
  return [String(toYear).padStart(4, '0'), String(toMonth).padStart(2, '0'), String(toDay).padStart(2, '0')].join('-');
}

const CENT: Decimal = decimal('0.01');

function toCents({ n, d }: Fraction): Decimal {
  return divideInteger(n, d * CENT, 'HALF_UP') * CENT;
}

function shown(amount: Fraction): string {
  return groupedMoney(toFixed(round(toCents(amount), 2, 'HALF_UP'), 2));
}
