// How much room an upgrade needs, so that it is refused before it begins.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '#server/config.ts';

/** Programs, an empty database and its log. */
const BASE_BYTES = 300_000_000;
const MEGABYTE = 1_000_000;

/**
 * A copy of the database and the log of writing it stand beside it; the backup, which is smaller than the database, in
 * `work`. Refuses (ConfigError): less free space.
 */
export function refuseLittleSpace(folder: string, work: string): void {
  const held = bytesIn(folder);
  const beside = dirname(folder);
  const needs = new Map([[beside, 2 * held + BASE_BYTES]]);
  if (fs.statSync(beside).dev === fs.statSync(work).dev) needs.set(beside, 3 * held + BASE_BYTES);
  else needs.set(work, held + BASE_BYTES);
  for (const [where, bytes] of needs) {
    const { bavail, bsize } = fs.statfsSync(where);
    if (bavail * bsize < bytes)
      throw new ConfigError(
        `The upgrade needs ${megabytes(bytes)} MB of free space in ${where}, which has ${megabytes(bavail * bsize)}. Free some and run it again.`,
      );
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / MEGABYTE);

/** Without its log, which is not copied. */
function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'pg_wal') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesIn(path);
    else bytes += fs.lstatSync(path).size;
  }
  return bytes;
}
