// The path of a grant through its vesting conditions: which conditions were entered, on which days they vest, and how much. Each
// condition is visited once, however many months it repeats.
import { addDays, daysInMonth, partsOf } from '../dates.ts';
import type { Decimal } from '../figures/decimal.ts';
import { add, rest, times, timesWhole } from '../figures/boundedFraction.ts';
import { fraction, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import type { Condition, Period, Terms } from './terms.ts';

export type Fact = {
  fact: 'START' | 'EVENT' | 'ACCELERATION';
  effective_date: string;
  vesting_condition_id: string | null;
  quantity: string | null;
};

/** Sorts after every day. */
export const NEVER = 'never';

export type Step = {
  condition: Condition;
  /** The first day on which it vests. */
  entered: string;
  /** How many times it occurs: all times, unless another condition took over. */
  occurrences: number;
  /** The day of an occurrence, counted from 1. Occurrences before a cliff vest on the day of the cliff. */
  dayOf: (occurrence: number) => string;
  /** Exact shares vested before this step, and by each occurrence of it. */
  before: Fraction;
  each: Fraction;
};

export type Grant = { quantity: Decimal; facts: readonly Fact[]; acceleratedBy: (date: string) => Decimal };

/** More conditions than any agreement has. A longer path is cut. */
const PATH_MAX = 1000;

/**
 * Of the next conditions, the one that is met first is entered; on the same day, the one with higher priority. An event that
 * happened before its condition could be entered counts on the first day on which it can. While a condition repeats, another one
 * takes over on its own day, after the occurrence of that day. One that was due before the repetition began waits for its end.
 */
export function pathOf(terms: Terms, grant: Grant): Step[] {
  const factDay = dayReader(grant.facts);
  const started = startIn(terms, factDay);
  const steps: Step[] = [];
  const entered = new Map<string, Step>();
  let total = NOTHING;
  let candidates = terms.roots;
  while (steps.length < PATH_MAX) {
    const current = steps.at(-1) ?? null;
    const found = firstMet(candidates, { terms, factDay, started, entered, current });
    if (!found) break;
    if (current) {
      current.occurrences = countUpTo(current, found.day);
      total = add(current.before, timesWhole(current.each, current.occurrences));
    }
    const step: Step = {
      condition: found.condition,
      entered: found.day,
      ...found.days,
      before: total,
      each: amountOf(found.condition, grant, total, found.day),
    };
    steps.push(step);
    entered.set(found.condition.id, step);
    candidates = found.condition.next;
  }
  return steps;
}

/** How many times the step occurred by the end of that day. A binary search, because the days are in order. */
export function countUpTo(step: Step, date: string): number {
  if (date < step.entered) return 0;
  let [low, high] = [0, step.occurrences];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (step.dayOf(middle) <= date) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The day of the vesting start; null while it has none. */
export function startOf(terms: Terms, facts: readonly Fact[]): string | null {
  return startIn(terms, dayReader(facts));
}

function startIn(terms: Terms, factDay: DayReader): string | null {
  const days = [...terms.conditions.values()]
    .filter(({ trigger }) => trigger.type === 'START')
    .map(({ id }) => factDay('START', id))
    .filter((day) => day !== null);
  return days.sort()[0] ?? null;
}

type Met = { condition: Condition; day: string; days: Pick<Step, 'occurrences' | 'dayOf'> };
type DayReader = (kind: 'START' | 'EVENT', id: string) => string | null;
type Walk = {
  terms: Terms;
  factDay: DayReader;
  started: string | null;
  entered: ReadonlyMap<string, Step>;
  current: Step | null;
};

function firstMet(ids: readonly string[], walk: Walk): Met | null {
  let first: Met | null = null;
  for (const id of ids) {
    const condition = walk.entered.has(id) ? undefined : walk.terms.conditions.get(id);
    const met = condition ? metBy(condition, walk) : null;
    if (met && met.day !== NEVER && (first === null || met.day < first.day)) first = met;
  }
  return first;
}

function metBy(condition: Condition, walk: Walk): Met | null {
  const { trigger } = condition;
  switch (trigger.type) {
    case 'START':
    case 'EVENT': {
      const day = walk.factDay(trigger.type, condition.id);
      return day === null ? null : once(condition, later(day, walk.current?.entered ?? day));
    }
    case 'ABSOLUTE':
      return once(condition, inTime(trigger.date, walk.current));
    case 'RELATIVE': {
      const base = lastDayOf(trigger.to, walk);
      if (base === null) return null;
      const { period } = trigger;
      const offset = offsetOf(base, period, walk.started);
      const day = inTime(offset(period.cliff), walk.current);
      // Occurrences due before the condition was entered, or before its cliff, vest on the day it is entered.
      const dayOf = (occurrence: number) => later(offset(occurrence), day);
      return { condition, day, days: { occurrences: period.occurrences, dayOf } };
    }
    case 'NEVER':
      return null;
  }
}

const once = (condition: Condition, day: string): Met => ({
  condition,
  day,
  days: { occurrences: 1, dayOf: () => day },
});

/** A day that had passed when the current condition was entered is postponed to the end of that condition. */
function inTime(day: string, current: Step | null): string {
  if (current === null || day > current.entered) return day;
  return current.dayOf(current.occurrences);
}

/** The day a relative period is counted from: the last occurrence of the condition it names. */
function lastDayOf(id: string, { entered, terms, started }: Walk): string | null {
  const step = entered.get(id);
  if (step) {
    const day = step.dayOf(step.occurrences);
    return day === NEVER ? null : day;
  }
  return terms.conditions.get(id)?.trigger.type === 'START' ? started : null;
}

/** Reads the earliest fact of a kind for a condition. A fact that names no condition applies to all. */
function dayReader(facts: readonly Fact[]): DayReader {
  const days = new Map<string, string>();
  const keyOf = (kind: string, id: string | null) => (id === null ? kind : `${kind} ${id}`);
  for (const { fact, effective_date, vesting_condition_id } of facts) {
    const key = keyOf(fact, vesting_condition_id);
    const known = days.get(key);
    if (known === undefined || effective_date < known) days.set(key, effective_date);
  }
  return (kind, id) => {
    const [named, any] = [days.get(keyOf(kind, id)), days.get(keyOf(kind, null))];
    return named !== undefined && (any === undefined || named < any) ? named : (any ?? null);
  };
}

/** Counted from the base and not from the previous occurrence, so that a short month does not move later ones. */
function offsetOf(base: string, period: Period, started: string | null): (occurrence: number) => string {
  const { unit, length } = period;
  if (unit === 'DAYS') return (occurrence) => addDaysOrNever(base, occurrence * length);
  const from = partsOf(base);
  const wanted = period.day_of_month ?? (started === null ? from : partsOf(started)).day;
  return (occurrence) => later(addMonthsOrNever(from, occurrence * length, wanted), base);
}

function amountOf({ portion, quantity }: Condition, grant: Grant, total: Fraction, entered: string): Fraction {
  const whole = fraction(grant.quantity);
  if (portion === null) return fraction(quantity);
  if (!portion.remainder) return times(whole, portion.of);
  return times(rest(whole, add(total, fraction(grant.acceleratedBy(entered)))), portion.of);
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

const YEAR_MAX = 9999;
const DAYS_MAX = (YEAR_MAX + 1) * 366;

function addDaysOrNever(date: string, days: number): string {
  if (days > DAYS_MAX) return NEVER;
  const moved = addDays(date, days);
  return moved.length > date.length ? NEVER : moved;
}

function addMonthsOrNever({ year, month }: { year: number; month: number }, months: number, wantedDay: number): string {
  const index = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  if (toYear > YEAR_MAX) return NEVER;
  const day = Math.min(wantedDay, daysInMonth(toYear, toMonth));
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  return `${pad(toYear, 4)}-${pad(toMonth, 2)}-${pad(day, 2)}`;
}
