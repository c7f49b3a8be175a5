// TX_STOCK_CONSOLIDATION: several certificates of one holder and class become one.
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { textsOf } from '../core/fields.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import { checkKeeps, checkResultsSum, claim, findResults } from '../core/results.ts';
import type { SecurityState } from '../core/state.ts';

export function consolidation(context: Context, entry: Entry): void {
  const ids = [...new Set(textsOf(entry.transaction, 'security_ids'))];
  const results = findResults(context, entry);
  if (ids.length === 0) {
    reportError(
      context,
      entry,
      'E2',
      `${entry.object_type} ${entry.id} names no security_ids. It is kept without effect.`,
    );
    return;
  }
  const sources: SecurityState[] = [];
  for (const securityId of ids) {
    const source = findSecurity(context, entry, 'STOCK', { securityId });
    if (source && canEnd(context, entry, source)) sources.push(source);
  }
  const taken = sources.reduce((sum, source) => sum + (source.remaining ?? 0n), 0n);
  for (const source of sources) {
    endSecurity(context, entry, source, 'consolidated', { quantity: source.remaining, balance: null });
    checkKeeps(context, entry, source, results.found, { class: true, holder: true, kind: 'STOCK' });
  }
  if (sources.length === ids.length) checkResultsSum(context, entry, results, taken, 'consolidated');
  claim(context, entry, sources, results.found, false);
}
