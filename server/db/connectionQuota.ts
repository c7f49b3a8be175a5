// Limits the connections of one company, so that others are always served.

interface Share {
  held: number;
  /** Receives whether it got a connection. */
  waiting: Array<(isTurn: boolean) => void>;
}

export class ConnectionQuota {
  readonly #max: number;
  readonly #patienceMs: number;
  readonly #shares = new Map<string, Share>();

  constructor(max: number, patienceMs: number) {
    this.#max = max;
    this.#patienceMs = patienceMs;
  }

  /** Out: a function that releases it, once. False: none became free in time. */
  async take(key: string): Promise<(() => void) | false> {
    const share = this.#shares.get(key) ?? { held: 0, waiting: [] };
    this.#shares.set(key, share);
    // A released connection goes directly to the next waiter, so that nobody overtakes.
    if (share.held < this.#max) share.held += 1;
    else if (!(await this.#turn(share))) return false;
    return () => this.#giveBack(key, share);
  }

  #turn(share: Share): Promise<boolean> {
    return new Promise((resolve) => {
      const go = (isTurn: boolean) => {
        clearTimeout(timer);
        resolve(isTurn);
      };
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(go), 1);
        resolve(false);
      }, this.#patienceMs);
      share.waiting.push(go);
    });
  }

  #giveBack(key: string, share: Share): void {
    const next = share.waiting.shift();
    if (next) return next(true);
    share.held -= 1;
    if (share.held === 0) this.#shares.delete(key);
  }

  /** The database is not responding: fails the waiters at once. */
  refuseWaiting(): void {
    for (const share of this.#shares.values()) for (const go of share.waiting.splice(0)) go(false);
  }
}
