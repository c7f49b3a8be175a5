// What an open console is told of: changes of others that its person may see, within a moment, and who edits what.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '#server/db/tables.ts';
import { listsOf } from '#server/queries/changes/changedRecords.ts';
import * as given from '#tests/support/given.ts';
import { listen, named } from '#tests/support/jobs/changes.ts';
import type { Stream } from '#tests/support/jobs/changes.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
let staff: Person;
beforeAll(async () => {
  tenant = await givenTenant(server, 'CMARK');
  staff = await givenMember(server, tenant.owner, 'staff');
});
const WAIT = { timeout: 8_000 };
const open: Stream[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));
async function listening(person: Pick<Person, 'token'>, headers?: Record<string, string>): Promise<Stream> {
  const stream = await listen(server, person, headers);
  open.push(stream);
  await expect.poll(() => stream.heard[0]?.event).toBe('ready');
  return stream;
}
/** Something that everybody in the company hears of, after which all before it has been told. */
async function afterAll(...streams: Stream[]) {
  const task = await given.task(tenant.owner, { assignee_id: tenant.one.record.id });
  for (const each of streams) await expect.poll(named(each, 'tasks'), WAIT).toContain(task.id);
}
const listsHeard = ({ heard }: Stream) => [...new Set(heard.map(({ data }) => String(data.resource ?? '')))];

describe('GET /api/changes', () => {
  it('begins with ready, and tells what somebody else did', async () => {
    const stream = await listening(tenant.viewer);
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const task = await given.task(staff);
    await expect.poll(named(stream, 'tasks'), WAIT).toEqual([task.id]);
    const version = Number(task.version);
    expect((await staff.put(`/api/tasks/${String(task.id)}`, { ...task, title: 'Another', version })).status).toBe(200);
    await expect.poll(named(stream, 'tasks'), WAIT).toEqual([task.id, task.id]);
    expect((await staff.delete(`/api/tasks/${String(task.id)}`)).status).toBe(204);
    await expect.poll(named(stream, 'tasks'), WAIT).toEqual([task.id, task.id, task.id]);
    expect(stream.heard.every(({ id }) => /^[\w-]{60,}$/.test(id))).toBe(true);
  });

  it('names the certificate, its holder and the entry that were written with it', async () => {
    const stream = await listening(staff);
    const shareholder_id = tenant.one.record.id;
    const [shareClass] = tenant.records['share-classes']!;
    const made = await given.certificate(tenant.owner, {
      share_class_id: shareClass!.id,
      shareholder_id,
      issue_date: '2025-01-01',
    });
    await expect.poll(named(stream, 'certificates'), WAIT).toContain(made.id);
    await expect.poll(named(stream, 'shareholders'), WAIT).toContain(shareholder_id);
    const [entry] = (await tenant.owner.get('/api/transactions/?range=[0,0]')).rows;
    await expect.poll(named(stream, 'transactions'), WAIT).toContain(entry!.id);
  });

  it('tells a shareholder of their own records alone, and another company nothing', async () => {
    const elsewhere = await signUpCompany(server);
    const [own, foreign] = [await listening(tenant.one.person), await listening(elsewhere)];
    const [shareClass] = tenant.records['share-classes']!;
    const issue = (shareholder_id: unknown) =>
      given.certificate(tenant.owner, { share_class_id: shareClass!.id, shareholder_id, issue_date: '2025-01-01' });
    const others = await issue(tenant.two.record.id);
    const theirs = await issue(tenant.one.record.id);
    await given.document(tenant.owner);
    await expect.poll(named(own, 'certificates'), WAIT).toEqual([theirs.id]);
    await afterAll(own);
    expect(JSON.stringify(own.heard)).not.toContain(String(others.id));
    expect(listsHeard(own)).not.toContain('documents');
    await given.task(elsewhere);
    await expect.poll(named(foreign, 'tasks'), WAIT).toHaveLength(1);
    const known = JSON.stringify(foreign.heard);
    for (const { id } of [others, theirs]) expect(known).not.toContain(String(id));
  });

  it('tells a shareholder of what was withdrawn, and nothing of what is being prepared for their class', async () => {
    const [one, two] = [await listening(tenant.one.person), await listening(tenant.two.person)];
    const [shareClass] = tenant.records['share-classes']!;
    const preview = { name: 'Quiet', share_class_ids: [shareClass!.id] };
    await given.distribution(tenant.owner, preview);
    const shown = { fields: { shareholder_id: String(tenant.one.record.id) } };
    const [moved, removed] = [await given.document(tenant.owner, shown), await given.document(tenant.owner, shown)];
    await expect.poll(named(one, 'documents'), WAIT).toEqual([moved.id, removed.id]);
    const set = { shareholder_id: tenant.two.record.id };
    expect((await staff.post('/api/documents/bulk', { ids: [moved.id], set })).body.done).toBe(1);
    await expect.poll(named(one, 'documents'), WAIT).toEqual([moved.id, removed.id, moved.id]);
    expect((await tenant.owner.delete(`/api/documents/${String(removed.id)}`)).status).toBe(204);
    await expect.poll(named(one, 'documents'), WAIT).toEqual([moved.id, removed.id, moved.id, removed.id]);
    await expect.poll(named(two, 'documents'), WAIT).toEqual([moved.id]);
    for (const each of [one, two]) expect(listsHeard(each)).not.toContain('share-classes');
  });

  it('names no more than a hundred records', async () => {
    const stream = await listening(staff);
    await server.sql(
      `insert into task (org_id, id, title, priority, status, created_by)
       select t.org_id, gen_random_uuid(), 'Many ' || n, 'low', 'pending', t.created_by from generate_series(1, 101) n, (select * from task where org_id = $1 limit 1) t`,
      [
        (
          await server.sql<{ org_id: string }>(
            'select org_id from session s join account a on a.id = s.account_id where a.email = $1',
            [tenant.owner.email],
          )
        )[0]!.org_id,
      ],
    );
    await expect.poll(named(stream, 'tasks'), WAIT).toEqual([null]);
  });

  it('goes on after the event that was heard last; one that is not known begins anew', async () => {
    const first = await listening(staff);
    const before = await given.task(tenant.owner);
    await expect.poll(named(first, 'tasks'), WAIT).toEqual([before.id]);
    const last = first.heard.at(-1)!.id;
    first.close();
    const missed = await given.task(tenant.owner);
    const second = await listening(staff, { 'last-event-id': last });
    await expect.poll(named(second, 'tasks'), WAIT).toEqual([missed.id]);
    for (const unknown of ['999999999.999999999', 'x', `${last}x`, '', (await listening(tenant.viewer)).heard[0]!.id]) {
      const third = await listening(staff, { 'last-event-id': unknown });
      await expect.poll(() => third.heard.map(({ event }) => event).slice(0, 2)).toEqual(['ready', 'reset']);
    }
  });

  it('ends with the session, which it does not prolong', async () => {
    const person = await givenMember(server, tenant.owner, 'viewer');
    const stream = await listening(person);
    const seen = async () =>
      (
        await server.sql<{ at: string }>(
          'select max(s.last_seen_at)::text as at from session s join account a on a.id = s.account_id where a.email = $1',
          [person.email],
        )
      )[0]?.at;
    await server.sql(
      `update session set last_seen_at = now() - interval '10 minutes' where account_id = (select id from account where email = $1)`,
      [person.email],
    );
    const before = await seen();
    const task = await given.task(tenant.owner);
    await expect.poll(named(stream, 'tasks'), WAIT).toContain(task.id);
    expect(await seen()).toBe(before);
    expect((await person.post('/api/auth/logout', {})).status).toBeLessThan(300);
    await expect.poll(() => [stream.heard.at(-1)!.event, stream.isOver()], { timeout: 2_000 }).toEqual(['end', true]);
    expect((await listen(server, person)).status).toBe(401);
  });

  it('says two minutes before that its session ends, and when it was used again', async () => {
    const person = await givenMember(server, tenant.owner, 'viewer');
    const stream = await listening(person);
    const ago = (column: string, seconds: number) =>
      server.sql(
        `update session set ${column} = now() - make_interval(secs => $2) where account_id = (select id from account where email = $1)`,
        [person.email, seconds],
      );
    const { sessionIdleSeconds, sessionMaxSeconds } = server.deps.config;
    const events = () => stream.heard.map(({ event }) => event);
    await ago('last_seen_at', sessionIdleSeconds - 100);
    await expect.poll(events, WAIT).toEqual(['ready', 'ending']);
    expect(stream.heard[1]!.data).toMatchObject({ may_stay: true });
    expect(Number(stream.heard[1]!.data.in_seconds)).toBeGreaterThan(60);
    await person.get('/api/auth/me');
    await expect.poll(events, WAIT).toEqual(['ready', 'ending', 'kept']);
    await ago('created_at', sessionMaxSeconds - 100);
    await expect.poll(events, WAIT).toEqual(['ready', 'ending', 'kept', 'ending']);
    expect(stream.heard[3]!.data).toMatchObject({ may_stay: false });
  });
  it('ends when its person is in the company no more', async () => {
    const person = await givenMember(server, tenant.owner, 'viewer');
    const stream = await listening(person);
    await server.sql('delete from membership where account_id = (select id from account where email = $1)', [
      person.email,
    ]);
    await expect.poll(() => [stream.heard.at(-1)!.event, stream.isOver()], WAIT).toEqual(['end', true]);
  });

  it('refuses too many of one person', async () => {
    const person = await givenMember(server, tenant.owner, 'viewer');
    const streams = [];
    for (let n = 0; n < 20; n += 1) streams.push(await listening(person));
    expect((await listen(server, person)).status).toBe(429);
    streams[0]!.close();
    await expect.poll(async () => (await listening(person)).status).toBe(200);
  });
});

/** Company tables whose changes no list shows, with the reason. */
const SHOWN_ELSEWHERE: Record<string, string> = {
  activity: 'comes with the record that it is about',
  bank_statement: 'a page of its own',
  bank_statement_answer: 'a page of its own',
  company_setup: 'the dashboard',
  message_file: 'comes with its message',
  ocf_object: 'comes with the rows that an import writes',
  organization: 'the settings',
  organization_logo: 'the settings',
  payment_contact: 'the page of a payment',
  payment_event: 'comes with its payment',
  scenario_share: 'the page of a scenario',
  sheet: 'a page of its own',
  sheet_memory: 'nobody sees it',
  yearly_tax_form: 'a page of its own',
};
it('tells of every table in a list, except those that no list shows', () => {
  const noted = Object.entries(tables).filter(([, { of, sealed }]) => of === 'company' && sealed !== undefined);
  const silent = noted.map(([table]) => table).filter((table) => listsOf(table).length === 0);
  expect(silent.toSorted()).toEqual(Object.keys(SHOWN_ELSEWHERE).toSorted());
});

describe('POST …/:id/editing', () => {
  it('is told to everybody else who may see the record, and counts for half a minute', async () => {
    const [others, own, outside] = [
      await listening(tenant.viewer),
      await listening(staff),
      await listening(tenant.two.person),
    ];
    await server.sql('delete from record_editing');
    const path = `/api/shareholders/${String(tenant.one.record.id)}/editing`;
    expect((await staff.post(path, {})).status).toBe(204);
    const editing = ({ heard }: Stream) => heard.filter(({ event }) => event === 'editing').map(({ data }) => data);
    await expect
      .poll(() => editing(others), { timeout: 3_000 })
      .toEqual([{ resource: 'shareholders', id: tenant.one.record.id }]);
    const mine = (await staff.get('/api/auth/me')).body.user as Record<string, unknown>;
    const name = `${String(mine.first_name)} ${String(mine.last_name)}`;
    const [said] = (await tenant.owner.get(path)).rows;
    expect(said).toEqual({ name, since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown });
    expect((await staff.get(path)).rows).toEqual([]);
    // Said again, it is the same editing.
    await staff.post(path, {});
    expect((await tenant.owner.get(path)).rows).toEqual([said]);
    await afterAll(others, own);
    expect([editing(others).length, editing(own), editing(outside)]).toEqual([1, [], []]);
    await server.sql(`update record_editing set until = now() - interval '1 second'`);
    expect((await tenant.owner.get(path)).rows).toEqual([]);
    await staff.post(path, {});
    await expect.poll(() => editing(others).length, { timeout: 3_000 }).toBe(2);
  });

  it('is for whoever may change the record, and is asked by the company’s people', async () => {
    const path = `/api/tasks/${String(tenant.records.tasks![0]!.id)}/editing`;
    expect((await tenant.viewer.post(path, {})).status).toBe(403);
    expect((await tenant.one.person.get(path)).status).toBe(403);
    expect((await staff.post('/api/tasks/none/editing', {})).status).toBe(404);
    expect((await tenant.owner.get('/api/tasks/none/editing')).status).toBe(404);
  });
});
