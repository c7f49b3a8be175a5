// The seats of the board: who sits on which day, who may change it, and one address one seat at a time.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import { signUpCompany, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const PATH = '/api/board-seats/';
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});
const address = () => `director-${unique()}@example.com`;
const seat = (more: Row = {}): Row => ({ name: 'Ada Byron', email: address(), elected_on: '2023-01-01', ...more });
const added = async (more: Row = {}) => (await owner.post(PATH, seat(more))).body;
const fieldsOf = (reply: { body: Row }) => (reply.body.errors as Row[]).map(({ field }) => field);

describe('the seats of the board', () => {
  it('say who sits today, who did, and who will, and which class elects them', async () => {
    const preferred = await given.shareClass(owner);
    const made = await added({ share_class_id: preferred.id });
    expect(made).toMatchObject({ share_class: preferred.name, ended_on: null, status: 'sitting', version: 1 });
    expect(await added({ ended_on: '2024-01-01' })).toMatchObject({ status: 'ended' });
    expect(await added({ elected_on: '2099-01-01' })).toMatchObject({ status: 'upcoming' });
    expect(await added({ ended_on: '2099-01-01' })).toMatchObject({ status: 'sitting' });
  });
  it('are filtered by what they are today', async () => {
    const name = `Nobody ${unique()}`;
    await added({ name, ended_on: '2024-01-01' });
    await added({ name });
    const { rows } = await owner.get(listUrl(PATH, { filter: { status: 'ended', q: name } }));
    expect(rows.map(({ ended_on }) => ended_on)).toEqual(['2024-01-01']);
  });
  it('are of one address once at a time, and again after a term', async () => {
    const email = address();
    const first = await added({ email });
    const again = await owner.post(PATH, seat({ email: email.toUpperCase(), elected_on: '2024-01-01' }));
    expect([again.status, fieldsOf(again)]).toEqual([422, ['email']]);
    const ended = await owner.put(PATH + String(first.id), { ended_on: '2024-01-01', version: 1 });
    expect(ended.body).toMatchObject({ status: 'ended', version: 2 });
    const next = await owner.post(PATH, seat({ email, elected_on: '2024-01-01' }));
    expect(next.status).toBe(201);
    const reopened = await owner.put(PATH + String(first.id), { ended_on: null, version: 2 });
    expect([reopened.status, fieldsOf(reopened)]).toEqual([422, ['email']]);
  });
  it('are of one address once, of twenty that are added at once', async () => {
    const email = address();
    const replies = await Promise.all(Array.from({ length: 20 }, () => owner.post(PATH, seat({ email }))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(422)]);
  });
  it.each([
    ['the day itself', '2023-01-01'],
    ['a day before', '2022-12-31'],
  ])('end after the day of the election, not on %s', async (_which, ended_on) => {
    const reply = await owner.post(PATH, seat({ ended_on }));
    expect([reply.status, fieldsOf(reply)]).toEqual([422, ['ended_on']]);
  });
  it('ask for a fresh confirmation', async () => {
    await letConfirmationExpire(server, owner);
    expect((await owner.post(PATH, seat())).body).toMatchObject({ code: 'step_up_required' });
  });
});

describe('a class that elects a seat', () => {
  it('stays', async () => {
    const person = await signUpCompany(server);
    const elects = await given.shareClass(person);
    const made = await person.post(PATH, seat({ share_class_id: elects.id }));
    const remove = () => person.delete(`/api/share-classes/${String(elects.id)}`);
    expect((await remove()).body).toMatchObject({ code: 'has_history' });
    await person.delete(PATH + String(made.body.id));
    expect((await remove()).status).toBe(204);
  });
});
