// What a large company reads is answered by a second process: the same answers for the same people, and by the first process where
// the second is gone.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
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
  ask(path: string, body?: Row): Promise<{ status: number; text: string; headers: Headers }>;
}

async function signedUp(): Promise<Person> {
  const person: Person = {
    token: '',
    async ask(path, body) {
      const response = await fetch(server.address + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          ...(person.token && { authorization: `Bearer ${person.token}` }),
          ...(body && { 'content-type': 'application/json' }),
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

it.runIf(process.platform === 'linux')(
  'answers the first process alone, and nobody whose session has ended',
  async () => {
    const [pid] = sides();
    const ports = listeningPorts(pid!);
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
  process.kill(killed!, 'SIGKILL');
  for (let times = 0; times < 3; times += 1) expect((await list(large)).status).toBe(200);
  await eventually(async () => {
    expect((await list(large)).status).toBe(200);
    expect(sides()).not.toContain(killed);
  });
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

/** The TCP ports on which a process listens, as Linux tells them. */
function listeningPorts(pid: number): number[] {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  const sockets = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const LISTENING = '0A';
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(inode ?? ''))
    .map(([, local]) => parseInt(local!.split(':')[1]!, 16));
}
