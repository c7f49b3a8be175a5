// Text of a paper that runs down the page and on to the next: paragraphs, headings, and rows of a label with its value.
import { say } from '#src/words/say.ts';
import { INK, MARGIN, QUIET } from './letterhead.ts';
import { drawText } from './pdfText.ts';
import type { FontName, Paper } from './pdfText.ts';
import { asArtifact, drawRule, inElement } from './structure.ts';
import type { TextElement } from './structure.ts';
import { cleanText } from './typefaces/cleanText.ts';
import { lettersOf, linesOf, shortened } from './textLines.ts';

export interface Section {
  title: string;
  rows: readonly (readonly [label: string, value: string])[];
}

const LABEL = 190;
const GAP = 12;

/** How close the lines are; the foot is what stays free over the footers. */
export interface Density {
  label: number;
  value: number;
  between: number;
  heading: { above: number; inside: number; below: number };
  foot: number;
}
export const ROOMY: Density = {
  label: 9,
  value: 10,
  between: 3,
  heading: { above: 10, inside: 8, below: 4 },
  foot: 30,
};
/** For a paper that would leave a few lines for another page. */
export const DENSE: Density = {
  label: 8.5,
  value: 9,
  between: 1.5,
  heading: { above: 6, inside: 5, below: 2 },
  foot: 14,
};

interface Style {
  font: FontName;
  size: number;
  width: number;
  left?: number;
  below?: number;
  colour?: string;
  foot?: number;
  /** What it is in the paper's structure; by default a paragraph. */
  as?: TextElement;
  scope?: 'Row';
}

const linesFor = (paper: Paper, text: string, { font, size, width }: Style) =>
  linesOf(cleanText(text), width, lettersOf(paper, { font, size }));
const leading = (size: number) => size * 1.35;

/** What does not fit any more begins a new page. */
function fits(paper: Paper, height: number, foot = ROOMY.foot) {
  if (paper.y + height <= paper.page.height - MARGIN - foot) return;
  paper.addPage();
  paper.y = MARGIN;
}

/** Begins a new page where so much does not fit on this one, and would fit there. */
export function keepTogether(paper: Paper, height: number) {
  if (height <= paper.page.height - 2 * MARGIN - ROOMY.foot) fits(paper, height);
}

/** Writes lines one by one, so that a long text continues on the next page. */
export function write(paper: Paper, text: string, style: Style) {
  const { as = 'P', scope } = style;
  const drawLines = () => {
    for (const line of linesFor(paper, text, style)) {
      fits(paper, leading(style.size), style.foot);
      const top = paper.y;
      paper.fillColor(style.colour ?? INK);
      drawText(paper, line, { left: style.left ?? MARGIN, top, font: style.font, size: style.size });
      paper.y = top + leading(style.size);
    }
  };
  inElement(paper, as, drawLines, scope && { scope });
  paper.y += style.below ?? 0;
}

export function drawHeading(paper: Paper, title: string, width: number, { heading, foot } = ROOMY) {
  fits(paper, 60, foot);
  paper.y += heading.above;
  const top = paper.y;
  drawRule(paper, { left: MARGIN, top, width, weight: 0.5, colour: '#c6ccd4' });
  paper.y = top + heading.inside;
  write(paper, title, { font: 'strong', size: HEADING, width, below: heading.below, foot, as: 'H2' });
}

const HEADING = 11;

/** A table of two columns, label left and value right; a row stays together. */
export function drawSection(paper: Paper, { title, rows }: Section, width: number, density = ROOMY) {
  drawHeading(paper, title, width, density);
  const { label, value } = stylesOf(width, density);
  const drawRow = (row: Section['rows'][number]) => {
    const height = rowHeight(paper, row, width, density);
    fits(paper, height, density.foot);
    const top = paper.y;
    write(paper, row[0], { ...label, as: 'TH', scope: 'Row' });
    paper.y = top;
    write(paper, row[1], { ...value, as: 'TD' });
    paper.y = top + height + density.between;
  };
  if (rows.length > 0)
    inElement(paper, 'Table', () => rows.forEach((row) => inElement(paper, 'TR', () => drawRow(row))));
}

function stylesOf(width: number, { label, value, foot }: Density): { label: Style; value: Style } {
  return {
    label: { font: 'regular', size: label, width: LABEL, colour: QUIET, foot },
    value: { font: 'regular', size: value, width: width - LABEL - GAP, left: MARGIN + LABEL + GAP, foot },
  };
}

function rowHeight(paper: Paper, [name, said]: Section['rows'][number], width: number, density: Density): number {
  const { label, value } = stylesOf(width, density);
  return Math.max(
    linesFor(paper, name, label).length * leading(label.size),
    linesFor(paper, said, value).length * leading(value.size),
  );
}

/** How much of a page it takes. */
export function sectionHeight(paper: Paper, { rows }: Section, width: number, density: Density): number {
  const { above, inside, below } = density.heading;
  const heights = rows.map((row) => rowHeight(paper, row, width, density) + density.between);
  return above + inside + leading(HEADING) + below + heights.reduce((sum, height) => sum + height, 0);
}

/** On each page: what it is of whom, and its number. */
export function drawFooters(paper: Paper, { title, company }: { title: string; company: string }, margin = MARGIN) {
  const { start, count } = paper.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    paper.switchToPage(page);
    // Below the margin, pdfkit would begin a new page.
    paper.page.margins.bottom = 0;
    const y = paper.page.height - margin;
    const width = paper.page.width - 2 * margin;
    paper.fillColor(QUIET);
    const face = { font: 'regular', size: 8 } as const;
    const said = shortened(`${title} · ${company}`, width - 80, lettersOf(paper, face));
    const draw = () => {
      drawText(paper, said, { left: margin, top: y, ...face });
      paper.text(say`Page ${page + 1} of ${count}`, margin, y, { width, align: 'right', lineBreak: false });
    };
    asArtifact(paper, draw, 'Pagination');
  }
}
