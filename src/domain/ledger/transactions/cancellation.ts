// TX_*_CANCELLATION and TX_STOCK_REPURCHASE: shares leave the table; the rest, if any, becomes a balance security. The format
// has no reissuance of a grant or a warrant: one that is cancelled whole on the day of a split, with what the split makes of
// it as its balance, is issued anew by that split.
import type { Context } from '../core/context.ts';
import { decimalOf, isAbsent, moneyOf } from '../core/fields.ts';
import { positiveMove } from '../core/quantity.ts';
import { canEnd, endSecurity, findSecurity, takeOut } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkBalanceSum, claim, findBalance } from '../core/results.ts';
import { isSplitOf } from '../rules/splits.ts';
import type { ReductionWhy, SecurityKind, TerminationVerb } from '../core/types.ts';

export function cancellation(kind: SecurityKind) {
  return (context: Context, entry: Entry): void => withdraw(context, entry, kind, 'cancelled', 'PARTIAL_CANCEL');
}

/** The company buys shares back. */
export function repurchase(context: Context, entry: Entry): void {
  withdraw(context, entry, 'STOCK', 'repurchased', 'PARTIAL_REPURCHASE');
}

function withdraw(context: Context, entry: Entry, kind: SecurityKind, verb: TerminationVerb, why: ReductionWhy): void {
  const field = kind === 'CONVERTIBLE' ? 'amount' : 'quantity';
  const source = findSecurity(context, entry, kind);
  const balance = findBalance(context, entry, source);
  const written =
    kind === 'CONVERTIBLE' ? (moneyOf(entry.transaction, field)?.amount ?? null) : decimalOf(entry.transaction, field);
  const moved = positiveMove(context, entry, field, written);
  if (!source || moved === null) return;
  const available = source.remaining;
  if (balance && moved === available && isSplitOf(context, entry, source, balance)) {
    if (!canEnd(context, entry, source)) return;
    endSecurity(context, entry, source, 'reissued', { quantity: moved, balance: null });
    claim(context, entry, [source], [balance], false);
    return;
  }
  const namesBalance = !isAbsent(entry.transaction['balance_security_id']);
  if (!takeOut(context, entry, source, { moved, field, verb, why, balance, namesBalance })) return;
  checkBalanceSum(context, entry, available, moved, balance);
  if (balance) claim(context, entry, [source], [balance], true);
}
