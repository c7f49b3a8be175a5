// Opens the database for an operator's command: a running server's, or one started for the command.
import fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import { readSecrets } from '../auth/secrets.ts';
import { sealerOf } from '../data/seals.ts';
import { makeDataDir } from '../db/dataDir.ts';
import { DataDirHeld, lockDataDir } from '../db/dataDirLock.ts';
import { openDatabase } from '../db/open.ts';

export interface Reached {
  /** The address for the schema owner's login. */
  ownerUrl: string;
  isRunning: boolean;
  close(): Promise<void>;
}

/**
 * Works with or without a running server. Refuses like a server start, and when there is no Sharebook data, which it
 * never creates.
 */
export async function openOperatorDatabase(config: Config, say: (line: string) => void): Promise<Reached> {
  if (config.databaseUrl) {
    await refuseNone(config.databaseUrl);
    return { ownerUrl: config.databaseUrl, isRunning: true, close: async () => undefined };
  }
  if (!fs.existsSync(join(config.dataDir, 'postgres.url')))
    throw new ConfigError(`There is no Sharebook data in ${config.dataDir}. Set DATA_DIR to the folder of one.`);
  makeDataDir(config.dataDir);
  try {
    const unlock = await lockDataDir(config.dataDir, new Date());
    const { sealing } = readSecrets(config.appSecret, config.dataDir);
    const opened = await openDatabase(config, say, { seal: sealerOf(sealing) });
    return {
      ownerUrl: opened.ownerUrl,
      isRunning: false,
      async close() {
        await opened.stop();
        unlock();
      },
    };
  } catch (error) {
    if (!(error instanceof DataDirHeld)) throw error;
    const ownerUrl = fs.readFileSync(join(config.dataDir, 'postgres.url'), 'utf8').trim();
    return { ownerUrl, isRunning: true, close: async () => undefined };
  }
}

async function refuseNone(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be reached: ${(error as Error).message}`);
  }
  try {
    const { rows } = await client.query<{ is: boolean }>(`select to_regclass('schema_migration') is not null as is`);
    if (!rows[0]!.is) throw new ConfigError('There is no Sharebook in the database that DATABASE_URL names.');
  } finally {
    await client.end();
  }
}
