// TX_*_CANCELLATION: shares leave the table; the rest, if any, becomes a balance security. The format has no reissuance of
// grants and warrants, so a split cancels them: one that is cancelled whole on the day of a split, with its split number as
// balance, counts as reissued.
import { say } from '#src/words/say.ts';
import type { Context } from '../core/context.ts';
import { takenBy } from '../core/entry.ts';
import type { Entry } from '../core/entry.ts';
import { isAbsent } from '../core/fields.ts';
import { securityLine } from '../core/lines.ts';
import { canEnd, endSecurity, findSecurity, takeOut } from '../core/movement.ts';
import { positiveMove } from '../core/quantity.ts';
import { checkBalanceSum, linkResults, findBalance } from '../core/results.ts';
import { may, measureOf, measureShape, must, onSecurity } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { SECURITY_KINDS } from '../core/types.ts';
import type { ReductionWhy, SecurityKind, TerminationVerb } from '../core/types.ts';
import { isSplitOf } from '../rules/splits.ts';

export const cancellations = SECURITY_KINDS.map((kind): TransactionType => ({
  type: `TX_${kind}_CANCELLATION`,
  rank: 'cancellation',
  shape: { ...onSecurity, balance_security_id: may('text'), reason_text: must('text'), ...measureShape(kind) },
  takes: measureOf(kind),
  summary: securityLine(say`Cancelled`),
  interpret: (context, entry) => withdraw(context, entry, kind, { verb: 'cancelled', why: 'PARTIAL_CANCEL' }),
}));

/** Takes what the entry says out of the table, in part or whole. */
export function withdraw(
  context: Context,
  entry: Entry,
  kind: SecurityKind,
  { verb, why }: { verb: TerminationVerb; why: ReductionWhy },
): void {
  const field = measureOf(kind);
  const source = findSecurity(context, entry, kind);
  const balance = findBalance(context, entry, source);
  const moved = positiveMove(context, entry, field, takenBy(entry));
  if (!source || moved === null) return;
  const available = source.remaining;
  if (balance && moved === available && isSplitOf(context, entry, source, balance)) {
    if (!canEnd(context, entry, source)) return;
    endSecurity(context, entry, source, 'reissued', { quantity: moved, balance: null });
    linkResults(context, entry, [source], [balance], false);
    return;
  }
  const namesBalance = !isAbsent(entry.transaction['balance_security_id']);
  if (!takeOut(context, entry, source, { moved, field, verb, why, balance, namesBalance })) return;
  checkBalanceSum(context, entry, available, moved, balance);
  if (balance) linkResults(context, entry, [source], [balance], true);
}
