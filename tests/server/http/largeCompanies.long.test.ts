// What a large or busy company reads is answered by a second process: the same answers for the same people, and by the first process where
// the second is gone.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '#server/data/sha256.ts';
import type { Row } from '#server/db/database.ts';
import { signupBody } from '#tests/support/people.ts';
import { withClient } from '#tests/support/postgresSetup.ts';
import { messageTo, newDataDir, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const MANY = 20_001;
const dataDir = newDataDir('large');
let server: RunningServer;
let large: Person;
let small: Person;
interface Person {
  token: string;
  ask(
    path: string,
    body?: Row,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Headers }>;
}

async function signedUp(): Promise<Person> {
  const person: Person = {
    token: '',
    async ask(path, body, headers = {}) {
      const response = await fetch(server.address + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...(person.token && { authorization: `Bearer ${person.token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
  };
  const body = signupBody();
  await person.ask('/api/auth/signup', body);
  const [code] = await messageTo(dataDir, body.phone, /\d{6}/);
  const verified = await person.ask('/api/auth/verify-phone', { email: body.email, code });
  person.token = String((JSON.parse(verified.text) as Row).access_token);
  return person;
}
const TABLE = '/api/cap-table?as_of=2025-01-01';
const list = (person: Person) => person.ask('/api/certificates/?range=[0,9]&sort=["quantity","DESC"]');
/** The second processes of this server. */
const sides = () =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => found?.[2] === String(server.pid) && found[3]!.includes('server/side.ts'))
    .map((found) => Number(found![1]));

beforeAll(async () => {
  server = await startServer(dataDir);
  [large, small] = [await signedUp(), await signedUp()];
  const made = await large.ask('/api/shareholders/', { type: 'individual', first_name: 'Ada', last_name: 'Okafor' });
  const holder = JSON.parse(made.text) as Row;
  const created = await large.ask('/api/share-classes/', {
    name: 'Common',
    class_type: 'COMMON',
    prefix: 'CS-',
    authorized_shares: '1000000000',
    votes_per_share: 1,
    seniority: 1,
  });
  const shareClass = JSON.parse(created.text) as Row;
  await withClient(readFileSync(join(dataDir, 'postgres.url'), 'utf8').trim(), async (client) => {
    for (const table of ['ledger_tx', 'security']) await client.query(`alter table ${table} disable trigger user`);
    await client.query(
      `insert into ledger_tx (org_id, seq, id, object_type, effective_date, recorded_at, actor_id, actor, summary, ocf, command_seq, prev_hash, hash)
       select org_id, 100 + n, 't' || n, 'TX_STOCK_ISSUANCE', '2024-01-01', now(), org_id, 'Test', 'Test', '{}', 100 + n, '', ''
       from shareholder, generate_series(1, ${MANY}) n where id = $1`,
      [holder.id],
    );
    await client.query(
      `insert into security (org_id, security_id, kind, stakeholder_id, stock_class_id, quantity, custom_id, issued_on, issue_seq)
       select org_id, 's' || n, 'STOCK', id, $2, n, 'CS-' || n, '2024-01-01', 100 + n
       from shareholder, generate_series(1, ${MANY}) n where id = $1`,
      [holder.id, shareClass.id],
    );
    await client.query(
      'update organization set last_seq = $2 where id = (select org_id from shareholder where id = $1)',
      [holder.id, 100 + MANY],
    );
    for (const table of ['ledger_tx', 'security']) await client.query(`alter table ${table} enable trigger user`);
    await client.query('analyze');
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('has no second process before a large company reads', async () => {
  expect((await list(small)).status).toBe(200);
  expect(sides()).toEqual([]);
});

it('has one for a small company that asks for a lot at once, and each gets their answer', async () => {
  const first = (await list(small)).text;
  await eventually(async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => list(small)));
    expect(new Set(answers.map(({ status, text }) => [status, text].join(' ')))).toEqual(new Set([`200 ${first}`]));
    expect(sides().length).toBe(1);
  });
});

it('makes the changes of a busy company there, each once, and takes its files', async () => {
  const upload = async () => {
    const form = new FormData();
    form.set('file', new Blob(['no package'], { type: 'application/zip' }), 'a.zip');
    const headers = { authorization: `Bearer ${small.token}` };
    const answer = await fetch(`${server.address}/api/ocf/import`, { method: 'POST', headers, body: form });
    return [answer.status, ((await answer.json()) as Row).code];
  };
  const quiet = await upload();
  expect(quiet).toEqual([422, expect.any(String)]);
  // On a busy machine one may be told to try again; with the same key that is safe.
  const untilAnswered = async (act: () => Promise<number>): Promise<number> => {
    const status = await act();
    return status === 503 ? untilAnswered(act) : status;
  };
  const add = (name: string) => {
    const holder = { type: 'individual', first_name: name, last_name: 'X' };
    const key = { 'idempotency-key': randomBytes(16).toString('hex') };
    return untilAnswered(async () => (await small.ask('/api/shareholders/', holder, key)).status);
  };
  const answers: unknown[] = [];
  for (let round = 0; round < 24; round += 1)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          n === 10 ? untilAnswered(async () => Number((await upload())[0])) : add(`Ada ${n}`),
        ),
      )),
    );
  expect(new Set(answers)).toEqual(new Set([201, quiet[0]]));
  const listed = JSON.parse((await small.ask('/api/shareholders/?range=[0,999]')).text) as Row[];
  expect(listed.length).toBe(answers.filter((status) => status === 201).length);
});

it('gives the answers of the first process, with its headers, each to their own people', async () => {
  const first = await large.ask(TABLE);
  expect([first.status, sides().length]).toEqual([200, 1]);
  const again = await large.ask(TABLE);
  expect([again.status, again.text]).toEqual([200, first.text]);
  const page = await list(large);
  expect([page.status, page.headers.get('content-range')]).toEqual([200, `certificates 0-9/${MANY}`]);
  expect(page.headers.get('link')).toContain('rel="next"');
  expect((JSON.parse(page.text) as Row[]).map(({ quantity }) => quantity)[0]).toBe(String(MANY));
  expect(JSON.parse((await list(small)).text)).toEqual([]);
  const wrong = await large.ask('/api/certificates/?range=[9,0]');
  expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
    400,
    expect.objectContaining({ detail: expect.any(String) }),
  ]);
});

it('takes nothing that one sends beside their request for the beginning of another’s', async () => {
  const { hostname, port } = new URL(server.address);
  const first = (await list(large)).text;
  const smuggled = 'DELETE /api/shareholders/nobody HTTP/1.1\r\nfoo: ';
  for (const method of ['GET', 'HEAD']) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `${method} /api/certificates/?range=[0,9] HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${large.token}\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`,
    );
    await once(socket, 'data');
    const answers = await Promise.all(Array.from({ length: 8 }, () => list(large)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`200 ${first}`]));
    socket.destroy();
  }
});

it('sends a change on as it came', async () => {
  const change = async (body: string, person: Person) => {
    const answer = await fetch(`${server.address}/api/auth/me`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body,
    });
    return [answer.status, ((await answer.json()) as Row).code];
  };
  const odd = '{"first_name": 1e999}';
  const quiet = await change(odd, large);
  await eventually(async () => {
    await Promise.all(Array.from({ length: 30 }, () => list(small)));
    expect(await change(odd, small)).toEqual(quiet);
  });
});

it.runIf(process.platform === 'linux')(
  'goes after all others on this machine, with its connections to PostgreSQL',
  async () => {
    const [side] = sides();
    await large.ask(TABLE);
    const ports = portsOf(side!, 'ESTABLISHED');
    const backends = await withClient(readFileSync(join(dataDir, 'postgres.url'), 'utf8').trim(), async (client) => {
      const { rows } = await client.query<{ pid: number; port: number }>(
        // One that only asks whether PostgreSQL answers must not wait itself.
        `select pid, client_port as port from pg_stat_activity
         where client_port > 0 and pid <> pg_backend_pid() and query <> 'select 1'`,
      );
      return rows.map(({ pid, port }) => ({ nice: getPriority(pid), isOwn: ports.includes(port) }));
    });
    const nicesOf = (whose: boolean) =>
      new Set(backends.filter(({ isOwn }) => isOwn === whose).map(({ nice }) => nice));
    const usual = getPriority(server.pid);
    expect(getPriority(side!)).toBeGreaterThan(usual);
    expect([nicesOf(true), nicesOf(false)]).toEqual([new Set([getPriority(side!)]), new Set([usual])]);
  },
);

it.runIf(process.platform === 'linux')(
  'answers the first process alone, and nobody whose session has ended',
  async () => {
    const [pid] = sides();
    const ports = portsOf(pid!, 'LISTEN');
    expect(ports).toHaveLength(1);
    const headers = { authorization: `Bearer ${large.token}`, 'x-sharebook-side': 'guessed' };
    expect((await fetch(`http://127.0.0.1:${ports[0]}${TABLE}`, { headers })).status).toBe(404);
    expect((await large.ask('/api/auth/logout', {})).status).toBe(204);
    expect((await large.ask(TABLE)).status).toBe(401);
  },
);

it('is replaced when it is killed, and ends with the server', async () => {
  large = await signedInAgain();
  expect((await large.ask(TABLE)).status).toBe(200);
  const [killed] = sides();
  const open = Array.from({ length: 8 }, () => large.ask(TABLE));
  process.kill(killed!, 'SIGKILL');
  for (const { status } of await Promise.all(open)) expect(status).toBe(200);
  expect((await list(large)).status).toBe(200);
  expect(sides().filter((pid) => pid !== killed)).toHaveLength(1);
  expect(await server.stop()).toBe(0);
  await eventually(async () => expect(sides()).toEqual([]));
});

/** A session made by the schema's owner, because the sign-in needs a phone. */
async function signedInAgain(): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  await withClient(readFileSync(join(dataDir, 'postgres.url'), 'utf8').trim(), (client) =>
    client.query(
      `insert into session (token_hash, account_id, org_id, confirmed_at)
       select $1, m.account_id, m.org_id, now() from membership m where m.org_id = (select org_id from security limit 1)`,
      [sha256(token)],
    ),
  );
  return Object.assign(large, { token });
}

/** The TCP ports of a process, as Linux tells them: those on which it listens, or those of its connections. */
function portsOf(pid: number, state: 'LISTEN' | 'ESTABLISHED'): number[] {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  const sockets = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const code = { LISTEN: '0A', ESTABLISHED: '01' }[state];
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , of, , , , , , inode]) => of === code && sockets.has(inode ?? ''))
    .map(([, local]) => parseInt(local!.split(':')[1]!, 16));
}
