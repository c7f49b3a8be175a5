// A printed certificate: the company, the number, the shares in figures and in words, the holder, the legends, and the code for
// checking whether it is in force. One page, or more if the legends need them.
import QRCode from 'qrcode';
import { decimal, grouped, isWhole, ONE } from '#src/domain/figures/decimal.ts';
import { inWords } from '#src/domain/inWords.ts';
import { fitted } from './fitted.ts';
import { drawLetterhead, INK, MARGIN, QUIET } from './letterhead.ts';
import type { PaperLogo } from './letterhead.ts';
import { beginPaper, drawText, finished } from './pdfText.ts';
import type { Making, Paper } from './pdfText.ts';
import { asArtifact, drawRule, inElement, marked } from './structure.ts';
import type { ElementOptions } from './structure.ts';
import { lettersOf, linesOf } from './textLines.ts';
import { cleanText } from './typefaces/cleanText.ts';

export interface CertificatePaper {
  company: string;
  /** "Formed on 15 March 2021, US"; empty if the company has not entered it. */
  formation: string;
  number: string;
  shareClass: string;
  parValue: string | null;
  quantity: string;
  holder: string;
  issuedOn: string;
  /** A future date: nobody holds it before its issue date. */
  isUpcoming: boolean;
  /** Paid in full, as far as it is recorded. */
  isPaid: boolean;
  /** "Transferred on 2 June 2024", for one that is no longer in force. */
  ended: string | null;
  legends: readonly string[];
  logo: PaperLogo | null;
  /** Printed as XXXX-XXXX-XXXX, with the address for checking it. */
  code: string;
  address: string;
}

const QR = 92;
/** The height of a line of the legends. */
const LEGEND_LINE = 11.2;

export async function certificatePdf(certificate: CertificatePaper, making: Making): Promise<Buffer> {
  const paper = beginPaper({
    title: `Certificate ${certificate.number}, ${certificate.company}`,
    author: certificate.company,
    making,
    layout: 'landscape',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  const width = paper.page.width - 2 * MARGIN;
  const { company, formation: about, number, logo } = certificate;
  drawLetterhead(paper, { company, about, logo, label: 'Certificate', number }, width);
  holding(paper, certificate, width);
  if (certificate.ended !== null) stamp(paper, `No longer valid: ${certificate.ended}`, width);
  else if (certificate.isUpcoming) stamp(paper, `Not in force before ${certificate.issuedOn}`, width);
  mark(paper, certificate);
  signatures(paper, width);
  legends(paper, certificate, width);
  return finished(paper);
}

/** The number of shares, the class and the holder. Ends above the mark of a certificate that is not in force. */
function holding(paper: Paper, certificate: CertificatePaper, width: number) {
  const { quantity, parValue, shareClass, holder, issuedOn, isUpcoming, isPaid } = certificate;
  const figure = grouped(decimal(quantity));
  const isOne = decimal(quantity) === ONE;
  paper.fillColor(INK).font('strong').fontSize(40);
  // Figures are never broken across lines.
  paper.fontSize(Math.min(40, (40 * width) / paper.widthOfString(figure)));
  inElement(paper, 'P', () => marked(paper, () => paper.text(figure, MARGIN, 150, { lineBreak: false })));
  const par = parValue === null ? '' : `, par value ${parValue}`;
  const regular = { left: MARGIN, font: 'regular' } as const;
  const of = `${isOne ? 'share' : 'shares'} of ${shareClass}${par}`;
  let top = 202;
  top += fitted(paper, of, { ...regular, top, width, height: 38, sizes: { from: 15, to: 8 } }) + 10;
  const text = { ...regular, width: width - 140, sizes: { from: 12, to: 8 } };
  top += fitted(paper, 'This certifies that', { ...text, top, height: 15 }) + 2;
  top += fitted(paper, holder, { ...text, top, font: 'strong', height: 38, sizes: { from: 15, to: 8 } }) + 2;
  const [holds, issued] = isUpcoming ? ['will be', 'to be issued'] : ['is', 'issued'];
  const sentence = `${holds} the registered holder of ${words(quantity)} of the class named above, ${issued} on ${issuedOn}. ${isOne ? 'It is' : 'They are'} ${isPaid && !isUpcoming ? 'fully paid and nonassessable, and ' : ''}transferable only on the books of the company.`;
  fitted(paper, sentence, { ...text, top, height: 335 - top });
}

/** "one hundred fifty (150) shares"; a fraction stays a figure. */
function words(quantity: string): string {
  const value = decimal(quantity);
  const unit = value === ONE ? 'share' : 'shares';
  return isWhole(value) ? `${inWords(value / ONE)} (${grouped(value)}) ${unit}` : `${grouped(value)} ${unit}`;
}

function stamp(paper: Paper, text: string, width: number) {
  const y = 340;
  asArtifact(paper, () =>
    paper
      .roundedRect(MARGIN, y, width - 140, 40, 4)
      .lineWidth(1.2)
      .strokeColor('#b3261e')
      .stroke(),
  );
  paper.fillColor('#b3261e');
  const box = { left: MARGIN + 14, top: y + 12, width: width - 168, height: 20 };
  fitted(paper, text, { ...box, font: 'strong', sizes: { from: 13, to: 8 } });
}

function mark(paper: Paper, { address, code }: CertificatePaper) {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
  const left = paper.page.width - MARGIN - QR;
  const top = 300;
  const cell = QR / modules.size;
  paper.fillColor(INK);
  const drawCells = () => {
    for (let y = 0; y < modules.size; y += 1)
      for (let x = 0; x < modules.size; x += 1)
        // Slightly wider than its cell, so that printers leave no white lines.
        if (modules.get(y, x)) paper.rect(left + x * cell, top + y * cell, cell + 0.1, cell + 0.1);
    paper.fill();
  };
  const options = {
    alt: `QR code with the address that tells whether this certificate is in force: ${address}`,
    box: { left, top, width: QR, height: QR },
  } satisfies ElementOptions;
  inElement(paper, 'Figure', () => marked(paper, drawCells), options);
  paper.fillColor(INK).font('strong').fontSize(9);
  const drawCode = () => paper.text(code, left - 20, top + QR + 6, { width: QR + 40, align: 'center' });
  inElement(paper, 'P', () => marked(paper, drawCode));
}

function signatures(paper: Paper, width: number) {
  const y = 428;
  const each = (width - 140 - 32) / 2;
  for (const [index, office] of ['President', 'Secretary'].entries()) {
    const left = MARGIN + index * (each + 32);
    drawRule(paper, { left, top: y, width: each, weight: 0.8, colour: QUIET });
    paper.fillColor(QUIET).font('regular').fontSize(9);
    inElement(paper, 'P', () => marked(paper, () => paper.text(office, left, y + 5, { width: each })));
  }
}

/** Fonts measure whole words, which takes hours for endless ones, so long words are cut. */
const breakable = (text: string) => text.replace(/\S{120}(?=\S)/g, '$& ');

/** Under the signatures, and on further pages if long. */
function legends(paper: Paper, { legends: all, address }: CertificatePaper, width: number) {
  drawRule(paper, { left: MARGIN, top: 462, width, weight: 0.5, colour: '#c6ccd4' });
  const face = { font: 'regular', size: 8 } as const;
  const letters = lettersOf(paper, face);
  paper.y = 472;
  paper.fillColor(QUIET);
  for (const text of [...all, `Whether this certificate is in force: ${address}`]) {
    for (const paragraph of text.split('\n'))
      inElement(paper, 'P', () => {
        for (const line of linesOf(breakable(cleanText(paragraph)), width, letters)) {
          if (paper.y + LEGEND_LINE > paper.page.height - MARGIN) paper.addPage().fillColor(QUIET).y = MARGIN;
          drawText(paper, line, { left: MARGIN, top: paper.y, ...face });
          paper.y += LEGEND_LINE;
        }
      });
    paper.y += LEGEND_LINE;
  }
}
