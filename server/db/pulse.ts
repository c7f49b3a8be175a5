// Detects a PostgreSQL that no longer responds, so that waiting requests fail instead of hanging. Long statements continue,
// because the database still answers others.

/** Counts ticks instead of time: a pause of our own process is one tick, however long it was. */
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

  /** Any running database answers `ask` at once; `ask` must end by itself when none does. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Resolves like `answer`. Throws (Standstill) after 1.6 seconds without any answer from the database. */
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
          // A PostgreSQL error is an answer too. The ticks count only silence.
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
