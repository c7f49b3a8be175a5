// The price of a series for what converts follows from the ledger, however it was written: in the round, by drafts one by one, or by
// an import of everything. It is never that of an unrelated class; where nothing says it, there is none, with the reason.
import { beforeEach, describe, expect, it } from 'vitest';
import { whyNoValue } from '#src/domain/whyNoValue.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { importZip } from '#tests/support/packages.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const DAY = '2025-01-31';
const sold = ['2.5', 'last_round', DAY];
const unknown = [null, 'conversion_price', null];
let owner: Person;
let common: Row;
let holder: Row;

beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '90000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: '8000000' });
  holder = await given.shareholder(owner);
});

const safe = () =>
  given.convertible(owner, {
    shareholder_id: holder.id,
    amount: '500000',
    date: '2024-02-01',
    terms: { post_money_cap: '5000000' },
  });
const preferred = (name: string, extra: Row = {}) =>
  given.shareClass(owner, {
    name,
    class_type: 'PREFERRED',
    authorized_shares: '20000000',
    liquidation_preference_multiple: '1',
    converts_to_share_class_id: common.id,
    ...extra,
  });
const sell = async (share_class_id: unknown, price_per_share: string, issue_date = DAY) =>
  given.certificate(owner, { share_class_id, price_per_share, issue_date, quantity: '1000' });
async function convert(share_class_id: unknown, price_per_share: string): Promise<void> {
  const { id } = await safe();
  const body = { share_class_id, quantity: '500', price_per_share, date: DAY };
  const done = await owner.post(`/api/convertibles/${String(id)}/convert`, body);
  expect([done.status, done.text]).toEqual([200, done.text]);
}
async function priced(name: string, by = owner): Promise<unknown[]> {
  const { rows } = (await by.get('/api/analytics/value')).body as { rows: Row[] };
  const found = rows.find((row) => row.name === name)!;
  return [found.price, found.price_source, found.price_date];
}
async function drafts(): Promise<unknown[]> {
  await safe();
  const round = {
    kind: 'round',
    name: 'Series A',
    class_name: 'Series A',
    pre_money: 20_000_000,
    method: 'pre_money',
    investors: [{ name: 'Fund', amount: 5_000_000 }],
    converts: 'all',
  };
  const { id } = await given.scenario(owner, { name: 'A', as_of: DAY, steps: [round] });
  const made = await owner.post(`/api/scenarios/${String(id)}/drafts`, {});
  return (made.body.drafts as Row[]).map((draft) => draft.id);
}
async function post(ids: unknown[]): Promise<void> {
  const done = await owner.post('/api/drafts/post', { ids, accept_overtaken: true });
  expect([done.status, done.text]).toEqual([200, done.text]);
}
/** The same ledger in a company of its own, written by one import. */
async function imported(): Promise<Person> {
  const { bytes } = await owner.get('/api/ocf/export');
  const other = await signUpCompany(server);
  const reply = await importZip(other, bytes, 'accept_findings=true');
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return other;
}

describe('the same ledger gives the same price', () => {
  it('posted together, one by one, and imported at once', async () => {
    await post(await drafts());
    expect(await priced('Series A-1')).toEqual(sold);
    expect(await priced('Series A-1', await imported())).toEqual(sold);
  });

  it('one by one, with other classes sold in between and on the day itself', async () => {
    const ids = await drafts();
    const other = await preferred('Series Z');
    for (const id of ids) {
      await post([id]);
      await sell(other.id, '9');
    }
    await sell(other.id, '11', '2025-03-01');
    expect(await priced('Series A-1')).toEqual(sold);
    expect(await priced('Series A-1', await imported())).toEqual(sold);
  });
});

describe('where nothing says what the shares are worth', () => {
  it('an unrelated class that was sold on the day does not, and neither does what was paid for the SAFE', async () => {
    const series = await preferred('Seed-1', { price_per_share: '1' });
    const other = await preferred('Series Z');
    await convert(series.id, '1');
    await sell(other.id, '9');
    expect(await priced('Seed-1')).toEqual(unknown);
    expect(await priced('Seed-1', await imported())).toEqual(unknown);
    const portal = await signUpShareholder(server, owner, holder);
    for (const [held] of [
      (await portal.get('/api/portfolio')).rows[0]!.holdings as Row[],
      (await portal.get('/api/dashboard')).body.holdings as Row[],
    ]) {
      expect([held!.price, held!.price_source, held!.value]).toEqual([null, 'conversion_price', null]);
      expect(whyNoValue(held as unknown as Parameters<typeof whyNoValue>[0])).toBe(
        'Only what a SAFE or note paid is on record',
      );
    }
  });

  it('two classes that it may be a series of, sold at different prices, do not; at one price they do', async () => {
    const series = await preferred('Seed-1', { price_per_share: '1' });
    const [one, two] = [await preferred('Seed'), await preferred('Seed Preferred')];
    await convert(series.id, '1');
    await sell(one.id, '4');
    expect(await priced('Seed-1')).toEqual(['4', 'last_round', DAY]);
    await sell(two.id, '5');
    expect(await priced('Seed-1')).toEqual(unknown);
    await sell(two.id, '4');
    expect(await priced('Seed-1')).toEqual(['4', 'last_round', DAY]);
  });

  it('a valuation does', async () => {
    const series = await preferred('Seed-1', { price_per_share: '1' });
    await convert(series.id, '1');
    const worth = { share_class_id: series.id, price_per_share: '3', effective_date: '2025-04-01' };
    expect((await owner.post('/api/valuations/', worth)).status).toBe(201);
    expect(await priced('Seed-1')).toEqual(['3', 'valuation', '2025-04-01']);
  });
});
