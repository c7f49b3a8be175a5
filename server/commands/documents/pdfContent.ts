// Finds what a PDF would do when it is opened, and attached programs. No maintained library reads the objects of a
// broken or hostile file without rendering it, so every object is read wherever one begins, ignoring the file's own
// tables.
import { constants, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { AppError } from '#src/domain/errors.ts';
import { runYielding } from '#server/data/runYielding.ts';
import type { WorkTime } from '#server/data/runYielding.ts';
import { Allowance, unreadable } from './pdfAllowance.ts';
import { noFacts, readObjects, readPacked } from './pdfObjects.ts';
import type { PdfFacts, PdfStream } from './pdfObjects.ts';

const MIB = 1024 * 1024;
const STREAMS_MAX = 50_000;
/** The depth of PDFs inside PDFs. */
const NESTED_MAX = 3;
/** Working time, without time spent waiting for others. The largest honest file takes a tenth of it. */
const WORK_MAX_MS = 10_000;

const ACTIVE: Record<string, string> = {
  JavaScript: 'a script',
  OnInstantiate: 'a script',
  Launch: 'an action that starts a program',
  SubmitForm: 'an action that sends form data to an address',
  ImportData: 'an action that reads a file',
  XFA: 'a form that can run scripts (XFA)',
};
const PROGRAM_ATTACHED = 'an attached program';
const ODD_ATTACHED =
  'an attachment that could be a program (allowed, judged by the file name: documents, tables, pictures, text and XML)';
// The first bytes of programs: Windows, Linux, scripts with an interpreter line, macOS.
const PROGRAM_STARTS = ['4d5a', '7f454c46', '2321', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'];

type Inflate = (
  bytes: Buffer,
  options: { maxOutputLength: number; finishFlush: number; info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;
const unpack = promisify(inflate) as unknown as Inflate;

/** Refuses (422): active_content, encrypted_pdf, and unsafe_file when the content cannot be read. */
export async function refuseActivePdf(bytes: Buffer): Promise<void> {
  const allowance = new Allowance({
    read: 2 * bytes.length + 64 * MIB,
    unpacked: 64 * MIB,
    streams: STREAMS_MAX,
  });
  await refuseActive(bytes, { allowance, time: { leftMs: WORK_MAX_MS, refusal: tooLong } }, 0);
}

interface Limits {
  allowance: Allowance;
  time: WorkTime;
}

async function refuseActive(bytes: Buffer, limits: Limits, nested: number): Promise<void> {
  if (nested > NESTED_MAX) throw unreadable();
  const { allowance, time } = limits;
  const facts = noFacts();
  await runYielding(readObjects(bytes, facts, allowance), time);
  refuseFacts(facts);
  if (facts.names.has('Encrypt'))
    throw refused(
      'encrypted_pdf',
      'This PDF is encrypted, so its content cannot be checked. Save it without a password and upload it again.',
    );
  for (const stream of facts.streams) {
    if (!stream.isOfObjects) continue;
    await runYielding(readPacked(await contentOf(bytes, stream, limits), stream, facts, allowance), time);
    refuseFacts(facts);
  }
  const attached = attachedObjects(facts);
  for (const stream of facts.streams)
    if (stream.isAttached || attached.has(stream.number))
      await refuseAttached(await contentOf(bytes, stream, limits), stream, limits, nested);
}

function refuseFacts(facts: PdfFacts): void {
  for (const [name, what] of Object.entries(ACTIVE)) if (facts.names.has(name)) throw active(what);
  // A media clip can carry its own script.
  if (facts.names.has('Rendition') && facts.names.has('JS')) throw active(ACTIVE.JavaScript!);
  const isNamedApart =
    facts.names.has('EF') && [...facts.fileNameObjects, null].some((number) => facts.oddTexts.has(number));
  if (facts.hasOddName || isNamedApart) throw active(ODD_ATTACHED);
}

/** The attached objects by number; null when a number is not known and the file has attachments. */
function attachedObjects(facts: PdfFacts): ReadonlySet<number | null> {
  const attached = new Set<number | null>(facts.fileObjects);
  if (facts.names.has('EF')) attached.add(null);
  for (const { number, target } of facts.listed)
    if (number === null ? facts.names.has('EF') : facts.fileLists.has(number)) attached.add(target);
  return attached;
}

async function refuseAttached(content: Buffer, { packing }: PdfStream, limits: Limits, nested: number) {
  const first = content.subarray(0, 8).toString('hex');
  if (PROGRAM_STARTS.some((mark) => first.startsWith(mark))) throw active(PROGRAM_ATTACHED);
  // An unpacked one was already read with the bytes around it.
  if (packing === 'flate' && content.subarray(0, 1024).includes('%PDF-'))
    await refuseActive(content, limits, nested + 1);
}

/** The packed bytes mark their own end, so the stated length is ignored. */
async function contentOf(bytes: Buffer, { start, packing }: PdfStream, { allowance, time }: Limits): Promise<Buffer> {
  if (packing === 'none') return bytes.subarray(start);
  if (packing === 'other' || allowance.unpacked <= 0) throw unreadable();
  const options = { maxOutputLength: allowance.unpacked, finishFlush: constants.Z_SYNC_FLUSH, info: true } as const;
  const began = performance.now();
  const { buffer, engine } = await unpack(bytes.subarray(start), options).catch(() => {
    throw unreadable();
  });
  // Counts packed bytes too: many of them can unpack to nothing.
  allowance.spend(engine.bytesWritten);
  allowance.unpacked -= buffer.length;
  time.leftMs -= performance.now() - began;
  return buffer;
}

const refused = (code: string, sentence: string) =>
  new AppError(code, sentence, { status: 422, fields: { file: sentence } });
const tooLong = () =>
  refused('unsafe_file', 'This PDF takes too long to check. Save it with another program and upload it again.');
const active = (what: string) =>
  refused('active_content', `This PDF contains ${what}. Remove that and upload the file again.`);
