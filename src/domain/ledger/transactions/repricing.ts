// TX_EQUITY_COMPENSATION_REPRICING: changes the exercise price of a grant from that day on.
import { say } from '#src/words/say.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { moneyOf } from '../core/fields.ts';
import { canReduce, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { securityLine } from '../core/lines.ts';
import { must, onSecurity, price } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const repricing: TransactionType = {
  type: 'TX_EQUITY_COMPENSATION_REPRICING',
  rank: 'repricing',
  shape: { ...onSecurity, new_exercise_price: price(must('money')) },
  isNewerThanRelease: true,
  summary: securityLine(say`Changed the price of`),
  interpret: reprice,
};

function reprice(context: Context, entry: Entry): void {
  const security = findSecurity(context, entry, 'EQUITY_COMPENSATION');
  const exercisePrice = moneyOf(entry.transaction, 'new_exercise_price');
  if (exercisePrice === null) {
    const message = say`${entry.object_type} ${entry.id}: its new_exercise_price is not an exact amount. It is kept without effect.`;
    reportError(context, entry, 'quantity_not_positive', message);
  }
  if (!security || exercisePrice === null || entry.effective_date === null) return;
  if (!canReduce(context, entry, security)) return;
  context.effects.repricings.push({
    security_id: security.row.security_id,
    effective_date: entry.effective_date,
    transaction_id: entry.id,
    exercise_price: formatDecimal(exercisePrice.amount),
    currency: exercisePrice.currency,
  });
}
