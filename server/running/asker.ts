// For whom the running work is done. Queues ask for it, however deep below a route they are, so that no route can forget to say
// it (docs/decisions/server-and-jobs.md#queues-take-companies-in-turn).
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Asker {
  /** Null for somebody who has no company yet. */
  org_id: string | null;
  account_id: string;
}

const running = new AsyncLocalStorage<Asker>();

/** Does the work, and all that it awaits, for this asker. */
export const onBehalfOf = <T>(asker: Asker, work: () => T): T => running.run(asker, work);

/** Undefined for what Sharebook does by itself. */
export const askerNow = (): Asker | undefined => running.getStore();
