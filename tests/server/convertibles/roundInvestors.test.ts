// A round records that its investors are investors, by its own form and by drafts; what the company said of somebody stays.
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const DAY = '2025-01-31';
let owner: Person;
let common: Row;
let angel: Row;
let fund: Row;
let founder: Row;
let safe: Row;

beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '90000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: '8000000' });
  angel = await given.shareholder(owner, { relationship: null });
  fund = await given.shareholder(owner, { relationship: null });
  founder = await given.shareholder(owner, { relationship: 'founder' });
  safe = await given.convertible(owner, {
    shareholder_id: angel.id,
    amount: '500000',
    date: '2024-02-01',
    terms: { post_money_cap: '5000000' },
  });
});
const relationships = async () => {
  const found: unknown[] = [];
  for (const { id } of [angel, fund, founder])
    found.push((await owner.get(`/api/shareholders/${String(id)}`)).body.relationship);
  return found;
};

/** The ledger's own round, previewed. Out: what records it. */
async function previewed(investors: Row[]): Promise<() => Promise<void>> {
  const preferred = await given.shareClass(owner, {
    name: 'Series Seed',
    class_type: 'PREFERRED',
    authorized_shares: '20000000',
    converts_to_share_class_id: common.id,
  });
  const url = '/api/convertibles/convert-in-round';
  const body = {
    date: DAY,
    share_class_id: preferred.id,
    price_per_share: '2.5',
    convertibles: [{ id: safe.id }],
    investors,
  };
  const { preview_hash } = (await owner.post(url, { ...body, dry_run: true })).body;
  return async () => {
    const made = await owner.post(url, { ...body, preview_hash });
    expect([made.status, made.text]).toEqual([200, made.text]);
  };
}

it('of the ledger, once it is recorded', async () => {
  const record = await previewed([
    { shareholder_id: fund.id, amount: '5000000' },
    { shareholder_id: founder.id, amount: '50000' },
  ]);
  expect(await relationships()).toEqual([null, null, 'founder']);
  await record();
  expect(await relationships()).toEqual(['investor', 'investor', 'founder']);
});

it('that is posted from a scenario', async () => {
  const step = {
    kind: 'round',
    name: 'Series A',
    class_name: 'Series A',
    pre_money: 20_000_000,
    method: 'percent_ownership',
    investors: [
      { name: String(fund.name), shareholder_id: fund.id, amount: 5_000_000 },
      { name: String(founder.name), shareholder_id: founder.id, amount: 50_000 },
    ],
    converts: 'all',
  };
  const made = await given.scenario(owner, { name: 'A', as_of: DAY, steps: [step] });
  const drafts = (await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {})).body.drafts as Row[];
  const done = await owner.post('/api/drafts/post', { ids: drafts.map(({ id }) => id) });
  expect([done.status, done.text]).toEqual([200, done.text]);
  expect(await relationships()).toEqual(['investor', 'investor', 'founder']);
});

it('of the ledger names the classes that it added, which stay when its entries are taken back', async () => {
  const record = await previewed([{ shareholder_id: fund.id, amount: '5000000' }]);
  await record();
  const classes = (await owner.get('/api/share-classes/')).rows.map(({ name }) => String(name));
  const added = classes.filter((name) => name.startsWith('Series Seed-'));
  expect(added).toHaveLength(1);
  const [newest] = (await owner.get('/api/transactions/')).rows;
  const { together } = (await owner.get(`/api/transactions/${String(newest!.id)}`)).body as { together: Row };
  expect((together.stays as Row[]).map(({ resource, name }) => [resource, name])).toEqual([
    ['share-classes', added[0]],
  ]);
});
