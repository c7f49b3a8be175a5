// The page of a thread: its messages, participants and dispute.
import type { Message, ThreadDetails } from '#src/contract/recordPages.ts';
import type { MessageFile } from '#src/contract/messages.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { disputeShown } from '../commands/acknowledgements/settle.ts';
import { companyName } from '../commands/core/context.ts';
import type { CommandContext } from '../commands/core/context.ts';
import type { Row } from '../db/database.ts';

/** The thread with its messages, participants and dispute, as far as the viewer may see them. */
export async function showThread(context: CommandContext, thread: Row): Promise<Row & ThreadDetails> {
  const { tx, actor } = context;
  const company = await companyName(context);
  const found = await tx.rows<Omit<Message, 'files'>>(
    `select id, author, body, at, case when for_company then $5::text end as on_behalf_of from message
     where org_id = $1 and thread_id = $2 and ($3::uuid is null or $4 = 'group' or for_company or account_id = $3) order by at, id`,
    [actor.org_id, thread.id, isHolder(actor.role) ? actor.account_id : null, thread.mode, company],
  );
  const participants = await tx.rows<{ id: string; name: string }>('select id, name from thread_members($1)', [
    thread.id,
  ]);
  const files = await tx.rows<MessageFile & { message_id: string }>(
    `select f.message_id, f.id, f.name, f.content_type, f.file_size::float8 as file_size
     from message_file f where f.org_id = $1 and f.message_id = any ($2) order by f.position`,
    [actor.org_id, found.map(({ id }) => id)],
  );
  const ofMessage = Map.groupBy(files, ({ message_id }) => message_id);
  const messages = found.map((message) => ({
    ...message,
    files: (ofMessage.get(message.id) ?? []).map(({ id, name, content_type, file_size }) => ({
      id,
      name,
      content_type,
      file_size,
    })),
  }));
  return { ...thread, messages, participants, dispute: await disputeShown(context, String(thread.id)) };
}
