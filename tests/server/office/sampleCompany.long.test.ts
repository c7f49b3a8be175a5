import { beforeAll, describe, expect, it } from 'vitest';
import { compareLedger } from '#server/maintenance/verify/compareLedger.ts';
import { seedDemo } from '#server/commands/demo/seedDemo.ts';
import { Database } from '#server/db/database.ts';
import { INSTALLATION } from '#server/maintenance/verify/changeFaults.ts';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { anyone, signUpCompany } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { caller } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ DEMO: 'on' });
const said: string[] = [];
let sample: Caller;
beforeAll(async () => {
  await seedDemo(server.deps, (line) => said.push(line));
  const { demo } = (await anyone(server).get('/api/config')).body as { demo: { email: string; password: string } };
  const reply = await anyone(server).post('/api/auth/login', demo);
  sample = caller(server, () => String(reply.body.access_token));
});

describe('the sample company', () => {
  it('says at start how to sign in, which needs no code', async () => {
    const { demo } = (await anyone(server).get('/api/config')).body as { demo: { email: string; password: string } };
    expect(said.join('\n')).toContain(demo.email);
    expect((await sample.get('/api/auth/me')).body.user).toMatchObject({ email: demo.email, role: 'owner' });
  });
  it('has something on every screen, and a dashboard that agrees with the lists', async () => {
    const kinds = ['equity-plans', 'grants', 'convertibles', 'warrants', 'valuations', 'legends', 'vesting-terms'];
    for (const { path, name } of resources.filter(
      (resource) => resource.menu === 'first' || kinds.includes(resource.name),
    ))
      expect([name, (await sample.get(path)).rows.length > 0]).toEqual([name, true]);
    const figures = (await sample.get('/api/dashboard')).body;
    expect(figures.total_shareholders).toBe((await sample.get('/api/shareholders/')).rows.length);
    expect(figures.total_shares).toBe(Number((await sample.get('/api/cap-table/')).body.total));
  });
  it('has scenarios that run to their end, and drafts that may be posted', async () => {
    const { rows } = await sample.get('/api/scenarios/');
    expect(rows.length).toBeGreaterThan(2);
    for (const { id, name } of rows) {
      const { status, body } = await sample.post(`/api/scenarios/${String(id)}/run`, {});
      expect([name, status, body.overtaken]).toEqual([name, 200, null]);
    }
    const drafts = (await sample.get('/api/drafts/')).rows;
    expect(drafts.map(({ kind }) => kind)).toEqual(drafts.map(() => 'grant'));
    expect(drafts.length).toBeGreaterThan(1);
    const german = await sample.get('/api/drafts/', { headers: { 'accept-language': 'de' } });
    expect(german.rows.map(({ summary }) => summary)).toContain('15.000 Optionen an Omar Said zu 1,12 zuteilen');
  });
  it('has a ledger that agrees with its entries', async () => {
    const owners = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1 });
    const [{ id }] = (await server.sql<{ id: string }>('select id from organization where is_sample')) as [
      { id: string },
    ];
    expect(await owners.system((tx) => compareLedger(tx, id, '2026-06-30'))).toMatchObject({ differences: [] });
    await owners.close();
  });
  it('shows the history of each payment in the order of events', async () => {
    for (const { id } of (await sample.get('/api/payments/')).rows) {
      const { history } = (await sample.get(`/api/payments/${String(id)}`)).body as { history: Row[] };
      const told = history.map(({ at }) => String(at));
      expect(told).toEqual(told.toSorted().reverse());
    }
  });
  it('shows once for each shareholder how the record began', async () => {
    for (const { id } of (await sample.get('/api/shareholders/')).rows) {
      const { history } = (await sample.get(`/api/shareholders/${String(id)}`)).body as { history: Row[] };
      const began = history.map(({ text }) => String(text)).filter((text) => /^(added|recorded here)/.test(text));
      expect(began).toEqual([expect.stringMatching(/^added shareholder /)]);
    }
  });
  it('was recorded in the order of its dates', async () => {
    const entries = (await sample.get(`/api/transactions/?range=${encodeURIComponent('[0,199]')}`)).rows as Array<
      Record<'seq' | 'date' | 'recorded_at' | 'object_type', string>
    >;
    // What is left of a grant repeats the day its vesting began, which is earlier.
    const told = entries.filter(({ object_type }) => object_type !== 'TX_VESTING_START');
    const inOrder = entries.toSorted((left, right) => Number(left.seq) - Number(right.seq));
    expect(entries.length).toBeGreaterThan(100);
    const days = told.toSorted((left, right) => Number(left.seq) - Number(right.seq)).map(({ date }) => date);
    expect(days).toEqual(days.toSorted());
    expect(inOrder.map(({ recorded_at }) => recorded_at)).toEqual(
      entries.map(({ recorded_at }) => recorded_at).toSorted(),
    );
  });
  it('has a holder who agreed to a holding, and one whose dispute waits for the owner’s decision', async () => {
    const records = [];
    for (const path of ['/api/certificates/', '/api/grants/'])
      for (const { id } of (await sample.get(`${path}?range=[0,999]`)).rows)
        records.push((await sample.get(`${path}${String(id)}`)).body);
    const said = records.flatMap(({ shareholder, acknowledgement }) =>
      acknowledgement ? [[shareholder, (acknowledgement as Row).state]] : [],
    );
    expect(said).toEqual([
      ['Grace Okonkwo', 'agreed'],
      ['Kenji Watanabe', 'disputed'],
    ]);
    const { decisions } = (await sample.get('/api/dashboard')).body as { decisions: Row[] };
    expect(JSON.stringify(decisions)).toContain('16,000 are recorded here');
    const threads = (await sample.get('/api/messaging/threads')).rows;
    expect(threads.filter(({ subject }) => String(subject).endsWith('something is wrong'))).toHaveLength(1);
  });
  it('is created once, however often the program starts', async () => {
    const before = (await sample.get('/api/certificates/')).rows;
    await seedDemo(server.deps, () => undefined);
    expect((await sample.get('/api/certificates/')).rows).toEqual(before);
  });
  it('is removed without a trace, touches nobody else, and does not come back', async () => {
    const other: Person = await signUpCompany(server);
    await other.post('/api/tasks/', { title: 'ours', priority: 'low', status: 'pending' });
    // It leaves mails of notices behind that wait.
    expect(await server.sql(`select 1 from job where kind = 'notices' limit 1`)).toHaveLength(1);
    expect((await sample.delete('/api/demo')).status).toBe(204);
    const tables = await server.sql<{ name: string; has_org: boolean }>(
      `select t.table_name as name, exists (select 1 from information_schema.columns c where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'org_id') as has_org
       from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const [{ id }] = (await server.sql<{ id: string }>('select id from organization')) as [{ id: string }];
    // The installation's own chain stays: it records, by id only, that a company existed and was removed.
    const left: Record<string, Row[]> = {};
    for (const { name } of tables.filter(({ has_org }) => has_org)) {
      const rows = await server.sql(
        `select * from ${name} where org_id is distinct from $1 and org_id is not null and org_id <> $2`,
        [id, INSTALLATION],
      );
      if (rows.length > 0) left[name] = rows;
    }
    expect(left).toEqual({});
    const nobody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    // A code has no company, and takes the turn of a network.
    const ofOthers = `select kind from job where turn_of <> $1 and turn_of <> $2 and lane <> 'code'`;
    expect(await server.sql(ofOthers, [id, nobody])).toEqual([]);
    expect(await server.sql('select email from account where is_demo')).toEqual([]);
    expect((await sample.get('/api/auth/me')).status).toBe(401);
    expect((await other.get('/api/tasks/')).rows).toHaveLength(1);
    await seedDemo(server.deps, () => undefined);
    expect((await anyone(server).get('/api/config')).body).toMatchObject({ demo: null, demo_removed: true });
  });
});
