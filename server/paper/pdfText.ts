// Text of a PDF: names as they are recorded, in Inter where it has the letters, else in the family of their script. Every PDF
// starts here.
import { readersLocale } from '#src/words/reader.ts';
import PdfDocument from 'pdfkit';
import { writeProperties } from './properties.ts';
import { beginStructure, marked, structureOf } from './structure.ts';
import type { Paper } from './structure.ts';
import { withStructure } from './structureFile.ts';
import { cleanText } from './typefaces/cleanText.ts';
import { linePieces } from './typefaces/linePieces.ts';
import type { LinePiece } from './typefaces/linePieces.ts';
import { inter } from './typefaces/typefaces.ts';
import type { FontName, Typefaces } from './typefaces/typefaces.ts';

export type { Paper } from './structure.ts';
export type { FontName } from './typefaces/typefaces.ts';

/** When a paper is made, and the typefaces that its texts need beside Inter (`typefacesFor`). */
export interface Making {
  madeAt: Date;
  typefaces: Typefaces;
}

/**
 * `title` and `author`: the document's properties, as a viewer shows them. Pages are kept until `finished`, to number
 * them.
 */
export function beginPaper(
  options: PDFKit.PDFDocumentOptions & { title: string; author: string; making: Making },
): Paper {
  const { title, author, making, ...layout } = options;
  const paper = new PdfDocument({
    size: 'LETTER',
    bufferPages: true,
    info: { Title: title, Author: author, Creator: 'Sharebook', CreationDate: making.madeAt },
    lang: readersLocale(),
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    ...layout,
  });
  writeProperties(paper, { title, author, madeAt: making.madeAt });
  beginStructure(paper);
  for (const name of ['regular', 'strong'] as const) paper.registerFont(name, fontOf(inter(name)));
  for (const weights of making.typefaces.byFile.values())
    for (const { name, font } of Object.values(weights)) paper.registerFont(name, fontOf(font));
  paper.font('regular');
  typefacesOf.set(paper, making.typefaces);
  return paper;
}

/** pdfkit takes an open font; its types know files and bytes alone. */
const fontOf = (font: unknown) => font as PDFKit.Mixins.PDFFontSource;

export async function finished(paper: Paper): Promise<Buffer> {
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => paper.once('end', resolve));
  paper.end();
  await end;
  return withStructure(Buffer.concat(chunks), structureOf(paper), paper.getStructTreeRoot().id);
}

const typefacesOf = new WeakMap<Paper, Typefaces>();

export interface Face {
  font: FontName;
  size: number;
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);
const piecesOf = (paper: Paper, text: string, font: FontName) =>
  isAscii(text)
    ? [{ text, typeface: null, isRightToLeft: false }]
    : linePieces(cleanText(text), typefacesOf.get(paper)!, font);

/**
 * Words of a script belong together, but pdfkit sets each word alone unless it is given features: those that a direction has in any
 * case tell `layout` which it is.
 */
const optionsOf = ({ typeface, isRightToLeft }: LinePiece, ofInter: PDFKit.Mixins.TextOptions) =>
  typeface ? { features: [isRightToLeft ? 'rtla' : 'ltra'] satisfies PDFKit.Mixins.OpenTypeFeatures[] } : ofInter;

/** The width of a line. Leaves the font and size selected. */
export function widthOf(paper: Paper, text: string, { font, size }: Face, options: PDFKit.Mixins.TextOptions = {}) {
  let width = 0;
  for (const piece of piecesOf(paper, text, font)) {
    paper.font(piece.typeface?.name ?? font).fontSize(size);
    width += paper.widthOfString(piece.text, optionsOf(piece, options));
  }
  paper.font(font).fontSize(size);
  return width;
}

/** Draws one line of the element that is open. */
export function drawText(paper: Paper, text: string, place: Place, options: PDFKit.Mixins.TextOptions = {}): void {
  marked(paper, () => drawPieces(paper, text, place, options));
}

type Place = Face & { left: number; top: number };

/** Where glyphs do not follow the letters one by one, the line says its text, so that it can be searched and copied. */
function drawPieces(paper: Paper, text: string, { left, top, font, size }: Place, options: PDFKit.Mixins.TextOptions) {
  const pieces = piecesOf(paper, text, font);
  paper.font(font).fontSize(size);
  const hasClusters = pieces.some(({ typeface }) => typeface?.hasClusters);
  if (hasClusters) paper.markContent('Span', { actual: cleanText(text) });
  const { ascent, unitsPerEm } = inter(font);
  const base = top + (ascent / unitsPerEm) * size;
  let x = left;
  for (const piece of pieces) {
    paper.font(piece.typeface?.name ?? font).fontSize(size);
    const each = optionsOf(piece, options);
    const width = paper.widthOfString(piece.text, each);
    paper.text(piece.text, x, base, { lineBreak: false, baseline: 'alphabetic', ...each });
    x += width;
  }
  if (hasClusters) endMarkedText(paper);
  paper.font(font).fontSize(size);
}

/** Some readers place the text of a marked sequence by the coordinates that hold at its end, so those of text have to. */
function endMarkedText(paper: Paper) {
  paper.save().transform(1, 0, 0, -1, 0, paper.page.height);
  paper.endMarkedContent();
  paper.restore();
}
