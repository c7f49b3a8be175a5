// A holder confirms what is recorded about a holding, up to its present last entry.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import type { Acknowledged } from '#src/resources/acknowledgements.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { ownHolding } from './ownHolding.ts';
import { acknowledgementShown, addAnswer, currentOf, acknowledgementsOf } from './said.ts';
import { completeTask, settleCarried } from './settle.ts';

/**
 * Confirming the same entries again changes nothing. Settles a dispute. Out: the record with what the holder said of
 * it. Refuses: forbidden (403), not_found (404), not_active, changed_since (409).
 */
export async function agree(
  context: CommandContext,
  kind: Acknowledged,
  id: string,
  { last_entry: seen }: VerbBody<'certificates.agree'>,
): Promise<Row> {
  const { record, number } = await ownHolding(context, kind, id);
  const shareholder = record.shareholder_id;
  const standing = await acknowledgementsOf(context, id, shareholder);
  const [before] = standing.said;
  if (typeof seen === 'number' && String(seen) !== standing.last_entry)
    throw conflict('changed_since', `${number} has changed since you opened it. Reload the page and check it again.`);
  if (currentOf(standing)?.state !== 'agreed') {
    await addAnswer(
      context,
      { security: id, shareholder, before },
      { state: 'agreed', ledger_seq: standing.last_entry },
    );
    if (before?.state === 'disputed') await completeTask(context, id, before, 'the holder agrees');
    if (standing.carried) await settleCarried(context, standing.carried.security, shareholder);
    recordActivity(context, {
      text: `agreed that ${number} is right`,
      resource: kind,
      id,
      shareholder_id: shareholder,
    });
  }
  return { ...record, ...(await acknowledgementShown(context, record)) };
}
