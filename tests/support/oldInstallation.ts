// A Sharebook whose embedded database is of an earlier major version of PostgreSQL: a server of today beside programs of then.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#server/config.ts';
import { runnableAs } from '#server/db/binaries.ts';
import type { Binaries } from '#server/db/binaries.ts';
import { createOwnedFolder, databaseAccount } from '#server/db/dataFolder.ts';
import { startCluster } from '#server/db/embedded.ts';
import { fetchBinaries } from '#server/maintenance/upgrade/fetchBinaries.ts';
import { newDataDir } from './runningServer.ts';

export interface OldBinaries {
  binaries: Binaries;
  /** As npm installed them. */
  folder: string;
  remove(): void;
}

/** Null (and logged) where npm cannot fetch them, so that a skipped test is never mistaken for a passed one. */
export async function oldBinaries(major: number): Promise<OldBinaries | null> {
  const folder = newDataDir('binaries');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const binaries = await fetchBinaries(folder, major, () => undefined);
    return { binaries, folder: join(folder, `postgres-${major}`), remove };
  } catch (error) {
    remove();
    if (!(error instanceof ConfigError)) throw error;
    console.log(`The tests of an upgrade are skipped. ${error.message}`);
    return null;
  }
}

/** Runs such a database in DATA_DIR while `fill` uses it under its address, and leaves the folder as a stop does. */
export async function withOldDatabase<T>(
  dataDir: string,
  binaries: Binaries,
  fill: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const ids = databaseAccount();
  const layout = { dataDir: join(dataDir, 'postgres'), binaries: runnableAs(ids, binaries), ids };
  createOwnedFolder(layout.dataDir, ids);
  writeFileSync(join(dataDir, 'postgres.path'), `${layout.dataDir}\n`);
  const database = await startCluster(
    { layout, password: 'of-the-old-database', records: dataDir, settings: ['fsync=off'] },
    () => undefined,
  );
  try {
    return await fill(database.url);
  } finally {
    await database.stop();
  }
}
