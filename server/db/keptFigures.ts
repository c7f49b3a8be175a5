// Figures that cost as much as a company is large, such as how many rows a list has, kept while nothing of the company
// changes. Every change of a company is noted in its chain (migration 0026), so the chain's end says which state a
// transaction sees: under the same end the same rows, in every process.

/** So many figures at once; the oldest goes first. */
const KEPT_MAX = 10_000;

export class KeptFigures {
  readonly #kept = new Map<string, { state: string; figure: number }>();

  /** Whether the figure was asked for in any state. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** `state`: what names the company's state. Out: the figure as it was asked for in that state, or as it is asked for now. */
  async of(key: string, state: string, ask: () => Promise<number>): Promise<number> {
    const known = this.#kept.get(key);
    if (known?.state === state) return known.figure;
    const figure = await ask();
    this.#kept.delete(key);
    this.#kept.set(key, { state, figure });
    if (this.#kept.size > KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!);
    return figure;
  }
}
