// A holder must not be able to calculate how much others hold.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Person;
let shareClass: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { name: 'Common', authorized_shares: '1000000' });
  const record = await given.shareholder(owner);
  const certificate = { share_class_id: shareClass.id };
  await given.certificate(owner, { ...certificate, shareholder_id: record.id, quantity: '1000' });
  await given.certificate(owner, { ...certificate, quantity: '8765' });
  holder = await signUpShareholder(server, owner, record);
});
const approved = async (extra: Row) => {
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id], ...extra });
  await approveSeen(owner, distribution);
  return distribution;
};

describe('a distribution, as a holder sees it,', () => {
  it.each([
    ['a rate', { amount_per_share: '2' }, '19530.00'],
    ['a pot', { amount_per_share: null, total_amount: '19530.00' }, '19530.00'],
  ])('that was declared as %s shows their own payment, and not the total', async (_how, terms, total) => {
    const { id } = await approved(terms);
    const url = `/api/distributions/${String(id)}`;
    expect((await owner.get(url)).body.total_amount).toBe(total);
    const [own, listed] = [(await holder.get(url)).body, (await holder.get('/api/distributions/')).rows];
    expect(own).toMatchObject({ id, amount_per_share: '2', total_amount: null });
    expect(listed.find((row) => row.id === id)).toMatchObject({ total_amount: null });
    const paid = (await holder.get('/api/payments/')).rows.filter(({ distribution_id }) => distribution_id === id);
    expect(paid.map(({ amount }) => amount)).toEqual(['2000.00']);
    expect((await holder.get(`${url}/preview`)).status).toBe(403);
    for (const path of [url, '/api/distributions/', '/api/distributions/export.csv', '/api/dashboard'])
      // Random ids may have such digits in them.
      expect([path, (await holder.get(path)).text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')]).toEqual(
        [path, expect.not.stringMatching(/19,?530|17,?530|9,?765/)],
      );
  });
  it('cannot be found by its total', async () => {
    const { id } = await approved({ amount_per_share: '2' });
    for (const filter of [{ total_amount: '19530.00' }, { total_amount_gte: '1' }]) {
      const query = encodeURIComponent(JSON.stringify({ ...filter, id: [id] }));
      expect((await owner.get(`/api/distributions/?filter=${query}`)).rows).toHaveLength(1);
      expect((await holder.get(`/api/distributions/?filter=${query}`)).rows).toEqual([]);
    }
  });
});

describe('the authorized number of a class', () => {
  it('is shown to its holders as of today', async () => {
    const url = `/api/share-classes/${String(shareClass.id)}`;
    const changed = await owner.post(`${url}/authorize`, {
      authorized_shares: '3000000',
      reason: 'A round is coming.',
      date: '2025-01-01',
    });
    expect(changed.status).toBe(200);
    expect((await owner.get(url)).body.authorized_shares).toBe('3000000');
    for (const row of [(await holder.get(url)).body, ...(await holder.get('/api/share-classes/')).rows])
      expect(row).toMatchObject({ authorized_shares: '3000000', outstanding: null });
  });
});
