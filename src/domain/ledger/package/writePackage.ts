// What a package of ours is made of: which version it must declare, into which file each object goes, its manifest, and
// which objects the schemas of that version refuse. The counterpart of readPackage.ts.
import { checkShape } from '../core/checkShape.ts';
import { listOf, isObject, typeOf } from '../core/fields.ts';
import type { OcfObject } from '../core/types.ts';

export const OCF_VERSIONS = { '1.2.0': '1.2.0', main: '1.2.1-alpha+main' } as const;
export type OcfVersion = keyof typeof OCF_VERSIONS;

/** Types and fields that came after 1.2.0: a package that uses one is written as main. */
const NEWER_TYPES = new Set([
  'CE_STAKEHOLDER_RELATIONSHIP',
  'CE_STAKEHOLDER_STATUS',
  'TX_EQUITY_COMPENSATION_REPRICING',
  'TX_STOCK_CONSOLIDATION',
]);
const NEWER_FIELDS: Record<string, readonly string[]> = {
  STAKEHOLDER: ['current_relationships', 'current_status'],
  ISSUER: ['country_subdivision_name_of_formation'],
};

/** What in the object 1.2.0 does not know; null when it is of that version or older. */
export function newerThanRelease(object: OcfObject): string | null {
  const type = typeOf(object);
  if (NEWER_TYPES.has(type)) return type;
  const field = NEWER_FIELDS[type]?.find((name) => object[name] !== undefined);
  if (field) return field;
  const usesCliff = listOf(object, 'vesting_conditions').some((condition) => {
    const trigger = isObject(condition) ? condition['trigger'] : null;
    const period = isObject(trigger) ? trigger['period'] : null;
    return isObject(period) && period['cliff_installment'] !== undefined;
  });
  return usesCliff ? 'cliff_installment' : null;
}

/** Faults that the format's schemas let pass: an empty text, an old alias, a sign that cannot be. */
const PASSED = new Set(['D5', 'W6', 'below_zero', 'ratio_not_positive']);

/** Why the object schemas of that version refuse the object; empty when they take it. */
export function schemaFaults(object: OcfObject, version: OcfVersion): string[] {
  const faults = checkShape(object)
    .filter((finding) => !PASSED.has(finding.rule))
    .map((finding) => finding.message);
  const newer = version === '1.2.0' ? newerThanRelease(object) : null;
  return newer === null ? faults : [...faults, `${newer} is not of version 1.2.0.`];
}

/** The files of a package in the order of its manifest: its list there, its type, its name. */
export const PACKAGE_FILES = [
  { list: 'stakeholders_files', file_type: 'OCF_STAKEHOLDERS_FILE', path: 'Stakeholders.ocf.json' },
  { list: 'stock_classes_files', file_type: 'OCF_STOCK_CLASSES_FILE', path: 'StockClasses.ocf.json' },
  {
    list: 'stock_legend_templates_files',
    file_type: 'OCF_STOCK_LEGEND_TEMPLATES_FILE',
    path: 'StockLegendTemplates.ocf.json',
  },
  { list: 'stock_plans_files', file_type: 'OCF_STOCK_PLANS_FILE', path: 'StockPlans.ocf.json' },
  { list: 'valuations_files', file_type: 'OCF_VALUATIONS_FILE', path: 'Valuations.ocf.json' },
  { list: 'vesting_terms_files', file_type: 'OCF_VESTING_TERMS_FILE', path: 'VestingTerms.ocf.json' },
  { list: 'financings_files', file_type: 'OCF_FINANCINGS_FILE', path: 'Financings.ocf.json' },
  { list: 'documents_files', file_type: 'OCF_DOCUMENTS_FILE', path: 'Documents.ocf.json' },
  { list: 'transactions_files', file_type: 'OCF_TRANSACTIONS_FILE', path: 'Transactions.ocf.json' },
] as const;
export type PackageFileSpec = (typeof PACKAGE_FILES)[number];

const FILE_OF: Record<string, PackageFileSpec['list']> = {
  STAKEHOLDER: 'stakeholders_files',
  STOCK_CLASS: 'stock_classes_files',
  STOCK_LEGEND_TEMPLATE: 'stock_legend_templates_files',
  STOCK_PLAN: 'stock_plans_files',
  VALUATION: 'valuations_files',
  VESTING_TERMS: 'vesting_terms_files',
  FINANCING: 'financings_files',
};

/** Where a static object goes. One of a type nobody knows goes with the documents, where it is kept as it is. */
export function listOfStatic(object_type: string): PackageFileSpec['list'] {
  return FILE_OF[object_type] ?? 'documents_files';
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
