// Opens a zip without trusting it: entries and unpacked bytes are counted while they are read, never believed.
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../src/domain/errors.ts';

const ENTRIES_MAX = 1000;
const UNPACKED_MAX = 200 * 1024 * 1024;

export interface ZipEntry {
  path: string;
  bytes: Buffer;
}

/**
 * In: the packed bytes. Out: the files, in the order of the archive.
 * Refuses (422): unsafe_zip for a climbing or absolute path, a link, a name twice, more than 1,000 entries or 200 MiB,
 * sizes that lie, encryption, or bytes that are no zip. `keep` false skips the bytes (only the walk is wanted).
 */
export async function readZip(packed: Buffer, keep = true): Promise<ZipEntry[]> {
  const zip = await open(packed);
  try {
    if (zip.entryCount > ENTRIES_MAX)
      throw unsafe(`it holds ${zip.entryCount} entries, and ${ENTRIES_MAX} are allowed`);
    return await readAll(zip, keep);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unsafe('it is damaged or no zip');
  } finally {
    zip.close();
  }
}

function open(packed: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(packed, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false }, (error, zip) =>
      error || !zip ? reject(unsafe('it is damaged or no zip')) : resolve(zip),
    ),
  );
}

async function readAll(zip: ZipFile, keep: boolean): Promise<ZipEntry[]> {
  const files: ZipEntry[] = [];
  const names = new Set<string>();
  let left = UNPACKED_MAX;
  for (;;) {
    const entry = await next(zip);
    if (!entry) return files;
    const path = refuseUnsafe(entry, names);
    if (path.endsWith('/')) continue;
    const bytes = await unpack(zip, entry, left);
    left -= bytes.length;
    files.push({ path, bytes: keep ? bytes : Buffer.alloc(0) });
  }
}

function next(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
    zip
      .once('entry', resolve)
      .once('end', () => resolve(null))
      .once('error', reject);
    zip.readEntry();
  });
}

function refuseUnsafe(entry: Entry, names: Set<string>): string {
  const path = entry.fileName;
  if (/^[/\\]|^[A-Za-z]:|\\/.test(path) || path.split('/').includes('..') || path.includes('\u0000'))
    throw unsafe('a name in it leads outside of it');
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & 0o170000) === 0o120000) throw unsafe('it holds a link');
  if (entry.generalPurposeBitFlag & 1) throw unsafe('it is encrypted');
  const name = path.replace(/^\.\//, '').toLowerCase();
  if (names.has(name)) throw unsafe('it holds one name twice');
  names.add(name);
  return path;
}

// The declared size may lie: bytes are counted as they come and the stream is cut at the limit.
function unpack(zip: ZipFile, entry: Entry, left: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (entry.uncompressedSize > left) return reject(tooLarge());
    zip.openReadStream(entry, (error, stream) => {
      if (error || !stream) return reject(error ?? unsafe('it is damaged'));
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > left) stream.destroy(tooLarge());
        else chunks.push(chunk);
      });
      stream.on('end', () => resolve(Buffer.concat(chunks)));
      stream.on('error', reject);
    });
  });
}

const tooLarge = () => unsafe('it unpacks to more than 200 MiB');
const unsafe = (why: string) =>
  new AppError('unsafe_zip', `This file could not be processed safely: ${why}.`, { status: 422 });
