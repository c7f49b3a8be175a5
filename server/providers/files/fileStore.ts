// The store of document files: an interface with two drivers. Keys are random and our own, never a person's file name.
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#server/config.ts';

export interface FileStore {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  get(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
}

/** Bytes of one document. */
export const FILE_MAX = 25 * 1024 * 1024;

const KEY = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** Refuses foreign keys before any driver sees them. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('A storage key must consist of two ids.');
  return key;
}

export async function chooseFileStore(config: Config): Promise<FileStore> {
  return config.files.driver === 's3'
    ? (await import('./s3.ts')).s3Store(config.files)
    : diskStore(join(config.dataDir, 'files'));
}

export function diskStore(folder: string): FileStore {
  const place = (key: string) => join(folder, checkedKey(key));
  return {
    async put(key, bytes) {
      const file = place(key);
      await fs.mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Written under a temporary name and renamed, so that a file is always complete, also after a kill.
      const handle = await fs.open(`${file}.part`, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await fs.rename(`${file}.part`, file);
    },
    get: (key) => fs.readFile(place(key)),
    remove: (key) => fs.rm(place(key), { force: true }),
  };
}
