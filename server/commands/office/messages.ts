// Threads between the company and its shareholders.
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { z } from 'zod';
import { isSeen } from '#src/domain/text.ts';
import { messages } from '#src/resources/messages.ts';
import { oneLine, plainText } from '#src/resources/kit/validation.ts';
import { addNotices } from '#server/data/notices.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { notFound, unknownReference } from '#server/data/refusals.ts';
import { actorName, companyName, conflict, recordActivity } from '../core/context.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { invalidFields } from '../core/checked.ts';
import { settleDispute } from '../acknowledgements/settle.ts';
import { attachFiles, fileIds, withFiles } from './messageFiles.ts';
import { limits } from '#src/resources/kit/limits.ts';

const required = (text: ReturnType<typeof plainText>) =>
  text.refine(isSeen, 'This is required.').transform((value) => value.trim());
const text = (max: number) => required(plainText(max));
export const threadBody = z.strictObject({
  subject: required(oneLine(limits.subject)),
  body: text(limits.message),
  shareholder_ids: z
    .union([z.literal('all'), z.array(plainText(200)).max(5000)], 'Choose shareholders, or all.')
    .optional(),
  mode: z.enum(messages.fields.mode.values, 'Choose broadcast or group.').default('broadcast'),
  file_ids: fileIds,
});
/**
 * Staff choose the participants and whether they see each other's answers; a shareholder writes to the company. Out:
 * the thread's id. Refuses: the fields at fault, unknown_reference (422).
 */
export async function startThread(context: CommandContext, body: z.input<typeof threadBody>): Promise<string> {
  const { subject, body: text, shareholder_ids, mode, file_ids } = threadBody.parse(body);
  const org = orgOf(context.actor);
  const { actor } = context;
  if (isHolder(actor.role) && mode === 'group')
    throw invalidFields({ mode: 'Only the company can start a conversation with several shareholders.' });
  const participants = await participantsOf(context, org, shareholder_ids);
  const { id, message_id } = await openThread(context, { subject, body: text, mode, participants, file_ids });
  await tellOthers(context, { id, subject, mode, message_id, participants });
  recordActivity(context, {
    text: `started thread ${subject}${withFiles(file_ids)}`,
    resource: 'messages',
    id,
    // A holder's question is not shown to a later holder of the same record.
    shareholder_id: !isHolder(actor.role) && participants.length === 1 ? participants[0] : null,
  });
  return id;
}

interface Opened {
  subject: string;
  body: string;
  mode: 'broadcast' | 'group';
  participants: readonly string[];
  file_ids?: readonly string[] | undefined;
}

/** Creates a thread with its first message, without a history line. Out: the ids of both. */
export async function openThread(
  context: CommandContext,
  { subject, body, mode, participants, file_ids }: Opened,
): Promise<{ id: string; message_id: string }> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const id = deps.newId();
  await tx.write('insert into thread (org_id, id, subject, mode, created_by) values ($1, $2, $3, $4, $5)', [
    org,
    id,
    subject,
    mode,
    actor.account_id,
  ]);
  await tx.write(
    'insert into thread_participant (org_id, thread_id, shareholder_id) select $1, $2, u.id from unnest($3::text[]) as u (id)',
    [org, id, participants],
  );
  const message = await writeMessage(context, id, { body, file_ids });
  return { id, message_id: String(message.id) };
}

async function participantsOf(
  { tx, actor }: CommandContext,
  org: string,
  asked: 'all' | string[] | undefined,
): Promise<string[]> {
  if (isHolder(actor.role)) {
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
    throw invalidFields({ shareholder_ids: 'Choose at least one shareholder.' }, 'Choose at least one shareholder.');
  const known = await tx.rows<{ id: string }>('select id from shareholder where org_id = $1 and id = any ($2)', [
    org,
    ids,
  ]);
  if (known.length !== ids.length) throw unknownReference('shareholder_ids', 'shareholder');
  return ids;
}

/** A shareholder writes in their own name, everyone else for the company. The author's role at that time is stored. */
async function writeMessage(
  context: CommandContext,
  thread: string,
  { body, file_ids }: Pick<Opened, 'body' | 'file_ids'>,
): Promise<Row> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const holder = isHolder(actor.role) ? actor.shareholder_id : null;
  const message = { id: deps.newId(), author: await actorName(context), body, at: deps.now().toISOString() };
  await tx.write(
    'insert into message (org_id, id, thread_id, account_id, author, body, at, for_company, shareholder_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [org, message.id, thread, actor.account_id, message.author, body, message.at, holder === null, holder],
  );
  const files = await attachFiles(context, message.id, file_ids);
  return { ...message, on_behalf_of: holder === null ? await companyName(context) : null, files };
}

interface Written {
  id: string;
  subject: string;
  mode: unknown;
  message_id: string;
  participants: readonly string[];
}

/**
 * Of a message of the company, the shareholders in the thread are told; of a shareholder's, the company and, where all see the
 * answers, the others.
 */
async function tellOthers(context: CommandContext, written: Written): Promise<void> {
  const { id, subject, mode, message_id: event, participants } = written;
  const isFromHolder = isHolder(context.actor.role);
  const holders = isFromHolder && mode !== 'group' ? [] : participants;
  const told = holders.map((holder) => ({ id, holder, words: {} }));
  await addNotices(context, { kind: 'message_from_company', resource: 'messages', event, told });
  if (!isFromHolder) return;
  const words = { person: await actorName(context), subject };
  await addNotices(context, { kind: 'message_from_holder', resource: 'messages', event, told: [{ id, words }] });
}

async function threadOf(context: CommandContext, id: string): Promise<Row> {
  const thread = await findRecord(context.tx, context.actor, messages, id);
  if (!thread) throw notFound();
  return thread;
}

export const answerBody = bodyOf('messages.messages').extend({ file_ids: fileIds });

/** Refuses: not_found (404), thread_closed (409), unknown_reference (422). */
export async function answerThread(
  context: CommandContext,
  id: string,
  { body, file_ids }: z.infer<typeof answerBody>,
): Promise<Row> {
  const org = orgOf(context.actor);
  const thread = await threadOf(context, id);
  if (thread.is_closed) throw conflict('thread_closed', 'This thread is closed. Reopen it, or start a new one.');
  const message = await writeMessage(context, id, { body, file_ids });
  // The version stays: otherwise others could count the answers by it.
  await context.tx.write('update thread set updated_at = $3 where org_id = $1 and id = $2', [org, id, message.at]);
  const members = await context.tx.rows<{ id: string }>('select id from thread_members($1)', [id]);
  await tellOthers(context, {
    id,
    subject: String(thread.subject),
    mode: thread.mode,
    message_id: String(message.id),
    participants: members.map((member) => member.id),
  });
  recordActivity(context, {
    text: `answered in ${String(thread.subject)}${withFiles(file_ids)}`,
    resource: 'messages',
    id,
  });
  return message;
}

/** Closing the thread of a dispute settles it; reopening does not restore the dispute. Refuses: not_found (404). */
export async function setThreadClosed(context: CommandContext, id: string, isClosed: boolean): Promise<Row> {
  const org = orgOf(context.actor);
  await threadOf(context, id);
  const changed = await context.tx.write(
    'update thread set is_closed = $3, updated_at = $4, version = version + 1 where org_id = $1 and id = $2 and is_closed <> $3',
    [org, id, isClosed, context.deps.now().toISOString()],
  );
  if (isClosed && changed > 0) await settleDispute(context, id);
  return threadOf(context, id);
}
