// What a split does to a plan: its reserve is multiplied, and so is everything that was ever taken out of it. Open grants and
// stock are multiplied by their own entries. Exercised and retired shares have no such entry, so they are multiplied here.
import { addDays, compareDates } from '#src/domain/dates.ts';
import { formatDecimal, multiplyByRatio, parseDecimal, round } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import { add, rest, times } from '#src/domain/figures/boundedFraction.ts';
import { floorOf, fraction, NOTHING } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { limitOn } from './cap.ts';
import { poolChangesOf } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { poolPlanOf } from './poolChain.ts';
import { limitAfterSplits, limitOrigin } from './limitOrigin.ts';
import type { SplitsByDay } from './limitOrigin.ts';
import { ratioOf, splitRatios } from './splits.ts';
import { placesOf } from '../core/state.ts';
import type { PlanState, SecurityState } from '../core/state.ts';
import type { PlanSplitRow, SplitRow } from '../core/types.ts';

/** Limits the time for a package that holds nothing but splits. */
const SPLITS_MAX = 100;

/** A plan takes part in a split of its one class when its reserve is set on that day to the split number. */
export function countPlanSplits(context: Context): void {
  const { plans, splits } = context.state;
  const written = new Set(context.effects.splits);
  if (written.size === 0) return;
  const ofRun = new Set([...written].sort(byDay).slice(0, SPLITS_MAX));
  const earlier = [...splits.values()].filter((split) => !written.has(split)).sort(byDay);
  const all = [...earlier.slice(0, SPLITS_MAX), ...ofRun].sort(byDay);
  const byClass = Map.groupBy(all, (split) => split.stock_class_id);
  const known = new Map<string, SplitsByDay>();
  const ratiosOf = (classId: string) => {
    const ratios = known.get(classId) ?? splitRatios(splits.values(), classId);
    known.set(classId, ratios);
    return ratios;
  };
  let ofPlans: Map<string, SecurityState[]> | null = null;
  for (const plan of plans?.values() ?? []) {
    const [classId = '', ...others] = plan.facts.stock_class_ids;
    const ofClass = others.length > 0 ? [] : (byClass.get(classId) ?? []);
    if (!ofClass.some((split) => ofRun.has(split))) continue;
    const followed = ofClass.filter((split) => follows(plan, split, ratiosOf));
    if (!followed.some((split) => ofRun.has(split))) continue;
    ofPlans ??= securitiesByPlan(context);
    countSplitsOf(context, plan, followed, { ofRun, securities: ofPlans.get(plan.facts.id) ?? [] });
  }
}

const byDay = (a: SplitRow, b: SplitRow) => compareDates(a.effective_date, b.effective_date);

/** Also recognises reserves that were rounded at each split, as packages may have them. */
function follows({ cap }: PlanState, split: SplitRow, ratiosOf: (classId: string) => SplitsByDay): boolean {
  const ratio = ratioOf(split);
  if (ratio === null || !cap.changes.some(({ effective_date }) => effective_date === split.effective_date))
    return false;
  const [eve, now] = [addDays(split.effective_date, -1), limitOn(cap, split.effective_date)];
  const before = limitOn(cap, eve);
  if (before === null || now === multiplyByRatio(before, ratio, 0, 'DOWN')) return before !== null;
  const origin = limitOrigin(cap, ratiosOf(split.stock_class_id), eve, 0);
  return origin !== null && limitAfterSplits(origin, ratio, 0) === now;
}

function securitiesByPlan({ state }: Context): Map<string, SecurityState[]> {
  return Map.groupBy(state.securities.values(), (each) => poolPlanOf(state, each) ?? '');
}

/**
 * Multiplies what had left the pool exactly, over all splits, and rounds down only what is shown. So a split and its reverse show
 * the same whole shares again. Only the fraction is carried along: the shown part is in the pool's figures.
 */
function countSplitsOf(
  context: Context,
  { facts, cap }: PlanState,
  splits: readonly SplitRow[],
  { ofRun, securities }: { ofRun: ReadonlySet<SplitRow>; securities: readonly SecurityState[] },
): void {
  const { deltas } = poolChangesOf(context, facts.id);
  const rows = context.state.plan_splits.get(facts.id) ?? [];
  context.state.plan_splits.set(facts.id, rows);
  let fractions: Gone<Fraction> = { exercised: NOTHING, retired: NOTHING };
  for (const split of splits) {
    const { effective_date: day, transaction_id, stock_class_id } = split;
    const places = placesOf(context.state, stock_class_id);
    const taken = before(cap.outstanding, day) + before(deltas, day);
    const gone = goneBefore(day, taken, securities, rows);
    const ratio = ratioOf(split)!;
    const exercised = through(gone.exercised, fractions.exercised, ratio, places);
    const retired = through(gone.retired, fractions.retired, ratio, places);
    fractions = { exercised: exercised.fraction, retired: retired.fraction };
    if (!ofRun.has(split) || (exercised.more === 0n && retired.more === 0n)) continue;
    deltas.set(day, (deltas.get(day) ?? 0n) + exercised.more + retired.more);
    const row = {
      stock_plan_id: facts.id,
      effective_date: day,
      transaction_id,
      exercised: formatDecimal(exercised.more),
      retired: formatDecimal(retired.more),
    };
    context.effects.plan_splits.push(row);
    rows.push(row);
  }
}

/** What has left a pool for good: exercised, or retired because the plan does not take it back. */
type Gone<Figure> = { exercised: Figure; retired: Figure };

/** At the end of the day before, as shown. `taken`: everything that is not in the pool. */
function goneBefore(
  day: string,
  taken: Decimal,
  securities: readonly SecurityState[],
  rows: readonly PlanSplitRow[],
): Gone<Decimal> {
  const earlier = rows.filter((row) => row.effective_date < day);
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
  return { exercised, retired: taken - open - exercised };
}

function before(changes: ReadonlyMap<string, Decimal>, day: string): Decimal {
  let sum = 0n;
  for (const [date, change] of changes) if (date < day) sum += change;
  return sum;
}

/** By how much a split increases `shown`, given the fraction that it carries, and the new fraction. */
function through(
  shown: Decimal,
  carried: Fraction,
  { numerator, denominator }: Ratio,
  places: number,
): { more: Decimal; fraction: Fraction } {
  if (shown < 0n) return { more: 0n, fraction: NOTHING };
  const exact = times(add(fraction(shown), carried), fraction(numerator, denominator));
  const after = round(floorOf(exact), places, 'DOWN');
  return { more: after - shown, fraction: rest(exact, fraction(after)) };
}
