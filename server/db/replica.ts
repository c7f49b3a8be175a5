// A standby of the database that answers requests which only read, so that the primary has less to do (DATABASE_READ_URL). The
// primary decides who asks, and the replica answers only when it has the company as the primary has it: the end of the company's
// chain of changes says so. So a replica that lags or is gone costs time, and nobody sees less than they wrote, or what they may
// no longer see (docs/decisions/database-and-migrations.md).
import { AppError } from '#src/domain/errors.ts';
import type { Database } from './database.ts';
import type { Begun, Session } from './session.ts';
import type { Tx } from './tx.ts';

/** A replica that failed is not asked again for so long. */
const REST_MS = 5_000;

export class Replica {
  readonly #primary: Database;
  readonly #standby: Database;
  readonly #whenItFails: (error: unknown) => void;
  #restsUntil = 0;

  /** `whenItFails` is told of each failure after which the replica rests. */
  constructor(primary: Database, standby: Database, whenItFails: (error: unknown) => void) {
    this.#primary = primary;
    this.#standby = standby;
    this.#whenItFails = whenItFails;
  }

  /** Out: undefined where the primary has to answer. Refuses: session_invalid (401), and what `work` refuses. */
  async reading<T>(
    tokenHash: string,
    work: (tx: Tx, session: Session) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    if (performance.now() < this.#restsUntil) return undefined;
    const asked = await this.#primary.begun(tokenHash);
    try {
      return await this.#standby.readingWhen(tokenHash, (begun) => hasAll(begun, asked), work);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'unavailable') throw error;
      this.#restsUntil = performance.now() + REST_MS;
      this.#whenItFails(error);
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.#standby.close();
  }
}

/** Whether the replica knows the same person in the same role, and every change of the company that the primary had. */
function hasAll(begun: Begun, asked: Begun): boolean {
  const same = ['account_id', 'org_id', 'role', 'membership_status', 'shareholder_id', 'today'] as const;
  if (same.some((name) => begun[name] !== asked[name])) return false;
  return begun.changes === asked.changes || lengthOf(begun.changes) > lengthOf(asked.changes);
}

/** "57 1f0c…": so many changes, and the beginning of the last one's hash. */
const lengthOf = (changes: string | null) => BigInt(changes?.split(' ')[0] ?? '0');

/** Where the replica is, for the login that serves requests: as on the primary, because a replica has its roles too. */
export function standbyUrl(readUrl: string, appUrl: string): string {
  const [url, login] = [new URL(readUrl), new URL(appUrl)];
  url.username = login.username;
  url.password = login.password;
  return url.href;
}
