// Answers that cost more to find than to keep, such as how many rows a list has, kept while nothing of the company changes.
// Every change of a company is noted in its chain (change_chain.sql), so the chain's end says which state a transaction sees:
// under the same end the same rows, in every process.

export class Kept<V> {
  readonly #kept = new Map<string, { state: string; answer: V }>();
  readonly #most: number;
  readonly #weigh: (answer: V) => number;
  #weight = 0;

  /** `most`: what all of them may weigh; the oldest go first. */
  constructor(most: number, weigh: (answer: V) => number) {
    this.#most = most;
    this.#weigh = weigh;
  }

  /** Whether it was asked for in any state. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** `state`: what names the company's state. Out: the answer as it was found in that state, or as it is found now. */
  async of(key: string, state: string, ask: () => Promise<V>): Promise<V> {
    const known = this.#kept.get(key);
    if (known?.state === state) return known.answer;
    const answer = await ask();
    this.#drop(key);
    this.#kept.set(key, { state, answer });
    this.#weight += this.#weigh(answer);
    while (this.#weight > this.#most) this.#drop(this.#kept.keys().next().value!);
    return answer;
  }

  #drop(key: string): void {
    const known = this.#kept.get(key);
    if (!known) return;
    this.#kept.delete(key);
    this.#weight -= this.#weigh(known.answer);
  }
}
