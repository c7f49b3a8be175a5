// The usual schedule as a body says it: so many months, after a cliff.
import { z } from 'zod';
import { isoDate, oneOf } from '../../../src/resources/kit/validation.ts';
import { ALLOCATION_TYPES } from '../../../src/domain/keywords.ts';
import { DAYS_OF_MONTH, START_DAY } from '../../../src/domain/vesting/standardTerms.ts';
import { limits } from '../../../src/resources/kit/limits.ts';

const wholeMonths = (least: number) =>
  z
    .int('A whole number of months.')
    .min(least, `At least ${least}.`)
    .max(limits.vestingMonths, `At most ${limits.vestingMonths} months.`);

export const standardVestingBody = z
  .strictObject({
    vesting_start: isoDate,
    months: wholeMonths(1),
    cliff_months: wholeMonths(0).default(0),
    allocation_type: oneOf(ALLOCATION_TYPES).default('CUMULATIVE_ROUNDING'),
    day_of_month: z
      .string()
      .refine((value) => DAYS_OF_MONTH.includes(value), 'Such as VESTING_START_DAY_OR_LAST_DAY_OF_MONTH, or 01 to 28.')
      .default(START_DAY),
  })
  .refine((vesting) => vesting.cliff_months <= vesting.months, {
    message: 'The cliff cannot be longer than the whole schedule.',
    path: ['cliff_months'],
  });
