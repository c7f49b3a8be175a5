// The cap table on a day, folded from the ledger's rows. The reference which the SQL must agree with, and the replay.
import { ZERO, formatDecimal, parseDecimal } from './decimal.ts';
import type { Decimal } from './decimal.ts';
import { percentages } from './largestRemainder.ts';
import type { ClassAuthorizedRow, ClassFacts, Effects, HolderFacts, SecurityRow } from './ledger/types.ts';

export type CapTableRows = Pick<Effects, 'securities' | 'terminations' | 'reductions'> & {
  class_authorized?: readonly ClassAuthorizedRow[];
};
export type CapTableClass = {
  share_class_id: string;
  name: string;
  /** A number of shares, "UNLIMITED" or "NOT APPLICABLE". */
  authorized: string;
  outstanding: string;
  percent: string;
};
export type CapTableHolding = { share_class_id: string; share_class: string; quantity: string };
export type CapTableRow = {
  shareholder_id: string;
  name: string;
  holdings: CapTableHolding[];
  options: string;
  warrants: string;
  total: string;
  percent: string;
};
export type CapTableConvertibles = { kind: string; count: number; amount: string; currency: string | null };
export type CapTable = {
  as_of: string;
  basis: 'outstanding';
  classes: CapTableClass[];
  rows: CapTableRow[];
  convertibles: CapTableConvertibles[];
  total: string;
};

type Open = { row: SecurityRow; left: Decimal };
type Holding = { stock: Map<string, Decimal>; options: Decimal; warrants: Decimal; total: Decimal };

/**
 * Outstanding at the end of `date`: issued on or before it, not ended on or before it, less what was taken out by then.
 * Born and ended on one day is never shown. Figures are exact; `total` counts issued stock; percentages (of 100, four
 * places) of classes and of rows each sum to exactly 100.0000 by largest remainder, or are all zero.
 * Classes come in the given order; rows by total, largest first, then name, then id.
 */
export function capTableAsOf(
  rows: CapTableRows,
  classes: readonly ClassFacts[],
  holders: ReadonlyMap<string, HolderFacts>,
  date: string,
): CapTable {
  const open = openSecurities(rows, date);
  const byHolder = new Map<string, Holding>();
  const byClass = new Map<string, Decimal>();
  for (const { row, left } of open) {
    const holding = holdingOf(byHolder, row.stakeholder_id, row.kind === 'CONVERTIBLE');
    if (!holding) continue;
    if (row.kind === 'EQUITY_COMPENSATION') holding.options += left;
    else if (row.kind === 'WARRANT') holding.warrants += left;
    else if (row.stock_class_id !== null) {
      addTo(holding.stock, row.stock_class_id, left);
      addTo(byClass, row.stock_class_id, left);
      holding.total += left;
    }
  }
  const total = [...byClass.values()].reduce((sum, each) => sum + each, ZERO);
  return {
    as_of: date,
    basis: 'outstanding',
    classes: classRows(classes, byClass, rows.class_authorized ?? [], date),
    rows: holderRows(classes, holders, byHolder),
    convertibles: convertibleRows(open),
    total: formatDecimal(total),
  };
}

/** What each security holds at the end of the day: shares, or money for a convertible. A warrant without a number holds 0. */
export function openSecurities(rows: CapTableRows, date: string): Open[] {
  const ended = new Set(rows.terminations.filter((row) => row.on_date <= date).map((row) => row.security_id));
  const taken = new Map<string, Decimal>();
  for (const row of rows.reductions) {
    if (row.on_date <= date) addTo(taken, row.security_id, parseDecimal(row.quantity) ?? ZERO);
  }
  return rows.securities.flatMap((row) => {
    if (row.issued_on > date || ended.has(row.security_id)) return [];
    const issued = parseDecimal(row.kind === 'CONVERTIBLE' ? row.amount : row.quantity) ?? ZERO;
    return [{ row, left: issued - (taken.get(row.security_id) ?? ZERO) }];
  });
}

function holdingOf(byHolder: Map<string, Holding>, id: string, isConvertible: boolean): Holding | undefined {
  const found = byHolder.get(id);
  if (found || isConvertible) return isConvertible ? undefined : found;
  const holding = { stock: new Map<string, Decimal>(), options: ZERO, warrants: ZERO, total: ZERO };
  byHolder.set(id, holding);
  return holding;
}

function classRows(
  classes: readonly ClassFacts[],
  byClass: ReadonlyMap<string, Decimal>,
  changes: readonly ClassAuthorizedRow[],
  date: string,
): CapTableClass[] {
  const outstanding = classes.map((each) => byClass.get(each.id) ?? ZERO);
  const percent = percentages(outstanding);
  return classes.map((facts, index) => ({
    share_class_id: facts.id,
    name: facts.name,
    authorized: authorizedText(facts, changes, date),
    outstanding: formatDecimal(outstanding[index] ?? ZERO),
    percent: percent[index] ?? '0.0000',
  }));
}

function authorizedText(facts: ClassFacts, changes: readonly ClassAuthorizedRow[], date: string): string {
  let { kind, shares } = facts.initial_authorized;
  let since = '';
  for (const change of changes) {
    if (change.stock_class_id !== facts.id || change.effective_date > date || change.effective_date < since) continue;
    since = change.effective_date;
    kind = change.authorized_kind;
    shares = change.shares_authorized;
  }
  return kind === 'FIXED' ? (shares ?? '0') : kind === 'UNLIMITED' ? 'UNLIMITED' : 'NOT APPLICABLE';
}

function holderRows(
  classes: readonly ClassFacts[],
  holders: ReadonlyMap<string, HolderFacts>,
  byHolder: ReadonlyMap<string, Holding>,
): CapTableRow[] {
  const sorted = [...byHolder]
    .map(([id, holding]) => ({ id, holding, name: holders.get(id)?.name ?? id }))
    .filter(({ holding }) => holding.total > 0n || holding.options > 0n || holding.warrants > 0n)
    .sort((a, b) =>
      a.holding.total !== b.holding.total
        ? a.holding.total > b.holding.total
          ? -1
          : 1
        : a.name !== b.name
          ? a.name < b.name
            ? -1
            : 1
          : a.id < b.id
            ? -1
            : 1,
    );
  const percent = percentages(sorted.map(({ holding }) => holding.total));
  return sorted.map(({ id, holding, name }, index) => ({
    shareholder_id: id,
    name,
    holdings: classes.flatMap((facts) => {
      const quantity = holding.stock.get(facts.id) ?? ZERO;
      return quantity === 0n
        ? []
        : [{ share_class_id: facts.id, share_class: facts.name, quantity: formatDecimal(quantity) }];
    }),
    options: formatDecimal(holding.options),
    warrants: formatDecimal(holding.warrants),
    total: formatDecimal(holding.total),
    percent: percent[index] ?? '0.0000',
  }));
}

/** Unpriced convertibles by kind and currency, in money: shares are never guessed. */
function convertibleRows(open: readonly Open[]): CapTableConvertibles[] {
  const groups = new Map<string, { kind: string; currency: string | null; count: number; amount: Decimal }>();
  for (const { row, left } of open) {
    if (row.kind !== 'CONVERTIBLE') continue;
    const kind = row.security_type ?? 'CONVERTIBLE_SECURITY';
    const key = JSON.stringify([kind, row.currency]);
    const group = groups.get(key) ?? { kind, currency: row.currency, count: 0, amount: ZERO };
    group.count += 1;
    group.amount += left;
    groups.set(key, group);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { kind, count, amount, currency }]) => ({ kind, count, amount: formatDecimal(amount), currency }));
}

function addTo(map: Map<string, Decimal>, key: string, value: Decimal): void {
  map.set(key, (map.get(key) ?? ZERO) + value);
}
