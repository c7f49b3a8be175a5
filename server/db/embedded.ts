// A real PostgreSQL as a child process under DATA_DIR. Owns: the location of its files and the account it runs as. Does not
// own: its process (postmaster.ts), the schema, the application's login, the lock on DATA_DIR (dataDirLock.ts).
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config.ts';
import { copyBinaries, makeOutside, OUTSIDE, packageBinaries, startError } from './binaries.ts';
import type { RunsAs } from './binaries.ts';
import { answers, childEnvironment, keepRunning } from './postmaster.ts';
import type { Layout } from './postmaster.ts';

export interface EmbeddedPostgres {
  /** The maintenance login (superuser); also in DATA_DIR/postgres.url. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the database of this DATA_DIR, creating it the first time. First stops a postmaster that a killed Sharebook
 * left running. `settings`: extra `-c` settings (tests turn fsync off).
 */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  settings: string[] = [],
): Promise<EmbeddedPostgres> {
  const layout = await placeFiles(dataDir);
  fs.writeFileSync(join(dataDir, 'postgres.path'), `${layout.dataDir}\n`, { mode: 0o600 });
  const password = readPassword(dataDir) ?? randomBytes(24).toString('base64url');
  await stopLeftBehind(layout, password, say);
  if (!fs.existsSync(join(layout.dataDir, 'PG_VERSION'))) {
    say('Creating the database (once)');
    await initialise(layout, password);
  }
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  fs.writeFileSync(join(dataDir, 'postgres.url'), `${url}\n`, { mode: 0o600 });
  say('Starting the database');
  const logFile = join(dataDir, 'postgres.log');
  const stop = await keepRunning({ layout, port, url, logFile, settings }, say);
  return { url, stop };
}

function readPassword(dataDir: string): string | null {
  const file = join(dataDir, 'postgres.url');
  return fs.existsSync(file) ? new URL(fs.readFileSync(file, 'utf8').trim()).password : null;
}

// PostgreSQL refuses to run as root. Started by root, it runs as an existing unprivileged account and, if that account cannot
// execute the programs in place (root's home), from a copy under /var/lib/sharebook. The data stays in DATA_DIR if that account
// can access it.
async function placeFiles(dataDir: string): Promise<Layout> {
  const binaries = await packageBinaries();
  const inside = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { dataDir: inside, binaries, ids: {} };
  const ids = unprivilegedAccount();
  const runnable = startError(binaries, ids) === null ? binaries : copyBinaries(binaries, ids);
  const recorded = recordedOutside(dataDir);
  if (!recorded && isReachable(dataDir)) {
    createOwnedFolder(inside, ids);
    return { dataDir: inside, binaries: runnable, ids };
  }
  if (fs.existsSync(join(inside, 'PG_VERSION'))) {
    throw new ConfigError(
      `The account that PostgreSQL runs as cannot access the database in ${inside}. Move DATA_DIR to a folder that this account can access.`,
    );
  }
  const outside = recorded ?? newOutside();
  createOwnedFolder(join(outside, 'postgres'), ids);
  return { dataDir: join(outside, 'postgres'), binaries: runnable, ids };
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

function createOwnedFolder(folder: string, ids: { uid: number; gid: number }) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.chownSync(folder, ids.uid, ids.gid);
}

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

async function initialise(layout: Layout, password: string) {
  const target = `${layout.dataDir}.new`;
  fs.rmSync(target, { recursive: true, force: true });
  const pwfile = `${layout.dataDir}.password`;
  fs.writeFileSync(pwfile, `${password}\n`, { mode: 0o600 });
  if ('uid' in layout.ids) {
    createOwnedFolder(target, layout.ids as { uid: number; gid: number });
    fs.chownSync(pwfile, layout.ids.uid, layout.ids.gid);
  }
  try {
    await run(
      layout.binaries.initdb,
      [
        `--pgdata=${target}`,
        '--username=postgres',
        `--pwfile=${pwfile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      layout.ids,
    );
  } finally {
    fs.rmSync(pwfile, { force: true });
  }
  // A partly created directory never has the final name, so a killed start is simply repeated.
  fs.rmSync(layout.dataDir, { recursive: true, force: true });
  fs.renameSync(target, layout.dataDir);
}

function run(command: string, args: string[], ids: RunsAs): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      ...ids,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: childEnvironment(),
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${command} ended with code ${code}: ${errors.trim()}`)),
    );
  });
}

// A SIGKILL ends Node but not its database. It is ours if it accepts our password.
async function stopLeftBehind(layout: Layout, password: string, say: (line: string) => void) {
  const pidFile = join(layout.dataDir, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return;
  const [pid, , , port] = fs.readFileSync(pidFile, 'utf8').split('\n');
  const ours = await answers(`postgres://postgres:${password}@127.0.0.1:${Number(port)}/postgres`).catch(() => false);
  if (!ours && !isRunning(Number(pid), layout.dataDir)) return;
  say('Stopping the database that an earlier run left behind');
  process.kill(Number(pid), 'SIGINT');
  for (let waited = 0; fs.existsSync(pidFile); waited += 1) {
    if (waited === 500) process.kill(Number(pid), 'SIGQUIT');
    if (waited > 1500)
      throw new Error('The database of an earlier run does not stop. End its process and start again.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// While starting up or shutting down it answers nobody, but its command line names our directory.
function isRunning(pid: number, dataDir: string): boolean {
  const file = `/proc/${pid}/cmdline`;
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes(dataDir);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
