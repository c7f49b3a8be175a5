// TX_STOCK_CONSOLIDATION: several certificates of one holder and class become one.
import { say } from '#src/words/say.ts';
import { grouped, parseDecimal } from '#src/domain/figures/decimal.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { textsOf } from '../core/fields.ts';
import { canEnd, endSecurity, findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/entry.ts';
import { checkKeeps, checkResultsSum, linkResults, findResults } from '../core/results.ts';
import { classNameOf, holderOf, line } from '../core/lines.ts';
import { dated, may, must } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import type { LedgerState, SecurityState } from '../core/state.ts';
import type { OcfObject } from '../core/types.ts';

export const consolidation: TransactionType = {
  type: 'TX_STOCK_CONSOLIDATION',
  rank: 'consolidation',
  shape: { ...dated, security_ids: must('texts'), resulting_security_id: must('text'), reason_text: may('text') },
  isNewerThanRelease: true,
  summary: consolidated,
  interpret: consolidate,
};

function consolidate(context: Context, entry: Entry): void {
  const ids = [...new Set(textsOf(entry.transaction, 'security_ids'))];
  const results = findResults(context, entry);
  if (ids.length === 0) {
    reportError(
      context,
      entry,
      'E2',
      say`${entry.object_type} ${entry.id} names no security_ids. It is kept without effect.`,
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
  if (sources.length === ids.length) checkResultsSum(context, entry, results, taken, say`consolidated`);
  linkResults(context, entry, sources, results.found, false);
}

const NAMED_MAX = 5;

/** "Consolidated CS-1, CS-2: 300 Common, Ada Lovelace". Of many the first ones are named. */
function consolidated(transaction: OcfObject, state: LedgerState): string {
  const sources = textsOf(transaction, 'security_ids').flatMap((id) => state.securities.get(id) ?? []);
  const [first] = sources;
  const numbers = sources.map(({ row }) => row.custom_id).filter(Boolean);
  const more = numbers.length > NAMED_MAX ? say` and ${numbers.length - NAMED_MAX} more` : '';
  const total = sources.reduce((sum, { ended }) => sum + (parseDecimal(ended?.quantity) ?? 0n), 0n);
  const className = classNameOf({}, state, first?.row.stock_class_id);
  const holder = holderOf({}, state, first?.row.stakeholder_id);
  return line(
    numbers.length > 0 ? say`Consolidated ${numbers.slice(0, NAMED_MAX).join(', ')}${more}` : say`Consolidated`,
    total > 0n ? `: ${grouped(total)}${className ? ` ${className}` : ''}` : '',
    holder ? `, ${holder}` : '',
  );
}
