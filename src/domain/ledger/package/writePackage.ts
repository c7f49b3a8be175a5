// Writes packages: the version to declare, the file for each object, the manifest, and the objects that the schemas of the
// version refuse. The counterpart of readPackage.ts.
import { transactionTypeOf } from '../transactions/index.ts';
import { checkShape } from './checkShape.ts';
import { PACKAGE_FILES } from './manifest.ts';
import type { FileList } from './manifest.ts';
import { isStaticType } from './staticShapes.ts';
import { listOf, isObject, typeOf } from '../core/fields.ts';
import type { OcfObject, StaticType } from '../core/types.ts';

const OCF_VERSIONS = { '1.2.0': '1.2.0', main: '1.2.1-alpha+main' } as const;
export type OcfVersion = keyof typeof OCF_VERSIONS;

/** Fields that came after 1.2.0, beside the types that say so themselves: a package that uses one is written as main. */
const NEWER_FIELDS: Partial<Record<StaticType, readonly string[]>> = {
  STAKEHOLDER: ['current_relationships', 'current_status'],
  ISSUER: ['country_subdivision_name_of_formation'],
};

/** The type or field of the object that version 1.2.0 does not have; null when it has all of them. */
export function newerThanRelease(object: OcfObject): string | null {
  const type = typeOf(object);
  if (transactionTypeOf(type)?.isNewerThanRelease) return type;
  const newer = isStaticType(type) ? NEWER_FIELDS[type] : undefined;
  const field = newer?.find((name) => object[name] !== undefined);
  if (field) return field;
  const usesCliff = listOf(object, 'vesting_conditions').some((condition) => {
    const trigger = isObject(condition) ? condition['trigger'] : null;
    const period = isObject(trigger) ? trigger['period'] : null;
    return isObject(period) && period['cliff_installment'] !== undefined;
  });
  return usesCliff ? 'cliff_installment' : null;
}

/** Findings about values that the format's schemas accept: an empty text, an old type name, a number below zero. */
const PASSED = new Set(['D5', 'W6', 'below_zero', 'ratio_not_positive']);

/** Why the schemas of that version refuse the object; empty when they accept it. */
export function schemaFaults(object: OcfObject, version: OcfVersion): string[] {
  const faults = checkShape(object)
    .filter((finding) => !PASSED.has(finding.rule))
    .map((finding) => finding.message);
  const newer = version === '1.2.0' ? newerThanRelease(object) : null;
  return newer === null ? faults : [...faults, `${newer} is not of version 1.2.0.`];
}

/** The list for a static object. One of an unknown type goes with the documents. */
export function listOfStatic(object_type: string): FileList {
  return PACKAGE_FILES.find(({ holds }) => holds === object_type)?.list ?? 'documents_files';
}

/** `files`: those that were written, with the md5 of their bytes in hex. Lists without a file stay empty. */
export function manifestOf(
  issuer: OcfObject,
  files: readonly { list: string; path: string; md5: string }[],
  written: { version: OcfVersion; as_of: string; generated_at: string },
): OcfObject {
  const lists = PACKAGE_FILES.map(({ list }) => [
    list,
    files.filter((file) => file.list === list).map(({ path, md5 }) => ({ filepath: `./${path}`, md5 })),
  ]);
  return {
    file_type: 'OCF_MANIFEST_FILE',
    ocf_version: OCF_VERSIONS[written.version],
    as_of: written.as_of,
    generated_at: written.generated_at,
    issuer,
    ...Object.fromEntries(lists),
  };
}
