// Files in the file store, which has no transactions: written before the row that names them, and removed after its
// deletion has committed. Files in between are noted in the database and removed later.
import { sha256 } from '#server/data/sha256.ts';
import type { Deps } from '#server/deps.ts';

export interface StoredFile {
  storage_key: string;
  file_size: number;
  sha256: string;
  contentType: string;
}

type Store = Pick<Deps, 'db' | 'files'>;
const AT_ONCE = 50;
const AGAIN_SECONDS = 600;

/** Call outside a transaction. The file is removed again unless a document names it within an hour. */
export async function storeFile(
  { db, files, newId }: Store & Pick<Deps, 'newId'>,
  org: string,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): Promise<StoredFile> {
  const storage_key = `${org}/${newId()}`;
  await db.system((tx) => tx.rows('select expect_file($1)', [storage_key]));
  await files.put(storage_key, bytes, contentType);
  return { storage_key, file_size: bytes.length, sha256: sha256(bytes).toString('hex'), contentType };
}

/** Removes the file of a refused document. */
export async function discardFile(store: Store, key: string): Promise<void> {
  await store.db.system((tx) => tx.rows('select abandon_file($1, 0)', [key]));
  await removeAbandonedFiles(store);
}

/** Never throws because of the store: after a failure, the rest is tried again later. */
export async function removeAbandonedFiles({ db, files }: Store): Promise<void> {
  for (;;) {
    const taken = await db.system((tx) =>
      tx.rows<{ key: string }>('select take_abandoned_files($1) as key', [AT_ONCE]),
    );
    for (const [index, { key }] of taken.entries()) {
      const isGone = await files.remove(key).then(
        () => true,
        () => false,
      );
      if (isGone) continue;
      const left = taken.slice(index).map((each) => each.key);
      await db.system((tx) =>
        tx.rows('select abandon_file(key, $2) from unnest($1::text[]) as key', [left, AGAIN_SECONDS]),
      );
      return;
    }
    if (taken.length < AT_ONCE) return;
  }
}
