// The encoding of a text file: its byte-order mark says; else strict UTF-8; else windows-1252, which any bytes are.
import { isUtf8 } from 'node:buffer';
import type { TextForm } from '#src/domain/sheets/grid.ts';
import { refusal } from './refusals.ts';

export interface DecodedText {
  encoding: TextForm['encoding'];
  /** In UTF-8, without a byte-order mark. */
  utf8: Buffer;
}

/** Refuses: not_text. */
export function decodeText(bytes: Buffer): DecodedText {
  if (bytes.length === 0) throw refusal('not_text', 'This file is empty. Choose the file that holds your table.');
  const decoded = decode(bytes);
  if (decoded.utf8.includes(0)) throw notText();
  return decoded;
}

function decode(bytes: Buffer): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return fromUtf16('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return fromUtf16('utf-16be', bytes);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = hasMark ? bytes.subarray(3) : bytes;
  if (isUtf8(text)) return { encoding: 'utf-8', utf8: text };
  if (hasMark || text.includes(0)) throw notText();
  return { encoding: 'windows-1252', utf8: Buffer.from(new TextDecoder('windows-1252').decode(text)) };
}

function fromUtf16(encoding: 'utf-16le' | 'utf-16be', bytes: Buffer): DecodedText {
  try {
    return { encoding, utf8: Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes)) };
  } catch {
    throw notText();
  }
}

const notText = () =>
  refusal(
    'not_text',
    'This file is neither a workbook (.xlsx) nor text. Open it in a spreadsheet program, save it as .xlsx or .csv, and choose that file.',
  );
