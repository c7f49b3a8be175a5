// Which files are accepted, judged by extension, first bytes and content. A name alone proves nothing.
import { AppError } from '#src/domain/errors.ts';
import { checkPdf } from './checkPdf.ts';
import { checkZip } from '#server/data/safeZip.ts';

const PIXELS_MAX = 50_000_000;

const TYPES: Record<string, { kind: string; none: string; contentType: string; magic: string | null }> = {
  pdf: { kind: 'PDF', none: 'no PDF', contentType: 'application/pdf', magic: 'application/pdf' },
  png: { kind: 'PNG picture', none: 'no PNG picture', contentType: 'image/png', magic: 'image/png' },
  jpg: { kind: 'JPEG picture', none: 'no JPEG picture', contentType: 'image/jpeg', magic: 'image/jpeg' },
  jpeg: { kind: 'JPEG picture', none: 'no JPEG picture', contentType: 'image/jpeg', magic: 'image/jpeg' },
  docx: {
    kind: 'Word document',
    none: 'no Word document',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    magic: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  xlsx: {
    kind: 'Excel workbook',
    none: 'no Excel workbook',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    magic: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  csv: { kind: 'text', none: 'not text', contentType: 'text/csv; charset=utf-8', magic: null },
  txt: { kind: 'text', none: 'not text', contentType: 'text/plain; charset=utf-8', magic: null },
};

/**
 * Out: the content type for storing and serving it. Refuses: file_empty (422), file_type (415), unsafe_file,
 * active_content, encrypted_pdf (422).
 */
export async function checkDocument(name: string, bytes: Buffer): Promise<string> {
  if (bytes.length === 0)
    throw new AppError('file_empty', 'The file is empty.', { status: 422, fields: { file: 'The file is empty.' } });
  const type = TYPES[/\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (!type) throw notAllowed();
  if (type.magic === null) {
    const other = await typeByContent(bytes);
    if (!isText(bytes) || other) throw misnamed(name, type.none, other?.ext ?? null);
    return type.contentType;
  }
  const isZip = type.magic.includes('openxmlformats');
  // An unsafe container is refused before anything reads its content.
  if (isZip && bytes.subarray(0, 2).toString('latin1') === 'PK') await checkZip(bytes);
  const found = await typeByContent(bytes);
  if (found?.mime !== type.magic) throw misnamed(name, type.none, found?.ext ?? (isText(bytes) ? 'txt' : null));
  if (type.magic === 'application/pdf' && !bytes.subarray(-2048).includes('%%EOF')) throw unsafe();
  if (type.magic === 'application/pdf') await checkPdf(bytes);
  if (type.magic.startsWith('image/')) checkPixels(bytes, type.magic);
  return type.contentType;
}

/** The library is loaded with the first file. */
async function typeByContent(bytes: Buffer) {
  const { fileTypeFromBuffer } = await import('file-type');
  return fileTypeFromBuffer(bytes).catch(() => undefined);
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\u0000');
  } catch {
    return false;
  }
}

function checkPixels(bytes: Buffer, mime: string) {
  const size = mime === 'image/png' ? pngSize(bytes) : jpegSize(bytes);
  if (!size || size.width === 0 || size.height === 0 || size.width * size.height > PIXELS_MAX) throw unsafe();
}

function pngSize(bytes: Buffer) {
  if (bytes.length < 33 || bytes.subarray(12, 16).toString('latin1') !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

// Follows the markers to the frame header, which contains the size.
function jpegSize(bytes: Buffer) {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Lists the accepted types with their extensions. */
const notAllowed = () => {
  const endings = Object.keys(TYPES).map((each) => `.${each}`);
  const sentence = `This file type is not allowed. Upload a PDF, a picture, a Word, Excel, CSV or text file: ${endings.join(', ')}.`;
  return new AppError('file_type', sentence, { status: 415 });
};
/** `ending`: the extension that fits the content, if known. */
function misnamed(name: string, none: string, ending: string | null) {
  const end = /\.[^.]+$/.exec(name)![0];
  const it = ending === null ? null : whatIs(ending);
  const sentence =
    it === null
      ? `The name of this file ends in ${end}, but its content is ${none}.`
      : `The name of this file ends in ${end}, but its content is ${none}: ${it}.`;
  return new AppError('file_type', sentence, { status: 415 });
}

function whatIs(ending: string): string {
  const kind = TYPES[ending]?.kind;
  if (!kind) return `it is a .${ending} file`;
  return kind === 'text' ? 'it is text' : `it is ${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

const unsafe = () => new AppError('unsafe_file', 'This file could not be processed safely.', { status: 422 });
