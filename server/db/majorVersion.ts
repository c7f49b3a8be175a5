// A database's folder belongs to one major version of PostgreSQL. Refuses a folder of another one, and puts an upgraded copy in the
// folder's place, so that a stop at any moment leaves either the one or the other.
import fs from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

/** Of which major version the database in this folder is; null when there is none. */
export function majorOfFolder(folder: string): number | null {
  const file = join(folder, 'PG_VERSION');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').trim()) : null;
}

/** Refuses (ConfigError): a database that these programs cannot start. */
export function refuseOtherMajor(folder: string, has: number): void {
  const major = majorOfFolder(folder);
  if (major === null || major === has) return;
  throw new ConfigError(
    major < has
      ? `The database in ${folder} is of PostgreSQL ${major}, and this Sharebook has PostgreSQL ${has}: run npm run upgrade, which moves it.`
      : `The database in ${folder} is of PostgreSQL ${major}, and this Sharebook has PostgreSQL ${has}: install a newer Sharebook.`,
  );
}

/** The copy while it is made, which nobody uses. */
export const unfinishedCopy = (folder: string): string => `${folder}.upgrading`;
/** The copy once it is whole and verified. While `folder` has a database, that one counts and the copy does not. */
const wholeCopy = (folder: string): string => `${folder}.upgraded`;

/** Removes copies that earlier upgrades left. */
export async function removeCopies(folder: string): Promise<void> {
  for (const copy of [unfinishedCopy(folder), wholeCopy(folder)])
    await fs.promises.rm(copy, { recursive: true, force: true });
}

/** Puts the finished copy in the place of `folder`. Out: where the old database is kept. */
export function swapIn(folder: string, today: string, say: (line: string) => void): string {
  fs.renameSync(unfinishedCopy(folder), wholeCopy(folder));
  const name = `${folder}.${majorOfFolder(folder)}-${today}`;
  let kept = name;
  for (let count = 2; fs.existsSync(kept); count += 1) kept = `${name}.${count}`;
  fs.renameSync(folder, kept);
  finishSwap(folder, say);
  return kept;
}

/** After a stop between the two renames of a swap, the second one is left to do: at any start, before anything is created. */
export function finishSwap(folder: string, say: (line: string) => void): void {
  const copy = wholeCopy(folder);
  if (majorOfFolder(folder) !== null || majorOfFolder(copy) === null) return;
  say('Putting the upgraded database in its place');
  // Refuses a folder that is not empty.
  if (fs.existsSync(folder)) fs.rmdirSync(folder);
  fs.renameSync(copy, folder);
}
