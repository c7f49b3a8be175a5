// A split includes every class and plan, also those created after the last entry of the ledger.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
async function splitTwoForOne(owner: Person, shareClass: Row) {
  const reply = await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, {
    numerator: '2',
    denominator: '1',
    date: '2024-06-30',
  });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  expect(await ledgerFaults(server, owner)).toEqual([]);
  return reply.body;
}
async function companyWithShares() {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '100000' });
  const holder = await given.shareholder(owner);
  const issue = { shareholder_id: holder.id, issue_date: '2024-01-01' };
  await given.certificate(owner, { ...issue, share_class_id: common.id, quantity: '3000' });
  return { owner, common, issue };
}

it('a preferred class that converts into the split class gets a new ratio', async () => {
  const { owner, common, issue } = await companyWithShares();
  const preferred = await given.shareClass(owner, {
    name: 'Preferred',
    class_type: 'PREFERRED',
    prefix: 'PS-',
    conversion_ratio: '1',
    converts_to_share_class_id: common.id,
  });
  await splitTwoForOne(owner, common);
  expect((await owner.get(`/api/share-classes/${String(preferred.id)}`)).body.conversion_ratio).toBe('2');
  await given.certificate(owner, { ...issue, share_class_id: preferred.id, quantity: '100', issue_date: '2024-07-01' });
  expect((await owner.get('/api/cap-table/?as_of=2024-12-31&basis=as_converted')).body.total).toBe('6200');
});

it('a plan of the split class gets a new reserve', async () => {
  const { owner, common } = await companyWithShares();
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '500' });
  await splitTwoForOne(owner, common);
  expect((await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.reserved).toBe('1000');
});

it('a class without issued shares can be split', async () => {
  const { owner } = await companyWithShares();
  const fresh = await given.shareClass(owner, { name: 'Class B', prefix: 'B-', authorized_shares: '700' });
  expect(await splitTwoForOne(owner, fresh)).toMatchObject({ authorized: { before: '700', after: '1400' } });
});
