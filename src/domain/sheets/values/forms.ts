// Q3, Q4, Q5: the form in which a column writes its numbers, days and rates: from its own cells, else from the file's other
// columns, else from an answer. What nothing says is asked, once for the column.
import type { Cell, Grid, GridRow } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import type { Source } from '../reading.ts';
import { cellAt } from './cells.ts';
import { orderEvidence } from './days.ts';
import type { DateOrder } from './days.ts';
import { signEvidence, thousandsOf } from './numbers.ts';
import type { DecimalSign } from './numbers.ts';
import { valueKindOf } from './readTable.ts';
import type { Forms } from './readTable.ts';

export interface FormsInput {
  id: string;
  columns: readonly Column[];
  rows: readonly GridRow[];
}

export const questionId = (code: string, table: string, column: string): string => `${code}:${table}:${column}`;

/** The form of each column of each table, by the table's id and the column; and the order of days that the file shows. */
export function formsOfAll(
  tables: readonly FormsInput[],
  grid: Grid,
  source: Source,
  answers: Readonly<Record<string, string>>,
): { formsOf: (table: string, column: number) => Forms; order: DateOrder | null } {
  const seen = tables.flatMap(({ id, columns, rows }) =>
    columns.flatMap((column) => {
      const kind = column.field === null ? null : valueKindOf(column.field);
      if (kind === null || kind === 'label') return [];
      const cells = () => cellsOf(rows, column.column);
      return [{ id, column, kind, cells, signs: signEvidence(cells()), orders: orderEvidence(cells()) }];
    }),
  );
  const numbers = seen.filter(({ kind }) => kind !== 'day');
  const fileSign =
    signOf(sum(numbers.map(({ signs }) => [signs.dot, signs.comma]))) ?? (grid.form?.separator === ';' ? ',' : null);
  const fileOrder = orderOf(
    sum(seen.filter(({ kind }) => kind === 'day').map(({ orders }) => [orders.dmy, orders.mdy])),
  );
  const forms = new Map(
    seen.map(({ id, column, cells, signs, orders }) => {
      const key = `${id}:${column.column}`;
      const asked = answers[questionId('decimal_sign', id, column.letters)];
      const isTorn = signs.dot > 0 && signs.dot === signs.comma && !isSign(asked);
      const sign = isSign(asked) ? asked : isTorn ? null : (signOf([signs.dot, signs.comma]) ?? fileSign);
      const askedOrder = answers[questionId('date_order', id, column.letters)];
      const order = isOrder(askedOrder) ? askedOrder : (orderOf([orders.dmy, orders.mdy]) ?? fileOrder);
      const isFraction = fractionOf(cells(), source, answers[questionId('percent_scale', id, column.letters)]);
      const form: Forms = {
        sign,
        isTorn,
        order,
        isFraction,
        epoch1904: grid.epoch1904,
        isMixed: isMixed(cells(), sign),
      };
      return [key, form] as const;
    }),
  );
  const plain: Forms = { sign: null, isTorn: false, order: null, isFraction: null, epoch1904: false, isMixed: false };
  const formsOf = (table: string, column: number) => forms.get(`${table}:${column}`) ?? plain;
  return { formsOf, order: fileOrder };
}

function* cellsOf(rows: readonly GridRow[], column: number): Generator<Cell> {
  for (const row of rows) {
    const cell = cellAt(row, column);
    if (cell !== null) yield cell;
  }
}

const isSign = (text: string | undefined): text is DecimalSign => text === '.' || text === ',';
const isOrder = (text: string | undefined): text is DateOrder => text === 'DMY' || text === 'MDY';

const sum = (pairs: readonly (readonly [number, number])[]): [number, number] =>
  pairs.reduce<[number, number]>(([a, b], [x, y]) => [a + x, b + y], [0, 0]);

const signOf = ([dot, comma]: readonly [number, number]): DecimalSign | null =>
  dot > comma ? '.' : comma > dot ? ',' : null;
const orderOf = ([dmy, mdy]: readonly [number, number]): DateOrder | null =>
  dmy > mdy ? 'DMY' : mdy > dmy ? 'MDY' : null;

/** A column with a per cent sign writes its bare numbers as fractions, as a spreadsheet stores them; so do the known vendors. */
function fractionOf(cells: Iterable<Cell>, source: Source, asked: string | undefined): boolean | null {
  if (asked === 'fraction' || asked === 'percent') return asked === 'fraction';
  if (source !== 'generic') return true;
  for (const cell of cells) if (cell.format === 'percent' || cell.text.includes('%')) return true;
  return null;
}

function isMixed(cells: Iterable<Cell>, sign: DecimalSign | null): boolean {
  const ways = new Set<string>();
  if (sign === null) return false;
  for (const cell of cells) {
    const way = cell.kind === 'text' ? thousandsOf(cell.text, sign) : null;
    if (way !== null) ways.add(way);
    if (ways.size > 1) return true;
  }
  return false;
}
