// Writes jobs in the transaction of the change that causes them. server/jobs does them afterwards.
import type { Tx } from '#server/db/database.ts';

/** A code never waits for a mail, one mail not for thousands, and nothing for what is slow. */
export const lanes = ['code', 'single', 'bulk', 'slow'] as const;
export type Lane = (typeof lanes)[number];

export interface NewJob {
  /** Chosen by whoever seals something under it. */
  id?: string;
  /** The name of a kind in server/jobs/kinds.ts. */
  kind: string;
  lane: Lane;
  /** The company whose turn it takes; of a code that has none, the network that asked for it. */
  turn_of?: string | undefined;
  details?: object;
  /** When it is given up. */
  secondsToLive?: number;
  /** When it is first done; at once without it. */
  pauseSeconds?: number;
  /** False: written like a real one, but never done. */
  leaves?: boolean;
}

/** Jobs written with one statement. */
const AT_ONCE = 500;

export async function queueJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  tx.hasQueued = true;
  for (let at = 0; at < jobs.length; at += AT_ONCE)
    await tx.rows('select queue_jobs($1)', [
      JSON.stringify(
        jobs.slice(at, at + AT_ONCE).map(({ secondsToLive, pauseSeconds, details, leaves, ...job }) => ({
          ...job,
          details: details ?? {},
          leaves: leaves ?? true,
          seconds_to_live: secondsToLive,
          pause_seconds: pauseSeconds,
        })),
      ),
    ]);
}
