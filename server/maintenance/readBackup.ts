// Opens a backup file and checks it against its own index before using anything. The file is untrusted input: its names are
// only compared with known ones.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { z } from 'zod';
import { readSecrets } from '../auth/secrets.ts';
import { sameBytes } from '../data/sameBytes.ts';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import { checkedKey, FILE_MAX } from '../providers/files/fileStore.ts';
import { BACKUP_FORMAT } from './contents.ts';
import type { BackupIndex } from './contents.ts';
import { openFile } from './sealedFile.ts';

export interface Backup {
  index: BackupIndex;
  read(path: string): Promise<Readable>;
  bytes(path: string): Promise<Buffer>;
  /** The saved installation's root secret, unless its operator kept it. */
  secret: Buffer | null;
  /** Whether a key outside the file confirms that it is ours. */
  isVouchedFor: boolean;
  close(): void;
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1).max(200);
const indexShape = z.object({
  format: z.literal(BACKUP_FORMAT),
  made_at: z.iso.datetime(),
  migrations: z.array(z.object({ name, sha256 })),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  tables: z.array(z.object({ name, columns: z.array(name), sha256 })),
  files: z.array(z.object({ key: z.string(), content_type: z.string().max(200), sha256 })),
  has_secret: z.boolean(),
  secret_sha256: sha256.nullable(),
  ledgers: z.array(z.object({ client_name: z.string(), entries: z.string(), head: z.string() })),
  chains: z.array(z.object({ client_name: z.string().nullable(), changes: z.string(), head: z.string() })),
});

/**
 * Refuses (ConfigError): a file that is not our backup, an unknown format, a missing or changed entry; with BACKUP_PASSPHRASE,
 * a file that it does not open; with APP_SECRET, one not signed with it; with the secret in the file, an index not
 * signed with that.
 */
export async function openBackup(file: string, config: Config): Promise<Backup> {
  const opened = await openFile(file, config.backupPassphrase);
  const { zip, entries } = await open(opened.path, file).catch((error: unknown) => {
    opened.close();
    throw error;
  });
  const close = () => {
    zip.close();
    opened.close();
  };
  const read = (path: string) => {
    const entry = entries.get(path);
    if (!entry) throw new ConfigError(`${file} lacks ${path}, so it is not a complete backup.`);
    return new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error || !stream ? reject(error) : resolve(stream))),
    );
  };
  const fileBytes = statSync(opened.path).size;
  // Held in memory completely, and read before it is verified.
  const bytes = async (path: string) => {
    const entry = entries.get(path);
    const most = path === 'backup.json' ? indexMax(entries, fileBytes) : path.startsWith(FILES) ? FILE_MAX : SMALL_MAX;
    if (entry && entry.uncompressedSize > most)
      throw new ConfigError(`${file} is damaged: ${path} in it is larger than allowed.`);
    const chunks: Buffer[] = [];
    for await (const chunk of await read(path)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  try {
    const text = await bytes('backup.json');
    const index = readIndex(file, text);
    if (config.appSecret !== null) {
      const signature = entries.has('backup.sig') ? String(await bytes('backup.sig')) : null;
      refuseForged(file, text, signature, config);
    }
    refuseIncomplete(file, index, entries);
    for (const [path, sha256] of promised(index)) {
      const hash = createHash('sha256');
      for await (const chunk of await read(path)) hash.update(chunk as Buffer);
      if (hash.digest('hex') !== sha256) throw new ConfigError(`${path} in ${file} is not what was saved.`);
    }
    const secret = index.has_secret ? await bytes('secret') : null;
    if (config.appSecret === null && secret !== null)
      refuseDamaged(file, text, String(await bytes('backup.sig')), String(secret), config);
    const isVouchedFor = config.appSecret !== null || config.backupPassphrase !== null;
    return { index, secret, read, bytes, isVouchedFor, close };
  } catch (error) {
    close();
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file} is damaged: ${(error as Error).message.split('\n')[0]}`);
  }
}

function readIndex(file: string, text: Buffer): BackupIndex {
  const found = JSON.parse(text.toString('utf8')) as { format?: unknown } | null;
  if (typeof found?.format === 'number' && found.format !== BACKUP_FORMAT)
    throw new ConfigError(`${file} is of format ${found.format}; this Sharebook reads ${BACKUP_FORMAT}.`);
  const parsed = indexShape.safeParse(found);
  if (!parsed.success) throw new ConfigError(`${file} is damaged: its index cannot be read.`);
  for (const { key } of parsed.data.files) {
    try {
      checkedKey(key);
    } catch {
      throw new ConfigError(`${file} is damaged: it names a document that no Sharebook saved.`);
    }
  }
  return parsed.data;
}

function refuseForged(file: string, text: Buffer, signature: string | null, config: Config) {
  if (signature === null) throw new ConfigError(`${file} is not signed: no Sharebook saved it.`);
  const wanted = readSecrets(config.appSecret, config.dataDir).signing(text);
  if (!sameBytes(Buffer.from(signature, 'hex'), wanted))
    throw new ConfigError(`${file} is not signed with this APP_SECRET: it was changed, or another Sharebook saved it.`);
}

/** The key in the file does not prove its origin, but protects every byte of the index. */
function refuseDamaged(file: string, text: Buffer, signature: string, secret: string, config: Config) {
  if (!sameBytes(Buffer.from(signature, 'hex'), readSecrets(secret.trim(), config.dataDir).signing(text)))
    throw new ConfigError(`${file} is damaged: its index is not what was saved.`);
}

const FILES = 'files/';
const SMALL_MAX = 10_000;
const INDEX = { base: 1024 * 1024, perEntry: 1000, perPackedByteOfCompanies: 50 };

/** Allows a line per entry and company, plus a fixed part. Packed sizes beyond the file's size are false. */
function indexMax(entries: ReadonlyMap<string, Entry>, fileBytes: number): number {
  const companies = Math.min(entries.get('tables/organization.copy')?.compressedSize ?? 0, fileBytes);
  return INDEX.base + INDEX.perEntry * entries.size + INDEX.perPackedByteOfCompanies * companies;
}

/** Checked before reading the entries that the index names: each exists and is named once. */
function refuseIncomplete(file: string, index: BackupIndex, entries: ReadonlyMap<string, Entry>): void {
  const named = new Set<string>();
  for (const [path] of promised(index)) {
    if (!entries.has(path)) throw new ConfigError(`${file} lacks ${path}, so it is not a complete backup.`);
    if (named.has(path)) throw new ConfigError(`${file} is damaged: its index names ${path} twice.`);
    named.add(path);
  }
}

function* promised({
  tables,
  files,
  has_secret,
  secret_sha256,
}: BackupIndex): Generator<[path: string, sha256: string]> {
  for (const { name, sha256 } of tables) yield [`tables/${name}.copy`, sha256];
  for (const { key, sha256 } of files) yield [FILES + key, sha256];
  if (has_secret && secret_sha256) yield ['secret', secret_sha256];
}

function open(path: string, file: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error | null) =>
      reject(new ConfigError(`${file} is not a backup: ${error?.message ?? 'it cannot be read'}.`));
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error || !zip) return refuse(error);
      const entries = new Map<string, Entry>();
      zip
        .on('error', refuse)
        .on('end', () => resolve({ zip, entries }))
        .on('entry', (entry: Entry) => {
          if (entries.has(entry.fileName)) return refuse(new Error(`it holds ${entry.fileName} twice`));
          entries.set(entry.fileName, entry);
          zip.readEntry();
        });
      zip.readEntry();
    });
  });
}
