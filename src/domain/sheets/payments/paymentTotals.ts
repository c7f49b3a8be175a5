// The totals that a table of payments prints: checked against its own rows, and compared with what is brought in.
import { formatDecimal, grouped, ZERO } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { findingAt, placeKey } from '../findings.ts';
import type { SheetFinding, TieOutLine } from '../reading.ts';
import type { PaymentRecord } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { KindOfRow } from '../tables/rowKinds.ts';
import type { Column } from '../meanings/columns.ts';
import { readValue } from '../values/readTable.ts';
import type { PaidRow, SheetDistribution } from './distributions.ts';

const AMOUNTS = ['gross', 'tax', 'net'] as const;
type Amount = (typeof AMOUNTS)[number];

export interface PaymentTotals {
  lines: TieOutLine[];
  findings: SheetFinding[];
}

interface Brought {
  record: PaymentRecord;
  distribution: SheetDistribution;
}

/** Rows above a total: what they add up to in the file, and what is brought in of them. */
interface Scope {
  file: Record<Amount, Decimal>;
  ours: Record<Amount, Decimal>;
  distributions: Map<SheetDistribution, number>;
}

const emptyScope = (): Scope => ({
  file: { gross: ZERO, tax: ZERO, net: ZERO },
  ours: { gross: ZERO, tax: ZERO, net: ZERO },
  distributions: new Map(),
});

/**
 * A total that differs from its own rows is an error; rows that are left out are a difference. A line is named by its
 * distribution, else by its tab where several tables have payments.
 */
export function paymentTotals(
  tables: readonly MeantTable[],
  payments: readonly PaymentRecord[],
  paid: readonly PaidRow[],
): PaymentTotals {
  const totals: PaymentTotals = { lines: [], findings: [] };
  const distributionAt = new Map(
    paid.flatMap(({ distribution, places }) => places.map((place) => [placeKey(place), distribution] as const)),
  );
  const broughtAt = new Map<string, Brought>();
  const sizes = new Map<SheetDistribution, number>();
  for (const record of payments) {
    const distribution = distributionAt.get(placeKey(record.place));
    if (!distribution) continue;
    broughtAt.set(placeKey(record.place), { record, distribution });
    sizes.set(distribution, (sizes.get(distribution) ?? 0) + 1);
  }
  const own = tables.filter(({ role }) => role === 'payments');
  const named = Map.groupBy(sizes.keys(), ({ name }) => name);
  const nameOf = ({ name, payment_date }: SheetDistribution) =>
    named.get(name)!.length > 1 ? `${name}, ${payment_date}` : name;
  const seen = new Set<string>();
  for (const table of own) {
    const name = own.length > 1 ? table.tab : null;
    readTotals({ table, tables, broughtAt, sizes, name, nameOf, seen }, totals);
  }
  return totals;
}

interface OneTable {
  table: MeantTable;
  tables: readonly MeantTable[];
  broughtAt: ReadonlyMap<string, Brought>;
  /** How many rows each distribution has in the file. */
  sizes: ReadonlyMap<SheetDistribution, number>;
  name: string | null;
  /** With its day, where several have one name. */
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
      for (const scope of [all, since]) {
        for (const { what, column } of columns)
          scope.file[what] += valueOf(table, each, column) ?? brought?.record[what] ?? ZERO;
        if (brought) addTo(scope, brought);
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

function addTo(scope: Scope, { record, distribution }: Brought): void {
  for (const what of AMOUNTS) scope.ours[what] += record[what];
  scope.distributions.set(distribution, (scope.distributions.get(distribution) ?? 0) + 1);
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
  const isWhole = each.kind === 'total' && printed === all.file[what];
  if (!isWhole && printed !== since.file[what] && printed !== all.file[what]) {
    const sum = each.kind === 'subtotal' ? since.file[what] : all.file[what];
    const message = `The total says ${grouped(printed)}, but the rows above add up to ${grouped(sum)}. Correct the rows or the total.`;
    const place = { table: one.table.index, row: each.row.number };
    totals.findings.push(findingAt(one.tables, place, column, { code: 'total_mismatch', severity: 'error', message }));
    return;
  }
  const scope = isWhole || printed !== since.file[what] ? all : since;
  const [only, rows] = scope.distributions.size === 1 ? [...scope.distributions][0]! : [];
  const isOne = only !== undefined && one.sizes.get(only) === rows;
  // The total of a part of a distribution, or of parts of several, says nothing that the whole does not.
  if (!isOne && !isWhole) return;
  const name = isOne ? one.nameOf(only) : one.name;
  const line = { what, name, file: formatDecimal(printed), ours: formatDecimal(scope.ours[what]) };
  const key = JSON.stringify([what, name, line.file]);
  if (one.seen.has(key)) return;
  one.seen.add(key);
  totals.lines.push({ ...line, difference: formatDecimal(scope.ours[what] - printed) });
}
