// What one run of the interpreters shares: the state, the rows made so far, the findings, and which entries changed what.
import { withSubject } from './names.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { Entry } from './entry.ts';
import type { LedgerState, SecurityState } from './state.ts';
import { findingList } from './findingList.ts';
import type { FindingList } from './findingList.ts';
import type { Effects, OcfObject, Severity, SplitRow } from './types.ts';
import { idOf, typeOf } from './fields.ts';

/** `import` settles faults and goes on; `native` is one of our own commands, which refuses (see refuse.ts). */
export type Mode = 'import' | 'native';

export type Addition = { entry: Entry; security: SecurityState; quantity: Decimal };
/** What this run changed about one capped figure, by day. */
export type CapChanges = {
  deltas: Map<string, Decimal>;
  additions: Map<string, Addition[]>;
  adjustments: Map<string, Entry[]>;
};

export type SplitExchange = {
  entry: Entry;
  split_id: string;
  source: SecurityState;
  taken: Decimal;
  results: SecurityState[];
};

export type Context = {
  mode: Mode;
  state: LedgerState;
  effects: Effects;
  findings: FindingList;
  /** Ids of transactions with an error finding: their rows are marked accepted. */
  faulty: Set<string>;
  class_changes: Map<string, CapChanges>;
  issuer_changes: CapChanges;
  plan_changes: Map<string, CapChanges>;
  /** Reissuances that carry out a split. They are checked together, per holder (E11). */
  split_exchanges: SplitExchange[];
  /** The splits by class and day. Made on first use, when all splits of the run are known. */
  splits_by_day?: Map<string, SplitRow[]>;
  /** Securities issued in this run, in ledger order. `same_number`: the security that had its number before. */
  issued: { entry: Entry; security: SecurityState; same_number: string | undefined }[];
  /** Returns to a pool in this run, in ledger order. */
  pool_returns: Entry[];
  /** Exercises and releases of this run, by security, in ledger order (E15). */
  exercises: Map<SecurityState, Exercise[]>;
};

export type Exercise = { entry: Entry; date: string; quantity: Decimal };

export function newContext(state: LedgerState, mode: Mode, findings = findingList()): Context {
  return {
    mode,
    state,
    effects: emptyEffects(),
    findings,
    faulty: new Set(),
    class_changes: new Map(),
    issuer_changes: emptyCapChanges(),
    plan_changes: new Map(),
    split_exchanges: [],
    issued: [],
    pool_returns: [],
    exercises: new Map(),
  };
}

/** What a native command answers instead of the finding's message, and what it says at the field where that is more. */
export type Answer = { code: string; detail: string; at_field?: string };

export function reportError(context: Context, entry: Entry, rule: string, message: string, answer?: Answer): void {
  report(context, entry.transaction, 'error', rule, message, answer);
}

export function reportWarning(context: Context, entry: Entry, rule: string, message: string, answer?: Answer): void {
  report(context, entry.transaction, 'warning', rule, message, answer);
}

function report(
  context: Context,
  object: OcfObject,
  severity: Severity,
  rule: string,
  message: string,
  answer?: Answer,
): void {
  const object_id = idOf(object);
  const object_type = typeOf(object);
  const said = withSubject(context.state, object_type, object, message);
  context.findings.push({ rule, severity, object_type, object_id, message: said, ...answer });
  if (severity === 'error') context.faulty.add(object_id);
}

/** Adds to (or takes from) what is outstanding: stock by class and day; grants and warrants as one sum. */
export function countShares(
  context: Context,
  security: SecurityState,
  date: string,
  delta: Decimal,
  entry: Entry,
): void {
  const { kind, stock_class_id: classId } = security.row;
  if (delta === 0n) return;
  if (kind !== 'STOCK') {
    countRights(context, security, delta);
    return;
  }
  if (classId === null) return;
  for (const changes of [capChangesOf(context, classId), context.issuer_changes]) {
    changes.deltas.set(date, (changes.deltas.get(date) ?? 0n) + delta);
    if (delta > 0n) pushTo(changes.additions, date, { entry, security, quantity: delta });
  }
}

function countRights({ state }: Context, { row }: SecurityState, delta: Decimal): void {
  const plan = row.stock_plan_id === null ? undefined : state.plans?.get(row.stock_plan_id);
  const stockClass = row.stock_class_id === null ? undefined : state.classes.get(row.stock_class_id);
  if (plan) plan.granted += delta;
  else if (stockClass) stockClass.promised += delta;
}

export function capChangesOf(context: Context, classId: string): CapChanges {
  return changesOf(context.class_changes, classId);
}

export function poolChangesOf(context: Context, planId: string): CapChanges {
  return changesOf(context.plan_changes, planId);
}

function changesOf(all: Map<string, CapChanges>, id: string): CapChanges {
  let changes = all.get(id);
  if (!changes) all.set(id, (changes = emptyCapChanges()));
  return changes;
}

export function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function emptyCapChanges(): CapChanges {
  return { deltas: new Map(), additions: new Map(), adjustments: new Map() };
}

export function emptyEffects(): Effects {
  return {
    securities: [],
    terminations: [],
    resulting: [],
    reductions: [],
    class_authorized: [],
    issuer_authorized: [],
    plan_pools: [],
    pool_returns: [],
    splits: [],
    plan_splits: [],
    ratio_changes: [],
    repricings: [],
    vesting_facts: [],
    acceptances: [],
    stakeholder_changes: [],
    classes_with_fractions: [],
  };
}
