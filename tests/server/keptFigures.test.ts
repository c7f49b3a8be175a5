// A list's length is counted once for each state of a company, and a list is asked for as whom the session was last:
// neither may ever be noticed.
import { describe, expect, it } from 'vitest';
import { PROJECTIONS } from '../../server/data/projections.ts';
import { resources } from '../../src/resources/index.ts';
import { givenCertificate, givenShareClass, givenShareholder, givenTask } from '../support/givens.ts';
import { signUpCompany } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();

const totalOf = async (by: Person, path: string) =>
  (await by.get(`${path}?range=[0,0]`)).headers['content-range']?.toString().split('/')[1];

describe('the length of a list', () => {
  it('is that of now after every change, and of nobody else', async () => {
    const [owner, other] = [await signUpCompany(server), await signUpCompany(server)];
    const shareClass = await givenShareClass(owner);
    const holder = await givenShareholder(owner);
    const issue = () =>
      givenCertificate(owner, { share_class_id: shareClass.id, shareholder_id: holder.id, quantity: '10' });
    for (let count = 1; count <= 3; count += 1) {
      const { id } = await issue();
      const task = await givenTask(owner);
      for (const ask of ['first', 'kept']) {
        expect([ask, await totalOf(owner, '/api/certificates/')]).toEqual([ask, String(count)]);
        expect([ask, await totalOf(owner, '/api/tasks/')]).toEqual([ask, '1']);
      }
      expect((await owner.delete(`/api/tasks/${String(task.id)}`)).status).toBe(204);
      expect(await totalOf(owner, '/api/tasks/')).toBe('0');
      expect((await owner.get(`/api/certificates/${String(id)}`)).status).toBe(200);
    }
    expect(await totalOf(other, '/api/certificates/')).toBe('0');
    await givenTask(other);
    expect([await totalOf(other, '/api/tasks/'), await totalOf(owner, '/api/tasks/')]).toEqual(['1', '0']);
  });
  it.each(resources.map(({ name, source }) => [name, source]))(
    'of %s follows from rows whose every change is in the chain of the company',
    async (_name, source) => {
      const beneath = await server.sql<{ name: string; is_chained: boolean }>(
        `with recursive beneath (oid) as (
           select $1::regclass::oid
           union
           select d.refobjid from beneath b join pg_rewrite r on r.ev_class = b.oid
             join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass)
         select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'sealed_insert') as is_chained
         from beneath join pg_class c using (oid) where c.relkind = 'r'`,
        [source],
      );
      // Made of the ledger, which is chained; what is outstanding by class and day follows from its securities by triggers.
      const folded = new Set<string>([...Object.values(PROJECTIONS).map(({ table }) => table), 'outstanding_change']);
      expect(beneath.length).toBeGreaterThan(0);
      expect(beneath.filter(({ name, is_chained }) => !is_chained && !folded.has(name))).toEqual([]);
    },
  );
});

describe('a list that is asked for early', () => {
  it('is answered to whom the session is now', async () => {
    const owner = await signUpCompany(server);
    await givenTask(owner);
    await givenTask(owner);
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
  it('is refused once the session has ended, also while others ask', async () => {
    const owner = await signUpCompany(server);
    await givenTask(owner);
    await givenTask(owner);
    const list = () => owner.get('/api/tasks/?range=[0,0]');
    for (let ask = 0; ask < 3; ask += 1) expect((await list()).status).toBe(200);
    await owner.post('/api/auth/logout', {});
    const replies = await Promise.all([list(), list(), list()]);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
  it('serves many at once, each their own', async () => {
    const people = await Promise.all([signUpCompany(server), signUpCompany(server), signUpCompany(server)]);
    for (const [index, person] of people.entries())
      for (let n = 0; n <= index; n += 1) await givenTask(person, { title: `of ${index}` });
    const asked = Array.from({ length: 60 }, (_, at) => at % people.length);
    const replies = await Promise.all(asked.map((index) => people[index]!.get('/api/tasks/?range=[0,0]')));
    for (const [at, reply] of replies.entries()) {
      const index = asked[at]!;
      expect([reply.rows[0]?.title, reply.headers['content-range']]).toEqual([`of ${index}`, `tasks 0-0/${index + 1}`]);
    }
  });
});
