// npm run backup: all data of every company in one file, as of one moment, while the server runs.
import fs from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { plural } from '#src/domain/plural.ts';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import { ZipWriter } from '../data/zipWriter.ts';
import { VERSION } from '../version.ts';
import { readSecrets } from '../auth/secrets.ts';
import { chooseFileStore } from '../providers/files/fileStore.ts';
import { BACKUP_FORMAT, FILES_LOCK, headsOf, quoted, storedFiles, tablesInOrder } from './contents.ts';
import type { BackupIndex, Purpose } from './contents.ts';
import { encryptInto } from './sealedFile.ts';
import { openOperatorDatabase } from './openOperatorDatabase.ts';

/**
 * Writes `file` (mode 600; it must not exist yet). The tables come from one snapshot; each document is checked against
 * its hash from the upload. Refuses (ConfigError): a file that exists or cannot be written, a document that is missing
 * or changed.
 */
export async function backup(config: Config, file: string, say: (line: string) => void): Promise<BackupIndex> {
  if (fs.existsSync(file)) throw new ConfigError(`${file} already exists. Choose another file name.`);
  const reached = await openOperatorDatabase(config, say);
  try {
    return await saveDatabase(config, reached.ownerUrl, file, say, 'keep');
  } finally {
    await reached.close();
  }
}

/** Saves the database that is reached there. A failure leaves no file. */
export async function saveDatabase(
  config: Config,
  ownerUrl: string,
  file: string,
  say: (line: string) => void,
  purpose: Purpose,
): Promise<BackupIndex> {
  const client = new pg.Client({ connectionString: ownerUrl });
  const part = `${file}.part`;
  try {
    await client.connect();
    // While this lock is held, no file is removed from the file store, so the snapshot's documents stay there.
    await client.query('select pg_advisory_lock_shared($1)', [FILES_LOCK]);
    await client.query('begin isolation level repeatable read read only');
    const out = fs.createWriteStream(part, { fd: opened(part) });
    const into = config.backupPassphrase === null ? out : new PassThrough();
    const encrypted =
      config.backupPassphrase !== null && encryptInto(into as PassThrough, out, config.backupPassphrase);
    // Handled where it is awaited; a failure also ends writing the zip.
    if (encrypted) encrypted.catch((error: Error) => into.destroy(error));
    const index = await writeAll(config, client, new ZipWriter(new Date(), into), say, purpose);
    await encrypted;
    fs.renameSync(part, file);
    return index;
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

function opened(file: string): number {
  try {
    return fs.openSync(file, 'w', 0o600);
  } catch (error) {
    throw new ConfigError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

async function writeAll(
  config: Config,
  client: pg.Client,
  zip: ZipWriter,
  say: (line: string) => void,
  purpose: Purpose,
) {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name',
  );
  const { ledgers, chains } = await headsOf(client);
  const tables: BackupIndex['tables'] = [];
  for (const { name, columns } of await tablesInOrder(client, purpose)) {
    const rows = client.query(copyTo(`copy (select ${quoted(columns)} from ${quoted([name])}) to stdout`));
    // The reader receives the error; without a reader (disk full) it must not crash Node.
    rows.on('error', () => undefined);
    const { sha256 } = await zip.add(`tables/${name}.copy`, rows);
    tables.push({ name, columns, sha256 });
  }
  say(`Saved ${plural(tables.length, 'table')}`);
  const files = purpose === 'keep' ? await writeFiles(config, client, zip) : [];
  if (purpose === 'keep') say(`Saved ${plural(files.length, 'file')}`);
  const secret = join(config.dataDir, 'secret');
  const has_secret = config.appSecret === null && fs.existsSync(secret);
  const kept = has_secret ? await zip.add('secret', [fs.readFileSync(secret)]) : null;
  const index: BackupIndex = {
    format: BACKUP_FORMAT,
    made_at: new Date().toISOString(),
    migrations,
    version: VERSION,
    tables,
    files,
    has_secret,
    secret_sha256: kept?.sha256 ?? null,
    ledgers,
    chains,
  };
  const text = JSON.stringify(index, null, 2);
  await zip.add('backup.json', [text]);
  await zip.add('backup.sig', [readSecrets(config.appSecret, config.dataDir).signing(text).toString('hex')]);
  await zip.end();
  return index;
}

async function writeFiles(config: Config, client: pg.Client, zip: ZipWriter): Promise<BackupIndex['files']> {
  const store = await chooseFileStore(config);
  const files: BackupIndex['files'] = [];
  for (const { name, storage_key, content_type, sha256 } of await storedFiles(client)) {
    const bytes = await store.get(storage_key).catch(() => null);
    if (bytes === null) throw new ConfigError(`The file ${name} (${storage_key}) is missing from the file store.`);
    const written = await zip.add(`files/${storage_key}`, [bytes]);
    if (written.sha256 !== sha256)
      throw new ConfigError(`The file ${name} (${storage_key}) is not what was uploaded: its hash differs.`);
    files.push({ key: storage_key, content_type, sha256 });
  }
  return files;
}
