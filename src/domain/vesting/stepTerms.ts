// Any schedule of months as VESTING_TERMS of the format: parts of the grant one after another, such as a quarter after a year and
// then a sixteenth each three months. The usual schedule keeps the shape of standardTerms.
import { say } from '#src/words/say.ts';
import type { OcfObject } from '../ledger/core/types.ts';
import { add, timesWhole } from '../figures/boundedFraction.ts';
import { fraction, isBelow, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';
import { START_CONDITION_ID, START_DAY, standardTerms } from './standardTerms.ts';

/** A part of the whole grant, so many times, each so many months after the one before. 0 months: on the day of the start. */
export interface VestingStep {
  months: number;
  times: number;
  part: Fraction;
}

const ALLOCATION = 'CUMULATIVE_ROUND_DOWN' as const;
const ONE = fraction(1n);

/** More months than any agreement has. */
export const MONTHS_MAX = 240;

/** Whether the steps vest the whole grant, exactly, within the months that are kept. */
export function isWholeSchedule(steps: readonly VestingStep[]): boolean {
  const sum = steps.reduce<Fraction>((all, { part, times }) => add(all, timesWhole(part, times)), NOTHING);
  return (
    steps.length > 0 &&
    steps.every(
      ({ months, times, part }, index) =>
        Number.isSafeInteger(months) &&
        Number.isSafeInteger(times) &&
        times > 0 &&
        part.n > 0n &&
        (months > 0 || (index === 0 && times === 1 && months === 0)),
    ) &&
    !isBelow(sum, ONE) &&
    !isBelow(ONE, sum) &&
    lengthOf(steps) <= MONTHS_MAX
  );
}

/** Months until all of it has vested. */
export const lengthOf = (steps: readonly VestingStep[]): number =>
  steps.reduce((sum, { months, times }) => sum + months * times, 0);

/** The usual schedule: the same part each month, those of the first months together after a cliff; null for another. */
function usualOf(steps: readonly VestingStep[]): { months: number; cliff_months: number } | null {
  const months = lengthOf(steps);
  const monthly = steps.at(-1)!;
  if (months === 0 || steps.length > 2) return null;
  if (steps.length === 1 && monthly.times === 1) return { months, cliff_months: months };
  if (monthly.months !== 1 || !isPart(monthly.part, 1, months)) return null;
  if (steps.length === 1) return { months, cliff_months: 0 };
  const [cliff] = steps as [VestingStep, VestingStep];
  return cliff.times === 1 && isPart(cliff.part, cliff.months, months) ? { months, cliff_months: cliff.months } : null;
}

const isPart = ({ n, d }: Fraction, of: number, all: number): boolean => n * BigInt(all) === d * BigInt(of);

/** The same for every text that means the same schedule. That of a usual one is its months and its cliff. */
export function scheduleKey(steps: readonly VestingStep[]): string {
  const usual = usualOf(steps);
  if (usual) return `${usual.months} ${usual.cliff_months}`;
  return steps.map(({ months, times, part }) => `${months}x${times}:${part.n}/${part.d}`).join(' ');
}

/** Valid in OCF 1.2.0. In: steps that isWholeSchedule. */
export function stepTerms(id: string, steps: readonly VestingStep[]): OcfObject {
  const usual = usualOf(steps);
  if (usual) return standardTerms({ ...usual, id, allocation_type: ALLOCATION, day_of_month: START_DAY });
  const [first] = steps as [VestingStep];
  const later = first.months === 0 ? steps.slice(1) : steps;
  const ids = [START_CONDITION_ID, ...later.map((_each, index) => `part-${index + 1}`)];
  const start = {
    id: START_CONDITION_ID,
    ...(first.months === 0
      ? { description: say`${partInWords(first.part)} when vesting starts`, portion: portionOf(first.part) }
      : { description: say`Vesting starts`, quantity: '0' }),
    trigger: { type: 'VESTING_START_DATE' },
  };
  const conditions = later.map((step, index) => ({
    id: ids[index + 1]!,
    description: inWords(step),
    portion: portionOf(step.part),
    trigger: {
      type: 'VESTING_SCHEDULE_RELATIVE',
      period: { length: step.months, type: 'MONTHS', occurrences: step.times, day_of_month: START_DAY },
      relative_to_condition_id: ids[index]!,
    },
  }));
  return {
    object_type: 'VESTING_TERMS',
    id,
    name: nameOf(steps),
    description: `${steps.map(inWords).join(say`, then `)}.`,
    allocation_type: ALLOCATION,
    vesting_conditions: [start, ...conditions].map((each, index) => ({
      ...each,
      next_condition_ids: ids.slice(index + 1, index + 2),
    })),
  };
}

/** Terms of which nothing vests until somebody enters that what it waits for has happened. */
export const eventTerms = (id: string): OcfObject => ({
  object_type: 'VESTING_TERMS',
  id,
  name: say`On an event`,
  description: say`Nothing vests by time. All of it vests when the event is entered.`,
  allocation_type: ALLOCATION,
  vesting_conditions: [
    {
      id: 'vesting-event',
      description: say`All of it, when the event is entered`,
      portion: { numerator: '1', denominator: '1' },
      trigger: { type: 'VESTING_EVENT' },
      next_condition_ids: [],
    },
  ],
});

const portionOf = ({ n, d }: Fraction) => ({ numerator: String(n), denominator: String(d) });

const partInWords = ({ n, d }: Fraction): string => {
  const hundredths = n * 100n;
  return hundredths % d === 0n && d <= 100n ? `${hundredths / d}%` : `${n}/${d}`;
};

function inWords({ months, times, part }: VestingStep): string {
  const share = partInWords(part);
  if (months === 0) return say`${share} at the start`;
  if (times === 1) return say`${share} after ${counted(months)}`;
  if (months === 1) return say`${share} each month, ${times} times`;
  if (months === 12) return say`${share} each year, ${times} times`;
  return say`${share} each ${counted(months)}, ${times} times`;
}

/** In words, such as "12/48 after 1 year, then 1/48 each month, 36 times". */
export const scheduleInWords = (steps: readonly VestingStep[]): string => steps.map(inWords).join(say`, then `);

function counted(months: number): string {
  if (months % 12 === 0) return months === 12 ? say`1 year` : say`${months / 12} years`;
  return months === 1 ? say`1 month` : say`${months} months`;
}

function nameOf(steps: readonly VestingStep[]): string {
  const name = `${counted(lengthOf(steps))}: ${scheduleInWords(steps)}`;
  return name.length <= 100 ? name : say`${counted(lengthOf(steps))}, ${steps.length} parts`;
}
