// A backup file, opened and checked against its own index before anything of it is used.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { ConfigError } from '../config.ts';
import { BACKUP_FORMAT } from './contents.ts';
import type { BackupIndex } from './contents.ts';

export interface Backup {
  index: BackupIndex;
  read(path: string): Promise<Readable>;
  bytes(path: string): Promise<Buffer>;
  /** The root secret of the installation that was saved, unless its operator kept it. */
  secret: Buffer | null;
  close(): void;
}

/** Refuses (ConfigError): no backup of ours, an unknown format, an entry that is missing or changed. */
export async function openBackup(file: string): Promise<Backup> {
  const { zip, entries } = await open(file);
  const read = (path: string) => {
    const entry = entries.get(path);
    if (!entry) throw new ConfigError(`${file} lacks ${path}: it is no whole backup.`);
    return new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error || !stream ? reject(error) : resolve(stream))),
    );
  };
  const bytes = async (path: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of await read(path)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  try {
    const index = JSON.parse((await bytes('backup.json')).toString('utf8')) as BackupIndex;
    if (index.format !== BACKUP_FORMAT)
      throw new ConfigError(`${file} is of format ${String(index.format)}; this Sharebook reads ${BACKUP_FORMAT}.`);
    for (const [path, sha256] of promised(index)) {
      const hash = createHash('sha256');
      for await (const chunk of await read(path)) hash.update(chunk as Buffer);
      if (hash.digest('hex') !== sha256) throw new ConfigError(`${path} in ${file} is not what was saved.`);
    }
    const secret = index.has_secret ? await bytes('secret') : null;
    return { index, secret, read, bytes, close: () => zip.close() };
  } catch (error) {
    zip.close();
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file} is damaged: ${(error as Error).message}`);
  }
}

function* promised({ tables, files }: BackupIndex): Generator<[path: string, sha256: string]> {
  for (const { name, sha256 } of tables) yield [`tables/${name}.copy`, sha256];
  for (const { key, sha256 } of files) yield [`files/${key}`, sha256];
}

function open(file: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error | null) =>
      reject(new ConfigError(`${file} is no backup: ${error?.message ?? 'it cannot be read'}.`));
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error || !zip) return refuse(error);
      const entries = new Map<string, Entry>();
      zip
        .on('error', refuse)
        .on('end', () => resolve({ zip, entries }))
        .on('entry', (entry: Entry) => {
          entries.set(entry.fileName, entry);
          zip.readEntry();
        });
      zip.readEntry();
    });
  });
}
