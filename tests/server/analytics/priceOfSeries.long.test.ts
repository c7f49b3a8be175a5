// A series that a round made for what converts is worth what the new money paid, and what is no sale is not called one.
//
//   8,000,000 common. The SAFE has 10 % before the money: 20,000,000 / 8,888,888 shares.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const DAY = '2025-01-31';
let owner: Person;
let common: Row;
let holder: Row;
let portal: Person;

beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '90000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: '8000000' });
  holder = await given.shareholder(owner);
  portal = await signUpShareholder(server, owner, holder);
});

const safe = () =>
  given.convertible(owner, {
    shareholder_id: holder.id,
    amount: '500000',
    date: '2024-02-01',
    terms: { post_money_cap: '5000000' },
  });
async function priced(name: string, day?: string): Promise<unknown[]> {
  const { rows } = (await owner.get(`/api/analytics/value${day ? `?as_of=${day}` : ''}`)).body as { rows: Row[] };
  const found = rows.find((row) => row.name === name)!;
  return [found.price, found.price_source, found.price_date];
}
async function portfolio(): Promise<unknown[]> {
  const [held] = (await portal.get('/api/portfolio')).rows[0]!.holdings as Row[];
  return [held!.price, held!.price_source, held!.price_date];
}
async function dashboard(): Promise<unknown[]> {
  const [held] = (await portal.get('/api/dashboard')).body.holdings as Row[];
  return [held!.price, held!.price_source, held!.price_date];
}
async function ofLedger(): Promise<void> {
  const { id } = await safe();
  const preferred = await given.shareClass(owner, {
    name: 'Series A',
    class_type: 'PREFERRED',
    prefix: 'SA-',
    authorized_shares: '20000000',
    liquidation_preference_multiple: '1',
    converts_to_share_class_id: common.id,
  });
  const fund = await given.shareholder(owner, { first_name: 'Fund' });
  const body = {
    date: DAY,
    share_class_id: preferred.id,
    price_per_share: '2.5',
    convertibles: [{ id }],
    investors: [{ shareholder_id: fund.id, amount: '5000000' }],
  };
  const url = '/api/convertibles/convert-in-round';
  const shown = await owner.post(url, { ...body, dry_run: true });
  const made = await owner.post(url, { ...body, preview_hash: shown.body.preview_hash });
  expect([made.status, made.text]).toEqual([200, made.text]);
}
const round = (class_name: string, pre_money: number, converts: unknown): Row => ({
  kind: 'round',
  name: class_name,
  class_name,
  pre_money,
  method: 'percent_ownership',
  investors: [{ name: `Fund ${class_name}`, amount: 5_000_000 }],
  converts,
});
async function ofDrafts(steps: Row[]): Promise<void> {
  const made = await given.scenario(owner, { name: 'A', as_of: DAY, steps });
  const drafts = (await owner.post(`/api/scenarios/${String(made.id)}/drafts`, {})).body.drafts as Row[];
  const done = await owner.post('/api/drafts/post', { ids: drafts.map(({ id }) => id) });
  expect([done.status, done.text]).toEqual([200, done.text]);
}

describe('what converted in a posting with new money is worth the price of that money', () => {
  const sold = ['2.5', 'last_round', DAY];

  it('in the round of the ledger, for the company and for its holder, also on a past day', async () => {
    await ofLedger();
    expect(await priced('Series A')).toEqual(sold);
    expect(await priced('Series A-1')).toEqual(sold);
    expect(await priced('Series A-1', '2025-03-01')).toEqual(sold);
    expect(await portfolio()).toEqual(sold);
    expect(await dashboard()).toEqual(sold);
  });

  it('in posted drafts, each in its own round', async () => {
    await safe();
    const later = {
      kind: 'convertible',
      name: 'Later',
      instrument: { id: 'x', type: 'post_cap', amount: 100_000, cap: 5_000_000 },
    };
    await ofDrafts([round('Series A', 20_000_000, 'all'), later, round('Series B', 90_000_000, 'all')]);
    const [a, b] = [await priced('Series A'), await priced('Series B')];
    expect(a[0]).not.toBe(b[0]);
    expect(await priced('Series A-1')).toEqual(a);
    expect(await priced('Series B-1')).toEqual(b);
    expect(await portfolio()).toEqual(a);
  });

  it('until a newer valuation, and after a split in shares of the day', async () => {
    await ofLedger();
    const series = (await owner.get('/api/share-classes/')).rows.find(({ name }) => name === 'Series A-1')!;
    const split = { numerator: '2', denominator: '1', date: '2025-03-01' };
    const done = await owner.post(`/api/share-classes/${String(series.id)}/split`, split);
    expect([done.status, done.text]).toEqual([200, done.text]);
    expect(await priced('Series A-1')).toEqual(['1.25', 'last_round', DAY]);
    expect(await priced('Series A-1', '2025-02-01')).toEqual(sold);
    const worth = { share_class_id: series.id, price_per_share: '3', effective_date: '2025-04-01' };
    expect((await owner.post('/api/valuations/', worth)).status).toBe(201);
    expect(await priced('Series A-1')).toEqual(['3', 'valuation', '2025-04-01']);
  });
});

it('what was never sold has the price on the record of its class, which is called that', async () => {
  const series = await given.shareClass(owner, { name: 'Seed', class_type: 'PREFERRED', price_per_share: '2.00' });
  const { id } = await safe();
  const converted = await owner.post(`/api/convertibles/${String(id)}/convert`, {
    share_class_id: series.id,
    quantity: '500',
    price_per_share: '1.00',
    date: DAY,
  });
  expect([converted.status, converted.text]).toEqual([200, converted.text]);
  const own = ['2', 'class_price', null];
  expect(await priced('Seed')).toEqual(own);
  expect(await priced('Seed', '2025-03-01')).toEqual([null, null, null]);
  expect(await portfolio()).toEqual(own);
  expect(await dashboard()).toEqual(own);
});
