// One pool under the application's login, and the request's transaction: begun, told who asks, and ended.
import pg from 'pg';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { AppError } from '../../src/domain/errors.ts';
import type { Actor, MembershipStatus, Role } from '../../src/resources/kit/access.ts';
import { Pulse, Standstill } from './pulse.ts';
import { Shares } from './shares.ts';

// Days stay text and exact numbers stay text, in one place: a JS Date shifts days, a float loses shares.
const TEXT_TYPES = [pg.types.builtins.DATE, pg.types.builtins.NUMERIC, pg.types.builtins.INT8];
for (const type of TEXT_TYPES) pg.types.setTypeParser(type, (value) => value);
const instant = (value: string) => new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instant);

export type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;

/** Builds SQL only; execution goes through a transaction. Identifiers come from declarations, values are parameters. */
export const sqlBuilder = new Kysely<AnyTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

interface Compilable {
  compile(): { sql: string; parameters: readonly unknown[] };
}

// Statements that PostgreSQL parses and plans once for a connection. Planning under row-level security costs more than
// reading a page; the number of names is bounded because callers shape the text of a list.
const NAMES_MAX = 200;
const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < NAMES_MAX) names.set(text, `sharebook_${names.size}`);
  return names.get(text);
}

/** How long a statement may take, and how long a transaction may wait for the next one, in seconds. */
const PATIENCE = { usual: 60, long: 15 * 60 };
/** Beginning takes no time: where it takes longer, PostgreSQL stands still, or all connections are in use. */
const BEGIN_MAX_MS = 1700;

const CONNECTIONS = 12;
/** Of the connections, what one company may hold at once. */
const COMPANY_SHARE = 2 / 3;
/** So many sessions are known by their company; those in none share as one. */
const COMPANIES_KNOWN_MAX = 10_000;
const NO_COMPANY = 'none';

/** One transaction on one connection. */
export class Tx {
  readonly #client: pg.PoolClient;
  readonly #mayPrepare: boolean;
  readonly #pulse: Pulse;
  #isLong = false;
  constructor(client: pg.PoolClient, mayPrepare: boolean, pulse: Pulse) {
    this.#client = client;
    this.#mayPrepare = mayPrepare;
    this.#pulse = pulse;
  }
  // PostgreSQL ends what takes too long; only where it does not answer at all, the wait ends here.
  #ask({ name, text, values }: { name?: string | undefined; text: string; values: readonly unknown[] }) {
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

// Set with the transaction: a pooler hands one connection to many.
const limitsOf = (seconds: number) =>
  `set local statement_timeout = '${seconds}s'; set local idle_in_transaction_session_timeout = '${seconds}s'`;
// What an injected statement may have left on a connection that others get: a path on which other tables are found, and a
// statement of its own under a name of ours, which alone was prepared by SQL. Settings end with their transaction.
const begin = (isolation: string) =>
  `begin isolation level ${isolation}; set local search_path = public; set local timezone = 'UTC'; select refuse_foreign_statements(); ${limitsOf(PATIENCE.usual)}`;
const FOREIGN_STATEMENTS = 'SB001';
/** What a statement set for the whole session is nobody else's. */
const CLEAN = 'reset all';

export interface Session {
  actor: Actor & { client_name: string | null };
  tokenHash: string;
}

/** Chains and seals what a transaction changed; the last thing before it commits. */
export type Seal = (client: Pick<pg.ClientBase, 'query'>) => Promise<void>;

const RETRYABLE = new Set(['40001', '40P01']);
// A pooler between us and PostgreSQL that does not know named statements answers with one of these.
const NAMES_UNKNOWN = new Set(['26000', '42P05']);

export class Database {
  readonly pool: pg.Pool;
  readonly #pulsePool: pg.Pool;
  readonly #pulse: Pulse;
  readonly #idleSeconds: number;
  readonly #maxSeconds: number;
  readonly #seal: Seal | undefined;
  readonly #systemToken: Buffer | undefined;
  readonly #shares: Shares;
  /** The company that each session was in when it last asked. */
  readonly #companyOf = new Map<string, string>();
  #mayPrepare = true;

  /**
   * Without `seal` what is written stays unsealed, and verify names it: for those who only read. `systemToken` is what the
   * serving login says where nobody is signed in; the schema's owner needs none.
   */
  constructor(
    url: string,
    options: { idleSeconds: number; maxSeconds: number; connections?: number; seal?: Seal; systemToken?: Buffer },
  ) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: options.connections ?? CONNECTIONS,
      connectionTimeoutMillis: BEGIN_MAX_MS,
      idleTimeoutMillis: 30_000,
      // Of what is asked outside of a transaction, and of beginning one.
      query_timeout: BEGIN_MAX_MS,
      // What begins a transaction goes out together; everything else waits for its answer.
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#pulsePool = new pg.Pool({
      connectionString: url,
      max: 1,
      connectionTimeoutMillis: BEGIN_MAX_MS,
      query_timeout: BEGIN_MAX_MS,
      idleTimeoutMillis: 30_000,
    });
    this.#pulsePool.on('error', () => undefined);
    this.#pulse = new Pulse(() => this.#pulsePool.query('select 1'));
    this.pool.on('error', () => undefined); // A lost idle connection is replaced at the next checkout.
    // One that is lost while somebody has it fails their next statement; unheard, the event would end the process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.#shares = new Shares(Math.ceil((options.connections ?? CONNECTIONS) * COMPANY_SHARE), BEGIN_MAX_MS);
    this.#idleSeconds = options.idleSeconds;
    this.#maxSeconds = options.maxSeconds;
    this.#seal = options.seal;
    this.#systemToken = options.systemToken;
  }

  /** Work that belongs to no organisation: accounts, codes, sessions, the outbox. `isOfOneMoment`: each statement sees the same. */
  async system<T>(work: (tx: Tx) => Promise<T>, { isOfOneMoment = false } = {}): Promise<T> {
    const first = this.#systemToken && { text: 'select begin_system($1)', values: [this.#systemToken] };
    return this.#transaction(first, async (tx) => work(tx), { isOfOneMoment });
  }

  /**
   * The request's transaction for the holder of a session token. Refuses: session_invalid (401).
   * `begin` and the session go out together; a reading transaction is answered before its commit returns. What opens
   * anything is bound and never part of a statement's text: that is shown to whoever has the same login.
   */
  async asActor<T>(
    tokenHash: string,
    work: (tx: Tx, session: Session) => Promise<T>,
    options: { readOnly?: boolean } = {},
  ): Promise<T> {
    if (!/^[0-9a-f]{64}$/.test(tokenHash)) throw sessionInvalid();
    const first = {
      text: 'select * from app_begin($1, $2, $3)',
      values: [tokenHash, this.#idleSeconds, this.#maxSeconds],
      isPrepared: true,
    };
    const giveBack = await this.#shares.take(this.#companyOf.get(tokenHash) ?? tokenHash);
    if (!giveBack) throw unavailable(undefined);
    const transaction = this.#transaction(
      first,
      async (tx, begun) => {
        const found = begun?.rows[0] as
          | {
              account_id: string;
              org_id: string | null;
              role: Role;
              membership_status: MembershipStatus;
              shareholder_id: string | null;
              client_name: string | null;
              time_zone: string | null;
            }
          | undefined;
        if (!found) throw sessionInvalid();
        this.#note(tokenHash, found.membership_status === 'active' ? found.org_id : null);
        return work(tx, { actor: found, tokenHash });
      },
      options,
    );
    return transaction.finally(giveBack);
  }

  #note(tokenHash: string, org: string | null): void {
    const company = org ?? NO_COMPANY;
    if (this.#companyOf.get(tokenHash) === company) return;
    this.#companyOf.set(tokenHash, company);
    const [oldest] = this.#companyOf.keys();
    if (this.#companyOf.size > COMPANIES_KNOWN_MAX) this.#companyOf.delete(oldest!);
  }

  async #transaction<T>(
    first: { text: string; values: unknown[]; isPrepared?: boolean } | undefined,
    work: (tx: Tx, begun: pg.QueryResult | undefined) => Promise<T>,
    { readOnly = false, isOfOneMoment = false },
  ): Promise<T> {
    const opening = begin(isOfOneMoment ? 'repeatable read' : 'read committed');
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#connect();
      try {
        const name = first?.isPrepared && this.#mayPrepare ? nameOf(first.text) : undefined;
        const [, begun] = await Promise.all([client.query(opening), first && client.query({ ...first, name })]);
        const result = await work(new Tx(client, this.#mayPrepare, this.#pulse), begun);
        if (readOnly) {
          // Nothing was written that must be durable before the answer leaves.
          commit(client).then(
            () => client.release(),
            (error) => client.release(error),
          );
        } else {
          await this.#seal?.(client);
          await commit(client);
          client.release();
        }
        return result;
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        // What does not answer is not asked to go back: whatever it still says belongs to nobody.
        const ended =
          !isTimeout(error) &&
          code !== FOREIGN_STATEMENTS &&
          (await client.query(`rollback; ${CLEAN}`).then(
            () => true,
            () => false,
          ));
        client.release(!ended);
        if (isTimeout(error)) {
          this.#shares.refuseWaiting();
          throw unavailable(error);
        }
        if (NAMES_UNKNOWN.has(code)) this.#mayPrepare = false;
        if (code === FOREIGN_STATEMENTS && attempt <= this.pool.options.max) continue;
        if (attempt < 4 && (RETRYABLE.has(code) || NAMES_UNKNOWN.has(code))) continue;
        throw error;
      }
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (cause) {
      this.#shares.refuseWaiting();
      throw unavailable(cause);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#pulsePool.end()]);
  }
}

/** Checks that wait for the commit belong to it, and may take their time. */
const commit = (client: pg.PoolClient) =>
  client.query({ text: `commit; ${CLEAN}`, query_timeout: (PATIENCE.long + 60) * 1000 } as pg.QueryConfig);

const isTimeout = (error: unknown) =>
  error instanceof Standstill || (error instanceof Error && error.message === 'Query read timeout');
const unavailable = (cause: unknown) =>
  new AppError('unavailable', 'The service is temporarily unavailable. Please try again.', { status: 503, cause });

function sessionInvalid() {
  return new AppError('session_invalid', 'Your session has ended. Please sign in again.', { status: 401 });
}
