// Shares of the connections: no company and no person has most of them, and who has just used a lot has fewer for a while, so
// that others are served as before.

export interface ShareLimits {
  /** At a time. */
  most: number;
  /** At a time, for who was using more than `BUSY` connections on average over the last seconds. */
  whenBusy: number;
}

interface Share {
  held: number;
  /** The average number held over the last seconds, as of `at`. */
  load: number;
  at: number;
  /** Receives whether it got a connection. */
  waiting: Array<(isTurn: boolean) => void>;
}

const BUSY = 1.5;
const SECONDS = 5;
/** Below it a share is as one that was never used. */
const IDLE = 0.01;

export class ConnectionQuota {
  readonly #limits: ShareLimits;
  readonly #patienceMs: number;
  readonly #now: () => number;
  readonly #shares = new Map<string, Share>();

  /** `now`: milliseconds of a clock that only counts up. */
  constructor(limits: ShareLimits, patienceMs: number, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#patienceMs = patienceMs;
    this.#now = now;
  }

  /** Out: a function that releases it, once. False: none became free in time. */
  async take(key: string): Promise<(() => void) | false> {
    const share = this.#shareOf(key);
    // A released connection goes directly to the next waiter, so that nobody overtakes.
    if (share.waiting.length === 0 && share.held < this.#limitOf(share)) this.#hold(share, 1);
    else if (!(await this.#turn(share))) return false;
    return () => this.#giveBack(share);
  }

  #shareOf(key: string): Share {
    const known = this.#shares.get(key);
    if (known) return known;
    for (const [other, share] of this.#shares) {
      if (share.held > 0 || share.waiting.length > 0 || this.#loadOf(share) > IDLE) break;
      this.#shares.delete(other);
    }
    const share: Share = { held: 0, load: 0, at: this.#now(), waiting: [] };
    this.#shares.set(key, share);
    return share;
  }

  #limitOf(share: Share): number {
    return this.#loadOf(share) > BUSY ? this.#limits.whenBusy : this.#limits.most;
  }

  /** An average that forgets: what was held counts less the longer ago it was. */
  #loadOf({ held, load, at }: Share): number {
    const kept = Math.exp((at - this.#now()) / (SECONDS * 1000));
    return load * kept + held * (1 - kept);
  }

  #hold(share: Share, more: number): void {
    share.load = this.#loadOf(share);
    share.at = this.#now();
    share.held += more;
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

  #giveBack(share: Share): void {
    this.#hold(share, -1);
    while (share.waiting.length > 0 && share.held < this.#limitOf(share)) {
      this.#hold(share, 1);
      share.waiting.shift()!(true);
    }
  }

  /** The database is not responding: fails the waiters at once. */
  refuseWaiting(): void {
    for (const share of this.#shares.values()) for (const go of share.waiting.splice(0)) go(false);
  }
}
