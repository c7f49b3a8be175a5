// The bytes of a package: unpacked safely and read whole, before any transaction begins.
import { createHash } from 'node:crypto';
import { readPackage } from '../../../src/domain/ledger/readPackage.ts';
import type { PackageFile, PackageReading } from '../../../src/domain/ledger/readPackage.ts';
import { readZip } from '../../data/safeZip.ts';
import type { ZipEntry } from '../../data/safeZip.ts';

export interface ReadUpload {
  fileName: string;
  bytes: Buffer;
  sha256: string;
  reading: PackageReading;
}

/** Refuses (422): unsafe_zip, no_manifest, two_manifests, duplicate_file. */
export async function readUploadedPackage(fileName: string, bytes: Buffer): Promise<ReadUpload> {
  const files = await readZip(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { fileName, bytes, sha256, reading: readPackage(texts(files)) };
}

/** One after another, and each let go of: the text of a large package is many times the package. */
function* texts(files: ZipEntry[]): Generator<PackageFile> {
  for (let file = files.shift(); file; file = files.shift()) {
    const md5 = createHash('md5').update(file.bytes).digest('hex');
    yield { path: file.path, text: file.bytes.toString('utf8'), md5 };
  }
}
