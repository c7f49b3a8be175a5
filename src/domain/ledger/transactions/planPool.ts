// TX_STOCK_PLAN_POOL_ADJUSTMENT sets a plan's reserve; TX_STOCK_PLAN_RETURN_TO_POOL gives shares back to it. Neither
// moves a security: a return does not itself end the grant it names.
import { formatDecimal } from '../../figures/decimal.ts';
import { poolChangesOf, pushTo, reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { decimalOf, textOf } from '../core/fields.ts';
import { positive } from '../core/quantity.ts';
import { findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';

export function planPoolAdjustment(context: Context, entry: Entry): void {
  const stock_plan_id = namedPlan(context, entry);
  const reserved = decimalOf(entry.transaction, 'shares_reserved');
  if (reserved === null || reserved < 0n) {
    const message = `${entry.object_type} ${entry.id}: its shares_reserved is no exact number of shares. It is kept without effect.`;
    reportError(context, entry, 'quantity_not_positive', message);
    return;
  }
  if (stock_plan_id === null || entry.effective_date === null) return;
  const row = {
    stock_plan_id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    shares_reserved: formatDecimal(reserved),
  };
  context.effects.plan_pools.push(row);
  const authorized = { kind: 'FIXED', shares: row.shares_reserved } as const;
  context.state.plans?.get(stock_plan_id)?.cap.changes.push({ ...row, authorized });
  pushTo(poolChangesOf(context, stock_plan_id).adjustments, row.effective_date, entry);
}

export function returnToPool(context: Context, entry: Entry): void {
  const stock_plan_id = namedPlan(context, entry);
  const security = findSecurity(context, entry, null);
  const quantity = positive(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (stock_plan_id === null || !security || quantity === null || entry.effective_date === null) return;
  context.pool_returns.push(entry);
  context.effects.pool_returns.push({
    stock_plan_id,
    security_id: security.row.security_id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    quantity: formatDecimal(quantity),
  });
}

/** Null, with E1, when no such plan exists. */
function namedPlan(context: Context, entry: Entry): string | null {
  const id = textOf(entry.transaction, 'stock_plan_id');
  const { plans } = context.state;
  if (id !== null && (plans === null || plans.has(id))) return id;
  const what = id === null ? 'is absent' : `${id} does not exist`;
  reportError(
    context,
    entry,
    'E1',
    `${entry.object_type} ${entry.id}: its stock_plan_id ${what}. It is kept without effect.`,
  );
  return null;
}
