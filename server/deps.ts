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

/** Answers what large companies read, in a process of its own. */
export interface Side {
  /** Looks whether the company of whoever reads is large. */
  learn(tx: Tx, actor: Actor): Promise<void>;
  /** Whether the request was answered: it is of a large company, and the other process is there. */
  answers(request: FastifyRequest, reply: FastifyReply, company: string | undefined): Promise<boolean>;
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
