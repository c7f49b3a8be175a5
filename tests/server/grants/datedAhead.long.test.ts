// A leaving or a cancellation in part that is dated ahead changes a grant on its day. Until then a list has the present
// form alone, and from that day on the later one alone.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const TODAY = '2026-06-15';
const AHEAD = '2027-01-31';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
let plan: Row;
beforeAll(async () => {
  server.setClock(TODAY);
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner, { authorized_shares: '10000000' });
  plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id], reserved: '1000000' });
});
beforeEach(() => server.setClock(TODAY));

async function post(path: string, body: Row): Promise<Row> {
  const reply = await owner.post(path, body);
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text]);
  return reply.body;
}
const monthly = (vesting_start: string) => ({ vesting_start, months: 48, cliff_months: 12 });
const granted = (extra: Row = {}) =>
  given.grant(owner, {
    equity_plan_id: plan.id,
    quantity: '18000',
    date: '2025-01-01',
    vesting: monthly('2025-01-01'),
    ...extra,
  });

const leave = (one: Row, date = AHEAD) =>
  post(`/api/shareholders/${String(one.shareholder_id)}/terminate`, { date, reason: 'VOLUNTARY_OTHER' });
const own = (rows: readonly Row[], { shareholder_id }: Row) =>
  rows.filter((row) => row.shareholder_id === shareholder_id);
const FIGURES = ['status', 'granted', 'outstanding', 'issued_on'];
const figuresOf = (rows: readonly Row[]) => rows.map((row) => FIGURES.map((name) => row[name]));
const sumOf = (rows: readonly Row[], name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
/** The list, one record a line after the head, of the securities with this number. */
const csvLines = async (by: Person, name: string, number: unknown) =>
  (await by.get(`/api/${name}/export.csv`)).text.split('\r\n').filter((line) => line.includes(String(number)));

/** What is cancelled of each kind in part, and what its list says of it before and after. */
const KINDS = [
  {
    name: 'grants',
    number: 'grant_number',
    make: () => granted(),
    cancel: { quantity: '2000' },
    before: ['active', '18000', '18000', '2025-01-01'],
    after: ['active', '18000', '16000', AHEAD],
  },
  {
    name: 'warrants',
    number: 'warrant_number',
    make: () => given.warrant(owner, { share_class_id: shareClass.id, quantity: '45000' }),
    cancel: { quantity: '5000' },
    before: ['active', '45000', '45000', '2024-01-01'],
    after: ['active', '45000', '40000', AHEAD],
  },
  {
    name: 'convertibles',
    number: 'convertible_number',
    make: () => given.convertible(owner),
    cancel: { amount: '100000' },
    before: ['outstanding', undefined, undefined, '2024-01-01'],
    after: ['outstanding', undefined, undefined, AHEAD],
  },
] as const;

describe.each(KINDS)('$name cancelled in part ahead', ({ name, number, make, cancel, before, after }) => {
  it('are one row on every day, in the list, its count and its CSV, for the company and the holder', async () => {
    const one = await make();
    const person = await signUpShareholder(server, owner, await recordOf(one));
    await post(`/api/${name}/${String(one.id)}/cancel`, { ...cancel, date: AHEAD, reason: 'Agreed' });
    const listed = async (by: Person, day = '') =>
      own((await by.get(`/api/${name}/${day && `?as_of=${day}`}`)).rows, one);
    for (const by of [owner, person]) {
      expect(figuresOf(await listed(by))).toEqual([before]);
      expect(figuresOf(await listed(by, '2027-01-30'))).toEqual([before]);
      expect(figuresOf(await listed(by, AHEAD))).toEqual([after]);
      expect(await csvLines(by, name, one[number])).toHaveLength(1);
    }
    const [later] = await listed(owner, AHEAD);
    expect([later![number], later!.id === one.id]).toEqual([one[number], false]);
    server.setClock(AHEAD);
    expect(figuresOf(await listed(owner))).toEqual([after]);
    expect(await csvLines(owner, name, one[number])).toHaveLength(1);
  });

  it('have the later form as a page of its own, and are as before once the entry is undone', async () => {
    const one = await make();
    const url = `/api/${name}/${String(one.id)}`;
    await post(`${url}/cancel`, { ...cancel, date: AHEAD, reason: 'Agreed' });
    const { became, ended } = (await owner.get(url)).body as { became: Row[]; ended: Row };
    expect(became).toMatchObject([{ date: AHEAD }]);
    const later = await owner.get(`/api/${name}/${String(became[0]!.id)}`);
    expect([later.status, later.body.status, later.body[number]]).toEqual([200, 'upcoming', one[number]]);
    expect((later.body as { before: Row[] }).before.map(({ id }) => id)).toEqual([one.id]);
    const byId = given.listUrl(`/api/${name}/`, { filter: { id: [one.id, became[0]!.id] } });
    expect((await owner.get(byId)).rows).toHaveLength(2);
    const entry = (await owner.get(`/api/transactions/${String(ended.transaction_id)}`)).body;
    expect(JSON.stringify(entry)).toContain(String(became[0]!.id));
    await post(`/api/transactions/${String(entry.id)}/void`, { reason: 'A slip' });
    expect(own((await owner.get(`/api/${name}/?as_of=${AHEAD}`)).rows, one)).toMatchObject([{ id: one.id }]);
  });
});
const recordOf = async ({ shareholder_id }: Row) =>
  (await owner.get(`/api/shareholders/${String(shareholder_id)}`)).body;

describe('a leaving dated ahead', () => {
  it('leaves the grant one row until the day and one from it on, and its page says when the holder leaves', async () => {
    const one = await granted();
    await leave(one);
    const listed = async (day: string) => own((await owner.get(`/api/grants/?as_of=${day}`)).rows, one);
    expect(figuresOf(own((await owner.get('/api/grants/')).rows, one))).toEqual([
      ['active', '18000', '18000', '2025-01-01'],
    ]);
    expect(figuresOf(await listed('2027-01-30'))).toEqual([['active', '18000', '18000', '2025-01-01']]);
    expect(figuresOf(await listed(AHEAD))).toEqual([['active', '18000', '9000', AHEAD]]);
    const upcoming = given.listUrl('/api/grants/', {
      filter: { status: 'upcoming', shareholder_id: one.shareholder_id },
    });
    expect((await owner.get(upcoming)).rows).toEqual([]);
    expect((await recordOf(one)).service).toBe('leaving');
    expect((await recordOf(one)).service_ended_on).toBe(AHEAD);
  });

  it('before anything vests ends the grant on the day, whose row stays', async () => {
    const one = await granted({
      date: '2026-05-01',
      vesting: monthly('2026-05-01'),
    });
    await leave(one);
    const listed = async (day: string) => own((await owner.get(`/api/grants/?as_of=${day}`)).rows, one);
    expect(figuresOf(await listed(TODAY))).toEqual([['active', '18000', '18000', '2026-05-01']]);
    expect(figuresOf(await listed(AHEAD))).toEqual([['cancelled', '18000', '0', '2026-05-01']]);
  });
});

it('several changes dated ahead show the form of each day', async () => {
  const one = await granted();
  await post(`/api/grants/${String(one.id)}/cancel`, { quantity: '2000', date: '2026-10-01', reason: 'Agreed' });
  const on = async (day: string) => own((await owner.get(`/api/grants/?as_of=${day}`)).rows, one);
  const [middle] = await on('2026-10-01');
  await post(`/api/grants/${String(middle!.id)}/cancel`, { quantity: '1000', date: '2026-12-01', reason: 'Agreed' });
  const outstanding = async (day: string) => (await on(day)).map((row) => row.outstanding);
  expect(await outstanding(TODAY)).toEqual(['18000']);
  expect(own((await owner.get('/api/grants/')).rows, one)).toHaveLength(1);
  expect(await outstanding('2026-10-01')).toEqual(['16000']);
  expect(await outstanding('2026-12-01')).toEqual(['15000']);
});

it('a grant that is itself dated ahead is upcoming, in one row also after a change in part', async () => {
  const one = await granted({ date: '2026-09-01', vesting: undefined });
  const listed = async () => own((await owner.get('/api/grants/')).rows, one);
  expect(figuresOf(await listed())).toEqual([['upcoming', '18000', '0', '2026-09-01']]);
  await post(`/api/grants/${String(one.id)}/cancel`, { quantity: '2000', date: '2026-10-01', reason: 'Agreed' });
  expect(figuresOf(await listed())).toEqual([['upcoming', '18000', '0', '2026-09-01']]);
});

it('sums of a column are sums of the ledger', async () => {
  for (const day of [TODAY, '2026-11-01', AHEAD]) {
    const { rows } = await owner.get(`/api/grants/?as_of=${day}`);
    expect(sumOf(rows, 'outstanding')).toBe(
      sumOf((await owner.get(`/api/equity-plans/?as_of=${day}`)).rows, 'outstanding'),
    );
    expect(sumOf(rows, 'granted')).toBe(18000 * new Set(rows.map(({ grant_number }) => grant_number)).size);
  }
});

it('the number of rows is that of the day', async () => {
  const count = async () =>
    String((await owner.get(given.listUrl('/api/grants/', { range: [0, 0] }))).headers['content-range']);
  const total = async () => `grants 0-0/${(await owner.get('/api/grants/')).rows.length}`;
  expect(await count()).toBe(await total());
  server.setClock(AHEAD);
  expect(await count()).toBe(await total());
});
