// npm run restore: restores a backup into an empty Sharebook, as one unit, and verifies it.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { plural } from '#src/domain/plural.ts';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import { readSecrets } from '../auth/secrets.ts';
import { sealerOf } from '../data/seals.ts';
import { makeDataDir } from '../db/dataDir.ts';
import { lockDataDir } from '../db/dataDirLock.ts';
import { readMigrations } from '../db/migrate.ts';
import { openDatabase, userOf } from '../db/open.ts';
import { isLaterVersion, VERSION } from '../version.ts';
import { chooseFileStore } from '../providers/files/fileStore.ts';
import type { BackupIndex } from './contents.ts';
import { fillTables } from './fillTables.ts';
import { openBackup } from './readBackup.ts';
import type { Backup } from './readBackup.ts';
import { withClient } from './withClient.ts';

/**
 * Refuses (ConfigError): a damaged file, one of a newer Sharebook, a database with a company or an account;
 * (DataDirHeld) a running server. A failed restore leaves the database empty and DATA_DIR unchanged, and can be
 * repeated.
 */
export async function restore(config: Config, file: string, say: (line: string) => void): Promise<Backup['index']> {
  const backup = await openBackup(file, config);
  const close: (() => unknown)[] = [backup.close];
  let isDone = false;
  try {
    const { index } = backup;
    refuseNewer(index);
    if (!backup.isVouchedFor)
      say(
        'No key outside this file proves where it comes from. Damage would be found, but anyone who had the file could have replaced it. Set APP_SECRET or BACKUP_PASSPHRASE for backups that can be verified.',
      );
    const made = makeDataDir(config.dataDir);
    close.push(() => isDone || made.toReversed().forEach((folder) => fs.rmdirSync(folder)));
    close.push(await lockDataDir(config.dataDir, new Date()));
    const found = new Set(fs.readdirSync(config.dataDir));
    close.push(() => isDone || removeAllBut(found, config.dataDir));
    const opened = await openDatabase(config, say);
    close.push(opened.stop);
    const appRole = userOf(opened.appUrl);
    await refuseFilled(opened.ownerUrl);
    const store = await chooseFileStore(config);
    for (const { key, content_type } of index.files)
      await store.put(key, await backup.bytes(`files/${key}`), content_type);
    say(`Restored ${plural(index.files.length, 'file')}`);
    if (backup.secret && config.appSecret === null)
      fs.writeFileSync(join(config.dataDir, 'secret'), backup.secret, { mode: 0o600 });
    const seal = sealerOf(readSecrets(config.appSecret, config.dataDir).sealing);
    await fillTables({ ownerUrl: opened.ownerUrl, appRole, seal, purpose: 'keep' }, backup, say);
    isDone = true;
    return index;
  } finally {
    for (const step of close.toReversed()) await step();
  }
}

function removeAllBut(found: ReadonlySet<string>, dataDir: string) {
  const made = fs.readdirSync(dataDir).filter((name) => !found.has(name));
  if (made.includes('postgres.path')) {
    // If the database's account cannot access DATA_DIR, a separate folder was created elsewhere.
    const placed = fs.readFileSync(join(dataDir, 'postgres.path'), 'utf8').trim();
    if (!placed.startsWith(dataDir)) fs.rmSync(dirname(placed), { recursive: true, force: true });
  }
  for (const name of made) fs.rmSync(join(dataDir, name), { recursive: true, force: true });
}

function refuseNewer({ migrations: saved, version }: BackupIndex) {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration.sha256]));
  const unknown = saved.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown)
    throw new ConfigError(
      `The backup is of another Sharebook (${unknown.name}). Restore it with that version or later.`,
    );
  if (isLaterVersion(version, VERSION))
    throw new ConfigError(
      `The backup is of Sharebook ${version}; this is ${VERSION}. Restore it with that version or later.`,
    );
}

async function refuseFilled(ownerUrl: string) {
  const filled = await withClient(ownerUrl, (client) =>
    client.query('select 1 from organization union all select 1 from account limit 1'),
  );
  if (filled.rowCount)
    throw new ConfigError(
      'This database already contains a company or an account. Restore the backup into an empty database.',
    );
}
