// TX_CONVERTIBLE_CONVERSION: the convertible becomes stock and ends, with or without a balance (D6): vendors put shares,
// not money, into quantity_converted, so no sum is taken from it.
import { say } from '#src/words/say.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { decimalOf, isAbsent } from '../core/fields.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { checkTrigger } from '../rules/triggers.ts';
import { checkKeeps, linkResults, findBalance, findResults } from '../core/results.ts';
import { securityLine } from '../core/lines.ts';
import { may, must, onSecurity, results } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';

export const convertibleConversion: TransactionType = {
  type: 'TX_CONVERTIBLE_CONVERSION',
  rank: 'conversion',
  shape: {
    ...onSecurity,
    ...results,
    reason_text: must('text'),
    trigger_id: must('text'),
    quantity_converted: may('number'),
    balance_security_id: may('text'),
    capitalization_definition: may('object'),
  },
  summary: securityLine(say`Converted`),
  interpret: convert,
};

function convert(context: Context, entry: Entry): void {
  const source = findSecurity(context, entry, 'CONVERTIBLE');
  const became = findResults(context, entry);
  const balance = findBalance(context, entry, source);
  if (!source || !canEnd(context, entry, source)) return;
  const converted = decimalOf(entry.transaction, 'quantity_converted');
  if (!isAbsent(entry.transaction['quantity_converted']) && (converted === null || converted <= 0n)) {
    reportError(
      context,
      entry,
      'E7',
      say`${entry.object_type} ${entry.id}: its quantity_converted is not more than zero. The convertible is converted anyway.`,
    );
  }
  checkTrigger(context, entry, source);
  endSecurity(context, entry, source, 'converted', { quantity: source.remaining, balance });
  checkKeeps(context, entry, source, became.found, { holder: true });
  linkResults(context, entry, [source], became.found, false);
  if (balance) linkResults(context, entry, [source], [balance], true);
}
