// What holders are to the company: recorded where they come in, and asked for where nobody said it.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const relationshipsOf = async (owner: Person) =>
  Object.fromEntries(
    (await owner.get('/api/shareholders/')).rows.map(({ name, relationship }) => [name, relationship]),
  );
const groupsOf = async (owner: Person) => {
  const reply = await owner.get('/api/analytics/ownership?by=group&points=1');
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  const [point] = reply.body.points as { rows: Row[] }[];
  return Object.fromEntries(point!.rows.map(({ id, percent }) => [id, percent]));
};
const asked = async (by: Person) =>
  ((await by.get('/api/dashboard')).body.decisions as Row[]).find(({ kind }) => kind === 'no_relationship');

const line = (name: string, more: Row = {}): Row => ({
  type: 'individual',
  first_name: name,
  last_name: 'Founder',
  share_class: 'Common',
  quantity: '1000',
  ...more,
});
const start = (owner: Person, holders: Row[]) =>
  owner.post('/api/setup/start', {
    date: '2024-03-02',
    classes: [{ name: 'Common', class_type: 'COMMON', prefix: 'CS-', authorized_shares: '10000000' }],
    holders,
  });

describe('a first cap table that is typed in', () => {
  it('records founders, and what is said of the others', async () => {
    const owner = await signUpCompany(server);
    const reply = await start(owner, [
      line('Ada'),
      line('Bo', { relationship: 'advisor' }),
      line('Cy', { relationship: null }),
      { type: 'entity', entity_name: 'Fund Ltd', share_class: 'Common', quantity: '1000', relationship: 'investor' },
      { type: 'entity', entity_name: 'Unknown Ltd', share_class: 'Common', quantity: '1000' },
    ]);
    expect([reply.status, reply.text]).toEqual([201, reply.text]);
    expect(await relationshipsOf(owner)).toEqual({
      'Ada Founder': 'founder',
      'Bo Founder': 'advisor',
      'Cy Founder': null,
      'Fund Ltd': 'investor',
      'Unknown Ltd': null,
    });
    expect(await groupsOf(owner)).toEqual({
      founders: '20.0000',
      employees: '0.0000',
      investors: '20.0000',
      others: '20.0000',
      unknown: '40.0000',
    });
  });

  it('refuses a word that is none, and two words for one person, at their field', async () => {
    const owner = await signUpCompany(server);
    const unknown = await start(owner, [line('Ada', { relationship: 'boss' })]);
    expect([unknown.status, (unknown.body.errors as Row[])[0]!.field]).toEqual([422, 'holders.0.relationship']);
    const both = await start(owner, [line('Ada'), line('Ada', { relationship: 'investor' })]);
    expect([both.status, (both.body.errors as Row[])[0]!.field]).toEqual([422, 'holders.1.relationship']);
    expect((await owner.get('/api/shareholders/')).rows).toEqual([]);
  });
});

it('a posted round records its new investors', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  const ann = await given.shareholder(owner, { relationship: 'founder' });
  const held = { share_class_id: common.id, shareholder_id: ann.id, issue_date: '2024-01-02' };
  await given.certificate(owner, { ...held, quantity: '8000000' });
  const { id } = await given.scenario(owner, {
    as_of: '2025-01-31',
    steps: [
      {
        kind: 'convertible',
        name: 'Angel',
        instrument: { id: 'A', type: 'post_cap', amount: 100_000, cap: 6_000_000 },
      },
      {
        kind: 'round',
        name: 'Seed',
        class_name: 'Series Seed',
        pre_money: 8_000_000,
        method: 'percent_ownership',
        investors: [{ name: 'Harbor Fund', amount: 2_000_000 }],
        converts: 'all',
      },
    ],
  });
  const drafts = (await owner.post(`/api/scenarios/${String(id)}/drafts`, {})).body.drafts as Row[];
  const posted = await owner.post('/api/drafts/post', { ids: drafts.map((each) => each.id) });
  expect([posted.status, posted.text]).toEqual([200, posted.text]);
  expect(await relationshipsOf(owner)).toMatchObject({ 'Harbor Fund': 'investor', Angel: 'investor' });
  const groups = await groupsOf(owner);
  expect([groups.others, groups.unknown]).toEqual(['0.0000', '0.0000']);
});

it('staff are asked what holders are of whom nobody said it, whatever door they came in by', async () => {
  const owner = await signUpCompany(server);
  const staff = await givenMember(server, owner, 'staff');
  expect(await asked(owner)).toBeUndefined();
  const ada = await given.shareholder(owner, { first_name: 'Ada', last_name: 'Byron', relationship: null });
  // Who holds nothing changes no figure.
  expect(await asked(owner)).toBeUndefined();
  await given.certificate(owner, { shareholder_id: ada.id });
  expect(await asked(staff)).toMatchObject({ total: 1, rows: [{ id: ada.id, name: 'Ada Byron', count: 1 }] });
  const { body } = await owner.get(`/api/shareholders/${String(ada.id)}`);
  const said = await owner.put(`/api/shareholders/${String(ada.id)}`, { ...body, relationship: 'founder' });
  expect([said.status, said.text]).toEqual([200, said.text]);
  expect(await asked(owner)).toBeUndefined();
});
