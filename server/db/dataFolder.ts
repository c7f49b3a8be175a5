// Where the embedded database's files lie, and the account that owns them and runs the programs.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config.ts';
import { makeOutside, OUTSIDE, runnableAs } from './binaries.ts';
import type { Binaries, RunsAs } from './binaries.ts';
import type { Layout } from './postmaster.ts';

/** PostgreSQL refuses to run as root. Started by root, it runs as an existing unprivileged account. */
export const databaseAccount = (): RunsAs => (process.getuid?.() === 0 ? unprivilegedAccount() : {});

/** The folder of the database that this DATA_DIR has, or has if it has one. */
export function folderOfDatabase(dataDir: string): string {
  const outside = process.getuid?.() === 0 ? recordedOutside(dataDir) : null;
  return join(outside ?? dataDir, 'postgres');
}

/**
 * The folder of the database, made when missing, and programs that its account can run. The data stays in DATA_DIR if
 * that account can access it, and goes into a folder under /var/lib/sharebook otherwise.
 */
export function placeFiles(dataDir: string, packaged: Binaries): Layout {
  const inside = join(dataDir, 'postgres');
  const ids = databaseAccount();
  const binaries = runnableAs(ids, packaged);
  if (!isAccount(ids)) return { dataDir: inside, binaries, ids };
  const recorded = recordedOutside(dataDir);
  if (!recorded && isReachable(dataDir)) {
    createOwnedFolder(inside, ids);
    return { dataDir: inside, binaries, ids };
  }
  if (fs.existsSync(join(inside, 'PG_VERSION'))) {
    throw new ConfigError(
      `The account that PostgreSQL runs as cannot access the database in ${inside}. Move DATA_DIR to a folder that this account can access.`,
    );
  }
  const outside = recorded ?? newOutside();
  createOwnedFolder(join(outside, 'postgres'), ids);
  return { dataDir: join(outside, 'postgres'), binaries, ids };
}

// A separate folder for each DATA_DIR, named in it, so that a DATA_DIR deleted and created again at the same path never uses
// the old database.
function recordedOutside(dataDir: string): string | null {
  const file = join(dataDir, 'postgres.path');
  const recorded = fs.existsSync(file) ? dirname(fs.readFileSync(file, 'utf8').trim()) : null;
  if (!recorded?.startsWith(`${OUTSIDE}/`)) return null;
  if (!fs.existsSync(recorded))
    throw new ConfigError(
      `${file} names the database's folder ${recorded}, which does not exist. Copy it back, or delete the file to start with an empty database.`,
    );
  return recorded;
}

function newOutside(): string {
  makeOutside();
  const made = fs.mkdtempSync(join(OUTSIDE, 'data-'));
  fs.chmodSync(made, 0o755);
  return made;
}

/** Creates the folder, which the account of the database owns. */
export function createOwnedFolder(folder: string, ids: RunsAs) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isAccount(ids)) fs.chownSync(folder, ids.uid, ids.gid);
}

export const isAccount = (ids: RunsAs): ids is { uid: number; gid: number } => 'uid' in ids;

function unprivilegedAccount(): { uid: number; gid: number } {
  const accounts = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = accounts.find((entry) => entry[0] === 'nobody') ?? accounts.find((entry) => Number(entry[2]) >= 1000);
  if (!found)
    throw new Error(
      'PostgreSQL cannot run as root and no unprivileged account exists here. Start Sharebook as an ordinary user.',
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function isReachable(path: string): boolean {
  for (let folder = fs.statSync(path).isDirectory() ? path : dirname(path); ; folder = dirname(folder)) {
    if ((fs.statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
