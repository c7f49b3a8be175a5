// A real PostgreSQL as a child process under DATA_DIR: created once, started, and found again. Does not own: where its files lie
// and the account it runs as (dataFolder.ts), its process (postmaster.ts), the schema, the application's login, the lock on DATA_DIR (dataDirLock.ts).
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { majorOf, packageBinaries } from './binaries.ts';
import type { RunsAs } from './binaries.ts';
import { createOwnedFolder, folderOfDatabase, isAccount, placeFiles } from './dataFolder.ts';
import { finishSwap, refuseOtherMajor } from './majorVersion.ts';
import { answers, childEnvironment, keepRunning } from './postmaster.ts';
import type { Layout } from './postmaster.ts';

export interface EmbeddedPostgres {
  /** The maintenance login (superuser); also in DATA_DIR/postgres.url. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the database of this DATA_DIR, creating it the first time. First stops a postmaster that a killed Sharebook
 * left running. `settings`: extra `-c` settings (tests turn fsync off). Refuses (ConfigError): a database of another
 * major version of PostgreSQL, before anything is written.
 */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  settings: string[] = [],
): Promise<EmbeddedPostgres> {
  const packaged = await packageBinaries();
  const folder = folderOfDatabase(dataDir);
  finishSwap(folder, say);
  refuseOtherMajor(folder, majorOf(packaged));
  const layout = placeFiles(dataDir, packaged);
  fs.writeFileSync(join(dataDir, 'postgres.path'), `${layout.dataDir}\n`, { mode: 0o600 });
  const password = readPassword(dataDir) ?? randomBytes(24).toString('base64url');
  return startCluster({ layout, password, records: dataDir, settings }, say);
}

export interface Cluster {
  layout: Layout;
  /** Of the maintenance login. */
  password: string;
  /** The folder for its address and its log. */
  records: string;
  settings: string[];
}

/** Starts the database in this folder by these programs, creating it when it is missing. */
export async function startCluster(
  { layout, password, records, settings }: Cluster,
  say: (line: string) => void,
): Promise<EmbeddedPostgres> {
  await stopLeftBehind(layout.dataDir, password, say);
  if (!fs.existsSync(join(layout.dataDir, 'PG_VERSION'))) {
    say('Creating the database (once)');
    await initialise(layout, password);
  }
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  fs.writeFileSync(join(records, 'postgres.url'), `${url}\n`, { mode: 0o600 });
  say('Starting the database');
  const stop = await keepRunning({ layout, port, url, logFile: join(records, 'postgres.log'), settings }, say);
  return { url, stop };
}

/** The password of the maintenance login, once there is one. */
export function readPassword(dataDir: string): string | null {
  const file = join(dataDir, 'postgres.url');
  return fs.existsSync(file) ? new URL(fs.readFileSync(file, 'utf8').trim()).password : null;
}

/** Writes everything that the database wrote to the disk, where its creation did not. */
export const syncFolder = (layout: Layout): Promise<void> =>
  run(layout.binaries.initdb, ['--sync-only', `--pgdata=${layout.dataDir}`], layout.ids);

async function initialise(layout: Layout, password: string) {
  const target = `${layout.dataDir}.new`;
  fs.rmSync(target, { recursive: true, force: true });
  const pwfile = `${layout.dataDir}.password`;
  fs.writeFileSync(pwfile, `${password}\n`, { mode: 0o600 });
  if (isAccount(layout.ids)) {
    createOwnedFolder(target, layout.ids);
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

/** A SIGKILL ends Node but not its database. It is ours if it accepts our password. */
export async function stopLeftBehind(folder: string, password: string, say: (line: string) => void) {
  const pidFile = join(folder, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return;
  const [pid, , , port] = fs.readFileSync(pidFile, 'utf8').split('\n');
  const ours = await answers(`postgres://postgres:${password}@127.0.0.1:${Number(port)}/postgres`).catch(() => false);
  if (!ours && !isRunning(Number(pid), folder)) return;
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
