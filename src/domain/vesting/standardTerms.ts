// The usual schedule as VESTING_TERMS of the format: nothing before the cliff, then a part each month. A grant made here names
// such terms and gets a TX_VESTING_START that names START_CONDITION_ID.
import { say } from '#src/words/say.ts';
import type { OcfObject } from '../ledger/core/types.ts';
import type { AllocationType } from './terms.ts';

export const START_CONDITION_ID = 'vesting-start';
const CLIFF_CONDITION_ID = 'cliff';
const MONTHLY_CONDITION_ID = 'monthly';

/** The day of the vesting start, or the month's last day where the month is shorter. */
export const START_DAY = 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH';

/** The format's words for the day of a month on which something vests. */
export const DAYS_OF_MONTH: readonly string[] = [
  START_DAY,
  ...Array.from({ length: 28 }, (_, index) => String(index + 1).padStart(2, '0')),
  '29_OR_LAST_DAY_OF_MONTH',
  '30_OR_LAST_DAY_OF_MONTH',
  '31_OR_LAST_DAY_OF_MONTH',
];

type StandardTerms = {
  id: string;
  /** Until all of it has vested. */
  months: number;
  /** 0: no cliff. Not more than `months`. */
  cliff_months: number;
  allocation_type: AllocationType;
  day_of_month: string;
};

/** Valid in OCF 1.2.0. Throws a RangeError for months that make no schedule: forms refuse those before. */
export function standardTerms({ id, months, cliff_months, allocation_type, day_of_month }: StandardTerms): OcfObject {
  const isSchedule = Number.isSafeInteger(months) && Number.isSafeInteger(cliff_months) && months > 0;
  if (!isSchedule || cliff_months < 0 || cliff_months > months) {
    throw new RangeError(`No vesting schedule: ${months} months with a cliff of ${cliff_months}`);
  }
  const monthly = months - cliff_months;
  const after = (relative_to: string, length: number, occurrences: number) => ({
    type: 'VESTING_SCHEDULE_RELATIVE',
    period: { length, type: 'MONTHS', occurrences, day_of_month },
    relative_to_condition_id: relative_to,
  });
  const part = (numerator: number) => ({ numerator: String(numerator), denominator: String(months) });
  const ids = [
    START_CONDITION_ID,
    ...(cliff_months > 0 ? [CLIFF_CONDITION_ID] : []),
    ...(monthly > 0 ? [MONTHLY_CONDITION_ID] : []),
  ];
  const conditions: Record<string, object> = {
    [START_CONDITION_ID]: {
      description: say`Vesting starts`,
      quantity: '0',
      trigger: { type: 'VESTING_START_DATE' },
    },
    [CLIFF_CONDITION_ID]: {
      description: say`${part(cliff_months).numerator}/${months} after ${inWords(cliff_months)}`,
      portion: part(cliff_months),
      trigger: after(START_CONDITION_ID, cliff_months, 1),
    },
    [MONTHLY_CONDITION_ID]: {
      description: say`1/${months} each month, ${monthly} times`,
      portion: part(1),
      trigger: after(cliff_months > 0 ? CLIFF_CONDITION_ID : START_CONDITION_ID, 1, monthly),
    },
  };
  return {
    object_type: 'VESTING_TERMS',
    id,
    name: nameOf(months, cliff_months),
    description: descriptionOf(months, cliff_months),
    allocation_type,
    vesting_conditions: ids.map((each, index) => ({
      id: each,
      ...conditions[each],
      next_condition_ids: ids.slice(index + 1, index + 2),
    })),
  };
}

/** "4 years, 1-year cliff" */
export function nameOf(months: number, cliff: number): string {
  if (cliff === months) return say`All after ${inWords(months)}`;
  return cliff === 0 ? say`${inWords(months)}, monthly` : say`${inWords(months)}, ${cliffName(cliff)} cliff`;
}

function descriptionOf(months: number, cliff: number): string {
  if (cliff === months) return say`All of it vests ${inWords(months)} after the vesting start.`;
  const end = say`until all of it has vested ${inWords(months)} after the vesting start.`;
  if (cliff === 0) return say`1/${months} vests each month after the vesting start, ${end}`;
  return say`${cliff}/${months} vests ${inWords(cliff)} after the vesting start and 1/${months} each month after that, ${end}`;
}

/** 48 -> "4 years", 18 -> "18 months". */
function inWords(months: number): string {
  if (months % 12 === 0) return months === 12 ? say`1 year` : say`${months / 12} years`;
  return months === 1 ? say`1 month` : say`${months} months`;
}

function cliffName(months: number): string {
  if (months % 12 === 0) return months === 12 ? say`1-year` : say`${months / 12}-year`;
  return months === 1 ? say`1-month` : say`${months}-month`;
}
