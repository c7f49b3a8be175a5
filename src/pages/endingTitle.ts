import { say } from '../words/say.ts';
import { formatDay } from '../admin/kit/format.ts';
import type { WaitingRows } from '../contract/dashboard.ts';
import type { Grant } from '../resources/grants.ts';
import type { Warrant } from '../resources/warrants.ts';

/** A grant, or a warrant, which does not vest. */
export type Ending = Pick<WaitingRows['grant_ends'], 'last_day'> &
  Pick<Warrant, 'outstanding'> &
  Partial<Pick<Grant, 'early_exercisable' | 'vested_outstanding' | 'compensation_type'>>;

/** The shares that can be exercised or released today; without a schedule, all outstanding ones. */
export const readyOf = (record: Ending): string =>
  (record.early_exercisable === true ? null : record.vested_outstanding) ?? record.outstanding ?? '0';

/** Units are released, everything else is exercised; neither is possible before vesting. */
export const endingTitle = (record: Ending, number: string | null): string => {
  const day = formatDay(record.last_day);
  const isUnit = record.compensation_type === 'RSU';
  if (readyOf(record) === '0')
    return number === null
      ? say`It ends on ${day}; none of it has vested`
      : say`${number} ends on ${day}; none of it has vested`;
  if (number === null) return isUnit ? say`It can be released until ${day}` : say`It can be exercised until ${day}`;
  return isUnit ? say`${number} can be released until ${day}` : say`${number} can be exercised until ${day}`;
};
