// What is exercised in part and then ends says how much of it was exercised, and how much was not.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
beforeAll(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
});

async function post(path: string, body: Row): Promise<Row> {
  const reply = await owner.post(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, reply.status < 300 ? reply.status : 200, reply.text]);
  return reply.body;
}
const FIGURES = ['status', 'granted', 'exercised_total', 'cancelled_total', 'outstanding'];
const figuresOf = (row: Row) => FIGURES.map((name) => row[name]);
const warrants = async (holder: unknown, day = '2026-06-15') =>
  (await owner.get(`/api/warrants/?as_of=${day}`)).rows.filter(({ shareholder_id }) => shareholder_id === holder);
/** A warrant for a thousand shares, of which four hundred were exercised. */
async function exercised(extra: Row = {}): Promise<Row> {
  common = await given.shareClass(owner);
  const one = await given.warrant(owner, { share_class_id: common.id, quantity: '1000', date: '2024-01-01', ...extra });
  await post(`/api/warrants/${String(one.id)}/exercise`, { quantity: '400', date: '2025-01-10' });
  return one;
}
const restOf = async (one: Row) => (await warrants(one.shareholder_id))[0]!;
const cancel = async (one: Row, body: Row = {}) =>
  post(`/api/warrants/${String((await restOf(one)).id)}/cancel`, { date: '2025-03-10', reason: 'Agreed', ...body });

it('a warrant exercised in part has the rest outstanding', async () => {
  const one = await exercised();
  expect(figuresOf(await restOf(one))).toEqual(['active', '1000', '400', '0', '600']);
  expect((await warrants(one.shareholder_id, '2025-01-09')).map(figuresOf)).toEqual([
    ['active', '1000', '0', '0', '1000'],
  ]);
  const earlier = (await owner.get(`/api/warrants/${String(one.id)}`)).body;
  expect(figuresOf(earlier).slice(1)).toEqual(['1000', '400', '0', '0']);
});

it('a warrant exercised in part and then cancelled says both numbers, in the list and on its page', async () => {
  const one = await exercised();
  await cancel(one);
  const row = await restOf(one);
  expect(figuresOf(row)).toEqual(['exercised', '1000', '400', '600', '0']);
  expect(figuresOf((await owner.get(`/api/warrants/${String(row.id)}`)).body)).toEqual(figuresOf(row));
});

it('a warrant exercised twice, cancelled in part and split counts all of it in shares of today', async () => {
  const one = await exercised();
  await cancel(one, { quantity: '100' });
  await post(`/api/share-classes/${String(common.id)}/split`, { numerator: '2', denominator: '1', date: '2025-04-10' });
  await post(`/api/warrants/${String((await restOf(one)).id)}/exercise`, { quantity: '300', date: '2025-05-10' });
  expect(figuresOf(await restOf(one))).toEqual(['active', '2000', '1100', '200', '700']);
  await cancel(one, { date: '2025-06-10' });
  expect(figuresOf(await restOf(one))).toEqual(['exercised', '2000', '1100', '900', '0']);
});

it('a warrant that was cancelled, or exercised whole, has all of it there', async () => {
  const common = await given.shareClass(owner);
  const extra = { share_class_id: common.id, quantity: '1000', date: '2024-01-01' };
  const [whole, none] = [await given.warrant(owner, extra), await given.warrant(owner, extra)];
  await post(`/api/warrants/${String(whole.id)}/exercise`, { date: '2025-01-10' });
  await cancel(none);
  expect(figuresOf(await restOf(whole))).toEqual(['exercised', '1000', '1000', '0', '0']);
  expect(figuresOf(await restOf(none))).toEqual(['cancelled', '1000', '0', '1000', '0']);
});

it('a warrant that expired after an exercise in part has the rest until an entry ends it', async () => {
  const one = await exercised({ expiration_date: '2025-12-31' });
  expect(figuresOf(await restOf(one))).toEqual(['expired', '1000', '400', '0', '600']);
});

it('a grant exercised in part and then cancelled says both numbers', async () => {
  const plan = await given.equityPlan(owner);
  const grant = await given.grant(owner, { equity_plan_id: plan.id });
  await post(`/api/grants/${String(grant.id)}/exercise`, { quantity: '400', date: '2026-01-10' });
  await post(`/api/grants/${String(grant.id)}/cancel`, { date: '2026-03-10', reason: 'Agreed' });
  expect(figuresOf((await owner.get(`/api/grants/${String(grant.id)}`)).body)).toEqual([
    'exercised',
    '1000',
    '400',
    '600',
    '0',
  ]);
});
