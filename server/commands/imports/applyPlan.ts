// Writes what a package adds: first objects, then entries with their rows, in the request's transaction.
import { objectsInWords } from '#src/domain/ledger/core/objectWords.ts';
import { isSameJson } from '#src/domain/ledger/core/exactJson.ts';
import { dateOf, idOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { PackageObject, PackageReading } from '#src/domain/ledger/package/readPackage.ts';
import { plural } from '#src/domain/plural.ts';
import { appendToLedger, writeStaticObjects } from '#server/data/ledgerRepository.ts';
import type { LedgerHead } from '#server/data/ledgerRepository.ts';
import { insertStaticRows, updateStaticRows } from '#server/data/importedRows.ts';
import type { Tx } from '#server/db/database.ts';
import { withLargerHeap } from '#server/data/memory.ts';
import { actorName, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { watchDocuments } from '../ledger/documentNotices.ts';
import { holdingNotices, tellHolders } from '../ledger/holdingNotices.ts';
import { organizationFacts, recordStep } from './importSteps.ts';
import type { ObjectVersions } from './importSteps.ts';
import type { ImportOptions, Plan } from './plan.ts';
import { reportProgress } from './progress.ts';

export interface Arriving {
  id: string;
  fileName: string;
  reading: PackageReading;
  /** The import step that keeps its findings. */
  findingsStep: number;
}

/** The ledger lock must be held, and the plan made under it. Consumes the plan's entries and state. */
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
  const before = await organizationFacts(tx, org);
  const isNamed = (each: PackageObject) => !each.is_transaction && each.id !== '';
  const added = plan.comparison.added.filter(isNamed);
  const written = [...added, ...plan.taken].map(({ object_type, id, object }) => ({ object_type, id, object }));
  await writeStaticObjects(tx, org, written, by, reading.ocf_version);
  await insertStaticRows(tx, org, added, by.recorded_at);
  await updateStaticRows(tx, org, plan.taken);
  await takeOverIssuer(tx, org, reading, plan.taken);
  const notices = options.notifyHolders ? holdingNotices(plan.interpretation, head.last_seq) : [];
  const tellOfDocuments = options.notifyHolders ? await watchDocuments(context, plan.interpretation) : null;
  const { ordered, effects, state } = plan.interpretation;
  // Frees memory: only the rules use these, and all rules have been checked.
  state.custom_ids.clear();
  state.transaction_ids.clear();
  const entries = ordered.splice(0).filter((entry) => idOf(entry.transaction) !== '');
  const total = entries.length;
  const onProgress = (done: number) =>
    reportProgress(deps.db, org, options.progress, { stage: 'writing', done, total });
  await withLargerHeap(() => appendToLedger(tx, org, head, entries, effects, state, { ...by, onProgress }));
  await tellHolders(context, notices);
  await tellOfDocuments?.();
  const after = await organizationFacts(tx, org);
  await recordStep(context, org, {
    step: 'applied',
    import_id,
    entries: total,
    before,
    accepted_findings: options.acceptFindings,
    choices: plan.taken.map(({ object_type, id }) => ({ object_type, object_id: id, take: 'theirs' })),
    changes: written.length + total > 0 || options.bringsMore === true || !isSameJson(before, after),
    left_alone: await versionsOf(tx, org, plan.comparison.equal.filter(isNamed)),
    findings_step: arriving.findingsStep,
  });
  if (written.length + total > 0) {
    recordActivity(context, {
      text: `imported ${arriving.fileName}, ${contentOf(written, total)}`,
      resource: 'imports',
      id: import_id,
    });
  }
  reportProgress(deps.db, org, options.progress, { stage: 'done' });
}

/** "3 entries", or for a package without entries what else it contained. */
function contentOf(written: readonly { object_type: string }[], entries: number): string {
  if (entries > 0) return plural(entries, 'entry', 'entries');
  return [...Map.groupBy(written, ({ object_type }) => object_type)]
    .map(([type, of]) => `${of.length} ${objectsInWords(type, of.length)}`)
    .join(', ');
}

/** The versions under which the objects are stored. */
async function versionsOf(tx: Tx, org: string, objects: readonly PackageObject[]): Promise<ObjectVersions> {
  const rows = await tx.rows<{ object_type: string; id: string; version: number }>(
    `select o.object_type, o.id, max(o.version) as version from ocf_object o
     join unnest($2::text[], $3::text[]) as e (object_type, id) using (object_type, id) where o.org_id = $1 group by 1, 2`,
    [org, objects.map((each) => each.object_type), objects.map((each) => each.id)],
  );
  const versions: ObjectVersions = {};
  for (const { object_type, id, version } of rows) (versions[object_type] ??= {})[id] = version;
  return versions;
}

/**
 * An organisation without an issuer takes the package's; one with an issuer does so only if that version was chosen. Its own issuer,
 * from its own package or from a spreadsheet, tells it nothing: where it has not said a fact, that issuer has a stand-in.
 */
async function takeOverIssuer(tx: Tx, org: string, reading: PackageReading, taken: readonly PackageObject[]) {
  if (!reading.issuer || idOf(reading.issuer) === org) return;
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
