// E14: at the end of every day a plan's reserve covers what was taken out of its pool: grants and restricted stock, also after
// they were exercised or released. Cancelled shares return by the plan's rule or by an entry that returns them, never by both.
import { say } from '#src/words/say.ts';
import { grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { settleCap } from './cap.ts';
import type { ExcessReporter, OverDay } from './cap.ts';
import { poolChangesOf, pushTo, reportError } from '../core/context.ts';
import type { Addition, Context } from '../core/context.ts';
import { askedFor, isOrAre } from '#src/domain/inWords.ts';
import { textOf } from '../core/fields.ts';
import { unitsOf } from './grant.ts';
import { isIssuance } from '../core/entry.ts';
import type { Entry } from '../core/entry.ts';
import { sumOf } from '../core/results.ts';
import type { PlanState, SecurityState } from '../core/state.ts';
import { countPlanSplits } from './planSplits.ts';
import { poolPlanOf } from './poolChain.ts';
import { returnedByDay, lossesOf } from './poolLosses.ts';
import type { PlanFacts, TerminationRow } from '../core/types.ts';

/** Counts what this run took out of each pool and returned to it, checks it, and adds it to the state. */
export function settlePools(context: Context): void {
  const { plans } = context.state;
  if (plans === null || plans.size === 0) return;
  // Returns first: when a day's total is too high, the last entry that took is reported before one that returned.
  countGivenBack(context);
  countTaken(context);
  countGrowth(context);
  countPlanSplits(context);
  for (const [planId, changes] of context.plan_changes) {
    const plan = plans.get(planId);
    if (plan) settleCap(plan.cap, changes, reporterOf(context, plan.facts));
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

/** For each security that was reduced, ended or returned: what has returned now, less what had returned before this run. */
function countGivenBack(context: Context): void {
  const { state, effects } = context;
  const ofRun = new Set<object>([...effects.terminations, ...effects.reductions]);
  const touched = new Set(
    [...effects.terminations, ...effects.reductions, ...effects.pool_returns].map((row) => row.security_id),
  );
  const returnsBefore = new Map([...touched].map((id) => [id, [...(state.pool_returns.get(id) ?? [])]]));
  const returnsOf = Map.groupBy(context.pool_returns, (entry) => textOf(entry.transaction, 'security_id'));
  countReturns(context);
  for (const id of touched) {
    const security = state.securities.get(id);
    const plan = security ? planOf(context, security) : null;
    if (!security || !plan || security.issued === null) continue;
    const { issued, ended, reduced } = security;
    const { deltas, additions } = poolChangesOf(context, plan.facts.id);
    const isKnown = (row: object) => !ofRun.has(row);
    const known = lossesOf(issued, ended && isKnown(ended) ? ended : null, reduced.filter(isKnown));
    const before = returnedByDay(known, returnsBefore.get(id) ?? [], plan.facts);
    for (const [date, quantity] of before) addTo(deltas, date, quantity);
    const after = returnedByDay(lossesOf(issued, ended, reduced), state.pool_returns.get(id) ?? [], plan.facts);
    for (const [date, quantity] of after) addTo(deltas, date, -quantity);
    // A return replaces the plan's rule. Returning less than the rule had returned takes the difference out again.
    for (const entry of returnsOf.get(id) ?? []) {
      const date = entry.effective_date ?? security.row.issued_on;
      const quantity = (before.get(date) ?? 0n) - (after.get(date) ?? 0n);
      if (quantity > 0n) pushTo(additions, date, { entry, security, quantity });
    }
  }
}

function countReturns(context: Context): void {
  const entries = new Map(context.pool_returns.map((entry) => [entry.id, entry]));
  const rooms = new Map<string, Decimal>();
  for (const row of context.effects.pool_returns) {
    const security = context.state.securities.get(row.security_id);
    const quantity = parseDecimal(row.quantity) ?? 0n;
    const room = rooms.get(row.security_id) ?? returnableOf(context, row.security_id);
    const entry = entries.get(row.transaction_id);
    if (entry && security && quantity > room) reportReturn(context, entry, quantity, room);
    rooms.set(row.security_id, quantity > room ? 0n : room - quantity);
    pushTo(context.state.pool_returns, row.security_id, { date: row.effective_date, quantity });
  }
}

/** No more of a security can be returned than was granted. */
function returnableOf({ state }: Context, id: string): Decimal {
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

/** A split multiplies shares that came from a pool, so more of the pool is taken. */
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

function reporterOf(context: Context, plan: PlanFacts): ExcessReporter {
  return {
    added: (addition, day) => reportAdded(context, addition, day, plan),
    lowered: (entry, day) => reportLowered(context, entry, day, plan),
  };
}

function reportAdded(context: Context, addition: Addition, day: OverDay, plan: PlanFacts): void {
  const { entry, security, quantity } = addition;
  if (!isIssuance(entry)) {
    reportReplaced(context, addition, day, plan);
    return;
  }
  const over = day.limit - (day.total - quantity);
  const room = over > 0n ? over : 0n;
  const [free, limit] = [grouped(room), grouped(day.limit)];
  const what = security.row.kind === 'STOCK' ? say`Issuing these shares` : say`Granting these ${unitsOf(security)}`;
  const message = say`${entry.object_type} ${entry.id}: ${grouped(day.total)} taken of ${grouped(day.limit)} reserved in ${plan.name} on ${day.date}.`;
  reportError(context, entry, 'E14', message, {
    code: 'over_pool',
    detail: say`${what} would exceed the pool of ${plan.name}: ${free} of ${limit} ${isOrAre(room)} available, ${askedFor(quantity)}.`,
  });
}

function reportReplaced(
  context: Context,
  { entry, security, quantity }: Addition,
  day: OverDay,
  plan: PlanFacts,
): void {
  const { custom_id } = security.row;
  const figures = say`${grouped(quantity)} fewer shares of ${custom_id} than the plan's rule had returned: ${grouped(day.total)} taken of ${grouped(day.limit)} reserved in ${plan.name} on ${day.date}`;
  const message = say`${entry.object_type} ${entry.id} returns ${figures}.`;
  const detail = say`This would return ${figures}.`;
  reportError(context, entry, 'E14', message, { code: 'over_pool', detail });
}

function reportLowered(context: Context, entry: Entry, day: OverDay, plan: PlanFacts): void {
  const message = say`${entry.object_type} ${entry.id}: ${grouped(day.limit)} reserved in ${plan.name} on ${day.date}, but ${grouped(day.total)} are taken.`;
  const when = day.date === entry.effective_date ? '' : say` from ${day.date} on`;
  const detail = say`The pool of ${plan.name} cannot be lowered to ${grouped(day.limit)}: ${grouped(day.total)} ${isOrAre(day.total)} granted, exercised or issued${when}.`;
  reportError(context, entry, 'E14', message, { code: 'over_pool', detail });
}

function reportReturn(context: Context, entry: Entry, quantity: Decimal, room: Decimal): void {
  const message = say`${entry.object_type} ${entry.id} returns ${grouped(quantity)} to the pool, but only ${grouped(room)} can still be returned. Only those return to it.`;
  const detail = say`${grouped(room)} of this grant can still be returned to the pool, ${askedFor(quantity)}.`;
  reportError(context, entry, 'E14', message, { code: 'over_pool', detail });
}
