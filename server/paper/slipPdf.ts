// A slip of a payment or a year: the company's head, the addressee, one large figure, and facts by section. It has the certificate's
// typography.
import { fitted } from './fitted.ts';
import { drawLetterhead, INK, MARGIN, QUIET } from './letterhead.ts';
import type { Letterhead } from './letterhead.ts';
import { beginPaper, finished } from './pdfText.ts';
import type { Making, Paper } from './pdfText.ts';
import { DENSE, drawFooters, drawSection, keepTogether, ROOMY, sectionHeight, write } from './sections.ts';
import type { Density, Section } from './sections.ts';
import { asArtifact } from './structure.ts';

export interface SlipPaper extends Letterhead {
  /** "Dividend voucher" */
  title: string;
  /** What it must not be taken for, in a frame under the head. */
  warning: string | null;
  /** Name and address. */
  addressee: readonly string[];
  /** "$850.00", and what it is. */
  figure: { amount: string; text: string };
  sections: readonly Section[];
  notes: readonly string[];
}

const RED = '#b3261e';
const NOTES_GAP = 14;
/** A note of two lines. */
const NOTE_ROOM = 26;

/** On one page, with its lines closer where it needs that; what does not fit one so either takes more. */
export async function slipPdf(slip: SlipPaper, making: Making): Promise<Buffer> {
  const { title, company, number } = slip;
  const roomy = drawn(slip, making, ROOMY);
  const dense = isOnePage(roomy) ? roomy : drawn(slip, making, DENSE);
  const paper = isOnePage(dense) ? dense : roomy;
  drawFooters(paper, { title: `${title} ${number}`, company });
  return finished(paper);
}

const isOnePage = (paper: Paper) => paper.bufferedPageRange().count === 1;

function drawn(slip: SlipPaper, making: Making, density: Density): Paper {
  const { title, company, warning, addressee, figure, sections, notes } = slip;
  const paper = beginPaper({
    title: `${title} ${slip.number}, ${company}`,
    author: company,
    making,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  const width = paper.page.width - 2 * MARGIN;
  drawLetterhead(paper, slip, width);
  let top = 146;
  if (warning !== null) {
    const box = { left: MARGIN + 12, top: top + 8, width: width - 24, height: 30 };
    paper.fillColor(RED);
    const taken = fitted(paper, warning, { ...box, font: 'strong', sizes: { from: 10, to: 7 } });
    const frame = [MARGIN, top, width, taken + 16, 4] as const;
    asArtifact(paper, () =>
      paper
        .roundedRect(...frame)
        .lineWidth(1.2)
        .strokeColor(RED)
        .stroke(),
    );
    top += taken + 32;
  }
  paper.fillColor(INK);
  for (const [index, line] of addressee.entries()) {
    const font = index === 0 ? 'strong' : 'regular';
    top += fitted(paper, line, { left: MARGIN, top, width, height: 28, font, sizes: { from: 11, to: 8 } }) + 1;
  }
  top += 16;
  top += fitted(paper, figure.amount, {
    left: MARGIN,
    top,
    width,
    height: 44,
    font: 'strong',
    sizes: { from: 32, to: 9 },
  });
  paper.y = top + 4;
  write(paper, figure.text, { font: 'regular', size: 11, width, below: 4 });
  const style = { font: 'regular', size: 8, width, below: 4, colour: QUIET, foot: density.foot } as const;
  for (const [index, each] of sections.entries()) {
    // The notes stay with what they are about.
    const isLast = index === sections.length - 1;
    if (isLast && density === ROOMY)
      keepTogether(paper, sectionHeight(paper, each, width, density) + NOTES_GAP + notes.length * NOTE_ROOM);
    drawSection(paper, each, width, density);
  }
  paper.y += density === ROOMY ? NOTES_GAP : NOTES_GAP / 2;
  for (const text of notes) write(paper, text, style);
  return paper;
}
