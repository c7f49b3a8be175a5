// What a PDF would do when it is opened, and the programs attached to it, judged by its objects: docs/decisions/documents-and-messages.md.
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import type { PDFContext, PDFObject } from '@cantoo/pdf-lib';
import { refused, unreadablePdf } from './pdfRefusals.ts';

/** The depth of PDFs inside PDFs. */
const NESTED_MAX = 3;

const ACTIVE: Record<string, string> = {
  JavaScript: 'a script',
  OnInstantiate: 'a script',
  Launch: 'an action that starts a program',
  SubmitForm: 'an action that sends form data to an address',
  ImportData: 'an action that reads a file',
};
/** Allowed attachments: kinds that cannot run. Anything else could be a program. */
const HARMLESS =
  /^[^:]*\.(pdf|txt|md|csv|tsv|xml|xbrl|json|docx|xlsx|pptx|odt|ods|odp|odg|png|jpe?g|gif|tiff?|webp|heic|bmp|ics|vcf|eml|p7s)$/i;
// The first bytes of programs: Windows, Linux, scripts with an interpreter line, macOS.
const PROGRAM_STARTS = ['4d5a', '7f454c46', '2321', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'];

const HIDDEN_OBJECT = /\d\s+\d+\s+obj\b/;

/** Refuses (422): active_content, encrypted_pdf (it opens only with a password), unsafe_file (it cannot be read). */
export async function refuseActivePdf(bytes: Uint8Array, nested = 0): Promise<void> {
  if (nested > NESTED_MAX) throw unreadablePdf();
  const context = await contextOf(bytes);
  const { names, files, attached } = factsOf(context);
  for (const [name, what] of Object.entries(ACTIVE)) if (names.has(name)) throw active(what);
  // A media clip can carry its own script.
  if (names.has('Rendition') && names.has('JS')) throw active(ACTIVE.JavaScript!);
  for (const file of files) {
    const given = ['F', 'UF'].map((key) => file.lookup(PDFName.of(key))).filter((name) => name !== undefined);
    if (given.length === 0 || !given.every((name) => HARMLESS.test(textOf(name))))
      throw active(
        'an attachment that could be a program (allowed, judged by the file name: documents, tables, pictures, text and XML)',
      );
  }
  for (const file of attached) {
    const content = contentOf(file);
    if (PROGRAM_STARTS.some((mark) => content.toString('hex', 0, 8).startsWith(mark)))
      throw active('an attached program');
    if (content.subarray(0, 1024).includes('%PDF-')) await refuseActivePdf(content, nested + 1);
  }
}

/** Every object, also the earlier ones of a file that was changed. Most encrypted files open without a password. */
async function contextOf(bytes: Uint8Array): Promise<PDFContext> {
  const load = (throwOnInvalidObject: boolean) =>
    PDFDocument.load(bytes, {
      throwOnInvalidObject,
      password: '',
      updateMetadata: false,
      preserveXFA: true,
      parseSpeed: Number.POSITIVE_INFINITY,
    });
  try {
    // Readers of PDFs make different things of an invalid object. An encrypted one may look invalid until it is decrypted.
    const strict = await load(true).catch(() => null);
    const { context } = strict ?? (await load(false));
    if (!strict && !(context.isDecrypted && isWhole(context))) throw unreadablePdf();
    return context;
  } catch (error) {
    if (!/NEEDS PASSWORD|Password incorrect|encryption/.test(String(error))) throw unreadablePdf();
    const sentence =
      'This PDF opens only with a password, so the people it is for could not read it. Save it without a password and upload it again.';
    throw refused('encrypted_pdf', sentence);
  }
}

/** The library also decrypts the tables of places, which are never encrypted, and then cannot read them. Nothing here needs them. */
const isWhole = (context: PDFContext): boolean =>
  context
    .enumerateIndirectObjects()
    .every(([, object]) => !(object instanceof PDFInvalidObject) || /\/Type\s*\/XRef\b/.test(bytesOf(object)));

function bytesOf(object: PDFObject): string {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return Buffer.from(bytes).toString('latin1');
}

interface Facts {
  /** The names in all objects, with their escaped letters decoded. The same words in texts are no names. */
  names: Set<string>;
  /** The entries of attached files. */
  files: PDFDict[];
  /** The bytes of attached files. */
  attached: Set<PDFRawStream>;
}

function factsOf(context: PDFContext): Facts {
  const facts: Facts = { names: new Set(), files: [], attached: new Set() };
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFName) facts.names.add(object.decodeText());
    if (object instanceof PDFArray) for (const each of object.asArray()) waiting.push(each);
    if (object instanceof PDFStream) waiting.push(object.dict);
    if (object instanceof PDFRawStream) lookInto(object, facts);
    if (!(object instanceof PDFDict)) continue;
    for (const entry of object.entries()) waiting.push(...entry);
    const listed = object.lookup(PDFName.of('EF'));
    if (!(listed instanceof PDFDict)) continue;
    facts.files.push(object);
    for (const key of listed.keys()) {
      const file = listed.lookup(key);
      if (file instanceof PDFRawStream) facts.attached.add(file);
    }
  }
  return facts;
}

function lookInto(stream: PDFRawStream, { attached }: Facts): void {
  const type = stream.dict.lookup(PDFName.of('Type'));
  if (type === PDFName.of('EmbeddedFile')) attached.add(stream);
  // A file's own tables may point to an object within a stream. An attached PDF is judged by itself.
  const bytes = Buffer.from(stream.contents);
  if (!bytes.subarray(0, 1024).includes('%PDF-') && HIDDEN_OBJECT.test(bytes.toString('latin1'))) throw unreadablePdf();
  const isPacked = stream.dict.has(PDFName.of('First')) && stream.dict.has(PDFName.of('N'));
  if (isPacked && type !== PDFName.of('ObjStm')) throw unreadablePdf();
}

const textOf = (name: PDFObject): string =>
  name instanceof PDFString || name instanceof PDFHexString ? name.decodeText() : '';

function contentOf(file: PDFRawStream): Buffer {
  try {
    return Buffer.from(decodePDFRawStream(file).decode());
  } catch {
    throw unreadablePdf();
  }
}

const active = (what: string) =>
  refused('active_content', `This PDF contains ${what}. Remove that and upload the file again.`);
