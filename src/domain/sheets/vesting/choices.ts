// What a text about vesting may be answered to mean, each with what vests by year.
import { addMonths } from '#src/domain/dates.ts';
import { grouped } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { START_CONDITION_ID } from '#src/domain/vesting/standardTerms.ts';
import { lengthOf, scheduleInWords, scheduleKey, stepTerms } from '#src/domain/vesting/stepTerms.ts';
import type { VestingStep } from '#src/domain/vesting/stepTerms.ts';
import { scheduleOf } from '#src/domain/vesting/schedule.ts';
import type { Schedule } from '#src/domain/vesting/schedule.ts';
import type { Question } from '../reading.ts';
import { evenly } from './schedule.ts';
import { plain } from './words.ts';

export type AnsweredMeaning = 'vested' | 'event' | VestingStep[];

export interface Choice {
  value: string;
  label: string;
  meaning: AnsweredMeaning;
}

const USUAL: readonly VestingStep[][] = [
  evenly(48, 1, 12)!,
  evenly(48, 1, 0)!,
  evenly(48, 3, 12)!,
  evenly(48, 12, 0)!,
  evenly(36, 1, 12)!,
  evenly(36, 1, 0)!,
  evenly(12, 1, 0)!,
];

/** `likely`: the schedules that the text may mean, the likeliest first. */
export function choicesOf(likely: readonly VestingStep[][], quantity: Decimal): Choice[] {
  const schedules = new Map([...likely, ...USUAL].map((steps) => [scheduleKey(steps), steps]));
  return [
    ...[...schedules].map(([key, steps]) => ({
      value: `schedule ${key}`,
      label: `${scheduleInWords(steps)}: ${amountsInWords(steps, quantity)}`,
      meaning: steps,
    })),
    {
      value: 'event',
      label: 'Nothing vests by time: nothing has vested until its event is entered',
      meaning: 'event' as const,
    },
    { value: 'vested', label: `Fully vested: ${grouped(quantity)} from the first day`, meaning: 'vested' as const },
  ];
}

export const shownChoices = (choices: readonly Choice[]): Question['choices'] =>
  choices.map(({ value, label }) => ({ value, label }));

/** What a grant of that quantity that vests by these steps has vested on a day. */
export const scheduleFrom = (
  steps: readonly VestingStep[],
  { quantity, issued_on, start }: { quantity: Decimal; issued_on: string; start: string },
): Schedule =>
  scheduleOf({
    quantity,
    issued_on,
    terms: stepTerms('terms', steps),
    vestings: [],
    facts: [{ fact: 'START', effective_date: start, vesting_condition_id: START_CONDITION_ID, quantity: null }],
  });

const START = '2001-01-01';
const YEARS_MAX = 6;

/** "1,200 after 1 year, 2,400 after 2 years": or the whole after months, where that is sooner. */
function amountsInWords(steps: readonly VestingStep[], quantity: Decimal): string {
  const months = lengthOf(steps);
  const schedule = scheduleFrom(steps, { quantity, issued_on: START, start: START });
  const years = Array.from(
    { length: Math.min(YEARS_MAX, Math.floor(months / 12)) },
    (_each, index) => (index + 1) * 12,
  );
  const days = months % 12 === 0 && months <= YEARS_MAX * 12 ? years : [...years, months];
  return days
    .map((after) => {
      const vested = grouped(schedule.vestedAt(addMonths(START, after)) ?? 0n);
      return after === 0 ? `${vested} on the first day` : `${vested} after ${inTime(after)}`;
    })
    .join(', ');
}

function inTime(months: number): string {
  if (months % 12 !== 0) return months === 1 ? '1 month' : `${months} months`;
  return months === 12 ? '1 year' : `${months / 12} years`;
}

const KEY_MAX = 100;

/** The same for a text in other letters; two long ones differ by a sum of their letters. */
export function textKey(text: string): string {
  const start = plain(text.slice(0, KEY_MAX));
  if (text.length <= KEY_MAX) return start;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return `${start} ${text.length} ${sum >>> 0}`;
}
