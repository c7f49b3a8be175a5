// Files that go with messages: uploaded one by one, and named in the message that is sent. Whoever reads the message reads them.
import { z } from 'zod';
import type { MessageFile, uploadedFile } from '#src/contract/messages.ts';
import { plural } from '#src/domain/plural.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { limits } from '#src/resources/kit/limits.ts';
import { messages } from '#src/resources/messages.ts';
import { plainText } from '#src/resources/kit/validation.ts';
import { orgOf } from '#server/auth/actor.ts';
import { newToken } from '#server/auth/secrets.ts';
import { invalidField, notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { CommandContext } from '../core/context.ts';
import type { StoredFile } from '../core/files.ts';
import { LINK_SECONDS, refuseOverStorageLimit } from '../documents/documents.ts';
import type { StoredDocument } from '../documents/documents.ts';

/** In the body of a message. */
export const fileIds = z
  .array(plainText(200))
  .max(limits.messageFiles, `At most ${limits.messageFiles} files go with a message.`)
  .describe(
    'Files of the message, in its order: uploaded by the same person with POST /api/messaging/files within the last 24 hours, and sent with no other message.',
  )
  .optional();

/** Keeps a file, whose bytes are stored already, until its message is sent. Refuses: storage_limit (413). */
export async function keepUpload(
  { tx, actor, deps }: CommandContext,
  { name, file }: { name: string; file: StoredFile },
): Promise<z.infer<typeof uploadedFile>> {
  await refuseOverStorageLimit(tx, file.file_size, isHolder(actor.role));
  const { file_size, contentType: content_type } = file;
  const id = deps.newId();
  const kept = await tx.row<{ expires_at: string }>(
    `insert into message_upload (org_id, id, account_id, name, file_size, content_type, sha256, storage_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning expires_at`,
    [orgOf(actor), id, actor.account_id, name, file_size, content_type, file.sha256, file.storage_key],
  );
  return { id, name, content_type, file_size, expires_at: kept!.expires_at };
}

const UUID = z.array(z.uuid());

/** Refuses: invalid_fields (422) when one of them is not a waiting upload of the person. */
export async function attachFiles(
  { tx, actor }: CommandContext,
  message: string,
  ids: readonly string[] = [],
): Promise<MessageFile[]> {
  if (ids.length === 0) return [];
  const uploads = UUID.safeParse(ids);
  const attached = uploads.success
    ? await tx.row<{ files: number }>('select attach_to_message($1, $2) as files', [message, uploads.data])
    : null;
  if (attached?.files !== ids.length) throw invalidField('file_ids', 'A file is no longer kept. Attach it again.');
  return tx.rows<MessageFile>(
    `select id, name, content_type, file_size::float8 as file_size from message_file
     where org_id = $1 and message_id = $2 order by position`,
    [actor.org_id, message],
  );
}

/** For a history: how many, and not their names, which not every reader of the history may know. */
export const withFiles = (ids: readonly string[] = []): string =>
  ids.length === 0 ? '' : `, with ${plural(ids.length, 'file')}`;

export interface StoredMessageFile extends StoredDocument {
  thread_id: string;
}

/** Refuses: not_found (404) if the viewer may not read the message. */
export async function storedMessageFile(
  { tx, actor }: Pick<CommandContext, 'tx' | 'actor'>,
  id: string,
): Promise<StoredMessageFile> {
  const row = await tx.row<StoredMessageFile>(
    `select f.name, f.content_type, f.storage_key, f.sha256, m.thread_id
     from message_file f
     join message m on m.org_id = f.org_id and m.id = f.message_id
     join thread t on t.org_id = m.org_id and t.id = m.thread_id
     where f.org_id = $1 and f.id::text = $2 and ($3::uuid is null or t.mode = 'group' or m.for_company or m.account_id = $3)`,
    [actor.org_id, id, isHolder(actor.role) ? actor.account_id : null],
  );
  if (!row || !(await findRecord(tx, actor, messages, row.thread_id))) throw notFound();
  return row;
}

/** A link for the browser: works once, for sixty seconds, only for files of messages that the person may read. */
export async function linkToMessageFile(
  context: CommandContext,
  id: string,
): Promise<{ url: string; expires_at: string }> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  await storedMessageFile(context, id);
  const token = newToken();
  const row = await tx.row<{ expires_at: string }>(
    `insert into download_link (org_id, token_hash, message_file_id, account_id, expires_at) values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning expires_at`,
    [org, sha256(token), id, actor.account_id, LINK_SECONDS],
  );
  return { url: `/api/messaging/files/${id}/download?link=${token}`, expires_at: row!.expires_at };
}
