// Reads the objects of a PDF: dictionaries, their references, and where streams begin. An object is read wherever "obj" or
// "trailer" occurs, because a reader's own tables may point there. Work is limited, and malformed content is refused, because
// two readers would interpret it differently.
import { unreadable } from './pdfAllowance.ts';
import type { Allowance } from './pdfAllowance.ts';
import { isBlank, isDelimiter, meantBy, regularEnd, Tokens } from './pdfTokens.ts';
import type { Token } from './pdfTokens.ts';

/** The cost, in bytes read, of visiting an object's position, decoding a text, and storing a reference. */
const COST = { object: 32, text: 4, reference: 16 };

export interface PdfStream {
  /** Null when no number precedes "obj". */
  number: number | null;
  start: number;
  isOfObjects: boolean;
  isAttached: boolean;
  packing: 'none' | 'flate' | 'other';
  /** For an object stream: how many objects, and where the first one begins. */
  count: number | null;
  first: number | null;
}

/** The facts about the objects that matter for judging the file. */
export interface PdfFacts {
  names: Set<string>;
  /** An attached file has a name that is not a document, table, picture or text. */
  hasOddName: boolean;
  /**
   * A file's name may be an object of its own. `fileNameObjects`: the objects that attachments refer to for their names.
   * `oddTexts`: objects that are a text which is not an allowed name.
   */
  fileNameObjects: Set<number>;
  oddTexts: Set<number | null>;
  /** Objects that are the bytes of attached files, and objects that refer to them. */
  fileObjects: Set<number>;
  fileLists: Set<number>;
  /** By a dictionary's number: the objects that it would refer to if it were such a list. */
  listed: { number: number | null; target: number }[];
  streams: PdfStream[];
}

export const noFacts = (): PdfFacts => ({
  names: new Set(),
  hasOddName: false,
  fileNameObjects: new Set(),
  oddTexts: new Set(),
  fileObjects: new Set(),
  fileLists: new Set(),
  listed: [],
  streams: [],
});

/** The names that show what a PDF does and contains. */
const MATTERS = new Set(
  'JavaScript Launch SubmitForm ImportData Rendition JS OnInstantiate XFA Encrypt EF EmbeddedFile ObjStm'.split(' '),
);
/** Allowed attachments: kinds that cannot run. Anything else could be a program. */
const HARMLESS =
  /\.(pdf|txt|md|csv|tsv|xml|xbrl|json|docx|xlsx|pptx|odt|ods|odp|odg|png|jpe?g|gif|tiff?|webp|heic|bmp|ics|vcf|eml|p7s)$/i;
// Some systems take the part before a colon as the name.
const NAMED_BEFORE = /\.\w+\s*:/;
// Control characters, at which some systems end a name; and a part of a path that begins with a dot, such as "a/.pdf".
// oxlint-disable-next-line no-control-regex -- such characters are what is looked for.
const ENDS_BEFORE = /[\u0000-\u001f\u007f]|[/\\]\./;
const isOdd = (name: string | null) =>
  name === null || !HARMLESS.test(name) || NAMED_BEFORE.test(name) || ENDS_BEFORE.test(name);
const FILE_KEYS = new Set(['F', 'UF', 'DOS', 'Mac', 'Unix']);
const OBJECTS_MAX = 500_000;
const DEPTH_MAX = 500;
/** The maximum of blanks between "stream" and the end of its line. */
const BLANKS_MAX = 1000;

/** Reads every object found anywhere in the bytes, whatever surrounds it. */
export function* readObjects(bytes: Buffer, facts: PdfFacts, allowance: Allowance): Generator<void, void> {
  let count = 0;
  for (const word of ['obj', 'trailer'])
    for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + word.length)) {
      allowance.spend(word.length);
      if (allowance.isPauseDue()) yield;
      const from = at + word.length;
      const next = bytes[from] ?? 0;
      const isApart = isBlank(next) || isDelimiter(next);
      if ((!isApart && !(next >= 48 && next <= 57)) || isBehindEnd(bytes, at)) continue;
      count += 1;
      if (count > OBJECTS_MAX) throw unreadable();
      // A number may touch the keyword.
      const start = word === 'obj' && !isApart ? regularEnd(bytes, from) : from;
      if (start === null) throw unreadable();
      yield* readObject(bytes, { start, number: word === 'obj' ? numberBefore(bytes, at) : null }, facts, allowance);
    }
}

const isBehindEnd = (bytes: Buffer, at: number) =>
  bytes[at - 3] === 0x65 && bytes[at - 2] === 0x6e && bytes[at - 1] === 0x64;

// oxlint-disable-next-line no-control-regex -- NUL parts words as a blank does.
const NUMBER_BEFORE = /(?<!\d)(\d{1,15})[\u0000\t\n\f\r ]+\d{1,10}[\u0000\t\n\f\r ]*$/;
function numberBefore(bytes: Buffer, at: number): number | null {
  const found = NUMBER_BEFORE.exec(bytes.toString('latin1', Math.max(0, at - 64), at));
  return found ? Number(found[1]) : null;
}

interface Frame {
  isDictionary: boolean;
  /** The enclosing dictionary. */
  outer: Frame | undefined;
  key: string;
  /** The key already has its value. */
  isDone: boolean;
  /** Inside a list of attached files' bytes. */
  isList: boolean;
  holdsFiles: boolean;
  hasName: boolean;
  hasOddName: boolean;
  fileNameObjects: number[];
}

/** Reads one object and adds what it says to the facts. */
function* readObject(
  bytes: Buffer,
  { start, number }: { start: number; number: number | null },
  facts: PdfFacts,
  allowance: Allowance,
): Generator<void, void> {
  const stack: Frame[] = [];
  const own = new Set<string>();
  const packing = { names: [] as string[], isOdd: false };
  const figures: Record<'N' | 'First', number[]> = { N: [], First: [] };
  let pending: number[] = [];
  const tokens = new Tokens(bytes, start);
  const nearest = () => {
    const top = stack.at(-1);
    return top?.isDictionary ? top : top?.outer;
  };
  const settle = () => {
    const frame = nearest();
    if (pending.length > 0 && frame) {
      const isOuter = frame === stack[0];
      if (isOuter && (frame.key === 'N' || frame.key === 'First')) figures[frame.key].push(...pending);
      if (frame.key === 'Predictor' && pending.some((each) => each !== 1)) packing.isOdd = true;
      if (stack.at(-1) === frame) frame.isDone = true;
    }
    pending = [];
  };
  const refer = (target: number) => {
    const frame = nearest();
    if (!frame) return;
    const isOuter = frame === stack[0];
    if (frame.key === 'EF') facts.fileLists.add(target);
    if (FILE_KEYS.has(frame.key)) {
      allowance.spend(COST.reference);
      frame.hasName = true;
      frame.fileNameObjects.push(target);
      if (frame.isList) facts.fileObjects.add(target);
      else if (isOuter) facts.listed.push({ number, target });
    }
    if (isOuter && ['Filter', 'F', 'DecodeParms', 'DP', 'N', 'First'].includes(frame.key)) packing.isOdd = true;
    if (frame.key === 'Predictor') packing.isOdd = true;
    if (stack.at(-1) === frame) frame.isDone = true;
  };
  allowance.spend(COST.object);
  if (allowance.isPauseDue()) yield;
  for (;;) {
    const before = tokens.at;
    const token = tokens.next();
    allowance.spend(tokens.at - before + 1);
    if (allowance.isPauseDue()) yield;
    if (token === null) continue;
    const top = stack.at(-1);
    if (token.kind === 'number') {
      pending.push(token.value);
      if (pending.length > 2) pending.shift();
      if (!top) return;
      continue;
    }
    if (token.kind === 'word' && token.text === 'R' && pending.length === 2) {
      refer(pending[0]!);
      pending = [];
      continue;
    }
    settle();
    if (token.kind === 'end') {
      if (top) throw unreadable();
      return;
    }
    if (token.kind === 'name') {
      if (MATTERS.has(token.text)) {
        own.add(token.text);
        facts.names.add(token.text);
      }
      if (!top) return;
      const frame = nearest();
      if (frame && frame === stack[0] && (frame.key === 'Filter' || frame.key === 'F') && !frame.isDone) {
        if (packing.names.length === 0) packing.names.push(token.text);
        else packing.isOdd = true;
      }
      if (!top.isDictionary) continue;
      // Where PDF readers take a broken dictionary's value for a key, this does too.
      top.key = token.text;
      top.isDone = false;
      if (token.text === 'EF' || token.text === 'RF') top.holdsFiles = true;
    } else if (token.kind === 'text') {
      if (!top) {
        if (isOdd(meantBy(bytes, token))) facts.oddTexts.add(number);
        return;
      }
      const frame = nearest();
      if (frame && FILE_KEYS.has(frame.key) && !frame.hasOddName) {
        frame.hasName = true;
        allowance.spend(COST.text * (token.to - token.from));
        frame.hasOddName = isOdd(meantBy(bytes, token));
      }
      if (frame === top) frame.isDone = true;
    } else if (token.kind === 'open') {
      if (stack.length >= DEPTH_MAX) throw unreadable();
      const outer = nearest();
      stack.push({
        isDictionary: token.text === '<<',
        outer,
        key: '',
        isDone: true,
        isList: outer !== undefined && ['EF', 'RF'].includes(outer.key) && !outer.isDone,
        holdsFiles: false,
        hasName: false,
        hasOddName: false,
        fileNameObjects: [],
      });
    } else if (token.kind === 'close') {
      if (!top || top.isDictionary !== (token.text === '>>')) {
        if (top) throw unreadable();
        return;
      }
      if (top.holdsFiles || top.isList) {
        // An attachment without a name may be anything.
        facts.hasOddName ||= top.hasOddName || (top.holdsFiles && !top.hasName);
        if (!top.isList) for (const target of top.fileNameObjects) facts.fileNameObjects.add(target);
      }
      stack.pop();
      const outer = stack.at(-1);
      if (outer) outer.isDone = outer.isDictionary || outer.isDone;
      else if (token.text === '>>') break;
      else return;
    } else if (['obj', 'endobj', 'stream', 'endstream'].includes(token.text)) {
      if (top) throw unreadable();
      return;
    } else if (!top) return;
  }
  const token = yield* whole(tokens, allowance);
  if (token.kind !== 'word' || token.text !== 'stream') {
    // Its bytes would touch the keyword.
    if (token.kind === 'word' && token.text.startsWith('stream')) throw unreadable();
    return;
  }
  let begin = tokens.at;
  const blanksEnd = begin + BLANKS_MAX;
  while (begin < blanksEnd && (bytes[begin] === 32 || bytes[begin] === 9)) begin += 1;
  const hasLineEnd = bytes[begin] === 13 || bytes[begin] === 10;
  if (bytes[begin] === 13) begin += 1;
  if (bytes[begin] === 10) begin += 1;
  allowance.spendStream();
  const isFlate = packing.names.length === 1 && /^(FlateDecode|Fl)$/.test(packing.names[0]!);
  facts.streams.push({
    number,
    start: begin,
    isOfObjects: own.has('ObjStm') || (figures.N.length > 0 && figures.First.length > 0),
    isAttached: own.has('EmbeddedFile'),
    packing: packing.isOdd || !hasLineEnd ? 'other' : packing.names.length === 0 ? 'none' : isFlate ? 'flate' : 'other',
    count: figures.N.length === 1 ? figures.N[0]! : null,
    first: figures.First.length === 1 ? figures.First[0]! : null,
  });
}

/** Reads the objects of a packed stream, each from the offset in the stream's own table. */
export function* readPacked(
  content: Buffer,
  { count, first }: PdfStream,
  facts: PdfFacts,
  allowance: Allowance,
): Generator<void, void> {
  if (count === null || first === null || count < 0 || count > OBJECTS_MAX || first < 0) throw unreadable();
  const table = new Tokens(content, 0);
  for (let n = 0; n < count; n += 1) {
    const number = yield* whole(table, allowance);
    const offset = yield* whole(table, allowance);
    if (number.kind !== 'number' || offset.kind !== 'number') throw unreadable();
    const start = first + offset.value;
    if (start < 0) throw unreadable();
    yield* readObject(content, { start, number: number.value }, facts, allowance);
  }
}

function* whole(tokens: Tokens, allowance: Allowance): Generator<void, Token> {
  for (;;) {
    const before = tokens.at;
    const token = tokens.next();
    allowance.spend(tokens.at - before + 1);
    if (allowance.isPauseDue()) yield;
    if (token) return token;
  }
}
