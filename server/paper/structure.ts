// The structure of a paper, which a screen reader reads instead of the page: what is a heading, a paragraph, a cell, in reading
// order. Every text stands in an element; what is drawn besides, such as rules and the furniture of a page, is an artifact.
export type Paper = PDFKit.PDFDocument;

/** Elements that only have others inside. */
const GROUPS = ['Document', 'Sect', 'Table', 'THead', 'TBody', 'TR', 'L', 'LI'] as const;
type Group = (typeof GROUPS)[number];
export type TextElement = 'H1' | 'H2' | 'H3' | 'P' | 'LBody' | 'TH' | 'TD' | 'Figure';

export interface ElementOptions {
  /** Of a header cell: what it is the header of. */
  scope?: 'Column' | 'Row';
  /** What a figure shows. */
  alt?: string;
  /** The place of a figure, from the top left of the page. */
  box?: { left: number; top: number; width: number; height: number };
}

export interface Element {
  /** Its place among all. */
  index: number;
  type: Group | TextElement;
  parent: Element | null;
  kids: (Element | Content)[];
  options: ElementOptions;
}
/** A marked sequence of a page. */
export interface Content {
  page: MarkedPage;
  mark: number;
}
export interface MarkedPage {
  /** Its object in the file. */
  id: number;
  height: number;
  /** The element of each of its marks. */
  elements: Element[];
}

export interface Structure {
  /** All of them, the document first. */
  elements: Element[];
  pages: MarkedPage[];
  /** Those that are open, the innermost last. */
  open: Element[];
  /** Inside a marked sequence or an artifact: neither may have another inside. */
  isMarked: boolean;
}

const structures = new WeakMap<Paper, Structure>();
const marks = new WeakMap<PDFKit.PDFPage, MarkedPage>();

export const structureOf = (paper: Paper): Structure => structures.get(paper)!;

export function beginStructure(paper: Paper): void {
  const document: Element = { index: 0, type: 'Document', parent: null, kids: [], options: {} };
  structures.set(paper, { elements: [document], pages: [], open: [document], isMarked: false });
}

/** What is drawn until its end is called belongs to this element, inside the one that is open. It may go on over several pages. */
export function openElement(paper: Paper, type: Element['type'], options: ElementOptions = {}): () => void {
  const structure = structureOf(paper);
  structure.open.push(added(structure, structure.open.at(-1)!, type, options));
  return () => void structure.open.pop();
}

function added({ elements }: Structure, parent: Element, type: Element['type'], options: ElementOptions): Element {
  const element: Element = { index: elements.length, type, parent, kids: [], options };
  parent.kids.push(element);
  elements.push(element);
  return element;
}

/** All that `draw` draws belongs to this element. */
export function inElement<Value>(
  paper: Paper,
  type: Element['type'],
  draw: () => Value,
  options: ElementOptions = {},
): Value {
  const end = openElement(paper, type, options);
  const value = draw();
  end();
  return value;
}

const NO_OPTIONS: ElementOptions = {};
const OF_COLUMN: ElementOptions = { scope: 'Column' };

/** A row of a table, whose cells are drawn in turns because it may go on on another page. */
export interface OpenRow {
  /** What `draw` draws belongs to this cell. */
  inCell(index: number, draw: () => void): void;
}

export function addRow(paper: Paper, type: 'TH' | 'TD', count: number): OpenRow {
  const structure = structureOf(paper);
  const row = added(structure, structure.open.at(-1)!, 'TR', NO_OPTIONS);
  const options = type === 'TH' ? OF_COLUMN : NO_OPTIONS;
  const cells = Array.from({ length: count }, () => added(structure, row, type, options));
  return {
    inCell(index, draw) {
      structure.open.push(cells[index]!);
      marked(paper, draw);
      structure.open.pop();
    },
  };
}

/** What `draw` draws on this page is content of the element that is open. Refuses what has no place in the reading order. */
export function marked(paper: Paper, draw: () => unknown): void {
  const structure = structureOf(paper);
  if (structure.isMarked) return void draw();
  const element = structure.open.at(-1)!;
  if (GROUPS.some((group) => group === element.type))
    throw new Error(
      `Something is drawn directly in a ${element.type}: it needs an element of its own or is an artifact.`,
    );
  const page = pageOf(paper, structure);
  const mark = page.elements.length;
  page.elements.push(element);
  element.kids.push({ page, mark });
  between(paper, structure, { tag: element.type, options: { mcid: mark } as PDFKit.Mixins.MarkingOptions }, draw);
}

/** What `draw` draws on this page is not read: a rule or a frame, or what stands on every page. */
export function asArtifact(paper: Paper, draw: () => unknown, type: 'Layout' | 'Pagination' = 'Layout'): void {
  const structure = structureOf(paper);
  if (structure.isMarked) return void draw();
  between(paper, structure, { tag: 'Artifact', options: { type } }, draw);
}

function between(
  paper: Paper,
  structure: Structure,
  { tag, options }: { tag: string; options: PDFKit.Mixins.MarkingOptions },
  draw: () => unknown,
) {
  paper.markContent(tag, options);
  structure.isMarked = true;
  draw();
  structure.isMarked = false;
  paper.endMarkedContent();
}

function pageOf(paper: Paper, structure: Structure): MarkedPage {
  const { page } = paper;
  const known = marks.get(page);
  if (known) return known;
  const { dictionary } = page as unknown as { dictionary: { id: number; data: Record<string, unknown> } };
  const first: MarkedPage = { id: dictionary.id, height: page.height, elements: [] };
  // The number under which the structure lists what the page's marks belong to.
  dictionary.data.StructParents = structure.pages.length;
  structure.pages.push(first);
  marks.set(page, first);
  return first;
}

/** A line across the paper. */
export function drawRule(
  paper: Paper,
  { left, top, width, weight, colour }: { left: number; top: number; width: number; weight: number; colour: string },
): void {
  asArtifact(paper, () =>
    paper
      .moveTo(left, top)
      .lineTo(left + width, top)
      .lineWidth(weight)
      .strokeColor(colour)
      .stroke(),
  );
}
