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

/** Refuses: doctype, bad_zip for XML that is not well-formed, too_large_field for a text without an end. */
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
    try {
      decoder ??= new TextDecoder(encodingOf(chunk!), { fatal: true });
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

function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** As XML Schema writes a boolean. */
export const isTrue = (value: string | undefined) => value === '1' || value === 'true' || value === 'on';
