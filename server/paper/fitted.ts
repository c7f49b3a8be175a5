// A text in a box of fixed size: as large as the box allows, cut with an ellipsis if even the smallest size does not fit, so
// that it never overlaps what follows.
import { drawText } from './pdfText.ts';
import type { FontName, Paper } from './pdfText.ts';
import { inElement, marked } from './structure.ts';
import type { TextElement } from './structure.ts';
import { cleanText } from './typefaces/cleanText.ts';
import { lettersOf, linesOf } from './textLines.ts';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  font: FontName;
  sizes: { from: number; to: number };
  align?: 'left' | 'right';
  /** What it is in the paper's structure, by default a paragraph; null for a part of the element that is open. */
  as?: TextElement | null;
}

/** Draws it and returns the height used. */
export function fitted(paper: Paper, text: string, box: Box): number {
  const { width, height, font, sizes } = box;
  const said = cleanText(text);
  for (let size = sizes.from; size >= sizes.to; size -= 1) {
    const lines = linesOf(said, width, lettersOf(paper, { font, size }));
    const leading = size * 1.25;
    if (lines.length * leading <= height) return draw(paper, lines, box, size);
    if (size === sizes.to) {
      const kept = lines.slice(0, Math.max(1, Math.floor(height / leading)));
      return draw(paper, [...kept.slice(0, -1), `${kept.at(-1)!.slice(0, -1)}…`], box, size);
    }
  }
  return 0;
}

function draw(paper: Paper, lines: readonly string[], box: Box, size: number): number {
  const { left, top, width, font, align, as = 'P' } = box;
  const { widthOf } = lettersOf(paper, { font, size });
  const drawLines = () => {
    for (const [index, line] of lines.entries()) {
      const x = align === 'right' ? left + width - widthOf(line) : left;
      drawText(paper, line, { left: x, top: top + index * size * 1.25, font, size });
    }
  };
  if (as === null) marked(paper, drawLines);
  else inElement(paper, as, () => marked(paper, drawLines));
  return lines.length * size * 1.25;
}
