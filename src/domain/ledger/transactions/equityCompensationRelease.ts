// TX_EQUITY_COMPENSATION_RELEASE: vested units become shares. Shares may be withheld for tax, so there may be fewer.
import { grouped } from '../../figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { decimalOf } from '../core/fields.ts';
import { noteExercise } from '../rules/exercises.ts';
import { positiveMove } from '../core/quantity.ts';
import { canReduce, checkEnough, findSecurity, reduceSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkKeeps, claim, findResults, sumOf } from '../core/results.ts';

export function equityCompensationRelease(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'EQUITY_COMPENSATION');
  const results = findResults(context, entry);
  const moved = positiveMove(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!source || moved === null || !canReduce(context, entry, source)) return;
  checkEnough(context, entry, source, moved, 'quantity');
  noteExercise(context, entry, source, moved);
  reduceSecurity(context, entry, source, moved, 'RELEASE');
  checkKeeps(context, entry, source, results.found, { holder: true, kind: 'STOCK' });
  const sum = sumOf(results.found);
  if (sum !== null && sum > moved) {
    const message = `${entry.object_type} ${entry.id}: its resulting securities sum to ${grouped(sum)}, more than the ${grouped(moved)} released.`;
    reportError(context, entry, 'E8', message);
  }
  claim(context, entry, [source], results.found, false);
}
