// TX_*_ACCEPTANCE: the holder has taken the security. Moves nothing, but from then on it cannot be retracted (E10).
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { findSecurity } from '../core/movement.ts';
import type { Entry } from '../core/order.ts';
import type { SecurityKind } from '../core/types.ts';

export function acceptance(kind: SecurityKind) {
  return (context: Context, entry: Entry): void => {
    const security = findSecurity(context, entry, kind);
    const effective_date = entry.effective_date;
    if (!security || effective_date === null) return;
    const { security_id } = security.row;
    if (security.ended?.verb === 'retracted') {
      const { on_date } = security.ended;
      reportError(context, entry, 'E10', `${entry.object_type} ${entry.id} accepts what was retracted on ${on_date}.`);
    }
    security.accepted_on ??= effective_date;
    context.effects.acceptances.push({ security_id, effective_date, transaction_id: entry.id });
  };
}
