// A signed form: who it is given to, the answers by section, the declaration, and the signature. As many pages as it needs.
import { beginPaper, finished, hasReadings, legible, READING_NOTE } from './pdfText.ts';
import type { FontName, Paper } from './pdfText.ts';
import { lettersOf, linesOf } from './textLines.ts';

export interface FormPaper {
  /** "Form W-9 (substitute)" */
  title: string;
  heading: string;
  /** Who gave it to whom, and how. */
  about: string;
  company: string;
  sections: readonly { title: string; rows: readonly (readonly [label: string, value: string])[] }[];
  declaration: { intro: string; items: readonly string[] };
  signature: readonly (readonly [label: string, value: string])[];
  notes: readonly string[];
}

const MARGIN = 56;
const FOOT = 30;
const LABEL = 190;
const GAP = 12;
const INK = '#0f1a2a';
const QUIET = '#5b6675';

export async function formPdf(form: FormPaper, madeAt: Date): Promise<Buffer> {
  const paper = beginPaper({
    title: `${form.title}, ${form.company}`,
    author: form.company,
    madeAt,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  paper.y = MARGIN;
  const width = paper.page.width - 2 * MARGIN;
  write(paper, form.title, { font: 'strong', size: 18, width });
  write(paper, form.heading, { font: 'regular', size: 11, width, below: 4 });
  write(paper, form.about, { font: 'regular', size: 9, width, below: 6, colour: QUIET });
  for (const { title, rows } of form.sections) section(paper, title, rows, width);
  heading(paper, 'Declaration', width);
  write(paper, form.declaration.intro, { font: 'regular', size: 9.5, width, below: 3 });
  for (const [index, item] of form.declaration.items.entries())
    write(paper, `${index + 1}. ${item}`, { font: 'regular', size: 9.5, width, below: 3 });
  section(paper, 'Signature', form.signature, width);
  paper.y += 12;
  for (const note of [...form.notes, ...(hasReadings(paper) ? [READING_NOTE] : [])])
    write(paper, note, { font: 'regular', size: 8, width, below: 4, colour: QUIET });
  footers(paper, form);
  return finished(paper);
}

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
function write(paper: Paper, text: string, style: Style) {
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

function heading(paper: Paper, title: string, width: number) {
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
function section(paper: Paper, title: string, rows: FormPaper['signature'], width: number) {
  heading(paper, title, width);
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

function footers(paper: Paper, { title, company }: FormPaper) {
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
