// How much of a grant has vested on a day. Computed from its conditions and facts; nothing is stored.
import { compareDates, laterOf } from '../dates.ts';
import { parseDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import type { OcfObject } from '../ledger/core/types.ts';
import { allocationOf } from './allocation.ts';
import { countUpTo, NEVER, pathOf, startOf } from './path.ts';
import type { Fact, Step } from './path.ts';
import { add, timesWhole } from '../figures/boundedFraction.ts';
import { fraction, isBelow, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { readTerms } from './terms.ts';

export type VestingInput = {
  /** Shares granted. */
  quantity: Decimal;
  issued_on: string;
  /** The VESTING_TERMS the security names; null where it names none, or one that exists nowhere. */
  terms: OcfObject | null;
  /** The security names terms that do not exist. */
  terms_missing?: boolean;
  /** A schedule written on the issuance. It overrides the terms. A part below zero vests nothing and takes nothing back. */
  vestings: readonly { date: string; amount: Decimal }[];
  facts: readonly Fact[];
  /** Service ended: nothing vests after that day. */
  stopped_on?: string | null;
  /** The security ended. What had vested by then stays vested, and nothing more vests. */
  ended_on?: string | null;
  /** The last day of its term, after which what is left vests no further; what was exercised early by then vests on as stock. */
  expires?: { on: string; exercised: Decimal } | null;
  /**
   * For a grant that a split made and that keeps its terms: the whole grant in its shares, and how much of that was exercised
   * before (exercised shares vest first). The terms and accelerations apply to the whole.
   */
  whole?: { granted: Decimal; exercised: Decimal } | null;
};

/**
 * Shares vested at the end of that day, never more than granted; null where the terms do not exist. Nothing vests before the day
 * of the grant: what the schedule gives earlier vests on that day. Without terms or a written schedule, all of it is vested from
 * the grant on. Before its terms start, only accelerated shares are. Rounded by the terms' allocation type, on the running total.
 */
export function vestedAt(input: VestingInput, date: string): Decimal | null {
  return scheduleOf(input).vestedAt(date);
}

export type Tranche = { date: string; quantity: Decimal };

/** The days on which something vests, and how much, up to `until`. For display: at most 2,000 days. */
export function tranchesOf(input: VestingInput, until?: string): Tranche[] {
  const schedule = scheduleOf(input);
  const tranches: Tranche[] = [];
  let before = 0n;
  for (const date of schedule.days(until ?? NEVER)) {
    const vested = schedule.vestedAt(date) ?? 0n;
    if (vested > before) tranches.push({ date, quantity: vested - before });
    before = vested;
  }
  return tranches;
}

/** The day of the vesting start; null while there is none. */
export function vestingStartOf(input: VestingInput): string | null {
  if (input.terms) return startOf(readTerms(input.terms), input.facts);
  const starts = input.facts.filter(({ fact }) => fact === 'START').map((fact) => fact.effective_date);
  return starts.sort()[0] ?? null;
}

/** A grant's schedule, computed once and asked for many days. */
export type Schedule = {
  vestedAt: (date: string) => Decimal | null;
  days: (until: string) => string[];
  exactlyUpTo?: Scheduled['exactlyUpTo'];
};
/** The schedule alone, without acceleration, the day of the grant and the end of service. */
type Scheduled = {
  upTo: (date: string) => Decimal | null;
  /** The same with what was accelerated, before it is rounded to whole shares. Of terms only. */
  exactlyUpTo?: (date: string) => Fraction;
  days: (until: string) => Iterable<string>;
};

/**
 * The days of terms and how much has vested by each, not rounded to whole shares and without an end of service; null for a
 * schedule that is not of terms alone.
 */
export function exactSumsOf(input: VestingInput): { date: string; sum: Fraction }[] | null {
  if (input.whole) return null;
  const { days, exactlyUpTo } = scheduleOf(withoutStops(input));
  return exactlyUpTo ? days(NEVER).map((date) => ({ date, sum: exactlyUpTo(date) })) : null;
}

/** As if service went on, and nothing ended. */
export const withoutStops = (input: VestingInput): VestingInput => ({
  ...input,
  stopped_on: null,
  ended_on: null,
  expires: null,
});

export function scheduleOf(input: VestingInput): Schedule {
  const { quantity, issued_on } = input;
  const { granted, exercised } = wholeOf(input);
  const stopped_on = lastDayOf(input);
  const acceleratedBy = accelerationOf(input.facts);
  const scheduled = scheduledBy(input, acceleratedBy);
  const vestedAt = (date: string): Decimal | null => {
    if (date < issued_on) return 0n;
    const day = stopped_on && stopped_on < date ? stopped_on : date;
    const vested = scheduled.upTo(day);
    if (vested === null) return null;
    const total = vested + acceleratedBy(day);
    if (total >= granted) return quantity;
    const own = total > exercised ? total - exercised : 0n;
    return own < quantity ? own : quantity;
  };
  const { expires } = input;
  return {
    exactlyUpTo: scheduled.exactlyUpTo,
    vestedAt: (date) => {
      const own = vestedAt(date);
      if (own === null || !expires || date <= expires.on) return own;
      const last = vestedAt(expires.on) ?? 0n;
      const most = last > expires.exercised ? last : expires.exercised;
      return own < most ? own : most;
    },
    days: (until) => {
      const end = stopped_on && stopped_on < until ? stopped_on : until;
      const accelerated = input.facts.filter(({ fact }) => fact === 'ACCELERATION');
      const days = new Set<string>();
      for (const day of [...scheduled.days(end), ...accelerated.map((fact) => fact.effective_date)]) {
        const counted = laterOf(day, issued_on);
        if (day <= end && counted <= until) days.add(counted);
      }
      return [...days].sort();
    },
  };
}

function wholeOf({ whole, vestings, terms, quantity }: VestingInput): NonNullable<VestingInput['whole']> {
  return whole && terms && vestings.length === 0 ? whole : { granted: quantity, exercised: 0n };
}

function lastDayOf({ stopped_on, ended_on }: VestingInput): string | null {
  if (!stopped_on || !ended_on) return stopped_on ?? ended_on ?? null;
  return stopped_on < ended_on ? stopped_on : ended_on;
}

function scheduledBy(input: VestingInput, acceleratedBy: (date: string) => Decimal): Scheduled {
  const { quantity, issued_on, terms, vestings } = input;
  if (vestings.length > 0) return writtenOut(vestings);
  if (terms) return ofTerms(terms, input, acceleratedBy);
  if (input.terms_missing) return { upTo: () => null, days: () => [] };
  return { upTo: () => quantity, days: () => [issued_on] };
}

function writtenOut(vestings: VestingInput['vestings']): Scheduled {
  const parts = vestings.filter(({ amount }) => amount > 0n);
  return {
    upTo: runningSum(parts),
    days: (until) => parts.map(({ date }) => date).filter((date) => date <= until),
  };
}

function ofTerms(object: OcfObject, input: VestingInput, acceleratedBy: (date: string) => Decimal): Scheduled {
  const { facts } = input;
  const { granted: quantity } = wholeOf(input);
  const terms = readTerms(object);
  const path = pathOf(terms, { quantity, facts, acceleratedBy });
  const allocate = allocationOf(terms, quantity);
  const byTerms = (date: string): Fraction => {
    const step = path.findLast(({ entered }) => entered <= date);
    return step ? add(step.before, timesWhole(step.each, countUpTo(step, date))) : NOTHING;
  };
  const all = fraction(quantity);
  const exactlyUpTo = (date: string): Fraction => {
    const sum = add(byTerms(date), fraction(acceleratedBy(date)));
    return isBelow(sum, all) ? sum : all;
  };
  return {
    // When terms and acceleration together are the whole grant, nothing is left to round.
    upTo: (date) => (isBelow(exactlyUpTo(date), all) ? allocate(byTerms(date)) : quantity),
    exactlyUpTo,
    days: (until) => daysOf(path, until),
  };
}

const DAYS_MAX = 2000;

function daysOf(path: readonly Step[], until: string): string[] {
  const days: string[] = [];
  for (const step of path) {
    for (let occurrence = 1; occurrence <= step.occurrences; occurrence += 1) {
      const day = step.dayOf(occurrence);
      if (day > until || day === NEVER || days.length >= DAYS_MAX) break;
      days.push(day);
    }
  }
  return days;
}

function accelerationOf(facts: readonly Fact[]): (date: string) => Decimal {
  return runningSum(
    facts.flatMap(({ fact, effective_date, quantity }) => {
      const amount = fact === 'ACCELERATION' ? parseDecimal(quantity) : null;
      return amount === null || amount <= 0n ? [] : [{ date: effective_date, amount }];
    }),
  );
}

/** The sum of all amounts dated on or before a day. Sorted once, then searched. */
function runningSum(amounts: readonly { date: string; amount: Decimal }[]): (date: string) => Decimal {
  let sum = 0n;
  const sums = [...amounts]
    .sort((a, b) => compareDates(a.date, b.date))
    .map(({ date, amount }) => ({ date, sum: (sum += amount) }));
  return (day) => {
    let [low, high] = [0, sums.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]!.date <= day) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1]?.sum ?? 0n;
  };
}
