// The table of a register: figures and dates get the width they need and are never broken; texts share the rest and wrap
// between words, and only very long words are broken. All heights are known before drawing.
import { figures } from '#src/words/figures.ts';
import { withSeparators } from '#src/domain/figures/decimal.ts';
import type { FontName, Paper } from './pdfText.ts';
import { drawText } from './pdfText.ts';
import type { Sheet, SheetColumn, SheetRow } from './sheet.ts';
import { drawRule } from './structure.ts';
import type { OpenRow } from './structure.ts';
import { FIGURES, figuresOf, lettersOf, linesOf } from './textLines.ts';
import type { Letters } from './textLines.ts';
import { cleanText } from './typefaces/cleanText.ts';

export const MARGIN = 36;
const PAD = 4;
/** Long figures get a smaller font before they take width from names. */
const SIZES = [8, 7, 6];
const FIGURES_AT_MOST = 0.62;
/** The part of the page's width that a text column may claim for its longest word. */
const WORD_AT_MOST = 0.15;

export interface Table {
  size: number;
  /** The height of a text line. */
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
  const words = sheet.columns.map((column, index) =>
    column.kind === 'text' ? longestWordOf(sheet, index, measured) : null,
  );
  const heads = sheet.columns.map(({ kind, name }) => (kind === 'text' ? headWidth(name, measured) : null));
  const at = (size: number, width: number | null) => (width === null ? 0 : (width * size) / SIZES[0]! + 2 * PAD);
  const neededAt = (size: number) => widest.map((width) => at(size, width));
  const headsAt = (size: number) => heads.map((width) => at(size, width));
  const wordsAt = (size: number) =>
    headsAt(size).map((head, index) => Math.max(head, Math.min(at(size, words[index]!), room * WORD_AT_MOST)));
  const isWithin = (size: number) => sum(neededAt(size)) <= room * FIGURES_AT_MOST;
  const size =
    SIZES.find((each) => isWithin(each) && sum(neededAt(each)) + sum(wordsAt(each)) <= room) ??
    SIZES.findLast(isWithin) ??
    SIZES.at(-1)!;
  const needed = neededAt(size);
  // Beyond this width even figures are broken between digits.
  const narrowed = Math.min(1, (room * FIGURES_AT_MOST) / sum(needed));
  const letters = size === SIZES[0] ? measured : lettersAt(paper, size);
  const texts = widthsOfTexts(sheet, {
    heads: headsAt(size),
    words: wordsAt(size),
    room: room - sum(needed) * narrowed,
  });
  const widths = sheet.columns.map(({ kind }, index) => (kind === 'text' ? texts[index]! : needed[index]! * narrowed));
  return { size, leading: Math.ceil(size * 1.25), widths, columns: sheet.columns, letters };
}

/** Each column gets its head and longest word, if there is room; the rest is divided by their shares. */
function widthsOfTexts(
  { columns }: Sheet,
  { heads, words, room }: { heads: readonly number[]; words: readonly number[]; room: number },
): number[] {
  const more = heads.map((head, index) => words[index]! - head);
  const left = room - sum(heads);
  if (sum(more) > left) {
    const given = distributeWidths(more, left);
    return heads.map((head, index) => head + given[index]!);
  }
  const shares = columns.map(({ kind, width }) => (kind === 'text' ? width : 0));
  const rest = left - sum(more);
  return heads.map((head, index) => head + more[index]! + (rest * shares[index]!) / sum(shares));
}

/** If there is not enough for all, the narrowest get their full width, and the others equal parts of the rest. */
function distributeWidths(asked: readonly number[], room: number): number[] {
  const given = asked.map(() => 0);
  let left = room;
  const smallestFirst = [...asked.keys()].toSorted((one, other) => asked[one]! - asked[other]!);
  for (const [at, index] of smallestFirst.entries()) {
    given[index] = Math.max(0, Math.min(asked[index]!, left / (asked.length - at)));
    left -= given[index];
  }
  return given;
}

/** Measured in the size that is tried first. */
function longestWordOf({ rows }: Sheet, index: number, letters: Table['letters']): number {
  return rows.reduce((widest, { cells, isStrong }) => {
    const { text } = letters[isStrong ? 'strong' : 'regular'];
    const words = cleanText(cells[index]!).split(/\s+/);
    return words.reduce((width, word) => Math.max(width, text.widthOf(word)), widest);
  }, 0);
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
      return Math.max(widest, (kind === 'number' ? figures : text).widthOf(shown(cells[index]!, columns[index]!)));
    },
    headWidth(name, letters),
  );
}

/** The width of its longest word: a head is broken only between words. */
function headWidth(name: string, letters: Table['letters']): number {
  return Math.max(...name.split(' ').map((word) => letters.strong.text.widthOf(word)));
}

/** With thousands separators, a price with at least two decimals; other text unchanged. */
export function shown(text: string, { kind, places = 0 }: SheetColumn): string {
  if (kind !== 'number' || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole = '', fraction = ''] = text.split('.');
  const decimals = fraction.padEnd(places, '0');
  return decimals === '' ? withSeparators(whole) : `${withSeparators(whole)}${figures('.')}${decimals}`;
}

export function headOf(table: Table): Row {
  const cells = table.columns.map(({ name }, index) =>
    linesOf(cleanText(name), inner(table, index), table.letters.strong.text),
  );
  return { font: 'strong', cells, lineCount: longest(cells) };
}

export function rowOf(table: Table, { cells: texts, isStrong = false }: SheetRow): Row {
  const font: FontName = isStrong ? 'strong' : 'regular';
  const cells = table.columns.map((column, index) => {
    const letters = column.kind === 'number' ? table.letters[font].figures : table.letters[font].text;
    return linesOf(cleanText(shown(texts[index]!, column)), inner(table, index), letters);
  });
  return { font, cells, lineCount: longest(cells) };
}

export const heightOf = (table: Table, lineCount: number) => lineCount * table.leading + 2 * PAD;

/** The number of a row's lines that fit this height. */
export const linesWithin = (table: Table, height: number) =>
  Math.max(0, Math.floor((height - 2 * PAD) / table.leading));

/**
 * Draws lines `from` to `to` of each cell at the page's y, and moves y below them and a rule of this weight. Without `cells` it is
 * part of an artifact.
 */
export function drawLines(
  paper: Paper,
  table: Table,
  row: Row,
  { from, to, rule, cells }: { from: number; to: number; rule: number; cells?: OpenRow },
) {
  const top = paper.y;
  let left = MARGIN;
  for (const [index, { kind }] of table.columns.entries()) {
    const lines = row.cells[index]!.slice(from, to);
    const draw = () => {
      for (const [line, text] of lines.entries())
        if (text !== '') drawLine(paper, table, { text, index, left, y: top + PAD + line * table.leading, row, kind });
    };
    if (!cells) draw();
    else if (lines.some((text) => text !== '')) cells.inCell(index, draw);
    left += table.widths[index]!;
  }
  paper.x = MARGIN;
  paper.y = top + heightOf(table, to - from);
  const width = paper.page.width - 2 * MARGIN;
  drawRule(paper, { left: MARGIN, top: paper.y, width, weight: rule, colour: '#828ea0' });
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
  // A head is text even over figures.
  const isFigure = kind === 'number' && /^[\d.,-]+$/.test(text);
  const width = (isFigure ? letters.figures : letters.text).widthOf(text);
  const x = kind === 'number' ? left + table.widths[index]! - PAD - width : left + PAD;
  drawText(paper, text, { left: x, top: y, font: row.font, size: table.size }, isFigure ? FIGURES : {});
}

const inner = (table: Table, index: number) => table.widths[index]! - 2 * PAD;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const longest = (cells: readonly (readonly string[])[]) => Math.max(...cells.map((lines) => lines.length));
