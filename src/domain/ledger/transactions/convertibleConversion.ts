// TX_CONVERTIBLE_CONVERSION: the convertible becomes stock and ends, with or without a balance (D6): vendors put shares,
// not money, into quantity_converted, so no sum is taken from it.
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { decimalOf, isAbsent } from '../core/fields.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkTrigger } from '../rules/triggers.ts';
import { checkKeeps, claim, findBalance, findResults } from '../core/results.ts';

export function convertibleConversion(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'CONVERTIBLE');
  const results = findResults(context, entry);
  const balance = findBalance(context, entry, source);
  if (!source || !canEnd(context, entry, source)) return;
  const converted = decimalOf(entry.transaction, 'quantity_converted');
  if (!isAbsent(entry.transaction['quantity_converted']) && (converted === null || converted <= 0n)) {
    reportError(
      context,
      entry,
      'E7',
      `${entry.object_type} ${entry.id}: its quantity_converted is not more than zero. It is converted all the same.`,
    );
  }
  checkTrigger(context, entry, source);
  endSecurity(context, entry, source, 'converted', { quantity: source.remaining, balance });
  checkKeeps(context, entry, source, results.found, { holder: true });
  claim(context, entry, [source], results.found, false);
  if (balance) claim(context, entry, [source], [balance], true);
}
