// Reads an unpacked Open Cap Table package: leniently, losing nothing, and saying everything that is wrong with it.
import { isIsoDate } from '#src/domain/dates.ts';
import { SLICE } from '#src/domain/slices.ts';
import type { Slices } from '#src/domain/slices.ts';
import { findingList } from '../core/findingList.ts';
import type { FindingList } from '../core/findingList.ts';
import { checkShape } from './checkShape.ts';
import { idOf, isObject, isPlaceholder, textOf, typeOf, typed } from '../core/fields.ts';
import { countNameless, emptyPackageSize } from './jsonReader.ts';
import type { PackageSize } from './jsonReader.ts';
import { fileFinding, listedFiles } from './manifest.ts';
import type { PackageFile, ParsedFile } from './manifest.ts';
import { checkManifest, findManifest, parseFiles } from './packageFiles.ts';
import { shareRepeated } from './sharedValues.ts';
import { objectWord } from '../core/objectWords.ts';
import { isStaticType } from './staticShapes.ts';
import { storableText, unstorableReason } from './storable.ts';
import { emptyState } from '../core/state.ts';
import type { LedgerState } from '../core/state.ts';
import { addStaticObjects } from '../core/staticObjects.ts';
import { transactionTypeOf } from '../transactions/index.ts';
import type { Finding, OcfObject, OcfTransaction } from '../core/types.ts';

export type { PackageFile } from './manifest.ts';

export type PackageObject = {
  /** Whole, as parsed. Numerals that a float cannot hold are raw (exactJson.ts). */
  object: OcfObject;
  object_type: string;
  id: string;
  /** The file it came from. */
  path: string;
  is_transaction: boolean;
  /** An earlier object of the package has the same id. This one is kept without effect. */
  is_duplicate: boolean;
};
export type PackageReading = {
  issuer: OcfObject | null;
  as_of: string | null;
  ocf_version: string;
  /** The issuer first, then in the order of the manifest and of its files. */
  objects: PackageObject[];
  /** How many of each object_type were read, faulty ones too. */
  counts: Record<string, number>;
  findings: Finding[];
};

/**
 * Refuses (422): no_manifest, two_manifests, duplicate_file, unsafe_package. Everything else that is wrong is a finding.
 * Files that are not JSON (documents) are skipped. Each file is requested only when the one before it is parsed, so that the
 * bytes of one file are in memory at a time. Pauses between slices of the work.
 */
export function* readPackage(packageFiles: Iterable<PackageFile>): Slices<PackageReading> {
  const findings = findingList();
  const size = emptyPackageSize();
  const broken = new Set<string>();
  const files = yield* parseFiles(packageFiles, size, broken, findings);
  const manifest = findManifest(files);
  const listed = listedFiles(manifest, files, broken);
  for (const finding of [...checkManifest(manifest), ...listed.findings]) findings.push(finding);
  const objects: PackageObject[] = [];
  const issuer = issuerOf(manifest, findings);
  if (issuer) objects.push(packageObject(issuer, 'ISSUER', manifest));
  const texts = new Map<string, string>();
  for (const file of listed.files) yield* readItems(file, objects, texts, size, findings);
  yield* markDuplicates(objects, size, findings);
  for (const [index, { object, object_type, is_transaction }] of objects.entries()) {
    for (const finding of checkShape(object, object_type)) findings.push(finding);
    if (!is_transaction && !isStaticType(object_type)) findings.push(unknownType(object));
    if (index % SLICE === SLICE - 1) yield;
  }
  const as_of = manifest.json['as_of'];
  return {
    issuer,
    as_of: isIsoDate(as_of) ? as_of : null,
    ocf_version: storableText(textOf(manifest.json, 'ocf_version') ?? '').slice(0, 100),
    objects,
    counts: countByType(objects),
    findings: findings.all().map(storableFinding),
  };
}

export function transactionsOf(reading: PackageReading): OcfTransaction[] {
  return reading.objects.filter((each) => each.is_transaction).map((each) => each.object);
}

/** The state for interpreting a package's transactions: the existing state, if any, with the objects of the package added. */
export function stateOf(reading: PackageReading, existing?: LedgerState): { state: LedgerState; findings: Finding[] } {
  const state = existing ?? emptyState();
  const statics = reading.objects.filter((each) => !each.is_transaction && !each.is_duplicate);
  return { state, findings: addStaticObjects(state, statics.map(typed)) };
}

function issuerOf({ json, path }: ParsedFile, findings: FindingList): OcfObject | null {
  const { issuer } = json;
  const reason = unstorableReason(issuer);
  if (isObject(issuer) && !isPlaceholder(issuer) && reason === null) return issuer;
  const message = reason === null ? 'The manifest has no issuer.' : `The issuer in the manifest ${reason}.`;
  findings.push(fileFinding(reason === null ? 'missing_issuer' : 'unstorable_item', 'error', path, message));
  return null;
}

function* readItems(
  file: ParsedFile,
  objects: PackageObject[],
  texts: Map<string, string>,
  size: PackageSize,
  findings: FindingList,
): Slices<void> {
  const items = file.json['items'];
  const { path } = file;
  if (!Array.isArray(items)) {
    findings.push(fileFinding('missing_items', 'error', path, `${path} has no list of items.`));
    return;
  }
  for (const [index, item] of items.entries()) {
    const reason = unstorableReason(item);
    if (isObject(item) && reason === null) {
      shareRepeated(item, texts);
      objects.push(packageObject(item, typeOf(item), file));
    } else if (reason === null)
      findings.push(
        fileFinding(
          'not_an_object',
          'error',
          path,
          `Item ${(index + 1).toLocaleString('en-US')} of ${path} is a single value instead of an object.`,
        ),
      );
    else {
      const message = `Item ${(index + 1).toLocaleString('en-US')} of ${path} ${reason}, so it was left out.`;
      findings.push(fileFinding('unstorable_item', 'error', path, message));
    }
    if (!isObject(item) || typeOf(item) === '' || idOf(item) === '') countNameless(size, path);
    if (index % SLICE === SLICE - 1) yield;
  }
}

function packageObject(object: OcfObject, object_type: string, file: ParsedFile): PackageObject {
  const isInTransactions = file.file_type === 'OCF_TRANSACTIONS_FILE' || /^(TX|CE)_/.test(object_type);
  const is_transaction = transactionTypeOf(object_type) !== null || (isInTransactions && !isStaticType(object_type));
  return { object, object_type, id: idOf(object), path: file.path, is_transaction, is_duplicate: false };
}

/** E20. Two transactions with the same id are left to the interpreter, because their order decides which one counts. */
function* markDuplicates(objects: PackageObject[], size: PackageSize, findings: FindingList): Slices<void> {
  const first = new Map<string, PackageObject>();
  for (const [index, each] of objects.entries()) {
    const other = each.id === '' ? undefined : first.get(each.id);
    if (!other) first.set(each.id, each);
    else {
      countNameless(size, each.path);
      if (!(other.is_transaction && each.is_transaction)) {
        each.is_duplicate = !each.is_transaction && other.object_type === each.object_type;
        const message = `${each.object_type} ${each.id}: the ${objectWord(other.object_type).toLowerCase()} in ${other.path} has the same id.`;
        findings.push({ rule: 'E20', severity: 'error', object_type: each.object_type, object_id: each.id, message });
      }
    }
    if (index % SLICE === SLICE - 1) yield;
  }
}

/** Findings quote what they found, and a text column does not hold every character. */
const storableFinding = (finding: Finding): Finding => ({
  ...finding,
  object_id: storableText(finding.object_id),
  message: storableText(finding.message),
});

function unknownType(object: OcfObject): Finding {
  const message = `${typeOf(object) || 'An object without object_type'} ${idOf(object)} is of a kind that the format does not have. It is kept whole, without effect.`;
  return {
    rule: 'unknown_object_type',
    severity: 'error',
    object_type: typeOf(object),
    object_id: idOf(object),
    message,
  };
}

function countByType(objects: readonly PackageObject[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { object_type } of objects) counts.set(object_type, (counts.get(object_type) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
