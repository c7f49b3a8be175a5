// TX_*_ACCEPTANCE: the holder has accepted the security. Nothing moves, but it can no longer be retracted (E10).
import { say } from '#src/words/say.ts';
import { reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import { securityLine } from '../core/lines.ts';
import { findSecurity } from '../core/movement.ts';
import { onSecurity } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { SECURITY_KINDS } from '../core/types.ts';
import type { SecurityKind } from '../core/types.ts';

export const acceptances = SECURITY_KINDS.map((kind): TransactionType => ({
  type: `TX_${kind}_ACCEPTANCE`,
  rank: 'acceptance',
  shape: onSecurity,
  summary: securityLine(say`Accepted`),
  interpret: (context, entry) => accept(context, entry, kind),
}));

function accept(context: Context, entry: Entry, kind: SecurityKind): void {
  const security = findSecurity(context, entry, kind);
  const effective_date = entry.effective_date;
  if (!security || effective_date === null) return;
  const { security_id } = security.row;
  if (security.ended?.verb === 'retracted') {
    const { on_date } = security.ended;
    reportError(
      context,
      entry,
      'E10',
      say`${entry.object_type} ${entry.id} accepts a security that was retracted on ${on_date}.`,
    );
  }
  security.accepted_on ??= effective_date;
  context.effects.acceptances.push({ security_id, effective_date, transaction_id: entry.id });
}
