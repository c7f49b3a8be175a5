// What a preferred class is owed under its dividend terms at a record date: arrears and the current dividend. Exact fractions.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { parseDecimal, ONE as UNIT } from '../figures/decimal.ts';
import { fraction, isBelow, larger, minus, over, smaller, sumOf, times, whole, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { parseFigure } from '../model/figures.ts';
import { dividendYear, yearsAccrued, yearsBefore } from './dividendYears.ts';

/** The dividend terms of a preferred class. */
export interface DividendTerms {
  /** Of one: 0.08 is 8 percent of the base a year. */
  rate: string;
  /** What a share's dividend is a part of: its original issue price or its par value; null where the class has none. */
  base_amount: string | null;
  is_cumulative: boolean;
  accrues_from: string | null;
  participation: 'none' | 'as_converted';
  /** Common shares for each share. */
  conversion_ratio: string;
  /** What approved distributions that are not cancelled gave the class first. */
  earlier: readonly EarlierAllotment[];
}

export interface EarlierAllotment {
  record_date: string;
  /** What the class was given under its preference. */
  allotted: string;
  /** A year's dividend of the shares that the class had then; null where that was not kept: as much as today's. */
  annual: string | null;
}

export interface DistributedClass {
  share_class_id: string;
  name: string;
  /** A higher number is paid first. */
  seniority: number;
  dividend: DividendTerms | null;
}

/** What a class is owed, and a year's dividend of its shares. */
export interface Due {
  item: DistributedClass;
  shares: Fraction;
  annual: Fraction;
  arrears: Fraction;
  current: Fraction;
  /** What earlier dividends gave of the arrears, and of the current dividend. */
  given: { arrears: Fraction; current: Fraction };
}

export const HALF_A_CENT = fraction(1n, 200n);

/** Refuses (422): no_dividend_base, no_accrual_day. */
export function dueOf(item: DistributedClass, terms: DividendTerms, shares: Fraction, recordDate: string): Due {
  if (terms.base_amount === null)
    throw refusal(
      'no_dividend_base',
      say`${item.name} pays a dividend on a price that the class does not have. Enter the price on the share class.`,
    );
  const annual = times(times(read(terms.rate), read(terms.base_amount)), shares);
  const covered = (earlier: readonly EarlierAllotment[]) => yearsCovered(earlier, annual);
  const years = terms.is_cumulative
    ? cumulativeYears(item, terms, recordDate, covered)
    : fixedYears(terms, recordDate, covered);
  return {
    item,
    shares,
    annual,
    arrears: unlessLess(times(annual, years.arrears)),
    current: unlessLess(times(annual, years.current)),
    given: {
      arrears: unlessLess(times(annual, years.given.arrears)),
      current: unlessLess(times(annual, years.given.current)),
    },
  };
}

/** What is less than half a cent for a whole class was rounded away before, and is owed to nobody. */
const unlessLess = (amount: Fraction) => (isBelow(amount, HALF_A_CENT) ? NOTHING : amount);

/** In years of the dividend, so that later issues, repurchases and splits change nothing about what a share was paid. */
type Covered = (earlier: readonly EarlierAllotment[]) => Fraction;

function cumulativeYears(
  { name }: DistributedClass,
  { accrues_from, earlier }: DividendTerms,
  recordDate: string,
  yearsOf: Covered,
) {
  if (accrues_from === null)
    throw refusal('no_accrual_day', say`Enter on the share class from which day the dividend of ${name} accrues.`);
  // What was given before nothing had accrued was not given for it.
  const covered = yearsOf(earlier.filter(({ record_date }) => record_date >= accrues_from));
  const past = whole(BigInt(yearsBefore(accrues_from, recordDate)));
  const accrued = yearsAccrued(accrues_from, recordDate);
  const due = larger(minus(accrued, covered), NOTHING);
  const arrears = larger(minus(past, covered), NOTHING);
  return {
    arrears,
    current: minus(due, arrears),
    given: { arrears: smaller(covered, past), current: minus(smaller(larger(covered, past), accrued), past) },
  };
}

/** A dividend that does not cumulate is owed once a year. */
function fixedYears({ accrues_from, earlier }: DividendTerms, recordDate: string, yearsOf: Covered) {
  if (accrues_from !== null && recordDate < accrues_from)
    return { arrears: NOTHING, current: NOTHING, given: { arrears: NOTHING, current: NOTHING } };
  const { first, last } = dividendYear(accrues_from, recordDate);
  const ofYear = earlier.filter(({ record_date }) => record_date >= first && record_date <= last);
  const covered = yearsOf(ofYear);
  return {
    arrears: NOTHING,
    current: larger(minus(whole(1n), covered), NOTHING),
    given: { arrears: NOTHING, current: smaller(covered, whole(1n)) },
  };
}

const yearsCovered = (earlier: readonly EarlierAllotment[], today: Fraction) =>
  sumOf(
    earlier.map(({ allotted, annual }) => {
      const year = annual === null ? today : read(annual);
      return year.n === 0n ? NOTHING : over(read(allotted), year);
    }),
  );

export const refusal = (code: string, sentence: string) => new AppError(code, sentence, { status: 422 });

/** A stored decimal: of the terms and figures that the company recorded. */
export function read(text: string): Fraction {
  const units = parseDecimal(text);
  if (units !== null) return fraction(units, UNIT);
  const figure = longDecimal(text);
  if (figure === null) throw new RangeError(`Not a decimal: ${text}`);
  return figure;
}

function longDecimal(text: string): Fraction | null {
  const match = /^(\d+)\.(\d{11,30})$/.exec(text);
  return match ? fraction(BigInt(`${match[1]}${match[2]}`), 10n ** BigInt(match[2]!.length)) : parseFigure(text);
}
