// Reads the public sample packages, which are not part of the product, from ../shared beside the repository if it exists.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPackage } from '#src/domain/ledger/package/readPackage.ts';
import type { PackageFile, PackageReading } from '#src/domain/ledger/package/readPackage.ts';
import { drain } from '#src/domain/slices.ts';

const root = fileURLToPath(new URL('../../../shared/', import.meta.url));

/** Logs when the folder is missing, so that nobody takes a skipped test for a passed one. */
export function hasShared(path: string): boolean {
  const isThere = existsSync(root + path);
  if (!isThere) console.log(`../shared/${path} is not here, so the tests that read it are skipped.`);
  return isThere;
}

export function sharedJson(path: string): unknown {
  return JSON.parse(readFileSync(root + path, 'utf8'));
}

export function sharedPackage(folder: string): PackageFile[] {
  return readdirSync(root + folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => packageFile(name, readFileSync(`${root}${folder}/${name}`, 'utf8')));
}

export function packageFile(path: string, content: unknown): PackageFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { path, bytes: Buffer.from(text), md5: createHash('md5').update(text).digest('hex') };
}

/** Reads a package as the import does, without pauses. */
export const readFiles = (files: Iterable<PackageFile>): PackageReading => drain(readPackage(files));
