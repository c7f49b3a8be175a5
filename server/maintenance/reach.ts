// The database for a command of the operator: that of a running server where there is one, else started for the command.
import fs from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { makeDataDir } from '../db/dataDir.ts';
import { DataDirHeld, lockDataDir } from '../db/dataDirLock.ts';
import { openDatabase } from '../db/open.ts';

export interface Reached {
  /** Of the login that owns the schema. */
  ownerUrl: string;
  isRunning: boolean;
  close(): Promise<void>;
}

/** Beside a running server, or alone. Refuses as the start of a server does. */
export async function reachDatabase(config: Config, say: (line: string) => void): Promise<Reached> {
  if (config.databaseUrl) return { ownerUrl: config.databaseUrl, isRunning: true, close: async () => undefined };
  makeDataDir(config.dataDir);
  try {
    const unlock = await lockDataDir(config.dataDir, new Date());
    const opened = await openDatabase(config, say);
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
