// The people of a company in its lists and on their pages: their holdings, their part of the whole, whether they serve,
// and how they reach the portal.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { name: 'Common' });
});
const listed = async (by: Caller, holder: Row) =>
  (await by.get('/api/shareholders/')).rows.find(({ id }) => id === holder.id);
const page = async (holder: Row) => (await owner.get(`/api/shareholders/${String(holder.id)}`)).body;

describe('the holdings of a shareholder', () => {
  it('are shown in the list: every kind counted, and the percentage of the stock that the cap table shows', async () => {
    const [stockholder, promised] = [await given.shareholder(owner), await given.shareholder(owner)];
    const certificate = { shareholder_id: stockholder.id, share_class_id: shareClass.id };
    await given.certificate(owner, { ...certificate, quantity: '2000' });
    await given.certificate(owner, { ...certificate, quantity: '1000' });
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '6000' });
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    await given.grant(owner, { shareholder_id: promised.id, equity_plan_id: plan.id });
    await given.convertible(owner, { shareholder_id: promised.id });
    expect(await listed(owner, stockholder)).toMatchObject({
      holdings: '2 certificates',
      shares: '3000',
      percent: '33.33333333',
    });
    expect(await listed(owner, promised)).toMatchObject({
      holdings: '1 grant, 1 convertible',
      shares: '0',
      percent: '0.00000000',
    });
    const { rows } = (await owner.get('/api/cap-table/')).body as { rows: Row[] };
    const inTable = rows.find(({ shareholder_id }) => shareholder_id === stockholder.id);
    expect((await listed(owner, stockholder))!.percent).toMatch(new RegExp(`^${String(inTable!.percent)}`));
    const [first] = (await owner.get('/api/shareholders/?sort=["percent","DESC"]&range=[0,0]')).rows;
    expect(first!.percent).toBe('66.66666666');
    await given.certificate(owner, { ...certificate, quantity: '3000' });
    expect((await listed(owner, stockholder))!.percent).toBe('50.00000000');
  });
});

describe('the holdings of a person who left', () => {
  it('include what could be exercised until a past day, until somebody cancels it', async () => {
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const holder = await given.shareholder(owner);
    const grant = (extra: Row) =>
      given.grant(owner, { shareholder_id: holder.id, equity_plan_id: plan.id, vesting: null, ...extra });
    const first = await grant({
      date: '2022-01-01',
      termination_exercise_windows: [{ reason: 'VOLUNTARY_OTHER', period: 90, period_type: 'DAYS' }],
    });
    const person = await signUpShareholder(server, owner, holder);
    const left = { date: '2024-01-31', reason: 'VOLUNTARY_OTHER' };
    expect((await owner.post(`/api/shareholders/${String(holder.id)}/terminate`, left)).status).toBe(200);
    const [until] = (await owner.get('/api/grants/')).rows.filter(({ id }) => id === first.id);
    expect(until).toMatchObject({ status: 'expired', exercise_until: '2024-04-30' });
    expect(await listed(owner, holder)).toMatchObject({ holdings: '1 grant that ended 2024-04-30', service: 'left' });
    expect((await page(holder)).holdings).toBe('1 grant that ended 2024-04-30');
    const own = (await person.get('/api/dashboard')).body.holdings;
    expect(own).toMatchObject([{ kind: 'grant', id: first.id, quantity: '1000', ended_on: '2024-04-30' }]);
    await given.convertible(owner, { shareholder_id: holder.id });
    await grant({ date: '2020-01-01', expiration_date: '2023-12-31' });
    expect((await listed(owner, holder))!.holdings).toBe('2 grants that ended by 2024-04-30, 1 convertible');
    for (const { id, shareholder_id } of (await owner.get('/api/grants/')).rows)
      if (shareholder_id === holder.id)
        await owner.post(`/api/grants/${String(id)}/cancel`, { date: '2024-05-01', reason: 'x' });
    expect((await listed(owner, holder))!.holdings).toBe('1 convertible');
  });
});

describe('a shareholder’s way to the portal', () => {
  it('is shown in the list and on the page: never invited, invited, linked, last seen', async () => {
    const holder = await given.shareholder(owner);
    expect(await listed(owner, holder)).toMatchObject({ portal_state: 'none', portal_invited_at: null });
    await owner.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    expect(await listed(owner, holder)).toMatchObject({
      portal_state: 'invited',
      portal_invited_at: expect.stringMatching(/T/),
      portal_seen_at: null,
    });
    expect((await page(holder)).portal).toMatchObject({ state: 'invited', expires_at: expect.stringMatching(/T/) });
    const other = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, other);
    await person.get('/api/certificates/');
    const linked = {
      portal_state: 'linked',
      portal_linked_at: expect.stringMatching(/T/),
      portal_seen_at: expect.stringMatching(/T/),
    };
    expect(await listed(owner, other)).toMatchObject(linked);
    expect((await page(other)).portal).toMatchObject({
      state: 'linked',
      email: person.email,
      linked_at: linked.portal_linked_at,
      seen_at: linked.portal_seen_at,
    });
    const filtered = await owner.get('/api/shareholders/?filter={"portal_state":"linked"}');
    expect(filtered.rows.map(({ id }) => id)).toContain(other.id);
    expect(filtered.rows.map(({ id }) => id)).not.toContain(holder.id);
    // A holder's own record shows neither how the company sees them nor their part of the whole.
    expect(await listed(person, other)).toMatchObject({ portal_state: null, portal_seen_at: null, percent: null });
  });
  it('keeps the last visit when the session has ended, and is unknown to another company', async () => {
    const holder = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, holder);
    await person.get('/api/certificates/');
    await person.post('/api/auth/logout', {});
    expect((await listed(owner, holder))!.portal_seen_at).toEqual(expect.stringMatching(/T/));
    const elsewhere = await signUpCompany(server);
    const same = await given.shareholder(elsewhere, { email: holder.email });
    expect(await listed(elsewhere, same)).toMatchObject({ portal_state: 'none', portal_seen_at: null });
  });
});

describe('a person who left', () => {
  it('is shown as such in the lists of holders and grants, and on their page', async () => {
    const holder = await given.shareholder(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id] });
    const grant = await given.grant(owner, { shareholder_id: holder.id, equity_plan_id: plan.id });
    expect(await listed(owner, holder)).toMatchObject({ service: null, service_ended_on: null });
    const url = `/api/shareholders/${String(holder.id)}/terminate`;
    const ended = await owner.post(url, { date: '2026-01-10', reason: 'VOLUNTARY_OTHER' });
    expect(ended.status).toBe(200);
    expect(await listed(owner, holder)).toMatchObject({ service: 'left', service_ended_on: '2026-01-10' });
    expect(await page(holder)).toMatchObject({ service: 'left', service_ended_on: '2026-01-10' });
    const grants = (await owner.get('/api/grants/')).rows.filter(({ shareholder_id }) => shareholder_id === holder.id);
    expect(grants.map(({ service_ended_on }) => service_ended_on)).toContain('2026-01-10');
    // One row, in the form that what was kept has since.
    expect(grants.map(({ grant_number }) => grant_number)).toEqual([grant.grant_number]);
  });
});
