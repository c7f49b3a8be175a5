import { formatDay } from '../admin/format.ts';

/** Units are released, everything else is exercised. */
export const endingTitle = (record: Record<string, unknown>, number: unknown) =>
  `${String(number)} can be ${record.compensation_type === 'RSU' ? 'released' : 'exercised'} until ${formatDay(String(record.last_day))}`;
