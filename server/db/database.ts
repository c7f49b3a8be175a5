// One pool for the application's login, and the request's transaction: begins it, sets the actor, and ends it.
import pg from 'pg';
import type { AuditRow } from './auditRow.ts';
import { KeptOfCompanies } from './kept.ts';
import { isTimeout, sessionInvalid, tookTooLong, tooMuchAtOnce, unavailable } from './failures.ts';
import { Pulse } from './pulse.ts';
import { Shares } from './shares.ts';
import { actorOf, begunOf } from './session.ts';
import type { Begun, Session } from './session.ts';
import { Statements } from './statements.ts';
import { LIMIT_SECONDS, longStatement, Tx, limitsOf } from './tx.ts';

export { sqlBuilder } from './sqlBuilder.ts';
export type { Session } from './session.ts';
export { Tx } from './tx.ts';
export type { Compilable, Row } from './tx.ts';

/** Beginning is fast: if it takes longer, PostgreSQL is stuck or all connections are in use. */
const BEGIN_MAX_MS = 1700;

const CLOSE_MS = 1000;

const CONNECTIONS = 12;
const KEPT = 2;

// Undoes what an injected statement may have left on a shared connection: a search_path with other tables, or a prepared
// statement under one of our names, which only SQL can create. Settings end with their transaction.
const begin = (isolation: string, seconds: number) =>
  `begin isolation level ${isolation}; set local search_path = public; set local timezone = 'UTC'; set local max_parallel_workers_per_gather = 0; select refuse_foreign_statements(); ${limitsOf(seconds, LIMIT_SECONDS.usual)}`;
const FOREIGN_STATEMENTS = 'SB001';
/** Undoes session-wide settings and locks. */
const CLEAN = 'reset all; select pg_advisory_unlock_all()';

/** Writes a transaction's rows of the audit trail, chains and seals its changes; the last statement before the commit. */
export type Seal = (client: Pick<pg.ClientBase, 'query'>, audit?: readonly AuditRow[]) => Promise<void>;

/** PostgreSQL ended a statement at its limit of time. */
const TOO_LONG = '57014';
const RETRYABLE = new Set(['40001', '40P01']);
// The errors of a pooler that does not support named statements.
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
  readonly #clients = new Set<pg.PoolClient>();
  readonly #kept = new KeptOfCompanies();
  /** Undefined once the pooler is known to support no named statements. */
  #statements: Statements | undefined = new Statements();
  /** Is told of jobs once they are committed: the worker of this process, where there is one. */
  whenQueued: () => void = () => undefined;

  /**
   * Without `seal`, changes stay unsealed and verify reports them: only for readers. `systemToken`: sent by the serving
   * login when nobody is signed in; the schema's owner needs none. `patienceMs`: how long a call waits for its share of the
   * connections, for a free one, and for its beginning.
   */
  constructor(
    url: string,
    options: {
      idleSeconds: number;
      maxSeconds: number;
      connections?: number;
      patienceMs?: number;
      seal?: Seal;
      systemToken?: Buffer;
    },
  ) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: options.connections ?? CONNECTIONS,
      connectionTimeoutMillis: options.patienceMs ?? BEGIN_MAX_MS,
      // These stay open without use: a new connection plans each statement anew, for up to 60 ms.
      min: KEPT,
      idleTimeoutMillis: 30_000,
      // For statements outside a transaction, and for beginning one.
      query_timeout: options.patienceMs ?? BEGIN_MAX_MS,
      // The statements that begin a transaction are sent together; all others wait for their answer.
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
    // A connection that is lost in use fails the next statement. Without a listener, its 'error' event would crash Node.
    this.pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#clients.add(client);
    });
    this.pool.on('remove', (client) => this.#clients.delete(client));
    this.#shares = new Shares(options.connections ?? CONNECTIONS, options.patienceMs ?? BEGIN_MAX_MS);
    this.#idleSeconds = options.idleSeconds;
    this.#maxSeconds = options.maxSeconds;
    this.#seal = options.seal;
    this.#systemToken = options.systemToken;
  }

  /**
   * Work outside any organisation: accounts, codes, sessions, the outbox. `isSnapshot`: all statements see the same
   * snapshot.
   */
  async system<T>(work: (tx: Tx) => Promise<T>, { isSnapshot = false } = {}): Promise<T> {
    const first = this.#systemToken && { text: 'select begin_system($1)', values: [this.#systemToken] };
    const begun = async (tx: Tx, opened: Promise<unknown>) => opened.then(() => work(tx));
    return this.#ofNetwork(() => this.#transaction(first, begun, { isSnapshot }));
  }

  /** One statement outside any transaction, as `system` does work. */
  async statement<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<R[]> {
    const { rows } = await this.#ofNetwork(() => this.pool.query<R>(text, [...values]));
    return rows;
  }

  async #ofNetwork<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = await this.#shares.takeOfNetwork();
    if (!giveBack) throw tooMuchAtOnce();
    return work().finally(giveBack);
  }

  /**
   * The request's transaction for the holder of a session token. Refuses: session_invalid (401). `begin` and the
   * session are sent together. A reading transaction sees one snapshot, so that a page and its count agree, and is
   * answered before its commit returns. Secrets are always bound parameters, because others with the same login can see
   * statement texts.
   */
  async asActor<T>(
    tokenHash: string,
    work: (tx: Tx, session: Session) => Promise<T>,
    options: { readOnly?: boolean } = {},
  ): Promise<T> {
    return this.#asSession(
      tokenHash,
      async (tx, begun) => {
        if (!begun) throw sessionInvalid();
        return work(tx, { actor: actorOf(begun), tokenHash });
      },
      options,
    );
  }

  /** The company of a session at its last request here, if it was seen before. */
  readonly companyOf = (tokenHash: string): string | undefined => this.#shares.companyOf(tokenHash);

  /** Who uses how much of the connections. */
  get shares(): Pick<Shares, 'isBusy' | 'passedOn'> {
    return this.#shares;
  }

  /** Who holds a session token, and the state of their company. Refuses: session_invalid (401). */
  async begun(tokenHash: string): Promise<Begun> {
    const found = await this.#asSession(tokenHash, async (_tx, begun) => begun, { readOnly: true });
    if (!found) throw sessionInvalid();
    return found;
  }

  /** A transaction that only reads, as above. Out: undefined when this database does not know the session, or not as asked. */
  async readingWhen<T>(
    tokenHash: string,
    isAsAsked: (begun: Begun) => boolean,
    work: (tx: Tx, session: Session) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    return this.#asSession(
      tokenHash,
      async (tx, begun) =>
        begun && isAsAsked(begun) ? { answer: await work(tx, { actor: actorOf(begun), tokenHash }) } : undefined,
      { readOnly: true },
    );
  }

  async #asSession<T>(
    tokenHash: string,
    work: (tx: Tx, begun: Begun | undefined) => Promise<T>,
    options: { readOnly?: boolean },
  ): Promise<T> {
    if (!/^[0-9a-f]{64}$/.test(tokenHash)) throw sessionInvalid();
    const first = {
      text: 'select * from app_begin($1, $2, $3)',
      values: [tokenHash, this.#idleSeconds, this.#maxSeconds],
      isPrepared: true,
    };
    const giveBack = await this.#shares.take(tokenHash);
    if (!giveBack) throw tooMuchAtOnce();
    const transaction = this.#transaction(
      first,
      async (tx, opened) => {
        const begun = begunOf(await opened);
        this.#shares.note(tokenHash, begun);
        if (options.readOnly && begun) tx.keptAnswers = this.#kept.for(begun);
        return work(tx, begun);
      },
      { ...options, isSnapshot: options.readOnly },
    );
    return transaction.finally(giveBack);
  }

  /**
   * A transaction that only reads, in the context that the statement begins (readingAs.ts). Out: undefined when it begins
   * none.
   */
  async reading<A extends Session['actor'], T>(
    tokenHash: string,
    statement: { text: string; values: readonly unknown[] },
    work: (tx: Tx, actor: A) => Promise<T>,
  ): Promise<T | undefined> {
    const giveBack = await this.#shares.take(tokenHash);
    if (!giveBack) throw tooMuchAtOnce();
    const values = [tokenHash, this.#idleSeconds, this.#maxSeconds, ...statement.values];
    const transaction = this.#transaction(
      { text: statement.text, values, isPrepared: true },
      async (tx, opened) => {
        const begun = begunOf(await opened);
        return begun && work(tx, actorOf(begun) as A);
      },
      { readOnly: true, isSnapshot: true },
    );
    return transaction.finally(giveBack);
  }

  async #transaction<T>(
    first: { text: string; values: unknown[]; isPrepared?: boolean } | undefined,
    work: (tx: Tx, opened: Promise<pg.QueryResult | undefined>) => Promise<T>,
    { readOnly = false, isSnapshot = false }: { readOnly?: boolean | undefined; isSnapshot?: boolean | undefined },
  ): Promise<T> {
    const opening = begin(
      isSnapshot ? 'repeatable read' : 'read committed',
      readOnly ? LIMIT_SECONDS.reading : LIMIT_SECONDS.usual,
    );
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#connect();
      let tx: Tx | undefined;
      try {
        const name = first?.isPrepared ? this.#statements?.nameOf(first.text) : undefined;
        const { stream } = client.connection;
        stream.cork();
        const opened = Promise.all([client.query(opening), first && client.query({ ...first, name })]).then(
          ([, begun]) => begun,
        );
        stream.uncork();
        tx = new Tx(client, this.#statements, this.#pulse);
        const result = await work(tx, opened);
        tx.end();
        if (readOnly) {
          // Nothing was written that must be durable before the answer.
          commit(client).then(
            () => client.release(),
            (error) => client.release(error),
          );
        } else {
          if (this.#seal) await this.#pulse.watch(this.#seal(client, tx.audit));
          // Whether it was committed is not known where PostgreSQL no longer answers; a repeat with the same key finds out.
          await this.#pulse.watch(commit(client));
          client.release();
          if (tx.hasQueued) this.whenQueued();
          for (const work of tx.afterCommit) await work((each) => this.system(each)).catch(() => undefined);
        }
        return result;
      } catch (error) {
        tx?.end();
        const code = (error as { code?: string }).code ?? '';
        // An unresponsive connection is not rolled back but discarded.
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
        if (readOnly && code === TOO_LONG) throw tookTooLong(error);
        if (NAMES_UNKNOWN.has(code)) this.#statements = undefined;
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

  /** Statements still pending after a second are abandoned. */
  async close(): Promise<void> {
    const ended = Promise.all([this.pool.end(), this.#pulsePool.end()]);
    const giveUp = setTimeout(() => {
      for (const client of this.#clients) client.connection.stream.destroy();
    }, CLOSE_MS);
    await ended.finally(() => clearTimeout(giveUp));
  }
}

/** Checks at commit belong to it, and may take longer. */
const commit = (client: pg.PoolClient) => client.query(longStatement(`commit; ${CLEAN}`));
