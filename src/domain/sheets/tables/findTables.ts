// Q7: where a tab's table is: its heading rows, its columns, and the rows under them.
import type { Grid, GridRow, GridTab, Merge } from '../grid.ts';
import type { TableAnswer } from '../reading.ts';
import { headingWords } from '../meanings/headings.ts';
import { isClassHeading } from '../meanings/headings.ts';
import { planOfHeading } from '../meanings/planHeadings.ts';
import { isKnownHeading, meaningOf, TOTALS_HEADINGS } from '../meanings/synonyms.ts';
import { cellAt, columnLetters, isNothing, isNumeric, tidyName } from '../values/cells.ts';

export interface Head {
  column: number;
  letters: string;
  /** As shown: of two rows "parent / child". */
  heading: string;
  /** Of a heading in two rows its upper part, else "". */
  parent: string;
  /** The lower part, or the whole. */
  own: string;
}

export interface FoundTable {
  id: string;
  tab: string | null;
  hidden: boolean;
  headingRows: number[];
  heads: Head[];
  /** Rows above the headings: a title, the day. */
  above: GridRow[];
  /** Rows under the headings, to the end of the tab. */
  rows: GridRow[];
}

const SEARCHED_ROWS = 30;

/** One table for each tab; a tab without headings that are known has no columns and no rows. */
export function findTables(grid: Grid, answers: readonly TableAnswer[] = []): FoundTable[] {
  const asked = new Map(answers.map((answer) => [answer.id, answer]));
  return grid.tabs.map((tab, index) => {
    const id = `t${index + 1}`;
    return { id, tab: tab.name, hidden: tab.hidden, ...tableOf(tab, asked.get(id)?.heading_rows) };
  });
}

function tableOf(
  tab: GridTab,
  asked?: readonly number[],
): Pick<FoundTable, 'headingRows' | 'heads' | 'above' | 'rows'> {
  const first = asked?.length ? tab.rows.find(({ number }) => number === Math.min(...asked)) : headingRow(tab);
  if (!first) return { headingRows: [], heads: [], above: tab.rows.slice(0, SEARCHED_ROWS), rows: [] };
  const at = tab.rows.indexOf(first);
  const second = asked?.length
    ? tab.rows.find(({ number }) => asked.length > 1 && number === Math.max(...asked))
    : isSecondHead(first, tab.rows[at + 1], tab.merges)
      ? tab.rows[at + 1]
      : undefined;
  const upper = second || asked?.length ? undefined : upperHead(first, tab.rows[at - 1], tab.merges);
  const parents = second ? first : upper;
  const own = second ?? first;
  const isWrapped = upper !== undefined && spansAcross(tab.merges, upper.number).length === 0;
  const heads = isWrapped ? headsOf(own, upper) : parents ? headsOfTwo(parents, own, tab.merges) : headsOf(own);
  const headingRows = [...new Set([...(parents ? [parents.number] : []), own.number])];
  return {
    headingRows,
    heads,
    above: tab.rows.slice(0, tab.rows.indexOf(parents ?? own)),
    rows: tab.rows.slice(tab.rows.indexOf(own) + 1),
  };
}

/** The row with most known headings, at least two, among them one that says what its rows are. */
function headingRow(tab: GridTab): GridRow | undefined {
  let best: { row: GridRow; score: number } | undefined;
  for (const row of tab.rows.slice(0, SEARCHED_ROWS)) {
    if (row.number > SEARCHED_ROWS * 4) break;
    const score = scoreOf(row);
    if (score >= 2 && (!best || score > best.score)) best = { row, score };
  }
  return best?.row ?? likelyHeadingRow(tab);
}

/** Where no heading is known: the first row of words above rows with numbers. What they are is asked. */
function likelyHeadingRow({ rows }: GridTab): GridRow | undefined {
  const hasNumbers = (row: GridRow) => row.cells.some((cell) => isNumeric(cell) && !isNothing(cell.text));
  return rows.slice(0, SEARCHED_ROWS).find((row, index) => {
    if (row.cells.length < 2 || !isText(row) || row.cells.some(({ text }) => text.length > 120)) return false;
    return (
      rows.slice(index + 1, index + 6).filter(hasNumbers).length >= Math.min(2, rows.length - index - 1) &&
      index < rows.length - 1
    );
  });
}

const SUBJECTS = new Set(['holder', 'first_name', 'last_name', 'holder_id', 'security_id', 'class', 'plan', 'email']);

function scoreOf(row: GridRow): number {
  let [score, hasSubject, totals] = [0, false, 0];
  for (const cell of row.cells) {
    if (cell.kind !== 'text' || cell.text.length > 120 || isNumeric(cell)) continue;
    const { key } = headingWords(cell.text);
    const isClass = isClassHeading(cell.text);
    if (!isKnownHeading(key) && !isClass && planOfHeading(cell.text) === null) continue;
    score += 1;
    const field = meaningOf(key, null)?.field ?? meaningOf(key, 'classes')?.field ?? meaningOf(key, 'plans')?.field;
    if (field !== undefined && SUBJECTS.has(field)) hasSubject = true;
    if (TOTALS_HEADINGS.has(key)) totals += 1;
  }
  return hasSubject || totals >= 3 ? score : 0;
}

const isText = (row: GridRow): boolean =>
  row.cells.every((cell) => cell.kind === 'text' && (!isNumeric(cell) || isNothing(cell.text)));

const spansAcross = (merges: readonly Merge[], row: number): Merge[] =>
  merges.filter((merge) => merge.firstRow === row && merge.lastRow === row && merge.lastColumn > merge.firstColumn);

/** A second row of headings: texts alone, most of them known, under merged cells or beside a blank under the holder's heading. */
function isSecondHead(first: GridRow, next: GridRow | undefined, merges: readonly Merge[]): boolean {
  if (!next || next.number !== first.number + 1 || next.cells.length < 2 || !isText(next)) return false;
  const known = next.cells.filter(({ text }) => {
    const { key, isPercent } = headingWords(text);
    return isPercent || isKnownHeading(key) || isClassHeading(text);
  });
  if (known.length * 2 < next.cells.length) return false;
  const isUnderMerge = spansAcross(merges, first.number).some(({ firstColumn, lastColumn }) =>
    next.cells.some(({ column }) => column >= firstColumn && column <= lastColumn),
  );
  const firstColumn = first.cells[0]?.column ?? 0;
  const leavesHolder = cellAt(next, firstColumn) === null;
  return isUnderMerge || (leavesHolder && next.cells.length > first.cells.length - 1);
}

/** A row above with names over several columns each: the classes over "Shares" and "%". */
function upperHead(row: GridRow, before: GridRow | undefined, merges: readonly Merge[]): GridRow | undefined {
  if (!before || before.number !== row.number - 1 || !isText(before)) return undefined;
  const spans = spansAcross(merges, before.number);
  if (spans.length === 0 && isFirstLine(before, row)) return before;
  return spans.length > 0 && before.cells.length >= 2 && before.cells.some(({ text }) => isClassHeading(text))
    ? before
    : undefined;
}

/** As shown, cut: a cell may hold a megabyte. */
const headingText = (text: string): string => tidyName(text.slice(0, 1000)).slice(0, 300);

/** Headings over two lines: "Common" above "Stock". The words of both are a heading that is known. */
function isFirstLine(before: GridRow, row: GridRow): boolean {
  if (before.cells.length < 2 || before.cells.some(({ column }) => cellAt(row, column) === null)) return false;
  const joined = before.cells.map(({ column, text }) => `${text} ${cellAt(row, column)!.text}`);
  const known = joined.filter((text) => isClassHeading(text) || isKnownHeading(headingWords(text).key));
  return known.length > 0 && known.length * 2 >= joined.length;
}

function headsOf(row: GridRow, above?: GridRow): Head[] {
  return row.cells.map(({ column, text }) => {
    const first = above ? (cellAt(above, column)?.text ?? '') : '';
    const heading = headingText(`${first} ${text}`);
    return { column, letters: columnLetters(column), heading, parent: '', own: heading };
  });
}

function headsOfTwo(upper: GridRow, lower: GridRow, merges: readonly Merge[]): Head[] {
  const columns = [...new Set([...upper.cells, ...lower.cells].map(({ column }) => column))].sort((a, b) => a - b);
  const spans = spansAcross(merges, upper.number);
  let last = '';
  return columns.map((column) => {
    const above = headingText(cellAt(upper, column)?.text ?? '');
    const span = spans.find((merge) => column >= merge.firstColumn && column <= merge.lastColumn);
    const spanned = span ? headingText(cellAt(upper, span.firstColumn)?.text ?? '') : '';
    const below = headingText(cellAt(lower, column)?.text ?? '');
    // Without merged cells, as in a CSV, a name stands over the blanks to its right.
    const parent = above || spanned || (merges.length === 0 && below !== '' ? last : '');
    last = parent;
    const isPair = parent !== '' && below !== '' && parent !== below;
    const heading = isPair ? `${parent} / ${below}` : below || parent;
    return {
      column,
      letters: columnLetters(column),
      heading,
      parent: isPair ? parent : '',
      own: below || parent,
    };
  });
}
