// The list of contents of a package: which files it names, what really is there, and what stands in for what is missing.
import { textOf, isObject, listOf } from '../core/fields.ts';
import type { Finding, OcfObject } from '../core/types.ts';

/** One file of an unpacked package. `md5` is computed outside, in hex. */
export type PackageFile = { path: string; bytes: Uint8Array; md5: string };
/** Without its bytes, which are as long as all that it holds. */
export type ParsedFile = Omit<PackageFile, 'bytes'> & { json: OcfObject; file_type: string };

export const FILE_LISTS = {
  stakeholders_files: 'OCF_STAKEHOLDERS_FILE',
  stock_classes_files: 'OCF_STOCK_CLASSES_FILE',
  stock_legend_templates_files: 'OCF_STOCK_LEGEND_TEMPLATES_FILE',
  stock_plans_files: 'OCF_STOCK_PLANS_FILE',
  transactions_files: 'OCF_TRANSACTIONS_FILE',
  valuations_files: 'OCF_VALUATIONS_FILE',
  vesting_terms_files: 'OCF_VESTING_TERMS_FILE',
  financings_files: 'OCF_FINANCINGS_FILE',
  documents_files: 'OCF_DOCUMENTS_FILE',
} as const;
const OPTIONAL_LISTS = new Set(['financings_files', 'documents_files']);

type Wanted = { list: string; file_type: string; filepath: string; md5: string | null };

/**
 * The files to read, in the manifest's order. An unlisted file stands in for a missing one of its type, with a finding;
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
    if (!Object.values<string>(FILE_LISTS).includes(file.file_type)) continue;
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
  return Object.entries(FILE_LISTS).flatMap(([list, file_type]) => {
    const value = manifest.json[list];
    if (!Array.isArray(value) && !(value === undefined && OPTIONAL_LISTS.has(list))) {
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
