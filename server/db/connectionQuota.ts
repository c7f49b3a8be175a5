// Shares of the connections: no company and no person has most of them, and who has just used a lot has fewer for a while, so
// that others are served as before.
import type { Loads } from './loads.ts';

export interface ShareLimits {
  /** At a time. */
  most: number;
  /** At a time, for who was using more than `BUSY` connections on average over the last seconds. */
  whenBusy: number;
}

/** Receives whether it got a connection. */
type Waiter = (isTurn: boolean) => void;

/** Who has more waiting is told at once to come again: its queue would only cost others time. */
const WAITING_MAX = 100;
export const BUSY = 1.5;

export class ConnectionQuota {
  readonly #limits: ShareLimits;
  readonly #patienceMs: number;
  readonly #loads: Loads;
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(limits: ShareLimits, patienceMs: number, loads: Loads) {
    this.#limits = limits;
    this.#patienceMs = patienceMs;
    this.#loads = loads;
  }

  /** Out: a function that releases it, once. False: none became free in time, or too many wait. */
  async take(key: string): Promise<(() => void) | false> {
    const waiting = this.#waiting.get(key)?.length ?? 0;
    // A released connection goes directly to the next waiter, so that nobody overtakes.
    if (waiting === 0 && this.#hasRoom(key)) this.#loads.hold(key, 1);
    else if (waiting >= WAITING_MAX || !(await this.#turn(key))) return false;
    return () => this.#giveBack(key);
  }

  #hasRoom(key: string): boolean {
    const { most, whenBusy } = this.#limits;
    return this.#loads.heldBy(key) < (this.#loads.of(key) > BUSY ? whenBusy : most);
  }

  #turn(key: string): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, waiting);
      const go: Waiter = (isTurn) => {
        clearTimeout(timer);
        resolve(isTurn);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        this.#forget(key);
        resolve(false);
      }, this.#patienceMs);
      waiting.push(go);
    });
  }

  #giveBack(key: string): void {
    this.#loads.hold(key, -1);
    const waiting = this.#waiting.get(key) ?? [];
    while (waiting.length > 0 && this.#hasRoom(key)) {
      this.#loads.hold(key, 1);
      waiting.shift()!(true);
    }
    this.#forget(key);
  }

  #forget(key: string): void {
    if (this.#waiting.get(key)?.length === 0) this.#waiting.delete(key);
  }

  /** The database is not responding: fails the waiters at once. */
  refuseWaiting(): void {
    for (const [key, waiting] of this.#waiting) {
      for (const go of waiting.splice(0)) go(false);
      this.#forget(key);
    }
  }
}
