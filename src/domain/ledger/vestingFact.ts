// TX_VESTING_START, _EVENT, _ACCELERATION: facts that schedules are computed from. No stock moves. A start or an event may
// be dated before its grant (E3).
import { formatDecimal } from '../decimal.ts';
import type { Context } from './context.ts';
import { decimalOf, textOf } from './fields.ts';
import { positive } from './quantity.ts';
import { canReduce, findSecurity } from './movement.ts';
import type { Entry } from './order.ts';

export function vestingFact(fact: 'START' | 'EVENT' | 'ACCELERATION') {
  return (context: Context, entry: Entry): void => {
    const security = findSecurity(context, entry, null, { mayComeFirst: fact !== 'ACCELERATION' });
    const written = decimalOf(entry.transaction, 'quantity');
    const quantity = fact === 'ACCELERATION' ? positive(context, entry, 'quantity', written) : null;
    if (!security || entry.effective_date === null || (fact === 'ACCELERATION' && quantity === null)) return;
    if (fact === 'ACCELERATION' && !canReduce(context, entry, security)) return;
    context.effects.vesting_facts.push({
      security_id: security.row.security_id,
      effective_date: entry.effective_date,
      transaction_id: entry.id,
      fact,
      vesting_condition_id: textOf(entry.transaction, 'vesting_condition_id'),
      quantity: quantity === null ? null : formatDecimal(quantity),
    });
  };
}
