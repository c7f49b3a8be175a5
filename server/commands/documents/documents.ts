// Documents: stored once under a random key with their fingerprint; visible to staff and to their audience.
import { AppError } from '#src/domain/errors.ts';
import { documents } from '#src/resources/documents.ts';
import type { Document } from '#src/resources/documents.ts';
import { newToken } from '#server/auth/secrets.ts';
import { sha256 } from '#server/data/sha256.ts';
import { addNotices } from '#server/data/notices.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { notFound, unknownReference } from '#server/data/refusals.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { recordActivity } from '../core/context.ts';
import type { StoredFile } from '../core/files.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { audienceColumns, holdersShown, refuseUnknownReaders, storeReaderIds } from './audience.ts';
import type { Readers } from './audience.ts';

const QUOTA_BYTES = 10 * 1024 ** 3;
/** What one shareholder sends with messages, so that none fills the company's storage. */
const HOLDER_BYTES = 1024 ** 3;
export const LINK_SECONDS = 60;

export interface Upload extends Readers {
  name: string;
  file: StoredFile;
  document_type: string;
  /** The certificate, grant, convertible or warrant it belongs to. */
  security_id: string | null;
  /** The valuation whose report it is. */
  valuation_id?: string | null;
  /** Of the company's people, only owners and administrators read it. */
  only_administrators?: boolean;
}

/** Checks the storage limit before a file is stored. Refuses: storage_limit (413). */
export async function refuseOverStorageLimit(tx: Tx, size: number, isOfHolder = false): Promise<void> {
  const used = await tx.row<{ of_company: string; of_account: string }>('select * from stored_bytes()');
  const isOver =
    Number(used?.of_company) + size > QUOTA_BYTES || (isOfHolder && Number(used?.of_account) + size > HOLDER_BYTES);
  if (isOver) throw new AppError('storage_limit', 'Storage limit reached.', { status: 413 });
}

/** Out: the record of a file that is already stored. Refuses: unknown_reference (422), storage_limit (413). */
export async function uploadDocument(context: CommandContext, upload: Upload): Promise<Row> {
  const org = orgOf(context.actor);
  const { tx, actor } = context;
  await refuseUnknownReaders(context, upload, upload.audience === 'shareholder' ? 'shareholder_id' : 'shareholder_ids');
  if (upload.security_id) {
    const known = await tx.row('select 1 from security where org_id = $1 and security_id = $2', [
      org,
      upload.security_id,
    ]);
    if (!known) throw unknownReference('security_id', 'certificate');
  }
  if (upload.valuation_id) {
    const known = await tx.row('select 1 from valuation where org_id = $1 and id = $2', [org, upload.valuation_id]);
    if (!known) throw unknownReference('valuation_id', 'valuation');
  }
  const id = await insertDocument(context, upload);
  await storeReaderIds(tx, org, id, upload);
  await tellReaders(context, id, upload.name, await holdersShown(context, id));
  recordActivity(context, {
    text: `uploaded ${upload.name}`,
    resource: 'documents',
    id,
    shareholder_id: audienceColumns(upload).shareholder_id,
    known_to: knownTo(upload.only_administrators),
  });
  return (await findRecord(tx, actor, documents, id))!;
}

/** Out: the new id. Refuses: storage_limit (413). */
export async function insertDocument({ tx, deps, actor }: CommandContext, upload: Upload): Promise<string> {
  const org = orgOf(actor);
  const { file } = upload;
  const { audience, shareholder_id } = audienceColumns(upload);
  await refuseOverStorageLimit(tx, file.file_size);
  const id = deps.newId();
  await tx.write(
    `insert into document (org_id, id, name, type, file_size, content_type, sha256, storage_key, shareholder_id, created_by, created_at, security_id, valuation_id, audience, only_administrators) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      org,
      id,
      upload.name,
      upload.document_type,
      file.file_size,
      file.contentType,
      file.sha256,
      file.storage_key,
      shareholder_id,
      actor.account_id,
      deps.now().toISOString(),
      upload.security_id,
      upload.valuation_id ?? null,
      audience,
      upload.only_administrators ?? false,
    ],
  );
  return id;
}

/** Each of these holders once for a document, however often it is shown to them. */
export async function tellReaders(
  context: CommandContext,
  id: string,
  document: string,
  holders: readonly string[],
): Promise<void> {
  const told = holders.map((holder) => ({ id, holder, words: { document } }));
  await addNotices(context, { kind: 'document_shown', resource: 'documents', event: 'shown', told });
}

/** A label from the uploaded file's name: no path, no control characters, at most 200 characters. */
export function labelOf(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex -- control characters and the marks that turn text around are what is removed.
  const clean = name.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  if (clean.length <= 200) return clean;
  // Cuts whole characters only: half of a surrogate pair would be stored as another character.
  const [start, end] = [clean.slice(0, 180), clean.slice(-15)];
  return `${start.replace(/[\ud800-\udbff]$/, '')}…${end.replace(/^[\udc00-\udfff]/, '')}`;
}

/** The file is removed after this has committed (files.ts). */
export async function removeDocument(context: CommandContext, current: Document): Promise<void> {
  const org = orgOf(context.actor);
  const gone = await context.tx.row<{ only_administrators: boolean }>(
    'delete from document where org_id = $1 and id = $2 returning only_administrators',
    [org, current.id],
  );
  recordActivity(context, {
    text: `deleted document ${current.name}`,
    resource: 'documents',
    id: current.id,
    known_to: knownTo(gone?.only_administrators),
  });
}

const knownTo = (onlyAdministrators: boolean | undefined) => (onlyAdministrators ? 'administrators' : undefined);

export interface StoredDocument {
  name: string;
  content_type: string;
  storage_key: string;
  sha256: string;
}

/** Refuses: not_found (404) if the viewer may not see it. */
export async function storedDocument(
  { tx, actor }: Pick<CommandContext, 'tx' | 'actor'>,
  id: string,
): Promise<StoredDocument> {
  const visible = await findRecord(tx, actor, documents, id);
  const row =
    visible &&
    (await tx.row<StoredDocument>(
      'select name, content_type, storage_key, sha256 from document where org_id = $1 and id = $2',
      [actor.org_id, visible.id],
    ));
  if (!row) throw notFound();
  return row;
}

/** A link for the browser: works once, for sixty seconds, only for documents that the person may see. */
export async function linkToDocument(
  context: CommandContext,
  id: string,
): Promise<{ url: string; expires_at: string }> {
  const org = orgOf(context.actor);
  await storedDocument(context, id);
  const token = newToken();
  const row = await context.tx.row<{ expires_at: string }>(
    `insert into download_link (org_id, token_hash, document_id, account_id, expires_at) values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning expires_at`,
    [org, sha256(token), id, context.actor.account_id, LINK_SECONDS],
  );
  return { url: `/api/documents/${id}/download?link=${token}`, expires_at: row!.expires_at };
}
