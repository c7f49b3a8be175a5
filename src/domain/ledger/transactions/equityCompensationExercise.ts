// TX_EQUITY_COMPENSATION_EXERCISE: the option stays open with less in it; the shares are an issuance of their own.
import type { Context } from '../core/context.ts';
import { decimalOf } from '../core/fields.ts';
import { noteExercise } from '../rules/exercises.ts';
import { positiveMove } from '../core/quantity.ts';
import { canReduce, checkEnough, findSecurity, reduceSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkKeeps, checkResultsSum, claim, findResults } from '../core/results.ts';

export function equityCompensationExercise(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'EQUITY_COMPENSATION');
  const results = findResults(context, entry);
  const moved = positiveMove(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!source || moved === null || !canReduce(context, entry, source)) return;
  checkEnough(context, entry, source, moved, 'quantity');
  noteExercise(context, entry, source, moved);
  reduceSecurity(context, entry, source, moved, 'EXERCISE');
  checkKeeps(context, entry, source, results.found, { holder: true, kind: 'STOCK' });
  // Appreciation rights settle in the gain, which is fewer shares than rights; options give one share each.
  const settlesInGain = source.row.security_type === 'CSAR' || source.row.security_type === 'SSAR';
  if (!settlesInGain) checkResultsSum(context, entry, results, moved, 'exercised');
  claim(context, entry, [source], results.found, false);
}
