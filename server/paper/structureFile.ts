// Writes a paper's structure into its file. A long register has a quarter of a million cells: as objects of their own, which is how
// pdfkit writes them, they would take ten times the bytes of all its pages, so they are compressed, many in one stream (ISO 32000-1,
// 7.5.7 and 7.5.8).
import { deflateSync } from 'node:zlib';
import type { Content, Element, MarkedPage, Structure } from './structure.ts';

/** Objects in one stream. */
const PER_STREAM = 1000;

/** In: the file as pdfkit made it, and the number of the object that it wrote in place of the root of the structure. */
export function withStructure(pdf: Buffer, { elements, pages }: Structure, rootId: number): Buffer {
  const { objects, offsets, trailer } = partsOf(pdf);
  const ids = { root: rootId, elements: offsets.length };
  const idOfPage = (index: number) => ids.elements + elements.length + index;
  const treeId = idOfPage(pages.length);
  const written = (id: number): string => {
    const element = elements[id - ids.elements];
    if (element) return writtenElement(element, ids);
    const page = pages[id - idOfPage(0)];
    if (page) return listed(page.elements.map(({ index }) => refTo(ids.elements + index)));
    if (id === treeId) return `<</Nums${listed(pages.map((_, index) => `${index} ${refTo(idOfPage(index))}`))}>>`;
    return `<</Type/StructTreeRoot/K ${refTo(ids.elements)}/ParentTree ${refTo(treeId)}/ParentTreeNextKey ${pages.length}>>`;
  };
  const packed = [...Array.from({ length: treeId + 1 - ids.elements }, (_, index) => ids.elements + index), rootId];
  let next = treeId + 1;
  const places: Place[] = offsets.map((at, id) => (id === 0 ? [0, 0, 0xffff] : [1, at, 0]));
  const streams: Buffer[] = [];
  let end = objects.length;
  const append = (id: number, bytes: Buffer) => {
    places[id] = [1, end, 0];
    streams.push(bytes);
    end += bytes.length;
  };
  for (let from = 0; from < packed.length; from += PER_STREAM) {
    const some = packed.slice(from, from + PER_STREAM);
    const streamId = next++;
    for (const [index, id] of some.entries()) places[id] = [2, streamId, index];
    const texts = some.map((id) => [id, written(id)] as const);
    append(streamId, objectStream(streamId, texts));
  }
  const tableId = next++;
  places[tableId] = [1, end, 0];
  const table = streamOf(tableId, `/Type/XRef/Size ${next}/W[1 4 2]${trailer}`, tableOf(places));
  return Buffer.concat([objects, ...streams, table, Buffer.from(`startxref\n${end}\n%%EOF\n`)]);
}

/** Of an object: free, at an offset, or in a stream at an index. */
type Place = readonly [kind: 0 | 1 | 2, where: number, index: number];

/** pdfkit ends with a table of offsets, twenty bytes each, and a trailer. */
function partsOf(pdf: Buffer): { objects: Buffer; offsets: number[]; trailer: string } {
  const tail = pdf.toString('latin1', pdf.lastIndexOf('\ntrailer\n'));
  const start = Number(/startxref\n(\d+)/.exec(tail)![1]);
  const size = Number(/\/Size (\d+)/.exec(tail)![1]);
  const first = pdf.indexOf('\n', pdf.indexOf('\n', start) + 1) + 1;
  const offsets = Array.from({ length: size }, (_, id) =>
    Number(pdf.toString('latin1', first + id * 20, first + id * 20 + 10)),
  );
  const trailer = ['Root', 'Info', 'ID'].map((key) => new RegExp(`/${key} (\\d+ 0 R|\\[[^\\]]*\\])`).exec(tail)![0]);
  return { objects: pdf.subarray(0, start), offsets, trailer: trailer.join('') };
}

function objectStream(id: number, objects: readonly (readonly [id: number, text: string])[]): Buffer {
  let at = 0;
  const heads: string[] = [];
  for (const [objectId, text] of objects) {
    heads.push(`${objectId} ${at}`);
    at += text.length + 1;
  }
  const head = `${heads.join(' ')}\n`;
  const body = Buffer.from(`${head}${objects.map(([, text]) => text).join('\n')}`, 'latin1');
  return streamOf(id, `/Type/ObjStm/N ${objects.length}/First ${head.length}`, body);
}

function streamOf(id: number, entries: string, content: Buffer): Buffer {
  const bytes = deflateSync(content);
  const head = `${id} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream\nendobj\n', 'latin1')]);
}

function tableOf(places: readonly Place[]): Buffer {
  const table = Buffer.alloc(places.length * 7);
  for (const [id, [kind, where, index]] of places.entries()) {
    table.writeUInt8(kind, id * 7);
    table.writeUInt32BE(where, id * 7 + 1);
    table.writeUInt16BE(index, id * 7 + 5);
  }
  return table;
}

function writtenElement({ type, parent, kids, options }: Element, ids: { root: number; elements: number }): string {
  const first = kids.find(isContent)?.page;
  const written = kids.map((kid) => {
    if (!isContent(kid)) return refTo(ids.elements + kid.index);
    return kid.page === first ? String(kid.mark) : `<</Type/MCR/Pg ${refTo(kid.page.id)}/MCID ${kid.mark}>>`;
  });
  return [
    `<</S/${type}/P ${refTo(parent ? ids.elements + parent.index : ids.root)}`,
    first ? `/Pg ${refTo(first.id)}` : '',
    kids.length > 0 ? `/K${listed(written)}` : '',
    options.scope ? `/A<</O/Table/Scope/${options.scope}>>` : '',
    options.box && first ? `/A<</O/Layout/Placement/Block/BBox${boxOf(options.box, first)}>>` : '',
    options.alt ? `/Alt ${textOf(options.alt)}` : '',
    '>>',
  ].join('');
}

const isContent = (kid: Element | Content): kid is Content => 'mark' in kid;
const refTo = (id: number) => `${id} 0 R`;
const listed = (items: readonly string[]) => `[${items.join(' ')}]`;

/** PDF measures from the foot of the page. */
const boxOf = ({ left, top, width, height }: NonNullable<Element['options']['box']>, page: MarkedPage) =>
  listed([left, page.height - top - height, left + width, page.height - top].map(String));

const textOf = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
