// An Open Cap Format package: read leniently, interpreted strictly, applied as one unit or not at all.
import { createHash } from 'node:crypto';
import { compareWithExisting } from '../../src/domain/ledger/compareWithExisting.ts';
import type { Comparison, ExistingObject } from '../../src/domain/ledger/compareWithExisting.ts';
import { interpret } from '../../src/domain/ledger/interpret.ts';
import type { Interpretation } from '../../src/domain/ledger/interpret.ts';
import { dateOf, idOf, textOf } from '../../src/domain/ledger/fields.ts';
import { readPackage, stateOf } from '../../src/domain/ledger/readPackage.ts';
import type { PackageObject, PackageReading } from '../../src/domain/ledger/readPackage.ts';
import { emptyState } from '../../src/domain/ledger/state.ts';
import type { Finding } from '../../src/domain/ledger/types.ts';
import { bulkInsert } from '../data/bulkInsert.ts';
import { appendToLedger, lockLedger, writeStaticObjects } from '../data/ledgerRepository.ts';
import type { LedgerHead } from '../data/ledgerRepository.ts';
import { replay } from '../data/replay.ts';
import { readZip } from '../data/safeZip.ts';
import { insertShareClasses, insertShareholders, shareClassRowOf, shareholderRowOf } from '../data/staticRows.ts';
import type { Row, Tx } from '../db/database.ts';
import { remarkBehindRecordDate } from './frozenRecordDates.ts';
import { actorName, recordActivity } from './context.ts';
import { orgOf, requireRole } from '../auth/actor.ts';
import type { CommandContext } from './context.ts';

export interface ReadUpload {
  fileName: string;
  bytes: Buffer;
  sha256: string;
  reading: PackageReading;
}

/** Outside of any transaction: unpacks safely and reads everything. Refuses (422): unsafe_zip, no_manifest, two_manifests, duplicate_file. */
export async function readUploadedPackage(fileName: string, bytes: Buffer): Promise<ReadUpload> {
  const files = (await readZip(bytes)).map(({ path, bytes: content }) => ({
    path,
    text: content.toString('utf8'),
    md5: createHash('md5').update(content).digest('hex'),
  }));
  return { fileName, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), reading: readPackage(files) };
}

export interface ImportOptions {
  dryRun: boolean;
  acceptFindings: boolean;
}

export interface ImportAnswer {
  import_id: string;
  applied: boolean;
  counts: Record<string, number>;
  findings: Finding[];
}

/**
 * Applies a package, or says what applying would find. With error findings nothing is written but the import itself,
 * unless they are accepted. A repeat that changes nothing answers `applied: true`.
 * Refuses: forbidden (403).
 */
export async function importPackage(
  context: CommandContext,
  upload: ReadUpload,
  options: ImportOptions,
): Promise<ImportAnswer> {
  const org = requireRole(context.actor, 'owner', 'admin');
  const head = await lockLedger(context.tx, org);
  const plan = await planImport(context, org, upload.reading);
  const hasErrors = plan.findings.some((finding) => finding.severity === 'error');
  const applied = !options.dryRun && (!hasErrors || options.acceptFindings);
  const import_id = context.deps.newId();
  if (!options.dryRun) await keepImport(context, org, import_id, upload, plan, applied, options);
  if (applied) await applyImport(context, org, head, import_id, upload, plan);
  return { import_id, applied, counts: upload.reading.counts, findings: plan.findings.map(published) };
}

interface Plan {
  comparison: Comparison;
  interpretation: Interpretation;
  findings: Finding[];
}

async function planImport(context: CommandContext, org: string, reading: PackageReading): Promise<Plan> {
  const { tx } = context;
  const known = await tx.row<{ issuer_id: string | null; last_seq: string }>(
    'select issuer_id, last_seq from organization where id = $1',
    [org],
  );
  const before = await replay(tx, org);
  const existing = new Map<string, ExistingObject>();
  for (const { object_type, object } of before.statics) existing.set(idOf(object), { object_type, object });
  for (const entry of before.entries) existing.set(entry.id, { object_type: entry.object_type, object: entry.ocf });
  const comparison = compareWithExisting(reading, existing, known?.issuer_id ?? null);
  const base = before.entries.length + before.statics.length > 0 ? before.interpretation.state : emptyState();
  const { state, findings: references } = stateOf(reading, base);
  const added = comparison.added.filter((each) => each.is_transaction).map((each) => each.object);
  // Two transactions of one id stay two for the rules to see; equal ones of the ledger are left alone.
  const repeated = reading.objects
    .filter((each) => each.is_transaction && each.is_duplicate && !existing.has(each.id))
    .map((each) => each.object);
  const interpretation = interpret(state, [...added, ...repeated]);
  const remark = await recordDateRemark(tx, org, interpretation);
  return {
    comparison,
    interpretation,
    findings: [...reading.findings, ...comparison.findings, ...references, ...interpretation.findings, ...remark],
  };
}

/** A distribution that was approved already keeps its lines, whatever a package adds behind its record date. */
async function recordDateRemark(tx: Tx, org: string, { effects, state }: Interpretation): Promise<Finding[]> {
  const moved = [...effects.terminations, ...effects.reductions].map((row) => ({
    id: row.security_id,
    date: row.on_date,
  }));
  const issued = effects.securities.map((row) => ({ id: row.security_id, date: row.issued_on }));
  const changes = [...issued, ...moved];
  if (changes.length === 0) return [];
  const classIds = [...new Set(changes.flatMap(({ id }) => state.securities.get(id)?.row.stock_class_id ?? []))];
  const date = changes.reduce((first, change) => (change.date < first ? change.date : first), changes[0]!.date);
  const message = await remarkBehindRecordDate(tx, org, classIds, date);
  return message === null
    ? []
    : [{ rule: 'record_date_frozen', severity: 'warning', object_type: 'DISTRIBUTION', object_id: '', message }];
}

const published = ({ rule, severity, object_type, object_id, message }: Finding): Finding => ({
  rule,
  severity,
  object_type,
  object_id,
  message,
});

async function keepImport(
  context: CommandContext,
  org: string,
  id: string,
  upload: ReadUpload,
  plan: Plan,
  applied: boolean,
  options: ImportOptions,
) {
  const { tx, actor } = context;
  const { reading } = upload;
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
      options.acceptFindings,
      JSON.stringify(reading.counts),
      actor.account_id,
    ],
  );
  await tx.write('insert into import_package (org_id, import_id, bytes) values ($1, $2, $3)', [org, id, upload.bytes]);
  const rows = plan.findings.map((finding, position): Row => ({ ...published(finding), import_id: id, position }));
  await bulkInsert(
    tx,
    'finding',
    org,
    {
      import_id: 'uuid',
      position: 'integer',
      rule: 'text',
      severity: 'text',
      object_type: 'text',
      object_id: 'text',
      message: 'text',
    },
    rows,
  );
}

async function applyImport(
  context: CommandContext,
  org: string,
  head: LedgerHead,
  import_id: string,
  upload: ReadUpload,
  plan: Plan,
) {
  const { tx, actor, deps } = context;
  const { reading } = upload;
  const by = { actor_id: actor.account_id, actor: await actorName(context), recorded_at: deps.now(), import_id };
  const statics = plan.comparison.added.filter((each) => !each.is_transaction && each.id !== '');
  await writeStaticObjects(
    tx,
    org,
    statics.map(({ object_type, id, object }) => ({ object_type, id, object })),
    by,
    reading.ocf_version,
  );
  await insertShareholders(tx, org, rowsOf(statics, 'STAKEHOLDER', shareholderRowOf), by.recorded_at);
  await insertShareClasses(tx, org, rowsOf(statics, 'STOCK_CLASS', shareClassRowOf));
  await takeOverIssuer(context, org, reading);
  const { ordered, effects, state } = plan.interpretation;
  await appendToLedger(
    tx,
    org,
    head,
    ordered.filter((entry) => idOf(entry.transaction) !== ''),
    effects,
    state,
    by,
  );
  if (statics.length + ordered.length > 0) {
    await recordActivity(context, {
      text: `imported ${upload.fileName}, ${ordered.length} entries`,
      resource: 'imports',
      id: import_id,
    });
  }
}

const rowsOf = (objects: readonly PackageObject[], type: string, row: (object: PackageObject['object']) => Row) =>
  objects.filter((each) => each.object_type === type).map((each) => row(each.object));

/** An organisation without an issuer takes over the package's. */
async function takeOverIssuer({ tx }: CommandContext, org: string, reading: PackageReading) {
  if (!reading.issuer) return;
  const country = textOf(reading.issuer, 'country_of_formation');
  await tx.write(
    `update organization set issuer_id = $2, legal_name = coalesce(legal_name, $3), formation_date = coalesce(formation_date, $4), country = coalesce(country, $5), version = version + 1
     where id = $1 and issuer_id is null`,
    [
      org,
      idOf(reading.issuer),
      textOf(reading.issuer, 'legal_name'),
      dateOf(reading.issuer, 'formation_date'),
      country && /^[A-Z]{2}$/.test(country) ? country : null,
    ],
  );
}

/** With its findings and counts. */
export async function showImport({ tx, actor }: CommandContext, record: Row): Promise<Row> {
  const org = orgOf(actor);
  const batch = await tx.row<{ counts: unknown; accepted_findings: boolean; sha256: string }>(
    'select counts, accepted_findings, sha256 from import_batch where org_id = $1 and id = $2',
    [org, record.id],
  );
  const findings = await tx.rows(
    'select rule, severity, object_type, object_id, message from finding where org_id = $1 and import_id = $2 order by position',
    [org, record.id],
  );
  return { ...record, ...batch, findings };
}
