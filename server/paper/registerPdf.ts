// A sheet on paper: landscape pages with the column heads on each, and below them company, day, state of knowledge, page.
import { setImmediate } from 'node:timers/promises';
import { beginPaper, finished, legible } from './pdfText.ts';
import type { FontName, Paper } from './pdfText.ts';
import type { Provenance, Sheet, SheetRow } from './sheet.ts';

const MARGIN = 36;
const FOOT = 28;
const SIZE = 8;
const PAD = 3;
/** The server answers others between so many rows. */
const ROWS_AT_ONCE = 100;

export async function registerPdf(sheet: Sheet, from: Provenance, madeAt: Date): Promise<Buffer> {
  const paper = beginPaper({
    title: `${from.company}: ${sheet.title}`,
    author: from.company,
    madeAt,
    layout: 'landscape',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  const widths = widthsOf(paper, sheet);
  heading(paper, sheet, from);
  columnHeads(paper, sheet, widths);
  for (const [index, row] of sheet.rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    drawRow(paper, sheet, widths, row);
  }
  if (sheet.rows.length === 0)
    paper
      .font('regular')
      .fontSize(SIZE + 1)
      .text('Nothing is recorded by this day.', MARGIN, paper.y + 8);
  footers(paper, sheet, from);
  return finished(paper);
}

function heading(paper: Paper, { title }: Sheet, { company, date, knownAt }: Provenance) {
  paper.font('strong').fontSize(14).text(legible(paper, company), MARGIN, MARGIN);
  paper.font('strong').fontSize(11).text(legible(paper, title));
  paper.font('regular').fontSize(9).text(`${date}, as known at entry ${knownAt}`);
  paper.y += 10;
}

function widthsOf(paper: Paper, { columns }: Sheet): number[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  const room = paper.page.width - 2 * MARGIN;
  return columns.map(({ width }) => (width / all) * room);
}

const bottom = (paper: Paper) => paper.page.height - MARGIN - FOOT;

function columnHeads(paper: Paper, sheet: Sheet, widths: readonly number[]) {
  const cells = sheet.columns.map(({ name }) => name);
  drawCells(paper, sheet, widths, cells, 'strong');
  rule(paper, 0.8);
}

function drawRow(paper: Paper, sheet: Sheet, widths: readonly number[], { cells, isStrong = false }: SheetRow) {
  const font: FontName = isStrong ? 'strong' : 'regular';
  if (
    paper.y +
      heightOf(
        paper,
        widths,
        cells.map((text) => legible(paper, text)),
        font,
      ) >
    bottom(paper)
  ) {
    paper.addPage();
    paper.y = MARGIN;
    columnHeads(paper, sheet, widths);
  }
  drawCells(paper, sheet, widths, cells, font);
  rule(paper, 0.25);
}

function drawCells(paper: Paper, sheet: Sheet, widths: readonly number[], cells: readonly string[], font: FontName) {
  const texts = cells.map((text) => legible(paper, text));
  const height = heightOf(paper, widths, texts, font);
  const top = paper.y;
  let left = MARGIN;
  for (const [index, text] of texts.entries()) {
    const width = widths[index]! - 2 * PAD;
    const align = sheet.columns[index]!.kind === 'number' ? 'right' : 'left';
    if (text !== '') paper.text(text, left + PAD, top + PAD, { width, align, lineBreak: true });
    left += widths[index]!;
  }
  paper.x = MARGIN;
  paper.y = top + height;
}

/** Sets font and size too, for what is drawn next. A text that fits its line is not measured further. */
function heightOf(paper: Paper, widths: readonly number[], texts: readonly string[], font: FontName): number {
  paper.font(font).fontSize(SIZE);
  const line = paper.currentLineHeight(true);
  const heights = texts.map((text, index) => {
    const width = widths[index]! - 2 * PAD;
    if (text.length * SIZE * 0.4 < width || paper.widthOfString(text) <= width) return line;
    return paper.heightOfString(text, { width });
  });
  return Math.max(line, ...heights) + 2 * PAD;
}

function rule(paper: Paper, weight: number) {
  paper
    .lineWidth(weight)
    .strokeColor('#828ea0')
    .moveTo(MARGIN, paper.y)
    .lineTo(paper.page.width - MARGIN, paper.y)
    .stroke();
}

function footers(paper: Paper, { title }: Sheet, { company, date, knownAt, madeAt }: Provenance) {
  const { start, count } = paper.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    paper.switchToPage(page);
    // Below the margin pdfkit would begin a new page.
    paper.page.margins.bottom = 0;
    const y = paper.page.height - MARGIN - 8;
    const width = paper.page.width - 2 * MARGIN;
    paper.font('regular').fontSize(7).fillColor('#4a5668');
    paper.text(
      legible(paper, `${company} · ${title} · ${date} · as known at entry ${knownAt} · made ${madeAt}`),
      MARGIN,
      y,
      {
        width: width - 80,
        height: 10,
        ellipsis: true,
      },
    );
    paper.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false });
    paper.fillColor('#000000');
  }
}
