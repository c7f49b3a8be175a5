// The manifest of a package: which files it lists, which are there, and which unlisted file replaces a missing one.
import { textOf, isObject, listOf } from '../core/fields.ts';
import type { Finding, OcfObject, StaticType } from '../core/types.ts';

/** One file of an unpacked package. `md5` is computed outside, in hex. */
export type PackageFile = { path: string; bytes: Uint8Array; md5: string };
/** Without the bytes, so that their memory can be freed. */
export type ParsedFile = Omit<PackageFile, 'bytes'> & { json: OcfObject; file_type: string };

/** The files of a package in the order of its manifest: its list there, its type, the name that ours have, and what it holds. */
export const PACKAGE_FILES = [
  {
    list: 'stakeholders_files',
    file_type: 'OCF_STAKEHOLDERS_FILE',
    path: 'Stakeholders.ocf.json',
    holds: 'STAKEHOLDER',
  },
  {
    list: 'stock_classes_files',
    file_type: 'OCF_STOCK_CLASSES_FILE',
    path: 'StockClasses.ocf.json',
    holds: 'STOCK_CLASS',
  },
  {
    list: 'stock_legend_templates_files',
    file_type: 'OCF_STOCK_LEGEND_TEMPLATES_FILE',
    path: 'StockLegendTemplates.ocf.json',
    holds: 'STOCK_LEGEND_TEMPLATE',
  },
  { list: 'stock_plans_files', file_type: 'OCF_STOCK_PLANS_FILE', path: 'StockPlans.ocf.json', holds: 'STOCK_PLAN' },
  { list: 'transactions_files', file_type: 'OCF_TRANSACTIONS_FILE', path: 'Transactions.ocf.json', holds: null },
  { list: 'valuations_files', file_type: 'OCF_VALUATIONS_FILE', path: 'Valuations.ocf.json', holds: 'VALUATION' },
  {
    list: 'vesting_terms_files',
    file_type: 'OCF_VESTING_TERMS_FILE',
    path: 'VestingTerms.ocf.json',
    holds: 'VESTING_TERMS',
  },
  {
    list: 'financings_files',
    file_type: 'OCF_FINANCINGS_FILE',
    path: 'Financings.ocf.json',
    holds: 'FINANCING',
    isOptional: true,
  },
  {
    list: 'documents_files',
    file_type: 'OCF_DOCUMENTS_FILE',
    path: 'Documents.ocf.json',
    holds: 'DOCUMENT',
    isOptional: true,
  },
] as const satisfies readonly PackageFileSpec[];
type PackageFileSpec = {
  list: string;
  file_type: string;
  path: string;
  /** Null: the transactions of all types. */
  holds: Exclude<StaticType, 'ISSUER'> | null;
  /** A manifest may lack the list, and a package the file. */
  isOptional?: true;
};
export type FileList = (typeof PACKAGE_FILES)[number]['list'];
const FILE_TYPES: ReadonlySet<string> = new Set(PACKAGE_FILES.map(({ file_type }) => file_type));

type Wanted = { list: string; file_type: string; filepath: string; md5: string | null };

/**
 * The files to read, in the manifest's order. An unlisted file replaces a missing one of its type, with a finding;
 * else a missing file is an error. Other unlisted OCF files are a warning each and stay unread.
 * `broken`: paths that are there but are no JSON objects, reported elsewhere.
 */
export function listedFiles(
  manifest: ParsedFile,
  files: ReadonlyMap<string, ParsedFile>,
  broken: ReadonlySet<string>,
): { files: ParsedFile[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const folder = manifest.path.slice(0, manifest.path.lastIndexOf('/') + 1);
  const wanted = wantedFiles(manifest, findings);
  const pathOf = (want: Wanted) => cleanPath(folder + want.filepath);
  const listed = new Set(wanted.map(pathOf));
  const spare = [...files.values()].filter((file) => file !== manifest && !listed.has(file.path));
  const chosen = new Map<string, ParsedFile>();
  for (const want of wanted) {
    const path = pathOf(want);
    const file = files.get(path) ?? takeStandIn(spare, want);
    if (!file) {
      if (broken.has(path)) continue;
      findings.push(
        fileFinding(
          'missing_file',
          'error',
          want.filepath,
          `The manifest names ${want.filepath}, which is not in the package.`,
        ),
      );
      continue;
    }
    if (file.path !== path) {
      findings.push(
        fileFinding(
          'file_stood_in',
          'warning',
          want.filepath,
          `The manifest names ${want.filepath}, which is not in the package; ${file.path} was read instead.`,
        ),
      );
    }
    checkFile(file, want, findings);
    if (chosen.has(file.path))
      findings.push(fileFinding('listed_twice', 'warning', file.path, `The manifest names ${file.path} twice.`));
    chosen.set(file.path, file);
  }
  for (const file of spare) {
    if (!FILE_TYPES.has(file.file_type)) continue;
    findings.push(
      fileFinding(
        'unlisted_file',
        'warning',
        file.path,
        `${file.path} is not in the manifest's lists and was not read.`,
      ),
    );
  }
  return { files: [...chosen.values()], findings };
}

/** "./a//b.json" -> "a/b.json"; backslashes as slashes. */
export function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

export function fileFinding(rule: string, severity: 'error' | 'warning', path: string, message: string): Finding {
  return { rule, severity, object_type: 'FILE', object_id: path, message };
}

function wantedFiles(manifest: ParsedFile, findings: Finding[]): Wanted[] {
  return PACKAGE_FILES.flatMap(({ list, file_type, ...file }) => {
    const value = manifest.json[list];
    if (!Array.isArray(value) && !(value === undefined && 'isOptional' in file)) {
      findings.push(fileFinding('missing_field', 'warning', manifest.path, `The manifest has no list ${list}.`));
    }
    return listOf(manifest.json, list).flatMap((item) => {
      const filepath = isObject(item) ? textOf(item, 'filepath') : null;
      if (isObject(item) && filepath !== null) return [{ list, file_type, filepath, md5: textOf(item, 'md5') }];
      findings.push(
        fileFinding('bad_field', 'error', manifest.path, `An entry of ${list} in the manifest names no filepath.`),
      );
      return [];
    });
  });
}

function takeStandIn(spare: ParsedFile[], want: Wanted): ParsedFile | undefined {
  const index = spare.findIndex((file) => file.file_type === want.file_type);
  return index === -1 ? undefined : spare.splice(index, 1)[0];
}

function checkFile(file: ParsedFile, want: Wanted, findings: Finding[]): void {
  if (want.md5?.toLowerCase() !== file.md5.toLowerCase()) {
    const message = `${file.path}: the manifest gives the fingerprint (md5) ${want.md5 ?? 'none'}, the file has ${file.md5}.`;
    findings.push(fileFinding('W5', 'warning', file.path, message));
  }
  if (file.file_type !== want.file_type) {
    const message = `${file.path} is listed in ${want.list}, but its file_type is ${file.file_type || 'absent'}.`;
    findings.push(fileFinding('wrong_file_type', 'warning', file.path, message));
  }
}
