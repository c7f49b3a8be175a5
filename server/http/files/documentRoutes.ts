// Uploads and downloads. A body is read completely and checked before the transaction begins.
import { editors } from '#src/resources/kit/access.ts';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { documentTypes } from '#src/resources/documents.ts';
import { plainText } from '#src/resources/kit/validation.ts';
import { sha256 } from '#server/data/sha256.ts';
import { IDS_MAX, audienceOf, audiences } from '#server/commands/documents/audience.ts';
import { checkDocument } from '#server/commands/documents/documentChecks.ts';
import {
  labelOf,
  linkToDocument,
  refuseOverStorageLimit,
  storedDocument,
  uploadDocument,
} from '#server/commands/documents/documents.ts';
import type { StoredDocument, Upload } from '#server/commands/documents/documents.ts';
import { invalidFields } from '#server/commands/core/checked.ts';
import { orgOf } from '#server/auth/actor.ts';
import { addAuditRow } from '#server/commands/core/auditEntry.ts';
import { discardFile, storeFile } from '#server/commands/core/files.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { FILE_MAX } from '#server/providers/files/fileStore.ts';
import { bytesOf, sendFile } from './sendFile.ts';
import { bearerHash } from '../authenticate.ts';
import { readUpload, refuseUnknownFields } from './upload.ts';
import { notFound } from '#server/data/refusals.ts';
import type { Router } from '../routes.ts';
import type { Prepared } from '../routing/route.ts';

/** For as many ids as repeated fields, with what a browser writes around each. */
const IDS_ROOM = 262_144;
const ids = z
  .array(z.string())
  .max(IDS_MAX)
  .describe(`At most ${IDS_MAX} ids: the field once for each, or one field with a JSON list.`);
const LISTS = ['shareholder_ids', 'share_class_ids'] as const;
/** The fields allowed beside the file. */
const uploadFields = z.object({
  document_type: z.enum(documentTypes).optional(),
  audience: z.enum(audiences).optional(),
  shareholder_id: plainText(200).optional(),
  shareholder_ids: ids.optional(),
  share_class_ids: ids.optional(),
  security_id: plainText(200).optional(),
  valuation_id: plainText(200).optional(),
});

export async function documentRoutes(router: Router) {
  await router.app.register(multipart, {
    limits: { files: 1, fields: IDS_MAX + 10, fieldSize: 50_000, parts: IDS_MAX + 12, headerPairs: 50 },
  });
  router
    .audited({ action: 'create', resource: 'documents', summary: 'uploaded a document' })
    .uploading()
    .limited('upload')
    .post({
      url: '/api/documents/upload',
      summary:
        'Upload a document: multipart with file, document_type and who may see it: shareholder_id, shareholder_ids or share_class_ids (the field once for each id, or a JSON list), or audience all_holders; security_id attaches it to a certificate or grant, valuation_id to a valuation',
      uploads: uploadFields,
      bodyLimit: FILE_MAX + IDS_ROOM,
      roles: editors,
      status: 201,
      prepare: async (request, actor) => prepareUpload(router.deps, request, orgOf(actor)),
      handler: ({ tx, actor, body }) => uploadDocument({ tx, actor, deps: router.deps }, body),
    });
  // The download is noted when the link is used.
  router
    .unaudited()
    .answeringSecret()
    .post({
      url: '/api/documents/:id/link',
      roles: null,
      summary: 'A download link for the browser: works once, within 60 seconds',
      body: z.strictObject({}),
      handler: ({ tx, actor, params }) => linkToDocument({ tx, actor, deps: router.deps }, params.id!),
    });
  router.note({
    method: 'GET',
    url: '/api/documents/:id/download',
    summary: 'The file, for those who may see the document',
    isPublic: false,
  });
  // A look at the head alone would use a link up and be noted as a download.
  router.app.get('/api/documents/:id/download', { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { link } = request.query as { link?: unknown };
    return typeof link === 'string' ? byLink(router, reply, id, link) : bySession(router, request, reply, id);
  });
}

/** Reads and checks the file outside a transaction, and notes the download before the file leaves. */
async function bySession(router: Router, request: FastifyRequest, reply: FastifyReply, id: string) {
  const { db } = router.deps;
  const hash = bearerHash(request);
  const stored = await db.asActor(hash, (tx, { actor }) => storedDocument({ tx, actor }, id), { readOnly: true });
  const bytes = await bytesOf(router.deps, stored);
  await db.asActor(hash, async (tx, { actor }) => {
    const { name } = await storedDocument({ tx, actor }, id);
    noteDownload(tx, router, { org_id: actor.org_id!, account_id: actor.account_id, id, name });
  });
  return sendFile(reply, stored, bytes);
}

/** The link acts for the person who requested it, once. */
async function byLink(router: Router, reply: FastifyReply, id: string, link: string) {
  const { db } = router.deps;
  const stored = await db.system((tx) =>
    tx.row<StoredDocument & { org_id: string; account_id: string }>('select * from use_download_link($1, $2)', [
      sha256(link),
      id,
    ]),
  );
  if (!stored) throw notFound();
  const bytes = await bytesOf(router.deps, stored);
  const { org_id, account_id, name } = stored;
  await db.system((tx) => Promise.resolve(noteDownload(tx, router, { org_id, account_id, id, name })));
  return sendFile(reply, stored, bytes);
}

function noteDownload(
  tx: Tx,
  router: Router,
  { id, name, ...who }: { org_id: string; account_id: string; id: string; name: string },
): void {
  addAuditRow(tx, router.deps, {
    ...who,
    action: 'download',
    resource: 'documents',
    resource_id: id,
    summary: `downloaded ${name}`,
  });
}

/** Stores the bytes before the transaction begins, so that a slow store does not block a connection. */
async function prepareUpload(deps: Deps, request: FastifyRequest, org: string): Promise<Prepared<Upload>> {
  const { file, fields, lists } = await readUpload(
    request,
    FILE_MAX,
    'File is too large. The maximum size is 25 MB.',
    LISTS,
  );
  refuseUnknownFields(fields, uploadFields);
  if (!file) throw invalidFields({ file: 'Choose a file.' });
  const document_type = fields.document_type || 'other';
  if (!(documentTypes as readonly string[]).includes(document_type))
    throw invalidFields({ document_type: `This must be one of: ${documentTypes.join(', ')}.` });
  const name = labelOf(file.name);
  const contentType = await checkDocument(name, file.bytes);
  const readers = audienceOf({
    audience: fields.audience,
    shareholder_id: fields.shareholder_id,
    shareholder_ids: listOf(lists, 'shareholder_ids'),
    share_class_ids: listOf(lists, 'share_class_ids'),
  });
  const security_id = fields.security_id || null;
  const valuation_id = fields.valuation_id || null;
  const fingerprint = `${sha256(file.bytes).toString('hex')} ${name} ${document_type} ${JSON.stringify(readers)} ${security_id ?? ''} ${valuation_id ?? ''}`;
  await deps.db.asActor(bearerHash(request), (tx) => refuseOverStorageLimit(tx, file.bytes.length), {
    readOnly: true,
  });
  const stored = await storeFile(deps, org, { bytes: file.bytes, contentType });
  return {
    value: { name, file: stored, document_type, ...readers, security_id, valuation_id },
    fingerprint,
    discard: () => discardFile(deps, stored.storage_key),
  };
}

/** Each id a field, or one field with a JSON list; an empty field names none. */
function listOf(lists: Record<string, string[]>, name: string): string[] {
  const sent = (lists[name] ?? []).filter((value) => value !== '');
  const [first = '[]'] = sent;
  const parsed = /^\s*[[{]/.test(first) && sent.length < 2 ? idList.safeParse(first) : plainIds.safeParse(sent);
  if (!parsed.success)
    throw invalidFields({ [name]: `At most ${IDS_MAX} ids: the field once for each, or one field with a JSON list.` });
  return parsed.data;
}
const severalIds = z.array(plainText(200)).max(IDS_MAX);
/** A list in another notation is not taken for an id. */
const plainIds = z.array(z.string().regex(/^[\w-]{1,200}$/)).max(IDS_MAX);
const idList = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'This must be JSON.' });
      return z.NEVER;
    }
  })
  .pipe(severalIds);
