// What a kind of job is: one handler, in a file of its own under kinds/.
import type { Lane } from '../data/queue/jobs.ts';
import type { Deps } from '../deps.ts';

export interface Job {
  id: string;
  kind: string;
  lane: Lane;
  /** The company that it belongs to, where it belongs to one. */
  turn_of: string;
  details: Readonly<Record<string, unknown>>;
  /** How often it was begun, this time included. */
  attempts: number;
  is_expired: boolean;
}

export type JobNeeds = Pick<Deps, 'db' | 'secrets' | 'log' | 'newId' | 'now' | 'config'>;

/**
 * Does a job. It may be done twice when a process is killed, so it must bear that. Out: nothing when it is done, or the
 * seconds after which it is to be done again. Throws when it failed and is to be tried again, and `NeverAgain` when
 * trying again cannot help.
 */
export type Handler = (job: Job) => Promise<void | { againInSeconds: number }>;
export type Handlers = Readonly<Record<string, Handler>>;

/** A failure that will be the same next time. Its message says why, to whom the job's outcome concerns. */
export class NeverAgain extends Error {}
