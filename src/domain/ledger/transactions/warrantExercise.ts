// TX_WARRANT_EXERCISE: always ends the warrant (D6). Exercised in part, a new warrant of the same terms is issued for the
// rest on that day; it may be among the results.
import { say } from '#src/words/say.ts';
import type { Context } from '../core/context.ts';
import { checkExpiry } from '../rules/exercises.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { checkTrigger } from '../rules/triggers.ts';
import { checkKeeps, linkResults, findResults } from '../core/results.ts';
import { securityLine } from '../core/lines.ts';
import { may, must, onSecurity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const warrantExercise: TransactionType = {
  type: 'TX_WARRANT_EXERCISE',
  rank: 'exercise',
  shape: { ...onSecurity, ...results, trigger_id: must('text'), consideration_text: may('text') },
  summary: securityLine(say`Exercised`),
  interpret: exercise,
};

function exercise(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'WARRANT');
  const became = findResults(context, entry);
  if (!source || !canEnd(context, entry, source)) return;
  checkTrigger(context, entry, source);
  checkExpiry(context, entry, source);
  endSecurity(context, entry, source, 'exercised', { quantity: source.remaining, balance: null });
  checkKeeps(context, entry, source, became.found, { holder: true });
  linkResults(context, entry, [source], became.found, false);
}
