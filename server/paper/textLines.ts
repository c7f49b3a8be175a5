// Text broken into lines by the widths that the font itself gives, so that whoever sets a table knows its heights before
// anything is drawn.
import type { FontName, Paper } from './pdfText.ts';

export interface Letters {
  /** Of a piece of text as it will be drawn. */
  widthOf(text: string): number;
}

export interface Face {
  font: FontName;
  size: number;
}

// Digits are of one width, so that they stand under each other, and without the search for pairs and contexts of letters, which
// figures have none of and which takes most of the time that a page takes. pdfkit's types know the list but not the switches.
const switches = { tnum: true, calt: false, kern: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
export const FIGURES: PDFKit.Mixins.TextOptions = { features: switches };

/** What is measured once is remembered: registers repeat themselves. */
export function lettersOf(paper: Paper, { font, size }: Face, options: PDFKit.Mixins.TextOptions = {}): Letters {
  const known = new Map<string, number>();
  return {
    widthOf(text) {
      const found = known.get(text);
      if (found !== undefined) return found;
      const width = paper.font(font).fontSize(size).widthOfString(text, options);
      known.set(text, width);
      return width;
    },
  };
}

/** Digits are all of one width, so a figure is as wide as its characters together. */
export function figuresOf(paper: Paper, face: Face): Letters {
  const { widthOf } = lettersOf(paper, face, FIGURES);
  return { widthOf: (text) => [...text].reduce((sum, letter) => sum + widthOf(letter), 0) };
}

/** Broken between words; a word that is wider than the line, between its letters. Never empty. */
export function linesOf(text: string, width: number, letters: Letters): string[] {
  if (letters.widthOf(text) <= width) return [text];
  const space = letters.widthOf(' ');
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(/\s+/).flatMap((each) => piecesOf(each, width, letters))) {
    const wide = letters.widthOf(word);
    if (line !== '' && used + space + wide > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    used += (line === '' ? 0 : space) + wide;
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function piecesOf(word: string, width: number, letters: Letters): string[] {
  if (letters.widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const letter of word) {
    const wide = letters.widthOf(letter);
    if (piece !== '' && used + wide > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += letter;
    used += wide;
  }
  return [...pieces, piece];
}
