// How many connections one company may hold at once: whatever it does, others are served.

interface Share {
  held: number;
  /** Called with whether their turn has come. */
  waiting: Array<(isTurn: boolean) => void>;
}

export class Shares {
  readonly #max: number;
  readonly #patienceMs: number;
  readonly #shares = new Map<string, Share>();

  constructor(max: number, patienceMs: number) {
    this.#max = max;
    this.#patienceMs = patienceMs;
  }

  /** Out: what gives it back, once. False: nothing came free within the patience. */
  async take(key: string): Promise<(() => void) | false> {
    const share = this.#shares.get(key) ?? { held: 0, waiting: [] };
    this.#shares.set(key, share);
    // Whose turn comes takes over what was given back, so that nobody slips in between.
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

  /** The database answers nobody: whoever waits for a turn is told now, and not after waiting for the database as well. */
  refuseWaiting(): void {
    for (const share of this.#shares.values()) for (const go of share.waiting.splice(0)) go(false);
  }
}
