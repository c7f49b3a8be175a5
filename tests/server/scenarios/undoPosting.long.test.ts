// Drafts that were posted together are one unit of the ledger: one of its entries is taken back with all of them, as listed before.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const AS_OF = '2025-01-31';
let owner: Person;
let made: Row;
let drafts: Row[];

beforeEach(async () => {
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  const ann = await given.shareholder(owner);
  const of = { share_class_id: common.id, issue_date: '2024-01-02' };
  await given.certificate(owner, { ...of, shareholder_id: ann.id, quantity: '5000001' });
  await given.certificate(owner, { ...of, quantity: '3000000' });
  await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  await given.convertible(owner, { shareholder_id: ann.id });
  const seed = {
    kind: 'round',
    name: 'Seed',
    class_name: 'Series Seed',
    pre_money: 12_000_000,
    method: 'percent_ownership',
    investors: [
      { name: 'Harbor Fund', amount: 3_000_000 },
      { name: 'Harbor Two', amount: '250000.50' },
    ],
    pool: { target: '0.1' },
    converts: 'all',
  };
  made = await given.scenario(owner, { name: 'Seed', as_of: AS_OF, steps: [seed] });
  drafts = (await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {})).body.drafts as Row[];
});

const post = () => owner.post('/api/drafts/post', { ids: drafts.map(({ id }) => id) });
const entries = async () => (await owner.get('/api/transactions/?sort=["seq","ASC"]')).rows;
const table = async () => (await owner.get('/api/cap-table/?basis=fully_diluted')).body;
const takeBack = (id: unknown) =>
  owner.post(`/api/transactions/${String(id)}/void`, { reason: 'The round fell through.' });

describe('undoing a posted round', () => {
  it('takes back all of its entries by any one of them, and lists them before', async () => {
    const before = await table();
    const known = (await entries()).length;
    expect((await post()).status).toBe(200);
    const written = (await entries()).slice(known);
    const acts = written.filter(({ object_type }) => !String(object_type).endsWith('_ISSUANCE'));
    expect(acts.map(({ object_type }) => object_type)).toEqual([
      'TX_STOCK_PLAN_POOL_ADJUSTMENT',
      'TX_CONVERTIBLE_CONVERSION',
    ]);
    for (const { id } of written) {
      const { together } = (await owner.get(`/api/transactions/${String(id)}`)).body as { together: Row };
      expect(together.count).toBe(written.length);
      expect((together.entries as Row[]).map(({ seq }) => Number(seq))).toEqual(written.map(({ seq }) => seq));
      expect((together.stays as Row[]).map(({ resource, name }) => [resource, name])).toEqual([
        ['shareholders', 'Harbor Fund'],
        ['shareholders', 'Harbor Two'],
        ['share-classes', 'Series Seed'],
        ['share-classes', 'Series Seed-1'],
      ]);
    }
    const back = await takeBack(written.at(-1)!.id);
    expect([back.status, (back.body.voided as number[]).length]).toEqual([200, written.length]);
    const after = await table();
    expect(after.total).toBe(before.total);
    expect((after.rows as Row[]).map(({ name, total }) => [name, total])).toEqual(
      (before.rows as Row[]).map(({ name, total }) => [name, total]),
    );
    expect((await owner.get('/api/convertibles/')).rows).toMatchObject([{ status: 'outstanding' }]);
    expect(await ledgerFaults(server, owner)).toEqual([]);
  });

  it('leaves its entries as drafts that can be posted again, with the holders and the class that stayed', async () => {
    await post();
    const posted = await table();
    await takeBack((await entries()).at(-1)!.id);
    expect((await owner.get(`/api/scenarios/${String(made.id)}`)).body.posted_at).toBeNull();
    const copy = (await owner.post(`/api/scenarios/${String(made.id)}/duplicate`, {})).body;
    expect(copy.steps).toHaveLength(1);
    const left = (
      await owner.get(`/api/drafts/?filter=${encodeURIComponent(JSON.stringify({ scenario_id: made.id }))}`)
    ).rows;
    const open = left.filter(({ posted_at }) => posted_at === null);
    expect(open.map(({ kind }) => kind).toSorted()).toEqual(['certificate', 'certificate', 'conversion', 'reserve']);
    const again = await owner.post('/api/drafts/post', { ids: open.map(({ id }) => id) });
    expect([again.status, again.text]).toEqual([200, again.text]);
    expect((await table()).rows).toEqual(posted.rows);
    expect((await owner.get(`/api/scenarios/${String(made.id)}`)).body.posted_at).not.toBeNull();
  });

  it('is refused whole while a later entry depends on one of them, and names that entry', async () => {
    const posted = (await post()).body.posted as Row[];
    const sold = posted.find(({ kind }) => kind === 'certificate')!;
    const buyer = await given.shareholder(owner);
    const transfer = await owner.post(`/api/certificates/${String(sold.result_id)}/transfer`, {
      to_shareholder_id: buyer.id,
      quantity: '1',
      date: '2025-02-03',
    });
    const all = await entries();
    const moved = all.find(({ id }) => id === transfer.body.transaction_id)!;
    const reserve = all.find(({ object_type }) => object_type === 'TX_STOCK_PLAN_POOL_ADJUSTMENT')!;
    const refused = await takeBack(reserve.id);
    expect([refused.status, refused.code]).toEqual([409, 'entry_depended_on']);
    expect(refused.body.detail).toContain(`No. ${String(moved.seq)}`);
    expect(await entries()).toEqual(all);
  });
});

it('lists with any other entry what its own command wrote', async () => {
  const source = await given.certificate(owner, { quantity: '1000' });
  const alone = (await entries()).at(-1)!;
  expect((await owner.get(`/api/transactions/${String(alone.id)}`)).body.together).toMatchObject({
    count: 1,
    stays: [],
  });
  const buyer = await given.shareholder(owner);
  const url = `/api/certificates/${String(source.id)}/transfer`;
  const sold = await owner.post(url, { to_shareholder_id: buyer.id, quantity: '400', date: '2024-02-01' });
  const { together } = (await owner.get(`/api/transactions/${String(sold.body.transaction_id)}`)).body as {
    together: Row;
  };
  expect(together).toMatchObject({ count: 3, stays: [] });
  await takeBack(sold.body.transaction_id);
  expect((await owner.get(`/api/transactions/${String(sold.body.transaction_id)}`)).body.together).toBeNull();
});
