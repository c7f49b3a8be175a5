// CE_STAKEHOLDER_RELATIONSHIP and CE_STAKEHOLDER_STATUS: what a holder is to the company from that day. No stock moves.
import { pushTo, reportError } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { textOf } from '../core/fields.ts';
import type { Entry } from '../core/order.ts';

export function stakeholderChange(context: Context, entry: Entry): void {
  const stakeholder_id = textOf(entry.transaction, 'stakeholder_id');
  if (stakeholder_id === null || !context.state.holders.has(stakeholder_id)) {
    const what = stakeholder_id === null ? 'is absent' : `${stakeholder_id} does not exist`;
    reportError(
      context,
      entry,
      'E1',
      `${entry.object_type} ${entry.id}: its stakeholder_id ${what}. It is kept without effect.`,
    );
    return;
  }
  if (entry.effective_date === null) return;
  const { effective_date } = entry;
  const new_status = textOf(entry.transaction, 'new_status');
  if (new_status !== null) pushTo(context.state.service, stakeholder_id, { effective_date, new_status });
  context.effects.stakeholder_changes.push({
    stakeholder_id,
    effective_date,
    transaction_id: entry.id,
    new_status,
    relationship_started: textOf(entry.transaction, 'relationship_started'),
    relationship_ended: textOf(entry.transaction, 'relationship_ended'),
  });
}
