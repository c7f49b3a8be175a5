// Notices a PostgreSQL that stands still while somebody waits for it, so that they are told instead of kept waiting.
// A statement that takes its time is left alone: the database answers others meanwhile.

/** Ticks are counted, not time: a pause of our own process is one tick, however long it was. */
const TICK_MS = 200;
const ASKS_AFTER_TICKS = 2;
const LOST_AFTER_TICKS = 8;
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

export class Standstill extends Error {
  constructor() {
    super('PostgreSQL does not answer');
  }
}

export class Pulse {
  readonly #ask: () => Promise<unknown>;
  readonly #waiting = new Set<(reason: Standstill) => void>();
  #timer: NodeJS.Timeout | undefined;
  #quietTicks = 0;

  /** `ask` is answered at once by any database that runs; it must end by itself where none answers. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** What `answer` becomes. Refuses (Standstill): after 1.6 seconds in which nobody was answered anything. */
  watch<T>(answer: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject);
      this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
      const answered = () => {
        this.#waiting.delete(reject);
        this.#quietTicks = 0;
      };
      answer.then(
        (value) => {
          answered();
          resolve(value);
        },
        (error) => {
          answered();
          reject(error);
        },
      );
    });
  }

  #tick(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#quietTicks = 0;
      return;
    }
    this.#quietTicks += 1;
    if (this.#quietTicks === ASKS_AFTER_TICKS) {
      this.#ask().then(
        () => (this.#quietTicks = 0),
        (error: { code?: unknown }) => {
          // A refusal of PostgreSQL's own is an answer as well. No answer is what the ticks count.
          if (SQL_STATE.test(String(error.code))) this.#quietTicks = 0;
        },
      );
    }
    if (this.#quietTicks < LOST_AFTER_TICKS) return;
    this.#quietTicks = 0;
    for (const reject of this.#waiting) reject(new Standstill());
    this.#waiting.clear();
  }
}
