// TX_STOCK_REISSUANCE: a new certificate for the same shares, or for the new number of shares after a split (E11).
import { say } from '#src/words/say.ts';
import { classInWords } from '../core/names.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { textOf } from '../core/fields.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { checkKeeps, checkResultsSum, linkResults, findResults } from '../core/results.ts';
import type { SecurityState } from '../core/state.ts';
import { securityLine } from '../core/lines.ts';
import { may, onSecurity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const reissuance: TransactionType = {
  type: 'TX_STOCK_REISSUANCE',
  rank: 'reissuance',
  shape: { ...onSecurity, ...results, split_transaction_id: may('text'), reason_text: may('text') },
  summary: securityLine(say`Reissued`),
  interpret: reissue,
};

function reissue(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'STOCK');
  const became = findResults(context, entry);
  const split_id = textOf(entry.transaction, 'split_transaction_id');
  const hasSplit = split_id !== null && checkSplit(context, entry, source, split_id);
  if (!source || !canEnd(context, entry, source)) return;
  const taken = source.remaining ?? 0n;
  endSecurity(context, entry, source, 'reissued', { quantity: source.remaining, balance: null });
  checkKeeps(context, entry, source, became.found, { class: true, holder: true, kind: 'STOCK' });
  // For a split, the sum is checked per holder and class when all its reissuances are known.
  if (split_id === null) checkResultsSum(context, entry, became, taken, say`reissued`);
  else if (hasSplit && became.isComplete) {
    context.split_exchanges.push({ entry, split_id, source, taken, results: became.found });
  }
  linkResults(context, entry, [source], became.found, false);
}

function checkSplit(context: Context, entry: Entry, source: SecurityState | null, split_id: string): boolean {
  const split = context.state.splits.get(split_id);
  const name = `${entry.object_type} ${entry.id}`;
  if (!split) {
    reportError(context, entry, 'E11', say`${name}: its split_transaction_id ${split_id} does not exist.`);
    return false;
  }
  if (split.effective_date !== entry.date) {
    reportError(context, entry, 'E11', say`${name} is dated ${entry.date}, its split ${split.effective_date}.`);
  }
  if (source && source.row.stock_class_id !== split.stock_class_id) {
    const message = say`${name} reissues a security of ${classInWords(context.state, source.row.stock_class_id)}, but names a split of ${classInWords(context.state, split.stock_class_id)}.`;
    reportError(context, entry, 'E11', message);
    return false;
  }
  return true;
}
