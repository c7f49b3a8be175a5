// The length of a list is counted once for each state of a company, and its first page is kept as long. Nobody may notice it.
import { describe, expect, it } from 'vitest';
import { PROJECTIONS } from '#server/data/projections.ts';
import { IdOrder } from '#server/db/idOrder.ts';
import { PAGES_NOT_KEPT } from '#server/data/lists/keptPages.ts';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { AMERICAN, approvedFor, withAccount } from '#tests/support/distributions/payouts.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

const BENEATH = `with recursive beneath (oid) as (
    select $1::regclass::oid
    union
    select d.refobjid from beneath b join pg_rewrite r on r.ev_class = b.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass)`;
const totalOf = async (by: Person, path: string) =>
  (await by.get(`${path}?range=[0,0]`)).headers['content-range']?.toString().split('/')[1];

describe('the length of a list', () => {
  it('is current after every change, and separate for each company', async () => {
    const [owner, other] = [await signUpCompany(server), await signUpCompany(server)];
    const shareClass = await given.shareClass(owner);
    const holder = await given.shareholder(owner);
    const issue = () =>
      given.certificate(owner, { share_class_id: shareClass.id, shareholder_id: holder.id, quantity: '10' });
    for (let count = 1; count <= 3; count += 1) {
      const { id } = await issue();
      const task = await given.task(owner);
      for (const ask of ['first', 'kept']) {
        expect([ask, await totalOf(owner, '/api/certificates/')]).toEqual([ask, String(count)]);
        expect([ask, await totalOf(owner, '/api/tasks/')]).toEqual([ask, '1']);
      }
      expect((await owner.delete(`/api/tasks/${String(task.id)}`)).status).toBe(204);
      expect(await totalOf(owner, '/api/tasks/')).toBe('0');
      expect((await owner.get(`/api/certificates/${String(id)}`)).status).toBe(200);
    }
    expect(await totalOf(other, '/api/certificates/')).toBe('0');
    await given.task(other);
    expect([await totalOf(other, '/api/tasks/'), await totalOf(owner, '/api/tasks/')]).toEqual(['1', '0']);
  });
  it.each(resources.map(({ name, source }) => [name, source]))(
    'of %s depends only on tables whose every change is in the chain of the company',
    async (_name, source) => {
      const beneath = await server.sql<{ name: string; is_chained: boolean }>(
        `${BENEATH} select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'sealed_insert') as is_chained
         from beneath join pg_class c using (oid) where c.relkind in ('r', 'p')`,
        [source],
      );
      // Derived from the ledger, which is chained. Triggers derive the outstanding shares by class and day from its
      // securities.
      const folded = new Set<string>([
        ...Object.values(PROJECTIONS).map(({ table }) => table),
        'outstanding_change',
        // The hash of each row is noted in the chain.
        'audit',
      ]);
      expect(beneath.length).toBeGreaterThan(0);
      expect(beneath.filter(({ name, is_chained }) => !is_chained && !folded.has(name))).toEqual([]);
    },
  );
});

describe('a list in an order that no index has', () => {
  const numbers = async (by: Person, query: string) =>
    (await by.get(`/api/certificates/?${query}`)).rows.map(({ certificate_number: number }) => number);
  it('shows every change at once, on each of its pages', async () => {
    const owner = await signUpCompany(server);
    const viewer = await givenMember(server, owner, 'viewer');
    const share_class_id = (await given.shareClass(owner)).id;
    const [ada, zoe] = [
      await given.shareholder(owner, { first_name: 'Ada', last_name: 'Lind' }),
      await given.shareholder(owner, { first_name: 'Zoe', last_name: 'Lind' }),
    ];
    const issue = (holder: { id?: unknown }, certificate_number: string) =>
      given.certificate(owner, { share_class_id, shareholder_id: holder.id, certificate_number });
    await issue(ada, 'X-1');
    const { id } = await issue(zoe, 'X-2');
    const byHolder = `sort=["shareholder","ASC"]&range=[0,9]`;
    const expected = async (...all: string[]) => {
      for (const by of [owner, viewer]) {
        expect(await numbers(by, byHolder)).toEqual(all);
        expect(await numbers(by, `sort=["shareholder","ASC"]&range=[1,9]`)).toEqual(all.slice(1));
        const after = all.slice(all.indexOf('X-2') + 1);
        expect(await numbers(by, `${byHolder}&after=${String(id)}`)).toEqual(after);
      }
    };
    await expected('X-1', 'X-2');
    await issue(zoe, 'X-3');
    await expected('X-1', 'X-2', 'X-3');
    const { version } = (await owner.get(`/api/shareholders/${String(ada.id)}`)).body;
    const renamed = { first_name: 'Zz', last_name: 'Lind', version };
    expect((await owner.put(`/api/shareholders/${String(ada.id)}`, { ...ada, ...renamed })).status).toBe(200);
    await expected('X-2', 'X-3', 'X-1');
  });
  it('finds ids whatever they hold', () => {
    const ids = ['b', 'ab', 'a', 'x\ny', 'y', 'aa', ''];
    const order = new IdOrder(ids);
    expect(ids.map((id) => order.indexOf(id))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(['c', 'x', 'b\nab', '\n'].map((id) => order.indexOf(id))).toEqual([-1, -1, -1, -1]);
    expect([order.slice(2, 4), order.slice(5, 99), order.slice(9, 12), order.length]).toEqual([
      ['a', 'x\ny'],
      ['aa', ''],
      [],
      7,
    ]);
  });
});

describe('the first page of a list', () => {
  const names = async (by: Person) =>
    (await by.get('/api/certificates/?range=[0,24]')).rows.map((row) => row.shareholder);
  const companyWithHolder = async () => {
    const owner = await signUpCompany(server);
    const holder = await given.shareholder(owner, { first_name: 'Ada', last_name: 'Okafor' });
    await given.certificate(owner, { share_class_id: (await given.shareClass(owner)).id, shareholder_id: holder.id });
    for (let ask = 0; ask < 3; ask += 1) expect(await names(owner)).toEqual(['Ada Okafor']);
    return { owner, holder };
  };
  it('shows every change at once to everybody of the company, and nothing to another company', async () => {
    const { owner, holder } = await companyWithHolder();
    const viewer = await givenMember(server, owner, 'viewer');
    const path = `/api/shareholders/${String(holder.id)}`;
    for (const last_name of ['Okafor-Lind', 'Lind']) {
      const { body } = await owner.get(path);
      expect((await owner.put(path, { ...body, last_name })).status).toBe(200);
      for (let ask = 0; ask < 3; ask += 1)
        for (const reader of [owner, viewer]) expect(await names(reader)).toEqual([`Ada ${last_name}`]);
    }
    expect(await names(await signUpCompany(server))).toEqual([]);
  });
  it('is read again on the next day, and not before', async () => {
    const { owner, holder } = await companyWithHolder();
    // Bypasses the chain, so that nothing reports the change.
    await server.sql('alter table shareholder disable trigger user');
    await server.sql(`update shareholder set name = 'Of tomorrow' where id::text = $1`, [holder.id]);
    await server.sql('alter table shareholder enable trigger user');
    expect(await names(owner)).toEqual(['Ada Okafor']);
    const columns = 'account_id, org_id, role, membership_status, shareholder_id, client_name, time_zone, changes';
    await server.sql('alter function app_begin rename to app_begin_today');
    await server.sql(`create function app_begin(token text, idle integer, most integer) returns table (account_id uuid, org_id uuid,
        role text, membership_status text, shareholder_id text, client_name text, time_zone text, changes text, today text)
      language sql as 'select ${columns}, (b.today::date + 1)::text from app_begin_today($1, $2, $3) b'`);
    try {
      expect(await names(owner)).toEqual(['Of tomorrow']);
    } finally {
      await server.sql('drop function app_begin; alter function app_begin_today rename to app_begin');
    }
  });
  const kept = resources.filter(({ name }) => !PAGES_NOT_KEPT.includes(name));
  it.each(kept.map(({ name, source }) => [name, source]))(
    'of %s depends only on the company and its day',
    async (name, source) => {
      const beneath = await server.sql<{ name: string; text: string }>(
        `${BENEATH}, called (oid, name, text) as (
           select p.oid, p.proname, p.prosrc from beneath b join pg_rewrite r on r.ev_class = b.oid
             join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_proc'::regclass
             join pg_proc p on p.oid = d.refobjid
           union
           -- A function in a text has no entry of what it depends on, so its name is looked for.
           select p.oid, p.proname, p.prosrc from called c join pg_proc p
             on p.pronamespace = current_schema()::regnamespace and p.prorettype <> 'trigger'::regtype and c.text ~ ('\\m' || p.proname || '\\s*\\('))
         select name, text from called
         union all select c.relname, coalesce(pg_get_viewdef(c.oid), c.relname) from beneath join pg_class c using (oid)`,
        [source],
      );
      // The kept page is named by its account, role and day. What is_private of a document and the holds of a payment follow from
      // besides is not in a kept page, or is read again.
      const isRead = ['app_reads_all', 'app_shareholder', 'hold_reasons_of', 'payment_holds', 'is_disputed'];
      const changing =
        /\b(now\(|clock_timestamp|current_timestamp|localtimestamp|account\b|session\b|membership|invitation)/i;
      const found = beneath.filter((each) => !isRead.includes(each.name) && changing.test(each.text));
      expect(found.map((each) => each.name)).toEqual([]);
      expect(beneath.length).toBeGreaterThan(0);
      expect(Object.keys(resourceNamed(name).fields)).not.toContain('is_private');
    },
  );
  it('of payments shows a hold that ended with the hour, and of shareholders an invitation that expired', async () => {
    const owner = await signUpCompany(server);
    const holder = await withAccount(owner, AMERICAN);
    await approvedFor(owner, [holder]);
    expect((await owner.post(`/api/shareholders/${String(holder.id)}/invite`, {})).status).toBe(202);
    const shown = async () => [
      (await owner.get('/api/payments/?range=[0,24]')).rows.map((row) => [row.is_held, row.hold_reasons]),
      (await owner.get('/api/shareholders/?range=[0,24]')).rows.map((row) => row.portal_state),
    ];
    // As time does it: no row is written, so nothing is noted in the chain.
    const beside = async (table: string, change: string) => {
      await server.sql(`alter table ${table} disable trigger user`);
      await server.sql(`update ${table} set ${change}`);
      await server.sql(`alter table ${table} enable trigger user`);
    };
    await beside('holder_detail', `bank_account_counts_from = now() + interval '1 hour'`);
    for (let ask = 0; ask < 3; ask += 1) expect(await shown()).toEqual([[[true, ['bank_change']]], ['invited']]);
    await beside('holder_detail', `bank_account_counts_from = now() - interval '1 second'`);
    await beside('invitation', `expires_at = now() - interval '1 second'`);
    expect(await shown()).toEqual([[[false, []]], ['none']]);
  });
});

describe('a list that is asked for again', () => {
  it('is answered for the session’s current role', async () => {
    const owner = await signUpCompany(server);
    await given.task(owner);
    await given.task(owner);
    const list = () => owner.get('/api/tasks/?range=[0,0]');
    for (let ask = 0; ask < 3; ask += 1) expect((await list()).rows).toHaveLength(1);
    const become = (role: string) =>
      server.sql(`update membership set role = $2 where account_id = (select id from account where email = $1)`, [
        owner.email,
        role,
      ]);
    await become('shareholder');
    expect((await list()).rows).toEqual([]);
    await become('owner');
    expect((await list()).rows).toHaveLength(1);
  });
  it('is refused once the session has ended, also to several requests at once', async () => {
    const owner = await signUpCompany(server);
    await given.task(owner);
    await given.task(owner);
    const list = () => owner.get('/api/tasks/?range=[0,0]');
    for (let ask = 0; ask < 3; ask += 1) expect((await list()).status).toBe(200);
    await owner.post('/api/auth/logout', {});
    const replies = await Promise.all([list(), list(), list()]);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
  it('serves many people at once, each with their own rows', async () => {
    const people = await Promise.all([signUpCompany(server), signUpCompany(server), signUpCompany(server)]);
    for (const [index, person] of people.entries())
      for (let n = 0; n <= index; n += 1) await given.task(person, { title: `of ${index}` });
    const asked = Array.from({ length: 60 }, (_, at) => at % people.length);
    const replies = await Promise.all(asked.map((index) => people[index]!.get('/api/tasks/?range=[0,0]')));
    for (const [at, reply] of replies.entries()) {
      const index = asked[at]!;
      expect([reply.rows[0]?.title, reply.headers['content-range']]).toEqual([`of ${index}`, `tasks 0-0/${index + 1}`]);
    }
  });
});
