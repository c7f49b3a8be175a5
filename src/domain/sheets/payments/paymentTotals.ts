// The totals that a table of payments prints: checked against its own rows, and compared with what is imported.
import { decimal, formatDecimal, grouped, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { findingAt, placeKey } from '../findings.ts';
import type { SheetFinding, TieOutLine } from '../reading.ts';
import type { PaymentRecord } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import type { Column } from '../meanings/columns.ts';
import { readValue } from '../values/readTable.ts';
import type { KnownPayment, PaidRow, SheetDistribution } from './distributions.ts';

const AMOUNTS = ['gross', 'tax', 'net'] as const;
type Amount = (typeof AMOUNTS)[number];

export interface PaymentTotals {
  lines: TieOutLine[];
  findings: SheetFinding[];
}

export interface PaymentTotalsInput {
  tables: readonly MeantTable[];
  payments: readonly PaymentRecord[];
  paid: readonly PaidRow[];
  /** What the company has of rows that it knows. */
  company: ReadonlyMap<PaidRow, KnownPayment>;
  /** Of rows that name none. */
  currency: string;
}

type Amounts = Record<Amount, Decimal>;

interface Brought {
  record: PaymentRecord;
  distribution: SheetDistribution;
  ours: Amounts;
}

/** Rows above a total: what they add up to in the file, and what is imported of them, by currency. */
interface Scope {
  sums: Map<string, { file: Amounts; ours: Amounts }>;
  distributions: Map<SheetDistribution, number>;
}

const noAmounts = (): Amounts => ({ gross: ZERO, tax: ZERO, net: ZERO });
const emptyScope = (): Scope => ({ sums: new Map(), distributions: new Map() });
const fileSum = ({ sums }: Scope, what: Amount): Decimal =>
  [...sums.values()].reduce((sum, { file }) => sum + file[what], ZERO);

/**
 * A total that differs from its own rows is an error; rows that are left out are a difference. A line is named by its
 * distribution, else by its tab where several tables have payments. A total over several currencies has a line for each.
 */
export function paymentTotals({ tables, payments, paid, company, currency }: PaymentTotalsInput): PaymentTotals {
  const totals: PaymentTotals = { lines: [], findings: [] };
  const rowAt = new Map(paid.flatMap((row) => row.places.map((place) => [placeKey(place), row] as const)));
  const broughtAt = new Map<string, Brought>();
  const sizes = new Map<SheetDistribution, number>();
  for (const record of payments) {
    const row = rowAt.get(placeKey(record.place));
    if (!row) continue;
    const { distribution } = row;
    broughtAt.set(placeKey(record.place), { record, distribution, ours: oursOf(record, row, company.get(row)) });
    sizes.set(distribution, (sizes.get(distribution) ?? 0) + 1);
  }
  const own = tables.filter(({ role }) => role === 'payments');
  const named = Map.groupBy(sizes.keys(), ({ name }) => name);
  const nameOf = ({ name, payment_date, currency: own_currency }: SheetDistribution) => {
    const others = named.get(name)!;
    const day = others.some((each) => each.payment_date !== payment_date) ? `, ${payment_date}` : '';
    return `${name}${day}${others.some((each) => each.currency !== own_currency) ? `, ${own_currency}` : ''}`;
  };
  const seen = new Set<string>();
  for (const table of own) {
    const name = own.length > 1 ? table.tab : null;
    readTotals({ table, tables, broughtAt, sizes, name, nameOf, seen, currency }, totals);
  }
  return totals;
}

/** What the company says of a row: of a payment that it has, its own figures. */
function oursOf(
  { place, gross, tax, net }: PaymentRecord,
  { payment, places }: PaidRow,
  known?: KnownPayment,
): Amounts {
  const amounts = { gross, tax, net };
  if (known && placeKey(places[0]!) === placeKey(place))
    for (const what of AMOUNTS) amounts[what] += decimal(known[what]) - decimal(payment[what]);
  return amounts;
}

interface OneTable {
  table: MeantTable;
  tables: readonly MeantTable[];
  broughtAt: ReadonlyMap<string, Brought>;
  /** How many rows each distribution has in the file. */
  sizes: ReadonlyMap<SheetDistribution, number>;
  name: string | null;
  currency: string;
  /** With its day or currency, where several have one name. */
  nameOf: (distribution: SheetDistribution) => string;
  /** The lines that there are. */
  seen: Set<string>;
}

function readTotals(one: OneTable, totals: PaymentTotals): void {
  const { table } = one;
  const columns = AMOUNTS.flatMap((what) => {
    const column = table.columns.find(({ field }) => field === what);
    return column ? [{ what, column }] : [];
  });
  const all = emptyScope();
  let since = emptyScope();
  for (const each of table.kinds) {
    if (each.kind === 'record' || each.kind === 'by_choice') {
      const brought = one.broughtAt.get(placeKey({ table: table.index, row: each.row.number }));
      const currency = brought?.distribution.currency ?? currencyOf(one, each);
      for (const scope of [all, since]) {
        const sum = scope.sums.get(currency) ?? { file: noAmounts(), ours: noAmounts() };
        scope.sums.set(currency, sum);
        for (const { what, column } of columns)
          sum.file[what] += valueOf(table, each, column) ?? brought?.record[what] ?? ZERO;
        if (!brought) continue;
        for (const what of AMOUNTS) sum.ours[what] += brought.ours[what];
        scope.distributions.set(brought.distribution, (scope.distributions.get(brought.distribution) ?? 0) + 1);
      }
    }
    if (each.kind !== 'total' && each.kind !== 'subtotal') continue;
    for (const { what, column } of columns) {
      const printed = valueOf(table, each, column);
      if (printed !== null) compareTotal(one, totals, { each, what, column, printed, all, since });
    }
    since = emptyScope();
  }
}

/** Of a row that is not imported. */
function currencyOf({ table, currency }: OneTable, { row }: KindOfRow): string {
  const values = table.columns.flatMap((column) =>
    column.field === 'currency' || AMOUNTS.some((what) => what === column.field)
      ? [{ column, value: readValue(row, column, table.formsOf(column.column)) }]
      : [],
  );
  const stated = values.find(({ column, value }) => column.field === 'currency' && value.text !== '');
  if (stated) return stated.value.text.toUpperCase();
  const money = values.find(({ value }) => value.number !== null);
  return money?.value.currency ?? money?.column.currency ?? currency;
}

const valueOf = (table: MeantTable, { row }: KindOfRow, column: Column): Decimal | null =>
  readValue(row, column, table.formsOf(column.column)).number;

interface Printed {
  each: KindOfRow;
  what: Amount;
  column: Column;
  printed: Decimal;
  all: Scope;
  since: Scope;
}

function compareTotal(one: OneTable, totals: PaymentTotals, found: Printed): void {
  const { each, what, column, printed, all, since } = found;
  const [ofAll, ofSince] = [fileSum(all, what), fileSum(since, what)];
  const isWhole = each.kind === 'total' && printed === ofAll;
  if (!isWhole && printed !== ofSince && printed !== ofAll) {
    const sum = each.kind === 'subtotal' ? ofSince : ofAll;
    const message = `The total says ${grouped(printed)}, but the rows above add up to ${grouped(sum)}. Correct the rows or the total.`;
    const place = { table: one.table.index, row: each.row.number };
    totals.findings.push(findingAt(one.tables, place, column, { code: 'total_mismatch', severity: 'error', message }));
    return;
  }
  const scope = isWhole || printed !== ofSince ? all : since;
  const isMixed = scope.sums.size > 1;
  for (const [currency, { file, ours }] of scope.sums) {
    const own = [...scope.distributions].filter(([distribution]) => distribution.currency === currency);
    const [only, rows] = own.length === 1 ? own[0]! : [];
    const isOne = only !== undefined && one.sizes.get(only) === rows;
    // The total of a part of a distribution, or of parts of several, says nothing that the whole does not.
    if (!isOne && !isWhole) continue;
    const plain = isMixed ? [one.name, currency].filter((part) => part !== null).join(', ') : one.name;
    const name = isOne ? one.nameOf(only) : plain;
    const line = { what, name, file: formatDecimal(file[what]), ours: formatDecimal(ours[what]) };
    const key = JSON.stringify([what, name, line.file]);
    if (one.seen.has(key)) continue;
    one.seen.add(key);
    totals.lines.push({ ...line, difference: formatDecimal(ours[what] - file[what]) });
  }
}
