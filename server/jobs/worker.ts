// Does what waits in the table of jobs: at least once, by lane, companies in turn, with growing pauses after failures. Several
// processes may do so: a job is leased by moving its next attempt into the future. A lease ends when its process was killed.
import type { Lane } from '../data/queue/jobs.ts';
import { giveUp } from '../commands/office/giveUpJob.ts';
import { NeverAgain } from './job.ts';
import type { Handlers, Job, JobNeeds } from './job.ts';

interface PlacesFor {
  /** In this order: one of a later lane is taken only when none of an earlier one is ready. */
  lanes: readonly Lane[];
  /** How many are done at once. */
  places: number;
  /** Longer than one of them may take. */
  leaseSeconds: number;
  /** The longest pause between two attempts. */
  longestPauseSeconds: number;
}

/** Codes have places of their own, so that a code begins at once, whatever else is under way. */
export const PLACES: readonly PlacesFor[] = [
  { lanes: ['code'], places: 4, leaseSeconds: 60, longestPauseSeconds: 30 },
  { lanes: ['single', 'bulk'], places: 8, leaseSeconds: 60, longestPauseSeconds: 900 },
  { lanes: ['slow'], places: 2, leaseSeconds: 900, longestPauseSeconds: 3600 },
];

export interface Worker {
  /** Looks for jobs now, and not only at the next poll. */
  wake(): void;
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

export function startWorker(needs: JobNeeds, handlers: Handlers, pollMs = 1000): Worker {
  const groups = PLACES.map((places) => new Group(needs, handlers, places));
  const wake = () => groups.forEach((group) => group.fill());
  let polling: Promise<void> | null = null;
  const timer = setInterval(() => {
    polling ??= needs.db
      .system((tx) => tx.rows('select ready_jobs()'))
      .then(wake, (error: unknown) =>
        needs.log.error('The jobs could not be read.', { reason: (error as Error).message }),
      )
      .finally(() => (polling = null));
  }, pollMs);
  timer.unref();
  return {
    wake,
    async stop() {
      clearInterval(timer);
      await Promise.all([polling, ...groups.map((group) => group.stop())]);
    },
  };
}

/** The places of some lanes: whenever one is free, the next job takes it. */
class Group {
  readonly #needs: JobNeeds;
  readonly #handlers: Handlers;
  readonly #for: PlacesFor;
  /** The company served last in each lane. */
  readonly #lastTurns: (string | null)[];
  readonly #running = new Set<Promise<void>>();
  #filling: Promise<void> | null = null;
  #isAskedAgain = false;
  #isStopped = false;
  constructor(needs: JobNeeds, handlers: Handlers, places: PlacesFor) {
    this.#needs = needs;
    this.#handlers = handlers;
    this.#for = places;
    this.#lastTurns = places.lanes.map(() => null);
  }

  fill(): void {
    this.#isAskedAgain = true;
    this.#filling ??= this.#fill().finally(() => (this.#filling = null));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#filling;
    await Promise.all(this.#running);
  }

  async #fill() {
    while (this.#isAskedAgain && !this.#isStopped && this.#running.size < this.#for.places) {
      this.#isAskedAgain = false;
      try {
        for (const job of await this.#take(this.#for.places - this.#running.size)) this.#begin(job);
      } catch (error) {
        this.#needs.log.error('The jobs could not be read.', { reason: (error as Error).message });
      }
    }
  }

  async #take(atMost: number): Promise<Job[]> {
    const { lanes, leaseSeconds } = this.#for;
    const jobs = await this.#needs.db.system((tx) =>
      tx.rows<Job>('select * from take_jobs($1, $2, $3, $4)', [lanes, this.#lastTurns, atMost, leaseSeconds]),
    );
    for (const { lane, turn_of } of jobs) this.#lastTurns[lanes.indexOf(lane)] = turn_of;
    return jobs;
  }

  #begin(job: Job) {
    const running = this.#do(job).finally(() => {
      this.#running.delete(running);
      this.fill();
    });
    this.#running.add(running);
  }

  async #do(job: Job): Promise<void> {
    const { db, log } = this.#needs;
    try {
      const handler = this.#handlers[job.kind];
      if (job.is_expired) throw new NeverAgain('It could not be delivered in time.');
      // Of a newer version, beside which this process still serves, or of a provider that is not configured any more.
      if (!handler) throw new Error(`Nothing here does "${job.kind}".`);
      const again = await handler(job);
      await db.system((tx) =>
        again
          ? tx.rows('select pause_job($1, null, $2)', [job.id, again.againInSeconds])
          : tx.rows('select end_job($1)', [job.id]),
      );
    } catch (error) {
      const reason = (error as Error).message.slice(0, 300);
      const { id, kind, lane, attempts } = job;
      log.warn('A job was not done.', { id, kind, lane, attempts, reason });
      const pause =
        Math.min(2 ** Math.min(attempts - 1, 20), this.#for.longestPauseSeconds) * (0.75 + Math.random() / 2);
      await db
        .system<unknown>((tx) =>
          error instanceof NeverAgain
            ? giveUp(tx, this.#needs, id, reason)
            : tx.rows('select pause_job($1, $2, $3)', [id, reason, pause]),
        )
        .catch(() => db.system((tx) => tx.rows('select pause_job($1, $2, $3)', [id, reason, pause])))
        // Its lease ends, and it is done again.
        .catch((failure: unknown) =>
          log.error('What became of a job was not noted.', { id, reason: (failure as Error).message }),
        );
    }
  }
}
