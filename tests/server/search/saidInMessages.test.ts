// What was said in messages is found by who may read it, in the list of threads and in the search over everything.
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundRecord } from '#src/contract/search.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUp, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let viewer: Person;
let one: Person;
let two: Person;
let broadcast: Row;
let group: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  viewer = await givenMember(server, owner, 'viewer');
  const records = [await given.shareholder(owner), await given.shareholder(owner)];
  const shareholder_ids = records.map(({ id }) => id);
  one = await signUpShareholder(server, owner, records[0]!);
  two = await signUpShareholder(server, owner, records[1]!);
  broadcast = await given.thread(owner, {
    shareholder_ids,
    subject: 'Year end',
    body: 'Dear holders,\nthe Zürich warehouse was sold in October.\nRegards',
  });
  group = await given.thread(owner, { shareholder_ids, mode: 'group', subject: 'Meeting', body: 'Who comes?' });
  await one.post(`/api/messaging/threads/${String(broadcast.id)}/messages`, { body: 'Was the mortgage repaid?' });
  await one.post(`/api/messaging/threads/${String(group.id)}/messages`, { body: 'I bring the saxophone ﬂute.' });
});

const listed = async (by: Caller, q: string) =>
  (await by.get(given.listUrl('/api/messaging/threads', { filter: { q } }))).rows.map(({ id }) => id);
const everything = async (by: Caller, q: string) =>
  ((await by.get(`/api/search?q=${encodeURIComponent(q)}`)).body as unknown as FoundRecord[]).filter(
    ({ resource }) => resource === 'threads',
  );

describe('the list of threads', () => {
  it.each([
    ['a word of a message', 'warehouse'],
    ['a part of one, in other letters', 'ÜRICH WARE'],
    ['a word without its accents', 'zurich'],
    ['two letters', 'zü'],
    ['its subject', 'year e'],
  ])('finds by %s', async (_what, q) => {
    for (const by of [owner, viewer, one, two]) expect(await listed(by, q)).toEqual([broadcast.id]);
  });
  it('finds by an answer only for who reads it', async () => {
    for (const by of [owner, viewer, one]) expect(await listed(by, 'mortgage')).toEqual([broadcast.id]);
    expect(await listed(two, 'mortgage')).toEqual([]);
    expect(await listed(two, 'mo')).toEqual([]);
    for (const by of [owner, one, two]) expect(await listed(by, 'saxophone')).toEqual([group.id]);
  });
  it('finds letters that no index folds', async () => {
    expect(await listed(owner, 'flute')).toEqual([group.id]);
  });
  it('counts and exports what it finds', async () => {
    const reply = await owner.get(
      given.listUrl('/api/messaging/threads', { range: [0, 0], filter: { q: 'warehouse' } }),
    );
    expect(reply.headers['content-range']).toBe('threads 0-0/1');
    const file = await two.get(given.listUrl('/api/messaging/threads/export.csv', { filter: { q: 'mortgage' } }));
    expect(file.text).not.toContain('Year end');
  });
});

describe('the search over everything', () => {
  it('shows the line that was said', async () => {
    for (const by of [owner, viewer, one, two])
      expect(await everything(by, 'zurich october')).toEqual([
        {
          resource: 'threads',
          id: broadcast.id,
          title: 'Year end',
          subtitle: 'the Zürich warehouse was sold in October.',
          why: 'messages',
        },
      ]);
  });
  it('finds answers only for who reads them, and names a thread once', async () => {
    for (const by of [owner, one])
      expect((await everything(by, 'mortgage')).map(({ id }) => id)).toEqual([broadcast.id]);
    expect(await everything(two, 'mortgage')).toEqual([]);
    expect((await everything(owner, 'meeting')).map(({ why }) => why)).toEqual(['subject']);
  });
  it('finds nothing for others', async () => {
    const pending = await signUp(server, { account_type: 'shareholder', client_name: owner.user.client_name });
    const foreign = await signUpCompany(server);
    for (const by of [pending, foreign]) {
      expect(await everything(by, 'warehouse')).toEqual([]);
      expect(await listed(by, 'warehouse')).toEqual([]);
    }
  });
});
