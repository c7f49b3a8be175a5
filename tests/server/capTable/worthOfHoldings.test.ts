// The value of a holder's shares, also after entries that only replace them: a transfer, new paper, a split.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const worthTo = async (person: Person) => {
  const [held] = (await person.get('/api/dashboard')).body.holdings as Row[];
  const recorded = held!.price_recorded === null ? [] : [held!.price_recorded];
  return [held!.quantity, held!.price, held!.price_source, held!.price_date, held!.value, ...recorded];
};

it('the value uses the newest valuation or the newer price of the last sale, in today’s shares', async () => {
  const owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner, { price_per_share: '5.00', authorized_shares: '100000' });
  const [seller, holder] = [await given.shareholder(owner), await given.shareholder(owner)];
  const portal = await signUpShareholder(server, owner, holder);
  const issue = { share_class_id: shareClass.id, price_per_share: '5.00', issue_date: '2024-01-10' };
  const own = await given.certificate(owner, { ...issue, shareholder_id: holder.id, quantity: '10' });
  const sellers = await given.certificate(owner, { ...issue, shareholder_id: seller.id, quantity: '1000' });
  expect(await worthTo(portal)).toEqual(['10', '5', 'last_round', '2024-01-10', '50.00']);
  const valuation = { share_class_id: shareClass.id, price_per_share: '6.00', effective_date: '2024-07-01' };
  expect((await owner.post('/api/valuations/', valuation)).status).toBe(201);
  const valued = ['6', 'valuation', '2024-07-01'];
  expect(await worthTo(portal)).toEqual(['10', ...valued, '60.00']);
  const verb = async (path: string, body: Row) => {
    const reply = await owner.post(path, body);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
  };
  await verb(`/api/certificates/${String(own.id)}/replace`, { date: '2024-08-01', reason: 'Lost' });
  expect(await worthTo(portal)).toEqual(['10', ...valued, '60.00']);
  const transfer = { to_shareholder_id: holder.id, quantity: '100', date: '2024-08-02' };
  await verb(`/api/certificates/${String(sellers.id)}/transfer`, transfer);
  expect(await worthTo(portal)).toEqual(['110', ...valued, '660.00']);
  const split = { numerator: '2', denominator: '1', date: '2024-09-01' };
  await verb(`/api/share-classes/${String(shareClass.id)}/split`, split);
  expect(await worthTo(portal)).toEqual(['220', '3', 'valuation', '2024-07-01', '660.00', '6']);
  const sold = { ...issue, price_per_share: '2.50', issue_date: '2024-10-01', quantity: '1' };
  await given.certificate(owner, { ...sold, shareholder_id: seller.id });
  expect(await worthTo(portal)).toEqual(['220', '2.5', 'last_round', '2024-10-01', '550.00']);
});

it('the price keeps the date of its sale through splits', async () => {
  const owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner, { price_per_share: '0.25', authorized_shares: '100000' });
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const sold = { share_class_id: shareClass.id, price_per_share: '0.25', issue_date: '2023-05-04', quantity: '300' };
  await given.certificate(owner, { ...sold, shareholder_id: holder.id });
  for (const [numerator, denominator, date] of [
    ['3', '2', '2024-01-01'],
    ['1', '3', '2024-02-01'],
    ['2', '1', '2024-03-01'],
  ])
    await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, { numerator, denominator, date });
  expect(await worthTo(portal)).toEqual(['300', '0.25', 'last_round', '2023-05-04', '75.00']);
});

it('the price before a split is shown beside today’s price of the class', async () => {
  const owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner, { price_per_share: '0.80', authorized_shares: '100000' });
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const sold = { share_class_id: shareClass.id, price_per_share: '0.80', issue_date: '2022-02-28', quantity: '300' };
  await given.certificate(owner, { ...sold, shareholder_id: (await given.shareholder(owner)).id });
  await given.certificate(owner, { ...sold, shareholder_id: holder.id, issue_date: '2022-01-10' });
  expect(await worthTo(portal)).toEqual(['300', '0.8', 'last_round', '2022-02-28', '240.00']);
  const split = { numerator: '3', denominator: '2', date: '2024-01-01' };
  expect((await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, split)).status).toBe(200);
  expect(await worthTo(portal)).toEqual(['450', '0.5333333333', 'last_round', '2022-02-28', '240.00', '0.8']);
});

it('the value is the same before and after a split, at a valuation too, however small a share becomes', async () => {
  const owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner, { price_per_share: null, authorized_shares: '10000000' });
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const held = { share_class_id: shareClass.id, issue_date: '2024-01-10', price_per_share: null, quantity: '1000' };
  await given.certificate(owner, { ...held, shareholder_id: holder.id });
  const valuation = { share_class_id: shareClass.id, price_per_share: '0.80', effective_date: '2024-03-01' };
  const { id } = (await owner.post('/api/valuations/', valuation)).body;
  const valued = ['valuation', '2024-03-01', '800.00', '0.8'];
  for (const [numerator, date, quantity, price, shown] of [
    ['1.5', '2024-05-01', '1500', '0.5333333333', '0.5333'],
    ['1000', '2024-06-01', '1500000', '0.0005333333', '0.0005333'],
  ] as const) {
    const split = { numerator, denominator: '1', date };
    expect((await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, split)).status).toBe(200);
    expect(await worthTo(portal)).toEqual([quantity, price, ...valued]);
    expect((await owner.get(`/api/valuations/${String(id)}`)).body.price_today).toBe(shown);
  }
});

it('holdings are listed in the class order of the cap table', async () => {
  const owner = await signUpCompany(server);
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  for (const name of ['Common', 'Class B'])
    await given.certificate(owner, {
      shareholder_id: holder.id,
      share_class_id: (await given.shareClass(owner, { name })).id,
    });
  const table = (await owner.get('/api/cap-table/')).body.classes as Row[];
  const holdings = (await portal.get('/api/dashboard')).body.holdings as Row[];
  expect(table.map(({ name }) => name)).toEqual(['Common', 'Class B']);
  expect(holdings.map(({ share_class }) => share_class)).toEqual(['Common', 'Class B']);
});

it('the value uses the price entered for the holder’s own certificate when the class has none, and never one nobody entered', async () => {
  const owner = await signUpCompany(server);
  const holder = await given.shareholder(owner);
  const portal = await signUpShareholder(server, owner, holder);
  const shareClass = await given.shareClass(owner, { price_per_share: null, par_value: '0.0001' });
  const own = { share_class_id: shareClass.id, shareholder_id: holder.id };
  await given.certificate(owner, { ...own, issue_date: '2024-03-01', quantity: '200', price_per_share: null });
  expect(await worthTo(portal)).toEqual(['200', null, null, null, null]);
  await given.certificate(owner, { ...own, issue_date: '2023-05-04', quantity: '100', price_per_share: '0.30' });
  expect(await worthTo(portal)).toEqual(['300', '0.3', 'issue', '2023-05-04', '90.00']);
  const split = { numerator: '3', denominator: '1', date: '2024-09-01' };
  expect((await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, split)).status).toBe(200);
  expect(await worthTo(portal)).toEqual(['900', '0.1', 'issue', '2023-05-04', '90.00', '0.3']);
  const valuation = { share_class_id: shareClass.id, price_per_share: '0.20', effective_date: '2022-01-01' };
  expect((await owner.post('/api/valuations/', valuation)).status).toBe(201);
  expect(await worthTo(portal)).toEqual(['900', '0.0666666667', 'valuation', '2022-01-01', '60.00', '0.2']);
});
