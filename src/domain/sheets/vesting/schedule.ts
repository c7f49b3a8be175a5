// The schedule that facts make: exact and whole, or none. Facts that do not agree, and what could be meant in two ways, are none.
import { add, rest } from '#src/domain/figures/boundedFraction.ts';
import { fraction, isBelow, NOTHING } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { isWholeSchedule, MONTHS_MAX } from '#src/domain/vesting/stepTerms.ts';
import type { VestingStep } from '#src/domain/vesting/stepTerms.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';
import { plain, saysVested } from './words.ts';
import { TEXT_MAX } from './tokens.ts';

export type VestingMeaning = 'vested' | VestingStep[];

const ALL = fraction(1n);

/** Null for a text that is not understood as a whole. */
export function readVesting(text: string): VestingMeaning | null {
  if (text.length > TEXT_MAX) return null;
  const words = plain(text);
  if (saysVested(words)) return 'vested';
  const code = /^m-(\d{1,3})-(\d{1,3})$/.exec(words);
  if (code) return checked(evenly(Number(code[1]), 1, Number(code[2])));
  const facts = factsOf(words);
  return facts.hasMore ? null : checked(stepsOf(facts));
}

/** What a text that is not understood may mean, the likeliest first. */
export function likelySchedules(text: string): VestingStep[][] {
  const facts = factsOf(plain(text).slice(0, TEXT_MAX));
  const length = facts.lengths.length > 0 ? Math.max(...facts.lengths) : null;
  const cliff = facts.cliffs[0] ?? null;
  const period = facts.periods[0] ?? 1;
  const [first] = facts.points;
  // "A quarter after a year, then monthly": at the same pace.
  const pace = first && first.at > 0 ? timesOf(fraction(BigInt(first.at)), first.part) : null;
  const likely = [
    stepsOf(facts),
    ...facts.lists.map((parts) => parts.map((part) => ({ months: 12, times: 1, part }))),
    ...(pace === null ? [] : [evenly(pace, period, first!.at)]),
    ...(length === null
      ? []
      : [
          ...(cliff === null ? [] : [evenly(length, period, cliff)]),
          ...(length > 12 ? [evenly(length, period, 12)] : []),
          evenly(length, period, 0),
          evenly(length, 12, 0),
          evenly(length, length, 0),
        ]),
  ];
  return likely.flatMap((each) => {
    const steps = checked(each);
    return steps ? [steps] : [];
  });
}

const checked = (steps: VestingStep[] | null): VestingStep[] | null =>
  steps !== null && isWholeSchedule(steps) ? steps : null;

/** The same part each period; those before the cliff vest together at it. */
export function evenly(length: number, period: number, until: number): VestingStep[] | null {
  // The end of the first year, of parts that vest each year, is no cliff of its own.
  const cliff = until === period && period > 1 ? 0 : until;
  if (length <= 0 || length > MONTHS_MAX || period <= 0 || length % period !== 0) return null;
  if (cliff % period !== 0 || cliff > length) return null;
  const [first, later] = [cliff / period, (length - cliff) / period];
  const part = fraction(1n, BigInt(length / period));
  return [
    ...(first > 0 ? [{ months: cliff, times: 1, part: fraction(BigInt(first), BigInt(length / period)) }] : []),
    ...(later > 0 ? [{ months: period, times: later, part }] : []),
  ];
}

function stepsOf(facts: Facts): VestingStep[] | null {
  if (facts.lists.length > 0) return growing(facts);
  return facts.points.length > 0 ? partsThenRest(facts) : even(facts);
}

/** The only value of all that are given; null where they differ, or there are none. */
function only(values: readonly number[]): number | null {
  return values.length > 0 && values.every((each) => each === values[0]) ? values[0]! : null;
}

const differ = (values: readonly number[]): boolean => values.length > 0 && only(values) === null;

/** How many times a part fits into a whole; null where it does not. */
function timesOf(whole: Fraction, part: Fraction): number | null {
  const { n, d } = fraction(whole.n * part.d, whole.d * part.n);
  return d === 1n && n <= BigInt(MONTHS_MAX) ? Number(n) : null;
}

const periodsOf = ({ rates, restRates, counts, periods }: Facts): number[] => [
  ...[...rates, ...restRates, ...counts].map(({ months }) => months),
  ...periods,
];

/** 10/20/30/40: a part each year, or as often as is said. */
function growing({ lists, lengths, cliffs, periods, ...more }: Facts): VestingStep[] | null {
  const [parts] = lists;
  const isAlone = ![more.rates, more.points, more.counts, more.restRates, more.rests].some((each) => each.length > 0);
  if (lists.length !== 1 || !isAlone || more.isRest || more.isThen || differ(lengths) || differ(periods)) return null;
  const [length, period] = [only(lengths), only(periods)];
  const each = period ?? (length === null ? null : length / parts!.length);
  if (each === null || !Number.isInteger(each) || (length !== null && length !== each * parts!.length)) return null;
  if (cliffs.some((cliff) => cliff !== each)) return null;
  return parts!.map((part) => ({ months: each, times: 1, part }));
}

/** The whole in equal parts. */
function even(facts: Facts): VestingStep[] | null {
  const { lengths, cliffs, rates, counts, isThen, isRest, isNext } = facts;
  const periods = periodsOf(facts);
  if (facts.restRates.length > 0 || facts.rests.length > 0 || rates.length > 1 || counts.length > 1) return null;
  if (differ(lengths) || differ(periods) || differ(cliffs)) return null;
  const cliff = only(cliffs);
  // Neither a cliff nor a period is said: monthly or yearly, and from when?
  if (periods.length === 0 && (cliff === null || facts.hasQuarters)) return null;
  const period = only(periods) ?? 1;
  const byRate = rates.map(({ part }) => timesOf(ALL, part));
  const lengthsSaid = [
    ...lengths,
    ...counts.map(({ times }) => times * period),
    ...byRate.map((times) => (times === null ? 0 : times * period)),
  ];
  const length = only(lengthsSaid);
  if (length === null) return null;
  const isLater = isThen || isRest || isNext;
  if (isLater && (cliff === null || cliff === 0)) return null;
  // "A cliff of a year, then monthly over 36 months": of all, or of what the cliff left?
  if (isLater && lengths.length === 0 && !isUsual(length, cliff!, rates.length)) return null;
  // "One-year cliff, 36 months": three years, or the rest of four?
  if (facts.isCliffFirst && length < 48 && [48, 60].includes(length + (cliff ?? 0))) return null;
  if (facts.isAfterCliff && (counts.length > 0 || !isUsual(length, cliff!, 1))) return null;
  if (isLater && lengths.length > 0 && rates.length === 0)
    return isLengthFirst(facts) ? evenly(length, period, cliff!) : null;
  return evenly(length, period, cliff ?? 0);
}

/** "1/48 monthly after a cliff of a year" is four years with a quarter at the cliff. */
const isUsual = (length: number, cliff: number, rates: number): boolean =>
  rates === 1 && cliff === 12 && length >= 48 && length % 12 === 0;

/** "Four years, one-year cliff, then monthly": the length stands before what comes then. */
const isLengthFirst = ({ isRest, isNext, isLengthBefore }: Facts): boolean => !isRest && !isNext && isLengthBefore;

/** Parts on days that are said, then the rest in equal parts. */
function partsThenRest(facts: Facts): VestingStep[] | null {
  const { points, cliffs, lengths, counts, rates, restRates, rests } = facts;
  if (points.some(({ at }, index) => index > 0 && at <= points[index - 1]!.at)) return null;
  if (cliffs.some((cliff) => cliff !== points[0]!.at)) return null;
  const steps = points.map(({ part, at }, index) => ({
    months: at - (index === 0 ? 0 : points[index - 1]!.at),
    times: 1,
    part,
  }));
  const sum = points.reduce<Fraction>((all, { part }) => add(all, part), NOTHING);
  const left = rest(ALL, sum);
  const [periods, last] = [periodsOf(facts), points.at(-1)!.at];
  if (isBelow(ALL, sum) || rests.some((said) => isBelow(said, left) || isBelow(left, said))) return null;
  if (left.n === 0n)
    return periods.length === 0 && !facts.isThen && !facts.isRest && lengths.every((each) => each === last)
      ? steps
      : null;
  if (rates.length + restRates.length + counts.length > 1 || differ(periods) || differ(lengths)) return null;
  const period = only(periods) ?? 1;
  const [rate] = rates;
  const [ofRest] = restRates;
  const stated = rate
    ? timesOf(left, rate.part)
    : ofRest
      ? timesOf(ALL, ofRest.part)
      : (counts[0]?.times ?? timesByLength(facts, last, period));
  if (stated === null || stated <= 0) return null;
  const whole = stated * period;
  const isAgreed = lengths.every((length) => length === whole || length === last + whole);
  return isAgreed ? [...steps, { months: period, times: stated, part: shareOf(left, stated) }] : null;
}

const shareOf = ({ n, d }: Fraction, times: number): Fraction => fraction(n, d * BigInt(times));

/** The length is of all, or of the rest: which of them, the words or the even pace say. */
function timesByLength(facts: Facts, last: number, period: number): number | null {
  const length = only(facts.lengths);
  const [first] = facts.points;
  if (length === null || length % period !== 0 || last % period !== 0 || facts.points.length !== 1) return null;
  const isEven = (all: number): boolean => first!.part.n * BigInt(all) === first!.part.d * BigInt(last);
  if (facts.leadsWithLength && !facts.isNext) return length > last ? (length - last) / period : null;
  const [ofRest, ofAll] = [isEven(last + length), isEven(length)];
  const isOfRest = facts.isNext || (ofRest && !ofAll) || (!ofAll && (facts.isRest || facts.isThen));
  if (isOfRest) return length / period;
  if (ofAll && !facts.isRest && !facts.isThen) return (length - last) / period;
  return null;
}
