// All external dependencies in one type. Tests pass their own clock and messages.
import type { Database } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import type { Config } from './config.ts';
import type { FileStore } from './providers/files/fileStore.ts';
import type { Secrets } from './auth/secrets.ts';

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export interface Deps {
  config: Config;
  db: Database;
  /** Answers what only reads, where there is one. */
  replica?: Replica;
  /** Milliseconds since 1970; only for displayed dates. Expiry uses the database's clock. */
  now: () => Date;
  newId: () => string;
  secrets: Secrets;
  files: FileStore;
  log: Logger;
  /** The built console, or null in development with a separate one. */
  distDir: string | null;
}
