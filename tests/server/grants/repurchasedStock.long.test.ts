// Stock that vests on and is repurchased vests no more: neither its grant nor its certificates say that something is unvested.
//
//   100,000 options over 48 months from 2024-01-01, exercised early; on 2025-01-01 25,000 have vested and 75,000 have not.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let holder: Row;
let grant: Row;
const vesting = { vesting_start: '2024-01-01', months: 48, cliff_months: 12 };

beforeEach(async () => {
  server.setClock('2025-01-15');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000', price_per_share: '0.10' });
  holder = await given.shareholder(owner);
  grant = await given.grant(owner, {
    shareholder_id: holder.id,
    equity_plan_id: (await given.equityPlan(owner, { share_class_ids: [common.id] })).id,
    quantity: '100000',
    exercise_price: '0.10',
    early_exercisable: true,
    vesting,
  });
});

async function post(path: string, body: Row): Promise<Row> {
  const reply = await owner.post(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, reply.status < 300 ? reply.status : 200, reply.text]);
  return reply.body;
}
const grantNow = async () => {
  const page = (await owner.get(`/api/grants/${String(grant.id)}`)).body;
  const [row] = (await owner.get('/api/grants/')).rows;
  expect([row!.vested, row!.unvested, row!.repurchased]).toEqual([page.vested, page.unvested, page.repurchased]);
  expect(partsOf(page)).toBe(Number(page.granted));
  return [page.granted, page.vested, page.unvested, page.unvested_outstanding];
};
/** Nothing that had vested lapsed. */
const partsOf = (row: Row) =>
  ['vested', 'unvested', 'cancelled_total', 'repurchased'].reduce((sum, name) => sum + Number(row[name]), 0);
const exercise = (quantity: string) =>
  post(`/api/grants/${String(grant.id)}/exercise`, { quantity, date: '2024-02-01' });

const repurchase = async (quantity: string, date = '2025-01-10') => {
  const open = (await owner.get(`/api/certificates/?filter=${encodeURIComponent('{"status":"active"}')}`)).rows;
  return post(`/api/certificates/${String(open[0]!.id)}/repurchase`, { quantity, price_per_share: '0.10', date });
};

describe('stock of an early exercise', () => {
  it('that is repurchased leaves nothing unvested, and what is left of it is vested', async () => {
    await exercise('100000');
    expect(await grantNow()).toEqual(['100000', '25000', '75000', '0']);
    const { balance } = (await repurchase('75000')) as { balance: Row };
    expect(await grantNow()).toEqual(['100000', '25000', '0', '0']);
    // All of it has vested, so it has no schedule.
    expect((await owner.get(`/api/certificates/${String(balance.id)}`)).body).toMatchObject({
      quantity: '25000',
      vesting: null,
    });
    const before = (await owner.get(`/api/grants/?as_of=2025-01-09`)).rows;
    expect(before.map(({ unvested }) => unvested)).toEqual(['75000']);
  });

  it('of which a part is repurchased vests on with the rest, and no further', async () => {
    await exercise('100000');
    await repurchase('50000');
    expect(await grantNow()).toEqual(['100000', '25000', '25000', '0']);
    server.setClock('2028-02-01');
    expect(await grantNow()).toEqual(['100000', '50000', '0', '0']);
  });

  it('of which more is repurchased keeps what had vested as vested', async () => {
    await exercise('100000');
    await repurchase('90000');
    expect(await grantNow()).toEqual(['100000', '25000', '0', '0']);
  });

  it('is counted beside the options that are left', async () => {
    await exercise('40000');
    await repurchase('15000');
    expect(await grantNow()).toEqual(['100000', '25000', '60000', '60000']);
  });

  it('is counted after a split in shares of today', async () => {
    await exercise('100000');
    await repurchase('30000');
    const split = { numerator: '2', denominator: '1', date: '2025-01-12' };
    await post(`/api/share-classes/${String(common.id)}/split`, split);
    const { granted, vested, unvested } = (await owner.get(`/api/grants/${String(grant.id)}`)).body;
    expect([granted, vested, unvested]).toEqual(['200000', '50000', '90000']);
  });

  it('is nothing unvested after the service ended with a repurchase', async () => {
    await exercise('100000');
    const [paper] = (await owner.get('/api/certificates/')).rows;
    await post(`/api/shareholders/${String(holder.id)}/terminate`, {
      date: '2025-01-10',
      reason: 'VOLUNTARY_OTHER',
      repurchase: [{ certificate_id: paper!.id, price_per_share: '0.10' }],
    });
    expect(await grantNow()).toEqual(['100000', '25000', '0', '0']);
  });
});

describe('what was repurchased before it had vested', () => {
  const repurchased = async (path = '') => (await owner.get(`/api/grants/${path}`)).rows.map((row) => row.repurchased);

  it('is a figure of the grant from the day of the repurchase on, in the list, on the page and in the CSV', async () => {
    await exercise('100000');
    expect(await repurchased()).toEqual(['0']);
    await repurchase('50000');
    expect(await repurchased()).toEqual(['50000']);
    expect(await repurchased('?as_of=2025-01-09')).toEqual(['0']);
    expect((await owner.get(`/api/grants/${String(grant.id)}`)).body).toMatchObject({ repurchased: '50000' });
    const [head, line] = (await owner.get('/api/grants/export.csv')).text.split('\r\n').map((each) => each.split(','));
    expect(line![head!.indexOf('Repurchased')]).toBe('50000');
    const found = given.listUrl('/api/grants/', { filter: { repurchased_gte: '1' } });
    expect((await owner.get(found)).rows).toHaveLength(1);
  });

  it('makes the parts of a grant whole that ended with a leaving', async () => {
    await exercise('90000');
    const [paper] = (await owner.get('/api/certificates/')).rows;
    await post(`/api/shareholders/${String(holder.id)}/terminate`, {
      date: '2025-01-10',
      reason: 'VOLUNTARY_OTHER',
      repurchase: [{ certificate_id: paper!.id, price_per_share: '0.10' }],
    });
    const page = (await owner.get(`/api/grants/${String(grant.id)}`)).body;
    expect(page).toMatchObject({ vested: '25000', unvested: '0', cancelled_total: '10000', repurchased: '65000' });
    expect(partsOf(page)).toBe(100000);
  });

  it('is in shares of today after a split, and does not count vested shares', async () => {
    await exercise('100000');
    await repurchase('90000');
    const split = { numerator: '2', denominator: '1', date: '2025-01-12' };
    await post(`/api/share-classes/${String(common.id)}/split`, split);
    expect(await repurchased()).toEqual(['150000']);
    await grantNow();
  });

  it('is nothing of a grant of which nothing was exercised', async () => {
    expect(await repurchased()).toEqual(['0']);
    await grantNow();
  });
});
