// Reads back the structure of a PDF, as a screen reader would: its elements in reading order with their texts, and what of the
// pages stands in none.
import { inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import type { PDFObject, PDFPage } from '@cantoo/pdf-lib';

export interface Tag {
  type: string;
  scope: string | null;
  alt: string | null;
  /** How many marked sequences of the pages are its own, and those that draw text. */
  marks: number;
  drawn: number;
  parent: Tag | null;
  kids: Tag[];
}

export interface ReadStructure {
  root: Tag;
  /** All below the root, in reading order. */
  tags: Tag[];
  catalog: PDFDict;
  /** The XML of its properties. */
  properties: string;
  /** What a page draws outside any element and any artifact, and marks that the structure does not list in their place. */
  faults: string[];
}

export async function structureOfPdf(bytes: Buffer): Promise<ReadStructure> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog, context } = pdf;
  const faults = wrongOffsets(bytes);
  const pages = pdf.getPages().map((page) => ({ page, ...sequencesOf(page) }));
  const seen = new Map<string, Tag>();
  for (const [index, { outside }] of pages.entries())
    faults.push(...outside.map((what) => `page ${index + 1}: ${what}`));

  const tags: Tag[] = [];
  const read = (dict: PDFDict, parent: Tag | null): Tag => {
    const scope = dict.lookupMaybe(PDFName.of('A'), PDFDict)?.get(PDFName.of('Scope'));
    const alt = dict.get(PDFName.of('Alt')) as { decodeText(): string } | undefined;
    const type = String(dict.get(PDFName.of('S')) ?? dict.get(PDFName.of('Type'))).slice(1);
    const tag: Tag = {
      type,
      scope: scope ? String(scope).slice(1) : null,
      alt: alt?.decodeText() ?? null,
      marks: 0,
      drawn: 0,
      parent,
      kids: [],
    };
    if (parent) tags.push(tag);
    const ownPage = dict.get(PDFName.of('Pg'));
    for (const kid of listed(dict.get(PDFName.of('K')))) {
      const value = kid instanceof PDFRef ? context.lookup(kid) : kid;
      if (value instanceof PDFNumber) mark(tag, ownPage, value.asNumber());
      else if (value instanceof PDFDict && value.has(PDFName.of('MCID')))
        mark(tag, value.get(PDFName.of('Pg')), value.lookup(PDFName.of('MCID'), PDFNumber).asNumber());
      else if (value instanceof PDFDict) {
        if (String(value.get(PDFName.of('P'))) !== String(idOf(dict)))
          faults.push(`a ${type} has a child that names another parent`);
        tag.kids.push(read(value, tag));
      }
    }
    return tag;
  };
  const idOf = (dict: PDFDict) => context.getObjectRef(dict);
  const mark = (tag: Tag, page: PDFObject | undefined, id: number) => {
    const at = pages.findIndex(({ page: each }) => each.ref === page);
    const sequence = pages[at]?.sequences.get(id);
    if (!sequence) return void faults.push(`a ${tag.type} names mark ${id} of page ${at + 1}, which has none`);
    if (sequence.tag !== tag.type)
      faults.push(`mark ${id} of page ${at + 1} is a ${sequence.tag}, and its element a ${tag.type}`);
    if (seen.has(`${at} ${id}`)) faults.push(`mark ${id} of page ${at + 1} has two elements`);
    seen.set(`${at} ${id}`, tag);
    tag.marks += 1;
    if (sequence.drawsText) tag.drawn += 1;
  };
  const structure = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const root = read(structure, null);
  faults.push(...wrongLists(structure, pages, seen));
  const xml = catalog.lookup(PDFName.of('Metadata')) as PDFRawStream;
  return { root, tags, catalog, properties: Buffer.from(xml.contents).toString('utf8'), faults };
}

const listed = (value: PDFObject | undefined): PDFObject[] =>
  value instanceof PDFArray ? value.asArray() : value ? [value] : [];

interface Sequence {
  tag: string;
  drawsText: boolean;
}
interface ReadPage {
  page: PDFPage;
  sequences: Map<number, Sequence>;
}

/** Words of a page's program; a text in brackets is one word. */
const WORDS = /\((?:\\[^]|[^\\()])*\)|<<|>>|<[0-9a-fA-F\s]*>|\[|\]|[^\s[\]<>()]+/g;
const DRAWS = new Set(['Tj', 'TJ', "'", '"', 'Do', 'S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'BI']);

function sequencesOf(page: PDFPage): { sequences: Map<number, Sequence>; outside: string[] } {
  const sequences = new Map<number, Sequence>();
  const outside: string[] = [];
  const open: { tag: string; id: number | null }[] = [];
  let since: string[] = [];
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents];
  const program = streams
    .map((stream) => Buffer.from(decodePDFRawStream(stream as PDFRawStream).decode()).toString('latin1'))
    .join('\n');
  for (const [word] of program.matchAll(WORDS)) {
    if (word === 'BDC' || word === 'BMC') {
      const id = /\/MCID (\d+)/.exec(since.join(' '))?.[1];
      const tag = since.find((each) => each.startsWith('/'))!.slice(1);
      if (id !== undefined || tag === 'Artifact')
        if (open.some(({ id: outer, tag: outerTag }) => outer !== null || outerTag === 'Artifact'))
          outside.push(`${tag} inside another sequence`);
      open.push({ tag, id: id === undefined ? null : Number(id) });
      if (id !== undefined) sequences.set(Number(id), { tag, drawsText: false });
      since = [];
    } else if (word === 'EMC') {
      if (!open.pop()) outside.push('an end without a beginning');
      since = [];
    } else if (DRAWS.has(word)) {
      const own = open.findLast(({ id }) => id !== null);
      if (own && /^T[jJ]$/.test(word)) sequences.get(own.id!)!.drawsText = true;
      if (!own && !open.some(({ tag }) => tag === 'Artifact')) outside.push(`${word} in no element and no artifact`);
      since = [];
    } else if (/^[A-Za-z*]/.test(word)) since = [];
    else since.push(word);
  }
  if (open.length > 0) outside.push('a sequence without an end');
  return { sequences, outside };
}

/** The structure lists for each page what its marks belong to: a reader that starts from the page goes by that. */
function wrongLists(structure: PDFDict, pages: readonly ReadPage[], seen: ReadonlyMap<string, Tag>): string[] {
  const faults: string[] = [];
  const numbers = structure.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
  for (const [index, { page, sequences }] of pages.entries()) {
    for (const id of sequences.keys())
      if (!seen.has(`${index} ${id}`)) faults.push(`mark ${id} of page ${index + 1} is read by nobody`);
    const key = page.node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)?.asNumber();
    const list = key === undefined ? null : numbers.lookup(key * 2 + 1, PDFArray);
    if ((list?.size() ?? 0) !== sequences.size)
      faults.push(`page ${index + 1} lists ${list?.size() ?? 0} elements for ${sequences.size} marks`);
    for (const [id, ref] of (list?.asArray() ?? []).entries()) {
      const type = String(page.doc.context.lookup(ref, PDFDict).get(PDFName.of('S'))).slice(1);
      if (type !== seen.get(`${index} ${id}`)?.type) faults.push(`page ${index + 1} lists a ${type} for mark ${id}`);
    }
  }
  return faults;
}

/** pdf-lib finds objects without the table of their places; viewers go by it. */
function wrongOffsets(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1]);
  const head = /^(\d+) 0 obj\n<<\/Type\/XRef\/Size (\d+)\/W\[1 4 2\]/.exec(text.slice(start, start + 200));
  if (!head) return ['the file has no table of its objects where it says'];
  const dict = text.slice(start, text.indexOf('stream\n', start));
  const length = Number(/\/Length (\d+)/.exec(dict)![1]);
  const from = start + dict.length + 'stream\n'.length;
  const table = inflateSync(bytes.subarray(from, from + length));
  const faults: string[] = [];
  if (table.length !== Number(head[2]) * 7) faults.push('the table of objects has another length than it says');
  for (let id = 1; id * 7 < table.length; id += 1) {
    const [kind, where] = [table.readUInt8(id * 7), table.readUInt32BE(id * 7 + 1)];
    const holder = kind === 2 ? table.readUInt32BE(where * 7 + 1) : where;
    const said = `${kind === 2 ? where : id} 0 obj\n`;
    if (kind === 0 || text.slice(holder, holder + said.length) !== said)
      faults.push(`object ${id} is not where the table says`);
  }
  return faults;
}
