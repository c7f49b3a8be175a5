// Letters, one for each holder, as one file: each starts on a page of its own, with the address where the window of an
// envelope (US No. 10, folded in three) shows it.
import { fitted } from './fitted.ts';
import type { CertificatePaper } from './certificatePdf.ts';
import { drawLogo } from './letterhead.ts';
import { beginPaper, drawText, finished } from './pdfText.ts';
import type { FontName, Making, Paper } from './pdfText.ts';
import { inElement } from './structure.ts';
import type { TextElement } from './structure.ts';
import { lettersOf, linesOf } from './textLines.ts';
import { cleanText } from './typefaces/cleanText.ts';

export interface Letter {
  /** Lines, the name first. */
  address: readonly string[];
  subject: string;
  before: readonly string[];
  rows: readonly (readonly [day: string, what: string, amount: string])[];
  after: readonly string[];
}

export interface LettersPaper {
  company: string;
  logo: CertificatePaper['logo'];
  /** Under the company's name. */
  contact: string;
  date: string;
  letters: readonly Letter[];
}

const MARGIN = 64;
const FOOT = 40;
/** The window: 7/8 inch from the left, about 2 to 3 inches from the top of the folded sheet. */
const WINDOW = { left: 66, top: 150, width: 250, height: 72 };
const LOGO = { left: MARGIN, top: 40, width: 120, height: 44, gap: 14 };
const INK = '#0f1a2a';
const QUIET = '#5b6675';

export async function lettersPdf(paperOf: LettersPaper, making: Making): Promise<Buffer> {
  const paper = beginPaper({
    title: `Letters, ${paperOf.company}`,
    author: paperOf.company,
    making,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  for (const [index, letter] of paperOf.letters.entries()) {
    if (index > 0) paper.addPage();
    inElement(paper, 'Sect', () => {
      head(paper, paperOf, letter);
      body(paper, letter);
    });
  }
  return finished(paper);
}

function head(paper: Paper, { company, logo, contact, date }: LettersPaper, { address }: Letter) {
  const width = paper.page.width - 2 * MARGIN;
  const beside = drawLogo(paper, { logo, company }, LOGO);
  const name = { left: MARGIN + beside, width: width - beside };
  paper.fillColor(INK);
  const taken = fitted(paper, company, { ...name, top: 40, height: 40, font: 'strong', sizes: { from: 16, to: 9 } });
  paper.fillColor(QUIET);
  if (contact !== '')
    fitted(paper, contact, { ...name, top: 42 + taken, height: 12, font: 'regular', sizes: { from: 9, to: 7 } });
  paper.fillColor(INK);
  const line = WINDOW.height / Math.max(5, address.length);
  for (const [index, text] of address.entries())
    fitted(paper, text, {
      left: WINDOW.left,
      top: WINDOW.top + index * line,
      width: WINDOW.width,
      height: line,
      font: 'regular',
      sizes: { from: 11, to: 6 },
    });
  paper.y = WINDOW.top + WINDOW.height + 26;
  write(paper, date, { font: 'regular', size: 10.5, below: 14 });
}

function body(paper: Paper, { subject, before, rows, after }: Letter) {
  write(paper, subject, { font: 'strong', size: 12, below: 10, as: 'H1' });
  for (const text of before) write(paper, text, { font: 'regular', size: 10.5, below: 8 });
  const width = paper.page.width - 2 * MARGIN;
  const drawRow = ([day, what, amount]: Letter['rows'][number]) => {
    const words: Style = { font: 'regular', size: 10, left: MARGIN + 110, width: width - 220 };
    const lines = linesFor(paper, what, words).length;
    fits(paper, lines * leading(10) + 4);
    const top = paper.y;
    write(paper, day, { font: 'regular', size: 10, width: 104 });
    paper.y = top;
    write(paper, what, words);
    const strong = { font: 'strong', size: 10 } as const;
    const said = cleanText(amount);
    const right = MARGIN + width - lettersOf(paper, strong).widthOf(said);
    inElement(paper, 'P', () => drawText(paper, said, { left: right, top, ...strong }));
    paper.y = top + lines * leading(10) + 4;
  };
  // A list, because what stands in columns here has no heads.
  const drawItem = (row: Letter['rows'][number]) =>
    inElement(paper, 'LI', () => inElement(paper, 'LBody', () => drawRow(row)));
  inElement(paper, 'L', () => rows.forEach(drawItem));
  paper.y += 8;
  for (const text of after) write(paper, text, { font: 'regular', size: 10.5, below: 8 });
}

interface Style {
  font: FontName;
  size: number;
  left?: number;
  width?: number;
  below?: number;
  /** What it is in the paper's structure; by default a paragraph. */
  as?: TextElement;
}

const leading = (size: number) => size * 1.4;
const linesFor = (paper: Paper, text: string, { font, size, width }: Style) =>
  linesOf(cleanText(text), width ?? paper.page.width - 2 * MARGIN, lettersOf(paper, { font, size }));

function fits(paper: Paper, height: number) {
  if (paper.y + height <= paper.page.height - MARGIN - FOOT) return;
  paper.addPage();
  paper.y = MARGIN;
}

/** Line by line, so that a long text continues on the next page. */
function write(paper: Paper, text: string, style: Style) {
  inElement(paper, style.as ?? 'P', () => {
    for (const line of linesFor(paper, text, style)) {
      fits(paper, leading(style.size));
      const top = paper.y;
      paper.fillColor(INK);
      drawText(paper, line, { left: style.left ?? MARGIN, top, font: style.font, size: style.size });
      paper.y = top + leading(style.size);
    }
  });
  paper.y += style.below ?? 0;
}
