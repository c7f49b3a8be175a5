// The cap table on a day, computed from the ledger's rows. It is the reference for the SQL queries. Both give their sums to
// capTableShown.ts, which counts, rounds and computes percentages.
import { ZERO, formatDecimal, parseDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { conversionOn, placesOf, ratioOn } from './capTableBasis.ts';
import type { Basis, ClassOnDay, Position } from './capTableBasis.ts';
import {
  poolAvailable,
  poolByClass,
  poolChanges,
  poolFigures,
  poolLines,
  poolPlans,
  reservedOn,
} from './capTablePool.ts';
import type { PoolFigures, PoolRows } from './capTablePool.ts';
import { capTableOf } from './capTableShown.ts';
import type { OpenSum } from './capTableHolders.ts';
import type { CapTable } from './capTableShown.ts';
import type {
  ClassAuthorizedRow,
  ClassFacts,
  Effects,
  HolderFacts,
  PlanFacts,
  RatioChangeRow,
  SecurityRow,
} from '../ledger/core/types.ts';

export type { CapTable, CapTableClass, CapTableConvertibles, CapTableRow } from './capTableShown.ts';

export type CapTableRows = Pick<Effects, 'securities' | 'terminations' | 'reductions'> &
  Partial<
    Pick<Effects, 'class_authorized' | 'ratio_changes' | 'resulting' | 'plan_pools' | 'pool_returns' | 'plan_splits'>
  >;

/**
 * Outstanding at the end of `date`: issued on or before it and not ended by then, less what was taken out by then. A security
 * issued and ended on one day is never shown. The basis says what `total` and the percentages count. Figures are exact and
 * rounded down once for each holder and class. Percentages (of 100, four places) of the rows, and of the classes with the
 * instruments, each add up to exactly 100.0000 by largest remainder, or are all zero.
 * Classes come in the given order; rows by total, largest first, then name, then id; the unallocated pool last.
 */
export function capTableAsOf(
  rows: CapTableRows,
  classes: readonly ClassFacts[],
  holders: ReadonlyMap<string, HolderFacts>,
  date: string,
  { basis = 'outstanding', plans = [] }: { basis?: Basis; plans?: readonly PlanFacts[] } = {},
): CapTable {
  const open = openSecurities(rows, date);
  const figures = poolsAsOf(rows, plans, date);
  return capTableOf({
    date,
    basis,
    positions: positionsOf(open),
    open: openSums(open),
    classes: classesOn(classes, rows.class_authorized ?? [], rows.ratio_changes ?? [], date),
    nameOf: (id) => holders.get(id)?.name ?? id,
    pool: poolAvailable(figures),
    pools: poolByClass(figures),
  });
}

/** The figures of a plan at the end of a day. */
type PlanFigures = PoolFigures & {
  outstanding: string;
  /** Exercised and released shares, and restricted stock issued from the plan less what returned of it. */
  exercised: string;
};

/** What is reserved, granted, exercised and left of each plan at the end of the day. */
export function poolsAsOf(rows: PoolRows, plans: readonly PlanFacts[], date: string): PlanFigures[] {
  if (plans.length === 0) return [];
  const reserved = plans.map((plan) => ({ plan, reserved: reservedOn(plan, rows.plan_pools ?? [], date) }));
  const lines = poolLines(rows, date);
  const planOf = poolPlans(rows);
  const [outstanding, exercised] = [new Map<string, Decimal>(), new Map<string, Decimal>()];
  for (const { row, left } of openSecurities(rows, date))
    if (row.kind === 'EQUITY_COMPENSATION') addTo(outstanding, planOf(row.security_id) ?? '', left);
  for (const { security_id, why, on_date, quantity } of rows.reductions)
    if ((why === 'EXERCISE' || why === 'RELEASE') && on_date <= date)
      addTo(exercised, planOf(security_id) ?? '', parseDecimal(quantity) ?? ZERO);
  poolChanges(plans, lines).forEach((change, index) => {
    const { kind, stock_plan_id } = lines[index]!;
    if (kind === 'STOCK') addTo(exercised, stock_plan_id, -change);
  });
  return poolFigures(reserved, lines).map((figures) => ({
    ...figures,
    outstanding: formatDecimal(outstanding.get(figures.stock_plan_id) ?? ZERO),
    exercised: formatDecimal(exercised.get(figures.stock_plan_id) ?? ZERO),
  }));
}

type Open = { row: SecurityRow; left: Decimal };

/** What is left in each security at the end of the day: shares, or money for a convertible; 0 for a warrant without a number. */
export function openSecurities(
  rows: Pick<Effects, 'securities' | 'terminations' | 'reductions'>,
  date: string,
): Open[] {
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

/** Shares by holder, kind and class, without those that hold nothing. */
export function positionsOf(open: readonly Open[]): Position[] {
  const sums = new Map<string, Position>();
  for (const { row, left } of open) {
    if (row.kind === 'CONVERTIBLE' || row.quantity === null) continue;
    const { stakeholder_id, kind, stock_class_id } = row;
    const key = JSON.stringify([stakeholder_id, kind, stock_class_id]);
    const sum = sums.get(key);
    if (sum) sum.quantity += left;
    else sums.set(key, { stakeholder_id, kind, stock_class_id, quantity: left });
  }
  return [...sums.values()].filter(({ quantity }) => quantity > 0n);
}

/** Securities without a number of shares: convertibles by their money, and warrants that do not say how many. */
function openSums(open: readonly Open[]): OpenSum[] {
  const sums = new Map<string, OpenSum>();
  for (const { row, left } of open) {
    if (row.kind !== 'CONVERTIBLE' && (row.kind !== 'WARRANT' || row.quantity !== null)) continue;
    const { stakeholder_id, kind, currency } = row;
    const type = kind === 'WARRANT' ? null : row.security_type;
    const key = JSON.stringify([stakeholder_id, kind, type, currency]);
    const sum = sums.get(key) ?? { stakeholder_id, kind, security_type: type, currency, count: 0, amount: ZERO };
    sums.set(key, { ...sum, count: sum.count + 1, amount: sum.amount + left });
  }
  return [...sums.values()];
}

/** Each class with the number authorised and the ratio of that day, in the given order. */
export function classesOn(
  classes: readonly ClassFacts[],
  authorized: readonly ClassAuthorizedRow[],
  ratios: readonly RatioChangeRow[],
  date: string,
): ClassOnDay[] {
  const byId = new Map(classes.map((facts) => [facts.id, facts]));
  return classes.map((facts) => ({
    facts,
    authorized: authorizedText(facts, authorized, date),
    ratio: ratioOn(facts, ratios, byId, date),
    converts: conversionOn(facts, ratios, byId, date),
    places: placesOf(facts, byId),
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

function addTo(map: Map<string, Decimal>, key: string, value: Decimal): void {
  map.set(key, (map.get(key) ?? ZERO) + value);
}
