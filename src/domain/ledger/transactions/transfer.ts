// TX_*_TRANSFER: a security passes to other holders; the rest, if any, becomes a balance security of the old holder.
import { say } from '#src/words/say.ts';
import type { Context } from '../core/context.ts';
import { takenBy } from '../core/entry.ts';
import type { Entry } from '../core/entry.ts';
import { isAbsent } from '../core/fields.ts';
import { securityLine } from '../core/lines.ts';
import { findSecurity, takeOut } from '../core/movement.ts';
import { positiveMove } from '../core/quantity.ts';
import {
  checkBalanceSum,
  checkKeeps,
  checkResultsSum,
  linkResults,
  findBalance,
  findResults,
} from '../core/results.ts';
import { may, measureOf, measureShape, onSecurity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { SECURITY_KINDS } from '../core/types.ts';
import type { SecurityKind } from '../core/types.ts';

export const transfers = SECURITY_KINDS.map((kind): TransactionType => ({
  type: `TX_${kind}_TRANSFER`,
  rank: 'transfer',
  shape: {
    ...onSecurity,
    ...results,
    balance_security_id: may('text'),
    consideration_text: may('text'),
    ...measureShape(kind),
  },
  takes: measureOf(kind),
  summary: securityLine(say`Transferred`),
  interpret: (context, entry) => transfer(context, entry, kind),
}));

function transfer(context: Context, entry: Entry, kind: SecurityKind): void {
  const field = measureOf(kind);
  const source = findSecurity(context, entry, kind);
  const became = findResults(context, entry);
  const balance = findBalance(context, entry, source);
  const moved = positiveMove(context, entry, field, takenBy(entry));
  if (!source || moved === null) return;
  const available = source.remaining;
  const namesBalance = !isAbsent(entry.transaction['balance_security_id']);
  const taking = { moved, field, verb: 'transferred', why: 'PARTIAL_TRANSFER', balance, namesBalance } as const;
  if (!takeOut(context, entry, source, taking)) return;
  checkKeeps(context, entry, source, became.found, { class: true, kind });
  checkResultsSum(context, entry, became, moved);
  checkBalanceSum(context, entry, available, moved, balance);
  linkResults(context, entry, [source], became.found, false);
  if (balance) linkResults(context, entry, [source], [balance], true);
}
