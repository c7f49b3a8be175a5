// What the parts of the sample company's story share.
import { addDays } from '#src/domain/dates.ts';
import type { Tx } from '#server/db/database.ts';
import type { CommandContext } from '../core/context.ts';
import type { Day, staff } from './company.ts';

export type Person = keyof typeof staff;

/** An action with its day. */
export interface Act {
  date: string;
  tell: () => Promise<void>;
}

export interface Story {
  tx: Tx;
  org: string;
  /** Acts as a person on a day; from then on the database treats them as the actor. */
  as(person: Person, day: string): Promise<CommandContext>;
  day(day: Day): string;
  holderIds: Record<string, string>;
  classIds: Record<string, string>;
  accountIds: Record<Person, string>;
}

/** The story's days, told on a day: its years count from five before. */
export function daysFrom(today: string): (day: Day) => string {
  const year = Number(today.slice(0, 4)) - 5;
  return (day) => (typeof day === 'number' ? addDays(today, -day) : `${year + day[0]}-${day[1]}`);
}
