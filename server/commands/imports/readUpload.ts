// The bytes of a package: unpacked safely and read whole, before any transaction begins.
import { createHash } from 'node:crypto';
import { readPackage } from '../../../src/domain/ledger/readPackage.ts';
import type { PackageReading } from '../../../src/domain/ledger/readPackage.ts';
import { readZip } from '../../data/safeZip.ts';

export interface ReadUpload {
  fileName: string;
  bytes: Buffer;
  sha256: string;
  reading: PackageReading;
}

/** Refuses (422): unsafe_zip, no_manifest, two_manifests, duplicate_file. */
export async function readUploadedPackage(fileName: string, bytes: Buffer): Promise<ReadUpload> {
  const files = (await readZip(bytes)).map(({ path, bytes: content }) => ({
    path,
    text: content.toString('utf8'),
    md5: createHash('md5').update(content).digest('hex'),
  }));
  return { fileName, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), reading: readPackage(files) };
}
