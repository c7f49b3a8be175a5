import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#src/domain/dates.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => void (tenant = await givenTenant(server, 'DASHMARK')));
const dashboard = async (by: Person) =>
  (await by.get('/api/dashboard')).body as Row & { recent_activity: Row[]; upcoming_tasks: Row[] };

describe('the dashboard', () => {
  it('shows each viewer the counts and sums of their own lists (I15)', async () => {
    for (const person of [
      tenant.owner,
      tenant.viewer,
      tenant.one.person,
      tenant.two.person,
      tenant.pending,
      tenant.rejected,
    ]) {
      const figures = await dashboard(person);
      const certificates = (await person.get('/api/certificates/')).rows;
      const active = certificates.filter(({ status }) => status === 'active');
      expect(figures).toMatchObject({
        total_shareholders: (await person.get('/api/shareholders/')).rows.length,
        active_certificates: active.length,
        distributions: (await person.get('/api/distributions/')).rows.length,
        total_shares: active.reduce((sum, { num_shares }) => sum + Number(num_shares), 0),
      });
    }
  });
  it('shows a holder every holding with its price and the price’s source, and marks a sum that leaves some out', async () => {
    const { person, record } = tenant.one;
    const [certificate] = tenant.records.certificates!.filter((row) => row.shareholder_id === record.id) as [Row];
    const own = async () =>
      (await dashboard(person)) as unknown as { holdings: Row[]; value: string; value_is_whole: boolean };
    const kinds = (await own()).holdings.map(({ kind }) => kind);
    for (const [kind, path] of [
      ['certificate', '/api/certificates/?filter={"status":"active"}'],
      ['grant', '/api/grants/'],
      ['convertible', '/api/convertibles/'],
      ['warrant', '/api/warrants/'],
    ] as const)
      expect([kind, kinds.includes(kind)]).toEqual([kind, (await person.get(path)).rows.length > 0]);
    expect(new Set(kinds).size).toBe(4);
    const day = new Date(server.deps.now()).toISOString().slice(0, 10);
    const valuation = { share_class_id: certificate.share_class_id, price_per_share: '3.25', effective_date: day };
    expect((await tenant.owner.post('/api/valuations/', valuation)).status).toBe(201);
    const { holdings, value, value_is_whole } = await own();
    const [stock] = holdings.filter(({ id }) => id === certificate.share_class_id) as [Row];
    expect(stock).toMatchObject({ price: '3.25', price_source: 'valuation', price_date: day });
    const shares = (await person.get('/api/certificates/?filter={"status":"active"}')).rows
      .filter((row) => row.share_class_id === certificate.share_class_id)
      .reduce((sum, { num_shares }) => sum + Number(num_shares), 0);
    expect(stock).toMatchObject({ quantity: String(shares), value: (shares * 3.25).toFixed(2) });
    const cents = holdings.reduce((sum, each) => sum + Math.round(Number(each.value ?? 0) * 100), 0);
    expect([value, value_is_whole]).toEqual([(cents / 100).toFixed(2), false]);
    expect(
      holdings.filter(({ kind }) => kind === 'convertible' || kind === 'warrant').map(({ value: each }) => each),
    ).toEqual([null, null]);
    const [grant] = holdings.filter(({ kind }) => kind === 'grant') as [Row];
    const { exercise_price } = (await person.get(`/api/grants/${String(grant.id)}`)).body;
    const gain = Number(grant.vested) * (3.25 - Number(exercise_price));
    expect(grant).toMatchObject({ price: '3.25', value: gain.toFixed(2) });
  });
  it('shows all holders of a class the same price, whenever they acquired their shares', async () => {
    const stockOf = async (person: Person, id: unknown) =>
      ((await dashboard(person)).holdings as Row[]).find((holding) => holding.id === id);
    const shareClass = await given.shareClass(tenant.owner, { prefix: 'PRC-', price_per_share: '5.00' });
    const issue = { share_class_id: shareClass.id, num_shares: '1000' };
    const [early, late] = [tenant.one, tenant.two];
    await given.certificate(tenant.owner, { ...issue, shareholder_id: early.record.id, issue_date: '2020-01-15' });
    const valuation = { share_class_id: shareClass.id, price_per_share: '2.00', effective_date: '2021-01-01' };
    expect((await tenant.owner.post('/api/valuations/', valuation)).status).toBe(201);
    const valued = { price: '2', price_source: 'valuation', price_date: '2021-01-01', value: '2000.00' };
    expect(await stockOf(early.person, shareClass.id)).toMatchObject(valued);
    await given.certificate(tenant.owner, {
      ...issue,
      shareholder_id: late.record.id,
      issue_date: '2024-06-01',
      price_per_share: '5.00',
    });
    const sold = { price: '5', price_source: 'last_round', price_date: '2024-06-01', value: '5000.00' };
    for (const { person } of [early, late]) expect(await stockOf(person, shareClass.id)).toMatchObject(sold);
  });
  it('lists what waits for a decision, only to those who decide', async () => {
    type Kind = { kind: string; total: number; rows: Row[] };
    const waiting = async (by: Person) => (await dashboard(by)).decisions as Kind[] | undefined;
    const kindsOf = async () => new Map((await waiting(tenant.owner))!.map((each) => [each.kind, each]));
    for (const [kind, path] of [
      ['distribution', '/api/distributions/?filter={"status":"pending"}'],
      ['join_request', '/api/join-requests/?filter={"status":"pending"}'],
    ] as const)
      expect((await kindsOf()).get(kind)?.total).toBe((await tenant.owner.get(path)).rows.length);
    const [due] = (await tenant.owner.get('/api/payments/?filter={"status":"pending"}')).rows as [Row];
    const verb = (name: string, body: object) => tenant.owner.post(`/api/payments/${String(due.id)}/${name}`, body);
    // Both payments of the tenant were due in 2024.
    const late = async () => (await kindsOf()).get('payment_late')!.rows.map(({ id }) => id);
    expect(await late()).toContain(due.id);
    await verb('start', { reason: 'early' });
    await verb('fail', { reason: 'account closed' });
    expect((await kindsOf()).get('payment_failed')).toMatchObject({
      total: 1,
      rows: [{ id: due.id, failure_reason: 'account closed' }],
    });
    expect(await late()).not.toContain(due.id);
    await verb('retry', {});
    expect((await kindsOf()).has('payment_failed')).toBe(false);
    expect(await late()).toContain(due.id);
    for (const person of [tenant.viewer, tenant.one.person, tenant.pending])
      expect(await waiting(person)).toBeUndefined();
  });
  it('tells a holder about their own failed or late payments, and nobody about one of a cancelled distribution', async () => {
    const { owner, one, two } = tenant;
    const [due] = (await one.person.get('/api/payments/?filter={"status":"pending"}')).rows as [Row];
    const troubles = async (by: Person) =>
      ((await dashboard(by)).attention as { kind: string; rows: Row[] }[]).map(({ kind, rows }) => [
        kind,
        rows.map(({ id }) => id),
      ]);
    expect(await troubles(one.person)).toEqual([['payment_late', [due.id]]]);
    await owner.post(`/api/payments/${String(due.id)}/start`, { reason: 'early' });
    await owner.post(`/api/payments/${String(due.id)}/fail`, { reason: 'account closed' });
    expect(await troubles(one.person)).toEqual([['payment_failed', [due.id]]]);
    expect(JSON.stringify(await troubles(two.person))).not.toContain(String(due.id));
    await owner.post(`/api/payments/${String(due.id)}/retry`, {});
    const company = await signUpCompany(server);
    const { share_class_id } = await given.certificate(company);
    const distribution = await given.distribution(company, { share_class_ids: [share_class_id] });
    await approveSeen(company, distribution);
    await company.post(`/api/distributions/${String(distribution.id)}/cancel`, {});
    expect((await company.get('/api/payments/')).rows).toMatchObject([{ status: 'failed' }]);
    expect((await dashboard(company)).decisions).toEqual([]);
  });
  it('shows zeros and empty panels in a company without records', async () => {
    expect(await dashboard(await signUpCompany(server))).toEqual({
      total_shareholders: 0,
      active_certificates: 0,
      distributions: 0,
      total_shares: 0,
      recent_activity: [],
      upcoming_tasks: [],
      setup: expect.objectContaining({ answers: null, dismissed: false }),
      decisions: [],
      ahead: { fully_diluted: '0', pool_available: '0', next_payment: null },
    });
  });
  it('names the five nearest open tasks, overdue ones first', async () => {
    const owner = await signUpCompany(server);
    for (const [title, due_date, status] of [
      ['late', '2020-01-01', 'pending'],
      ['later', '2030-01-01', 'in_progress'],
      ['done', '2019-01-01', 'completed'],
      ['off', '2019-01-02', 'cancelled'],
      ['some day', null, 'pending'],
      ['next', '2029-01-01', 'pending'],
      ['after', '2029-01-02', 'pending'],
      ['then', '2029-01-03', 'pending'],
    ] as const)
      await given.task(owner, { title, due_date, status });
    expect((await dashboard(owner)).upcoming_tasks.map(({ title }) => title)).toEqual([
      'late',
      'next',
      'after',
      'then',
      'later',
    ]);
  });
  it('lists recent activity, newest first, with its text, its actor and its record', async () => {
    const { recent_activity } = await dashboard(tenant.owner);
    expect(recent_activity.length).toBeGreaterThan(3);
    for (const each of recent_activity)
      expect(each).toEqual({
        at: expect.any(String),
        actor: expect.any(String),
        text: expect.any(String),
        resource: expect.any(String),
        id: expect.any(String),
      });
    const times = recent_activity.map(({ at }) => String(at));
    expect(times).toEqual([...times].sort().toReversed());
    for (const { text } of (await dashboard(tenant.one.person)).recent_activity)
      expect(String(text)).not.toContain(tenant.two.mark);
  });
});

describe('the company’s own record', () => {
  it('is readable by every member, and editable by owner and admin', async () => {
    const { owner, viewer, one } = tenant;
    const { body } = await owner.get('/api/organization');
    expect(body).toMatchObject({
      client_name: owner.user.client_name,
      client_display_name: 'DASHMARK Holdings',
      currency: 'USD',
      country: 'US',
    });
    for (const person of [viewer, one.person]) {
      expect((await person.get('/api/organization')).body.client_display_name).toBe('DASHMARK Holdings');
      expect((await person.put('/api/organization', { legal_name: 'X' })).status).toBe(403);
    }
    expect(await owner.put('/api/organization', { ...body, legal_name: 'Renamed, Inc.' })).toMatchObject({
      status: 200,
      body: { legal_name: 'Renamed, Inc.' },
    });
    expect((await owner.put('/api/organization', { ...body, legal_name: 'Again, Inc.' })).status).toBe(409);
  });
  it.each([
    [{ country: 'USA' }],
    [{ currency: 'dollar' }],
    [{ formation_date: '2024-02-30' }],
    [{ client_display_name: ' ' }],
    [{ client_name: 'other' }],
    [{ is_sample: true }],
    [{ id: 'x' }],
    [{ last_seq: 5 }],
    [{ legal_name: 7 }],
  ])('refuses %j', async (body) => {
    const reply = await tenant.owner.put('/api/organization', body);
    expect([reply.status, typeof reply.detail]).toEqual([422, 'string']);
  });
  it('is hidden from a person whose request to join is pending', async () => {
    expect((await tenant.pending.get('/api/organization')).status).toBe(403);
  });
});

describe('removing the sample company', () => {
  const tables = () =>
    server.sql<{ name: string }>(
      `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'org_id' and table_type = 'BASE TABLE'`,
    );
  it('is refused for a company that is not a sample', async () => {
    expect(await tenant.owner.delete('/api/demo')).toMatchObject({ status: 409, code: 'not_a_sample' });
  });
  // The installation's own chain grows: it records, by id only, that a company existed and was removed.
  const OTHERS = `org_id is distinct from $1 and org_id is distinct from '00000000-0000-0000-0000-000000000000'`;
  it('deletes its rows from every table, and no row of another company', async () => {
    const sample = await givenTenant(server, 'SAMPLEMARK');
    const [{ id }] = (await server.sql<{ id: string }>('select id from organization where client_name = $1', [
      sample.owner.user.client_name,
    ])) as [{ id: string }];
    await server.sql('update organization set is_sample = true where id = $1', [id]);
    await server.sql('update account set is_demo = true where id = $1 or id = $2', [
      sample.owner.user.id,
      sample.one.person.user.id,
    ]);
    const counts = async (where: string) => {
      const found: Record<string, number> = {};
      for (const { name } of await tables())
        found[name] = Number(
          (await server.sql<{ n: string }>(`select count(*) as n from ${name} where ${where}`, [id]))[0]!.n,
        );
      return found;
    };
    const others = await counts(OTHERS);
    expect(Object.values(await counts('org_id = $1')).filter((n) => n > 0).length).toBeGreaterThan(20);
    expect((await sample.viewer.delete('/api/demo')).status).toBe(403);
    expect((await sample.owner.delete('/api/demo')).status).toBe(204);
    expect(Object.entries(await counts('org_id = $1')).filter(([, n]) => n > 0)).toEqual([]);
    expect(await counts(OTHERS)).toEqual(others);
    expect(await server.sql('select 1 from organization where id = $1', [id])).toEqual([]);
    expect(await server.sql('select 1 from account where is_demo')).toEqual([]);
    expect((await sample.owner.get('/api/auth/me')).status).toBe(401);
  });
});

it('a grant that can no longer be exercised is listed for cancellation', async () => {
  const owner = await signUpCompany(server);
  const grant = await given.grant(owner, { date: '2020-01-01', expiration_date: '2024-01-01', quantity: '700' });
  const waiting = (await owner.get('/api/dashboard')).body.decisions as { kind: string; rows: Row[] }[];
  expect(waiting).toMatchObject([{ kind: 'grant_expired', total: 1, rows: [{ id: grant.id, outstanding: '700' }] }]);
  await owner.post(`/api/grants/${String(grant.id)}/cancel`, { date: '2024-02-01', reason: 'Expired' });
  expect((await owner.get('/api/dashboard')).body.decisions).toEqual([]);
});

describe('options and warrants that end soon', () => {
  type Kinds = { kind: string; total: number; rows: Row[] }[];
  it('are shown to the company and to their holder, with the earlier of their term and the exercise window after leaving', async () => {
    const tenant = await givenTenant(server, 'ENDINGMARK');
    const { owner, one, two } = tenant;
    const waiting = async (by: Person, of: 'decisions' | 'attention') =>
      ((await dashboard(by))[of] as Kinds)
        .filter(({ kind }) => kind.endsWith('_ends'))
        .map(({ kind, total, rows }) => [kind, total, rows.map(({ id, last_day }) => [id, last_day])]);
    expect(await waiting(owner, 'decisions')).toEqual([]);
    const today = new Date(server.deps.now()).toISOString().slice(0, 10);
    const last = addDays(today, 20);
    const near = { expiration_date: last, shareholder_id: one.record.id };
    const grant = await given.grant(owner, near);
    await given.grant(owner, { ...near, expiration_date: addDays(today, 31) });
    // Its exercise window lasts a year, but its term ends sooner.
    const left = await given.grant(owner, {
      expiration_date: addDays(today, 5),
      termination_exercise_windows: [{ reason: 'VOLUNTARY_OTHER', period: 12, period_type: 'MONTHS' }],
    });
    const leaving = { date: addDays(today, -10), reason: 'VOLUNTARY_OTHER' };
    expect((await owner.post(`/api/shareholders/${String(left.shareholder_id)}/terminate`, leaving)).status).toBe(200);
    const warrant = await given.warrant(owner, near);
    const kept = (await owner.get('/api/grants/?filter={"status":"active"}')).rows.find(
      ({ shareholder_id }) => shareholder_id === left.shareholder_id,
    )!;
    const both = [
      [kept.id, addDays(today, 5)],
      [grant.id, last],
    ];
    expect(await waiting(owner, 'decisions')).toEqual([
      ['grant_ends', 2, both],
      ['warrant_ends', 1, [[warrant.id, last]]],
    ]);
    expect(await waiting(one.person, 'attention')).toEqual([
      ['grant_ends', 1, [[grant.id, last]]],
      ['warrant_ends', 1, [[warrant.id, last]]],
    ]);
    expect(await waiting(two.person, 'attention')).toEqual([]);
  });
});
