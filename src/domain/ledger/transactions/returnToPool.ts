// TX_STOCK_PLAN_RETURN_TO_POOL: cancelled shares may be granted again. It does not itself end the grant it names.
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import { decimalOf } from '../core/fields.ts';
import { securityLine } from '../core/lines.ts';
import { findSecurity } from '../core/movement.ts';
import { positive } from '../core/quantity.ts';
import { namedPlan } from '../core/references.ts';
import { must, onSecurity, quantity } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const returnToPool: TransactionType = {
  type: 'TX_STOCK_PLAN_RETURN_TO_POOL',
  rank: 'adjustment',
  shape: { ...onSecurity, ...quantity, stock_plan_id: must('text'), reason_text: must('text') },
  summary: securityLine(say`Back to the pool from`),
  interpret: giveBack,
};

function giveBack(context: Context, entry: Entry): void {
  const stock_plan_id = namedPlan(context, entry);
  const security = findSecurity(context, entry, null);
  const returned = positive(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (stock_plan_id === null || !security || returned === null || entry.effective_date === null) return;
  context.pool_returns.push(entry);
  context.effects.pool_returns.push({
    stock_plan_id,
    security_id: security.row.security_id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    quantity: formatDecimal(returned),
  });
}
