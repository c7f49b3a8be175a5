// TX_EQUITY_COMPENSATION_REPRICING: another exercise price from that day.
import { formatDecimal } from '../../figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { moneyOf } from '../core/fields.ts';
import { canReduce, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';

export function repricing(context: Context, entry: Entry): void {
  const security = findSecurity(context, entry, 'EQUITY_COMPENSATION');
  const price = moneyOf(entry.transaction, 'new_exercise_price');
  if (price === null) {
    const message = `${entry.object_type} ${entry.id}: its new_exercise_price is no exact amount. It is kept without effect.`;
    reportError(context, entry, 'quantity_not_positive', message);
  }
  if (!security || price === null || entry.effective_date === null) return;
  if (!canReduce(context, entry, security)) return;
  context.effects.repricings.push({
    security_id: security.row.security_id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    exercise_price: formatDecimal(price.amount),
    currency: price.currency,
  });
}
