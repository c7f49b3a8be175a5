// One pool under the application's login, and the request's transaction: begun, told who asks, and ended.
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { AppError } from '../../src/domain/errors.ts';
import type { Actor } from '../../src/resources/kit/access.ts';
import { Kept } from './kept.ts';
import { Pulse, Standstill } from './pulse.ts';
import { Shares } from './shares.ts';
import { PATIENCE, TransactionOver, Tx, limitsOf, nameOf } from './tx.ts';
import type { KeptAnswers, KeptOf, Page } from './tx.ts';

export { sqlBuilder } from './sqlBuilder.ts';
export { Tx } from './tx.ts';
export type { Compilable, Row } from './tx.ts';

/** Beginning takes no time: where it takes longer, PostgreSQL stands still, or all connections are in use. */
const BEGIN_MAX_MS = 1700;

const CLOSE_MS = 1000;

const CONNECTIONS = 12;
/** Of the connections, what one company may hold at once. */
const COMPANY_SHARE = 2 / 3;
/** So many sessions are known by who they were; those in no company share connections as one. */
const SESSIONS_KNOWN_MAX = 10_000;
const NO_COMPANY = 'none';
/** So many figures are kept, and pages of so many characters. */
const FIGURES_MAX = 10_000;
const PAGES_MAX = 16_000_000;

// What an injected statement may have left on a connection that others get: a path on which other tables are found, and a
// statement of its own under a name of ours, which alone was prepared by SQL. Settings end with their transaction.
const begin = (isolation: string) =>
  `begin isolation level ${isolation}; set local search_path = public; set local timezone = 'UTC'; select refuse_foreign_statements(); ${limitsOf(PATIENCE.usual)}`;
const FOREIGN_STATEMENTS = 'SB001';
/** What a statement set or locked for the whole session is nobody else's. */
const CLEAN = 'reset all; select pg_advisory_unlock_all()';

export interface Session {
  actor: Actor & { client_name: string | null; time_zone: string | null };
  tokenHash: string;
}

/** What `app_begin` answers: who asks, where the company's chain of changes ends, and which day it is there. */
type Begun = Session['actor'] & { changes: string | null; today: string | null };
const begunOf = (opened: pg.QueryResult | undefined) => opened?.rows[0] as Begun | undefined;
const actorOf = (begun: Begun): Session['actor'] => {
  const { changes: _changes, today: _today, ...actor } = begun;
  return actor;
};
const isSameActor = (one: Begun, other: Begun) => isDeepStrictEqual(actorOf(one), actorOf(other));

/** What was begun early was begun as somebody whom the session no longer is. */
class SomebodyElse extends Error {}

/** What a work ended with, without anybody having to listen: called, it answers or throws as the work did. */
const outcomeOf = <T>(work: Promise<T>): Promise<() => T> =>
  work.then(
    (answer) => () => answer,
    (error: unknown) => () => {
      throw error;
    },
  );

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
  readonly #clients = new Set<pg.PoolClient>();
  readonly #figures = new Kept<number>(FIGURES_MAX, () => 1);
  readonly #pages = new Kept<Page>(PAGES_MAX, ({ json }) => json.length);
  /** Who each session was when it last asked. */
  readonly #lastBegun = new Map<string, Begun>();
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
    // A connection that is lost in use fails the next statement. Without a listener, its 'error' event would crash Node.
    this.pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#clients.add(client);
    });
    this.pool.on('remove', (client) => this.#clients.delete(client));
    this.#shares = new Shares(Math.ceil((options.connections ?? CONNECTIONS) * COMPANY_SHARE), BEGIN_MAX_MS);
    this.#idleSeconds = options.idleSeconds;
    this.#maxSeconds = options.maxSeconds;
    this.#seal = options.seal;
    this.#systemToken = options.systemToken;
  }

  /** Work that belongs to no organisation: accounts, codes, sessions, the outbox. `isOfOneMoment`: each statement sees the same. */
  async system<T>(work: (tx: Tx) => Promise<T>, { isOfOneMoment = false } = {}): Promise<T> {
    const first = this.#systemToken && { text: 'select begin_system($1)', values: [this.#systemToken] };
    const begun = async (tx: Tx, opened: Promise<unknown>) => opened.then(() => work(tx));
    return this.#transaction(first, begun, { isOfOneMoment });
  }

  /**
   * The request's transaction for the holder of a session token. Refuses: session_invalid (401).
   * `begin` and the session go out together; a reading transaction is of one moment, so that a page and its count agree,
   * and is answered before its commit returns. What opens anything is bound and never part of a statement's text: that is
   * shown to whoever has the same login.
   *
   * `early` is for work that asks and answers and does nothing else: it goes out with `begin`, as whom the session was when
   * it last asked. What it finds is bound by who the session is now, in the database, and is dropped where that differs.
   */
  async asActor<T>(
    tokenHash: string,
    work: (tx: Tx, session: Session) => Promise<T>,
    options: { readOnly?: boolean; early?: boolean | undefined } = {},
  ): Promise<T> {
    if (!/^[0-9a-f]{64}$/.test(tokenHash)) throw sessionInvalid();
    const first = {
      text: 'select * from app_begin($1, $2, $3)',
      values: [tokenHash, this.#idleSeconds, this.#maxSeconds],
      isPrepared: true,
    };
    const giveBack = await this.#shares.take(this.#companyOf(tokenHash));
    if (!giveBack) throw unavailable(undefined);
    const transaction = this.#transaction(
      first,
      async (tx, opened) => {
        const known = options.early ? this.#lastBegun.get(tokenHash) : undefined;
        if (options.readOnly) tx.keptAnswers = this.#keptFor(known, opened);
        const early = known && outcomeOf(work(tx, { actor: actorOf(known), tokenHash }));
        const begun = begunOf(await opened);
        this.#note(tokenHash, begun);
        if (!begun) throw sessionInvalid();
        if (!early) return work(tx, { actor: actorOf(begun), tokenHash });
        if (!isSameActor(known, begun)) throw new SomebodyElse();
        return (await early)();
      },
      { ...options, isOfOneMoment: options.readOnly },
    );
    return transaction.finally(giveBack);
  }

  #companyOf(tokenHash: string): string {
    const known = this.#lastBegun.get(tokenHash);
    if (!known) return tokenHash;
    return (known.membership_status === 'active' && known.org_id) || NO_COMPANY;
  }

  #note(tokenHash: string, begun: Begun | undefined): void {
    this.#lastBegun.delete(tokenHash);
    if (!begun) return;
    this.#lastBegun.set(tokenHash, begun);
    if (this.#lastBegun.size > SESSIONS_KNOWN_MAX) this.#lastBegun.delete(this.#lastBegun.keys().next().value!);
  }

  /** Of a transaction that only reads, in one moment: what was kept is of the state that it sees, and a page of its day too. */
  #keptFor(known: Begun | undefined, opened: Promise<pg.QueryResult | undefined>): KeptAnswers {
    const from = <V>(
      kept: Kept<V>,
      keyOf: (begun: Begun, key: string) => string,
      stateOf: (begun: Begun) => string,
    ): KeptOf<V> => ({
      has: (key) => known !== undefined && kept.has(keyOf(known, key)),
      of: async (key, ask) => {
        const begun = begunOf(await opened);
        // Asked as somebody whom the session no longer is, it is nobody's.
        const isAskers = begun?.org_id && (!known || isSameActor(known, begun));
        return isAskers ? kept.of(keyOf(begun, key), stateOf(begun), ask) : ask();
      },
    });
    const keyOf = (begun: Begun, key: string) => `${begun.org_id} ${begun.role} ${key}`;
    return {
      figures: from(this.#figures, keyOf, ({ changes }) => changes!),
      pages: from(
        this.#pages,
        (begun, key) => `${begun.account_id} ${keyOf(begun, key)}`,
        ({ changes, today }) => `${changes} ${today}`,
      ),
    };
  }

  async #transaction<T>(
    first: { text: string; values: unknown[]; isPrepared?: boolean } | undefined,
    work: (tx: Tx, opened: Promise<pg.QueryResult | undefined>) => Promise<T>,
    {
      readOnly = false,
      isOfOneMoment = false,
    }: { readOnly?: boolean | undefined; isOfOneMoment?: boolean | undefined },
  ): Promise<T> {
    const opening = begin(isOfOneMoment ? 'repeatable read' : 'read committed');
    let mayCommitAtOnce = readOnly;
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#connect();
      let tx: Tx | undefined;
      try {
        const name = first?.isPrepared && this.#mayPrepare ? nameOf(first.text) : undefined;
        const { stream } = client.connection;
        stream.cork();
        const opened = Promise.all([client.query(opening), first && client.query({ ...first, name })]).then(
          ([, begun]) => begun,
        );
        tx = new Tx(client, this.#mayPrepare, this.#pulse);
        const working = work(tx, opened);
        const committed = mayCommitAtOnce && tx.asksNoMore ? commit(client) : undefined;
        if (committed) tx.end();
        committed?.catch(() => undefined);
        stream.uncork();
        const result = await working;
        tx.end();
        if (readOnly) {
          // Nothing was written that must be durable before the answer leaves.
          (committed ?? commit(client)).then(
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
        tx?.end();
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
        mayCommitAtOnce = false;
        if ((error instanceof SomebodyElse || error instanceof TransactionOver) && attempt < 4) continue;
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

  /** What is still asked after a second is given up. */
  async close(): Promise<void> {
    const ended = Promise.all([this.pool.end(), this.#pulsePool.end()]);
    const giveUp = setTimeout(() => {
      for (const client of this.#clients) client.connection.stream.destroy();
    }, CLOSE_MS);
    await ended.finally(() => clearTimeout(giveUp));
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
