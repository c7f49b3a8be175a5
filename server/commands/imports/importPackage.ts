// Imports a package: reads it, checks it against the rules and the records, stores it with its findings, and applies it as one
// unit.
import type { ImportAnswer } from '#src/contract/imports.ts';
import { wordsOfRule } from '#src/domain/ledger/rules/ruleWords.ts';
import { textOf } from '#src/domain/ledger/core/fields.ts';
import type { PackageReading } from '#src/domain/ledger/package/readPackage.ts';
import type { Finding } from '#src/domain/ledger/core/types.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { bulkInsert } from '#server/data/bulkInsert.ts';
import { notFound } from '#server/data/refusals.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { applyPlan } from './applyPlan.ts';
import { planImport, published } from './plan.ts';
import type { ImportOptions, Plan } from './plan.ts';
import { readUploadedPackage, takeReading } from './readUpload.ts';
import type { ReadUpload } from './readUpload.ts';
import { reportProgress } from './progress.ts';
import { broughtPayments } from './takePaymentsBack.ts';

/**
 * Applies an uploaded package, or reports what applying would find. If there are errors that no choice settles, only
 * the import itself is stored, unless the errors are accepted; read_otherwise cannot be accepted. A repeat without
 * changes answers `applied: true`. Refuses: forbidden (403).
 */
export async function importPackage(
  context: CommandContext,
  upload: ReadUpload,
  options: ImportOptions,
): Promise<ImportAnswer> {
  const org = orgOf(context.actor);
  const head = await lockLedger(context.tx, org);
  reportProgress(context.deps.db, org, options.progress, { stage: 'checking' });
  const reading = await takeReading(upload);
  const plan = await planImport(context.tx, org, reading, options.choices);
  const applied = !options.dryRun && mayApply(plan, options);
  const kept = options.dryRun ? await checkedBefore(context.tx, org, upload.sha256) : null;
  const import_id = kept ?? context.deps.newId();
  if (kept === null) {
    await keepPackage(context, org, import_id, upload, reading, applied, options.acceptFindings);
    await keepFindings(context.tx, org, import_id, 0, plan.findings);
  }
  const arriving = { id: import_id, fileName: upload.fileName, reading, findingsStep: 0 };
  if (applied) await applyPlan(context, org, head, arriving, plan, options);
  return { import_id, applied, counts: reading.counts, findings: plan.findings.map(published) };
}

/**
 * The same for a stored package, which is not uploaded again: `dryRun` only checks it with these choices. Refuses:
 * not_found (404), already_applied, apply_file_again (409).
 */
export async function applyKept(context: CommandContext, id: string, options: ImportOptions): Promise<ImportAnswer> {
  const { tx } = context;
  const org = orgOf(context.actor);
  const head = await lockLedger(tx, org);
  const { fileName, bytes, status, steps } = await keptPackage(tx, org, id);
  if (status === 'applied' && !options.dryRun)
    throw conflict('already_applied', 'This import is already applied. Undo it first to import it again.');
  if (await broughtPayments(context, org, id))
    throw conflict(
      'apply_file_again',
      'This import came from a spreadsheet with past payments. Open that spreadsheet, and apply it again.',
    );
  reportProgress(context.deps.db, org, options.progress, { stage: 'reading' });
  const reading = await takeReading(await readUploadedPackage(fileName, bytes));
  reportProgress(context.deps.db, org, options.progress, { stage: 'checking' });
  const plan = await planImport(tx, org, reading, options.choices);
  const applied = !options.dryRun && mayApply(plan, options);
  if (applied) {
    await keepFindings(tx, org, id, steps + 1, plan.findings);
    await applyPlan(context, org, head, { id, fileName, reading, findingsStep: steps + 1 }, plan, options);
  }
  return { import_id: id, applied, counts: reading.counts, findings: plan.findings.map(published) };
}

/** Refuses: not_found (404). */
export async function keptPackage(
  tx: Tx,
  org: string,
  id: string,
): Promise<{ fileName: string; bytes: Buffer; status: string; steps: number }> {
  const row = await tx.row<{ file_name: string; bytes: Buffer; status: string; steps: number }>(
    `select v.file_name, p.bytes, v.status, (select count(*)::integer from import_step s where s.org_id = v.org_id and s.import_id = v.id) as steps
     from import_view v join import_package p on p.org_id = v.org_id and p.import_id = v.id where v.org_id = $1 and v.id::text = $2`,
    [org, id],
  );
  if (!row) throw notFound();
  return { fileName: row.file_name, bytes: row.bytes, status: row.status, steps: row.steps };
}

const mayApply = ({ findings }: Plan, { acceptFindings, acceptable }: ImportOptions) =>
  !findings.some(
    ({ rule, severity }) =>
      wordsOfRule(rule).isFinal ||
      (severity === 'error' && !(acceptFindings && (acceptable === undefined || acceptable.has(rule)))),
  );

/** A package that was read but not applied stays one import, however often it is checked. */
async function checkedBefore(tx: Tx, org: string, sha256: string): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    `select b.id from import_batch b where b.org_id = $1 and b.sha256 = $2
       and not exists (select 1 from import_step s where s.org_id = b.org_id and s.import_id = b.id) order by b.created_at desc limit 1`,
    [org, sha256],
  );
  return row?.id ?? null;
}

async function keepPackage(
  context: CommandContext,
  org: string,
  id: string,
  upload: ReadUpload,
  reading: PackageReading,
  applied: boolean,
  acceptFindings: boolean,
) {
  const { tx, actor } = context;
  await tx.write(
    `insert into import_batch (org_id, id, file_name, sha256, ocf_version, issuer_name, as_of, applied, accepted_findings, counts, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      org,
      id,
      upload.fileName,
      upload.sha256,
      reading.ocf_version,
      reading.issuer ? textOf(reading.issuer, 'legal_name') : null,
      reading.as_of,
      applied,
      acceptFindings,
      JSON.stringify(reading.counts),
      actor.account_id,
    ],
  );
  await tx.write('insert into import_package (org_id, import_id, bytes) values ($1, $2, $3)', [org, id, upload.bytes]);
}

async function keepFindings(tx: Tx, org: string, import_id: string, step: number, findings: readonly Finding[]) {
  const rows = findings.map((finding, position): Row => ({ ...published(finding), import_id, step, position }));
  await bulkInsert(
    tx,
    'finding',
    org,
    {
      import_id: 'uuid',
      step: 'integer',
      position: 'integer',
      rule: 'text',
      severity: 'text',
      object_type: 'text',
      object_id: 'text',
      message: 'text',
      times: 'integer',
    },
    rows,
  );
}
