// TX_EQUITY_COMPENSATION_EXERCISE: the option stays open with fewer shares; the stock has its own issuance.
import type { Context } from '../core/context.ts';
import { decimalOf } from '../core/fields.ts';
import { noteExercise } from '../rules/exercises.ts';
import { positiveMove } from '../core/quantity.ts';
import { canReduce, checkEnough, findSecurity, reduceSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { checkKeeps, checkResultsSum, linkResults, findResults } from '../core/results.ts';
import { securityLine } from '../core/lines.ts';
import { may, onSecurity, quantity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const equityCompensationExercise: TransactionType = {
  type: 'TX_EQUITY_COMPENSATION_EXERCISE',
  rank: 'exercise',
  shape: { ...onSecurity, ...results, ...quantity, consideration_text: may('text') },
  summary: securityLine('Exercised'),
  interpret: exercise,
};

function exercise(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'EQUITY_COMPENSATION');
  const became = findResults(context, entry);
  const moved = positiveMove(context, entry, 'quantity', decimalOf(entry.transaction, 'quantity'));
  if (!source || moved === null || !canReduce(context, entry, source)) return;
  checkEnough(context, entry, source, moved, 'quantity');
  noteExercise(context, entry, source, moved);
  reduceSecurity(context, entry, source, moved, 'EXERCISE');
  checkKeeps(context, entry, source, became.found, { holder: true, kind: 'STOCK' });
  // Appreciation rights settle in the gain, which is fewer shares than rights; options give one share each.
  const settlesInGain = source.row.security_type === 'CSAR' || source.row.security_type === 'SSAR';
  if (!settlesInGain) checkResultsSum(context, entry, became, moved, 'exercised');
  linkResults(context, entry, [source], became.found, false);
}
