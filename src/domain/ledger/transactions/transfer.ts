// TX_*_TRANSFER: a security passes to other holders; the rest, if any, becomes a balance security of the old holder.
import type { Context } from '../core/context.ts';
import { decimalOf, isAbsent, moneyOf } from '../core/fields.ts';
import { positiveMove } from '../core/quantity.ts';
import { findSecurity, takeOut } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkBalanceSum, checkKeeps, checkResultsSum, claim, findBalance, findResults } from '../core/results.ts';
import type { SecurityKind } from '../core/types.ts';

export function transfer(kind: SecurityKind) {
  return (context: Context, entry: Entry): void => {
    const field = kind === 'CONVERTIBLE' ? 'amount' : 'quantity';
    const source = findSecurity(context, entry, kind);
    const results = findResults(context, entry);
    const balance = findBalance(context, entry, source);
    const written =
      kind === 'CONVERTIBLE'
        ? (moneyOf(entry.transaction, field)?.amount ?? null)
        : decimalOf(entry.transaction, field);
    const moved = positiveMove(context, entry, field, written);
    if (!source || moved === null) return;
    const available = source.remaining;
    const namesBalance = !isAbsent(entry.transaction['balance_security_id']);
    const taking = { moved, field, verb: 'transferred', why: 'PARTIAL_TRANSFER', balance, namesBalance } as const;
    if (!takeOut(context, entry, source, taking)) return;
    checkKeeps(context, entry, source, results.found, { class: true, kind });
    checkResultsSum(context, entry, results, moved);
    checkBalanceSum(context, entry, available, moved, balance);
    claim(context, entry, [source], results.found, false);
    if (balance) claim(context, entry, [source], [balance], true);
  };
}
