// Unvested stock of an early exercise is repurchased: the grant vests on at the same days without it, on every screen.
//
//   48,000 options vest a thousand a month from 2024-02-01, without a cliff. 40,000 are exercised early: they are the first forty
//   months, and the 8,000 options that are left are the last eight.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let holder: Row;
let grant: Row;

beforeEach(async () => {
  server.setClock('2026-07-15');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000', price_per_share: '0.10' });
  holder = await given.shareholder(owner);
  grant = await given.grant(owner, {
    shareholder_id: holder.id,
    equity_plan_id: (await given.equityPlan(owner, { share_class_ids: [common.id] })).id,
    quantity: '48000',
    exercise_price: '0.10',
    early_exercisable: true,
    date: '2024-01-01',
    vesting: { vesting_start: '2024-01-01', months: 48, cliff_months: 0 },
  });
});

async function post(path: string, body: Row): Promise<Row> {
  const reply = await owner.post(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, reply.status < 300 ? reply.status : 200, reply.text]);
  return reply.body;
}
const exercise = (quantity = '40000', date = '2024-01-15') =>
  post(`/api/grants/${String(grant.id)}/exercise`, { quantity, date });
const active = async () =>
  (await owner.get(`/api/certificates/?filter=${encodeURIComponent('{"status":"active"}')}`)).rows;
const repurchase = async (quantity: string, date: string, id?: unknown) =>
  post(`/api/certificates/${String(id ?? (await active())[0]!.id)}/repurchase`, {
    quantity,
    price_per_share: '0.10',
    date,
  });
const pageOf = async () => (await owner.get(`/api/grants/${String(grant.id)}`)).body;
/** Vested, unvested, and of what is left of the grant. */
const figuresOn = async (day: string) => {
  const [row] = (await owner.get(`/api/grants/?as_of=${day}`)).rows;
  return [row!.vested, row!.unvested, row!.vested_outstanding, row!.unvested_outstanding];
};
const ahead = async () =>
  ((await owner.get('/api/analytics/vesting')).body as { rows: Row[] }).rows.map(({ date, quantity, resource }) => [
    date,
    quantity,
    resource,
  ]);
const shownMonths = async () =>
  ((await pageOf()).schedule as { tranches: Row[] }).tranches.map(({ date }) => String(date).slice(0, 7));

describe('unvested stock of an early exercise that was repurchased', () => {
  it('does not vest in the months that it would have vested in, and the options do in their own', async () => {
    await exercise();
    await repurchase('10000', '2026-07-10');
    expect(await figuresOn('2026-07-10')).toEqual(['30000', '8000', '0', '8000']);
    expect(await figuresOn('2026-11-15')).toEqual(['30000', '8000', '0', '8000']);
    expect(await figuresOn('2027-05-31')).toEqual(['30000', '8000', '0', '8000']);
    expect(await figuresOn('2027-06-01')).toEqual(['31000', '7000', '1000', '7000']);
    expect(await figuresOn('2028-01-01')).toEqual(['38000', '0', '8000', '0']);
  });

  it('is not in the calendar ahead, on the page of the grant and in the portfolio', async () => {
    await exercise();
    await repurchase('10000', '2026-07-10');
    server.setClock('2026-11-15');
    expect(await ahead()).toEqual(
      ['06', '07', '08', '09', '10', '11'].map((month) => [`2027-${month}-01`, '1000', 'grants']),
    );
    const months = await shownMonths();
    expect([months.length, months.slice(29, 32)]).toEqual([38, ['2026-07', '2027-06', '2027-07']]);
    const { vested, unvested } = await pageOf();
    expect([vested, unvested]).toEqual(['30000', '8000']);
    const seen = (await owner.get(`/api/shareholders/${String(holder.id)}/preview`)).body;
    const [company] = seen.portfolio as { holdings: Row[] }[];
    const granted = company!.holdings.filter(({ kind }) => kind === 'grant');
    expect(granted.map(({ next_vesting }) => next_vesting)).toEqual([{ date: '2027-06-01', quantity: '1000' }]);
  });

  it('of which a part is left vests until that part has, then waits for the options', async () => {
    await exercise();
    await repurchase('5000', '2026-07-10');
    expect(await figuresOn('2026-11-15')).toEqual(['34000', '9000', '0', '8000']);
    expect(await figuresOn('2027-05-31')).toEqual(['35000', '8000', '0', '8000']);
    expect(await figuresOn('2027-06-01')).toEqual(['36000', '7000', '1000', '7000']);
    server.setClock('2026-11-15');
    expect((await ahead()).slice(0, 2)).toEqual([
      ['2026-12-01', '1000', 'certificates'],
      ['2027-06-01', '1000', 'grants'],
    ]);
  });

  it('and vested shares with it: what had vested stays vested, and no more of the stock does', async () => {
    await exercise();
    await repurchase('39000', '2024-03-10');
    for (const day of ['2024-03-10', '2024-12-15', '2026-07-10', '2027-05-31'])
      expect([day, ...(await figuresOn(day))]).toEqual([day, '2000', '8000', '0', '8000']);
    expect(await figuresOn('2027-06-01')).toEqual(['3000', '7000', '1000', '7000']);
  });

  it('of the first of two exercises leaves its own months out', async () => {
    await exercise('10000');
    await exercise('30000', '2024-01-16');
    const first = (await active()).find(({ quantity }) => quantity === '10000')!;
    await repurchase('6000', '2024-05-10', first.id);
    // Four thousand had vested by May; the second exercise vests from the eleventh month on.
    expect(await figuresOn('2024-11-15')).toEqual(['4000', '38000', '0', '8000']);
    expect(await figuresOn('2024-12-01')).toEqual(['5000', '37000', '0', '8000']);
    expect(await figuresOn('2027-05-01')).toEqual(['34000', '8000', '0', '8000']);
  });

  it('is counted after a split in shares of today, on each day', async () => {
    await exercise();
    await repurchase('10000', '2026-07-10');
    await post(`/api/share-classes/${String(common.id)}/split`, {
      numerator: '3',
      denominator: '1',
      date: '2026-07-12',
    });
    expect(await figuresOn('2026-11-15')).toEqual(['90000', '24000', '0', '24000']);
    expect(await figuresOn('2027-06-01')).toEqual(['93000', '21000', '3000', '21000']);
    server.setClock('2026-11-15');
    expect((await ahead())[0]).toEqual(['2027-06-01', '3000', 'grants']);
  });

  it('loses first what vests last, also from a balance of an earlier repurchase', async () => {
    await exercise();
    await repurchase('3000', '2024-07-10');
    await repurchase('30000', '2024-08-10');
    // Seven thousand had vested by August; all else of the stock is gone.
    expect(await figuresOn('2026-07-10')).toEqual(['7000', '8000', '0', '8000']);
  });

  it('vests on by itself after the options that were left are cancelled', async () => {
    await exercise();
    await post(`/api/grants/${String(grant.id)}/cancel`, { date: '2024-07-10', reason: 'Agreed' });
    expect(await figuresOn('2024-07-10')).toEqual(['6000', '34000', '0', '0']);
    expect(await figuresOn('2026-07-10')).toEqual(['30000', '10000', '0', '0']);
    await repurchase('10000', '2026-07-10');
    expect(await figuresOn('2027-06-01')).toEqual(['30000', '0', '0', '0']);
  });

  it('vests no further after the service ended, on whatever day it is repurchased', async () => {
    await exercise();
    await post(`/api/shareholders/${String(holder.id)}/terminate`, { date: '2026-07-10', reason: 'VOLUNTARY_OTHER' });
    expect(await figuresOn('2026-07-14')).toEqual(['30000', '10000', '0', '0']);
    await repurchase('10000', '2026-07-14');
    expect(await figuresOn('2027-06-01')).toEqual(['30000', '0', '0', '0']);
  });
});
