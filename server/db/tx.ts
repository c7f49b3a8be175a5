// The database interface inside a transaction (server/db/database.ts begins and ends it).
import type { IdOrder } from './idOrder.ts';
import type pg from 'pg';
import type { AuditLine, AuditRow } from './auditRow.ts';
import type { Pulse } from './pulse.ts';
import type { Statements } from './statements.ts';

export type Row = Record<string, unknown>;

export interface Compilable {
  compile(): { sql: string; parameters: readonly unknown[] };
}

/**
 * Limits in seconds: for a statement, and for a transaction's wait between statements. Whatever a person only reads is answered
 * within ten, or refused with what would make it faster.
 */
export const LIMIT_SECONDS = { reading: 10, usual: 60, long: 15 * 60 };
// Set with the transaction, because a pooler shares connections.
export const limitsOf = (seconds: number, idleSeconds = seconds) =>
  `set local statement_timeout = '${seconds}s'; set local idle_in_transaction_session_timeout = '${idleSeconds}s'`;

/**
 * A statement that costs as much as is asked of it: PostgreSQL enforces its limit of time, and `Pulse` watches whether it
 * answers at all. Without this it would have to end as fast as a transaction begins.
 */
export const longStatement = (text: string, values: readonly unknown[] = []): pg.QueryConfig =>
  ({ text, values: values as unknown[], query_timeout: (LIMIT_SECONDS.long + 60) * 1000 }) as pg.QueryConfig;

/** The first page of a list, as it is sent. */
export interface Page {
  json: string;
  range: string | null;
  /** The link to the next page. */
  next: string | null;
  /** Of its rows, the columns that are read each time, as they stand in `json` (server/data/lists/freshColumns.ts). */
  fresh?: (Row & { id: string })[];
}
/** Results cached for the state that the transaction sees. */
export interface KeptAnswers {
  figure(key: string, ask: () => Promise<number>): Promise<number>;
  page(key: string, ask: () => Promise<Page>): Promise<Page>;
  order(key: string, ask: () => Promise<IdOrder>): Promise<IdOrder>;
}

/** One transaction on one connection. */
export class Tx {
  readonly #client: pg.PoolClient;
  /** Absent where the pooler knows no prepared statements. */
  readonly #statements: Statements | undefined;
  readonly #pulse: Pulse;
  /** Only if the transaction is one snapshot for an actor. */
  keptAnswers: KeptAnswers | undefined;
  /** The row of the audit trail that the running request will write, and its lines for histories. */
  entry: { readonly id: string; readonly lines: AuditLine[] } | null = null;
  /** Written as the transaction's last step. */
  readonly audit: AuditRow[] = [];
  /** Whether this transaction queued jobs, which the worker is to begin as soon as they are committed. */
  hasQueued = false;
  /** What is done once it is committed, before its answer: in transactions of Sharebook itself. A failure is no failure of the call. */
  readonly afterCommit: ((system: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => Promise<unknown>)[] = [];
  #isLong = false;
  #isOver = false;
  constructor(client: pg.PoolClient, statements: Statements | undefined, pulse: Pulse) {
    this.#client = client;
    this.#statements = statements;
    this.#pulse = pulse;
  }
  /** A result that depends only on the company's data, not on the date: computed once per state. */
  async kept(key: string, ask: () => Promise<number>): Promise<number> {
    return this.keptAnswers ? this.keptAnswers.figure(key, ask) : ask();
  }
  /** A page that depends only on the company's data and its date: read once per state and account. */
  async keptPage(key: string, ask: () => Promise<Page>): Promise<Page> {
    return this.keptAnswers ? this.keptAnswers.page(key, ask) : ask();
  }
  /** The order of a list that depends only on the company's data and its date: sorted once per state and role. */
  async keptOrder(key: string, ask: () => Promise<IdOrder>): Promise<IdOrder> {
    return this.keptAnswers ? this.keptAnswers.order(key, ask) : ask();
  }
  /** As keptPage, of anything that is sent as JSON. */
  async keptPart<T>(key: string, ask: () => Promise<T>): Promise<T> {
    if (!this.keptAnswers) return ask();
    const part = async () => ({ json: JSON.stringify(await ask()), range: null, next: null });
    return JSON.parse((await this.keptAnswers.page(key, part)).json) as T;
  }
  /** The transaction is over and its connection belongs to others: no more statements. */
  end(): void {
    this.#isOver = true;
  }
  // PostgreSQL enforces the time limit; this wait ends only if it does not answer at all.
  #ask({ name, text, values }: { name?: string | undefined; text: string; values: readonly unknown[] }) {
    if (this.#isOver) throw new Error('A statement came after the end of its transaction.');
    const answer = this.#client.query({ ...longStatement(text, values), name });
    return this.#isLong ? answer : this.#pulse.watch(answer);
  }
  #askUsual(text: string, values: readonly unknown[]) {
    return this.#ask({ name: this.#statements?.usualNameOf(text, values), text, values });
  }
  /** For reading or writing a whole ledger: also waits for a database that does not respond. */
  async takeTime(): Promise<void> {
    await this.rows(limitsOf(LIMIT_SECONDS.long));
    this.#isLong = true;
  }
  async rows<R = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.#askUsual(text, values)).rows as R[];
  }
  async row<R = Row>(text: string, values: readonly unknown[] = []): Promise<R | undefined> {
    return (await this.rows<R>(text, values))[0];
  }
  /** Streams the rows of a statement in batches, without keeping them. One such statement at a time. */
  async *batches<R = Row>(text: string, values: readonly unknown[], size: number): AsyncGenerator<R[]> {
    await this.#ask({ text: `declare batches no scroll cursor for ${text}`, values });
    for (;;) {
      const rows = await this.rows<R>(`fetch forward ${size} from batches`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    await this.#ask({ text: 'close batches', values: [] });
  }
  /** The number of rows that a write changed. */
  async write(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#askUsual(text, values)).rowCount ?? 0;
  }
  /**
   * A statement whose text a caller determines, which takes no name from those of Sharebook's own. `hasOnePlan`: its plan is the same
   * whatever its values are, and making it for these would take longer than it runs.
   */
  async run<R = Row>(query: Compilable, { hasOnePlan = false } = {}): Promise<R[]> {
    const { sql, parameters } = query.compile();
    const name = this.#statements?.usualNameOf(sql, hasOnePlan ? [] : parameters, 'asked');
    const ask = () => this.#ask({ name, text: sql, values: parameters });
    if (!hasOnePlan) return (await ask()).rows as R[];
    // Sent together.
    const planning = (mode: string) => this.#askUsual("select set_config('plan_cache_mode', $1, true)", [mode]);
    const [, answer] = await Promise.all([planning('force_generic_plan'), ask(), planning('auto')]);
    return answer.rows as R[];
  }
  /** Like `run`, for frequent statements with few shapes. */
  async runPrepared<R = Row>(query: Compilable): Promise<R[]> {
    const { sql, parameters } = query.compile();
    const name = this.#statements?.nameOf(sql);
    return (await this.#ask({ name, text: sql, values: parameters })).rows as R[];
  }
}
