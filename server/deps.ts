// All external dependencies in one type. Tests pass their own clock and messages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Database, Tx } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import type { Config } from './config.ts';
import type { FileStore } from './providers/files/fileStore.ts';
import type { Secrets } from './auth/secrets.ts';

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** What a request is to the process beside this one: a page of rows, what is made of all of a company, a change, or a file to import. */
export type Weight = 'page' | 'whole' | 'change' | 'file';

/** Answers what large and busy companies ask, in a process of its own. */
export interface Side {
  /** Looks whether the company of whoever reads is large. */
  learn(tx: Tx, actor: Actor): Promise<void>;
  /**
   * Whether the request was answered: it is of a large or busy company, and the other process is there. Refuses: unavailable (503)
   * when that ended during a change.
   */
  answers(request: FastifyRequest, reply: FastifyReply, company: string | undefined, weight: Weight): Promise<boolean>;
}

export interface Deps {
  config: Config;
  db: Database;
  /** Answers what only reads, where there is one. */
  replica?: Replica;
  side?: Side;
  /** Milliseconds since 1970; only for displayed dates. Expiry uses the database's clock. */
  now: () => Date;
  newId: () => string;
  secrets: Secrets;
  files: FileStore;
  log: Logger;
  /** The built console, or null in development with a separate one. */
  distDir: string | null;
}
