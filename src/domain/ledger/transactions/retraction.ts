// TX_*_RETRACTION: the security is void from that day on. Only allowed before its holder accepted it (E10).
import { say } from '#src/words/say.ts';
import { reportError, reportWarning } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import { securityLine } from '../core/lines.ts';
import { canEnd, endSecurity, findSecurity, nounOf } from '../core/movement.ts';
import { numberOf } from '../core/names.ts';
import { must, onSecurity } from '../core/shapes.ts';
import type { TransactionType } from '../core/transactionType.ts';
import { SECURITY_KINDS } from '../core/types.ts';
import type { SecurityKind } from '../core/types.ts';

export const retractions = SECURITY_KINDS.map((kind): TransactionType => ({
  type: `TX_${kind}_RETRACTION`,
  rank: 'retraction',
  shape: { ...onSecurity, reason_text: must('text') },
  summary: securityLine(say`Retracted`),
  interpret: (context, entry) => retract(context, entry, kind),
}));

function retract(context: Context, entry: Entry, kind: SecurityKind): void {
  const source = findSecurity(context, entry, kind);
  if (!source || !canEnd(context, entry, source)) return;
  if (source.accepted_on !== null) {
    const message = say`${entry.object_type} ${entry.id} retracts a security that was accepted on ${source.accepted_on}.`;
    const detail = say`This ${nounOf(kind)} was accepted on ${source.accepted_on}; it can be cancelled but not retracted.`;
    reportError(context, entry, 'E10', message, { code: 'already_accepted', detail });
  }
  // Our own command refuses this and names the entry; what another program wrote takes effect as it is written.
  if (source.resulted_from !== null && context.mode === 'import') {
    const message = say`${entry.object_type} ${entry.id} retracts ${numberOf(context.state, source.row.security_id)}, which came from another security. Its shares stop counting, and what it came from stays ended.`;
    reportWarning(context, entry, 'retracts_successor', message);
  }
  endSecurity(context, entry, source, 'retracted', { quantity: source.remaining, balance: null });
}
