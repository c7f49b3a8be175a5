// A statement as a table: columns for the day, the amount (or money out and money in), what names the payment, which way the money
// went and whether the line is booked, by their headings or by what they hold.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { toFixed } from '../figures/decimal.ts';
import type { Cell, Grid, GridRow, GridTab } from '../sheets/grid.ts';
import { cellAt, cleaned, columnLetters } from '../sheets/values/cells.ts';
import { orderProvenBy, readDay } from '../sheets/values/days.ts';
import type { DateOrder } from '../sheets/values/days.ts';
import { numeralOf, readNumber } from '../sheets/values/numbers.ts';
import type { DecimalSign } from '../sheets/values/numbers.ts';
import { standingBelow } from './bankWords.ts';
import type { Direction } from './bankWords.ts';
import { directed } from './directions.ts';
import type { Undirected } from './directions.ts';
import { columnsOf, textIn, withFound } from './columns.ts';
import type { Columns } from './columns.ts';
import { currencyAbove, currencyOf } from './currencies.ts';
import { notBookedOf, waysOf } from './rowWords.ts';
import { signedCell } from './signedFigure.ts';
import type { SignedCell } from './signedFigure.ts';
import { withoutAccounts } from './statement.ts';
import type { StatementLine, Unread } from './statement.ts';

const HEADING_ROWS = 40;
const DATE_HELP = say`Write days as 2025-03-14.`;

export interface TableStatement {
  lines: StatementLine[];
  unread: Unread;
}

/** Refuses: no_columns (422). */
export function statementOfGrid(grid: Grid): TableStatement {
  const tabs = [...grid.tabs.filter(({ hidden }) => !hidden), ...grid.tabs.filter(({ hidden }) => hidden)];
  for (const tab of tabs) {
    const at = tab.rows.slice(0, HEADING_ROWS).findIndex((row) => columnsOf(row) !== null);
    if (at < 0) continue;
    const others = grid.tabs.filter((other) => other !== tab && other.rows.some((row) => row.cells.some(hasText)));
    return tablesOf(tab, at, grid.epoch1904, others);
  }
  throw new AppError(
    'no_columns',
    say`This file has no row of headings with a date, an amount and a reference. Name the columns "date", "amount" and "reference", and choose the file again.`,
    { status: 422 },
  );
}

/** Headings that come again begin a table of their own: its columns may have another order. */
function tablesOf(tab: GridTab, first: number, epoch1904: boolean, others: readonly GridTab[]): TableStatement {
  const { rows } = tab;
  const starts = [first];
  let { date } = columnsOf(rows[first]!)!;
  for (let at = first + 1; at < rows.length; at += 1) {
    // A line has its day there.
    const again = /\d/.test(cellAt(rows[at]!, date)?.text ?? '') ? null : columnsOf(rows[at]!);
    if (again === null) continue;
    starts.push(at);
    ({ date } = again);
  }
  const above = currencyAbove(rows.slice(0, first));
  let section = [tab.name ?? '', ...rows.slice(0, first).map(sectionOf)].reduce(sectionAfter, null);
  const read: (Undirected | null)[] = [];
  const unread: Unread = { columns: [], rows: [] };
  for (const [at, start] of starts.entries()) {
    const part = rows.slice(start + 1, starts[at + 1]);
    const columns = withFound(part, { ...columnsOf(rows[start]!)!, currencyAbove: above });
    const figures = [columns.amount, columns.out, columns.in].filter((column) => column !== undefined);
    const form = { sign: decimalSignOf(part, figures), order: orderOf(part, columns.date), epoch1904 };
    const lines = part.map((row) => {
      const line = lineOf(row, columns, form);
      if (line === null || line.line.date === null) section = sectionAfter(section, sectionOf(row));
      return { row, line: line && inPlace(line, row, tab.hidden, section) };
    });
    const left = unreadOf(lines, columns);
    unread.columns.push(...left.columns.filter((column) => !unread.columns.includes(column)));
    unread.rows.push(...left.rows.slice(0, UNREAD_MAX - unread.rows.length));
    read.push(...lines.map(({ line }) => line));
  }
  unread.columns.push(...others.map(({ name }) => say`everything on the tab “${(name ?? '').slice(0, 60)}”`));
  return { lines: directed(read.filter((line) => line !== null)), unread };
}

const hasText = ({ text }: Cell) => text.trim() !== '';

/** The text of a row that has little else; it may say what the lines below are. */
function sectionOf(row: GridRow): string {
  const filled = row.cells.filter(hasText);
  return filled.length > 3 ? '' : cleaned((filled.find(({ kind }) => kind === 'text')?.text ?? '').slice(0, 100));
}

function sectionAfter(section: string | null, text: string): string | null {
  const standing = standingBelow(text);
  return standing === 'against' ? text.slice(0, 60) : standing === 'booked' ? null : section;
}

/** Nobody sees what is hidden, and below "Pending transactions" none is booked unless a person says so. */
function inPlace(read: Undirected, row: GridRow, isHidden: boolean, section: string | null): Undirected {
  const { line } = read;
  const fault =
    row.hidden || isHidden ? say`This row is hidden in the workbook. Show it, and choose the file again.` : null;
  const questions = [...(line.questions ?? []), { kind: 'standing_word' as const, word: section ?? '', column: '' }];
  return { ...read, line: { ...line, fault: line.fault ?? fault, ...(section !== null && { questions }) } };
}

const UNREAD_MAX = 500;

function unreadOf(read: readonly { row: GridRow; line: Undirected | null }[], columns: Columns): Unread {
  const { date, amount, out, currencies, directions, kinds, standings, references, hints, headings } = columns;
  const used = new Set([
    date,
    amount,
    out,
    columns.in,
    ...currencies,
    ...directions,
    ...kinds,
    ...standings,
    ...references,
    ...hints,
  ]);
  const filled = new Set(read.flatMap(({ row }) => row.cells.filter(hasText).map(({ column }) => column)));
  const left = [...filled].filter((column) => !used.has(column)).toSorted((one, other) => one - other);
  const nameless = (column: number) => say`column ${columnLetters(column)}`;
  return {
    columns: left.map((column) => withoutAccounts(headings.get(column) || nameless(column))),
    rows: read
      .filter(({ row, line }) => line === null && row.cells.some(hasText))
      .map(({ row }) => row.number)
      .slice(0, UNREAD_MAX),
  };
}

interface Form {
  sign: DecimalSign | null;
  order: DateOrder | null;
  epoch1904: boolean;
}

function lineOf(row: GridRow, columns: Columns, form: Form): Undirected | null {
  const day = textIn(row, columns.date);
  const figure = figureOf(row, columns, form.sign);
  // A row without a day and an amount is a remark, not an entry.
  if (figure === null || (day === '' && columns.references.every((column) => textIn(row, column) === ''))) return null;
  const read = day === '' ? 'nothing' : readDay(cellAt(row, columns.date)!, form);
  const reference = withoutAccounts(
    columns.references
      .map((column) => textIn(row, column))
      .filter(Boolean)
      .join(' '),
  );
  const { currency, fault: noCurrency } = currencyOf({
    cells: columns.currencies.map((column) => textIn(row, column)),
    isOwn: columns.hasOwnCurrency || columns.otherAmounts.every((column) => textIn(row, column) === figure.text),
    heading: columns.headingCurrencies.get(figure.column) ?? null,
    figure: figure.currency,
    figureText: figure.text,
    above: columns.currencyAbove,
  });
  const ways = waysOf(row, columns);
  const standing = notBookedOf(row, columns);
  return {
    line: {
      number: row.number,
      date: typeof read === 'string' ? null : read.date,
      amount: figure.amount,
      currency,
      direction: null,
      reference,
      fault:
        figure.fault ??
        noCurrency ??
        (typeof read === 'string' ? say`The day "${day.slice(0, 40)}" cannot be read. ${DATE_HELP}` : null),
      ...(standing.word !== null && { not_booked: standing.word }),
      ...(standing.asked !== null && { questions: [standing.asked] }),
    },
    sign: figure.sign,
    hasOwnColumn: figure.way !== null,
    said: new Set([...ways.said, ...[figure.way, figure.said].filter((each) => each !== null)]),
    asked: ways.asked,
    cameBack: standing.cameBack,
  };
}

interface Figure extends Pick<SignedCell, 'sign' | 'said'> {
  amount: string | null;
  currency: string | null;
  fault: string | null;
  /** That of its column: money out or money in. */
  way: Direction | null;
  column: number;
  text: string;
}

/** The one figure of a row. Of two columns one may hold a zero. Null where there is none. */
function figureOf(row: GridRow, columns: Columns, sign: DecimalSign | null): Figure | null {
  const found = (
    [
      [columns.out, 'out'],
      [columns.in, 'in'],
      [columns.amount, null],
    ] as const
  ).flatMap(([column, way]) => {
    const signed = column === undefined ? null : signedCell(cellAt(row, column));
    const read = signed && readNumber(signed.cell, sign);
    if (signed === null || read === null || read === 'nothing') return [];
    const fault =
      typeof read === 'string'
        ? say`The amount "${textIn(row, column).slice(0, 40)}" cannot be read.`
        : read.rounded || read.value % CENT !== 0n || read.value < 0n
          ? say`The amount has more than two decimals.`
          : null;
    const value = typeof read === 'string' ? null : read.value;
    const currency = typeof read === 'string' ? null : read.currency;
    return [{ value, way, fault, currency, column: column!, text: textIn(row, column), ...signed }];
  });
  const filled = found.filter(({ value }) => value !== 0n);
  const [first] = filled.length > 0 ? filled : found;
  if (!first) return null;
  const others = filled.filter((each) => each !== first);
  const isTwice = others.some(({ way, value }) => way !== null || value !== first.value);
  return {
    amount: first.value === null ? null : toFixed(first.value, 2),
    currency: first.currency,
    fault: isTwice ? say`This row has two amounts.` : first.fault,
    way: first.way,
    column: first.column,
    text: first.text,
    sign: first.sign ?? others[0]?.sign ?? null,
    said: first.said ?? others[0]?.said ?? null,
  };
}
const CENT = 10n ** 8n;

/** The decimal sign that most figures prove. */
function decimalSignOf(rows: readonly GridRow[], columns: readonly number[]): DecimalSign | null {
  const counts = { '.': 0, ',': 0 };
  for (const row of rows)
    for (const column of columns) {
      const proves = numeralOf(signedCell(cellAt(row, column))?.cell.text ?? '')?.proves;
      if (proves) counts[proves] += 1;
    }
  return counts['.'] > counts[','] ? '.' : counts[','] > counts['.'] ? ',' : null;
}

/** The order of day and month that the column proves; none if it proves both. */
function orderOf(rows: readonly GridRow[], column: number): DateOrder | null {
  const proven = new Set(rows.map((row) => orderProvenBy(cellAt(row, column)?.text ?? '')));
  proven.delete(null);
  return proven.size === 1 ? ([...proven][0] ?? null) : null;
}
