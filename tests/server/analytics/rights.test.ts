// Who sees which chart, and what bad input is told.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Person;
let mine: Row;
let other: Row;

const CHARTS = ['ownership', 'pool', 'concentration', 'value', 'payouts'];
const statusOf = async (by: Person, path: string) => (await by.get(`/api/analytics/${path}`)).status;
const bodyOf = async (by: Person, path: string): Promise<Row> => {
  const reply = await by.get(`/api/analytics/${path}`);
  expect([path, reply.status, reply.text]).toEqual([path, 200, reply.text]);
  return reply.body;
};
async function show(cap_table_visibility: string) {
  const { body } = await owner.get('/api/organization');
  expect((await owner.put('/api/organization', { ...body, cap_table_visibility })).status).toBe(200);
}

beforeAll(async () => {
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner, {
    name: 'Common',
    authorized_shares: '100000',
    price_per_share: '2.00',
  });
  mine = await given.shareholder(owner, { relationship: 'founder' });
  other = await given.shareholder(owner, { relationship: 'investor' });
  const of = (shareholder_id: unknown, quantity: string, issue_date: string) =>
    given.certificate(owner, {
      share_class_id: common.id,
      shareholder_id,
      quantity,
      issue_date,
      price_per_share: '2.00',
    });
  await of(mine.id, '1000', '2024-01-10');
  await of(other.id, '3000', '2024-02-10');
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '500' });
  await given.grant(owner, { equity_plan_id: plan.id, shareholder_id: other.id, quantity: '400' });
  await owner.post('/api/valuations/', {
    share_class_id: common.id,
    price_per_share: '2.50',
    effective_date: '2024-03-01',
  });
  await given.approveSeen(
    owner,
    await given.distribution(owner, {
      share_class_ids: [common.id],
      amount_per_share: '0.10',
      record_date: '2024-06-01',
      payment_date: '2024-06-15',
    }),
  );
  holder = await signUpShareholder(server, owner, mine);
});

describe('who works for the company', () => {
  it('has every chart, whatever the role', async () => {
    for (const role of ['admin', 'staff', 'viewer']) {
      const member = await givenMember(server, owner, role);
      for (const chart of [...CHARTS, 'vesting', 'dates', `dilution?shareholder_id=${String(mine.id)}`])
        expect([role, chart, await statusOf(member, chart)]).toEqual([role, chart, 200]);
    }
  });
  it('sees what a class is worth, with the price’s source and date', async () => {
    expect(await bodyOf(owner, 'value?as_of=2024-02-15')).toMatchObject({ total: '8000.00', total_is_whole: true });
    const { rows } = await bodyOf(owner, 'value');
    expect(rows).toEqual([
      expect.objectContaining({
        name: 'Common',
        quantity: '4000',
        price: '2.5',
        price_source: 'valuation',
        price_date: '2024-03-01',
        value: '10000.00',
      }),
    ]);
  });
  it('sees what was paid out, by distribution, class and holder, and what is open', async () => {
    const figures = { gross: '400.00', tax: '0.00', net: '400.00', completed: '0.00', open: '400.00', failed: '0.00' };
    for (const by of ['distribution', 'class', 'holder']) {
      const { totals, rows, years } = await bodyOf(owner, `payouts?year=2024&by=${by}`);
      expect([by, totals, (rows as Row[]).length]).toEqual([by, figures, by === 'holder' ? 2 : 1]);
      expect(years).toEqual([{ year: 2024, currency: 'USD', ...figures }]);
    }
    expect(await bodyOf(owner, 'payouts?year=2023')).toMatchObject({ rows: [], totals: { gross: '0.00' } });
  });
  it('sees what a holder’s percentage became, and the entries that made it so', async () => {
    const { points } = await bodyOf(owner, `dilution?shareholder_id=${String(mine.id)}&basis=outstanding`);
    expect(
      (points as Row[]).map(({ date, percent, transactions_count }) => [date, percent, transactions_count]),
    ).toEqual([
      ['2024-01-10', '100.0000', 1],
      ['2024-02-10', '25.0000', 1],
    ]);
    const [entry] = (points as Row[])[1]!.transactions as string[];
    expect((await owner.get(`/api/transactions/${entry}`)).body).toMatchObject({ object_type: 'TX_STOCK_ISSUANCE' });
  });
  it('sees founders, employees and investors apart', async () => {
    const { points } = await bodyOf(owner, 'ownership?by=group&points=1');
    expect(((points as Row[])[0]!.rows as Row[]).map(({ id, percent }) => [id, percent])).toEqual([
      ['founders', '25.0000'],
      ['employees', '0.0000'],
      ['investors', '75.0000'],
      ['others', '0.0000'],
      ['unknown', '0.0000'],
    ]);
  });
  it('has holders who are not among the largest counted together', async () => {
    const { points } = await bodyOf(owner, 'ownership?by=holder&points=1&holders=1&basis=fully_diluted');
    const [{ rows, others, total }] = points as [Row];
    expect((rows as Row[]).map(({ id, quantity }) => [id, quantity])).toEqual([
      [other.id, '3400'],
      [null, '100'],
    ]);
    expect([others, total]).toEqual([{ holders: 1, quantity: '1000', percent: '22.2222' }, '4500']);
  });
});

describe('a shareholder', () => {
  it('has no chart where the company shows them their own rows alone', async () => {
    await show('own');
    for (const chart of [...CHARTS, 'vesting', 'dates', 'dilution'])
      expect([chart, await statusOf(holder, chart)]).toEqual([chart, 403]);
  });
  it('has their own dilution with the totals', async () => {
    await show('totals');
    const own = await bodyOf(holder, 'dilution?basis=outstanding');
    expect(own).toMatchObject({ shareholder_id: mine.id });
    expect((own.points as Row[]).map(({ percent }) => percent)).toEqual(['100.0000', '25.0000']);
    expect(JSON.stringify(own)).not.toContain(String(other.name));
    expect(await statusOf(holder, `dilution?shareholder_id=${String(other.id)}`)).toBe(403);
    for (const chart of [...CHARTS, 'vesting', 'dates'])
      expect([chart, await statusOf(holder, chart)]).toEqual([chart, 403]);
  });
  it('has what the company has where the table is shown in full', async () => {
    await show('full');
    for (const chart of [
      ...CHARTS,
      'ownership?by=holder&basis=fully_diluted',
      'payouts?year=2024',
      'value?as_of=2024-02-15',
    ])
      expect([chart, await bodyOf(holder, chart)]).toEqual([chart, await bodyOf(owner, chart)]);
    expect(await statusOf(holder, `dilution?shareholder_id=${String(other.id)}`)).toBe(200);
  });
  it('never has what the table does not show: relationships, others’ payments, vesting and dates', async () => {
    await show('full');
    for (const chart of ['ownership?by=group', 'payouts?by=holder', 'vesting', 'dates'])
      expect([chart, await statusOf(holder, chart)]).toEqual([chart, 403]);
  });
});

describe('bad input', () => {
  it.each([
    ['ownership?points=0', 'points'],
    ['ownership?points=121', 'points'],
    ['ownership?points=many', 'points'],
    ['ownership?holders=201&by=holder', 'holders'],
    ['ownership?from=2025-01-01&to=2024-01-01', 'from'],
    ['ownership?from=2024-02-30', 'from'],
    ['ownership?basis=imagined', 'basis'],
    ['ownership?by=colour', 'by'],
    ['dilution', 'shareholder_id'],
    ['dilution?shareholder_id=x&basis=imagined', 'basis'],
    ['concentration?as_of=yesterday', 'as_of'],
    ['value?as_of=yesterday', 'as_of'],
    ['payouts?year=26', 'year'],
    ['payouts?by=colour', 'by'],
    ['pool?points=-1', 'points'],
  ])('%s is told at %s', async (path, field) => {
    const reply = await owner.get(`/api/analytics/${path}`);
    expect([reply.status, (reply.body.errors as Row[]).map((each) => each.field)]).toEqual([422, [field]]);
  });
  it('is a holder that the company has not', async () => {
    const stranger = await given.shareholder(await signUpCompany(server));
    for (const id of ['nobody', stranger.id])
      expect(await statusOf(owner, `dilution?shareholder_id=${String(id)}`)).toBe(404);
  });
});

it('a new company has points without anything in them', async () => {
  const fresh = await signUpCompany(server);
  expect(await bodyOf(fresh, 'ownership')).toMatchObject({ points: [{ total: '0', rows: [] }] });
  expect(await bodyOf(fresh, 'pool')).toMatchObject({
    runway_months: null,
    points: [{ reserved: '0', available: '0' }],
  });
  expect(await bodyOf(fresh, 'concentration')).toMatchObject({ holders: 0, hhi: '0', top: [] });
  expect(await bodyOf(fresh, 'value')).toMatchObject({ rows: [], total: null, total_is_whole: true });
  expect(await bodyOf(fresh, 'payouts')).toMatchObject({ rows: [], years: [], totals: { gross: '0.00' } });
  expect(await bodyOf(fresh, 'vesting')).toMatchObject({ rows: [], total: '0', cliffs: [] });
  expect(await bodyOf(fresh, 'dates')).toMatchObject({ rows: [] });
});
