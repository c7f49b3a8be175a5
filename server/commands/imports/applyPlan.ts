// Writes what a package adds: objects first, then entries with their rows, as one unit with the request's transaction.
import { dateOf, idOf, textOf } from '../../../src/domain/ledger/fields.ts';
import type { PackageObject, PackageReading } from '../../../src/domain/ledger/readPackage.ts';
import { appendToLedger, writeStaticObjects } from '../../data/ledgerRepository.ts';
import type { LedgerHead } from '../../data/ledgerRepository.ts';
import { insertStaticRows, updateStaticRow } from '../../data/importedRows.ts';
import type { Row, Tx } from '../../db/database.ts';
import { actorName, recordActivity } from '../context.ts';
import type { CommandContext } from '../context.ts';
import type { ImportOptions } from './importPackage.ts';
import type { Plan } from './plan.ts';
import { reportProgress } from './progress.ts';

export interface Arriving {
  id: string;
  fileName: string;
  reading: PackageReading;
  /** Under which its findings are kept. */
  findingsStep: number;
}

/** The ledger's lock must be held, and the plan made under it. */
export async function applyPlan(
  context: CommandContext,
  org: string,
  head: LedgerHead,
  arriving: Arriving,
  plan: Plan,
  options: ImportOptions,
): Promise<void> {
  const { tx, actor, deps } = context;
  const { id: import_id, reading } = arriving;
  const name = await actorName(context);
  const by = { actor_id: actor.account_id, actor: name, recorded_at: deps.now(), import_id };
  const organization_before = await organizationNow(tx, org);
  const isStatic = (each: PackageObject) => !each.is_transaction && each.id !== '';
  const added = plan.comparison.added.filter(isStatic);
  const written = [...added, ...plan.taken].map(({ object_type, id, object }) => ({ object_type, id, object }));
  await writeStaticObjects(tx, org, written, by, reading.ocf_version);
  await insertStaticRows(tx, org, added, by.recorded_at);
  for (const each of plan.taken) await updateStaticRow(tx, org, each);
  await takeOverIssuer(tx, org, reading, plan.taken);
  const { ordered, effects, state } = plan.interpretation;
  const entries = ordered.filter((entry) => idOf(entry.transaction) !== '');
  await appendToLedger(tx, org, head, entries, effects, state, {
    ...by,
    onProgress: (done) => reportProgress(org, options.progress, { stage: 'writing', done, total: entries.length }),
  });
  await tx.write(
    `insert into import_step (org_id, import_id, position, step, accepted_findings, choices, organization_before, entries, actor_id, actor, at, findings_step)
     select $1, $2, 1 + count(*), 'applied', $3, $4, $5, $6, $7, $8, $9, $10 from import_step where org_id = $1 and import_id = $2`,
    [
      org,
      import_id,
      options.acceptFindings,
      JSON.stringify(plan.taken.map(({ object_type, id }) => ({ object_type, object_id: id, take: 'theirs' }))),
      JSON.stringify(organization_before),
      entries.length,
      actor.account_id,
      name,
      by.recorded_at.toISOString(),
      arriving.findingsStep,
    ],
  );
  if (written.length + entries.length > 0) {
    await recordActivity(context, {
      text: `imported ${arriving.fileName}, ${entries.length} entries`,
      resource: 'imports',
      id: import_id,
    });
  }
  reportProgress(org, options.progress, { stage: 'done' });
}

const organizationNow = (tx: Tx, org: string) =>
  tx.row<Row>('select issuer_id, legal_name, formation_date, country from organization where id = $1', [org]);

/** An organisation without an issuer takes over the package's; one that has it, only when its version is taken. */
async function takeOverIssuer(tx: Tx, org: string, reading: PackageReading, taken: readonly PackageObject[]) {
  if (!reading.issuer) return;
  const country = textOf(reading.issuer, 'country_of_formation');
  const isTaken = taken.some((each) => each.object_type === 'ISSUER');
  const choose = (column: string, parameter: string) =>
    isTaken ? `coalesce(${parameter}, ${column})` : `coalesce(${column}, ${parameter})`;
  await tx.write(
    `update organization set issuer_id = $2, legal_name = ${choose('legal_name', '$3')}, formation_date = ${choose('formation_date', '$4::date')},
       country = ${choose('country', '$5')}, version = version + 1
     where id = $1 and (issuer_id is null or $6)`,
    [
      org,
      idOf(reading.issuer),
      textOf(reading.issuer, 'legal_name'),
      dateOf(reading.issuer, 'formation_date'),
      country && /^[A-Z]{2}$/.test(country) ? country : null,
      isTaken,
    ],
  );
}
