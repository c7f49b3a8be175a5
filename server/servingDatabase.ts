// The database under the login that serves requests, for the process that listens and for the one beside it.
import type { Secrets } from './auth/secrets.ts';
import type { Config } from './config.ts';
import { sealerOf } from './data/seals.ts';
import { Database } from './db/database.ts';

/** `limits`: where they are not the usual ones. */
export const servingDatabase = (
  config: Config,
  secrets: Secrets,
  appUrl: string,
  limits: { connections?: number; patienceMs?: number } = {},
): Database =>
  new Database(appUrl, {
    idleSeconds: config.sessionIdleSeconds,
    maxSeconds: config.sessionMaxSeconds,
    seal: sealerOf(secrets.sealing),
    systemToken: secrets.systemToken,
    ...limits,
  });
