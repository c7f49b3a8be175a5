// TX_WARRANT_EXERCISE: always ends the warrant (D6). Exercised in part, a new warrant of the same terms is issued for the
// rest on that day; it may be among the results.
import type { Context } from '../core/context.ts';
import { checkExpiry } from '../rules/exercises.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkTrigger } from '../rules/triggers.ts';
import { checkKeeps, claim, findResults } from '../core/results.ts';

export function warrantExercise(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'WARRANT');
  const results = findResults(context, entry);
  if (!source || !canEnd(context, entry, source)) return;
  checkTrigger(context, entry, source);
  checkExpiry(context, entry, source);
  endSecurity(context, entry, source, 'exercised', { quantity: source.remaining, balance: null });
  checkKeeps(context, entry, source, results.found, { holder: true });
  claim(context, entry, [source], results.found, false);
}
