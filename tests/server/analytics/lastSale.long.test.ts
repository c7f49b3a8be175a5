// The price of a class on a day: its last sale for new money on or before that day, or a newer valuation.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const post = async (by: Person, path: string, body: Row): Promise<Row> => {
  const reply = await by.post(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, reply.status < 300 ? reply.status : 200, reply.text]);
  return reply.body;
};
const valueOn = async (by: Person, day?: string) => {
  const reply = await by.get(`/api/analytics/value${day ? `?as_of=${day}` : ''}`);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  const answer = reply.body as { rows: Row[]; total: string | null };
  return {
    prices: answer.rows.map(({ price, price_source, price_date, value }) => [price, price_source, price_date, value]),
    total: answer.total,
  };
};
const worthTo = async (person: Person) =>
  ((await person.get('/api/portfolio')).rows[0]!.holdings as Row[]).map(
    ({ kind, price, price_source, price_date, value }) => [kind, price, price_source, price_date, value],
  );

describe('shares that came from another instrument set no price', () => {
  it('an exercised option: the valuation counts on', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '0.10' });
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    await given.certificate(owner, {
      share_class_id: common.id,
      price_per_share: '0.10',
      quantity: '200000',
      issue_date: '2022-01-10',
    });
    const worth = { share_class_id: common.id, price_per_share: '1.00', effective_date: '2023-01-01' };
    await post(owner, '/api/valuations/', worth);
    const grant = await given.grant(owner, {
      share_class_id: common.id,
      equity_plan_id: (await given.equityPlan(owner, { share_class_ids: [common.id] })).id,
      shareholder_id: holder.id,
      quantity: '100000',
      exercise_price: '0.10',
      date: '2020-01-01',
      vesting: { vesting_start: '2020-01-01', months: 12, cliff_months: 0 },
    });
    await post(owner, `/api/grants/${String(grant.id)}/exercise`, { quantity: '40000', date: '2024-03-01' });
    const valued = ['1', 'valuation', '2023-01-01'];
    expect((await valueOn(owner)).prices).toEqual([[...valued, '240000.00']]);
    expect((await valueOn(owner, '2024-03-01')).prices).toEqual([[...valued, '240000.00']]);
    expect(await worthTo(portal)).toEqual([
      ['certificate', ...valued, '40000.00'],
      ['grant', ...valued, '54000.00'],
    ]);
  });

  it('a warrant at the price of the class, and its holder’s own shares have no price without one', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: null });
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    const warrant = await given.warrant(owner, {
      shareholder_id: holder.id,
      share_class_id: common.id,
      exercise_price: '0.30',
    });
    await post(owner, `/api/warrants/${String(warrant.id)}/exercise`, { quantity: '1000', date: '2024-03-01' });
    expect((await valueOn(owner)).prices).toEqual([[null, null, null, null]]);
    expect(await worthTo(portal)).toEqual([['certificate', null, null, null, null]]);
  });

  it('a SAFE: the round that it converted in counts', async () => {
    const owner = await signUpCompany(server);
    const series = await given.shareClass(owner, { class_type: 'PREFERRED', price_per_share: '2.00' });
    const sold = { share_class_id: series.id, price_per_share: '2.00', issue_date: '2024-05-01' };
    await given.certificate(owner, { ...sold, quantity: '1000' });
    const safe = await given.convertible(owner, { amount: '1000' });
    await post(owner, `/api/convertibles/${String(safe.id)}/convert`, {
      share_class_id: series.id,
      quantity: '500',
      price_per_share: '2.00',
      date: '2024-05-02',
    });
    expect((await valueOn(owner)).prices).toEqual([['2', 'last_round', '2024-05-01', '3000.00']]);
  });

  it('common stock whose price nobody entered, or that vests: the valuation counts on', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '0.10' });
    const issued = { share_class_id: common.id, quantity: '1000', issue_date: '2023-06-01' };
    const worth = { share_class_id: common.id, price_per_share: '1.00', effective_date: '2023-01-01' };
    await post(owner, '/api/valuations/', worth);
    await given.certificate(owner, issued);
    await given.certificate(owner, {
      ...issued,
      price_per_share: '0.10',
      vesting: { vesting_start: '2023-06-01', months: 48, cliff_months: 12 },
    });
    expect((await valueOn(owner)).prices).toEqual([['1', 'valuation', '2023-01-01', '2000.00']]);
  });
  it('founders’ stock, which is sold at its own low price', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '0.10' });
    const worth = { share_class_id: common.id, price_per_share: '1.00', effective_date: '2023-01-01' };
    await post(owner, '/api/valuations/', worth);
    await given.certificate(owner, {
      share_class_id: common.id,
      price_per_share: '0.10',
      issue_date: '2024-01-10',
      issuance_type: 'FOUNDERS_STOCK',
    });
    expect((await valueOn(owner)).prices).toEqual([['1', 'valuation', '2023-01-01', '1000.00']]);
  });
  it('stock granted from a plan', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '0.10' });
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const worth = { share_class_id: common.id, price_per_share: '1.00', effective_date: '2023-01-01' };
    await post(owner, '/api/valuations/', worth);
    await given.certificate(owner, {
      share_class_id: common.id,
      price_per_share: '0.10',
      issue_date: '2024-01-10',
      equity_plan_id: plan.id,
      issuance_type: 'RSA',
    });
    expect((await valueOn(owner)).prices).toEqual([['1', 'valuation', '2023-01-01', '1000.00']]);
  });
});

describe('a day has the price that was known on it', () => {
  it('a later sale leaves the earlier days as they were', async () => {
    const owner = await signUpCompany(server);
    const series = await given.shareClass(owner, { class_type: 'PREFERRED', price_per_share: '2.00' });
    const sold = { share_class_id: series.id, price_per_share: '2.00', quantity: '100' };
    await given.certificate(owner, { ...sold, issue_date: '2023-06-01' });
    await given.certificate(owner, { ...sold, issue_date: '2024-09-01' });
    expect((await valueOn(owner, '2023-05-31')).prices).toEqual([[null, null, null, null]]);
    expect((await valueOn(owner, '2023-12-31')).prices).toEqual([['2', 'last_round', '2023-06-01', '200.00']]);
    expect((await valueOn(owner)).prices).toEqual([['2', 'last_round', '2024-09-01', '400.00']]);
  });

  it('a split since then is not yet in the price of the earlier day', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '3.00' });
    const sold = { share_class_id: common.id, price_per_share: '3.00', quantity: '100' };
    await given.certificate(owner, { ...sold, issue_date: '2023-06-01' });
    const split = { numerator: '3', denominator: '1', date: '2024-01-01' };
    await post(owner, `/api/share-classes/${String(common.id)}/split`, split);
    await given.certificate(owner, { ...sold, price_per_share: '1.00', issue_date: '2024-09-01' });
    expect((await valueOn(owner, '2023-12-31')).prices).toEqual([['3', 'last_round', '2023-06-01', '300.00']]);
    expect((await valueOn(owner, '2024-08-31')).prices).toEqual([['1', 'last_round', '2023-06-01', '300.00']]);
    expect((await valueOn(owner)).prices).toEqual([['1', 'last_round', '2024-09-01', '400.00']]);
  });

  it('a price of the class that was changed by hand leaves the earlier days as they were', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '0.10' });
    const sold = { share_class_id: common.id, price_per_share: '0.10', quantity: '100' };
    await given.certificate(owner, { ...sold, issue_date: '2023-06-01' });
    const { body } = await owner.get(`/api/share-classes/${String(common.id)}`);
    const changed = await owner.put(`/api/share-classes/${String(common.id)}`, { ...body, price_per_share: '1.00' });
    expect([changed.status, changed.text]).toEqual([200, changed.text]);
    const first = ['0.1', 'last_round', '2023-06-01', '10.00'];
    expect((await valueOn(owner, '2023-12-31')).prices).toEqual([first]);
    await given.certificate(owner, { ...sold, price_per_share: '1.00', issue_date: '2024-09-01' });
    expect((await valueOn(owner, '2023-12-31')).prices).toEqual([first]);
    expect((await valueOn(owner)).prices).toEqual([['1', 'last_round', '2024-09-01', '200.00']]);
  });

  it('a sale that was retracted sets no price from then on', async () => {
    const owner = await signUpCompany(server);
    const series = await given.shareClass(owner, { class_type: 'PREFERRED', price_per_share: '2.00' });
    const sold = { share_class_id: series.id, price_per_share: '2.00', quantity: '100' };
    await given.certificate(owner, { ...sold, issue_date: '2023-06-01' });
    const wrong = await given.certificate(owner, { ...sold, price_per_share: '9.00', issue_date: '2024-09-01' });
    await post(owner, `/api/certificates/${String(wrong.id)}/retract`, { date: '2024-09-02', reason: 'Never sold' });
    expect((await valueOn(owner)).prices).toEqual([['2', 'last_round', '2023-06-01', '200.00']]);
    const worth = { share_class_id: series.id, price_per_share: '1.00', effective_date: '2023-05-01' };
    const first = await post(owner, '/api/valuations/', worth);
    expect((await owner.get(`/api/valuations/${String(first.id)}`)).body.later_round_on).toBe('2023-06-01');
    const later = await post(owner, '/api/valuations/', { ...worth, effective_date: '2024-01-01' });
    expect((await owner.get(`/api/valuations/${String(later.id)}`)).body.later_round_on).toBeNull();
  });
});

describe('a class of preferred stock is worth its last sale', () => {
  it('whatever price was recorded with the class (AN-54)', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { price_per_share: '1.00' });
    const series = await given.shareClass(owner, { class_type: 'PREFERRED', price_per_share: '2.50' });
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    await given.certificate(owner, {
      share_class_id: common.id,
      price_per_share: '1.00',
      quantity: '6000',
      issue_date: '2022-01-10',
    });
    const sold = { share_class_id: series.id, shareholder_id: holder.id };
    await given.certificate(owner, { ...sold, price_per_share: '2.50', quantity: '6000', issue_date: '2023-02-01' });
    await given.certificate(owner, { ...sold, price_per_share: '4.00', quantity: '4000', issue_date: '2024-05-01' });
    const { prices, total } = await valueOn(owner);
    expect(prices).toEqual([
      ['1', 'last_round', '2022-01-10', '6000.00'],
      ['4', 'last_round', '2024-05-01', '40000.00'],
    ]);
    expect(total).toBe('46000.00');
    expect((await valueOn(owner, '2024-04-30')).total).toBe('21000.00');
    const last = ['4', 'last_round', '2024-05-01'];
    expect(await worthTo(portal)).toEqual([
      ['certificate', ...last, '24000.00'],
      ['certificate', ...last, '16000.00'],
    ]);
    const [held] = (await portal.get('/api/dashboard')).body.holdings as Row[];
    expect([held!.price, held!.price_source, held!.price_date, held!.value]).toEqual([...last, '40000.00']);
  });

  it('also where no price was recorded with the class, and a paper without a price changes nothing', async () => {
    const owner = await signUpCompany(server);
    const series = await given.shareClass(owner, { class_type: 'PREFERRED', price_per_share: '2.50' });
    const sold = { share_class_id: series.id, quantity: '100' };
    await given.certificate(owner, { ...sold, price_per_share: '4.00', issue_date: '2024-05-01' });
    await given.certificate(owner, { ...sold, price_per_share: null, issue_date: '2024-06-01' });
    expect((await valueOn(owner)).prices).toEqual([['4', 'last_round', '2024-05-01', '800.00']]);
    const other = await signUpCompany(server);
    const unpriced = await given.shareClass(other, { class_type: 'PREFERRED', price_per_share: null });
    await given.certificate(other, { share_class_id: unpriced.id, price_per_share: '4.00', issue_date: '2024-05-01' });
    expect((await valueOn(other)).prices).toEqual([['4', 'last_round', '2024-05-01', '4000.00']]);
  });
});
