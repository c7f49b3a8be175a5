// Breaks text into lines using the font's own widths, so that a table's heights are known before drawing.
import { widthOf } from './pdfText.ts';
import type { Face, Paper } from './pdfText.ts';
import { cleanText } from './typefaces/cleanText.ts';

export interface Letters {
  /** The font and size of a text. */
  widthOf(text: string): number;
}

// Digits have equal widths, so that they align, and kerning and ligatures, which figures do not need and which take most of the
// layout time, are off. pdfkit's types know the list but not the switches.
const switches = { tnum: true, calt: false, kern: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
export const FIGURES: PDFKit.Mixins.TextOptions = { features: switches };

/** Measured widths are cached, because registers repeat texts. */
export function lettersOf(paper: Paper, face: Face, options: PDFKit.Mixins.TextOptions = {}): Letters {
  const known = new Map<string, number>();
  return {
    widthOf(text) {
      const found = known.get(text);
      if (found !== undefined) return found;
      const width = widthOf(paper, text, face, options);
      known.set(text, width);
      return width;
    },
  };
}

/** Digits have equal widths, so a figure's width is the sum of its characters. */
export function figuresOf(paper: Paper, face: Face): Letters {
  const { widthOf } = lettersOf(paper, face, FIGURES);
  return { widthOf: (text) => [...text].reduce((sum, letter) => sum + widthOf(letter), 0) };
}

/** Breaks between words; a word wider than the line, between letters. Never empty. */
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

/** On one line: what does not fit ends in an ellipsis. */
export function shortened(text: string, width: number, letters: Letters): string {
  const said = cleanText(text);
  if (letters.widthOf(said) <= width) return said;
  const kept = Array.from(LETTERS.segment(said), ({ segment }) => segment);
  while (kept.length > 0 && letters.widthOf(`${kept.join('')}…`) > width) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}

/** A letter with its marks is never divided. */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

function piecesOf(word: string, width: number, letters: Letters): string[] {
  if (letters.widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment: letter } of LETTERS.segment(word)) {
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
