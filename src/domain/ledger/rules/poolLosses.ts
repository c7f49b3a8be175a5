// How much of a security has returned to its pool. The one implementation of this rule, for checks, grants and tables.
import { compareDates } from '#src/domain/dates.ts';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { PoolReturn, SecurityState } from '../core/state.ts';
import type { PlanFacts, ReductionRow, ReductionWhy, TerminationRow, TerminationVerb } from '../core/types.ts';

export type Lost = { what: 'CANCELLED' | 'RETRACTED' | 'RETURNED'; date: string; quantity: Decimal };
/** Whether cancelled shares return to the plan without an entry. */
export type PoolRule = Pick<PlanFacts, 'returns_by_default'>;

/**
 * By how much each line changes what has returned, in the given order. Cancelled shares return by the plan's rule. From the
 * first return that names the security, only returns count, and never for more than was cancelled by then. A retracted security
 * returns whole, including what was cancelled of it before, whatever the rule.
 */
export function returnedByLine(lines: readonly Pick<Lost, 'what' | 'quantity'>[], plan: PoolRule): Decimal[] {
  let [cancelled, retracted, returned, before] = [0n, 0n, 0n, 0n];
  let [isNamed, isRetracted] = [false, false];
  return lines.map(({ what, quantity }) => {
    if (what === 'CANCELLED') cancelled += quantity;
    else if (what === 'RETURNED') returned += quantity;
    else retracted += quantity;
    isNamed ||= what === 'RETURNED';
    isRetracted ||= what === 'RETRACTED';
    const byReturns = cancelled < returned ? cancelled : returned;
    const byRule = isNamed ? byReturns : plan.returns_by_default ? cancelled : 0n;
    const now = isRetracted ? cancelled + retracted : byRule;
    const change = now - before;
    before = now;
    return change;
  });
}

/** The same by day. */
export function returnedByDay(
  losses: readonly Lost[],
  returns: readonly PoolReturn[],
  plan: PoolRule,
): Map<string, Decimal> {
  const lines = [...losses, ...returns.map((each): Lost => ({ what: 'RETURNED', ...each }))];
  lines.sort((a, b) => compareDates(a.date, b.date));
  const back = new Map<string, Decimal>();
  returnedByLine(lines, plan).forEach((change, index) => {
    const { date } = lines[index]!;
    back.set(date, (back.get(date) ?? 0n) + change);
  });
  return back;
}

const LOST: Partial<Record<TerminationVerb | ReductionWhy, Lost['what']>> = {
  cancelled: 'CANCELLED',
  repurchased: 'CANCELLED',
  retracted: 'RETRACTED',
  PARTIAL_CANCEL: 'CANCELLED',
  PARTIAL_REPURCHASE: 'CANCELLED',
};

/** What was taken out of a security and may return to the pool. An ending takes no more than was left, whatever it says (E7). */
export function lossesOf(
  issued: Decimal,
  ended: Pick<TerminationRow, 'verb' | 'on_date' | 'quantity'> | null,
  reduced: readonly Pick<ReductionRow, 'why' | 'on_date' | 'quantity'>[],
): Lost[] {
  const losses: Lost[] = [];
  let left = issued;
  for (const row of reduced) {
    const quantity = parseDecimal(row.quantity) ?? 0n;
    const what = LOST[row.why];
    left -= quantity;
    if (what) losses.push({ what, date: row.on_date, quantity });
  }
  const what = ended ? LOST[ended.verb] : undefined;
  if (!ended || !what) return losses;
  const moved = parseDecimal(ended.quantity) ?? left;
  losses.push({ what, date: ended.on_date, quantity: moved < left ? moved : left });
  return losses;
}

/** How much of a security was cancelled by that day, and how much of that an entry may still return. */
export function leftToReturn(
  security: SecurityState,
  returns: readonly PoolReturn[],
  plan: PoolRule,
  date: string,
): { cancelled: Decimal; left: Decimal } {
  const losses = lossesOf(security.issued ?? 0n, security.ended, security.reduced).filter((each) => each.date <= date);
  const cancelled = losses.reduce((sum, { what, quantity }) => (what === 'CANCELLED' ? sum + quantity : sum), 0n);
  const isRetracted = losses.some(({ what }) => what === 'RETRACTED');
  if (isRetracted || (returns.length === 0 && plan.returns_by_default)) return { cancelled, left: 0n };
  const left = cancelled - returns.reduce((sum, { quantity }) => sum + quantity, 0n);
  return { cancelled, left: left > 0n ? left : 0n };
}
