// Work of which only so much is done at once: the next waits for its turn, and is refused when too much waits already.
import { AppError } from '../../src/domain/errors.ts';

export class Turns {
  readonly #atOnce: number;
  readonly #waiting: number;
  readonly #refusal: string;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  /** In: how much runs at once, how much waits, and the sentence for what is refused. */
  constructor(atOnce: number, waiting: number, refusal: string) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
    this.#refusal = refusal;
  }

  /** In the order of asking. Refuses: busy (503). */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#queue.length >= this.#waiting) throw new AppError('busy', this.#refusal, { status: 503 });
      // Whoever ends hands its turn over, so that nobody comes between.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
