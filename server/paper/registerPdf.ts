// A sheet as PDF: landscape pages with column heads, and in the footer company, day, known entry, page.
import { say } from '#src/words/say.ts';
import { setImmediate } from 'node:timers/promises';
import { asArtifact, addRow, inElement, openElement } from './structure.ts';
import { beginPaper, drawText, finished } from './pdfText.ts';
import type { Making, Paper } from './pdfText.ts';
import { drawLines, headOf, heightOf, linesWithin, MARGIN, rowOf, tableOf } from './registerTable.ts';
import type { Row, Table } from './registerTable.ts';
import type { Provenance, Sheet } from './sheet.ts';
import { lettersOf, linesOf, shortened } from './textLines.ts';
import { cleanText } from './typefaces/cleanText.ts';

const FOOT = 28;
/** Rows between turns for other requests. */
const ROWS_AT_ONCE = 100;

export async function registerPdf(sheet: Sheet, from: Provenance, making: Making): Promise<Buffer> {
  const paper = beginPaper({
    title: `${from.company}: ${sheet.title}`,
    author: from.company,
    making,
    layout: 'landscape',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
  });
  const table = tableOf(paper, sheet);
  const head = headOf(table);
  heading(paper, sheet, from);
  const endTable = openElement(paper, 'Table');
  inElement(paper, 'THead', () => drawHead(paper, table, head));
  const endRows = openElement(paper, 'TBody');
  for (const [index, row] of sheet.rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    drawRow(paper, table, { head, row: rowOf(table, row) });
  }
  endRows();
  endTable();
  const nothing = { left: MARGIN, top: paper.y + 8, font: 'regular', size: 9 } as const;
  if (sheet.rows.length === 0)
    inElement(paper, 'P', () => drawText(paper, say`Nothing is recorded up to this day.`, nothing));
  footers(paper, sheet, from);
  return finished(paper);
}

function heading(paper: Paper, { title }: Sheet, { company, date, knownAt, currency }: Provenance) {
  const known = knownAt === null ? '' : say`, as known at entry ${knownAt}`;
  paper.y = MARGIN;
  for (const [as, text, font, size] of [
    ['P', company, 'strong', 14],
    ['H1', title, 'strong', 11],
    ['P', say`${date}${known}. Currency: ${currency}`, 'regular', 9],
  ] as const)
    inElement(paper, as, () => {
      for (const line of linesOf(cleanText(text), paper.page.width - 2 * MARGIN, lettersOf(paper, { font, size }))) {
        drawText(paper, line, { left: MARGIN, top: paper.y, font, size });
        paper.y += size * 1.21;
      }
    });
  paper.y += 10;
}

const bottom = (paper: Paper) => paper.page.height - MARGIN - FOOT;

function drawHead(paper: Paper, table: Table, head: Row) {
  const cells = addRow(paper, 'TH', table.columns.length);
  drawLines(paper, table, head, { from: 0, to: head.lineCount, rule: 0.8, cells });
}

/** The head is read once; on the pages that follow it is an artifact. */
function nextPage(paper: Paper, table: Table, head: Row) {
  paper.addPage();
  paper.y = MARGIN;
  asArtifact(paper, () => drawLines(paper, table, head, { from: 0, to: head.lineCount, rule: 0.8 }), 'Pagination');
}

/** A row stays together; one longer than a page continues on the next. */
function drawRow(paper: Paper, table: Table, { head, row }: { head: Row; row: Row }) {
  if (paper.y + heightOf(table, row.lineCount) > bottom(paper)) nextPage(paper, table, head);
  const cells = addRow(paper, 'TD', table.columns.length);
  let from = 0;
  while (from < row.lineCount) {
    if (from > 0) nextPage(paper, table, head);
    const to = Math.min(row.lineCount, from + Math.max(1, linesWithin(table, bottom(paper) - paper.y)));
    drawLines(paper, table, row, { from, to, rule: 0.25, cells });
    from = to;
  }
}

function footers(paper: Paper, { title }: Sheet, { company, date, knownAt, madeAt }: Provenance) {
  const known = knownAt === null ? [] : [say`as known at entry ${knownAt}`];
  const said = [company, title, date, ...known, say`made ${madeAt}`].join(' · ');
  const { start, count } = paper.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    paper.switchToPage(page);
    // Below the margin, pdfkit would begin a new page.
    paper.page.margins.bottom = 0;
    const y = paper.page.height - MARGIN - 8;
    const width = paper.page.width - 2 * MARGIN;
    const face = { font: 'regular', size: 7 } as const;
    paper.fillColor('#4a5668');
    const shownText = shortened(said, width - 80, lettersOf(paper, face));
    const draw = () => {
      drawText(paper, shownText, { left: MARGIN, top: y, ...face });
      paper.text(say`Page ${page + 1} of ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false });
    };
    asArtifact(paper, draw, 'Pagination');
    paper.fillColor('#000000');
  }
}
