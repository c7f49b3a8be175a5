// TX_STOCK_REISSUANCE: the same holding on new paper, or the new number of shares after a split (E11).
import { classInWords } from '../core/inWords.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { textOf } from '../core/fields.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkKeeps, checkResultsSum, claim, findResults } from '../core/results.ts';
import type { SecurityState } from '../core/state.ts';

export function reissuance(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'STOCK');
  const results = findResults(context, entry);
  const split_id = textOf(entry.transaction, 'split_transaction_id');
  const hasSplit = split_id !== null && checkSplit(context, entry, source, split_id);
  if (!source || !canEnd(context, entry, source)) return;
  const taken = source.remaining ?? 0n;
  endSecurity(context, entry, source, 'reissued', { quantity: source.remaining, balance: null });
  checkKeeps(context, entry, source, results.found, { class: true, holder: true, kind: 'STOCK' });
  // With a split the sum is judged per holder and class once every reissuance of it is known.
  if (split_id === null) checkResultsSum(context, entry, results, taken, 'reissued');
  else if (hasSplit && results.isComplete) {
    context.split_exchanges.push({ entry, split_id, source, taken, results: results.found });
  }
  claim(context, entry, [source], results.found, false);
}

function checkSplit(context: Context, entry: Entry, source: SecurityState | null, split_id: string): boolean {
  const split = context.state.splits.get(split_id);
  const name = `${entry.object_type} ${entry.id}`;
  if (!split) {
    reportError(context, entry, 'E11', `${name}: its split_transaction_id ${split_id} does not exist.`);
    return false;
  }
  if (split.effective_date !== entry.date) {
    reportError(context, entry, 'E11', `${name} is dated ${entry.date}, its split ${split.effective_date}.`);
  }
  if (source && source.row.stock_class_id !== split.stock_class_id) {
    const message = `${name} is of ${classInWords(context.state, source.row.stock_class_id)}, its split of ${classInWords(context.state, split.stock_class_id)}.`;
    reportError(context, entry, 'E11', message);
    return false;
  }
  return true;
}
