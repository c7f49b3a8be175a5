// Reads the conditions of a VESTING_TERMS object without trusting it: a graph, the trigger of each condition, and what it vests.
// A condition that cannot be read vests nothing. Nothing here throws or runs without end.
import { isWhole, ONE } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { dateOf, decimalOf, isObject, listOf, numberFrom, objectOf, textOf, textsOf } from '../ledger/core/fields.ts';
import type { OcfObject } from '../ledger/core/types.ts';
import { fraction } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { ALLOCATION_TYPES } from '../keywords.ts';

export type Period = {
  unit: 'DAYS' | 'MONTHS';
  length: number;
  occurrences: number;
  /** 1 to 31: a fixed day, the month's last where it is shorter; null: the day of the vesting start. */
  day_of_month: number | null;
  /** The first occurrence that vests, together with those before it. 1 where there is no cliff. */
  cliff: number;
};

export type Trigger =
  | { type: 'START' | 'EVENT' }
  | { type: 'ABSOLUTE'; date: string }
  | { type: 'RELATIVE'; to: string; period: Period }
  /** Cannot be read, so it is never met. */
  | { type: 'NEVER' };

export type Condition = {
  id: string;
  trigger: Trigger;
  /** A part of the whole grant or, with `remainder`, of what had not vested when the condition was entered. */
  portion: { of: Fraction; remainder: boolean } | null;
  quantity: Decimal;
  /** In their order of priority. */
  next: readonly string[];
};

export type AllocationType = (typeof ALLOCATION_TYPES)[number];

export type Terms = {
  allocation_type: AllocationType;
  conditions: ReadonlyMap<string, Condition>;
  /** Where a path may begin. */
  roots: readonly string[];
};

/** Terms are read once, because thousands of grants may share them. */
const known = new WeakMap<OcfObject, Terms>();

/** The first of two conditions with the same id counts. An unknown allocation type rounds down, so that no share vests early. */
export function readTerms(object: OcfObject): Terms {
  const before = known.get(object);
  if (before) return before;
  const terms = termsFrom(object);
  known.set(object, terms);
  return terms;
}

function termsFrom(terms: OcfObject): Terms {
  const conditions = new Map<string, Condition>();
  for (const each of listOf(terms, 'vesting_conditions')) {
    const condition = isObject(each) ? readCondition(each) : null;
    if (condition && !conditions.has(condition.id)) conditions.set(condition.id, condition);
  }
  const written = textOf(terms, 'allocation_type');
  return {
    allocation_type: ALLOCATION_TYPES.find((type) => type === written) ?? 'CUMULATIVE_ROUND_DOWN',
    conditions,
    roots: rootsOf([...conditions.values()]),
  };
}

/** The ids that a vesting transaction of these terms may name (E12). */
export function conditionIdsOf(terms: OcfObject): ReadonlySet<string> {
  return new Set(
    listOf(terms, 'vesting_conditions').flatMap((each) => {
      const id = isObject(each) ? textOf(each, 'id') : null;
      return id === null ? [] : [id];
    }),
  );
}

/** A path begins with a vesting start; without one, with conditions that no other leads to; in a circle, with the first listed. */
function rootsOf(conditions: readonly Condition[]): string[] {
  const starts = conditions.filter(({ trigger }) => trigger.type === 'START');
  const ledTo = new Set(conditions.flatMap(({ next }) => next));
  const unled = conditions.filter(({ id }) => !ledTo.has(id));
  const roots = starts.length > 0 ? starts : unled.length > 0 ? unled : conditions.slice(0, 1);
  return roots.map(({ id }) => id);
}

function readCondition(object: OcfObject): Condition | null {
  const id = textOf(object, 'id');
  if (id === null) return null;
  const quantity = decimalOf(object, 'quantity');
  return {
    id,
    trigger: readTrigger(objectOf(object, 'trigger')),
    portion: readPortion(objectOf(object, 'portion')),
    quantity: quantity !== null && quantity > 0n ? quantity : 0n,
    next: textsOf(object, 'next_condition_ids'),
  };
}

function readPortion(portion: OcfObject | null): Condition['portion'] {
  const numerator = portion && decimalOf(portion, 'numerator');
  const denominator = portion && decimalOf(portion, 'denominator');
  if (!portion || !numerator || !denominator || numerator < 0n || denominator < 0n) return null;
  return { of: fraction(numerator, denominator), remainder: portion['remainder'] === true };
}

function readTrigger(trigger: OcfObject | null): Trigger {
  if (!trigger) return { type: 'NEVER' };
  switch (textOf(trigger, 'type')) {
    case 'VESTING_START_DATE':
      return { type: 'START' };
    case 'VESTING_EVENT':
      return { type: 'EVENT' };
    case 'VESTING_SCHEDULE_ABSOLUTE': {
      const date = dateOf(trigger);
      return date === null ? { type: 'NEVER' } : { type: 'ABSOLUTE', date };
    }
    case 'VESTING_SCHEDULE_RELATIVE': {
      const to = textOf(trigger, 'relative_to_condition_id');
      const period = readPeriod(objectOf(trigger, 'period'));
      return to === null || period === null ? { type: 'NEVER' } : { type: 'RELATIVE', to, period };
    }
    default:
      return { type: 'NEVER' };
  }
}

function readPeriod(period: OcfObject | null): Period | null {
  const unit = period && textOf(period, 'type');
  const length = period && wholeOf(period, 'length');
  const occurrences = period && wholeOf(period, 'occurrences');
  if (!period || length === null || occurrences === null || occurrences < 1) return null;
  if (unit !== 'DAYS' && unit !== 'MONTHS') return null;
  return {
    unit,
    length,
    occurrences,
    day_of_month: dayOfMonth(textOf(period, 'day_of_month')),
    cliff: Math.min(occurrences, Math.max(1, wholeOf(period, 'cliff_installment') ?? 1)),
  };
}

/** "01" to "28", "29_OR_LAST_DAY_OF_MONTH" to "31_…"; anything else is the day of the vesting start. */
export function dayOfMonth(rule: string | null): number | null {
  const day = /^(\d\d)(_OR_LAST_DAY_OF_MONTH)?$/.exec(rule ?? '')?.[1];
  return day && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : null;
}

/** More days than the calendar has. Larger counts make no difference. */
const COUNT_MAX = 4_000_000;

function wholeOf(object: OcfObject, field: string): number | null {
  const value = numberFrom(object[field]);
  if (value === null || value < 0n || !isWhole(value)) return null;
  return Math.min(COUNT_MAX, Number(value / ONE));
}
