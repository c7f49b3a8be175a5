// Threads between the company and its shareholders.
import { z } from 'zod';
import { AppError } from '../../src/domain/errors.ts';
import { messages } from '../../src/resources/messages.ts';
import { oneLine, plainText } from '../../src/resources/kit/validation.ts';
import { findRecord } from '../data/resourceRepository.ts';
import type { Row } from '../db/database.ts';
import { notFound, unknownReference } from '../data/refusals.ts';
import { actorName, conflict, recordActivity } from './context.ts';
import { orgOf, requireRole } from '../auth/actor.ts';
import type { CommandContext } from './context.ts';
import { fromZod } from './zodRefusal.ts';

const required = (text: ReturnType<typeof plainText>) =>
  text.refine((value) => value.trim() !== '', 'This is required.').transform((value) => value.trim());
const text = (max: number) => required(plainText(max));
const threadBody = z.strictObject({
  subject: required(oneLine(200)),
  body: text(10_000),
  shareholder_ids: z
    .union([z.literal('all'), z.array(plainText(200)).max(5000)], 'Choose shareholders, or all.')
    .optional(),
});
export const messageBody = z.strictObject({ body: text(10_000) });

/** Staff choose who takes part; a shareholder writes to the company. Out: the thread's id. Refuses: unknown_reference (422). */
export async function startThread(context: CommandContext, body: Row): Promise<string> {
  const parsed = threadBody.safeParse(body);
  if (!parsed.success) throw fromZod(parsed.error);
  const org = orgOf(context.actor);
  const { tx, actor, deps } = context;
  const participants = await participantsOf(context, org, parsed.data.shareholder_ids);
  const id = deps.newId();
  await tx.write('insert into thread (org_id, id, subject, created_by) values ($1, $2, $3, $4)', [
    org,
    id,
    parsed.data.subject,
    actor.account_id,
  ]);
  await tx.write(
    'insert into thread_participant (org_id, thread_id, shareholder_id) select $1, $2, u.id from unnest($3::text[]) as u (id)',
    [org, id, participants],
  );
  await writeMessage(context, org, id, parsed.data.body);
  await recordActivity(context, {
    text: `started thread ${parsed.data.subject}`,
    resource: 'messages',
    id,
    shareholder_id: participants.length === 1 ? participants[0] : null,
  });
  return id;
}

async function participantsOf(
  { tx, actor }: CommandContext,
  org: string,
  asked: 'all' | string[] | undefined,
): Promise<string[]> {
  if (actor.role === 'shareholder') {
    const others = asked === 'all' || (asked ?? []).some((id) => id !== actor.shareholder_id);
    if (others) throw unknownReference('shareholder_ids', 'shareholder');
    return [actor.shareholder_id!];
  }
  if (asked === 'all')
    return (await tx.rows<{ id: string }>('select id from shareholder where org_id = $1 and is_active', [org])).map(
      (row) => row.id,
    );
  const ids = [...new Set(asked ?? [])];
  if (ids.length === 0)
    throw new AppError('invalid_fields', 'Choose at least one shareholder.', {
      status: 422,
      fields: { shareholder_ids: 'Choose at least one shareholder.' },
    });
  const known = await tx.rows<{ id: string }>('select id from shareholder where org_id = $1 and id = any ($2)', [
    org,
    ids,
  ]);
  if (known.length !== ids.length) throw unknownReference('shareholder_ids', 'shareholder');
  return ids;
}

async function writeMessage(context: CommandContext, org: string, thread: string, body: string): Promise<Row> {
  const { tx, actor, deps } = context;
  const message = { id: deps.newId(), author: await actorName(context), body, at: deps.now().toISOString() };
  await tx.write(
    'insert into message (org_id, id, thread_id, account_id, author, body, at) values ($1, $2, $3, $4, $5, $6, $7)',
    [org, message.id, thread, actor.account_id, message.author, body, message.at],
  );
  return message;
}

async function threadOf(context: CommandContext, id: string): Promise<Row> {
  const thread = await findRecord(context.tx, context.actor, messages, id);
  if (!thread) throw notFound();
  return thread;
}

/** Refuses: not_found (404), thread_closed (409). */
export async function answerThread(
  context: CommandContext,
  id: string,
  body: z.infer<typeof messageBody>,
): Promise<Row> {
  const org = requireRole(context.actor, 'owner', 'admin', 'staff', 'shareholder');
  const thread = await threadOf(context, id);
  if (thread.is_closed) throw conflict('thread_closed', 'This thread is closed. Reopen it, or start a new one.');
  const message = await writeMessage(context, org, id, body.body);
  await context.tx.write('update thread set updated_at = $3, version = version + 1 where org_id = $1 and id = $2', [
    org,
    id,
    message.at,
  ]);
  await recordActivity(context, { text: `answered in ${String(thread.subject)}`, resource: 'messages', id });
  return message;
}

export async function setThreadClosed(context: CommandContext, id: string, isClosed: boolean): Promise<Row> {
  const org = requireRole(context.actor, 'owner', 'admin', 'staff');
  await threadOf(context, id);
  await context.tx.write(
    'update thread set is_closed = $3, updated_at = $4, version = version + 1 where org_id = $1 and id = $2 and is_closed <> $3',
    [org, id, isClosed, context.deps.now().toISOString()],
  );
  return threadOf(context, id);
}

/** The thread with its messages and who takes part, as far as the viewer may see them. */
export async function showThread({ tx, actor }: CommandContext, thread: Row): Promise<Row> {
  const found = await tx.rows(
    'select id, author, body, at from message where org_id = $1 and thread_id = $2 order by at, id',
    [actor.org_id, thread.id],
  );
  const participants = await tx.rows(
    `select p.shareholder_id as id, h.name from thread_participant p join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
     where p.org_id = $1 and p.thread_id = $2 order by h.name, h.id`,
    [actor.org_id, thread.id],
  );
  return { ...thread, messages: found, participants };
}
