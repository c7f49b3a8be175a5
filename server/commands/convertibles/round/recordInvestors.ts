// Who pays for stock in a round, or whose instrument converts in one, is an investor unless the company said otherwise.
import { shareholders } from '../../../../src/resources/shareholders.ts';
import { findRecord } from '../../../data/resourceRepository.ts';
import type { CommandContext } from '../../core/context.ts';
import { updateShareholder } from '../../shareholders/shareholders.ts';

/** Of those who have no relationship yet. Call once the round is written. */
export async function recordInvestors(context: CommandContext, ids: readonly string[]): Promise<void> {
  for (const id of new Set(ids)) {
    const record = await findRecord(context.tx, context.actor, shareholders, id);
    if (record && record.relationship === null) await updateShareholder(context, record, { relationship: 'investor' });
  }
}
