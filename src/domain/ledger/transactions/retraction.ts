// TX_*_RETRACTION: the security is void from that day; only before its holder accepted it (E10).
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { canEnd, endSecurity, findSecurity, nounOf } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import type { SecurityKind } from '../core/types.ts';

export function retraction(kind: SecurityKind) {
  return (context: Context, entry: Entry): void => {
    const source = findSecurity(context, entry, kind);
    if (!source || !canEnd(context, entry, source)) return;
    if (source.accepted_on !== null) {
      const message = `${entry.object_type} ${entry.id} retracts what was accepted on ${source.accepted_on}.`;
      const detail = `This ${nounOf(kind)} was accepted on ${source.accepted_on}; it can be cancelled but not retracted.`;
      reportError(context, entry, 'E10', message, { code: 'already_accepted', detail });
    }
    endSecurity(context, entry, source, 'retracted', { quantity: source.remaining, balance: null });
  };
}
