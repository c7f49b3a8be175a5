// The bytes of a package: unpacked safely and read completely before any transaction begins.
import { createHash } from 'node:crypto';
import { isPackageJson } from '#src/domain/ledger/package/packageFiles.ts';
import { emptyPackageSize } from '#src/domain/ledger/package/jsonReader.ts';
import { checkFileLimits } from '#src/domain/ledger/package/packageJson.ts';
import { readPackage } from '#src/domain/ledger/package/readPackage.ts';
import type { PackageFile, PackageReading } from '#src/domain/ledger/package/readPackage.ts';
import { AppError } from '#src/domain/errors.ts';
import { consume } from '#src/domain/slices.ts';
import { runYielding } from '#server/data/runYielding.ts';
import { readZip } from '#server/data/safeZip.ts';

export interface ReadUpload {
  fileName: string;
  bytes: Buffer;
  sha256: string;
  /** Null once it was used. */
  reading: PackageReading | null;
}

/** The reading, usable once because a plan consumes it. A repeated transaction reads the bytes again. */
export async function takeReading(upload: ReadUpload): Promise<PackageReading> {
  const { reading } = upload;
  upload.reading = null;
  return reading ?? (await takeReading(await readUploadedPackage(upload.fileName, upload.bytes)));
}

/** Unpacks and reads one package at a time, so that many uploads need the memory of one. */
let last: Promise<unknown> = Promise.resolve();

/** Refuses (422): no_package, unsafe_zip, unsafe_package, no_manifest, two_manifests, duplicate_file. */
export function readUploadedPackage(fileName: string, bytes: Buffer): Promise<ReadUpload> {
  const read = last.then(() => readOne(fileName, bytes));
  last = read.catch(() => undefined);
  return read;
}

const ZIP_START = Buffer.from('PK');
const noPackage = () =>
  new AppError(
    'no_package',
    'This file is not an Open Cap Format package (.ocf.zip). Export one from the software that holds your cap table, and choose that file.',
    { status: 422 },
  );

async function readOne(fileName: string, bytes: Buffer): Promise<ReadUpload> {
  if (!bytes.subarray(0, ZIP_START.length).equals(ZIP_START)) throw noPackage();
  const unpacked = await readZip(bytes, isPackageJson);
  const bulk = emptyPackageSize();
  for (const file of unpacked) await runYielding(checkFileLimits(file.path, file.bytes, bulk));
  const files: PackageFile[] = [];
  for (const file of unpacked) files.push({ ...file, md5: await digest('md5', file.bytes) });
  unpacked.length = 0;
  const sha256 = await digest('sha256', bytes);
  return { fileName, bytes, sha256, reading: await runYielding(readPackage(consume(files))) };
}

const SLICE = 8 * 1024 * 1024;

function digest(algorithm: 'md5' | 'sha256', bytes: Buffer): Promise<string> {
  return runYielding(
    (function* () {
      const hash = createHash(algorithm);
      for (let at = 0; at < bytes.length; at += SLICE) {
        hash.update(bytes.subarray(at, at + SLICE));
        yield;
      }
      return hash.digest('hex');
    })(),
  );
}
