// Exports everything: the Open Cap Format package, a side file with what OCF cannot express (docs/export.md), every document and
// file of a message, and the hash of each. Secrets are left out: no passwords, sessions, links or codes.
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { ZipWriter } from '#server/data/zipWriter.ts';
import type { Written } from '#server/data/zipWriter.ts';
import type { Tx } from '#server/db/database.ts';
import { exportedRows } from '#server/data/exports/exportedRows.ts';
import type { Deps } from '#server/deps.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { ChainHead } from '#server/maintenance/verify/changeFaults.ts';
import type { CommandContext } from '../core/context.ts';
import { exportPackage } from './exportPackage.ts';

const SIDE_FILE_FORMAT = 1;

/** The maximum total time that one export waits for an unresponsive store. */
const WAITS_MAX_MS = 20_000;

interface Paper {
  id: string;
  kind: string;
  name: string;
  storage_key: string;
}

interface Logo {
  content_type: string;
  bytes: Buffer;
}
interface Contents {
  bytes: Buffer;
  side: string;
  papers: readonly Paper[];
  head: ChainHead | null;
  logo: Logo | null;
}

/**
 * A zip stream: files are read one by one while it is sent; the zip lists the missing ones. Refuses: forbidden
 * (403).
 */
export async function exportCompany(context: CommandContext): Promise<Readable> {
  const { tx, deps } = context;
  const org = orgOf(context.actor);
  const { bytes } = await exportPackage(context, null);
  const side = await sideFile(tx, org, deps.now());
  const head = (await tx.row<ChainHead>(`select seq, encode(hash, 'hex') as hash from chain_head()`)) ?? null;
  const logo =
    (await tx.row<Logo>('select content_type, bytes from organization_logo where org_id = $1', [org])) ?? null;
  const papers = await tx.rows<Paper>(
    'select id, kind, name, storage_key from stored_file where org_id = $1 order by kind, id',
    [org],
  );
  const stream = new PassThrough();
  void writeAll(deps, stream, { bytes, side, papers, head, logo }).catch((error: unknown) =>
    stream.destroy(error as Error),
  );
  return stream;
}

async function writeAll(
  deps: Deps,
  stream: PassThrough,
  { bytes, side, papers, head: head_of_changes, logo }: Contents,
) {
  const zip = new ZipWriter(deps.now(), stream);
  const written: Written[] = [await zip.add('company.ocf.zip', [bytes]), await zip.add('sharebook.json', [side])];
  if (logo) written.push(await zip.add(`logo.${logo.content_type.split('/')[1]}`, [logo.bytes]));
  const missing: { id: string; name: string }[] = [];
  let waitedMs = 0;
  for (const { id, kind, name, storage_key } of papers) {
    const safe = name.replace(/[/\\:*?"<>|]/g, '_');
    const began = performance.now();
    // Once the store has not answered for too long, the other files are not requested.
    const bytes = waitedMs > WAITS_MAX_MS ? null : await deps.files.get(storage_key).catch(() => null);
    if (bytes) written.push(await zip.add(`${kind === 'document' ? 'documents' : 'messages'}/${id} ${safe}`, [bytes]));
    else {
      waitedMs += performance.now() - began;
      missing.push({ id, name });
    }
  }
  if (missing.length > 0) written.push(await zip.add('missing-documents.txt', [missingText(missing)]));
  const files = written.map(({ path, sha256, size }) => ({ path, sha256, size }));
  await zip.add('manifest.json', [
    JSON.stringify({ made_at: deps.now().toISOString(), head_of_changes, files, missing }, null, 2),
  ]);
  await zip.end();
}

const missingText = (missing: readonly { id: string; name: string }[]) =>
  [
    'These documents and files of messages are missing from this archive: they were deleted during the export, or the file store did not answer. Export again, or tell the operator of this Sharebook.',
    '',
    ...missing.map(({ id, name }) => `${id} ${name}`),
    '',
  ].join('\n');

async function sideFile(tx: Tx, org: string, now: Date): Promise<string> {
  const { organization: own, ...rows } = await exportedRows(tx, org);
  const ledger = await tx.rows(
    `select seq, id, object_type, effective_date, recorded_at, actor, summary, import_id, command_seq, voids_seq, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash
     from ledger_tx where org_id = $1 order by seq`,
    [org],
  );
  const members = await tx.rows(
    // The account is whom tasks are assigned to.
    `select v.id, m.account_id, v.name, v.email, v.role, v.status, v.expires_at from member_view v
     left join membership m on m.org_id = v.org_id and m.id = v.id where v.org_id = $1 order by v.email, v.id`,
    [org],
  );
  return JSON.stringify(
    {
      format: 'sharebook-export',
      version: SIDE_FILE_FORMAT,
      made_at: now.toISOString(),
      organization: own![0],
      ledger,
      members,
      ...rows,
    },
    null,
    2,
  );
}
