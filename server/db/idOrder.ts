// The ids of a whole list in one of its orders, so that any page of a long list is read by its ids.

/** Ids in one text, because so many small ones would take ten times as much memory. */
export class IdOrder {
  readonly #text: string;
  /** Where each begins, and where one after the last would. */
  readonly #starts: Uint32Array;

  constructor(ids: readonly string[]) {
    this.#text = ids.map((id) => `${id}\n`).join('');
    this.#starts = new Uint32Array(ids.length + 1);
    for (const [at, id] of ids.entries()) this.#starts[at + 1] = this.#starts[at]! + id.length + 1;
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  /** In characters. */
  get weight(): number {
    return this.#text.length + 4 * this.#starts.length;
  }

  slice(from: number, to: number): string[] {
    const starts = this.#starts.subarray(from, to + 1);
    return Array.from({ length: Math.max(0, starts.length - 1) }, (_, at) =>
      this.#text.slice(starts[at], starts[at + 1]! - 1),
    );
  }

  /** Out: -1 where it is not among them. */
  indexOf(id: string): number {
    for (let found = this.#text.indexOf(`${id}\n`); found >= 0; found = this.#text.indexOf(`${id}\n`, found + 1)) {
      const at = this.#atOrAfter(found);
      if (this.#starts[at] === found && this.#starts[at + 1] === found + id.length + 1) return at;
    }
    return -1;
  }

  #atOrAfter(start: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
