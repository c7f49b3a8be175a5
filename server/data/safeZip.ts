// Opens an untrusted zip: checks the whole directory before unpacking a byte, and counts sizes instead of trusting them.
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../src/domain/errors.ts';

const ENTRIES_MAX = 1000;
const UNPACKED_MAX = 200 * 1024 * 1024;
/**
 * JSON of a real package packs to a twentieth, at most a fiftieth; a zip bomb to a thousandth. Small files are exempt.
 */
const RATIO_MAX = 100;
const RATIO_FREE = 1024 * 1024;
const LOCAL_HEADER = 30;
const LOCAL_SIGNATURE = 0x04034b50;
const [STORED, DEFLATED] = [0, 8];

export interface ZipEntry {
  path: string;
  bytes: Buffer;
}

type Place = { path: string; entry: Entry; start: number; end: number };

/**
 * In: the packed bytes. Out: the wanted files, in archive order; the others are not unpacked. Refuses (422): unsafe_zip
 * for a path outside the archive, a link, a repeated name, more than 1,000 entries or 200 MiB, entries that share
 * bytes, a file that unpacks to a hundred times its size, wrong sizes or checksums, encryption, or bytes that are not a
 * zip.
 */
export async function readZip(packed: Buffer, isWanted: (path: string) => boolean): Promise<ZipEntry[]> {
  return opened(packed, async (places) => {
    for (const { entry } of places) refuseBomb(entry);
    const files: ZipEntry[] = [];
    for (const place of places.filter(({ path }) => isWanted(path)))
      files.push({ path: place.path, bytes: await unpack(packed, place) });
    return files;
  });
}

/**
 * Unpacks every file and discards it, only to check that it is safe. Refuses as readZip, whatever a file is packed to.
 */
export async function checkZip(packed: Buffer): Promise<void> {
  await opened(packed, async (places) => {
    for (const place of places) await unpack(packed, place);
  });
}

async function opened<T>(packed: Buffer, use: (files: Place[]) => Promise<T>): Promise<T> {
  const zip = await open(packed);
  try {
    if (zip.entryCount > ENTRIES_MAX)
      throw unsafe(`it holds ${zip.entryCount.toLocaleString('en-US')} entries, and 1,000 are allowed`);
    const places = await placesIn(zip, packed);
    refuseShared(places);
    if (places.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0) > UNPACKED_MAX)
      throw unsafe('it unpacks to more than 200 MiB');
    return await use(places.filter(({ path }) => !path.endsWith('/')));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unsafe('it is damaged or not a zip file');
  } finally {
    zip.close();
  }
}

// Names stay bytes: decoding them here lets us refuse bad ones with our own message.
function open(packed: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(packed, { lazyEntries: true, decodeStrings: false }, (error, zip) =>
      error || !zip ? reject(unsafe('it is damaged or not a zip file')) : resolve(zip),
    ),
  );
}

async function placesIn(zip: ZipFile, packed: Buffer): Promise<Place[]> {
  const places: Place[] = [];
  const names = new Set<string>();
  for (let entry = await next(zip); entry; entry = await next(zip)) {
    const path = refuseUnsafe(entry, names);
    const header = entry.relativeOffsetOfLocalHeader;
    if (packed.readUInt32LE(header) !== LOCAL_SIGNATURE) throw unsafe('it is damaged or not a zip file');
    const start = header + LOCAL_HEADER + packed.readUInt16LE(header + 26) + packed.readUInt16LE(header + 28);
    const end = start + entry.compressedSize;
    if (end > packed.length) throw unsafe('it is damaged or not a zip file');
    places.push({ path, entry, start, end });
  }
  return places;
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
  const path = nameOf(entry);
  if (/^[/\\]|^[A-Za-z]:|\\/.test(path) || path.split('/').includes('..') || path.includes('\u0000'))
    throw unsafe('a file name in it points outside the archive');
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & 0o170000) === 0o120000) throw unsafe('it contains a link');
  if (entry.generalPurposeBitFlag & 1) throw unsafe('it is encrypted');
  const name = path.replace(/^\.\//, '').toLowerCase();
  if (names.has(name)) throw unsafe('it contains the same name twice');
  names.add(name);
  return path;
}

function nameOf(entry: Entry): string {
  const bytes = entry.fileName as unknown as Buffer;
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, true);
}

/** Names that share packed bytes could unpack to any size. */
function refuseShared(places: readonly Place[]): void {
  const byPlace = [...places].sort((a, b) => a.entry.relativeOffsetOfLocalHeader - b.entry.relativeOffsetOfLocalHeader);
  for (const [index, { end }] of byPlace.entries()) {
    const after = byPlace[index + 1];
    if (after && after.entry.relativeOffsetOfLocalHeader < end) throw unsafe('two of its entries share the same bytes');
  }
}

/** Checks the declared sizes first; unpacking verifies that they are true. */
function refuseBomb({ uncompressedSize, compressedSize }: Entry): void {
  if (uncompressedSize > RATIO_FREE && uncompressedSize > RATIO_MAX * compressedSize)
    throw unsafe('a file in it unpacks to more than a hundred times its size');
}

const inflate = promisify<Buffer, { maxOutputLength: number; chunkSize: number }, Buffer>(inflateRaw);
const CHUNK = 1024 * 1024;

// Inflating stops one byte after the declared size, so a false size costs no extra work.
async function unpack(packed: Buffer, { entry, start, end }: Place): Promise<Buffer> {
  const bytes = packed.subarray(start, end);
  const size = entry.uncompressedSize;
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw unsafe('it is packed in an unusual way');
  const unpacked =
    entry.compressionMethod === STORED
      ? bytes
      : await inflate(bytes, { maxOutputLength: size + 1, chunkSize: Math.min(CHUNK, Math.max(64, size + 1)) });
  if (unpacked.length !== size) throw unsafe('a file in it does not have its stated size');
  if (crc32(unpacked) !== entry.crc32) throw unsafe('a file in it does not match its checksum');
  return unpacked;
}

const unsafe = (why: string) =>
  new AppError('unsafe_zip', `This file could not be processed safely: ${why}.`, { status: 422 });
