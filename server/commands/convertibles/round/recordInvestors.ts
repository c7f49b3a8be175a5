// Who pays for stock in a round, or whose instrument converts in one, is an investor unless the company said otherwise.
import { shareholders } from '#src/resources/shareholders.ts';
import { orgOf } from '#server/auth/actor.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { updateShareholder } from '#server/commands/shareholders/shareholders.ts';

/** Of those who have no relationship yet. Call once the round is written. */
export async function recordInvestors(context: CommandContext, ids: readonly string[]): Promise<void> {
  // Most have one, and a whole record costs what it holds.
  const without = await context.tx.rows<{ id: string }>(
    'select id from shareholder where org_id = $1 and id = any ($2) and relationship is null order by id',
    [orgOf(context.actor), ids],
  );
  for (const { id } of without) {
    const record = await findRecord(context.tx, context.actor, shareholders, id);
    if (record) await updateShareholder(context, record, { relationship: 'investor' });
  }
}
