// A certificate on paper: the company, the number, the shares in figures and in words, whose they are, the legends, and the
// code by which anybody may ask whether it is in force. One page, more where the legends need them.
import QRCode from 'qrcode';
import { decimal, grouped, isWhole, ONE } from '../../src/domain/decimal.ts';
import { inWords } from '../../src/domain/inWords.ts';
import { beginPaper, finished, legible } from './pdfText.ts';
import type { Paper } from './pdfText.ts';

export interface CertificatePaper {
  company: string;
  /** "Formed on 15 March 2021, US"; empty where the company has not said. */
  formation: string;
  number: string;
  shareClass: string;
  parValue: string | null;
  quantity: string;
  holder: string;
  issuedOn: string;
  /** "Transferred on 2 June 2024" of one that is no longer in force. */
  ended: string | null;
  legends: readonly string[];
  /** As it is written: XXXX-XXXX-XXXX, and the address that asks about it. */
  code: string;
  address: string;
}

const MARGIN = 56;
const INK = '#0f1a2a';
const QUIET = '#5b6675';
const QR = 92;

export async function certificatePdf(certificate: CertificatePaper, madeAt: Date): Promise<Buffer> {
  const paper = beginPaper({
    title: `Certificate ${certificate.number}, ${certificate.company}`,
    author: certificate.company,
    madeAt,
    layout: 'landscape',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  const set = (text: string) => legible(paper, text);
  const width = paper.page.width - 2 * MARGIN;
  head(paper, certificate, width);
  const figure = grouped(decimal(certificate.quantity));
  paper.fillColor(INK).font('strong').fontSize(40);
  // A figure is never broken over lines.
  paper.fontSize(Math.min(40, (40 * width) / paper.widthOfString(figure)));
  paper.text(figure, MARGIN, 150, { lineBreak: false });
  const par = certificate.parValue === null ? '' : `, par value $${certificate.parValue}`;
  paper
    .font('regular')
    .fontSize(15)
    .text(set(`shares of ${certificate.shareClass}${par}`), MARGIN, 202, { width });
  paper.moveDown(1.2).fontSize(12);
  paper.text('This certifies that ', { continued: true, width: width - 140, lineGap: 4 });
  paper.font('strong').text(set(certificate.holder), { continued: true });
  paper
    .font('regular')
    .text(
      ` is the registered holder of ${words(certificate.quantity)} of the class named above, issued on ${certificate.issuedOn}. They are transferable only on the books of the company.`,
    );
  if (certificate.ended !== null) stamp(paper, certificate.ended, width);
  mark(paper, certificate);
  signatures(paper, width);
  legends(paper, certificate, width);
  return finished(paper);
}

function head(paper: Paper, { company, formation, number }: CertificatePaper, width: number) {
  const half = width * 0.66;
  const name = legible(paper, company);
  paper.fillColor(INK).font('strong').fontSize(20).text(name, MARGIN, MARGIN, { width: half });
  if (formation !== '')
    paper.fillColor(QUIET).font('regular').fontSize(10).text(legible(paper, formation), { width: half });
  paper.fillColor(QUIET).font('regular').fontSize(10).text('Certificate', MARGIN, MARGIN, { width, align: 'right' });
  paper
    .fillColor(INK)
    .font('strong')
    .fontSize(20)
    .text(legible(paper, number), MARGIN, MARGIN + 13, { width, align: 'right' });
  paper
    .moveTo(MARGIN, 128)
    .lineTo(MARGIN + width, 128)
    .lineWidth(1.5)
    .strokeColor(INK)
    .stroke();
}

/** "one hundred fifty (150) shares"; a part of a share stays a figure. */
function words(quantity: string): string {
  const value = decimal(quantity);
  const unit = value === ONE ? 'share' : 'shares';
  return isWhole(value) ? `${inWords(value / ONE)} (${grouped(value)}) ${unit}` : `${grouped(value)} ${unit}`;
}

function stamp(paper: Paper, ended: string, width: number) {
  const y = 340;
  paper
    .roundedRect(MARGIN, y, width - 140, 40, 4)
    .lineWidth(1.2)
    .strokeColor('#b3261e')
    .stroke();
  paper
    .fillColor('#b3261e')
    .font('strong')
    .fontSize(13)
    .text(`No longer valid: ${ended}`, MARGIN + 14, y + 12, { width: width - 168 });
}

function mark(paper: Paper, { address, code }: CertificatePaper) {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
  const left = paper.page.width - MARGIN - QR;
  const top = 300;
  const cell = QR / modules.size;
  paper.fillColor(INK);
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1)
      // A hair wider than its cell, so that no printer leaves white lines between them.
      if (modules.get(y, x)) paper.rect(left + x * cell, top + y * cell, cell + 0.1, cell + 0.1);
  paper.fill();
  paper
    .fillColor(INK)
    .font('strong')
    .fontSize(9)
    .text(code, left - 20, top + QR + 6, { width: QR + 40, align: 'center' });
}

function signatures(paper: Paper, width: number) {
  const y = 428;
  const each = (width - 140 - 32) / 2;
  for (const [index, office] of ['President', 'Secretary'].entries()) {
    const left = MARGIN + index * (each + 32);
    paper
      .moveTo(left, y)
      .lineTo(left + each, y)
      .lineWidth(0.8)
      .strokeColor(QUIET)
      .stroke();
    paper
      .fillColor(QUIET)
      .font('regular')
      .fontSize(9)
      .text(office, left, y + 5, { width: each });
  }
}

/** Under the signatures, and on further pages where they are long. */
function legends(paper: Paper, { legends: all, address }: CertificatePaper, width: number) {
  paper
    .moveTo(MARGIN, 462)
    .lineTo(MARGIN + width, 462)
    .lineWidth(0.5)
    .strokeColor('#c6ccd4')
    .stroke();
  const asked = `Whether this certificate is in force: ${address}`;
  paper.fillColor(QUIET).font('regular').fontSize(8);
  paper.text([...all.map((text) => legible(paper, text)), asked].join('\n\n'), MARGIN, 472, { width, lineGap: 1.5 });
}
