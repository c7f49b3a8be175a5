// Text of a paper that runs down the page and on to the next: paragraphs, headings, and rows of a label with its value.
import { INK, MARGIN, QUIET } from './letterhead.ts';
import { legible } from './pdfText.ts';
import type { FontName, Paper } from './pdfText.ts';
import { lettersOf, linesOf } from './textLines.ts';

export interface Section {
  title: string;
  rows: readonly (readonly [label: string, value: string])[];
}

const FOOT = 30;
const LABEL = 190;
const GAP = 12;

interface Style {
  font: FontName;
  size: number;
  width: number;
  left?: number;
  below?: number;
  colour?: string;
}

const linesFor = (paper: Paper, text: string, { font, size, width }: Style) =>
  linesOf(legible(paper, text), width, lettersOf(paper, { font, size }));
const leading = (size: number) => size * 1.35;

function fits(paper: Paper, height: number) {
  if (paper.y + height <= paper.page.height - MARGIN - FOOT) return;
  paper.addPage();
  paper.y = MARGIN;
}

/** Writes lines one by one, so that a long text continues on the next page. */
export function write(paper: Paper, text: string, style: Style) {
  for (const line of linesFor(paper, text, style)) {
    fits(paper, leading(style.size));
    const top = paper.y;
    paper
      .fillColor(style.colour ?? INK)
      .font(style.font)
      .fontSize(style.size);
    paper.text(line, style.left ?? MARGIN, top, { lineBreak: false });
    paper.y = top + leading(style.size);
  }
  paper.y += style.below ?? 0;
}

export function drawHeading(paper: Paper, title: string, width: number) {
  fits(paper, 60);
  paper.y += 10;
  const top = paper.y;
  paper
    .moveTo(MARGIN, top)
    .lineTo(MARGIN + width, top)
    .lineWidth(0.5)
    .strokeColor('#c6ccd4')
    .stroke();
  paper.y = top + 8;
  write(paper, title, { font: 'strong', size: 11, width, below: 4 });
}

/** Label left, value right; a row stays together. */
export function drawSection(paper: Paper, { title, rows }: Section, width: number) {
  drawHeading(paper, title, width);
  const label: Style = { font: 'regular', size: 9, width: LABEL, colour: QUIET };
  const value: Style = { font: 'regular', size: 10, width: width - LABEL - GAP, left: MARGIN + LABEL + GAP };
  for (const [name, said] of rows) {
    const height = Math.max(
      linesFor(paper, name, label).length * leading(label.size),
      linesFor(paper, said, value).length * leading(value.size),
    );
    fits(paper, height);
    const top = paper.y;
    write(paper, name, label);
    paper.y = top;
    write(paper, said, value);
    paper.y = top + height + 3;
  }
}

/** On each page: what it is of whom, and its number. */
export function drawFooters(paper: Paper, { title, company }: { title: string; company: string }) {
  const { start, count } = paper.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    paper.switchToPage(page);
    // Below the margin, pdfkit would begin a new page.
    paper.page.margins.bottom = 0;
    const y = paper.page.height - MARGIN;
    const width = paper.page.width - 2 * MARGIN;
    paper.font('regular').fontSize(8).fillColor(QUIET);
    paper.text(legible(paper, `${title} · ${company}`), MARGIN, y, { width: width - 80, height: 10, ellipsis: true });
    paper.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false });
  }
}
