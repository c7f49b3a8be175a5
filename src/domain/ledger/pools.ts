// E14: at the end of every day a plan's pool covers what was taken out of it: grants and restricted stock, also after they
// were exercised or released. What is cancelled goes back by the plan's rule, or by the return that names it, never by both.
import { formatDecimal, grouped, parseDecimal } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { settleCap } from './cap.ts';
import type { Blame, OverDay } from './cap.ts';
import { poolChangesOf, pushTo, reportError } from './context.ts';
import type { Addition, Context } from './context.ts';
import type { Entry } from './order.ts';
import { sumOf } from './results.ts';
import type { LedgerState, PlanState, SecurityState } from './state.ts';
import type { PlanFacts, ReductionRow, TerminationRow } from './types.ts';

/** Counts what this run took out of each pool and gave back, judges it, and counts it into the state. */
export function settlePools(context: Context): void {
  const { plans } = context.state;
  if (plans === null || plans.size === 0) return;
  countTaken(context);
  countReturns(context);
  countGivenBack(context);
  for (const [planId, changes] of context.plan_changes) {
    const plan = plans.get(planId);
    if (plan) settleCap(plan.cap, changes, blameOf(context, plan.facts));
  }
}

/**
 * The plan whose pool a security's shares came of: that of the issuance at the beginning of its chain. Shares that came of
 * an exercise left the pool for good. Of a slice the caller gives it.
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
    at = source?.row.kind === at.row.kind ? source : undefined;
  }
  for (const each of chain) each.pool_plan_id = plan;
  return plan;
}

function isOfPool({ row }: SecurityState): boolean {
  return row.kind === 'EQUITY_COMPENSATION' || row.kind === 'STOCK';
}

/** How many of the shares that an ending or reduction took go back to the pool by the plan's own rule. */
export function returnedBy(row: TerminationRow | ReductionRow, security: SecurityState, plan: PlanFacts): Decimal {
  const moved = parseDecimal(row.quantity) ?? 0n;
  const taken = security.issued !== null && moved > security.issued ? security.issued : moved;
  const what = 'verb' in row ? row.verb : row.why;
  // A retracted grant was never made, whatever the plan does with cancelled ones.
  if (what === 'retracted') return taken;
  return plan.returns_by_default && GIVES_BACK.has(what) ? taken : 0n;
}

const GIVES_BACK: ReadonlySet<string> = new Set(['cancelled', 'repurchased', 'PARTIAL_CANCEL', 'PARTIAL_REPURCHASE']);

function countTaken(context: Context): void {
  for (const { entry, security } of context.issued) {
    const plan = security.resulted_from === null ? planOf(context, security) : null;
    if (!plan || security.issued === null) continue;
    const changes = poolChangesOf(context, plan.facts.id);
    addTo(changes.deltas, security.row.issued_on, security.issued);
    pushTo(changes.additions, security.row.issued_on, { entry, security, quantity: security.issued });
  }
}

/** A return that names a security stands in the place of the plan's rule, also for what went back before it was written. */
function countReturns(context: Context): void {
  const { state, effects } = context;
  const entries = new Map(context.pool_returns.map((entry) => [entry.id, entry]));
  for (const row of effects.pool_returns) {
    const security = state.securities.get(row.security_id);
    const entry = entries.get(row.transaction_id);
    const plan = state.plans?.get(row.stock_plan_id);
    const quantity = parseDecimal(row.quantity) ?? 0n;
    if (!security || !entry || !plan) continue;
    if (!state.explicit_returns.has(row.security_id)) takeBackDefaults(context, security);
    const before = state.explicit_returns.get(row.security_id) ?? 0n;
    const room = (security.issued ?? 0n) - before;
    if (quantity > room) reportReturn(context, entry, security, quantity, room);
    const counted = quantity > room ? room : quantity;
    state.explicit_returns.set(row.security_id, before + counted);
    addTo(poolChangesOf(context, plan.facts.id).deltas, row.effective_date, -counted);
  }
}

/** What had gone back by the plan's rule in an earlier run is taken out again: its return counts alone. */
function takeBackDefaults(context: Context, security: SecurityState): void {
  const plan = planOf(context, security);
  if (!plan) return;
  const ofRun = new Set<object>([...context.effects.terminations, ...context.effects.reductions]);
  const past = [...(security.ended ? [security.ended] : []), ...security.reduced].filter((row) => !ofRun.has(row));
  for (const row of past) {
    addTo(poolChangesOf(context, plan.facts.id).deltas, row.on_date, returnedBy(row, security, plan.facts));
  }
}

function countGivenBack(context: Context): void {
  const { state, effects } = context;
  let results: Map<string, SecurityState[]> | null = null;
  for (const row of [...effects.terminations, ...effects.reductions]) {
    const security = state.securities.get(row.security_id);
    const plan = security ? planOf(context, security) : null;
    if (!security || !plan) continue;
    const changes = poolChangesOf(context, plan.facts.id);
    if ('verb' in row && row.verb === 'reissued') {
      results ??= resultsByEntry(context);
      addTo(changes.deltas, row.on_date, growthOf(row, results.get(row.transaction_id)));
    } else if (!state.explicit_returns.has(row.security_id)) {
      addTo(changes.deltas, row.on_date, -returnedBy(row, security, plan.facts));
    }
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
  const room = day.limit - (day.total - quantity);
  const [free, limit, asked] = [grouped(room > 0n ? room : 0n), grouped(day.limit), grouped(quantity)];
  const what = security.row.kind === 'STOCK' ? 'Issuing these shares' : 'Granting these options';
  const message = `${entry.object_type} ${entry.id}: ${formatDecimal(day.total)} taken of ${formatDecimal(day.limit)} reserved in plan ${plan.id} on ${day.date}.`;
  reportError(context, entry, 'E14', message, {
    code: 'over_pool',
    detail: `${what} would exceed the pool of ${plan.name}: ${free} of ${limit} are available, ${asked} were asked for.`,
  });
}

function reportLowered(context: Context, entry: Entry, day: OverDay, plan: PlanFacts): void {
  const message = `${entry.object_type} ${entry.id}: ${formatDecimal(day.limit)} reserved in plan ${plan.id} on ${day.date}, but ${formatDecimal(day.total)} are taken.`;
  const when = day.date === entry.effective_date ? '' : ` from ${day.date} on`;
  const detail = `The pool of ${plan.name} cannot be lowered to ${grouped(day.limit)}: ${grouped(day.total)} are granted, exercised or issued${when}.`;
  reportError(context, entry, 'E14', message, { code: 'over_pool', detail });
}

function reportReturn(context: Context, entry: Entry, security: SecurityState, quantity: Decimal, room: Decimal): void {
  const { security_id } = security.row;
  const message = `${entry.object_type} ${entry.id} returns ${formatDecimal(quantity)} of security ${security_id} to the pool, of which ${formatDecimal(room)} can still be returned. No more than those are.`;
  const detail = `${grouped(room)} of this grant can still be returned to the pool, ${grouped(quantity)} were asked for.`;
  reportError(context, entry, 'E14', message, { code: 'over_pool', detail });
}
