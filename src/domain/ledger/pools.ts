// E14: at the end of every day a plan's pool covers what was taken out of it: grants and restricted stock, also after they
// were exercised or released. What is cancelled goes back by the plan's rule, or by the return that names it, never by both.
import { grouped, parseDecimal } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { settleCap } from './cap.ts';
import type { Blame, OverDay } from './cap.ts';
import { poolChangesOf, pushTo, reportError } from './context.ts';
import type { Addition, Context } from './context.ts';
import { askedFor, isOrAre } from '../inWords.ts';
import { unitsOf } from './grant.ts';
import type { Entry } from './order.ts';
import { sumOf } from './results.ts';
import type { LedgerState, PlanState, SecurityState } from './state.ts';
import type { PlanFacts, ReductionRow, TerminationRow } from './types.ts';

/** Counts what this run took out of each pool and gave back, judges it, and counts it into the state. */
export function settlePools(context: Context): void {
  const { plans } = context.state;
  if (plans === null || plans.size === 0) return;
  countTaken(context);
  countGivenBack(context);
  countGrowth(context);
  for (const [planId, changes] of context.plan_changes) {
    const plan = plans.get(planId);
    if (plan) settleCap(plan.cap, changes, blameOf(context, plan.facts));
  }
}

/**
 * The plan whose pool a security's shares came of: that of the issuance at the beginning of its chain. Shares that came of
 * an exercise, or became another class, left the pool for good. Of a slice the caller gives it.
 */
export function poolPlanOf(state: LedgerState, security: SecurityState): string | null {
  const chain: SecurityState[] = [];
  const seen = new Set<SecurityState>();
  let at: SecurityState | undefined = security;
  let plan: string | null = null;
  while (at && !seen.has(at)) {
    if (at.pool_plan_id !== undefined) {
      plan = at.pool_plan_id;
      break;
    }
    seen.add(at);
    chain.push(at);
    const from: string | undefined = at.came_from[0];
    const source: SecurityState | undefined = from === undefined ? undefined : state.securities.get(from);
    if (from === undefined) plan = isOfPool(at) ? at.row.stock_plan_id : null;
    at = source && isOfOneKind(at, source) ? source : undefined;
  }
  for (const each of chain) each.pool_plan_id = plan;
  return plan;
}

function isOfOneKind(a: SecurityState, b: SecurityState): boolean {
  return a.row.kind === b.row.kind && a.row.stock_class_id === b.row.stock_class_id;
}

function isOfPool({ row }: SecurityState): boolean {
  return row.kind === 'EQUITY_COMPENSATION' || row.kind === 'STOCK';
}

export type PoolReturn = { date: string; quantity: Decimal };
type Loss = Pick<TerminationRow, 'verb' | 'on_date' | 'quantity'> | Pick<ReductionRow, 'why' | 'on_date' | 'quantity'>;

/**
 * What of a security went back to its pool, by day. By the plan's rule what is cancelled does; where returns name the
 * security, they alone count, and never for more than was cancelled. A retracted grant was never made, whatever the rule.
 */
export function givenBack(
  losses: readonly Loss[],
  returns: readonly PoolReturn[],
  plan: PlanFacts,
  issued: Decimal,
): Map<string, Decimal> {
  const back = new Map<string, Decimal>();
  const cancelled: PoolReturn[] = [];
  for (const loss of losses) {
    const what = 'verb' in loss ? loss.verb : loss.why;
    const moved = parseDecimal(loss.quantity) ?? 0n;
    const quantity = moved > issued ? issued : moved;
    if (what === 'retracted') addTo(back, loss.on_date, quantity);
    else if (GIVES_BACK.has(what)) cancelled.push({ date: loss.on_date, quantity });
  }
  if (returns.length > 0) addSmaller(back, cancelled, returns);
  else if (plan.returns_by_default) for (const { date, quantity } of cancelled) addTo(back, date, quantity);
  return back;
}

const GIVES_BACK: ReadonlySet<string> = new Set(['cancelled', 'repurchased', 'PARTIAL_CANCEL', 'PARTIAL_REPURCHASE']);

/** On each day the smaller of two running sums. */
function addSmaller(back: Map<string, Decimal>, some: readonly PoolReturn[], others: readonly PoolReturn[]): void {
  const [mine, theirs] = [some, others].map((rows) => {
    const byDay = new Map<string, Decimal>();
    for (const { date, quantity } of rows) addTo(byDay, date, quantity);
    return byDay;
  });
  let [a, b, before] = [0n, 0n, 0n];
  for (const day of [...new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])])].sort()) {
    a += mine?.get(day) ?? 0n;
    b += theirs?.get(day) ?? 0n;
    const smaller = a < b ? a : b;
    addTo(back, day, smaller - before);
    before = smaller;
  }
}

function countTaken(context: Context): void {
  for (const { entry, security } of context.issued) {
    const plan = security.resulted_from === null ? planOf(context, security) : null;
    if (!plan || security.issued === null) continue;
    const changes = poolChangesOf(context, plan.facts.id);
    addTo(changes.deltas, security.row.issued_on, security.issued);
    pushTo(changes.additions, security.row.issued_on, { entry, security, quantity: security.issued });
  }
}

/** For each security that lost something or was named by a return: what goes back now, less what had gone back before. */
function countGivenBack(context: Context): void {
  const { state, effects } = context;
  const ofRun = new Set<object>([...effects.terminations, ...effects.reductions]);
  const touched = new Set(
    [...effects.terminations, ...effects.reductions, ...effects.pool_returns].map((row) => row.security_id),
  );
  const returnsBefore = new Map([...touched].map((id) => [id, [...(state.pool_returns.get(id) ?? [])]]));
  countReturns(context);
  for (const id of touched) {
    const security = state.securities.get(id);
    const plan = security ? planOf(context, security) : null;
    if (!security || !plan || security.issued === null) continue;
    const losses = [...(security.ended ? [security.ended] : []), ...security.reduced];
    const { deltas } = poolChangesOf(context, plan.facts.id);
    const known = losses.filter((row) => !ofRun.has(row));
    const before = givenBack(known, returnsBefore.get(id) ?? [], plan.facts, security.issued);
    for (const [date, quantity] of before) addTo(deltas, date, quantity);
    const after = givenBack(losses, state.pool_returns.get(id) ?? [], plan.facts, security.issued);
    for (const [date, quantity] of after) addTo(deltas, date, -quantity);
  }
}

function countReturns(context: Context): void {
  const entries = new Map(context.pool_returns.map((entry) => [entry.id, entry]));
  const rooms = new Map<string, Decimal>();
  for (const row of context.effects.pool_returns) {
    const security = context.state.securities.get(row.security_id);
    const quantity = parseDecimal(row.quantity) ?? 0n;
    const room = rooms.get(row.security_id) ?? roomOf(context, row.security_id);
    const entry = entries.get(row.transaction_id);
    if (entry && security && quantity > room) reportReturn(context, entry, security, quantity, room);
    rooms.set(row.security_id, quantity > room ? 0n : room - quantity);
    pushTo(context.state.pool_returns, row.security_id, { date: row.effective_date, quantity });
  }
}

/** No more of a security can be returned than was granted. */
function roomOf({ state }: Context, id: string): Decimal {
  const returned = (state.pool_returns.get(id) ?? []).reduce((sum, each) => sum + each.quantity, 0n);
  const issued = state.securities.get(id)?.issued ?? 0n;
  return issued > returned ? issued - returned : 0n;
}

function countGrowth(context: Context): void {
  const reissued = context.effects.terminations.filter((row) => row.verb === 'reissued');
  if (reissued.length === 0) return;
  const results = resultsByEntry(context);
  for (const row of reissued) {
    const security = context.state.securities.get(row.security_id);
    const plan = security ? planOf(context, security) : null;
    if (!plan) continue;
    addTo(poolChangesOf(context, plan.facts.id).deltas, row.on_date, growthOf(row, results.get(row.transaction_id)));
  }
}

/** A split makes more of the shares that came of a pool, so more of it is taken. */
function growthOf(row: TerminationRow, results: readonly SecurityState[] = []): Decimal {
  const sum = sumOf(results);
  return sum === null || results.length === 0 ? 0n : sum - (parseDecimal(row.quantity) ?? 0n);
}

function resultsByEntry({ state, effects }: Context): Map<string, SecurityState[]> {
  const results = new Map<string, SecurityState[]>();
  for (const { transaction_id, result_security_id } of effects.resulting) {
    const result = state.securities.get(result_security_id);
    if (result) pushTo(results, transaction_id, result);
  }
  return results;
}

function planOf(context: Context, security: SecurityState): PlanState | null {
  const id = poolPlanOf(context.state, security);
  return id === null ? null : (context.state.plans?.get(id) ?? null);
}

function addTo(deltas: Map<string, Decimal>, date: string, delta: Decimal): void {
  if (delta !== 0n) deltas.set(date, (deltas.get(date) ?? 0n) + delta);
}

function blameOf(context: Context, plan: PlanFacts): Blame {
  return {
    added: (addition, day) => reportAdded(context, addition, day, plan),
    lowered: (entry, day) => reportLowered(context, entry, day, plan),
  };
}

function reportAdded(context: Context, addition: Addition, day: OverDay, plan: PlanFacts): void {
  const { entry, security, quantity } = addition;
  const over = day.limit - (day.total - quantity);
  const room = over > 0n ? over : 0n;
  const [free, limit] = [grouped(room), grouped(day.limit)];
  const what = security.row.kind === 'STOCK' ? 'Issuing these shares' : `Granting these ${unitsOf(security)}`;
  const message = `${entry.object_type} ${entry.id}: ${grouped(day.total)} taken of ${grouped(day.limit)} reserved in plan ${plan.id} on ${day.date}.`;
  reportError(context, entry, 'E14', message, {
    code: 'over_pool',
    detail: `${what} would exceed the pool of ${plan.name}: ${free} of ${limit} ${isOrAre(room)} available, ${askedFor(quantity)}.`,
  });
}

function reportLowered(context: Context, entry: Entry, day: OverDay, plan: PlanFacts): void {
  const message = `${entry.object_type} ${entry.id}: ${grouped(day.limit)} reserved in plan ${plan.id} on ${day.date}, but ${grouped(day.total)} are taken.`;
  const when = day.date === entry.effective_date ? '' : ` from ${day.date} on`;
  const detail = `The pool of ${plan.name} cannot be lowered to ${grouped(day.limit)}: ${grouped(day.total)} ${isOrAre(day.total)} granted, exercised or issued${when}.`;
  reportError(context, entry, 'E14', message, { code: 'over_pool', detail });
}

function reportReturn(context: Context, entry: Entry, security: SecurityState, quantity: Decimal, room: Decimal): void {
  const { security_id } = security.row;
  const message = `${entry.object_type} ${entry.id} returns ${grouped(quantity)} of security ${security_id} to the pool, of which ${grouped(room)} can still be returned. No more than those are.`;
  const detail = `${grouped(room)} of this grant can still be returned to the pool, ${askedFor(quantity)}.`;
  reportError(context, entry, 'E14', message, { code: 'over_pool', detail });
}
