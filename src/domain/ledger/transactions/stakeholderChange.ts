// CE_STAKEHOLDER_RELATIONSHIP and CE_STAKEHOLDER_STATUS: what a holder is to the company from that day. No stock moves.
import { say } from '#src/words/say.ts';
import { pushTo } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import type { Entry } from '../core/entry.ts';
import { textOf } from '../core/fields.ts';
import { goesOnWithOf, holderOf, line } from '../core/lines.ts';
import { reportMissing } from '../core/references.ts';
import { dated, may, must } from '../core/shapes.ts';
import type { LedgerState } from '../core/state.ts';
import type { TransactionType } from '../core/transactionType.ts';
import type { OcfObject } from '../core/types.ts';

const CHANGED = {
  relationship: goesOnWithOf(say`Changed the relationship`),
  service: goesOnWithOf(say`Ended the service`),
  status: goesOnWithOf(say`Changed the status`),
};

export const relationshipChange: TransactionType = {
  type: 'CE_STAKEHOLDER_RELATIONSHIP',
  rank: 'change',
  shape: {
    ...dated,
    stakeholder_id: must('text'),
    relationship_started: may('text'),
    relationship_ended: may('text'),
  },
  isNewerThanRelease: true,
  summary: (transaction, state) => line(CHANGED.relationship, ofHolder(transaction, state)),
  interpret: change,
};

export const statusChange: TransactionType = {
  type: 'CE_STAKEHOLDER_STATUS',
  rank: 'change',
  shape: { ...dated, stakeholder_id: must('text'), new_status: must('text') },
  isNewerThanRelease: true,
  headline: 'end_of_service',
  summary: (transaction, state) => {
    const hasLeft = textOf(transaction, 'new_status')?.startsWith('TERMINATION_');
    return line(hasLeft ? CHANGED.service : CHANGED.status, ofHolder(transaction, state));
  },
  interpret: change,
};

function ofHolder(transaction: OcfObject, state: LedgerState): string {
  const holder = holderOf(transaction, state);
  return holder ? say` of ${holder}` : '';
}

function change(context: Context, entry: Entry): void {
  const stakeholder_id = textOf(entry.transaction, 'stakeholder_id');
  if (stakeholder_id === null || !context.state.holders.has(stakeholder_id)) {
    reportMissing(context, entry, 'stakeholder_id', stakeholder_id);
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
