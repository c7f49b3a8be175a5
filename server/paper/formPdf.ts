// A signed form: who it is given to, the answers by section, the declaration, and the signature. As many pages as it needs.
import { MARGIN, QUIET } from './letterhead.ts';
import { beginPaper, finished } from './pdfText.ts';
import type { Making } from './pdfText.ts';
import { drawFooters, drawHeading, drawSection, write } from './sections.ts';
import type { Section } from './sections.ts';
import { inElement } from './structure.ts';

export interface FormPaper {
  /** "Form W-9 (substitute)" */
  title: string;
  heading: string;
  /** Who gave it to whom, and how. */
  about: string;
  company: string;
  sections: readonly Section[];
  declaration: { intro: string; items: readonly string[] };
  signature: Section['rows'];
  notes: readonly string[];
}

export async function formPdf(form: FormPaper, making: Making): Promise<Buffer> {
  const paper = beginPaper({
    title: `${form.title}, ${form.company}`,
    author: form.company,
    making,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  paper.y = MARGIN;
  const width = paper.page.width - 2 * MARGIN;
  write(paper, form.title, { font: 'strong', size: 18, width, as: 'H1' });
  write(paper, form.heading, { font: 'regular', size: 11, width, below: 4 });
  write(paper, form.about, { font: 'regular', size: 9, width, below: 6, colour: QUIET });
  for (const each of form.sections) drawSection(paper, each, width);
  drawHeading(paper, 'Declaration', width);
  write(paper, form.declaration.intro, { font: 'regular', size: 9.5, width, below: 3 });
  const items = form.declaration.items.map((item, index) => `${index + 1}. ${item}`);
  const drawItem = (item: string) => write(paper, item, { font: 'regular', size: 9.5, width, below: 3, as: 'LBody' });
  inElement(paper, 'L', () => items.forEach((item) => inElement(paper, 'LI', () => drawItem(item))));
  drawSection(paper, { title: 'Signature', rows: form.signature }, width);
  paper.y += 12;
  for (const note of form.notes) write(paper, note, { font: 'regular', size: 8, width, below: 4, colour: QUIET });
  drawFooters(paper, form);
  return finished(paper);
}
