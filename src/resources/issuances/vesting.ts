// The vesting of what is issued: all at once, over a number of months, or by a schedule that is there already.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { ALLOCATION_TYPES } from '#src/domain/keywords.ts';
import { DAYS_OF_MONTH, START_DAY } from '#src/domain/vesting/standardTerms.ts';
import { choice, date, number, reference } from '../kit/fields.ts';
import type { Fields } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';
import { isoDate, oneOf, plainText } from '../kit/validation.ts';
import { allocationWords } from '../vestingTerms.ts';
import { answeredOf, part } from './issuance.ts';
import type { Typed } from './issuance.ts';

const wholeMonths = (least: number) =>
  z
    .int(say`A whole number of months.`)
    .min(least, say`At least ${least}.`)
    .max(limits.vestingMonths, say`At most ${limits.vestingMonths} months.`);

/** The usual schedule as a body says it: so many months, after a cliff. */
export const standardVesting = z
  .strictObject({
    vesting_start: isoDate,
    months: wholeMonths(1),
    cliff_months: wholeMonths(0).default(0),
    allocation_type: oneOf(ALLOCATION_TYPES).default('CUMULATIVE_ROUNDING'),
    day_of_month: z
      .string()
      .refine(
        (value) => DAYS_OF_MONTH.includes(value),
        say`Such as VESTING_START_DAY_OR_LAST_DAY_OF_MONTH, or 01 to 28.`,
      )
      .default(START_DAY),
  })
  .refine((vesting) => vesting.cliff_months <= vesting.months, {
    message: say`The cliff cannot be longer than the whole schedule.`,
    path: ['cliff_months'],
  });

export const STANDARD_INPUTS = ['vesting_start', 'months', 'cliff_months', 'allocation_type', 'day_of_month'];

export const vestingParts = {
  vesting_terms_id: part(plainText(200).nullish(), ({ schedule, vesting_terms_id }) =>
    schedule === 'terms' ? vesting_terms_id : undefined,
  ),
  vesting_start: part(isoDate.nullish(), ({ schedule, vesting_start }) =>
    schedule === 'terms' ? vesting_start : undefined,
  ),
  vesting: part(standardVesting.nullish(), (typed) =>
    typed.schedule === 'standard' ? answeredOf(typed, STANDARD_INPUTS) : undefined,
  ),
};

/** Refuses both at once. */
export const vestingFaults = (body: { vesting?: unknown; vesting_terms_id?: string | null | undefined }) =>
  body.vesting && body.vesting_terms_id ? { vesting_terms_id: say`Choose a schedule or describe one, not both.` } : {};

const SCHEDULES = {
  none: say`All at once`,
  standard: say`Over a number of months`,
  terms: say`By an existing schedule`,
};
type Schedule = keyof typeof SCHEDULES;

const dayWords = (day: string) =>
  day === START_DAY
    ? say`Same day as the start`
    : /^\d\d$/.test(day)
      ? say`Day ${Number(day)}`
      : say`Day ${day.slice(0, 2)}, or the last`;

/** In: the usual schedule of what is issued, and in which order they are offered. */
export const vestingInputs = (typed: Typed, offered: readonly [Schedule, ...Schedule[]]): Fields => ({
  schedule: choice(offered, { required: true, default: offered[0], label: say`Vesting`, labels: SCHEDULES }),
  ...scheduleInputs(typed),
});

function scheduleInputs({ schedule }: Typed): Fields {
  const vesting_start = date({ required: true, label: say`Vesting start`, help: say`Often the first day of work.` });
  if (schedule === 'none') return {};
  if (schedule === 'terms')
    return { vesting_terms_id: reference('vesting-terms', { required: true, label: say`Schedule` }), vesting_start };
  return {
    vesting_start,
    months: number({ required: true, min: 1, max: limits.vestingMonths, label: say`Total months` }),
    cliff_months: number({
      required: true,
      min: 0,
      max: limits.vestingMonths,
      label: say`Cliff, months`,
      help: say`Months before the first shares vest.`,
    }),
    allocation_type: choice(ALLOCATION_TYPES, {
      required: true,
      label: say`Rounding of the parts`,
      labels: { ...allocationWords, CUMULATIVE_ROUNDING: say`${allocationWords.CUMULATIVE_ROUNDING} (usual)` },
    }),
    day_of_month: choice(DAYS_OF_MONTH, {
      required: true,
      label: say`Day of the month`,
      labels: Object.fromEntries(DAYS_OF_MONTH.map((day) => [day, dayWords(day)])),
    }),
  };
}

export const vestingRows = ({ schedule }: Typed): string[][] => [
  ['schedule'],
  ...(schedule === 'none'
    ? []
    : schedule === 'terms'
      ? [['vesting_terms_id', 'vesting_start']]
      : [['vesting_start'], ['months', 'cliff_months'], ['day_of_month', 'allocation_type']]),
];

export const vestingStarts = (schedule: Schedule, today: string): Typed => ({
  schedule,
  vesting_start: today,
  months: 48,
  cliff_months: 12,
  allocation_type: 'CUMULATIVE_ROUNDING',
  day_of_month: START_DAY,
});

export const vestingInputOf = (member: string): string | undefined => /^vesting\.(\w+)$/.exec(member)?.[1];
