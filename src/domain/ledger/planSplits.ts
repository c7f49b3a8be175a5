// What a split does to a plan: its reserve is multiplied, and so is all that was ever taken out of it. Grants and stock are
// multiplied by their own entries; what had been exercised by then, or was cancelled for good, has none, and is counted here.
import { formatDecimal, multiplyByRatio, parseDecimal } from '../decimal.ts';
import type { Decimal, Ratio } from '../decimal.ts';
import { limitOn } from './cap.ts';
import { poolChangesOf } from './context.ts';
import type { Context } from './context.ts';
import { addDays } from '../dates.ts';
import { poolPlanOf } from './pools.ts';
import { limitBehind, limitOrigin } from './limitOrigin.ts';
import type { SplitsByDay } from './limitOrigin.ts';
import { ratioOf, splitRatios } from './splits.ts';
import type { PlanState, SecurityState } from './state.ts';
import type { SplitRow } from './types.ts';

/** Nor may a package of nothing but splits take hours. */
const SPLITS_MAX = 100;

/** A plan follows a split of its one class where its reserve is set, on that day, to what the split makes of it. */
export function countPlanSplits(context: Context): void {
  const { plans, splits } = context.state;
  const all = [...context.effects.splits].sort((a, b) => (a.effective_date < b.effective_date ? -1 : 1));
  const ofPlans = new Map<string, SecurityState[]>();
  const known = new Map<string, SplitsByDay>();
  const ratiosOf = (classId: string) => {
    const ratios = known.get(classId) ?? splitRatios(splits.values(), classId);
    known.set(classId, ratios);
    return ratios;
  };
  for (const split of all.slice(0, splits.size === 0 ? 0 : SPLITS_MAX)) {
    const ratio = ratioOf(split);
    for (const plan of plans?.values() ?? []) {
      if (ratio === null || !follows(plan, split, ratio, ratiosOf)) continue;
      if (ofPlans.size === 0) for (const [id, held] of securitiesByPlan(context)) ofPlans.set(id, held);
      count(context, plan, split, ratio, ofPlans.get(plan.facts.id) ?? []);
    }
  }
}

/** Earlier versions rounded down at each split: what they wrote is known too. */
function follows(
  { facts, cap }: PlanState,
  split: SplitRow,
  ratio: Ratio,
  ratiosOf: (classId: string) => SplitsByDay,
): boolean {
  const [classId, ...others] = facts.stock_class_ids;
  if (classId !== split.stock_class_id || others.length > 0) return false;
  if (!cap.changes.some(({ effective_date }) => effective_date === split.effective_date)) return false;
  const [eve, now] = [addDays(split.effective_date, -1), limitOn(cap, split.effective_date)];
  const before = limitOn(cap, eve);
  if (before === null || now === multiplyByRatio(before, ratio, 0, 'DOWN')) return before !== null;
  const origin = limitOrigin(cap, ratiosOf(classId), eve, 0);
  return origin !== null && limitBehind(origin, ratio, 0) === now;
}

function securitiesByPlan(context: Context): Map<string, SecurityState[]> {
  const { state } = context;
  const byPlan = Map.groupBy(state.securities.values(), (each) => poolPlanOf(state, each) ?? '');
  return byPlan.set('', []);
}

function count(
  context: Context,
  { facts, cap }: PlanState,
  split: SplitRow,
  ratio: Ratio,
  securities: readonly SecurityState[],
): void {
  const day = split.effective_date;
  const { deltas } = poolChangesOf(context, facts.id);
  const taken = before(cap.outstanding, day) + before(deltas, day);
  const earlier = (context.state.plan_splits.get(facts.id) ?? []).filter((row) => row.effective_date < day);
  let [open, exercised] = [0n, earlier.reduce((sum, row) => sum + (parseDecimal(row.exercised) ?? 0n), 0n)];
  for (const { row, issued, ended, reduced } of securities) {
    let left = issued ?? 0n;
    for (const each of reduced) {
      const quantity = each.on_date < day ? (parseDecimal(each.quantity) ?? 0n) : 0n;
      left -= quantity;
      if (row.kind === 'EQUITY_COMPENSATION' && (each.why === 'EXERCISE' || each.why === 'RELEASE'))
        exercised += quantity;
    }
    if (row.issued_on < day && (ended === null || ended.on_date >= day)) open += left;
  }
  const retired = taken - open - exercised;
  const [more, lost] = [growth(exercised, ratio), growth(retired, ratio)];
  if (more === 0n && lost === 0n) return;
  deltas.set(day, (deltas.get(day) ?? 0n) + more + lost);
  const row = {
    stock_plan_id: facts.id,
    effective_date: day,
    transaction_id: split.transaction_id,
    exercised: formatDecimal(more),
    retired: formatDecimal(lost),
  };
  context.effects.plan_splits.push(row);
  const known = context.state.plan_splits.get(facts.id);
  if (known) known.push(row);
  else context.state.plan_splits.set(facts.id, [row]);
}

function before(changes: ReadonlyMap<string, Decimal>, day: string): Decimal {
  let sum = 0n;
  for (const [date, change] of changes) if (date < day) sum += change;
  return sum;
}

/** Rounded down like everything else of a split. */
const growth = (shares: Decimal, ratio: Ratio): Decimal =>
  shares > 0n ? multiplyByRatio(shares, ratio, 0, 'DOWN') - shares : 0n;
