// "See as this holder": what a person of the company sees is what the shareholder gets, and nothing can be changed by it.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { asHolder } from '#server/db/readingAs.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
  await given.thread(tenant.owner, { shareholder_ids: [tenant.one.record.id] });
  await given.task(tenant.owner, { assignee_id: tenant.one.record.id });
});
const previewUrl = (record: Row) => `/api/shareholders/${String(record.id)}/preview`;
async function seen(by: Person, record: Row): Promise<Row> {
  const reply = await by.get(previewUrl(record));
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body;
}
const portalOf = async (person: Person): Promise<Row> => ({
  dashboard: (await person.get('/api/dashboard')).body,
  portfolio: (await person.get('/api/portfolio')).rows,
  certificates: (await person.get('/api/certificates/')).rows,
  distributions: (await person.get('/api/distributions/')).rows,
  payments: (await person.get('/api/payments/')).rows,
  documents: (await person.get('/api/documents/')).rows,
  cap_table: (await person.get('/api/cap-table/')).body,
});
const ordered = (answer: Row): Row =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.toSorted((a: Row, b: Row) => (String(a.id) < String(b.id) ? -1 : 1)) : value,
    ]),
  );
async function show(cap_table_visibility: string) {
  const { body } = await tenant.owner.get('/api/organization');
  expect((await tenant.owner.put('/api/organization', { ...body, cap_table_visibility })).status).toBe(200);
}

describe('what is shown', () => {
  it.each(['own', 'totals', 'full'])(
    'equals what the holder gets, where the cap table shows %s',
    async (visibility) => {
      await show(visibility);
      for (const { person, record } of [tenant.one, tenant.two])
        expect(ordered(await seen(tenant.owner, record))).toEqual(ordered(await portalOf(person)));
      await show('own');
    },
  );
  it('has nothing of another holder, of the company’s own papers, or of the holder’s other companies', async () => {
    const elsewhere = await signUpCompany(server);
    const record = await given.shareholder(elsewhere);
    await tenant.one.person.post('/api/auth/join', { client_name: elsewhere.user.client_name });
    const [request] = (await elsewhere.get('/api/join-requests/')).rows;
    await elsewhere.post(`/api/join-requests/${String(request!.id)}/approve`, { shareholder_id: record.id });
    expect((await tenant.one.person.get('/api/portfolio')).rows).toHaveLength(2);
    const text = JSON.stringify(await seen(tenant.owner, tenant.one.record));
    for (const foreign of ['AMARK-TWO', 'board minutes', String(elsewhere.user.client_name)])
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
  });
  it('is shown also before anybody has linked an account', async () => {
    const record = await given.shareholder(tenant.owner);
    const { id } = await given.certificate(tenant.owner, { shareholder_id: record.id, quantity: '12' });
    const preview = await seen(tenant.owner, record);
    expect((preview.certificates as Row[]).map((row) => row.id)).toEqual([id]);
    const portal = await signUpShareholder(server, tenant.owner, record);
    const { dashboard: mine, ...rest } = await portalOf(portal);
    const { dashboard: theirs, ...shown } = preview;
    expect(ordered(shown)).toEqual(ordered(rest));
    expect((theirs as Row).holdings).toEqual((mine as Row).holdings);
  });
});

it('is open to owners, admins and staff of the company alone', async () => {
  for (const role of ['admin', 'staff'])
    expect((await (await givenMember(server, tenant.owner, role)).get(previewUrl(tenant.one.record))).status).toBe(200);
  for (const person of [tenant.viewer, tenant.one.person, tenant.two.person, tenant.pending])
    expect((await person.get(previewUrl(tenant.one.record))).status).toBe(403);
  expect((await (await signUpCompany(server)).get(previewUrl(tenant.one.record))).status).toBe(404);
  expect((await tenant.owner.get('/api/shareholders/none/preview')).status).toBe(404);
});

it('is logged for the company, and changes nothing that the holder could notice', async () => {
  const before = await portalOf(tenant.two.person);
  const visited = async () => (await tenant.owner.get(`/api/shareholders/${String(tenant.two.record.id)}`)).body.portal;
  const portal = await visited();
  await seen(tenant.owner, tenant.two.record);
  expect(await portalOf(tenant.two.person)).toEqual(before);
  expect(await visited()).toEqual(portal);
  const { body } = await tenant.owner.get(`/api/shareholders/${String(tenant.two.record.id)}`);
  expect((body.history as Row[])[0]).toMatchObject({
    actor: 'You',
    text: `looked at the portal as ${String(tenant.two.record.name)}`,
  });
  const [entry] = (await tenant.owner.get('/api/audit/?range=[0,0]')).rows;
  expect(entry).toMatchObject({ action: 'preview', resource: 'shareholders', resource_id: tenant.two.record.id });
  expect((await tenant.two.person.get('/api/dashboard')).text).not.toContain('looked at the portal');
});

it('does not crowd the recent activity, however often somebody looks', async () => {
  const recent = async () => (await tenant.owner.get('/api/dashboard')).body.recent_activity as Row[];
  const before = await recent();
  for (let times = 0; times < 9; times += 1) await seen(tenant.owner, tenant.one.record);
  expect(await recent()).toEqual(before);
});

it('writes nothing, whatever runs in its transaction', async () => {
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(tenant.owner.token).digest('hex');
  for (const write of [
    `update task set status = 'completed'`,
    `insert into thread_read select org_id, id, app_account(), now() from thread`,
    `update shareholder set city = 'Elsewhere'`,
  ]) {
    const attempt = asHolder(server.deps.db, hash, String(tenant.one.record.id), (tx) => tx.rows(write));
    await expect(attempt).rejects.toMatchObject({ code: '25006' });
  }
});

it('leaves out a signed tax form, unless an owner or administrator looks', async () => {
  const shown = async (by: Person) => {
    const preview = await seen(by, tenant.one.record);
    const [company] = preview.portfolio as { latest_document: Row | null }[];
    return { papers: preview.documents as Row[], latest: company!.latest_document };
  };
  const isForm = ({ name }: Row) => String(name).startsWith('W-9');
  const [all, some] = [await shown(tenant.owner), await shown(await givenMember(server, tenant.owner, 'staff'))];
  expect([all.papers.some(isForm), some.papers.some(isForm)]).toEqual([true, false]);
  expect(some.papers.map(({ id }) => id)).toEqual(all.papers.filter((paper) => !isForm(paper)).map(({ id }) => id));
  const newest = some.papers.toSorted((one, other) => (String(one.created_at) < String(other.created_at) ? 1 : -1))[0]!;
  expect(some.latest).toMatchObject({ id: newest.id, name: newest.name });
});
