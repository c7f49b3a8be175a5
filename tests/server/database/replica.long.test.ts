// Reads from a real standby: only what it has, only for who may, and nothing is lost when it lags or is gone.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { signupBody } from '#tests/support/people.ts';
import { withClient } from '#tests/support/postgresSetup.ts';
import { messageTo, newDataDir, startServer } from '#tests/support/runningServer.ts';
import type { RunningServer } from '#tests/support/runningServer.ts';
import { startWithStandby } from '#tests/support/databases/standby.ts';
import type { WithStandby } from '#tests/support/databases/standby.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const dataDir = newDataDir('reads');
let postgres: WithStandby;
let server: RunningServer;
let token = '';

async function ask(method: string, path: string, body?: Row): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.address + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}
const onStandby = (statement: string) => withClient(postgres.standby.url, (client) => client.query(statement));
/** How often the standby read the rows of a list. */
const read = () => postgres.asked().split('from "certificate"').length - 1;
const numbers = async () => {
  const { status, body } = await ask('GET', '/api/certificates/?range=[0,24]&sort=["quantity","ASC"]');
  return [status, ...(body as Row[]).map(({ certificate_number }) => certificate_number)];
};
let at: Row;
const made = async (path: string, values: Row) => {
  const { status, body } = await ask('POST', path, values);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return (body as Row).id;
};
const issue = (certificate_number: string) =>
  made('/api/certificates/', { ...at, certificate_number, quantity: '10', issue_date: '2025-01-02' });

beforeAll(async () => {
  postgres = await startWithStandby();
  server = await startServer(dataDir, {
    DATABASE_URL: postgres.primary.url,
    DATABASE_READ_URL: postgres.standby.url,
  });
  const body = signupBody();
  await ask('POST', '/api/auth/signup', body);
  const [code] = await messageTo(dataDir, body.phone, /\d{6}/);
  token = String(((await ask('POST', '/api/auth/verify-phone', { email: body.email, code })).body as Row).access_token);
  at = {
    share_class_id: await made('/api/share-classes/', {
      name: 'Common',
      class_type: 'COMMON',
      prefix: 'CS-',
      authorized_shares: '1000000',
      votes_per_share: 1,
      seniority: 1,
    }),
    shareholder_id: await made('/api/shareholders/', { type: 'individual', first_name: 'Ada', last_name: 'Okafor' }),
  };
});
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('answers from the standby what it has, and never less than was written', async () => {
  await issue('CS-1');
  expect(await numbers()).toEqual([200, 'CS-1']);
  await eventually(async () => {
    expect(await numbers()).toEqual([200, 'CS-1']);
    expect(read()).toBeGreaterThan(0);
  });
  await onStandby('select pg_wal_replay_pause()');
  await issue('CS-2');
  const before = read();
  expect(await numbers()).toEqual([200, 'CS-1', 'CS-2']);
  expect(read()).toBe(before);
  await onStandby('select pg_wal_replay_resume()');
  await eventually(async () => {
    expect(await numbers()).toEqual([200, 'CS-1', 'CS-2']);
    expect(read()).toBeGreaterThan(before);
  });
});

it('answers nobody whose session has ended, although the standby still knows it', async () => {
  await onStandby('select pg_wal_replay_pause()');
  const { rows } = await withClient(postgres.primary.url, (client) =>
    client.query<Row>(
      'delete from session returning account_id, org_id, token_hash, created_at, last_seen_at, confirmed_at',
    ),
  );
  expect(await numbers().catch(() => 'refused')).toBe('refused');
  const [session] = rows;
  await withClient(postgres.primary.url, (client) =>
    client.query(
      `insert into session (${Object.keys(session!).join(', ')}) values (${Object.keys(session!)
        .map((_, n) => `$${n + 1}`)
        .join(', ')})`,
      Object.values(session!),
    ),
  );
  expect(await numbers()).toEqual([200, 'CS-1', 'CS-2']);
  await onStandby('select pg_wal_replay_resume()');
});

it('answers from the primary when the standby is gone, and says so once', async () => {
  await postgres.standby.stop();
  for (let times = 0; times < 3; times += 1) expect(await numbers()).toEqual([200, 'CS-1', 'CS-2']);
  expect(server.output().match(/replica of DATABASE_READ_URL did not answer/g)).toHaveLength(1);
});
