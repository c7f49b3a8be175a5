// A write may wait for others of its company, such as a long import. The person who sent it can go on reading
// meanwhile.
import pg from 'pg';
import { expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { caller, signIn, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useTestServer();

/** Runs `work` while somebody locks the row of the company and `write` waits for it. */
async function whileWaiting<T>(company: Person, write: () => Promise<T>, work: () => Promise<void>): Promise<T> {
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from organization where client_name = $1 for update', [company.user.client_name]);
  const written = write();
  await eventually(async () => {
    const waiting = await server.sql(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(waiting.length).toBeGreaterThan(0);
  });
  await work().finally(async () => {
    await holder.query('commit');
    await holder.end();
  });
  return written;
}
const ageSessions = (for_: string) => server.sql(`update session set last_seen_at = now() - $1::interval`, [for_]);
const readsOf = async (by: Caller) =>
  (await Promise.all(Array.from({ length: 6 }, () => by.get('/api/tasks/?range=[0,0]')))).map(({ status }) => status);

it.each(['1 second', '2 minutes', '20 minutes'])(
  'a waiting write delays nothing else of its session, however long that was idle: %s',
  async (rest) => {
    const company = await signUpCompany(server);
    await given.task(company);
    expect((await company.get('/api/tasks/')).status).toBe(200);
    await ageSessions(rest);
    const edit = () => company.put('/api/organization', { legal_name: `After ${rest}` });
    const reply = await whileWaiting(company, edit, async () => {
      expect(await readsOf(company)).toEqual(Array(6).fill(200));
      expect((await company.get('/api/auth/me')).status).toBe(200);
    });
    expect(reply.status).toBe(200);
  },
);

it('a waiting write delays no other session of a holder', async () => {
  const company = await signUpCompany(server);
  const record = await given.shareholder(company);
  const first = await signUpShareholder(server, company, record);
  const token = await signIn(server, first);
  const second = caller(server, () => token);
  await server.sql('delete from portal_visit');
  await ageSessions('20 minutes');
  const waiting = new pg.Client({ connectionString: server.ownerUrl });
  await waiting.connect();
  await waiting.query('begin');
  // The lock that a write of each of their sessions would hold while it waits.
  await waiting.query(
    'update session set last_seen_at = now() where account_id = (select id from account where email = $1)',
    [first.email],
  );
  expect(await readsOf(second)).toEqual(Array(6).fill(200));
  expect(await readsOf(first)).toEqual(Array(6).fill(200));
  await waiting.query('rollback');
  await waiting.end();
});
