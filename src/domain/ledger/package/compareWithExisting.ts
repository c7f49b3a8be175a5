// Compares a package with what an organisation already has. Equal objects are left alone; nothing is overwritten without asking.
import { differencesInWords } from './differences.ts';
import { isSameJson } from '../core/exactJson.ts';
import { idOf, textOf } from '../core/fields.ts';
import { objectWord } from '../core/objectWords.ts';
import { SLICE } from '#src/domain/slices.ts';
import type { Slices } from '#src/domain/slices.ts';
import type { PackageObject, PackageReading } from './readPackage.ts';
import type { Finding, OcfObject } from '../core/types.ts';

export type ExistingObject = { object_type: string; object: OcfObject };
export type Comparison = {
  /** Not there yet: to be added. */
  added: PackageObject[];
  /** There with equal content: left alone. */
  equal: PackageObject[];
  /** Static objects there with other content: the choices are keep ours and take theirs (a new version). */
  changed: PackageObject[];
  findings: Finding[];
};

/**
 * `existing`: current static objects and valid transactions, by id. `issuerId`: the organisation's issuer; null while it has
 * none and would take over that of the package. `ownName`: the organisation's name, where it has data or a legal name: a package
 * with another name is then of another company. Slugs: other_issuer, other_content, transaction_changed, id_of_other_type.
 * A changed transaction is never taken. Pauses between slices of the work.
 */
export function* compareWithExisting(
  reading: PackageReading,
  existing: ReadonlyMap<string, ExistingObject>,
  issuerId: string | null,
  ownName: string | null = null,
): Slices<Comparison> {
  const comparison: Comparison = { added: [], equal: [], changed: [], findings: [] };
  const theirs = reading.issuer ? idOf(reading.issuer) : null;
  const theirName = reading.issuer ? textOf(reading.issuer, 'legal_name') : null;
  const isOther = issuerId !== null && theirs !== null && theirs !== issuerId;
  const isNamedOtherwise =
    issuerId === null && ownName !== null && theirName !== null && nameKey(ownName) !== nameKey(theirName);
  if (theirs !== null && (isOther || isNamedOtherwise)) {
    const message = isOther
      ? otherImport(theirName, ownName)
      : `The package is of ${theirName}; this company is ${ended(ownName)}`;
    comparison.findings.push({
      rule: 'other_issuer',
      severity: 'error',
      object_type: 'ISSUER',
      object_id: theirs,
      message,
    });
  }
  for (const [index, each] of reading.objects.entries()) {
    if (!each.is_duplicate) compareOne(each, existing.get(each.id), comparison);
    if (index % SLICE === SLICE - 1) yield;
  }
  return comparison;
}

/** The issuer came with an earlier import. Two companies of the same name differ by their id. */
function otherImport(theirs: string | null, own: string | null): string {
  const undo = 'It came with an import, which you can undo.';
  if (theirs !== null && own !== null && nameKey(theirs) === nameKey(own))
    return `The package is of a company of the same name, ${theirs}, with a different id than ${ended(own)} ${undo}`;
  return `The package is of ${theirs ?? 'another company'}; this company is ${own === null ? 'another.' : ended(own)} ${undo}`;
}

/** Ends the sentence, unless the name already ends with a dot ("Inc."). */
const ended = (name: string | null) => (name?.endsWith('.') ? name : `${name}.`);

/** Company names are compared without capitals, dots and legal form. */
const nameKey = (name: string): string => {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.,'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1)!)) words.pop();
  return words.join(' ');
};
const LEGAL_FORMS = new Set([
  'inc',
  'incorporated',
  'corp',
  'corporation',
  'llc',
  'ltd',
  'limited',
  'co',
  'company',
  'pbc',
  'gmbh',
]);

function compareOne(each: PackageObject, ours: ExistingObject | undefined, comparison: Comparison): void {
  const { object_type, id: object_id } = each;
  const report = (rule: string, message: string) =>
    comparison.findings.push({
      rule,
      severity: 'error',
      object_type,
      object_id,
      message: `${object_type} ${object_id} ${message}`,
    });
  if (!ours || object_id === '') comparison.added.push(each);
  else if (ours.object_type !== object_type)
    report(
      'id_of_other_type',
      `has the id of an existing object of another kind (${objectWord(ours.object_type).toLowerCase()}).`,
    );
  else if (isSameJson(ours.object, each.object)) comparison.equal.push(each);
  else if (each.is_transaction)
    report(
      'transaction_changed',
      `is already in the ledger with different content: ${differencesInWords(ours.object, each.object)}. The ledger stays as it is.`,
    );
  else {
    comparison.changed.push(each);
    report('other_content', 'is already here with different content. Your record stays as it is.');
  }
}
