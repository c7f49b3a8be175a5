// The database under the login that serves requests, for the process that listens and for the one beside it.
import type { Secrets } from './auth/secrets.ts';
import type { Config } from './config.ts';
import { sealerOf } from './data/seals.ts';
import { Database } from './db/database.ts';

/** `connections`: how many at most, where not as many as usual. */
export const servingDatabase = (config: Config, secrets: Secrets, appUrl: string, connections?: number): Database =>
  new Database(appUrl, {
    idleSeconds: config.sessionIdleSeconds,
    maxSeconds: config.sessionMaxSeconds,
    seal: sealerOf(secrets.sealing),
    systemToken: secrets.systemToken,
    ...(connections !== undefined && { connections }),
  });
