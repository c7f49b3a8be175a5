// Q3, Q4, Q5: the form in which a column writes its numbers, days and rates: from its own cells, else from the file's other
// columns, else from an answer. What nothing says is asked, once for the column.
import type { Cell, Grid, GridRow } from '../grid.ts';
import type { Column } from '../meanings/columns.ts';
import type { Source } from '../reading.ts';
import { orderProvenBy } from './days.ts';
import type { DateOrder } from './days.ts';
import { numeralOf, thousandsOf } from './numbers.ts';
import type { DecimalSign } from './numbers.ts';
import { valueKindOf } from './readTable.ts';
import type { Forms } from './readTable.ts';

export interface FormsInput {
  id: string;
  columns: readonly Column[];
  rows: readonly GridRow[];
}

export const questionId = (code: string, table: string, column: string): string => `${code}:${table}:${column}`;

/** What the cells of a column show. */
class Evidence {
  readonly isDay: boolean;
  private readonly signs = { '.': 0, ',': 0 };
  private readonly orders = { DMY: 0, MDY: 0 };
  private readonly thousands = { '.': new Set<string>(), ',': new Set<string>() };
  hasPercent = false;

  constructor(isDay: boolean) {
    this.isDay = isDay;
  }

  note(cell: Cell): void {
    if (cell.format === 'percent' || cell.text.includes('%')) this.hasPercent = true;
    if (cell.kind !== 'text') return;
    if (this.isDay) {
      const order = orderProvenBy(cell.text);
      if (order !== null) this.orders[order] += 1;
      return;
    }
    const numeral = numeralOf(cell.text);
    if (numeral === null) return;
    if (numeral.proves !== null) this.signs[numeral.proves] += 1;
    for (const sign of ['.', ','] as const) {
      const separator = thousandsOf(numeral, sign);
      if (separator !== null) this.thousands[sign].add(separator);
    }
  }

  add(other: Evidence): void {
    for (const sign of ['.', ','] as const) this.signs[sign] += other.signs[sign];
    for (const order of ['DMY', 'MDY'] as const) this.orders[order] += other.orders[order];
  }

  get sign(): DecimalSign | null {
    return larger(this.signs, '.', ',');
  }

  get order(): DateOrder | null {
    return larger(this.orders, 'DMY', 'MDY');
  }

  get isTorn(): boolean {
    return this.signs['.'] > 0 && this.signs['.'] === this.signs[','];
  }

  isMixed(sign: DecimalSign | null): boolean {
    return sign !== null && this.thousands[sign].size > 1;
  }
}

const larger = <K extends string>(counts: Readonly<Record<K, number>>, a: K, b: K): K | null =>
  counts[a] > counts[b] ? a : counts[b] > counts[a] ? b : null;

/** The form of each column of each table, by the table's id and the column; and the order of days that the file shows. */
export function formsOfAll(
  tables: readonly FormsInput[],
  grid: Grid,
  source: Source,
  answers: Readonly<Record<string, string>>,
): { formsOf: (table: string, column: number) => Forms; order: DateOrder | null } {
  const whole = new Evidence(false);
  const seen = tables.map((table) => ({ ...table, evidence: evidenceOf(table, whole) }));
  const fileSign = whole.sign ?? (grid.form?.separator === ';' ? ',' : null);
  const forms = new Map<string, Forms>();
  for (const { id, columns, evidence } of seen)
    for (const { column, letters } of columns) {
      const shown = evidence.get(column);
      if (!shown) continue;
      const answer = (code: string) => answers[questionId(code, id, letters)];
      const [asked, askedOrder, scale] = [answer('decimal_sign'), answer('date_order'), answer('percent_scale')];
      const isTorn = shown.isTorn && !isSign(asked);
      const sign = isSign(asked) ? asked : isTorn ? null : (shown.sign ?? fileSign);
      forms.set(`${id}:${column}`, {
        sign,
        isTorn,
        isSignSaid: isSign(asked),
        isSignOwn: shown.sign !== null,
        order: isOrder(askedOrder) ? askedOrder : (shown.order ?? whole.order),
        isScaleKnown: isScale(scale),
        isFraction: isScale(scale) ? scale === 'fraction' : source !== 'generic' || shown.hasPercent || null,
        epoch1904: grid.epoch1904,
        isMixed: shown.isMixed(sign),
      });
    }
  const formsOf = (table: string, column: number) => forms.get(`${table}:${column}`) ?? PLAIN;
  return { formsOf, order: whole.order };
}

const PLAIN: Forms = {
  sign: null,
  isSignSaid: false,
  isSignOwn: false,
  isTorn: false,
  order: null,
  isFraction: null,
  isScaleKnown: false,
  epoch1904: false,
  isMixed: false,
};

/** One pass over the rows, whatever the number of columns. */
function evidenceOf({ columns, rows }: FormsInput, whole: Evidence): Map<number, Evidence> {
  const evidence = new Map<number, Evidence>();
  for (const { column, field } of columns) {
    const kind = field === null ? 'label' : valueKindOf(field);
    if (kind !== 'label') evidence.set(column, new Evidence(kind === 'day'));
  }
  if (evidence.size > 0) for (const row of rows) for (const cell of row.cells) evidence.get(cell.column)?.note(cell);
  for (const each of evidence.values()) whole.add(each);
  return evidence;
}

const isSign = (text: string | undefined): text is DecimalSign => text === '.' || text === ',';
const isOrder = (text: string | undefined): text is DateOrder => text === 'DMY' || text === 'MDY';
const isScale = (text: string | undefined): boolean => text === 'fraction' || text === 'percent';
