// Whom a transaction acts for, as the statement that began it answered.
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Actor } from '#src/resources/kit/access.ts';

export interface Session {
  actor: Actor & { client_name: string | null; time_zone: string | null };
  tokenHash: string;
}

/** The answer of `app_begin`: the actor, the end of the company's chain of changes, and its current date. */
export type Begun = Session['actor'] & { changes: string | null; today: string | null };
export const begunOf = (opened: pg.QueryResult | undefined) => opened?.rows[0] as Begun | undefined;
export const actorOf = (begun: Begun): Session['actor'] => {
  const { changes: _changes, today: _today, ...actor } = begun;
  return actor;
};
export const isSameActor = (one: Begun, other: Begun) => isDeepStrictEqual(actorOf(one), actorOf(other));

/** An early transaction began as an actor that the session no longer has. */
export class ActorChanged extends Error {}

/** The outcome of a piece of work, safe to ignore: calling it returns or throws what the work did. */
export const outcomeOf = <T>(work: Promise<T>): Promise<() => T> =>
  work.then(
    (answer) => () => answer,
    (error: unknown) => () => {
      throw error;
    },
  );
