// A PostgreSQL that accepts connections and answers nothing: callers are told so while it stands still, and everything continues
// by itself when it answers again. It stands still until the answers are there: who waited for it would wait forever. That they
// come within two seconds is counted in ticks of our own process (tests/server/database/pulse.test.ts).
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signupBody } from '#tests/support/people.ts';
import { beginServer, messageTo, newDataDir, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';

let dataDir: string;
let server: RunningServer;
let owner: pg.Client;
let frozen: number[] = [];
/** The lock that a commit waits for. */
const AT_COMMIT = 4711;
beforeAll(async () => {
  dataDir = newDataDir('frozen');
  server = await startServer(dataDir);
  owner = new pg.Client({ connectionString: readFileSync(join(dataDir, 'postgres.url'), 'utf8').trim() });
  owner.on('error', () => undefined); // Its connection ends with the database.
  await owner.connect();
});
afterAll(async () => {
  resumeDatabase();
  await owner?.end().catch(() => undefined);
  await server?.stop();
  const placed = placeOf(dataDir);
  if (!placed.startsWith(dataDir)) rmSync(dirname(placed), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const placeOf = (folder: string) => readFileSync(join(folder, 'postgres.path'), 'utf8').trim();

const postmasterOf = (folder: string) =>
  Number(readFileSync(join(placeOf(folder), 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The postmaster and every process that it started. */
function processesOf(postmaster: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    } catch {
      return 0;
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return [postmaster, ...children.map(Number)];
}

async function ask(path: string, token?: string, body?: unknown, key?: string) {
  const response = await fetch(server.address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status, again: response.headers.get('retry-after') };
}

function freezeDatabase(): void {
  const postmaster = postmasterOf(dataDir);
  // The postmaster first, so that it starts no other process.
  signal(postmaster, 'SIGSTOP');
  frozen = processesOf(postmaster).filter((pid) => signal(pid, 'SIGSTOP'));
  expect(frozen.length).toBeGreaterThan(3);
}
function resumeDatabase(): void {
  for (const pid of frozen) signal(pid, 'SIGCONT');
  frozen = [];
}
/** Returns whether the process existed; a helper of PostgreSQL may have ended since it was listed. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
    return false;
  }
}

/**
 * Makes every transaction that writes to this table wait in its commit, for a lock that the test's own connection
 * holds.
 */
async function holdCommits(table: string, event: 'insert' | 'update'): Promise<void> {
  await owner.query(`
    create function wait_at_commit_of_${table}() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${AT_COMMIT}); return null; end $$;
    create constraint trigger wait_at_commit after ${event} on ${table} deferrable initially deferred
      for each row execute function wait_at_commit_of_${table}();
    select pg_advisory_lock(${AT_COMMIT})`);
}
/** More than one commit may be held: the server does several jobs at a time. */
async function commitIsHeld(): Promise<void> {
  const waiting = async () =>
    (await owner.query(`select 1 from pg_locks where not granted and locktype = 'advisory' and objid = ${AT_COMMIT}`))
      .rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);
}

/** Signs up an owner and returns the token of the session. */
async function signedIn(person: ReturnType<typeof signupBody>): Promise<string> {
  await ask('/api/auth/signup', undefined, person);
  const [, code] = await messageTo(dataDir, person.phone, /code is (\d{6})/);
  const proved = await fetch(`${server.address}/api/auth/verify-phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, code }),
  });
  return ((await proved.json()) as { access_token: string }).access_token;
}

it('the server answers 503 while the database stands still, and as before when it continues', async () => {
  const person = signupBody();
  const token = await signedIn(person);
  expect((await ask('/api/shareholders/', token)).status).toBe(200);

  freezeDatabase();
  for (const round of [1, 2]) {
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => ask('/api/shareholders/', token)),
      ask('/api/tasks/', token, { title: 'While it stands still' }),
      ask('/api/auth/login', undefined, { email: person.email, password: person.password }),
      ask('/api/ready'),
    ]);
    expect([round, [...new Set(answers.map(({ status }) => status))]]).toEqual([round, [503]]);
    expect(answers.slice(0, 32).every(({ again }) => Number(again) > 0)).toBe(true);
    expect((await ask('/api/health')).status).toBe(200);
  }
  resumeDatabase();
  await expect.poll(async () => (await ask('/api/shareholders/', token)).status).toBe(200);
  expect((await ask('/api/tasks/', token, { title: 'Afterwards' })).status).toBe(201);
});

it('a request under way gets 503 too, and one that only waits for a lock keeps waiting', async () => {
  const token = await signedIn(signupBody());
  await owner.query('begin');
  await owner.query('lock table task in access exclusive mode');
  const reading = ask('/api/tasks/', token);
  const waitsFor = async () =>
    (await owner.query(`select 1 from pg_locks where not granted and relation = 'task'::regclass`)).rowCount;
  await expect.poll(waitsFor).toBe(1);
  // The server asked whether the database runs, and it does: the wait for the lock continues.
  const asked = async () => {
    await owner.query('select pg_stat_clear_snapshot()');
    return (await owner.query(`select 1 from pg_stat_activity where query = 'select 1'`)).rowCount;
  };
  await expect.poll(asked).toBe(1);
  expect(await waitsFor()).toBe(1);

  freezeDatabase();
  const answer = await reading;
  expect([answer.status, Number(answer.again) > 0]).toEqual([503, true]);
  resumeDatabase();
  await owner.query('rollback');
  await expect.poll(async () => (await ask('/api/tasks/', token)).status).toBe(200);
});

it('a request whose commit was under way gets 503, and a repeat of it writes nothing twice', async () => {
  const token = await signedIn(signupBody());
  await holdCommits('task', 'insert');
  const title = 'Whose commit was under way';
  const writing = ask('/api/tasks/', token, { title }, 'one-request');
  await commitIsHeld();
  freezeDatabase();
  expect((await writing).status).toBe(503);
  resumeDatabase();
  await owner.query(`select pg_advisory_unlock(${AT_COMMIT}); drop trigger wait_at_commit on task`);
  const again = async () => (await ask('/api/tasks/', token, { title }, 'one-request')).status;
  await expect.poll(again).toBe(201);
  const response = await fetch(`${server.address}/api/tasks/`, { headers: { authorization: `Bearer ${token}` } });
  expect(((await response.json()) as { title: string }[]).map((task) => task.title)).toEqual([title]);
});

it('the server stops while its database stands still, and the next start has every answered write', async () => {
  const token = await signedIn(signupBody());
  expect((await ask('/api/tasks/', token, { title: 'Before the stop' })).status).toBe(201);
  // A message is about to be sent: the commit that takes it is under way when the database freezes.
  await holdCommits('job', 'update');
  await ask('/api/auth/signup', undefined, signupBody());
  await commitIsHeld();
  freezeDatabase();
  expect(await server.stop()).toBe(0);
  resumeDatabase();
  await owner.end().catch(() => undefined);
  server = await startServer(dataDir);
  const response = await fetch(`${server.address}/api/tasks/`, { headers: { authorization: `Bearer ${token}` } });
  expect(((await response.json()) as { title: string }[]).map(({ title }) => title)).toEqual(['Before the stop']);
});

it('the server ends at once when it is told to stop a second time, and the next start stops what it left running', async () => {
  freezeDatabase();
  const ended = server.stop();
  const asksAgain = () => {
    void server.stop('SIGINT');
    return Promise.race([ended, Promise.resolve('stopping')]);
  };
  // Killed, and thus without a code of its own.
  await expect.poll(asksAgain).toBe(null);
  // It still stands still: it cannot have ended by itself before the next start looks for it.
  const next = beginServer(dataDir);
  await expect.poll(next.output).toMatch(/Stopping the database that an earlier run left behind/);
  resumeDatabase();
  server = await next.ready;
  expect((await ask('/api/ready')).status).toBe(200);
});

it('a database that ended by itself before the next start looks for it is simply started', async () => {
  const postmaster = postmasterOf(dataDir);
  await server.stop('SIGKILL');
  process.kill(postmaster, 'SIGINT');
  await expect.poll(() => processesOf(postmaster).some((pid) => existsSync(`/proc/${pid}`))).toBe(false);
  server = await startServer(dataDir);
  expect(server.output()).not.toMatch(/left behind/);
  expect((await ask('/api/ready')).status).toBe(200);
});
