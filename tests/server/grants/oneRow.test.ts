// One row a grant: what splits and partial cancellations made of it is in its history, and the sum of a column is the ledger's.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
let plan: Row;
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner);
  plan = await given.equityPlan(owner, { share_class_ids: [shareClass.id], reserved: '1000000' });
});
const done = async (path: string, body: Row) => {
  const reply = await owner.post(path, body);
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text]);
};
const sumOf = (rows: readonly Row[], name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);

describe.each(['grants', 'warrants'])('%s', (name) => {
  it('are one row each after a split and a change in part, on every day, with their number', async () => {
    const url = `/api/${name}/`;
    const common = await given.shareClass(owner);
    const granted = { quantity: '30000', date: '2024-01-01' };
    const one =
      name === 'grants'
        ? await given.grant(owner, {
            ...granted,
            equity_plan_id: (await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '100000' })).id,
          })
        : await given.warrant(owner, { ...granted, share_class_id: common.id });
    const on = async (day: string) =>
      (await owner.get(`${url}?as_of=${day}`)).rows.filter(
        ({ shareholder_id }) => shareholder_id === one.shareholder_id,
      );
    await done(`/api/share-classes/${String(common.id)}/split`, {
      numerator: '3',
      denominator: '1',
      date: '2026-01-10',
    });
    const [split] = await on('2026-01-10');
    await done(`${url}${String(split!.id)}/cancel`, { quantity: '20000', date: '2026-03-01', reason: 'Left' });
    const figures = async (day: string) => (await on(day)).map(({ outstanding, status }) => [outstanding, status]);
    expect(await figures('2026-01-09')).toEqual([['30000', 'active']]);
    expect(await figures('2026-02-28')).toEqual([['90000', 'active']]);
    expect(await figures('2026-06-15')).toEqual([['70000', 'active']]);
    const [present] = await on('2026-06-15');
    expect([present!.grant_number, present!.warrant_number]).toEqual([one.grant_number, one.warrant_number]);
    // Earlier forms are on the page of the present one, and open.
    const page = (await owner.get(`${url}${String(present!.id)}`)).body as { before: Row[] };
    expect(page.before.map(({ id }) => id)).toEqual([one.id, split!.id]);
    for (const { id } of page.before) expect((await owner.get(`${url}${String(id)}`)).status).toBe(200);
  });
});

it('sums of a column are sums of the ledger, and the parts of each grant add up', async () => {
  const { rows } = await owner.get('/api/grants/');
  expect(sumOf(rows, 'outstanding')).toBe(sumOf((await owner.get('/api/equity-plans/')).rows, 'outstanding'));
  for (const row of rows) {
    expect(Number(row.granted)).toBe(
      sumOf([row], 'exercised_total') + sumOf([row], 'cancelled_total') + Number(row.outstanding),
    );
    expect(Number(row.granted)).toBe(Number(row.vested) + Number(row.unvested) + Number(row.cancelled_total));
  }
});

it('unvested counts what was exercised early', async () => {
  const made = await given.grant(owner, {
    equity_plan_id: plan.id,
    quantity: '48000',
    date: '2026-05-01',
    early_exercisable: true,
    vesting: { vesting_start: '2026-05-01', months: 48, cliff_months: 0 },
  });
  await done(`/api/grants/${String(made.id)}/exercise`, { quantity: '40000', date: '2026-05-02' });
  const read = (await owner.get(`/api/grants/${String(made.id)}`)).body;
  expect(read).toMatchObject({
    granted: '48000',
    vested: '1000',
    unvested: '47000',
    exercised_total: '40000',
    cancelled_total: '0',
    outstanding: '8000',
    vested_outstanding: '0',
    unvested_outstanding: '8000',
  });
  // Of the year ahead the stock has 1,000 a month; the eight thousand that are left of the grant vest last.
  const ahead = (await owner.get('/api/analytics/vesting')).body as { rows: Row[] };
  const own = ahead.rows.filter(({ shareholder_id }) => shareholder_id === made.shareholder_id);
  expect([sumOf(own, 'quantity'), new Set(own.map(({ resource }) => resource))]).toEqual([
    12000,
    new Set(['certificates']),
  ]);
});
