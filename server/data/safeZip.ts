// Opens an untrusted zip: checks the whole directory before unpacking a byte, and counts sizes instead of trusting them.
import { promisify } from 'node:util';
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '#src/domain/errors.ts';

export interface ZipLimits {
  entries: number;
  /** Bytes of all files together, unpacked. */
  unpacked: number;
  /** How many times its packed size a file may have, if it is longer than a mebibyte. */
  ratio: number;
}

/** JSON of a real package packs to a twentieth, at most a fiftieth; a zip bomb to a thousandth. */
const PACKAGE_LIMITS: ZipLimits = { entries: 1000, unpacked: 200 * 1024 * 1024, ratio: 100 };
const RATIO_FREE = 1024 * 1024;
const LOCAL_HEADER = 30;
const LOCAL_SIGNATURE = 0x04034b50;
const [STORED, DEFLATED] = [0, 8];

export interface ZipEntry {
  path: string;
  bytes: Buffer;
}

/** A file of an open zip, whose declared size is within the limits. */
export interface PackedFile {
  path: string;
  /** Unpacked, as the directory says; `chunks` verifies it. */
  size: number;
  /** Its bytes, unpacked as they are asked for. Ends with a refusal if size or checksum is not as declared. */
  chunks(): AsyncGenerator<Buffer>;
}

/** `too_large`: unpacks to more than it may or than it says. `unsafe`: what no honest program writes. */
export type ZipFault = 'damaged' | 'encrypted' | 'too_large' | 'too_many' | 'unsafe';

class ZipError extends Error {
  readonly fault: ZipFault;
  constructor(fault: ZipFault, why: string) {
    super(why);
    this.fault = fault;
  }
}

const damaged = () => new ZipError('damaged', 'it is damaged or not a zip file');

type Place = { path: string; entry: Entry; start: number; end: number };

/**
 * In: the packed bytes. Out: the wanted files, in archive order; the others are not unpacked. Refuses (422): unsafe_zip
 * for a path outside the archive, a link, a repeated name, more than 1,000 entries or 200 MiB, entries that share
 * bytes, a file that unpacks to a hundred times its size, wrong sizes or checksums, encryption, or bytes that are not a
 * zip.
 */
export async function readZip(packed: Buffer, isWanted: (path: string) => boolean): Promise<ZipEntry[]> {
  return refusing(unsafe, async () => {
    const places = await placesOf(packed, PACKAGE_LIMITS);
    for (const { entry } of places) refuseBomb(entry, PACKAGE_LIMITS.ratio);
    const files: ZipEntry[] = [];
    for (const place of filesAmong(places))
      if (isWanted(place.path)) files.push({ path: place.path, bytes: await unpack(packed, place) });
    return files;
  });
}

/**
 * Unpacks every file and discards it, only to check that it is safe. Refuses as readZip, whatever a file is packed to.
 */
export async function checkZip(packed: Buffer): Promise<void> {
  await refusing(unsafe, async () => {
    for (const place of filesAmong(await placesOf(packed, PACKAGE_LIMITS))) await unpack(packed, place);
  });
}

/**
 * In: the packed bytes, the limits, and what each fault is refused with. Out: the files of the directory, none unpacked
 * yet. Refuses what readZip refuses, beyond these limits.
 */
export function openZip(
  packed: Buffer,
  limits: ZipLimits,
  refuse: (fault: ZipFault, why: string) => AppError,
): Promise<PackedFile[]> {
  return refusing(refuse, async () => {
    const places = await placesOf(packed, limits);
    for (const { entry } of places) refuseBomb(entry, limits.ratio);
    return filesAmong(places).map((place) => ({
      path: place.path,
      size: place.entry.uncompressedSize,
      chunks: () => chunksOf(packed, place, refuse),
    }));
  });
}

async function refusing<T>(refuse: (fault: ZipFault, why: string) => AppError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error, refuse);
  }
}

/** Whatever a library throws while it reads a zip means that the zip is damaged. */
function refusalOf(error: unknown, refuse: (fault: ZipFault, why: string) => AppError): AppError {
  const { fault, message } = error instanceof ZipError ? error : damaged();
  return refuse(fault, message);
}

async function placesOf(packed: Buffer, limits: ZipLimits): Promise<Place[]> {
  const zip = await open(packed);
  try {
    const [count, allowed] = [zip.entryCount, limits.entries].map((number) => number.toLocaleString('en-US'));
    if (zip.entryCount > limits.entries)
      throw new ZipError('too_many', `it holds ${count} entries, and ${allowed} are allowed`);
    const places = await placesIn(zip, packed);
    refuseShared(places);
    if (places.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0) > limits.unpacked)
      throw new ZipError('too_large', `it unpacks to more than ${limits.unpacked / 1024 / 1024} MiB`);
    return places;
  } finally {
    zip.close();
  }
}

const filesAmong = (places: readonly Place[]) => places.filter(({ path }) => !path.endsWith('/'));

// Names stay bytes: decoding them here lets us refuse bad ones with our own message.
function open(packed: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(packed, { lazyEntries: true, decodeStrings: false }, (error, zip) =>
      error || !zip ? reject(damaged()) : resolve(zip),
    ),
  );
}

async function placesIn(zip: ZipFile, packed: Buffer): Promise<Place[]> {
  const places: Place[] = [];
  const names = new Set<string>();
  for (let entry = await next(zip); entry; entry = await next(zip)) {
    const path = refuseUnsafe(entry, names);
    const header = entry.relativeOffsetOfLocalHeader;
    if (packed.readUInt32LE(header) !== LOCAL_SIGNATURE) throw damaged();
    const start = header + LOCAL_HEADER + packed.readUInt16LE(header + 26) + packed.readUInt16LE(header + 28);
    const end = start + entry.compressedSize;
    if (end > packed.length) throw damaged();
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
    throw new ZipError('unsafe', 'a file name in it points outside the archive');
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & 0o170000) === 0o120000) throw new ZipError('unsafe', 'it contains a link');
  if (entry.generalPurposeBitFlag & 1) throw new ZipError('encrypted', 'it is encrypted');
  const name = path.replace(/^\.\//, '').toLowerCase();
  if (names.has(name)) throw new ZipError('unsafe', 'it contains the same name twice');
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
    if (after && after.entry.relativeOffsetOfLocalHeader < end)
      throw new ZipError('unsafe', 'two of its entries share the same bytes');
  }
}

/** Checks the declared sizes first; unpacking verifies that they are true. */
function refuseBomb({ uncompressedSize, compressedSize }: Entry, ratio: number): void {
  if (uncompressedSize > RATIO_FREE && uncompressedSize > ratio * compressedSize)
    throw new ZipError('too_large', `a file in it unpacks to more than ${ratio} times its size`);
}

function refuseMethod({ compressionMethod }: Entry): void {
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new ZipError('unsafe', 'it is packed in an unusual way');
}

const falseSize = (fault: ZipFault) => new ZipError(fault, 'a file in it does not have its stated size');
const falseChecksum = () => new ZipError('damaged', 'a file in it does not match its checksum');

const inflate = promisify<Buffer, { maxOutputLength: number; chunkSize: number }, Buffer>(inflateRaw);
const CHUNK = 1024 * 1024;

// Inflating stops one byte after the declared size, so a false size costs no extra work.
async function unpack(packed: Buffer, { entry, start, end }: Place): Promise<Buffer> {
  const bytes = packed.subarray(start, end);
  const size = entry.uncompressedSize;
  refuseMethod(entry);
  const unpacked =
    entry.compressionMethod === STORED
      ? bytes
      : await inflate(bytes, { maxOutputLength: size + 1, chunkSize: Math.min(CHUNK, Math.max(64, size + 1)) });
  if (unpacked.length !== size) throw falseSize('damaged');
  if (crc32(unpacked) !== entry.crc32) throw falseChecksum();
  return unpacked;
}

const STREAM_CHUNK = 64 * 1024;

async function* chunksOf(
  packed: Buffer,
  { entry, start, end }: Place,
  refuse: (fault: ZipFault, why: string) => AppError,
): AsyncGenerator<Buffer> {
  let [size, checksum] = [0, 0];
  try {
    refuseMethod(entry);
    const bytes = packed.subarray(start, end);
    const source = entry.compressionMethod === STORED ? slicesOf(bytes) : inflated(bytes);
    for await (const chunk of source) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw falseSize('too_large');
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (size < entry.uncompressedSize) throw falseSize('damaged');
    if (checksum !== entry.crc32) throw falseChecksum();
  } catch (error) {
    throw refusalOf(error, refuse);
  }
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += STREAM_CHUNK) yield bytes.subarray(at, at + STREAM_CHUNK);
}

function inflated(bytes: Buffer): AsyncIterable<Buffer> {
  const stream = createInflateRaw({ chunkSize: STREAM_CHUNK });
  stream.end(bytes);
  return stream;
}

const unsafe = (_fault: ZipFault, why: string) =>
  new AppError('unsafe_zip', `This file could not be processed safely: ${why}.`, { status: 422 });
