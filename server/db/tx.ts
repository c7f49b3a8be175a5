// What work asks of the database within its transaction (server/db/database.ts begins and ends it).
import type pg from 'pg';
import type { Pulse } from './pulse.ts';

export type Row = Record<string, unknown>;

export interface Compilable {
  compile(): { sql: string; parameters: readonly unknown[] };
}

// Statements that PostgreSQL parses and plans once for a connection. Planning under row-level security costs more than
// reading a page; the number of names is bounded because callers shape the text of a list.
const NAMES_MAX = 200;
const names = new Map<string, string>();
export function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < NAMES_MAX) names.set(text, `sharebook_${names.size}`);
  return names.get(text);
}

/** How long a statement may take, and how long a transaction may wait for the next one, in seconds. */
export const PATIENCE = { usual: 60, long: 15 * 60 };
// Set with the transaction: a pooler hands one connection to many.
export const limitsOf = (seconds: number) =>
  `set local statement_timeout = '${seconds}s'; set local idle_in_transaction_session_timeout = '${seconds}s'`;

/** More was asked than was expected, after the commit. */
export class TransactionOver extends Error {}

/** The first page of a list, as it is sent. */
export interface Page {
  json: string;
  range: string;
}
/** Answers in the company's state that the transaction sees, and whether one was asked for in any state. */
export interface KeptOf<V> {
  of(key: string, ask: () => Promise<V>): Promise<V>;
  has(key: string): boolean;
}
export interface KeptAnswers {
  figures: KeptOf<number>;
  pages: KeptOf<Page>;
}

/** One transaction on one connection. */
export class Tx {
  readonly #client: pg.PoolClient;
  readonly #mayPrepare: boolean;
  readonly #pulse: Pulse;
  /** Where the transaction is of one moment, and begun for somebody. */
  keptAnswers: KeptAnswers | undefined;
  #isLong = false;
  #isOver = false;
  #asksNoMore = false;
  constructor(client: pg.PoolClient, mayPrepare: boolean, pulse: Pulse) {
    this.#client = client;
    this.#mayPrepare = mayPrepare;
    this.#pulse = pulse;
  }
  /** What only a change of the company can change, and what differs by no day: asked for once in each of its states. */
  async kept(key: string, ask: () => Promise<number>): Promise<number> {
    return this.keptAnswers ? this.keptAnswers.figures.of(key, ask) : ask();
  }
  /** Whether such a figure is most likely known. */
  hasKept(key: string): boolean {
    return this.keptAnswers?.figures.has(key) ?? false;
  }
  /**
   * A page that only a change of the company or its next day can change: found once in each state, for one account. Where it
   * is most likely known, nothing else is asked.
   */
  async keptPage(key: string, ask: () => Promise<Page>): Promise<Page> {
    if (!this.keptAnswers) return ask();
    if (this.keptAnswers.pages.has(key)) this.expectNoMore();
    return this.keptAnswers.pages.of(key, ask);
  }
  /** What is asked next is most likely all: where it goes out with `begin`, so does the commit. */
  expectNoMore(): void {
    this.#asksNoMore = true;
  }
  get asksNoMore(): boolean {
    return this.#asksNoMore;
  }
  /** The transaction is over, and its connection is somebody else's next: nothing more is asked on it. */
  end(): void {
    this.#isOver = true;
  }
  // PostgreSQL ends what takes too long; only where it does not answer at all, the wait ends here.
  #ask({ name, text, values }: { name?: string | undefined; text: string; values: readonly unknown[] }) {
    if (this.#isOver) throw new TransactionOver();
    const query_timeout = (PATIENCE.long + 60) * 1000;
    const answer = this.#client.query({ name, text, values: values as unknown[], query_timeout } as pg.QueryConfig);
    return this.#isLong ? answer : this.#pulse.watch(answer);
  }
  /** For what reads or writes a whole ledger: it also waits for a database that stands still. */
  async takeTime(): Promise<void> {
    await this.rows(limitsOf(PATIENCE.long));
    this.#isLong = true;
  }
  async rows<R = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.#ask({ text, values })).rows as R[];
  }
  async row<R = Row>(text: string, values: readonly unknown[] = []): Promise<R | undefined> {
    return (await this.rows<R>(text, values))[0];
  }
  /** The rows of a statement, so many at a time: what was read is not held. One such statement at a time. */
  async *batches<R = Row>(text: string, values: readonly unknown[], size: number): AsyncGenerator<R[]> {
    await this.#ask({ text: `declare batches no scroll cursor for ${text}`, values });
    for (;;) {
      const rows = await this.rows<R>(`fetch forward ${size} from batches`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    await this.#ask({ text: 'close batches', values: [] });
  }
  /** How many rows a write touched. */
  async write(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#ask({ text, values })).rowCount ?? 0;
  }
  async run<R = Row>(query: Compilable): Promise<R[]> {
    const { sql, parameters } = query.compile();
    return this.rows<R>(sql, parameters);
  }
  /** As `run`, for a statement of few shapes that is asked again and again. */
  async runPrepared<R = Row>(query: Compilable): Promise<R[]> {
    const { sql, parameters } = query.compile();
    const name = this.#mayPrepare ? nameOf(sql) : undefined;
    return (await this.#ask({ name, text: sql, values: parameters })).rows as R[];
  }
}
