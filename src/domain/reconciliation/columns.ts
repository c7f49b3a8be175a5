// Which columns of a statement hold what: by their headings, and where these say nothing, by what stands in them.
import type { GridRow } from '../sheets/grid.ts';
import { cellAt, cleaned } from '../sheets/values/cells.ts';
import { directionOf, isCertainAlone, plainWords, standingOf } from './bankWords.ts';
import { currencyColumns, currencyOfHeading } from './currencies.ts';
import { contentOf, flagOf, isBalance } from './headings.ts';
import type { Holds } from './headings.ts';
import { signedCell } from './signedFigure.ts';

export interface Columns {
  date: number;
  amount: number | undefined;
  out: number | undefined;
  in: number | undefined;
  currencies: number[];
  /** Whether they are of this amount, and not of another one. */
  hasOwnCurrency: boolean;
  otherAmounts: number[];
  /** "Amount (EUR)", by its column. */
  headingCurrencies: ReadonlyMap<number, string>;
  currencyAbove: string | null;
  directions: number[];
  kinds: number[];
  standings: number[];
  references: number[];
  /** Other things, among which a few words of directions and standings are. */
  hints: number[];
  /** Of yes and no, which some lines leave out. */
  flagsWithGaps: ReadonlySet<number>;
  /** By column, as the file writes them. */
  headings: ReadonlyMap<number, string>;
}

/** Null for a row that is none of headings. */
export function columnsOf(row: GridRow): Columns | null {
  const known = row.cells
    .flatMap(({ text, column }) => {
      const found = contentOf(text);
      return found ? [{ ...found, column }] : [];
    })
    .toSorted((one, other) => one.rank - other.rank || one.column - other.column);
  const all = (holds: Holds) => known.filter((each) => each.holds === holds).map(({ column }) => column);
  const [date, amount, out, into] = [all('date')[0], all('amount')[0], all('out')[0], all('in')[0]];
  const references = all('reference');
  if (date === undefined || references.length === 0) return null;
  if (amount === undefined && out === undefined && into === undefined) return null;
  const headingAt = (column: number) => cleaned(cellAt(row, column)?.text ?? '');
  const headed = (columns: readonly (number | undefined)[]) =>
    columns.filter((column) => column !== undefined).map((column) => ({ column, heading: headingAt(column) }));
  const amounts = amount === undefined ? [out ?? into] : all('amount');
  const currencies = currencyColumns(headed(all('currency')), headed(amounts));
  // Behind a balance it speaks of the balance, where two columns say which way the money went.
  return {
    date,
    amount,
    out,
    in: into,
    currencies: currencies.columns,
    hasOwnCurrency: currencies.isOwn,
    otherAmounts: all('amount').filter((column) => column !== amount),
    headingCurrencies: new Map(
      [amount, out, into].flatMap((column) => {
        const currency = column === undefined ? null : currencyOfHeading(headingAt(column));
        return currency === null ? [] : [[column!, currency] as const];
      }),
    ),
    currencyAbove: null,
    directions: all('direction').filter(
      (column) => out === undefined || into === undefined || !isBalance(cellAt(row, column - 1)?.text ?? ''),
    ),
    kinds: all('kind'),
    standings: all('standing'),
    references,
    hints: [],
    flagsWithGaps: new Set(),
    headings: new Map(row.cells.map(({ column, text }) => [column, cleaned(text.slice(0, 60))])),
  };
}

export const textIn = (row: GridRow, column: number | undefined) =>
  column === undefined ? '' : cleaned((cellAt(row, column)?.text ?? '').slice(0, 1000));

/** Columns whose heading says nothing, and each of whose cells is a direction, or a standing, are one. */
export function withFound(rows: readonly GridRow[], columns: Columns): Columns {
  const { date, amount, out, currencies, directions, kinds, standings, references } = columns;
  const taken = new Set([date, amount, out, columns.in, ...currencies, ...directions, ...kinds, ...standings]);
  const texts = new Map<number, Set<string>>();
  for (const row of rows)
    for (const { column, text } of row.cells) {
      if (taken.has(column) || text.trim() === '') continue;
      const found = texts.get(column) ?? new Set<string>();
      // More different ones than there are words say that it is another column.
      if (found.size < DIFFERENT_MAX || directionOf(text) !== null || standingOf(text) !== null)
        texts.set(column, found.add(cleaned(text.slice(0, 60))));
    }
  const isFlagOfBooked = (column: number) => flagOf(columns.headings.get(column) ?? '') === 'booked';
  const found: Columns = {
    ...columns,
    directions: [...directions],
    kinds: [...kinds],
    standings: [...standings],
    flagsWithGaps: new Set(
      standings.filter((column) => isFlagOfBooked(column) && rows.some((row) => textIn(row, column) !== '')),
    ),
  };
  const hasWays = out !== undefined && columns.in !== undefined;
  const hasSigns = amount !== undefined && rows.some((row) => signedCell(cellAt(row, amount))?.sign === 'minus');
  for (const [column, each] of texts) {
    const cells = [...each];
    if (cells.every(isWay) && directions.length === 0 && !hasWays && (cells.some(isCertainAlone) || !hasSigns))
      found.directions.push(column);
    else if (cells.every((text) => standingOf(text) !== null) && !isOnlyReference(references, column))
      found.standings.push(column);
    else if (!references.includes(column)) addPartly(found, column, { cells, hasWays });
  }
  return found;
}
const isWay = (text: string) => directionOf(text) === 'in' || directionOf(text) === 'out';

/** A column with any such word may be one of directions or standings, and its other words are asked; of names it is none. */
function addPartly(found: Columns, column: number, { cells, hasWays }: { cells: string[]; hasWays: boolean }) {
  const holdsWays = !hasWays && cells.some((text) => isWay(text) && plainWords(text).length > 1);
  const holdsStandings = cells.some((text) => standingOf(text) !== null);
  if (cells.length > FEW && (holdsWays || holdsStandings)) found.hints.push(column);
  else {
    if (holdsWays) found.kinds.push(column);
    if (holdsStandings) found.standings.push(column);
  }
}
const FEW = 12;
const DIFFERENT_MAX = 40;

/** What names payments cannot at the same time be nothing but a standing. */
const isOnlyReference = (references: readonly number[], column: number) =>
  references.length === 1 && references[0] === column;
