// A PostgreSQL that takes connections and answers nothing: whoever asks is told so within two seconds, and all goes on by
// itself when it answers again.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signupBody } from '../support/people.ts';
import { messageTo, newDataDir, startServer } from '../support/runningServer.ts';
import type { RunningServer } from '../support/runningServer.ts';

let dataDir: string;
let server: RunningServer;
let frozen: number[] = [];
beforeAll(async () => {
  dataDir = newDataDir('frozen');
  server = await startServer(dataDir);
});
afterAll(async () => {
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  await server?.stop();
  const placed = placeOf(dataDir);
  if (!placed.startsWith(dataDir)) rmSync(dirname(placed), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const placeOf = (folder: string) => readFileSync(join(folder, 'postgres.path'), 'utf8').trim();

/** The postmaster and everything that it started. */
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

async function ask(path: string, token?: string, body?: unknown) {
  const began = performance.now();
  const response = await fetch(server.address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status, again: response.headers.get('retry-after'), ms: performance.now() - began };
}

it('answers 503 within two seconds while it stands still, and as before when it goes on', async () => {
  const person = signupBody();
  await ask('/api/auth/signup', undefined, person);
  const [, code] = await messageTo(dataDir, person.phone, /code is (\d{6})/);
  const proved = await fetch(`${server.address}/api/auth/verify-phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, code }),
  });
  const { access_token: token } = (await proved.json()) as { access_token: string };
  expect((await ask('/api/shareholders/', token)).status).toBe(200);

  const postmaster = Number(readFileSync(join(placeOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
  frozen = processesOf(postmaster);
  expect(frozen.length).toBeGreaterThan(3);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  for (const round of [1, 2]) {
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => ask('/api/shareholders/', token)),
      ask('/api/tasks/', token, { title: 'While it stands still' }),
      ask('/api/auth/login', undefined, { email: person.email, password: person.password }),
      ask('/api/ready'),
    ]);
    expect([round, [...new Set(answers.map(({ status }) => status))]]).toEqual([round, [503]]);
    for (const { ms } of answers) expect(ms).toBeLessThan(2500);
    expect(answers.slice(0, 32).every(({ again }) => Number(again) > 0)).toBe(true);
    const health = await ask('/api/health');
    expect([health.status, health.ms < 500]).toEqual([200, true]);
  }
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  frozen = [];
  await expect.poll(async () => (await ask('/api/shareholders/', token)).status, { timeout: 10_000 }).toBe(200);
  expect((await ask('/api/tasks/', token, { title: 'Afterwards' })).status).toBe(201);
}, 60_000);
