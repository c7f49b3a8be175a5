// A holder says what is wrong with a holding. The company gets a task and a conversation to answer in.
import type { z } from 'zod';
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import { dayAt } from '#src/domain/dates.ts';
import type { Acknowledged } from '#src/resources/acknowledgements.ts';
import { addNotices } from '#server/data/notices.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { fileIds } from '../office/messageFiles.ts';
import { openThread } from '../office/messages.ts';
import { ownHolding } from './ownHolding.ts';
import { acknowledgementShown, addAnswer, currentOf, acknowledgementsOf } from './said.ts';

export const disputeBody = bodyOf('certificates.dispute').extend({ file_ids: fileIds });

/**
 * Out: the record with what the holder said of it. Refuses: forbidden (403), not_found (404), not_active,
 * already_disputed (409), a reason that is empty or too long (422), too_many (429, as for any thread).
 */
export async function dispute(
  context: CommandContext,
  kind: Acknowledged,
  id: string,
  { reason, file_ids }: z.infer<typeof disputeBody>,
): Promise<Row> {
  const { tx, deps } = context;
  const { record, number, name, holder } = await ownHolding(context, kind, id);
  const shareholder = record.shareholder_id;
  const standing = await acknowledgementsOf(context, id, shareholder);
  const [before] = standing.said;
  const open = currentOf(standing);
  if (open?.state === 'disputed')
    throw conflict(
      'already_disputed',
      `The company was told on ${dayAt(new Date(open.at), context.actor.time_zone)} that something is wrong with ${number}. Write more in that conversation, under Messages.`,
    );
  const subject = `${name}: something is wrong`;
  const opened = { subject, body: reason, mode: 'broadcast', participants: [shareholder], file_ids } as const;
  const thread = await openThread(context, opened);
  const told = await addAnswer(
    context,
    { security: id, shareholder, before },
    { state: 'disputed', thread_id: thread.id, message_id: thread.message_id, task_id: deps.newId() },
  );
  await tx.rows('select add_dispute_task($1, $2, $3, $4)', [
    id,
    told,
    `Settle the dispute of ${number}, ${holder}`,
    `${reason}\n\nAnswer under Messages, in “${subject}”. The task is completed when you close that conversation, or when the holder agrees.`,
  ]);
  await addNotices(context, {
    kind: 'holding_disputed',
    resource: kind,
    event: thread.id,
    told: [{ id, words: { shareholder: holder, number } }],
  });
  recordActivity(context, {
    text: `said that something is wrong with ${number}`,
    resource: kind,
    id,
    shareholder_id: shareholder,
  });
  return { ...record, ...(await acknowledgementShown(context, record)) };
}
