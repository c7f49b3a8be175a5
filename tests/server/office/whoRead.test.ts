// Who has read a message: the company sees who of its addressees, a shareholder whether the company has, and nobody else anything.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let viewer: Person;
let one: Person;
let two: Person;
let records: Row[];
beforeAll(async () => {
  owner = await signUpCompany(server);
  records = [await given.shareholder(owner, { last_name: 'Aa' }), await given.shareholder(owner, { last_name: 'Bb' })];
  one = await signUpShareholder(server, owner, records[0]!);
  two = await signUpShareholder(server, owner, records[1]!);
  viewer = await givenMember(server, owner, 'viewer');
});

const pathOf = ({ id }: Row) => `/api/messaging/threads/${String(id)}`;
const toBoth = () => given.thread(owner, { shareholder_ids: records.map(({ id }) => id) });
const opens = (by: Caller, thread: Row) => by.post(`${pathOf(thread)}/read`, {});
const answer = async (by: Caller, thread: Row) =>
  (await by.post(`${pathOf(thread)}/messages`, { body: 'Thanks.' })).body;
const messagesOf = async (by: Caller, thread: Row) => (await by.get(pathOf(thread))).body.messages as Row[];
const readBy = async (by: Caller, thread: Row) => (await messagesOf(by, thread)).map(({ read_by }) => read_by);
const readers = (by: Caller, { id }: Row) => by.get(`/api/messaging/messages/${String(id)}/readers`);

it('the company sees who of the addressees has read each of its messages, and when first', async () => {
  const thread = await toBoth();
  expect(await readBy(owner, thread)).toEqual([{ count: 0, of: 2 }]);
  await opens(one, thread);
  const [first] = await messagesOf(owner, thread);
  const [read] = (await readers(viewer, first!)).rows;
  await opens(one, thread);
  await answer(owner, thread);
  for (const by of [owner, viewer])
    expect(await readBy(by, thread)).toEqual([
      { count: 1, of: 2 },
      { count: 0, of: 2 },
    ]);
  const { id, name } = records[0]!;
  expect((await readers(owner, first!)).rows).toEqual([
    { shareholder_id: id, name, read_at: read!.read_at },
    { shareholder_id: records[1]!.id, name: records[1]!.name, read_at: null },
  ]);
  expect(Date.parse(String(read!.read_at))).toBeGreaterThan(Date.now() - 60_000);
});

it('what colleagues read counts for none of the addressees', async () => {
  const thread = await toBoth();
  for (const by of [owner, viewer]) await opens(by, thread);
  expect(await readBy(owner, thread)).toEqual([{ count: 0, of: 2 }]);
});

it('a shareholder sees that the company has read theirs, and nothing of other recipients', async () => {
  const thread = await toBoth();
  await opens(two, thread);
  const said = await answer(one, thread);
  const own = async () => (await messagesOf(one, thread)).find(({ id }) => id === said.id)!;
  expect((await own()).read_by_company).toBe(false);
  // Another recipient opens the thread, without this answer in it.
  await opens(two, thread);
  expect((await own()).read_by_company).toBe(false);
  await opens(viewer, thread);
  expect((await own()).read_by_company).toBe(true);
  expect(await readBy(one, thread)).toEqual([null, null]);
  const [first] = await messagesOf(one, thread);
  expect(first!.read_by_company).toBe(false);
  expect((await readers(one, first!)).status).toBe(403);
  expect((await readers(owner, said)).status).toBe(404);
});

it('an answer to a broadcast is read by nobody who cannot see it', async () => {
  const thread = await toBoth();
  const said = await answer(one, thread);
  await opens(two, thread);
  expect(await server.sql('select 1 from message_read where message_id = $1', [said.id])).toEqual([]);
});

it('what a later account of the same record reads counts for the record once', async () => {
  const record = await given.shareholder(owner);
  const before = await signUpShareholder(server, owner, record);
  const thread = await given.thread(owner, { shareholder_ids: [record.id] });
  await opens(before, thread);
  await owner.post(`/api/shareholders/${String(record.id)}/unlink`, {});
  expect(await readBy(owner, thread)).toEqual([{ count: 1, of: 1 }]);
  await owner.put(`/api/shareholders/${String(record.id)}`, { email: `later-${String(record.id)}@example.com` });
  const later = await signUpShareholder(
    server,
    owner,
    (await owner.get(`/api/shareholders/${String(record.id)}`)).body,
  );
  await opens(later, thread);
  expect(await readBy(owner, thread)).toEqual([{ count: 1, of: 1 }]);
});
