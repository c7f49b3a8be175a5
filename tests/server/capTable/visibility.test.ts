// What a company shows its shareholders of the cap table: their own rows, the totals as well, or the whole table.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Person;
let former: Person;
let mine: Row;
let other: Row;
let common: Row;

async function show(cap_table_visibility: string, by: Person = owner) {
  const { body } = await owner.get('/api/organization');
  return by.put('/api/organization', { ...body, cap_table_visibility });
}
const tableOf = async (person: Person, basis = 'outstanding'): Promise<Row> => {
  const reply = await person.get(`/api/cap-table/?basis=${basis}`);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body;
};
const rowsOf = (table: Row) => (table.rows as Row[]).map(({ name, total, percent }) => [name, total, percent]);

beforeAll(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common' });
  mine = await given.shareholder(owner);
  other = await given.shareholder(owner);
  const left = await given.shareholder(owner);
  const of = (shareholder_id: unknown, quantity: string) =>
    given.certificate(owner, { share_class_id: common.id, shareholder_id, quantity });
  await of(mine.id, '1000');
  await of(other.id, '3000');
  const gone = await of(left.id, '50');
  await owner.post(`/api/certificates/${String(gone.id)}/cancel`, { date: '2024-02-01', reason: 'Bought back' });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '500' });
  await given.grant(owner, { equity_plan_id: plan.id, shareholder_id: other.id, quantity: '400' });
  await given.convertible(owner, { shareholder_id: other.id });
  holder = await signUpShareholder(server, owner, mine);
  former = await signUpShareholder(server, owner, left);
});

it('is their own rows alone, without totals and percentages, until the company says otherwise', async () => {
  expect((await owner.get('/api/organization')).body.cap_table_visibility).toBe('own');
  const table = await tableOf(holder);
  expect(table).toMatchObject({ total: null, convertibles: [] });
  expect(rowsOf(table)).toEqual([[mine.name, '1000', null]]);
  expect((table.classes as Row[]).map(({ outstanding }) => outstanding)).toEqual([null]);
});

it('adds the totals and their own percentage, and nobody else’s row', async () => {
  expect((await show('totals')).status).toBe(200);
  const table = await tableOf(holder);
  expect(table).toMatchObject({ total: '4000', convertibles: [] });
  expect(rowsOf(table)).toEqual([[mine.name, '1000', '25.0000']]);
  expect((table.classes as Row[]).map(({ outstanding, kept }) => [outstanding, kept])).toEqual([['4000', null]]);
  const diluted = await tableOf(holder, 'fully_diluted');
  expect(diluted).toMatchObject({ total: '4500', pool_available: '100' });
  const text = JSON.stringify([table, diluted]);
  expect([text.includes(String(other.name)), text.includes(String(other.id))]).toEqual([false, false]);
});

it('is the table that the company sees, when shown in full', async () => {
  expect((await show('full')).status).toBe(200);
  for (const basis of ['outstanding', 'as_converted', 'fully_diluted', 'voting'])
    expect(await tableOf(holder, basis)).toEqual(await tableOf(owner, basis));
});

it('stays their own rows for a former holder', async () => {
  await show('full');
  expect(await tableOf(former)).toMatchObject({ total: null, rows: [] });
});

it('counts at once, both ways', async () => {
  await show('totals');
  expect((await tableOf(holder)).total).toBe('4000');
  await show('own');
  expect((await tableOf(holder)).total).toBeNull();
});

it('opens nothing besides the table: no earlier state, no entries, difference or file of others', async () => {
  await show('full');
  expect((await holder.get('/api/cap-table/?known_at=1')).status).toBe(403);
  for (const path of [
    '/api/cap-table/entries',
    '/api/cap-table/diff?from=2020-01-01',
    '/api/certificates/',
    '/api/shareholders/',
  ])
    expect([path, (await holder.get(path)).text.includes(String(other.name))]).toEqual([path, false]);
  expect((await holder.get('/api/cap-table/export.csv')).status).toBe(403);
});

describe('the setting', () => {
  it('is written by owners and admins alone', async () => {
    for (const [role, status] of [
      ['admin', 200],
      ['staff', 403],
      ['viewer', 403],
    ] as const)
      expect([role, (await show('own', await givenMember(server, owner, role))).status]).toEqual([role, status]);
    expect((await show('full', holder)).status).toBe(403);
  });
  it('is one of the three', async () => {
    const reply = await show('everything');
    expect([reply.status, JSON.stringify(reply.body.errors)]).toEqual([
      422,
      expect.stringContaining('cap_table_visibility'),
    ]);
  });
});
