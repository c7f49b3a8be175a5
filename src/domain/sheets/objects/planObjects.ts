// Plans as objects, and what their reserves lose.
import { ZERO } from '../../figures/decimal.ts';
import type { Decimal } from '../../figures/decimal.ts';
import { given } from '../../ledger/core/fields.ts';
import { findingAt } from '../findings.ts';
import type { SheetFinding } from '../reading.ts';
import type { OcfObject } from '../../ledger/core/types.ts';
import type { Plan } from './plans.ts';
import { text } from './parts.ts';
import type { Writing } from './writing.ts';

/** Lowers the reserve once, on the last of the days. */
export function lowerReserve(
  writing: Writing,
  plan: Plan,
  losses: readonly { stock_plan_id: string; exercised: Decimal; date: string }[],
): void {
  const date = losses
    .map((each) => each.date)
    .sort()
    .at(-1)!;
  const left = losses.reduce((sum, { exercised }) => sum + exercised, ZERO);
  const { stock_plan_id } = losses[0]!;
  writing.out.push({
    object_type: 'TX_STOCK_PLAN_POOL_ADJUSTMENT',
    id: writing.idOf(`reserve ${plan.key}`),
    date,
    stock_plan_id,
    shares_reserved: text(reserveOf(plan, writing) - left),
  });
}

/** The reserve: as the file has it, else what is available together with all that was taken out of the plan. */
function reserveOf(plan: Plan, { records, plans }: Writing): Decimal {
  let taken = ZERO;
  for (const security of records.securities)
    if (security.kind === 'option' && plans.named(security.plan) === plan)
      taken += security.quantity - security.forfeited - security.expired;
  return plan.reserved ?? (plan.available ?? ZERO) + (taken > 0n ? taken : (plan.granted ?? ZERO));
}

/** Where the file says neither what a plan reserves nor what is left of it, the reserve is what was taken: that is said. */
export function reserveFinding(plan: Plan, { records, plans, tables, existing }: Writing, id: string): SheetFinding[] {
  if (plan.reserved !== null || plan.available !== null || existing.ids.has(id)) return [];
  const grant = records.securities.find((each) => each.kind === 'option' && plans.named(each.plan) === plan);
  if (!grant || tables[grant.place.table]!.role === 'totals') return [];
  const message = `The file does not say how many shares “${plan.name}” reserves. It is brought in with what was granted from it, so that nothing is available. Change the plan’s reserve afterwards, or add it to the file.`;
  const over = tables[grant.place.table]!.columns.find(({ field, part }) => field === 'granted' && part === plan.name);
  return [findingAt(tables, grant.place, over ?? 'plan', { code: 'reserve_made_up', severity: 'warning', message })];
}

export function planObject(plan: Plan, id: string, writing: Writing): OcfObject {
  const class_id = writing.planClassId(plan.name);
  return {
    object_type: 'STOCK_PLAN',
    id,
    plan_name: plan.name,
    initial_shares_reserved: text(reserveOf(plan, writing)),
    default_cancellation_behavior: 'RETURN_TO_POOL',
    stock_class_ids: class_id === null ? [] : [class_id],
    ...given({ board_approval_date: plan.board_approval_date }),
  };
}
