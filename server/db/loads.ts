// How much each company or person has had in use over the last seconds: connections, or requests that another process answers.

const SECONDS = 5;
/** Below it a load is as one that never was. */
const IDLE = 0.01;

interface Load {
  held: number;
  /** The average number held over the last seconds, as of `at`. */
  average: number;
  at: number;
}

export class Loads {
  readonly #now: () => number;
  readonly #loads = new Map<string, Load>();
  readonly #all: Load;

  /** `now`: milliseconds of a clock that only counts up. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#all = { held: 0, average: 0, at: now() };
  }

  /** `more`: 1 when one is taken, -1 when it is given back. */
  hold(key: string, more: 1 | -1): void {
    for (const load of [this.#all, this.#known(key)]) {
      load.average = this.#averageOf(load);
      load.at = this.#now();
      load.held += more;
    }
  }

  heldBy(key: string): number {
    return this.#loads.get(key)?.held ?? 0;
  }

  /** On average over the last seconds. */
  of(key: string): number {
    const load = this.#loads.get(key);
    return load ? this.#averageOf(load) : 0;
  }

  /** Of all together. */
  get all(): number {
    return this.#averageOf(this.#all);
  }

  #known(key: string): Load {
    const known = this.#loads.get(key);
    if (known) return known;
    for (const [other, load] of this.#loads) {
      if (load.held > 0 || this.#averageOf(load) > IDLE) break;
      this.#loads.delete(other);
    }
    const load: Load = { held: 0, average: 0, at: this.#now() };
    this.#loads.set(key, load);
    return load;
  }

  /** An average that forgets: what was held counts less the longer ago it was. */
  #averageOf({ held, average, at }: Load): number {
    const kept = Math.exp((at - this.#now()) / (SECONDS * 1000));
    return average * kept + held * (1 - kept);
  }
}
