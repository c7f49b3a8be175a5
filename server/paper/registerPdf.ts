// A sheet as PDF: landscape pages with column heads, and in the footer company, day, known entry, page.
import { setImmediate } from 'node:timers/promises';
import { beginPaper, finished, hasReadings, legible, READING_NOTE } from './pdfText.ts';
import type { Paper } from './pdfText.ts';
import { drawLines, headOf, heightOf, linesWithin, MARGIN, rowOf, tableOf } from './registerTable.ts';
import type { Row, Table } from './registerTable.ts';
import type { Provenance, Sheet } from './sheet.ts';

const FOOT = 28;
/** Rows between turns for other requests. */
const ROWS_AT_ONCE = 100;

export async function registerPdf(sheet: Sheet, from: Provenance, madeAt: Date): Promise<Buffer> {
  const paper = beginPaper({
    title: `${from.company}: ${sheet.title}`,
    author: from.company,
    madeAt,
    layout: 'landscape',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  const table = tableOf(paper, sheet);
  const head = headOf(paper, table);
  heading(paper, sheet, from);
  drawHead(paper, table, head);
  for (const [index, row] of sheet.rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    drawRow(paper, table, { head, row: rowOf(paper, table, row) });
  }
  if (sheet.rows.length === 0)
    paper
      .font('regular')
      .fontSize(9)
      .text('Nothing is recorded up to this day.', MARGIN, paper.y + 8);
  footers(paper, sheet, from);
  return finished(paper);
}

function heading(paper: Paper, { title }: Sheet, { company, date, knownAt, currency }: Provenance) {
  paper.font('strong').fontSize(14).text(legible(paper, company), MARGIN, MARGIN);
  paper.font('strong').fontSize(11).text(legible(paper, title));
  paper
    .font('regular')
    .fontSize(9)
    .text(`${date}${knownAt === null ? '' : `, as known at entry ${knownAt}`}. Currency: ${currency}`);
  paper.y += 10;
}

const bottom = (paper: Paper) => paper.page.height - MARGIN - FOOT;

function drawHead(paper: Paper, table: Table, head: Row) {
  drawLines(paper, table, head, { from: 0, to: head.lineCount, rule: 0.8 });
}

function nextPage(paper: Paper, table: Table, head: Row) {
  paper.addPage();
  paper.y = MARGIN;
  drawHead(paper, table, head);
}

/** A row stays together; one longer than a page continues on the next. */
function drawRow(paper: Paper, table: Table, { head, row }: { head: Row; row: Row }) {
  if (paper.y + heightOf(table, row.lineCount) > bottom(paper)) nextPage(paper, table, head);
  let from = 0;
  while (from < row.lineCount) {
    if (from > 0) nextPage(paper, table, head);
    const to = Math.min(row.lineCount, from + Math.max(1, linesWithin(table, bottom(paper) - paper.y)));
    drawLines(paper, table, row, { from, to, rule: 0.25 });
    from = to;
  }
}

function footers(paper: Paper, { title }: Sheet, { company, date, knownAt, madeAt }: Provenance) {
  const known = knownAt === null ? [] : [`as known at entry ${knownAt}`];
  const said = legible(paper, [company, title, date, ...known, `made ${madeAt}`].join(' · '));
  const { start, count } = paper.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    paper.switchToPage(page);
    // Below the margin, pdfkit would begin a new page.
    paper.page.margins.bottom = 0;
    const y = paper.page.height - MARGIN - 8;
    const width = paper.page.width - 2 * MARGIN;
    const line = { width: width - 80, height: 10, ellipsis: true };
    paper.font('regular').fontSize(7).fillColor('#4a5668');
    if (hasReadings(paper)) paper.text(READING_NOTE, MARGIN, y - 10, line);
    paper.text(said, MARGIN, y, line);
    paper.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false });
    paper.fillColor('#000000');
  }
}
