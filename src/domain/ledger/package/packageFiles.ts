// Parses the files of an unpacked package, and finds the manifest among them.
import { isIsoDate } from '#src/domain/dates.ts';
import { AppError } from '#src/domain/errors.ts';
import type { FindingList } from '../core/findingList.ts';
import { textOf } from '../core/fields.ts';
import type { PackageSize } from './jsonReader.ts';
import type { Slices } from '#src/domain/slices.ts';
import { PACKAGE_FILES, cleanPath, fileFinding } from './manifest.ts';
import type { PackageFile, ParsedFile } from './manifest.ts';
import { parsePackageFile } from './packageJson.ts';
import type { RepeatedMember } from './packageJson.ts';
import type { Finding } from '../core/types.ts';

const KNOWN_VERSIONS: readonly string[] = ['1.0.0', '1.1.0', '1.2.0', '1.2.1-alpha+main'];

/**
 * Files without a JSON name are skipped. The paths of JSON files that cannot be parsed are added to `broken`. Pauses between slices.
 * Refuses (422): duplicate_file, unsafe_package.
 */
export function* parseFiles(
  files: Iterable<PackageFile>,
  size: PackageSize,
  broken: Set<string>,
  findings: FindingList,
): Slices<Map<string, ParsedFile>> {
  const parsed = new Map<string, ParsedFile>();
  const seen = new Set<string>();
  for (const file of files) {
    const path = cleanPath(file.path);
    if (seen.has(path)) throw new AppError('duplicate_file', `The package holds ${path} twice.`, { status: 422 });
    seen.add(path);
    if (!isPackageJson(path)) continue;
    const json = yield* parsePackageFile(path, file.bytes, size, (member) => findings.push(repeated(path, member)));
    if (json) parsed.set(path, { path, md5: file.md5, json, file_type: textOf(json, 'file_type') ?? '' });
    else {
      broken.add(path);
      findings.push(
        fileFinding(
          'not_json',
          'error',
          path,
          `${path} cannot be read: it is not valid JSON, or its fields are not in one object.`,
        ),
      );
    }
  }
  return parsed;
}

function repeated(path: string, { item, name }: RepeatedMember): Finding {
  const where = item === null ? path : `Item ${item.toLocaleString('en-US')} of ${path}`;
  return fileFinding('repeated_member', 'error', path, `${where} gives ${name} twice. The last one is read.`);
}

/** Whether the file is read. Documents, and files that archivers add, are not opened. */
export function isPackageJson(path: string): boolean {
  return /\.json$/i.test(path) && !isNoise(path);
}

/** Files that macOS adds to archives. */
function isNoise(path: string): boolean {
  return path.startsWith('__MACOSX/') || /(^|\/)\._/.test(path);
}

/** Refuses no_manifest and two_manifests (422). */
export function findManifest(files: ReadonlyMap<string, ParsedFile>): ParsedFile {
  const manifests = [...files.values()].filter((file) => file.file_type === 'OCF_MANIFEST_FILE');
  const [manifest, second] = manifests;
  if (!manifest) throw new AppError('no_manifest', 'The package has no manifest.', { status: 422 });
  if (!second) return manifest;
  const paths = manifests.map((file) => file.path).join(' and ');
  throw new AppError('two_manifests', `The package has more than one manifest: ${paths}.`, { status: 422 });
}

export function checkManifest({ json, path }: ParsedFile): Finding[] {
  const findings: Finding[] = [];
  const version = textOf(json, 'ocf_version');
  if (version === null || !KNOWN_VERSIONS.includes(version)) {
    const message = `The manifest's ocf_version ${version === null ? 'is absent' : `${version} is unknown`}; every known field was read.`;
    findings.push(fileFinding('unknown_version', 'warning', path, message));
  }
  if (!isIsoDate(json['as_of'])) {
    findings.push(fileFinding('bad_date', 'warning', path, "The manifest's as_of is not a day of the calendar."));
  }
  const known = new Set<string>([
    'ocf_version',
    'file_type',
    'issuer',
    'as_of',
    'generated_at',
    'comments',
    ...PACKAGE_FILES.map(({ list }) => list),
  ]);
  for (const name of Object.keys(json)) {
    if (!known.has(name))
      findings.push(
        fileFinding('unknown_field', 'warning', path, `${name} is not a field that the format has in a manifest.`),
      );
  }
  return findings;
}
