// TX_EQUITY_COMPENSATION_RELEASE: vested units become shares, or fewer shares when some are withheld for tax.
import { grouped } from '../../figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { decimalOf } from '../core/fields.ts';
import { noteExercise } from '../rules/exercises.ts';
import { positiveMove } from '../core/quantity.ts';
import { canReduce, checkEnough, findSecurity, reduceSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { checkKeeps, linkResults, findResults, sumOf } from '../core/results.ts';
import { securityLine } from '../core/lines.ts';
import { may, must, onSecurity, price, quantity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const equityCompensationRelease: TransactionType = {
  type: 'TX_EQUITY_COMPENSATION_RELEASE',
  rank: 'exercise',
  shape: {
    ...onSecurity,
    ...results,
    ...quantity,
    settlement_date: must('date'),
    release_price: price(must('money')),
    consideration_text: may('text'),
  },
  summary: securityLine('Released'),
  interpret: release,
};

function release(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'EQUITY_COMPENSATION');
  const became = findResults(context, entry);
  const moved = positiveMove(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!source || moved === null || !canReduce(context, entry, source)) return;
  checkEnough(context, entry, source, moved, 'quantity');
  noteExercise(context, entry, source, moved);
  reduceSecurity(context, entry, source, moved, 'RELEASE');
  checkKeeps(context, entry, source, became.found, { holder: true, kind: 'STOCK' });
  const sum = sumOf(became.found);
  if (sum !== null && sum > moved) {
    const message = `${entry.object_type} ${entry.id}: its resulting securities sum to ${grouped(sum)}, more than the ${grouped(moved)} released.`;
    reportError(context, entry, 'E8', message);
  }
  linkResults(context, entry, [source], became.found, false);
}
