// The head of a company's paper: its logo and name, and on the right what paper it is and its number.
import { fitted } from './fitted.ts';
import type { Paper } from './pdfText.ts';

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
const LOGO = { width: 120, height: 60, gap: 14 };

/** Draws the logo and returns the width that it takes. */
function drawLogo(paper: Paper, logo: PaperLogo | null): number {
  if (!logo) return 0;
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  // After the way from another process the bytes are no Buffer any more.
  paper.image(Buffer.from(logo.bytes), MARGIN, MARGIN, { width, height });
  return width + LOGO.gap;
}

export function drawLetterhead(paper: Paper, { company, about, logo, label, number }: Letterhead, width: number) {
  const strong = { font: 'strong', sizes: { from: 20, to: 9 } } as const;
  const half = width * 0.64;
  const beside = drawLogo(paper, logo);
  const name = { left: MARGIN + beside, width: half - beside };
  paper.fillColor(INK);
  const taken = fitted(paper, company, { ...name, top: MARGIN, height: 52, ...strong });
  const right = { left: MARGIN + half + 12, width: width - half - 12, align: 'right' } as const;
  fitted(paper, number, { ...right, top: MARGIN + 13, height: 50, ...strong });
  const quiet = { font: 'regular', sizes: { from: 10, to: 8 }, height: 14 } as const;
  paper.fillColor(QUIET);
  fitted(paper, label, { ...right, top: MARGIN, ...quiet });
  if (about !== '') fitted(paper, about, { ...name, top: MARGIN + taken, ...quiet });
  paper
    .moveTo(MARGIN, LINE)
    .lineTo(MARGIN + width, LINE)
    .lineWidth(1.5)
    .strokeColor(INK)
    .stroke();
}
