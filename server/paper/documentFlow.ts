// Lines of a document that run down the page and on to the next.
import { INK } from './letterhead.ts';
import { drawText } from './pdfText.ts';
import type { Face, FontName, Paper } from './pdfText.ts';
import { marked } from './structure.ts';
import { figuresOf, lettersOf, linesOf } from './textLines.ts';
import type { Letters } from './textLines.ts';
import { cleanText } from './typefaces/cleanText.ts';

export const MARGIN = 64;
/** Free over the footers. */
const FOOT = 22;

export interface Flow {
  paper: Paper;
  width: number;
  /** Measured widths serve the whole document. */
  lettersOf(face: Face): Letters;
  /** Of columns, and of figures within a text. */
  figuresOf(face: Face): Letters;
  numbersOf(face: Face): Letters;
}

/** A part of a text in one weight. */
export interface Run {
  text: string;
  font: FontName;
}
interface Piece extends Run {
  /** A word with digits. */
  isFigure: boolean;
}
export type Line = readonly Piece[];

// pdfkit's types know the list but not the switches.
const switches = (off: Record<string, false>): PDFKit.Mixins.TextOptions => ({
  features: off as unknown as PDFKit.Mixins.OpenTypeFeatures[],
});
/** Text has no arrows to be made of its signs, and looking for them takes half the time of setting it. */
export const TEXT = switches({ calt: false });
/** Kerning would push the comma of 7,100 under its 7. */
const NUMBERS = switches({ calt: false, kern: false });

export interface Style {
  size: number;
  leading: number;
  colour?: string;
  /** From the left edge. */
  indent?: number;
  /** By default up to the right edge. */
  width?: number;
}

export function flowOf(paper: Paper): Flow {
  const kept = (measure: (face: Face) => Letters) => {
    const known = new Map<string, Letters>();
    return (face: Face) => {
      const key = `${face.font} ${face.size}`;
      const letters = known.get(key) ?? measure(face);
      known.set(key, letters);
      return letters;
    };
  };
  return {
    paper,
    width: paper.page.width - 2 * MARGIN,
    lettersOf: kept((face) => lettersOf(paper, face, TEXT)),
    figuresOf: kept((face) => figuresOf(paper, face)),
    numbersOf: kept((face) => lettersOf(paper, face, NUMBERS)),
  };
}

export const bottomOf = (paper: Paper) => paper.page.height - MARGIN - FOOT;

export function nextPage(paper: Paper) {
  paper.addPage();
  paper.y = MARGIN;
}

/** Begins a new page where so much does not fit on this one, and would fit there. */
export function keepWhole(paper: Paper, height: number) {
  if (paper.y + height > bottomOf(paper) && paper.y > MARGIN && height <= bottomOf(paper) - MARGIN) nextPage(paper);
}

/** Breaks between words, whichever weight they have; a word wider than the line, between letters. */
export function linesOfRuns(flow: Flow, runs: readonly Run[], { size, indent = 0, width }: Style): Line[] {
  const room = width ?? flow.width - indent;
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const word of runs.flatMap((run) => wordsOf(flow, run, { size, room }))) {
    const letters = lettersFor(flow, word, size);
    const wide = letters.widthOf(word.text);
    // The space after the last word may stand over the edge.
    if (used > 0 && used + wide - letters.widthOf(' ') > room) {
      lines.push([]);
      used = 0;
    }
    addWord(lines.at(-1)!, word);
    used += wide;
  }
  const last = lines.at(-1)!.at(-1);
  if (last) last.text = last.text.trimEnd();
  return lines;
}

/** Each with a space, so that read aloud or copied the last word of a line is not one with the first of the next. */
function wordsOf(flow: Flow, { text, font }: Run, { size, room }: { size: number; room: number }): Piece[] {
  const words = cleanText(text).split(' ').filter(Boolean);
  return words.flatMap((word) => {
    const piece = { text: `${word} `, font, isFigure: /\d/.test(word) };
    const letters = lettersFor(flow, piece, size);
    if (letters.widthOf(piece.text) - letters.widthOf(' ') <= room) return [piece];
    const parts = linesOf(word, room, letters);
    return parts.map((part, index) => ({ ...piece, text: index < parts.length - 1 ? part : `${part} ` }));
  });
}

const lettersFor = (flow: Flow, { font, isFigure }: Piece, size: number) =>
  isFigure ? flow.numbersOf({ font, size }) : flow.lettersOf({ font, size });

/** Words that are set alike are drawn in one step. */
function addWord(line: Piece[], word: Piece) {
  const last = line.at(-1);
  if (last && last.font === word.font && last.isFigure === word.isFigure) last.text += word.text;
  else line.push(word);
}

/** How many lines of so many have to stand together at the beginning, so that none stands alone on a page. */
export const startOf = (count: number) => (count <= 3 ? count : 2);

/** Of the element that is open. Neither the first line nor the last stands alone on a page. The label stands left of the first. */
export function drawLines(flow: Flow, lines: readonly Line[], style: Style & { label?: string }) {
  const { paper } = flow;
  let from = 0;
  while (from < lines.length) {
    const count = countOnPage(paper, { from, of: lines.length }, style.leading);
    if (count === 0 && paper.y > MARGIN) {
      nextPage(paper);
      continue;
    }
    // Whatever the height of a line is, each page has one.
    const to = from + Math.max(1, count);
    for (let at = from; at < to; at += 1) {
      paper.fillColor(style.colour ?? INK);
      const below = paper.y + style.leading;
      const label: Line = at === 0 && style.label ? [{ text: style.label, font: 'regular', isFigure: true }] : [];
      const top = topOf(paper, style);
      drawLine(flow, label, { left: MARGIN, top, size: style.size });
      drawLine(flow, lines[at]!, { left: MARGIN + (style.indent ?? 0), top, size: style.size });
      // Drawing moves it.
      paper.y = below;
    }
    from = to;
    if (from < lines.length) nextPage(paper);
  }
}

function countOnPage(paper: Paper, { from, of }: { from: number; of: number }, leading: number): number {
  const left = of - from;
  const room = Math.max(0, Math.floor((bottomOf(paper) - paper.y + 0.01) / leading));
  if (room >= left) return left;
  const count = room === left - 1 ? room - 1 : room;
  return from === 0 && count < 2 ? 0 : count;
}

/** Lines stand in the middle of their height. */
const topOf = (paper: Paper, { size, leading }: Style) => paper.y + (leading - size * 1.21) / 2;

function drawLine(flow: Flow, line: Line, { left: from, top, size }: { left: number; top: number; size: number }) {
  let left = from;
  const draw = () => {
    for (const piece of line) {
      const { text, font, isFigure } = piece;
      drawText(flow.paper, text, { left, top, font, size }, isFigure ? NUMBERS : TEXT);
      left += piece === line.at(-1) ? 0 : lettersFor(flow, piece, size).widthOf(text);
    }
  };
  if (line.length > 0) marked(flow.paper, draw);
}
