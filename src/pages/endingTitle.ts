import { formatDay } from '../admin/kit/format.ts';

type Ending = Record<string, unknown>;

/** The shares that can be exercised or released today; without a schedule, all outstanding ones. */
export const readyOf = (record: Ending): string =>
  String((record.early_exercisable === true ? null : record.vested_outstanding) ?? record.outstanding);

/** Units are released, everything else is exercised; neither is possible before vesting. */
export const endingTitle = (record: Ending, number: unknown): string => {
  const day = formatDay(record.last_day);
  if (readyOf(record) === '0') return `${String(number)} ends on ${day}; none of it has vested`;
  return `${String(number)} can be ${record.compensation_type === 'RSU' ? 'released' : 'exercised'} until ${day}`;
};
