// npm run upgrade: moves the embedded database to the major version of PostgreSQL that this Sharebook has, by our own backup
// (docs/decisions/database-and-migrations.md#the-next-major-version-of-postgresql).
import fs from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import { sealerOf } from '#server/data/seals.ts';
import { majorOf, packageBinaries, runnableAs } from '#server/db/binaries.ts';
import type { Binaries } from '#server/db/binaries.ts';
import { makeDataDir } from '#server/db/dataDir.ts';
import { lockDataDir } from '#server/db/dataDirLock.ts';
import { databaseAccount, folderOfDatabase } from '#server/db/dataFolder.ts';
import { readPassword, startCluster, stopLeftBehind, syncFolder } from '#server/db/embedded.ts';
import {
  finishSwap,
  majorOfFolder,
  refuseOtherMajor,
  removeCopies,
  swapIn,
  unfinishedCopy,
} from '#server/db/majorVersion.ts';
import { prepareDatabase, userOf } from '#server/db/open.ts';
import type { Layout } from '#server/db/postmaster.ts';
import { saveDatabase } from '../backup.ts';
import { headsOf } from '../contents.ts';
import { fillTables } from '../fillTables.ts';
import { openBackup } from '../readBackup.ts';
import { verifyDatabase } from '../verify/verify.ts';
import { withClient } from '../withClient.ts';
import { fetchBinaries } from './fetchBinaries.ts';
import { refuseLittleSpace } from './space.ts';

type Say = (line: string) => void;

/**
 * The old folder counts until a copy that agrees with it takes its place, and is kept beside it. What an earlier run left
 * is made again. Refuses (ConfigError): no database, one of a newer major version, too little space, npm without the old
 * programs, a copy that does not agree; (DataDirHeld) a running server.
 */
export async function upgrade(config: Config, say: Say): Promise<void> {
  if (config.databaseUrl)
    return say(
      'DATABASE_URL names your own PostgreSQL, which you upgrade with its own tools. There is nothing to do here.',
    );
  const password = readPassword(config.dataDir);
  if (password === null)
    throw new ConfigError(`There is no Sharebook data in ${config.dataDir}. Set DATA_DIR to the folder of one.`);
  makeDataDir(config.dataDir);
  const unlock = await lockDataDir(config.dataDir, new Date());
  try {
    const folder = folderOfDatabase(config.dataDir);
    finishSwap(folder, say);
    const packaged = await packageBinaries();
    const [from, to] = [majorOfFolder(folder), majorOf(packaged)];
    if (from !== null && from > to) refuseOtherMajor(folder, to);
    const work = join(config.dataDir, 'upgrade');
    if (from !== null && from < to) await move({ config, folder, password, work, from, to, packaged }, say);
    else say(`The database is of PostgreSQL ${to}, like this Sharebook. There is nothing to do.`);
    await fs.promises.rm(work, { recursive: true, force: true });
  } finally {
    unlock();
  }
}

interface Move {
  config: Config;
  folder: string;
  password: string;
  /** For what is needed until the end. */
  work: string;
  from: number;
  to: number;
  packaged: Binaries;
}

async function move({ config, folder, password, work, from, to, packaged }: Move, say: Say): Promise<void> {
  say(`Moving the database from PostgreSQL ${from} to PostgreSQL ${to}`);
  const copy = unfinishedCopy(folder);
  await stopLeftBehind(copy, password, say);
  await removeCopies(folder);
  fs.mkdirSync(work, { recursive: true, mode: 0o755 });
  refuseLittleSpace(folder, work);
  const ids = databaseAccount();
  const layoutOf = (dataDir: string, binaries: Binaries): Layout => ({
    dataDir,
    binaries: runnableAs(ids, binaries),
    ids,
  });
  const old = layoutOf(folder, await fetchBinaries(work, from, say));
  const made = layoutOf(copy, packaged);
  const whileRunning = async <T>(layout: Layout, use: (url: string) => Promise<T>): Promise<T> => {
    const running = await startCluster({ layout, password, records: work, settings: [] }, say);
    try {
      return await use(running.url);
    } finally {
      await running.stop();
    }
  };
  const file = join(work, 'tables.backup');
  try {
    fs.rmSync(file, { force: true });
    // Plain, because it lies beside the database for as long as this runs.
    const plain = { ...config, backupPassphrase: null };
    await whileRunning(old, (url) => saveDatabase(plain, url, file, say, 'move'));
    const faults = await whileRunning(made, (url) => fillAndVerify(plain, url, file, say));
    if (faults > 0)
      say(`The database had ${faults === 1 ? 'this fault' : `these ${faults} faults`} before: every row is as it was.`);
    await syncFolder(made);
  } catch (error) {
    await removeCopies(folder);
    throw error;
  } finally {
    fs.rmSync(file, { force: true });
  }
  const kept = swapIn(folder, new Date().toISOString().slice(0, 10), say);
  say(
    `The database is of PostgreSQL ${to} now. As it was, it is kept in ${kept}: delete that when you no longer need it.`,
  );
}

/** Out: the number of faults. As every row is compared with the backup, they are not of the copy's making. */
async function fillAndVerify(config: Config, url: string, file: string, say: Say): Promise<number> {
  const backup = await openBackup(file, config);
  try {
    const seal = sealerOf(readSecrets(config.appSecret, config.dataDir).sealing);
    const appRole = userOf(await prepareDatabase(config, url, say));
    await fillTables({ ownerUrl: url, appRole, seal, purpose: 'move' }, backup, say);
    const { ledgers, chains } = backup.index;
    if (!isDeepStrictEqual((await withClient(url, headsOf)).ledgers, ledgers))
      throw new ConfigError('The ledgers of the copy do not end as those of the database. Nothing was changed.');
    // Contained, not last: a later migration may have moved the chains on.
    const kept = chains.map(({ client_name, changes, head }) => ({ client_name, seq: changes, hash: head }));
    return await verifyDatabase(config, url, say, { kept });
  } finally {
    backup.close();
  }
}
