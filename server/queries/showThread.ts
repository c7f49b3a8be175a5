// The page of a thread: its messages, participants and dispute.
import type { Message, ThreadDetails } from '#src/contract/recordPages.ts';
import type { MessageFile, MessageReader } from '#src/contract/messages.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { disputeShown } from '../commands/acknowledgements/settle.ts';
import { companyName } from '../commands/core/context.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { notFound } from '../data/refusals.ts';
import type { Row } from '../db/database.ts';

/** The thread with its messages, participants and dispute, as far as the viewer may see them. */
export async function showThread(context: CommandContext, thread: Row): Promise<Row & ThreadDetails> {
  const { tx, actor } = context;
  const company = await companyName(context);
  const found = await tx.rows<Omit<Message, 'files' | 'read_by' | 'read_by_company'>>(
    `select id, author, body, at, case when for_company then $5::text end as on_behalf_of from message
     where org_id = $1 and thread_id = $2 and ($3::uuid is null or $4 = 'group' or for_company or account_id = $3) order by at, id`,
    [actor.org_id, thread.id, isHolder(actor.role) ? actor.account_id : null, thread.mode, company],
  );
  const participants = await tx.rows<{ id: string; name: string }>('select id, name from thread_members($1)', [
    thread.id,
  ]);
  const isOfHolder = isHolder(actor.role);
  const files = await filesOf(context, found);
  const readings = isOfHolder ? new Map<string, number>() : await readingsOf(context, found);
  const readThere = isOfHolder ? await readByCompany(context, thread.id) : new Set<string>();
  const messages = found.map((message) => ({
    ...message,
    files: files.get(message.id) ?? [],
    read_by:
      !isOfHolder && message.on_behalf_of !== null
        ? { count: readings.get(message.id) ?? 0, of: participants.length }
        : null,
    read_by_company: readThere.has(message.id),
  }));
  return { ...thread, messages, participants, dispute: await disputeShown(context, String(thread.id)) };
}

type Found = readonly { id: string }[];

async function filesOf({ tx, actor }: CommandContext, found: Found): Promise<Map<string, MessageFile[]>> {
  const rows = await tx.rows<{ id: string; files: MessageFile[] }>(
    `select message_id as id, json_agg(json_build_object('id', id, 'name', name, 'content_type', content_type, 'file_size', file_size) order by position) as files
     from message_file where org_id = $1 and message_id = any ($2) group by 1`,
    [actor.org_id, found.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, files }) => [id, files]));
}

async function readByCompany({ tx }: CommandContext, thread: unknown): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>('select read_by_company($1) as id', [thread]);
  return new Set(rows.map(({ id }) => id));
}

/** How many addressees have read each message. */
async function readingsOf({ tx, actor }: CommandContext, found: Found): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; readers: number }>(
    `select r.message_id as id, count(distinct r.shareholder_id)::int as readers
     from message_read r
     join message m on m.org_id = r.org_id and m.id = r.message_id
     join thread_participant p on p.org_id = m.org_id and p.thread_id = m.thread_id and p.shareholder_id = r.shareholder_id
     where r.org_id = $1 and r.message_id = any ($2) group by 1`,
    [actor.org_id, found.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, readers }) => [id, readers]));
}

/** The addressees of a message of the company: who read it first comes first, who has not read it last. Refuses: not_found (404). */
export async function readersOf({ tx, actor }: CommandContext, id: string): Promise<MessageReader[]> {
  const message = await tx.row<{ thread_id: string }>(
    'select thread_id from message where org_id = $1 and id::text = $2 and for_company',
    [actor.org_id, id],
  );
  if (!message) throw notFound();
  return tx.rows<MessageReader>(
    `select p.id as shareholder_id, p.name,
            (select min(r.read_at) from message_read r where r.org_id = $1 and r.message_id::text = $2 and r.shareholder_id = p.id) as read_at
     from thread_members($3) p order by 3 nulls last, 2, 1`,
    [actor.org_id, id, message.thread_id],
  );
}
