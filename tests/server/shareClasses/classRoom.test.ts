// The free shares of a class: the authorized number, less what is outstanding, less what is reserved for others.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let holder: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '20000' });
  const preferred = await given.shareClass(owner, {
    name: 'Series A',
    class_type: 'PREFERRED',
    authorized_shares: 'UNLIMITED',
    conversion_ratio: '1.5',
    converts_to_share_class_id: common.id,
  });
  holder = await given.shareholder(owner);
  await given.certificate(owner, { share_class_id: common.id, shareholder_id: holder.id, quantity: '5000' });
  await given.certificate(owner, { share_class_id: preferred.id, quantity: '2000' });
  await given.warrant(owner, { share_class_id: preferred.id, quantity: '100' });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '4000' });
  const grant = await given.grant(owner, { equity_plan_id: plan.id, quantity: '1000', vesting: null });
  await owner.post(`/api/grants/${String(grant.id)}/exercise`, { quantity: '200', date: '2024-03-01' });
  await given.warrant(owner, { share_class_id: common.id, quantity: '700' });
});

const room = {
  outstanding: '5200',
  // The 2,000 shares and the 100 of the warrant, at three for two.
  kept_for_conversion: '3150',
  kept_for_options: '800',
  kept_for_warrants: '700',
  kept_in_pool: '3000',
  kept: '7650',
};

it('the free shares are the same on the class and in the cap table, on every basis', async () => {
  expect((await owner.get(`/api/share-classes/${String(common.id)}`)).body).toMatchObject({
    ...room,
    free: '7150',
    short: null,
  });
  for (const basis of ['outstanding', 'fully_diluted', 'voting']) {
    const { classes } = (await owner.get(`/api/cap-table/?basis=${basis}`)).body as { classes: Row[] };
    expect(classes.find(({ name }) => name === 'Common')).toMatchObject({ ...room, free: '7150', short: null });
    expect(classes.find(({ name }) => name === 'Series A')).toMatchObject({ free: null, short: null });
  }
});
it('the class and the file say by how much the charter falls short', async () => {
  const body = { authorized_shares: '12000', date: '2024-06-01', reason: 'Amended charter' };
  const url = `/api/share-classes/${String(common.id)}`;
  expect((await owner.post(`${url}/authorize`, body)).status).toBe(200);
  expect((await owner.get(url)).body).toMatchObject({ free: '0', short: '850' });
  const csv = (await owner.get('/api/cap-table/export.csv?rows=class')).text;
  expect(csv).toContain('Short of the charter');
  expect(csv.split('\n').find((line) => line.startsWith('Common,'))).toContain(',3150,4500,0,850,');
});
it('the free shares are hidden from a holder who sees only their own rows', async () => {
  const own = await signUpShareholder(server, owner, holder);
  expect((await own.get(`/api/share-classes/${String(common.id)}`)).body).toMatchObject({ kept: null, free: null });
  const { classes } = (await own.get('/api/cap-table/')).body as { classes: Row[] };
  expect(classes.map(({ kept, free, short }) => [kept, free, short])).toEqual(classes.map(() => [null, null, null]));
});
