// Notices of several companies to one person: at most one mail of what is collected in an hour, and none is forgotten.
import pg from 'pg';
import { expect, it } from 'vitest';
import { confirmMailbox, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const orgOf = async (by: Person) =>
  (await server.sql<{ id: string }>('select id from organization where client_name = $1', [by.user.client_name]))[0]!
    .id;

it('what another company’s mail puts off has a job at its time, also if its own job is done', async () => {
  const [one, other] = [await signUpCompany(server), await signUpCompany(server)];
  await confirmMailbox(server, one);
  const [A, B] = [await orgOf(one), await orgOf(other)];
  // The owner of one company works for the other too.
  await server.sql(
    `insert into membership select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'account_id', $2::text))).*
     from membership m where org_id = $1 and role = 'owner' limit 1`,
    [B, one.user.id],
  );
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const write = (by: Pick<pg.Client, 'query'>, org: string, waits: boolean) =>
    by.query(
      `select write_notices($1, null, 'task_assigned', $2, 'shareholders', gen_random_uuid()::text, $3, now())`,
      [org, JSON.stringify([{ account: one.user.id, id: 'H', words: {} }]), waits],
    );
  const take = (org: string) => server.sql('select * from take_notices($1)', [org]);
  // The other company writes within a long transaction, and the person is mailed meanwhile.
  await client.query('begin');
  await write(client, B, true);
  await server.sql(
    `insert into notice_digest values ($1, now()) on conflict (account_id) do update set sent_at = now()`,
    [one.user.id],
  );
  await client.query('commit');
  await client.end();
  await write({ query: server.sql } as unknown as pg.Client, A, false);
  await take(A);
  await server.sql(
    `update job set outcome = 'done', ended_at = now() where kind = 'notices' and next_attempt_at <= now()`,
  );
  const [left] = await server.sql<{ later: boolean }>(
    'select due_at > now() as later from notice_mail where org_id = $1 and account_id = $2',
    [B, one.user.id],
  );
  const jobs = await server.sql(
    `select 1 from job where turn_of = $1 and kind = 'notices' and ended_at is null and next_attempt_at > now()`,
    [B],
  );
  expect([left, jobs.length]).toEqual([{ later: true }, 1]);
});
