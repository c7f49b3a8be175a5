// The embedded PostgreSQL's process: starts it, keeps it running, stops it.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Binaries, RunsAs } from './binaries.ts';

export interface Layout {
  dataDir: string;
  binaries: Binaries;
  ids: RunsAs;
}

export interface Postmaster {
  layout: Layout;
  port: number;
  /** The maintenance login. */
  url: string;
  logFile: string;
  /** Extra `-c` settings. */
  settings: string[];
}

const POLL_MS = 20;
const START_MAX_MS = 60_000;
/** Wait between restarts, because its last processes may still be ending. */
const AGAIN_MS = 500;

/** Stop modes: finish and write out; stop at once and recover at the next start; kill. */
const STOPS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 3000],
  ['SIGKILL', 3000],
] as const;

/**
 * Starts it, and restarts it whenever it stops unexpectedly. Out: a function that stops it. Throws (with the end of its
 * log) if it does not answer within a minute.
 */
export async function keepRunning(postmaster: Postmaster, say: (line: string) => void): Promise<() => Promise<void>> {
  let isStopping = false;
  let run = begin(postmaster);
  await isReady(postmaster, run);
  const watch = async () => {
    await run.ended;
    while (!isStopping) {
      say('The database stopped unexpectedly. Starting it again');
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (isStopping) break;
      run = begin(postmaster);
      await isReady(postmaster, run).then(
        () => say('The database is running again'),
        (error: unknown) => say((error as Error).message),
      );
      await run.ended;
    }
  };
  const watched = watch();
  return async () => {
    isStopping = true;
    for (const [signal, patienceMs] of STOPS) {
      run.child.kill(signal);
      if (await endsWithin(run, patienceMs)) break;
    }
    await watched;
  };
}

interface Run {
  child: ChildProcess;
  ended: Promise<void>;
}

const endsWithin = ({ ended }: Run, patienceMs: number): Promise<boolean> =>
  Promise.race([
    ended.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patienceMs).unref()),
  ]);

function begin({ layout, port, logFile, settings }: Postmaster): Run {
  const log = fs.openSync(logFile, 'a', 0o600);
  const options = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=60',
    'timezone=UTC',
    'jit=off',
    // A large import is one transaction: a checkpoint during it would write every page again.
    'max_wal_size=4GB',
    'shared_buffers=256MB',
    ...settings,
  ];
  const args = ['-D', layout.dataDir, '-p', String(port), ...options.flatMap((option) => ['-c', option])];
  // In its own process group: a Ctrl-C at the terminal must reach Sharebook first, which then stops the database itself.
  const child = spawn(layout.binaries.postgres, args, {
    ...layout.ids,
    cwd: layout.dataDir,
    detached: true,
    stdio: ['ignore', log, log],
    env: childEnvironment(),
  });
  fs.closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, ended };
}

async function isReady({ url, logFile }: Postmaster, { child, ended }: Run): Promise<void> {
  let failed = false;
  void ended.then(() => (failed = true));
  for (let waited = 0; ; waited += POLL_MS) {
    if (failed) throw new Error(`The database did not start. Its log is ${logFile}:\n${tail(logFile)}`);
    if (await answers(url).catch(() => refusePassword(child))) return;
    if (waited > START_MAX_MS) throw new Error(`The database did not answer in 60 seconds. Its log is ${logFile}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function refusePassword(database: ChildProcess): never {
  database.kill('SIGINT');
  throw new ConfigError(
    'The database does not accept the password in DATA_DIR/postgres.url, so the two do not belong together. Restore the DATA_DIR that the database was created with.',
  );
}

function tail(file: string): string {
  return fs.readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n');
}

/** Whether PostgreSQL answers there. Refuses if it does not accept the password. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const WRONG_PASSWORD = '28P01';

export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SYSTEMROOT: process.env.SYSTEMROOT };
}
