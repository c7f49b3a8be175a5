// What applying a package would do: what is new, what already exists with other content, and every finding of the rules.
import type { Side } from '#src/contract/imports.ts';
import { AppError } from '#src/domain/errors.ts';
import { compareWithExisting } from '#src/domain/ledger/package/compareWithExisting.ts';
import type { Comparison, ExistingObject } from '#src/domain/ledger/package/compareWithExisting.ts';
import { interpretInSlices } from '#src/domain/ledger/core/interpret.ts';
import type { Interpretation } from '#src/domain/ledger/core/interpret.ts';
import { isSameJson } from '#src/domain/ledger/core/exactJson.ts';
import { dateOf, idOf, typed } from '#src/domain/ledger/core/fields.ts';
import { withNames } from '#src/domain/ledger/rules/namesInFindings.ts';
import { stateOf } from '#src/domain/ledger/package/readPackage.ts';
import { stockDays } from '#src/domain/ledger/rules/stockDays.ts';
import type { PackageObject, PackageReading } from '#src/domain/ledger/package/readPackage.ts';
import type { Effects, Finding } from '#src/domain/ledger/core/types.ts';
import { mergedFindings } from '#src/domain/ledger/core/findingList.ts';
import { runYielding } from '#server/data/runYielding.ts';
import { fold, liveEntries, loadEntries, loadStaticObjects } from '#server/data/replay.ts';
import type { StaticObject } from '#server/data/replay.ts';
import type { Tx } from '#server/db/database.ts';
import { issuerOf } from '../exports/exportPackage.ts';
import { conflictingEntries } from './conflictingEntries.ts';
import { recordDateFinding } from '../ledger/frozenRecordDates.ts';

/** For a static object that already exists with other content: which version to use. */
export interface Choices {
  all?: Side | null;
  objects?: Record<string, Side>;
}

export interface ImportOptions {
  dryRun: boolean;
  acceptFindings: boolean;
  /** The only rules whose errors may be accepted; without it, all may. */
  acceptable?: ReadonlySet<string>;
  /** Whether the holders with an account are told, once each. */
  notifyHolders: boolean;
  choices: Choices;
  /** Whether the import brings more than its package, so that it is one to undo even where the package adds nothing. */
  bringsMore?: boolean;
  /** The caller's name for this run, for requests about its progress. */
  progress: string | null;
}

export interface Plan {
  /** What it adds to the static objects only. */
  comparison: Comparison;
  /** Changed objects for which the package's version is used. */
  taken: PackageObject[];
  interpretation: Interpretation;
  findings: Finding[];
  /** The organisation's own objects and rows, without the package. */
  before: { statics: StaticObject[]; effects: Effects };
}

/**
 * Keeps a large package in memory only once: the reading's objects are released, except those that the plan needs.
 * Refuses: unknown_object (422) for a choice about an object that the package does not have.
 */
export async function planImport(tx: Tx, org: string, reading: PackageReading, choices: Choices = {}): Promise<Plan> {
  refuseUnknownChoices(reading, choices);
  const known = await tx.row<{ issuer_id: string | null; legal_name: string | null; name: string }>(
    'select issuer_id, legal_name, coalesce(legal_name, client_display_name) as name from organization where id = $1',
    [org],
  );
  const fractions = (
    await tx.rows<{ id: string }>('select id from share_class where org_id = $1 and allows_fractions', [org])
  ).map((row) => row.id);
  const statics = await loadStaticObjects(tx, org);
  const entries = liveEntries(await loadEntries(tx, org));
  const existing = new Map<string, ExistingObject>();
  for (const { object_type, object } of statics) existing.set(idOf(object), { object_type, object });
  for (const entry of entries) existing.set(entry.id, { object_type: entry.object_type, object: entry.ocf });
  await addOwnIssuer(tx, org, reading, statics, existing);
  const isTold = existing.size > 0 || Boolean(known?.legal_name);
  const ownName = known && isTold ? known.name : null;
  const comparison = await runYielding(compareWithExisting(reading, existing, known?.issuer_id ?? null, ownName));
  const taken = comparison.changed.filter((each) => sideOf(choices, each) === 'theirs');
  const before = await fold(statics, entries, fractions);
  const effects = { ...before.effects };
  const { state, broken, replaced } =
    taken.length === 0
      ? { state: before.state, broken: [], replaced: statics }
      : await foldWith(statics, taken, (theirs) => fold(theirs, entries, fractions), errorsOf(before.findings));
  const { findings: references } = stateOf(reading, state);
  const added = comparison.added.filter((each) => each.is_transaction).map((each) => each.object);
  // Two transactions with one id remain two, so that the rules see them; those equal to ledger entries are skipped.
  const repeated = reading.objects
    .filter((each) => each.is_transaction && each.is_duplicate && !existing.has(each.id))
    .map((each) => each.object);
  const early = new Set([...reading.findings, ...comparison.findings, ...references].map(({ object_id }) => object_id));
  const named = reading.objects.filter(({ id }) => early.has(id)).map(typed);
  reading.objects.length = 0;
  comparison.added = comparison.added.filter((each) => !each.is_transaction);
  const transactions = [...added, ...repeated];
  const interpretation = await runYielding(interpretInSlices(state, transactions));
  const otherwise = await conflictingEntries({
    here: { statics: replaced, entries, effects },
    adds: { statics: comparison.added.map(typed), transactions, effects: interpretation.effects },
    fractions,
  });
  return {
    comparison,
    taken,
    interpretation,
    before: { statics, effects },
    findings: withNames(
      mergedFindings(
        reading.findings,
        comparison.findings.map((finding) => settled(finding, choices)),
        broken,
        references,
        interpretation.findings,
        otherwise,
        await recordDateRemark(tx, org, interpretation),
      ),
      [...named, ...transactions],
      interpretation.state,
    ),
  };
}

/**
 * A company stores no issuer until a package brings one; an export contains its own details as issuer, which then count
 * as existing.
 */
async function addOwnIssuer(
  tx: Tx,
  org: string,
  { issuer }: PackageReading,
  statics: readonly StaticObject[],
  existing: Map<string, ExistingObject>,
): Promise<void> {
  if (!issuer || idOf(issuer) !== org || existing.has(org)) return;
  const own = await issuerOf(tx, org, statics, dateOf(issuer, 'formation_date') ?? '');
  if (isSameJson(own, issuer)) existing.set(org, { object_type: 'ISSUER', object: own });
}

function refuseUnknownChoices(reading: PackageReading, { objects = {} }: Choices): void {
  const wanted = new Set(Object.keys(objects));
  if (wanted.size === 0) return;
  for (const { id, is_transaction } of reading.objects) if (!is_transaction) wanted.delete(id);
  const [unknown] = wanted;
  if (unknown === undefined) return;
  const sentence = `The package has no object ${unknown}, so there is nothing to choose for it.`;
  throw new AppError('unknown_object', sentence, { status: 422, fields: { [`choices.objects.${unknown}`]: sentence } });
}

const sideOf = (choices: Choices, { id }: { id: string }): Side | null =>
  (choices.objects && Object.hasOwn(choices.objects, id) ? choices.objects[id] : choices.all) ?? null;

/** The package's versions may break a rule that ours keep; this import then reports the finding. */
async function foldWith(
  statics: readonly StaticObject[],
  taken: readonly PackageObject[],
  again: (statics: StaticObject[]) => Promise<Interpretation>,
  known: readonly Finding[],
): Promise<{ state: Interpretation['state']; broken: Finding[]; replaced: StaticObject[] }> {
  const theirs = new Map(taken.map((each) => [`${each.object_type} ${each.id}`, each.object]));
  const replaced = statics.map((each) => ({
    ...each,
    object: theirs.get(`${each.object_type} ${idOf(each.object)}`) ?? each.object,
  }));
  const { state, findings } = await again(replaced);
  const before = new Set(known.map(({ rule, object_id }) => `${rule} ${object_id}`));
  return {
    state,
    replaced,
    broken: errorsOf(findings).filter(({ rule, object_id }) => !before.has(`${rule} ${object_id}`)),
  };
}

const errorsOf = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'error');

/** A choice settles the finding: it becomes a warning that states the choice. */
function settled(finding: Finding, choices: Choices): Finding {
  if (finding.rule !== 'other_content') return finding;
  const side = sideOf(choices, { id: finding.object_id });
  if (side === null) return finding;
  const { object_type, object_id } = finding;
  const message =
    side === 'ours'
      ? `${object_type} ${object_id} is already here with different content. Your record is kept, as chosen.`
      : `${object_type} ${object_id} is already here with different content. The package's version is used, as chosen. Yours stays in the history.`;
  return { ...finding, severity: 'warning', message };
}

/** An approved distribution keeps its lines, even if a package adds entries before its record date. */
async function recordDateRemark(tx: Tx, org: string, { effects, state }: Interpretation): Promise<Finding[]> {
  const message = await recordDateFinding(tx, org, stockDays(effects, state));
  return message === null
    ? []
    : [{ rule: 'record_date_frozen', severity: 'warning', object_type: 'DISTRIBUTION', object_id: '', message }];
}

/** As the contract has them, without the fields of a refusal. `times`: how many findings it stands for. */
export const published = ({ rule, severity, object_type, object_id, message, times = 1 }: Finding) => ({
  rule,
  severity,
  object_type,
  object_id,
  message,
  times,
});
