// The real program in its own process, with its own database: killed, started again, started twice, stopped.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { messageTo, newDataDir, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';
import { signupBody } from '#tests/support/people.ts';

let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-process-'));
  chmodSync(dataDir, 0o755);
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.stop();
  const placed = readFileSync(join(dataDir, 'postgres.path'), 'utf8').trim();
  if (!placed.startsWith(dataDir)) rmSync(dirname(placed), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown, token = '', headers: Record<string, string> = {}) {
  const response = await fetch(server.address + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Row & Row[] };
}

async function signUp(): Promise<string> {
  const body = signupBody();
  await send('POST', '/api/auth/signup', body);
  const [, code] = await messageTo(dataDir, body.phone, /code is (\d{6})/);
  const proved = await send('POST', '/api/auth/verify-phone', { email: body.email, code });
  return String(proved.body.access_token);
}

/** Starts another process on the same or another environment. Returns its exit code and its output. */
function startBeside(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: join(import.meta.dirname, '../..', '..'),
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', DEMO: 'off', ...env },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('close', (code) => resolve({ code, lines: text.trim().split('\n') }));
  });
}

describe('the program', () => {
  it('makes its secret files readable only by its own account', () => {
    for (const name of ['secret', 'postgres.url', 'postgres.app', 'lock'])
      expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
  });
  it('refuses to start a second time on the same data directory, with exit code 75', async () => {
    const second = await startBeside({});
    expect([second.code, second.lines.length]).toEqual([75, 1]);
    expect(second.lines[0]).toMatch(/already running/);
    expect((await send('GET', '/api/ready')).status).toBe(200);
  });
  it.each<[string, Record<string, string>, RegExp]>([
    ['a wrong port', { PORT: 'http' }, /^PORT/],
    ['log drivers in production', { NODE_ENV: 'production' }, /cannot be used when NODE_ENV is production/],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://x:tellnobody@127.0.0.1:9/x' },
      /^DATABASE_URL cannot be reached/,
    ],
  ])('refuses %s with one line and exit code 78', async (_what, env, sentence) => {
    const other = mkdtempSync(join(tmpdir(), 'sharebook-refused-'));
    const { code, lines } = await startBeside({ ...env, DATA_DIR: other });
    rmSync(other, { recursive: true, force: true });
    expect([code, lines]).toEqual([78, [expect.stringMatching(sentence)]]);
    expect(lines[0]).not.toContain('tellnobody');
  });
  it('keeps every answered write, exactly once, after it is killed while writing and started again', async () => {
    const token = await signUp();
    const acknowledged: string[] = [];
    let going = true;
    const write = async (worker: number) => {
      for (let n = 0; going; n += 1) {
        const title = `task ${worker}-${n}`;
        const body = { title, priority: 'low', status: 'pending' };
        const reply = await send('POST', '/api/tasks/', body, token, {
          'idempotency-key': title.replace(' ', '-'),
        }).catch(() => null);
        if (reply?.status === 201) acknowledged.push(title);
        else if (!reply) return;
        if (acknowledged.length === 60) void server.stop('SIGKILL');
      }
    };
    await Promise.all([0, 1, 2, 3].map(write));
    going = false;
    server = await startServer(dataDir);
    // The killed process could not sign off. It must not be reported as another one.
    expect(server.output()).not.toMatch(/Another Sharebook/);
    const titles = (await send('GET', '/api/tasks/', undefined, token)).body.map((task) => String(task.title));
    expect(acknowledged.filter((title) => titles.filter((each) => each === title).length !== 1)).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
    const [first] = acknowledged;
    const repeat = { title: first, priority: 'low', status: 'pending' };
    await send('POST', '/api/tasks/', repeat, token, { 'idempotency-key': first!.replace(' ', '-') });
    expect((await send('GET', '/api/tasks/', undefined, token)).body).toHaveLength(titles.length);
  });
  it('starts its database again when that is killed, and keeps every answered write', async () => {
    const token = await signUp();
    const body = { title: 'before the kill', priority: 'low', status: 'pending' };
    expect((await send('POST', '/api/tasks/', body, token)).status).toBe(201);
    const folder = readFileSync(join(dataDir, 'postgres.path'), 'utf8').trim();
    process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    const seen = new Set<number>();
    const titles = async () => {
      const { status, body } = await send('GET', '/api/tasks/', undefined, token);
      seen.add(status);
      return status === 200 && /The database is running again/.test(server.output()) && body.map(({ title }) => title);
    };
    await expect.poll(titles).toEqual(['before the kill']);
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(server.output()).toMatch(/The database stopped unexpectedly\. Starting it again/);
  });
  it('reports another process that serves its database with files on another disk', async () => {
    const other = newDataDir('beside');
    const kept = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim();
    const login = new URL(kept('postgres.url'));
    [login.username, login.password] = ['sharebook_app_postgres', kept('postgres.app')];
    const env = { DATABASE_URL: kept('postgres.url'), DATABASE_APP_URL: login.href, APP_SECRET: kept('secret') };
    // A copy of DATA_DIR counts as another disk too. Both processes report it, the first a little later.
    cpSync(join(dataDir, 'id'), join(other, 'id'));
    const start = () => startServer(other, env);
    let beside = await start();
    try {
      await expect.poll(() => server.output(), { interval: 200 }).toMatch(/Another Sharebook/);
      rmSync(join(other, 'id'));
      await beside.stop();
      beside = await start();
      expect(beside.output()).toMatch(/Another Sharebook .* Set FILES_DRIVER=s3/);
    } finally {
      await beside.stop();
      rmSync(other, { recursive: true, force: true });
    }
  });
  it('finishes the requests it has begun when told to stop, and exits with code 0', async () => {
    const token = await signUp();
    const begun = Array.from({ length: 10 }, (_, n) =>
      send('POST', '/api/tasks/', { title: `last ${n}`, priority: 'low', status: 'pending' }, token).then(
        (reply) => reply.status,
        () => 0,
      ),
    );
    await begun[0];
    const code = await server.stop('SIGTERM');
    expect(code).toBe(0);
    const statuses = await Promise.all(begun);
    expect(statuses.filter((status) => status !== 201 && status !== 0)).toEqual([]);
    const answered = statuses.filter((status) => status === 201).length;
    server = await startServer(dataDir);
    const kept = (await send('GET', '/api/tasks/', undefined, token)).body.filter((task) =>
      String(task.title).startsWith('last'),
    );
    expect(kept.length).toBeGreaterThanOrEqual(answered);
    expect(await startBeside({})).toMatchObject({ code: 75 });
  });
});
