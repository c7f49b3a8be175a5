// The table of a register: figures and days get the width they need and are never broken, texts share what is left and are
// wrapped. Every height is known before anything is drawn.
import { withSeparators } from '../../src/domain/decimal.ts';
import type { FontName, Paper } from './pdfText.ts';
import { legible } from './pdfText.ts';
import type { Sheet, SheetColumn, SheetRow } from './sheet.ts';
import { FIGURES, figuresOf, lettersOf, linesOf } from './textLines.ts';
import type { Letters } from './textLines.ts';

export const MARGIN = 36;
const PAD = 4;
/** Long figures are set smaller before they take the room of names. */
const SIZES = [8, 7, 6];
const FIGURES_AT_MOST = 0.62;

export interface Table {
  size: number;
  /** Of a line of text. */
  leading: number;
  widths: readonly number[];
  columns: readonly SheetColumn[];
  letters: Record<FontName, { text: Letters; figures: Letters }>;
}
export interface Row {
  font: FontName;
  /** The lines of each cell. */
  cells: readonly (readonly string[])[];
  lineCount: number;
}

export function tableOf(paper: Paper, sheet: Sheet): Table {
  const room = paper.page.width - 2 * MARGIN;
  const measured = lettersAt(paper, SIZES[0]!);
  const widest = sheet.columns.map((column, index) =>
    column.kind === 'text' ? null : widestOf(sheet, index, measured),
  );
  const neededAt = (size: number) => widest.map((width) => (width === null ? 0 : (width * size) / SIZES[0]! + 2 * PAD));
  const size = SIZES.find((each) => sum(neededAt(each)) <= room * FIGURES_AT_MOST) ?? SIZES.at(-1)!;
  const needed = neededAt(size);
  // Beyond that even figures are broken, between digits.
  const narrowed = Math.min(1, (room * FIGURES_AT_MOST) / sum(needed));
  const letters = size === SIZES[0] ? measured : lettersAt(paper, size);
  const parts = sum(sheet.columns.map(({ kind, width }) => (kind === 'text' ? width : 0)));
  const heads = sheet.columns.map(({ kind, name }) => (kind === 'text' ? headWidth(name, letters) + 2 * PAD : 0));
  const left = room - sum(needed) * narrowed - sum(heads);
  const widths = sheet.columns.map(({ kind, width }, index) =>
    kind === 'text' ? heads[index]! + (left * width) / parts : needed[index]! * narrowed,
  );
  return { size, leading: Math.ceil(size * 1.25), widths, columns: sheet.columns, letters };
}

function lettersAt(paper: Paper, size: number): Table['letters'] {
  const face = (font: FontName) => ({
    text: lettersOf(paper, { font, size }),
    figures: figuresOf(paper, { font, size }),
  });
  return { regular: face('regular'), strong: face('strong') };
}

function widestOf({ columns, rows }: Sheet, index: number, letters: Table['letters']): number {
  const { kind, name } = columns[index]!;
  return rows.reduce(
    (widest, { cells, isStrong }) => {
      const { text, figures } = letters[isStrong ? 'strong' : 'regular'];
      return Math.max(widest, (kind === 'number' ? figures : text).widthOf(shown(cells[index]!, kind)));
    },
    headWidth(name, letters),
  );
}

/** Of its longest word: a head is broken between words only. */
function headWidth(name: string, letters: Table['letters']): number {
  return Math.max(...name.split(' ').map((word) => letters.strong.text.widthOf(word)));
}

/** With thousands separators; what is no figure, as it stands. */
export function shown(text: string, kind: SheetColumn['kind']): string {
  if (kind !== 'number' || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole = '', fraction] = text.split('.');
  const separated = withSeparators(whole);
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

export function headOf(paper: Paper, table: Table): Row {
  const cells = table.columns.map(({ name }, index) =>
    linesOf(legible(paper, name), inner(table, index), table.letters.strong.text),
  );
  return { font: 'strong', cells, lineCount: longest(cells) };
}

export function rowOf(paper: Paper, table: Table, { cells: texts, isStrong = false }: SheetRow): Row {
  const font: FontName = isStrong ? 'strong' : 'regular';
  const cells = table.columns.map(({ kind }, index) => {
    const letters = kind === 'number' ? table.letters[font].figures : table.letters[font].text;
    return linesOf(legible(paper, shown(texts[index]!, kind)), inner(table, index), letters);
  });
  return { font, cells, lineCount: longest(cells) };
}

export const heightOf = (table: Table, lineCount: number) => lineCount * table.leading + 2 * PAD;

/** How many lines of a row fit so much height. */
export const linesWithin = (table: Table, height: number) =>
  Math.max(0, Math.floor((height - 2 * PAD) / table.leading));

/** Lines `from` to `to` of each cell, at the paper's y, which is then below them and a rule of this weight. */
export function drawLines(
  paper: Paper,
  table: Table,
  row: Row,
  { from, to, rule }: { from: number; to: number; rule: number },
) {
  const top = paper.y;
  paper.font(row.font).fontSize(table.size);
  let left = MARGIN;
  for (const [index, { kind }] of table.columns.entries()) {
    for (const [line, text] of row.cells[index]!.slice(from, to).entries())
      if (text !== '') drawLine(paper, table, { text, index, left, y: top + PAD + line * table.leading, row, kind });
    left += table.widths[index]!;
  }
  paper.x = MARGIN;
  paper.y = top + heightOf(table, to - from);
  paper
    .lineWidth(rule)
    .strokeColor('#828ea0')
    .moveTo(MARGIN, paper.y)
    .lineTo(paper.page.width - MARGIN, paper.y)
    .stroke();
}

interface Line {
  text: string;
  index: number;
  left: number;
  y: number;
  row: Row;
  kind: SheetColumn['kind'];
}

function drawLine(paper: Paper, table: Table, { text, index, left, y, row, kind }: Line) {
  const letters = table.letters[row.font];
  // A head is words even over figures.
  const isFigure = kind === 'number' && /^[\d.,-]+$/.test(text);
  const width = (isFigure ? letters.figures : letters.text).widthOf(text);
  const x = kind === 'number' ? left + table.widths[index]! - PAD - width : left + PAD;
  // Measuring a text anew selects its font, which is the one in use.
  paper.text(text, x, y, { lineBreak: false, ...(isFigure ? FIGURES : {}) });
}

const inner = (table: Table, index: number) => table.widths[index]! - 2 * PAD;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const longest = (cells: readonly (readonly string[])[]) => Math.max(...cells.map((lines) => lines.length));
