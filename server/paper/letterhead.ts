// The head of a company's paper: its logo and name, and on the right what paper it is and its number.
import { say } from '#src/words/say.ts';
import { fitted } from './fitted.ts';
import type { Paper } from './pdfText.ts';
import { drawRule, inElement, marked } from './structure.ts';
import type { ElementOptions } from './structure.ts';

/** The company's logo, PNG or JPEG, with its size in pixels. */
export interface PaperLogo {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export interface Letterhead {
  company: string;
  /** Under the company's name; may be empty. */
  about: string;
  logo: PaperLogo | null;
  /** "Certificate", over the number. */
  label: string;
  number: string;
}

export const MARGIN = 56;
export const INK = '#0f1a2a';
export const QUIET = '#5b6675';
/** Where the line under the head is. */
const LINE = 128;

/** The box of the logo, beside the company's name. */
const LOGO = { left: MARGIN, top: MARGIN, width: 120, height: 60, gap: 14 };

/** Draws the logo in its box and returns the width that it takes. */
export function drawLogo(
  paper: Paper,
  { logo, company }: { logo: PaperLogo | null; company: string },
  box: { left: number; top: number; width: number; height: number; gap: number },
): number {
  if (!logo) return 0;
  const { left, top } = box;
  const scale = Math.min(box.width / logo.width, box.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const options = { alt: say`Logo of ${company}`, box: { left, top, width, height } } satisfies ElementOptions;
  // After the way from another process the bytes are no Buffer any more.
  const draw = () => paper.image(Buffer.from(logo.bytes), left, top, { width, height });
  inElement(paper, 'Figure', () => marked(paper, draw), options);
  return width + box.gap;
}

export function drawLetterhead(paper: Paper, { company, about, logo, label, number }: Letterhead, width: number) {
  const strong = { font: 'strong', sizes: { from: 20, to: 9 } } as const;
  const half = width * 0.64;
  const beside = drawLogo(paper, { logo, company }, LOGO);
  const name = { left: MARGIN + beside, width: half - beside };
  paper.fillColor(INK);
  const taken = fitted(paper, company, { ...name, top: MARGIN, height: 52, ...strong });
  const right = { left: MARGIN + half + 12, width: width - half - 12, align: 'right' } as const;
  const quiet = { font: 'regular', sizes: { from: 10, to: 8 }, height: 14 } as const;
  paper.fillColor(QUIET);
  if (about !== '') fitted(paper, about, { ...name, top: MARGIN + taken, ...quiet });
  inElement(paper, 'H1', () => {
    fitted(paper, label, { ...right, top: MARGIN, ...quiet, as: null });
    paper.fillColor(INK);
    fitted(paper, number, { ...right, top: MARGIN + 13, height: 50, ...strong, as: null });
  });
  drawRule(paper, { left: MARGIN, top: LINE, width, weight: 1.5, colour: INK });
}
