// A cache of results that cost more to compute than to store, such as a list's row count, valid while nothing of the company
// changes. Every change is recorded in the company's chain (change_chain.sql), so the end of the chain identifies the state:
// with the same end, every process sees the same rows.
import type { IdOrder } from './idOrder.ts';
import type { Begun } from './session.ts';
import type { KeptAnswers, Page } from './tx.ts';

/** The number of figures, and of page characters, that are cached. */
const FIGURES_MAX = 10_000;
const PAGES_MAX = 16_000_000;
/** In characters of ids: five orders of three hundred thousand rows. */
const ORDERS_MAX = 64_000_000;

export class Kept<V> {
  readonly #kept = new Map<string, { state: string; answer: V; weight: number }>();
  readonly #most: number;
  readonly #weigh: (answer: V) => number;
  #weight = 0;

  /** `most`: the total weight limit; the oldest entries are removed first. */
  constructor(most: number, weigh: (answer: V) => number) {
    this.#most = most;
    this.#weigh = weigh;
  }

  /** `state`: identifies the company's state. Out: the cached result of that state, or a new one. */
  async of(key: string, state: string, ask: () => Promise<V>): Promise<V> {
    const known = this.#kept.get(key);
    if (known?.state === state) return known.answer;
    const answer = await ask();
    this.#drop(key);
    // Kept with it, because a page may change while it is kept (server/data/lists/keptPages.ts).
    const weight = this.#weigh(answer);
    this.#kept.set(key, { state, answer, weight });
    this.#weight += weight;
    while (this.#weight > this.#most) this.#drop(this.#kept.keys().next().value!);
    return answer;
  }

  #drop(key: string): void {
    const known = this.#kept.get(key);
    if (!known) return;
    this.#kept.delete(key);
    this.#weight -= known.weight;
  }
}

export class KeptOfCompanies {
  readonly #figures = new Kept<number>(FIGURES_MAX, () => 1);
  readonly #pages = new Kept<Page>(PAGES_MAX, ({ json }) => json.length);
  readonly #orders = new Kept<IdOrder>(ORDERS_MAX, ({ weight }) => weight);

  /** For a read-only snapshot: cached values belong to the state that it sees, a page and an order also to its date. */
  for({ account_id, org_id, role, changes, today }: Begun): KeptAnswers | undefined {
    if (!org_id) return undefined;
    return {
      figure: (key, ask) => this.#figures.of(`${org_id} ${role} ${key}`, changes!, ask),
      order: (key, ask) => this.#orders.of(`${org_id} ${role} ${key}`, `${changes} ${today}`, ask),
      page: (key, ask) => this.#pages.of(`${account_id} ${org_id} ${role} ${key}`, `${changes} ${today}`, ask),
    };
  }
}
