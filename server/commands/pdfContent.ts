// What a PDF would do when it is opened. Found by walking over its bytes, not by a reader's own tables: these may point anywhere,
// also into what looks like a picture. No library that is kept up walks the objects of a broken or hostile file without
// drawing it, so names are looked for in all of the bytes and in every compressed stream of objects.
import { constants, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { AppError } from '../../src/domain/errors.ts';
import { inTurns } from '../data/inTurns.ts';

const INFLATED_MAX = 64 * 1024 * 1024;
const STREAMS_MAX = 50_000;
const SLICE = 1024 * 1024;
/** Longer than any name, so that one across two slices is seen whole. */
const OVERLAP = 512;
const HEAD_MAX = 4096;

const ACTIVE: Record<string, string> = {
  JavaScript: 'a script',
  Launch: 'an action that starts a program',
  SubmitForm: 'an action that sends what is typed to an address',
  ImportData: 'an action that reads a file',
};
const PROGRAM = /\.(exe|com|scr|bat|cmd|msi|dll|js|jse|vbs|vbe|wsf|hta|ps1|jar|lnk|reg|sh|app|apk|pif|cpl|iso)\s*$/i;
// What the first bytes of programs are: Windows, Linux, a script with its interpreter, macOS.
const PROGRAM_STARTS = ['4d5a', '7f454c46', '2321', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'];

type Inflate = (bytes: Buffer, options: { maxOutputLength: number; finishFlush: number }) => Promise<Buffer>;
const unpack = promisify(inflate) as Inflate;

/** Refuses (422): active_content, encrypted_pdf, and unsafe_file for what cannot be looked into. */
export async function refuseActivePdf(bytes: Buffer): Promise<void> {
  const seen = await inTurns(namesIn(bytes));
  refuseNames(seen);
  if (seen.has('Encrypt'))
    throw refused(
      'encrypted_pdf',
      'This PDF is encrypted, so what is in it cannot be checked. Save it without a password.',
    );
  let left = INFLATED_MAX;
  let hasAttachment = seen.has('EmbeddedFile');
  for (const { head, start } of await inTurns(streamsOf(bytes))) {
    const names = new Set(namesOf(head));
    const isOfObjects = names.has('ObjStm') || (names.has('First') && names.has('N'));
    if (names.has('EmbeddedFile')) await refuseProgram(bytes, head, start, names);
    if (!isOfObjects) continue;
    const objects = await contentOf(bytes, { head, start, names }, left);
    left -= objects.length;
    const inside = await inTurns(namesIn(objects));
    refuseNames(inside);
    for (const name of inside) seen.add(name);
    refuseNames(seen);
    hasAttachment ||= inside.has('EF') || inside.has('EmbeddedFile');
    if (hasAttachment) refuseProgramNames(objects);
  }
  if (hasAttachment || seen.has('EF')) refuseProgramNames(bytes);
}

function refuseNames(names: ReadonlySet<string>): void {
  for (const [name, what] of Object.entries(ACTIVE)) if (names.has(name)) throw active(what);
  // A film that plays may carry a script of its own.
  if (names.has('Rendition') && names.has('JS')) throw active(ACTIVE.JavaScript!);
}

/** Every name in the bytes, as it is meant: "/J#61vaScript" is JavaScript. */
function* namesIn(bytes: Buffer): Generator<void, Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < bytes.length; at += SLICE) {
    for (const name of namesOf(bytes.toString('latin1', at, at + SLICE + OVERLAP)))
      if (MATTERS.has(name)) found.add(name);
    yield;
  }
  return found;
}

const MATTERS = new Set([...Object.keys(ACTIVE), 'Rendition', 'JS', 'Encrypt', 'EF', 'EmbeddedFile']);
// oxlint-disable-next-line no-control-regex -- NUL ends a name as a blank does.
const NAME = /\/([^\u0000\t\n\f\r ()<>[\]{}/%]{1,256})/g;

function* namesOf(text: string): Generator<string> {
  for (const [, name = ''] of text.matchAll(NAME))
    yield name.replace(/#([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

type Stream = { head: string; start: number };

/** Where each stream begins, and what stands before it. */
function* streamsOf(bytes: Buffer): Generator<void, Stream[]> {
  const streams: Stream[] = [];
  let before = 0;
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') {
      before = at + 6;
      continue;
    }
    let start = at + 6;
    if (bytes[start] === 0x0d) start += 1;
    if (bytes[start] === 0x0a) start += 1;
    const from = Math.max(before, at - HEAD_MAX);
    const text = bytes.toString('latin1', from, at);
    streams.push({ head: text.slice(text.lastIndexOf(' obj') + 1), start });
    if (streams.length > STREAMS_MAX) throw unreadable();
    if (streams.length % 500 === 0) yield;
  }
  return streams;
}

/** The packed bytes end themselves: what is said about their length is not believed. */
async function contentOf(bytes: Buffer, { head, start, names }: Stream & { names: Set<string> }, left: number) {
  if (!names.has('Filter')) {
    const end = bytes.indexOf('endstream', start);
    return bytes.subarray(start, end === -1 ? bytes.length : end);
  }
  const isPlain = /\/Filter\s*\[?\s*\/(FlateDecode|Fl)\s*(\]|\/|>|\s)/.test(head.replace(/#[0-9a-f]{2}/gi, '?'));
  const others = [...names].filter((name) => /Decode$|^(AHx|A85|LZW|RL|CCF|DCT)$/.test(name) && name !== 'FlateDecode');
  if (!isPlain || others.length > 0 || (names.has('Predictor') && !/\/Predictor\s+1\b/.test(head))) throw unreadable();
  try {
    const options = { maxOutputLength: Math.max(1, left), finishFlush: constants.Z_SYNC_FLUSH };
    return await unpack(bytes.subarray(start), options);
  } catch {
    throw unreadable();
  }
}

async function refuseProgram(bytes: Buffer, head: string, start: number, names: Set<string>): Promise<void> {
  const piece = bytes.subarray(start, start + 64 * 1024);
  const content = names.has('Filter') ? await contentOf(piece, { head, start: 0, names }, INFLATED_MAX) : piece;
  const first = content.subarray(0, 8).toString('hex');
  if (PROGRAM_STARTS.some((mark) => first.startsWith(mark))) throw active('a program as an attachment');
}

/** Names of files stand in texts, plain, in two bytes a letter, or in hexadecimal digits. */
function refuseProgramNames(bytes: Buffer): void {
  const text = bytes.toString('latin1').replaceAll('\u0000', '');
  for (const [, plain = '', digits = ''] of text.matchAll(/\(([^()\n\r]{1,300})\)|<([0-9a-f\s]{4,1300})>/gi)) {
    const name = plain || Buffer.from(digits.replace(/\s/g, ''), 'hex').toString('latin1').replaceAll('\u0000', '');
    if (PROGRAM.test(name)) throw active('a program as an attachment');
  }
}

const refused = (code: string, sentence: string) =>
  new AppError(code, sentence, { status: 422, fields: { file: sentence } });
const active = (what: string) =>
  refused('active_content', `This PDF holds ${what}. Save it without and upload it again.`);
const unreadable = () => refused('unsafe_file', 'This file could not be processed safely.');
