// The files of an unpacked package as JSON, and the one among them that is the manifest.
import { isIsoDate } from '../dates.ts';
import { AppError } from '../errors.ts';
import { parseExactly } from './exactJson.ts';
import { isObject, textOf } from './fields.ts';
import { FILE_LISTS, cleanPath, fileFinding } from './manifest.ts';
import type { PackageFile, ParsedFile } from './manifest.ts';
import type { Finding } from './types.ts';

export const KNOWN_VERSIONS: readonly string[] = ['1.0.0', '1.1.0', '1.2.0', '1.2.1-alpha+main'];

/** Refuses duplicate_file (422). Files that are not JSON are passed over; what should be and is not goes to `broken`. */
export function parseFiles(
  files: Iterable<PackageFile>,
  broken: Set<string>,
  findings: Finding[],
): Map<string, ParsedFile> {
  const parsed = new Map<string, ParsedFile>();
  const seen = new Set<string>();
  for (const file of files) {
    const path = cleanPath(file.path);
    if (seen.has(path)) throw new AppError('duplicate_file', `The package holds ${path} twice.`, { status: 422 });
    seen.add(path);
    if (!/\.json$/i.test(path) || isNoise(path)) continue;
    const json = parse(file.text);
    if (isObject(json)) parsed.set(path, { path, md5: file.md5, json, file_type: textOf(json, 'file_type') ?? '' });
    else {
      broken.add(path);
      findings.push(fileFinding('not_json', 'error', path, `${path} is not a JSON object.`));
    }
  }
  return parsed;
}

/** What archivers of one system leave for themselves. */
function isNoise(path: string): boolean {
  return path.startsWith('__MACOSX/') || /(^|\/)\._/.test(path);
}

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
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
    findings.push(fileFinding('bad_date', 'warning', path, "The manifest's as_of is no calendar day."));
  }
  const known = new Set([
    'ocf_version',
    'file_type',
    'issuer',
    'as_of',
    'generated_at',
    'comments',
    ...Object.keys(FILE_LISTS),
  ]);
  for (const name of Object.keys(json)) {
    if (!known.has(name))
      findings.push(fileFinding('unknown_field', 'warning', path, `${name} is not a field of a manifest.`));
  }
  return findings;
}
