// What a request brings along for all that it does, however deep below its route: from which network it came, and its reader's language.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  /** Codes of one network wait for each other, and nobody else's for them. */
  network: string;
  locale: () => string;
}

const running = new AsyncLocalStorage<RequestContext>();

/** Does the work, and all that it awaits, for this request. */
export const duringRequest = <T>(request: RequestContext, work: () => T): T => running.run(request, work);

/** Undefined for what Sharebook does by itself. */
export const requestNow = (): RequestContext | undefined => running.getStore();
