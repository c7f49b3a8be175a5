// Reads a logo strictly, PNG or JPEG, and keeps of it only what draws the picture: no text, no metadata, nothing after its end. Of a
// JPEG the compressed pixels are kept as they came.
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { AppError } from '#src/domain/errors.ts';

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
  refuse('This picture is damaged or contains more than a picture. Save it again as a new file and upload that.');

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
/** By the kind of colour: how many values a pixel has, and with how many bits each. */
const COLOURS: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8] },
  2: { channels: 3, depths: [8] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8] },
  6: { channels: 4, depths: [8] },
};
const PALETTE = 3;
/** How many bytes say which colour is transparent, where a pixel does not say it itself; a palette has one for each entry. */
const TRANSPARENT: Readonly<Record<number, number>> = { 0: 2, 2: 6 };

/** The picture is read to its pixels and written anew, so that nothing but them is kept. */
function readPng(bytes: Buffer): LogoImage {
  const chunks = chunksOf(bytes);
  const head = onlyOne(chunks, 'IHDR');
  if (head !== chunks[0]!.data || head.length !== 13) throw broken();
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  checkSize(width, height);
  const [depth = 0, colour = 0, compression, filter, interlace] = head.subarray(8);
  if (chunks.some(({ type }) => type === 'acTL'))
    throw refuse('The logo must not be animated. Save it as a single picture.');
  if (interlace !== 0 || depth > 8) throw refuse('Save the picture as PNG with 8 bits, not interlaced.');
  const kind = COLOURS[colour];
  if (!kind || !kind.depths.includes(depth) || compression !== 0 || filter !== 0) throw broken();
  const palette = colour === PALETTE ? onlyOne(chunks, 'PLTE') : null;
  if (palette && (palette.length === 0 || palette.length % 3 !== 0 || palette.length / 3 > 2 ** depth)) throw broken();
  const row = 1 + Math.ceil((width * kind.channels * depth) / 8);
  const pixels = pixelsOf(
    chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
    height * row,
  );
  // Each row begins with the way in which it was filtered.
  for (let at = 0; at < pixels.length; at += row) if (pixels[at]! > 4) throw broken();
  const clear = transparencyOf(chunks, colour, palette);
  const written = [
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(clear ? [chunk('tRNS', clear)] : []),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return { content_type: 'image/png', bytes: Buffer.concat([PNG, ...written]), width, height };
}

interface Chunk {
  type: string;
  data: Buffer;
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = PNG.length; at < bytes.length;) {
    if (at + 12 > bytes.length) throw broken();
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw broken();
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw broken();
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    if (type === 'IEND' && end !== bytes.length) throw broken();
    at = end;
  }
  if (chunks.at(-1)?.type !== 'IEND') throw broken();
  return chunks;
}

function onlyOne(chunks: readonly Chunk[], type: string): Buffer {
  const [found, ...others] = chunks.filter((each) => each.type === type);
  if (!found || others.length > 0) throw broken();
  return found.data;
}

function transparencyOf(chunks: readonly Chunk[], colour: number, palette: Buffer | null): Buffer | null {
  const most = palette ? palette.length / 3 : TRANSPARENT[colour];
  if (most === undefined || !chunks.some(({ type }) => type === 'tRNS')) return null;
  const data = onlyOne(chunks, 'tRNS');
  if (palette ? data.length > most : data.length !== most) throw broken();
  return data;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The compressed part holds exactly the pixels that the head announces: never inflates more than them. */
function pixelsOf(parts: readonly Buffer[], expected: number): Buffer {
  let pixels: Buffer | null = null;
  try {
    pixels = inflateSync(Buffer.concat(parts), { maxOutputLength: expected });
  } catch {
    throw broken();
  }
  if (pixels.length !== expected) throw broken();
  return pixels;
}

// Baseline, extended and progressive frames.
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Tables, frames, scans and restart intervals. */
const isKept = (marker: number) => FRAMES.has(marker) || [0xc4, 0xda, 0xdb, 0xdd].includes(marker);
/** Application segments and comments; what they say of the colours is written anew. */
const isDropped = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
const JFIF = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
/** Says that the three values of a pixel are red, green and blue. */
const ADOBE_RGB = Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]);
const isAdobeRgb = (segment: Buffer) =>
  segment.length === ADOBE_RGB.length && segment.subarray(4, 9).toString('latin1') === 'Adobe' && segment[15] === 0;

function readJpeg(bytes: Buffer): LogoImage {
  const kept: Buffer[] = [];
  let isRgb = false;
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) throw broken();
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) {
      if (at + 2 !== bytes.length || !size) throw broken();
      kept.push(bytes.subarray(at));
      const opening = [bytes.subarray(0, 2), isRgb ? ADOBE_RGB : JFIF];
      return { content_type: 'image/jpeg', bytes: Buffer.concat([...opening, ...kept]), ...size };
    }
    if (at + 4 > bytes.length || !(isKept(marker) || isDropped(marker))) throw broken();
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) throw broken();
    if (marker === 0xee) isRgb ||= isAdobeRgb(bytes.subarray(at, end));
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
