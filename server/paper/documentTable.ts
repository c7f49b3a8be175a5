// Tables of a document: those with heads, whose figures stand to the right and add up in a last row, and those of labels with values.
import { bottomOf, drawLines, keepWhole, linesOfRuns, MARGIN, nextPage, TEXT } from './documentFlow.ts';
import type { Flow, Style } from './documentFlow.ts';
import { INK, QUIET } from './letterhead.ts';
import { drawText } from './pdfText.ts';
import type { FontName } from './pdfText.ts';
import { addRow, asArtifact, drawRule, inElement } from './structure.ts';
import type { OpenRow } from './structure.ts';
import { FIGURES, linesOf } from './textLines.ts';
import { cleanText } from './typefaces/cleanText.ts';

export interface TableBlock {
  kind: 'table';
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** The last row. */
  total?: readonly string[];
}
export interface Column {
  name: string;
  /** Stands to the right, as wide as its figures. */
  isFigure?: boolean;
}
export interface FactsBlock {
  kind: 'facts';
  rows: readonly (readonly [label: string, value: string])[];
}

const SIZE = 9;
const LEADING = 13;
const GAP = 16;
const DOWN = 4;
const BELOW = 12;
const RULE = '#c6ccd4';
/** What figures may take of the width, before they are broken themselves. */
const FIGURES_AT_MOST = 0.7;
/** Tables of so many rows stay on one page. */
const SHORT = 16;

const FONTS = ['regular', 'strong'] as const;

interface Drawn {
  columns: readonly Column[];
  widths: readonly number[];
  head: Row;
  rows: readonly Row[];
}
interface Row {
  font: FontName;
  cells: readonly (readonly string[])[];
  lineCount: number;
}

function measured(flow: Flow, { columns, rows, total }: TableBlock): Drawn {
  const widths = widthsOf(flow, columns, [...rows, ...(total ? [total] : [])]);
  const rowOf = (texts: readonly string[], font: FontName): Row => {
    const cells = columns.map((_, index) => {
      const text = cleanText(texts[index] ?? '');
      // Widths are sums, which may come out a hair smaller.
      return linesOf(text, widths[index]! - gapAfter(index, columns) + 0.01, lettersFor(flow, text, font));
    });
    return { font, cells, lineCount: Math.max(...cells.map((lines) => lines.length)) };
  };
  const names = columns.map(({ name }) => name);
  return {
    columns,
    widths,
    head: rowOf(names, 'strong'),
    rows: [...rows.map((each) => rowOf(each, 'regular')), ...(total ? [rowOf(total, 'strong')] : [])],
  };
}

const isNumber = (text: string) => /^[$(+-]*\d[\d.,]*[%)]*$/.test(text);
const lettersFor = (flow: Flow, text: string, font: FontName) =>
  isNumber(text) ? flow.figuresOf({ font, size: SIZE }) : flow.lettersOf({ font, size: SIZE });
const gapAfter = (index: number, { length }: readonly Column[]) => (index < length - 1 ? GAP : 0);

/** Figures get what they and their heads need, and texts equal parts of the rest. */
function widthsOf(flow: Flow, columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  const wideOf = (text: string, font: FontName) => lettersFor(flow, text, font).widthOf(cleanText(text));
  const neededFor = (headsOf: (name: string) => readonly string[]) =>
    columns.map(({ name, isFigure }, index) => {
      if (!isFigure) return 0;
      const heads = headsOf(name).map((text) => wideOf(text, 'strong'));
      // The last row is strong, and not always the widest.
      const figures = rows.flatMap((row) => FONTS.map((font) => wideOf(row[index] ?? '', font)));
      return Math.max(...heads, ...figures) + gapAfter(index, columns);
    });
  const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);
  const texts = columns.filter(({ isFigure }) => !isFigure).length;
  const room = (texts === 0 ? 1 : FIGURES_AT_MOST) * flow.width;
  const onOneLine = neededFor((name) => [name]);
  const needed = sumOf(onOneLine) <= room ? onOneLine : neededFor((name) => name.split(' '));
  const scale = Math.min(1, room / Math.max(1, sumOf(needed)));
  const rest = texts === 0 ? 0 : (flow.width - sumOf(needed) * scale) / texts;
  return columns.map(({ isFigure }, index) => (isFigure ? needed[index]! * scale : rest));
}

const heightOf = (lineCount: number) => lineCount * LEADING + 2 * DOWN;

function heightOfTable({ head, rows }: Drawn): number {
  const heights = [head, ...rows].map(({ lineCount }) => heightOf(lineCount));
  const beginning = rows.length <= SHORT ? heights : heights.slice(0, 3);
  return beginning.reduce((sum, each) => sum + each, 0);
}

/** How much of a page it takes to begin with it: a short one is never divided. */
export const tableHeight = (flow: Flow, block: TableBlock): number => heightOfTable(measured(flow, block));

export function drawTable(flow: Flow, block: TableBlock) {
  const { paper } = flow;
  const table = measured(flow, block);
  keepWhole(paper, heightOfTable(table));
  const draw = (row: Row, { from, to, cells }: { from: number; to: number; cells?: OpenRow }) =>
    drawCells(flow, table, row, { from, to, cells });
  const whole = { from: 0, to: table.head.lineCount };
  inElement(paper, 'Table', () => {
    inElement(paper, 'THead', () => {
      draw(table.head, { ...whole, cells: addRow(paper, 'TH', block.columns.length) });
      rule(flow, 0.8, INK);
    });
    inElement(paper, 'TBody', () => {
      for (const [index, row] of table.rows.entries()) {
        const isTotal = block.total !== undefined && index === table.rows.length - 1;
        const repeatHead = () => {
          nextPage(paper);
          asArtifact(paper, () => draw(table.head, whole), 'Pagination');
          rule(flow, 0.8, INK);
        };
        if (paper.y + heightOf(row.lineCount) > bottomOf(paper)) repeatHead();
        if (isTotal) rule(flow, 0.8, INK);
        const cells = addRow(paper, 'TD', block.columns.length);
        // A row longer than a page goes on on the next.
        for (let from = 0; from < row.lineCount;) {
          if (from > 0) repeatHead();
          const room = Math.floor((bottomOf(paper) - paper.y - 2 * DOWN) / LEADING);
          const to = Math.min(row.lineCount, from + Math.max(1, room));
          draw(row, { from, to, cells });
          from = to;
        }
        if (!isTotal) rule(flow, 0.4, RULE);
      }
    });
  });
  paper.y += BELOW;
}

const rule = ({ paper, width }: Flow, weight: number, colour: string) =>
  drawRule(paper, { left: MARGIN, top: paper.y, width, weight, colour });

/** Lines `from` to `to` of each cell. Without `cells` it is part of an artifact. */
function drawCells(
  flow: Flow,
  { columns, widths, head }: Drawn,
  row: Row,
  { from, to, cells }: { from: number; to: number; cells?: OpenRow },
) {
  const { paper } = flow;
  const below = paper.y + heightOf(to - from);
  const top = paper.y + DOWN + (LEADING - SIZE * 1.21) / 2;
  let left = MARGIN;
  paper.fillColor(INK);
  for (const [index, { isFigure }] of columns.entries()) {
    const lines = row.cells[index]!.slice(from, to);
    // A short head stands over its column, beside the last line of a longer one.
    const first = row === head ? to - from - lines.length : 0;
    const [edge, right] = [left, left + widths[index]! - gapAfter(index, columns)];
    const draw = () => {
      for (const [line, text] of lines.entries()) {
        const x = isFigure ? right - lettersFor(flow, text, row.font).widthOf(text) : edge;
        const place = { left: x, top: top + (first + line) * LEADING, font: row.font, size: SIZE };
        if (text !== '') drawText(paper, text, place, isNumber(text) ? FIGURES : TEXT);
      }
    };
    if (!cells) draw();
    else if (lines.some((text) => text !== '')) cells.inCell(index, draw);
    left += widths[index]!;
  }
  // Drawing moves it.
  paper.y = below;
}

const LABEL = 150;
const FACT = { size: 10, leading: 14, above: 6, between: 4 };

const stylesOf = ({ width }: Flow): { label: Style; value: Style } => ({
  label: { ...FACT, width: LABEL, colour: QUIET },
  value: { ...FACT, indent: LABEL + 14, width: width - LABEL - 14 },
});

function factLines(flow: Flow, [label, value]: FactsBlock['rows'][number]) {
  const styles = stylesOf(flow);
  const said = linesOfRuns(flow, [{ text: label, font: 'regular' }], styles.label);
  const shown = linesOfRuns(flow, [{ text: value, font: 'regular' }], styles.value);
  return { said, shown, height: Math.max(said.length, shown.length) * FACT.leading };
}

export function factsHeight(flow: Flow, { rows }: FactsBlock): number {
  return rows.slice(0, 2).reduce((sum, row) => sum + factLines(flow, row).height + FACT.between, FACT.above);
}

/** A row stays together. */
export function drawFacts(flow: Flow, { rows }: FactsBlock) {
  const { paper } = flow;
  const styles = stylesOf(flow);
  paper.y += FACT.above;
  const drawRow = (row: FactsBlock['rows'][number]) => {
    const { said, shown, height } = factLines(flow, row);
    keepWhole(paper, height);
    const top = paper.y;
    inElement(paper, 'TH', () => drawLines(flow, said, styles.label), { scope: 'Row' });
    paper.y = top;
    inElement(paper, 'TD', () => drawLines(flow, shown, styles.value));
    paper.y = top + height + FACT.between;
  };
  inElement(paper, 'Table', () => rows.forEach((row) => inElement(paper, 'TR', () => drawRow(row))));
  paper.y += BELOW;
}
