// Files that go with messages: uploaded before the message is sent, and downloaded by whoever reads it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { uploadedFile } from '#src/contract/messages.ts';
import { editors, holders, isHolder } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import { addAuditRow } from '#server/commands/core/auditEntry.ts';
import { invalidFields } from '#server/commands/core/checked.ts';
import { discardFile, storeFile } from '#server/commands/core/files.ts';
import type { StoredFile } from '#server/commands/core/files.ts';
import { checkDocument } from '#server/commands/documents/documentChecks.ts';
import { labelOf, refuseOverStorageLimit } from '#server/commands/documents/documents.ts';
import { keepUpload, linkToMessageFile, storedMessageFile } from '#server/commands/office/messageFiles.ts';
import type { StoredMessageFile } from '#server/commands/office/messageFiles.ts';
import { notFound } from '#server/data/refusals.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { FILE_MAX } from '#server/providers/files/fileStore.ts';
import { bearerHash } from '../authenticate.ts';
import type { Router } from '../routes.ts';
import type { Prepared } from '../routing/route.ts';
import { bytesOf, sendFile } from './sendFile.ts';
import { readUpload, refuseUnknownFields } from './upload.ts';

const URL = '/api/messaging/files';
/** What a browser writes around the file. */
const AROUND = 65_536;

export function messageFileRoutes(router: Router) {
  const { deps } = router;
  // It is noted with the message that it is sent with.
  router
    .unaudited()
    .uploading()
    .limited('upload')
    .post({
      url: URL,
      summary:
        'Upload a file for a message: multipart with file, as for documents. Its id goes into file_ids of the thread, answer or dispute that is sent within 24 hours',
      uploads: z.object({}),
      answer: uploadedFile,
      bodyLimit: FILE_MAX + AROUND,
      roles: [...editors, ...holders],
      status: 201,
      prepare: (request, actor) => prepareUpload(deps, request, actor),
      handler: ({ tx, actor, body }) => keepUpload({ tx, actor, deps }, body),
    });
  // The download is noted when the link is used.
  router
    .unaudited()
    .answeringSecret()
    .post({
      url: `${URL}/:id/link`,
      roles: null,
      summary: 'A download link for the browser, for a file of a message: works once, within 60 seconds',
      body: z.strictObject({}),
      handler: ({ tx, actor, params }) => linkToMessageFile({ tx, actor, deps }, params.id!),
    });
  router.note({
    method: 'GET',
    url: `${URL}/:id/download`,
    summary: 'The file, for those who may read its message',
    isPublic: false,
  });
  // A look at the head alone would use a link up and be noted as a download.
  router.app.get(`${URL}/:id/download`, { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { link } = request.query as { link?: unknown };
    return typeof link === 'string' ? byLink(deps, reply, id, link) : bySession(deps, request, reply, id);
  });
}

/** Reads and checks the file outside a transaction, and notes the download before the file leaves. */
async function bySession(deps: Deps, request: FastifyRequest, reply: FastifyReply, id: string) {
  const hash = bearerHash(request);
  const stored = await deps.db.asActor(hash, (tx, { actor }) => storedMessageFile({ tx, actor }, id), {
    readOnly: true,
  });
  const bytes = await bytesOf(deps, stored);
  await deps.db.asActor(hash, async (tx, { actor }) => {
    const file = await storedMessageFile({ tx, actor }, id);
    noteDownload(tx, deps, { ...file, org_id: orgOf(actor), account_id: actor.account_id });
  });
  return sendFile(reply, stored, bytes);
}

/** The link acts for the person who requested it, once. */
async function byLink(deps: Deps, reply: FastifyReply, id: string, link: string) {
  const { db } = deps;
  const stored = await db.system((tx) =>
    tx.row<StoredMessageFile & { org_id: string; account_id: string }>('select * from use_file_link($1, $2)', [
      sha256(link),
      id,
    ]),
  );
  if (!stored) throw notFound();
  const bytes = await bytesOf(deps, stored);
  await db.system((tx) => Promise.resolve(noteDownload(tx, deps, stored)));
  return sendFile(reply, stored, bytes);
}

function noteDownload(
  tx: Tx,
  deps: Deps,
  { org_id, account_id, name, thread_id }: StoredMessageFile & { org_id: string; account_id: string },
): void {
  const summary = `downloaded ${name} of a message`;
  addAuditRow(tx, deps, {
    org_id,
    account_id,
    action: 'download',
    resource: 'messages',
    resource_id: thread_id,
    summary,
  });
}

/** Stores the bytes before the transaction begins, so that a slow store does not block a connection. */
async function prepareUpload(
  deps: Deps,
  request: FastifyRequest,
  actor: Actor,
): Promise<Prepared<{ name: string; file: StoredFile }>> {
  const { file, fields } = await readUpload(request, FILE_MAX, 'File is too large. The maximum size is 25 MB.');
  refuseUnknownFields(fields, z.object({}));
  if (!file) throw invalidFields({ file: 'Choose a file.' });
  const name = labelOf(file.name);
  const contentType = await checkDocument(name, file.bytes);
  const { length } = file.bytes;
  await deps.db.asActor(bearerHash(request), (tx) => refuseOverStorageLimit(tx, length, isHolder(actor.role)), {
    readOnly: true,
  });
  const stored = await storeFile(deps, orgOf(actor), { bytes: file.bytes, contentType });
  return {
    value: { name, file: stored },
    fingerprint: `${sha256(file.bytes).toString('hex')} ${name}`,
    discard: () => discardFile(deps, stored.storage_key),
  };
}
