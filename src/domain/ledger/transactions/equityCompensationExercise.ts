// TX_EQUITY_COMPENSATION_EXERCISE: the option stays open with fewer shares; the stock has its own issuance.
import { say } from '#src/words/say.ts';
import type { Context } from '../core/context.ts';
import { takeFromGrant } from '../rules/exercises.ts';
import type { Entry } from '../core/entry.ts';
import { checkResultsSum, linkResults } from '../core/results.ts';
import { securityLine } from '../core/lines.ts';
import { may, onSecurity, quantity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const equityCompensationExercise: TransactionType = {
  type: 'TX_EQUITY_COMPENSATION_EXERCISE',
  rank: 'exercise',
  shape: { ...onSecurity, ...results, ...quantity, consideration_text: may('text') },
  summary: securityLine(say`Exercised`),
  interpret: exercise,
};

function exercise(context: Context, entry: Entry): void {
  const taken = takeFromGrant(context, entry, 'EXERCISE');
  if (!taken) return;
  const { source, became, moved } = taken;
  // Appreciation rights settle in the gain, which is fewer shares than rights; options give one share each.
  const settlesInGain = source.row.security_type === 'CSAR' || source.row.security_type === 'SSAR';
  if (!settlesInGain) checkResultsSum(context, entry, became, moved, say`exercised`);
  linkResults(context, entry, [source], became.found, false);
}
