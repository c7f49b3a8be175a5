// Reads a part of a workbook as a stream of elements, by their names without prefix: a writer may choose any prefix, and
// there are two sets of namespaces (Transitional and Strict) for the same elements.
import { SaxesParser } from 'saxes';
import type { PackedFile } from '../data/safeZip.ts';
import { damagedWorkbook, refusal } from './refusals.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Elements of a workbook are ten deep at most. */
const DEPTH_MAX = 64;
/** Nothing between two tags, and no tag, is as long. */
const STEP_MAX = 1024 * 1024;

/**
 * Refuses: doctype, unknown_encoding, bad_zip for XML that is not well-formed, too_large_field for a text without an end.
 */
export async function readXml(file: PackedFile, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const damaged = () => damagedWorkbook(`The part ${file.path} of this workbook is damaged.`);
  let [depth, read, seen] = [0, 0, 0];
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('doctype', () => {
    throw refuseDoctype();
  });
  parser.on('opentag', ({ name, attributes }) => {
    seen = read;
    depth += 1;
    if (depth > DEPTH_MAX) throw damaged();
    reader.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    seen = read;
    depth -= 1;
    reader.close?.(localName(name));
  });
  if (reader.text) {
    const text = reader.text.bind(reader);
    parser.on('text', text);
    parser.on('cdata', text);
  }
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  const decode = (chunk: Buffer | null) => {
    decoder ??= decoderOf(chunk!);
    try {
      return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw damaged();
    }
  };
  for await (const chunk of file.chunks()) {
    read += chunk.length;
    parser.write(decode(chunk));
    if (read - seen > STEP_MAX)
      throw refusal('too_large_field', 'A text in this workbook is longer than any cell may be. Shorten it.');
  }
  if (decoder) parser.write(decode(null));
  parser.close();
}

const refuseDoctype = () =>
  refusal(
    'doctype',
    'This workbook declares a document type, which no spreadsheet program writes. Open it in one, save it as .xlsx, and choose that file.',
  );

export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

const DECLARED = /^<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([^"'>]{0,60})["']/;

/** By its byte-order mark, or by how the first sign is written; else as the file declares. Refuses: unknown_encoding. */
function decoderOf(start: Buffer): InstanceType<typeof TextDecoder> {
  const declared = DECLARED.exec(start.toString('latin1', 0, 300))?.[1];
  try {
    return new TextDecoder(wideEncodingOf(start) ?? byteEncoding(declared), { fatal: true });
  } catch {
    throw refusal(
      'unknown_encoding',
      `This file says that its text is written in "${declared}", an encoding that is not known here. Save it in UTF-8, and choose that file.`,
    );
  }
}

function wideEncodingOf([first, second]: Buffer): string | null {
  if ((first === 0xff && second === 0xfe) || (first === LESS_THAN && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === LESS_THAN)) return 'utf-16be';
  return first === 0xef && second === 0xbb ? 'utf-8' : null;
}
const LESS_THAN = 0x3c;

/** Where single bytes declare UTF-16, a program changed the bytes and left the declaration. ASCII is strict in UTF-8. */
const byteEncoding = (declared: string | undefined): string =>
  declared === undefined || /^(utf-?16|ucs-?2|unicode|us-ascii|ascii)/i.test(declared) ? 'utf-8' : declared;

/** As XML Schema writes a boolean. */
export const isTrue = (value: string | undefined) => value === '1' || value === 'true' || value === 'on';
