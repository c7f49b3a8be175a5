// Expensive requests are counted for each person and each company. Rows that have expired are removed in time.
import { beforeAll, describe, expect, it } from 'vitest';
import { runDueJobs } from '#server/jobs/scheduler.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUp, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let staff: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  staff = await givenMember(server, owner, 'staff');
  await given.shareholder(owner);
});

describe('expensive requests', () => {
  it('get 429 with a time to retry, for that person only', async () => {
    const thread = { subject: 'News', body: 'Once more', shareholder_ids: 'all' };
    const statuses = [];
    for (let n = 0; n < 32; n += 1) statuses.push((await owner.post('/api/messaging/threads', thread)).status);
    expect(statuses.indexOf(429)).toBe(30);
    const refused = await owner.post('/api/messaging/threads', thread);
    expect([refused.status, refused.detail, refused.code]).toEqual([
      429,
      expect.stringMatching(/^Too many requests\. Please try again in /),
      'too_many',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect((await staff.post('/api/messaging/threads', thread)).status).toBe(201);
    expect((await owner.get('/api/messaging/threads')).status).toBe(200);
  });
  it('include answers in a conversation', async () => {
    const company = await signUpCompany(server);
    const holder = await signUpShareholder(server, company, await given.shareholder(company));
    const { body } = await holder.post('/api/messaging/threads', { subject: 'A question', body: 'May I ask?' });
    const statuses = [];
    for (let n = 0; n < 122; n += 1)
      statuses.push((await holder.post(`/api/messaging/threads/${String(body.id)}/messages`, { body: 'Hm' })).status);
    expect(statuses.indexOf(429)).toBe(120);
  });
  it('include exports, and only those that are allowed', async () => {
    const neighbour = await signUpCompany(server);
    let last = 200;
    for (let n = 0; n < 201 && last === 200; n += 1) last = (await neighbour.get('/api/tasks/export.csv')).status;
    expect(last).toBe(429);
    expect((await owner.get('/api/tasks/export.csv')).status).toBe(200);
    for (let n = 0; n < 3; n += 1) expect((await staff.get('/api/ocf/export')).status).toBe(403);
    expect(
      await server.sql(`select counts from rate_limit where key like 'export_person%' and counts[1] < 3`),
    ).toHaveLength(1);
  });
  it('of people waiting to be let in, and of holders, do not use up the company’s hour', async () => {
    const company = await signUpCompany(server);
    const { client_name } = company.user;
    const thread = { subject: 'News', body: 'Once more' };
    const ask = (by: Person) => by.post('/api/messaging/threads', thread);
    const waiting = [];
    for (let n = 0; n < 7; n += 1) waiting.push(await signUp(server, { account_type: 'shareholder', client_name }));
    for (const stranger of waiting) for (let n = 0; n < 30; n += 1) expect((await ask(stranger)).status).toBe(403);
    const holders = [];
    for (let n = 0; n < 7; n += 1)
      holders.push(await signUpShareholder(server, company, await given.shareholder(company)));
    const statuses: number[] = [];
    for (const holder of holders) for (let n = 0; n < 30; n += 1) statuses.push((await ask(holder)).status);
    expect(statuses.indexOf(429)).toBe(200);
    expect((await company.post('/api/messaging/threads', { ...thread, shareholder_ids: 'all' })).status).toBe(201);
  });
});

it('expired rows are removed by one process, once', async () => {
  const person = await signUpCompany(server);
  await server.sql(`update session set last_seen_at = now() - interval '2 days' where account_id = $1`, [
    person.user.id,
  ]);
  await server.sql(
    `update job set outcome = 'done', ended_at = now() - interval '31 days' where details ->> 'recipient' = $1`,
    [person.phone],
  );
  await server.sql(`insert into rate_limit values ('old', 1)`);
  await server.sql(
    `insert into public_idempotency_key (scope, request_hash, body, created_at) values ('\\x01', '\\x01', '{}', now() - interval '25 hours')`,
  );
  const left = async () =>
    (
      await server.sql<{ left: number }>(
        `select (select count(*) from session where account_id = $1) + (select count(*) from job where details ->> 'recipient' = $2)
           + (select count(*) from rate_limit where key = 'old') + (select count(*) from public_idempotency_key where scope = '\\x01') as left`,
        [person.user.id, person.phone],
      )
    )[0]!.left;
  expect(Number(await left())).toBe(4);
  await Promise.all([runDueJobs(server.deps), runDueJobs(server.deps)]);
  expect(Number(await left())).toBe(0);
  expect((await owner.get('/api/tasks/')).status).toBe(200);
  await server.sql(`insert into rate_limit values ('old', 1)`);
  await runDueJobs(server.deps);
  expect(Number(await left())).toBe(1);
  expect((await person.get('/api/tasks/')).status).toBe(401);
});
