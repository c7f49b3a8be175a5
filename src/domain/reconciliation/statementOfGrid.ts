// A statement as a table: columns for the day, the amount (or money out and money in) and what names the payment, by their
// headings.
import { AppError } from '../errors.ts';
import { toFixed } from '../figures/decimal.ts';
import type { Cell, Grid, GridRow } from '../sheets/grid.ts';
import { cellAt, cleaned } from '../sheets/values/cells.ts';
import { orderProvenBy, readDay } from '../sheets/values/days.ts';
import type { DateOrder } from '../sheets/values/days.ts';
import { numeralOf, readNumber } from '../sheets/values/numbers.ts';
import type { DecimalSign } from '../sheets/values/numbers.ts';
import { withoutAccounts } from './statement.ts';
import type { StatementLine } from './statement.ts';

/** The first of a list that is there counts, except of references: all of them are read. */
const HEADINGS = {
  date: [
    'booking date',
    'posting date',
    'posted date',
    'transaction date',
    'date',
    'value date',
    'buchungstag',
    'datum',
  ],
  amount: ['amount', 'transaction amount', 'betrag', 'montant', 'importe'],
  out: ['debit', 'debits', 'withdrawal', 'withdrawals', 'paid out', 'money out', 'debit amount'],
  in: ['credit', 'credits', 'deposit', 'deposits', 'paid in', 'money in', 'credit amount'],
  currency: ['currency', 'ccy', 'währung'],
  reference: [
    'reference',
    'ref',
    'payment reference',
    'bank reference',
    'end to end id',
    'endtoendid',
    'end to end reference',
    'transaction id',
    'description',
    'details',
    'memo',
    'narrative',
    'remittance information',
    'verwendungszweck',
  ],
} as const;
type Role = keyof typeof HEADINGS;

const HEADING_ROWS = 40;
const DATE_HELP = 'Write days as 2025-03-14.';

interface Columns extends Partial<Record<Exclude<Role, 'reference'>, number>> {
  date: number;
  references: number[];
}

/** Refuses: no_columns (422). */
export function statementOfGrid(grid: Grid): StatementLine[] {
  for (const { rows } of grid.tabs) {
    const at = rows.slice(0, HEADING_ROWS).findIndex((row) => columnsOf(row) !== null);
    if (at >= 0) return linesOf(rows.slice(at + 1), columnsOf(rows[at]!)!, grid.epoch1904);
  }
  throw new AppError(
    'no_columns',
    'This file has no row of headings with a date, an amount and a reference. Name the columns "date", "amount" and "reference", and choose the file again.',
    { status: 422 },
  );
}

function columnsOf(row: GridRow): Columns | null {
  const named = new Map(row.cells.toReversed().map((cell) => [headingOf(cell), cell.column]));
  const find = (role: Role) =>
    HEADINGS[role].map((heading) => named.get(heading)).find((column) => column !== undefined);
  const [date, amount, out] = [find('date'), find('amount'), find('out')];
  const references = HEADINGS.reference.flatMap((heading) => named.get(heading) ?? []);
  if (date === undefined || (amount === undefined && out === undefined) || references.length === 0) return null;
  return { date, amount, out, in: find('in'), currency: find('currency'), references };
}

const headingOf = ({ text }: Cell) =>
  cleaned(text.slice(0, 60))
    .toLowerCase()
    .replace(/[-_]/g, ' ')
    .replace(/[.:*]$/, '');

function linesOf(rows: readonly GridRow[], columns: Columns, epoch1904: boolean): StatementLine[] {
  const figures = [columns.amount, columns.out, columns.in].filter((column) => column !== undefined);
  const sign = signOf(rows, figures);
  const order = orderOf(rows, columns.date);
  const lines = rows.flatMap((row) => lineOf(row, columns, sign, order, epoch1904) ?? []);
  // Many banks write what left the account with a minus; where nothing has one, everything left it.
  const hasMinus = columns.amount !== undefined && lines.some(({ isNegative }) => isNegative);
  return lines.map(({ isNegative, ...line }) => ({
    ...line,
    direction: line.direction === 'in' || (hasMinus && !isNegative) ? 'in' : 'out',
  }));
}

type Read = StatementLine & { isNegative: boolean };

function lineOf(
  row: GridRow,
  columns: Columns,
  sign: DecimalSign | null,
  order: DateOrder | null,
  epoch1904: boolean,
): Read | null {
  const textIn = (column: number | undefined) =>
    column === undefined ? '' : cleaned((cellAt(row, column)?.text ?? '').slice(0, 1000));
  const column = [columns.amount, columns.out, columns.in].find((each) => textIn(each) !== '');
  const day = textIn(columns.date);
  // A row without a day and an amount is a remark, not an entry.
  if (column === undefined || (day === '' && textIn(columns.references[0]) === '')) return null;
  const figure = readNumber(cellAt(row, column)!, sign);
  if (figure === 'nothing') return null;
  const read = day === '' ? 'nothing' : readDay(cellAt(row, columns.date)!, { order, epoch1904 });
  const reference = withoutAccounts(columns.references.map(textIn).filter(Boolean).join(' '));
  const currency = textIn(columns.currency).toUpperCase() || (typeof figure === 'string' ? null : figure.currency);
  return {
    number: row.number,
    date: typeof read === 'string' ? null : read.date,
    amount: typeof figure === 'string' ? null : toFixed(figure.value < 0n ? -figure.value : figure.value, 2),
    currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null,
    direction: column === columns.in ? 'in' : 'out',
    isNegative: typeof figure !== 'string' && figure.value < 0n,
    reference,
    fault:
      typeof figure === 'string'
        ? `The amount "${textIn(column).slice(0, 40)}" cannot be read.`
        : figure.rounded || figure.value % CENT !== 0n
          ? 'The amount has more than two decimals.'
          : typeof read === 'string'
            ? `The day "${day.slice(0, 40)}" cannot be read. ${DATE_HELP}`
            : null,
  };
}

const CENT = 10n ** 8n;

/** The decimal sign that most figures prove. */
function signOf(rows: readonly GridRow[], columns: readonly number[]): DecimalSign | null {
  const counts = { '.': 0, ',': 0 };
  for (const row of rows)
    for (const column of columns) {
      const proves = numeralOf(cellAt(row, column)?.text ?? '')?.proves;
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
