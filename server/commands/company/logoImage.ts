// Reads a logo strictly, PNG or JPEG, and keeps of it only what draws the picture: no text, no metadata, nothing after its end.
import { crc32, inflateSync } from 'node:zlib';
import { AppError } from '../../../src/domain/errors.ts';

export interface LogoImage {
  content_type: 'image/png' | 'image/jpeg';
  bytes: Buffer;
  width: number;
  height: number;
}

/** The largest file. */
export const LOGO_MAX = 200 * 1024;
const SIDE = { min: 32, max: 2000 };
const PIXELS_MAX = 1_000_000;
/** How many times wider than high it may be. */
const WIDE_MAX = 6;

const refuse = (sentence: string, code = 'bad_image', status = 422) =>
  new AppError(code, sentence, { status, fields: { file: sentence } });
const broken = () =>
  refuse('This picture is damaged or contains more than a picture. Save it anew and upload it again.');

/** Refuses: file_empty (422), file_type (415), bad_image (422). */
export function readLogo(bytes: Buffer): LogoImage {
  if (bytes.length === 0) throw refuse('The file is empty.', 'file_empty');
  const image = bytes.subarray(0, 8).equals(PNG)
    ? readPng(bytes)
    : bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8
      ? readJpeg(bytes)
      : null;
  if (!image) throw refuse('A logo is a PNG or JPEG picture.', 'file_type', 415);
  return image;
}

/** Checked before anything is decompressed. */
function checkSize(width: number, height: number) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < SIDE.min) throw refuse(`A logo is at least ${SIDE.min} pixels wide and high.`);
  if (long > SIDE.max || width * height > PIXELS_MAX)
    throw refuse(
      `This picture is too large: at most ${SIDE.max} pixels on a side and a million in all. Scale it down, such as to 800 by 400.`,
    );
  if (height > width) throw refuse('A logo is square or wide. Crop it or use another one.');
  if (width > WIDE_MAX * height) throw refuse(`A logo is at most ${WIDE_MAX} times as wide as it is high.`);
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const KEPT_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

function readPng(bytes: Buffer): LogoImage {
  const chunks: { type: string; whole: Buffer; data: Buffer }[] = [];
  for (let at = PNG.length; at < bytes.length;) {
    if (at + 12 > bytes.length) throw broken();
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw broken();
    const data = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw broken();
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), whole: bytes.subarray(at, end), data });
    at = end;
    if (chunks.at(-1)!.type === 'IEND' && at !== bytes.length) throw broken();
  }
  const [head] = chunks;
  if (head?.type !== 'IHDR' || head.data.length !== 13 || chunks.at(-1)!.type !== 'IEND') throw broken();
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  checkSize(width, height);
  const [depth, colour, compression, filter, interlace] = [...head.data.subarray(8)] as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (chunks.some(({ type }) => type === 'acTL')) throw refuse('A logo does not move. Save it as a single picture.');
  if (interlace !== 0 || depth > 8) throw refuse('Save the picture as PNG with 8 bits, not interlaced.');
  const channels = CHANNELS[colour];
  if (channels === undefined || ![1, 2, 4, 8].includes(depth) || compression !== 0 || filter !== 0) throw broken();
  if (colour === 3 && !chunks.some(({ type }) => type === 'PLTE')) throw broken();
  checkPixels(
    chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
    height * (1 + Math.ceil((width * channels * depth) / 8)),
  );
  const kept = chunks.filter(({ type }) => KEPT_CHUNKS.has(type)).map(({ whole }) => whole);
  return { content_type: 'image/png', bytes: Buffer.concat([PNG, ...kept]), width, height };
}

/** The compressed part holds exactly the pixels that the head announces: never inflates more than them. */
function checkPixels(parts: readonly Buffer[], expected: number) {
  let pixels: Buffer | null = null;
  try {
    pixels = inflateSync(Buffer.concat(parts), { maxOutputLength: expected });
  } catch {
    throw broken();
  }
  if (pixels.length !== expected) throw broken();
}

// Baseline, extended and progressive frames.
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, frames, scans, restart intervals, and the two application segments that say how colours are stored. */
const isKept = (marker: number) => FRAMES.has(marker) || [0xc4, 0xda, 0xdb, 0xdd, 0xe0, 0xee].includes(marker);
const isDropped = (marker: number) => (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe;

function readJpeg(bytes: Buffer): LogoImage {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) throw broken();
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) {
      if (at + 2 !== bytes.length || !size) throw broken();
      kept.push(bytes.subarray(at));
      return { content_type: 'image/jpeg', bytes: Buffer.concat(kept), ...size };
    }
    if (at + 4 > bytes.length || !(isKept(marker) || isDropped(marker))) throw broken();
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) throw broken();
    if (FRAMES.has(marker)) size = frameOf(bytes.subarray(at, end), size !== null);
    if (marker === 0xda && !size) throw broken();
    const next = marker === 0xda ? scanEnd(bytes, end) : end;
    if (isKept(marker)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  throw broken();
}

function frameOf(segment: Buffer, isSecond: boolean) {
  if (isSecond || segment.length < 11) throw broken();
  const [height, width, components] = [segment.readUInt16BE(5), segment.readUInt16BE(7), segment[9]!];
  checkSize(width, height);
  if (segment[4] !== 8 || ![1, 3].includes(components)) throw refuse('Save the picture as JPEG in RGB colours.');
  return { width, height };
}

/** After a scan's head come its compressed bytes, up to the next marker that is none of theirs. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1]!;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw broken();
}
