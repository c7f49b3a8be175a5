import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { caller, confirmMailbox, invitationTo, signIn, unique } from '#tests/support/people.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Row;
let portal: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  holder = await given.shareholder(owner);
  portal = await signUpShareholder(server, owner, holder);
});

describe('tasks', () => {
  it('can be given to a member of the company or to a shareholder, who then sees them', async () => {
    const colleague = await givenMember(server, owner, 'staff', { first_name: 'Mary' });
    const people = (await owner.get('/api/assignees/')).rows;
    expect(people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: colleague.user.id, kind: 'member' }),
        expect.objectContaining({ id: holder.id, kind: 'shareholder' }),
      ]),
    );
    expect(await given.task(owner, { assignee_id: colleague.user.id })).toMatchObject({
      assignee: expect.stringContaining('Mary'),
    });
    const task = await given.task(owner, { assignee_id: holder.id });
    expect((await portal.get('/api/tasks/')).rows.map(({ id }) => id)).toContain(task.id);
  });
  it('of others are neither seen nor completed by a shareholder', async () => {
    const task = await given.task(owner);
    const url = `/api/tasks/${String(task.id)}`;
    expect((await portal.get(url)).status).toBe(404);
    expect((await portal.put(url, { status: 'completed' })).status).toBe(404);
    expect((await portal.post('/api/tasks/', { title: 'x', priority: 'low', status: 'pending' })).status).toBe(403);
  });
  it('are completed with one call by whom they are for, once', async () => {
    const task = await given.task(owner, { assignee_id: holder.id });
    const url = `/api/tasks/${String(task.id)}/complete`;
    expect((await portal.post(url, {})).body).toMatchObject({ id: task.id, status: 'completed' });
    expect(await portal.post(url, {})).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    const others = await given.task(owner);
    expect((await portal.post(`/api/tasks/${String(others.id)}/complete`, {})).status).toBe(404);
    expect((await owner.get(`/api/tasks/${String(others.id)}`)).body).toMatchObject({ status: 'pending' });
  });
  it.each([
    ['a priority', { priority: 'now' }],
    ['a status', { status: 'done' }],
    ['a day', { due_date: '2024-13-01' }],
    ['a person', { assignee_id: 'none' }],
    ['no title', { title: '' }],
    ['a title of 201 letters', { title: 'x'.repeat(201) }],
  ])('refuse an invalid value: %s', async (_what, extra) => {
    const reply = await owner.post('/api/tasks/', { title: 'x', priority: 'low', status: 'pending', ...extra });
    expect(reply.status).toBe(422);
  });
  it('can take every status, and have no due date unless one is given', async () => {
    let task = await given.task(owner, { due_date: null });
    expect(task.due_date).toBeNull();
    for (const status of ['in_progress', 'completed', 'pending', 'cancelled'])
      task = (await owner.put(`/api/tasks/${String(task.id)}`, { ...task, status })).body;
    expect(task).toMatchObject({ status: 'cancelled', version: 5 });
  });
});

describe('the addressees of a thread', () => {
  it('are shown as far as the reader may know them, on its page and in the list', async () => {
    const second = await given.shareholder(owner);
    const ids = [holder.id, second.id];
    const one = await given.thread(owner, { shareholder_ids: [holder.id] });
    const several = await given.thread(owner, { shareholder_ids: ids });
    const group = await given.thread(owner, { shareholder_ids: ids, mode: 'group' });
    const others = [await given.shareholder(owner), await given.shareholder(owner)];
    const many = await given.thread(owner, { shareholder_ids: [...ids, ...others.map(({ id }) => id)] });
    const both = [holder.name, second.name].map(String).sort().join(' and ');
    const asked = await given.thread(portal, { shareholder_ids: undefined });
    const told = (by: Person) => async (thread: Row) => {
      const listed = (await by.get('/api/messaging/threads')).rows.find(({ id }) => id === thread.id);
      const { addressed_to } = (await by.get(`/api/messaging/threads/${String(thread.id)}`)).body;
      expect(listed!.addressed_to).toBe(addressed_to);
      return addressed_to;
    };
    expect(await Promise.all([one, several, group, asked].map(told(owner)))).toEqual([
      holder.name,
      both,
      both,
      `The company, from ${String(holder.name)}`,
    ]);
    expect(await Promise.all([one, several, group, asked].map(told(portal)))).toEqual([
      'You',
      'You',
      both,
      'The company',
    ]);
    const all = [holder, second, ...others].map(({ name }) => String(name)).sort();
    expect(await told(owner)(many)).toBe(`${all[0]}, ${all[1]} and 2 more`);
    expect(await told(portal)(many)).toBe('You');
    const found = await owner.get(
      `/api/messaging/threads?filter=${encodeURIComponent(`{"q":"${String(holder.name)}"}`)}`,
    );
    expect(found.rows.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, several.id, group.id, asked.id]));
  });
});

describe('messages', () => {
  const url = (thread: Row, verb = '') => `/api/messaging/threads/${String(thread.id)}${verb}`;
  it('start a thread with the chosen holders, who read and answer', async () => {
    const thread = await given.thread(owner, {
      subject: 'Annual report',
      body: 'It is here.',
      shareholder_ids: [holder.id],
    });
    expect(thread).toMatchObject({ subject: 'Annual report', is_closed: false, updated_at: expect.any(String) });
    expect((await portal.get(url(thread))).body).toMatchObject({
      messages: [{ author: expect.stringContaining('Ada'), body: 'It is here.', at: expect.any(String) }],
    });
    const answer = await portal.post(url(thread, '/messages'), { body: 'Thank you.' });
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { id: expect.any(String), body: 'Thank you.', author: expect.any(String) },
    ]);
    const { messages } = (await owner.get(url(thread))).body as { messages: Row[] };
    expect(messages.map(({ body }) => body)).toEqual(['It is here.', 'Thank you.']);
  });
  it('to all reach every active holder and no inactive one', async () => {
    const gone = await given.shareholder(owner, { is_active: false });
    const thread = await given.thread(owner, { shareholder_ids: 'all' });
    const { participants } = (await owner.get(url(thread))).body as { participants: Row[] };
    const ids = participants.map(({ id }) => id);
    expect(ids).toContain(holder.id);
    expect(ids).not.toContain(gone.id);
  });
  it('from a shareholder reach the company, and can address nobody else', async () => {
    const other = await given.shareholder(owner);
    const body = { subject: 'A question', body: 'Hello.', shareholder_ids: [other.id] };
    expect((await portal.post('/api/messaging/threads', body)).status).toBe(422);
    const thread = await given.thread(portal, { subject: 'A question', shareholder_ids: undefined });
    const { participants } = (await owner.get(url(thread))).body as { participants: Row[] };
    expect(participants.map(({ id }) => id)).toEqual([holder.id]);
  });
  it('do not show a holder who else takes part', async () => {
    const other = await given.shareholder(owner);
    const thread = await given.thread(owner, { shareholder_ids: [holder.id, other.id] });
    expect((await portal.get(url(thread))).text).not.toContain(String(other.id));
  });
  it('show who writes for the company, as it was at the time', async () => {
    const thread = await given.thread(owner, { shareholder_ids: [holder.id] });
    await portal.post(url(thread, '/messages'), { body: 'From a holder.' });
    for (const by of [owner, portal]) {
      const { messages } = (await by.get(url(thread))).body as { messages: Row[] };
      expect(messages.map((each) => each.on_behalf_of)).toEqual([owner.user.client_display_name, null]);
    }
    const sent = await owner.post(url(thread, '/messages'), { body: 'And again.' });
    expect(sent.body).toMatchObject({ on_behalf_of: owner.user.client_display_name });
    await server.sql(`update membership set role = 'viewer' where account_id = $1`, [owner.user.id]);
    const { messages } = (await portal.get(url(thread))).body as { messages: Row[] };
    expect(messages.map((each) => each.on_behalf_of !== null)).toEqual([true, false, true]);
    await server.sql(`update membership set role = 'owner' where account_id = $1`, [owner.user.id]);
  });
  it('are closed and reopened by the company; a closed thread takes no answer', async () => {
    const thread = await given.thread(owner, { shareholder_ids: [holder.id] });
    expect((await portal.post(url(thread, '/close'), {})).status).toBe(403);
    expect((await owner.post(url(thread, '/close'), {})).body).toMatchObject({ id: thread.id, is_closed: true });
    for (const by of [owner, portal])
      expect(await by.post(url(thread, '/messages'), { body: 'x' })).toMatchObject({
        status: 409,
        code: 'thread_closed',
      });
    expect((await owner.post(url(thread, '/reopen'), {})).body.is_closed).toBe(false);
    expect((await portal.post(url(thread, '/messages'), { body: 'x' })).status).toBe(201);
  });
  it('of others are hidden from a shareholder', async () => {
    const thread = await given.thread(owner, { shareholder_ids: [(await given.shareholder(owner)).id] });
    expect((await portal.get(url(thread))).status).toBe(404);
    expect((await portal.post(url(thread, '/messages'), { body: 'x' })).status).toBe(404);
    expect((await portal.get('/api/messaging/threads')).rows.map(({ id }) => id)).not.toContain(thread.id);
  });
  it('need a subject, a text and a reader', async () => {
    const whole = { subject: 'x', body: 'x', shareholder_ids: [holder.id] };
    for (const extra of [
      { subject: ' ' },
      { body: '' },
      { shareholder_ids: [] },
      { shareholder_ids: undefined },
      { shareholder_ids: 'some' },
      { shareholder_ids: ['none'] },
      { body: 'x'.repeat(10_001) },
    ])
      expect((await owner.post('/api/messaging/threads', { ...whole, ...extra })).status).toBe(422);
  });
});

describe('a thread to several holders', () => {
  const url = (thread: Row, verb = '') => `/api/messaging/threads/${String(thread.id)}${verb}`;
  const said = (body: unknown) => (body as { messages: Row[] }).messages.map((each) => each.body);
  let other: Row;
  let neighbour: Person;
  beforeAll(async () => {
    other = await given.shareholder(owner);
    neighbour = await signUpShareholder(server, owner, other);
  });
  const several = (extra: Row = {}) =>
    given.thread(owner, { body: 'To all of you.', shareholder_ids: [holder.id, other.id], ...extra });

  it('is a broadcast: an answer is visible to its author and to the company only', async () => {
    const thread = await several();
    expect(thread.mode).toBe('broadcast');
    await portal.post(url(thread, '/messages'), { body: 'My account is 4711.' });
    await neighbour.post(url(thread, '/messages'), { body: 'Mine is 0815.' });
    await owner.post(url(thread, '/messages'), { body: 'Thank you both.' });
    expect(said((await owner.get(url(thread))).body)).toEqual([
      'To all of you.',
      'My account is 4711.',
      'Mine is 0815.',
      'Thank you both.',
    ]);
    expect(said((await portal.get(url(thread))).body)).toEqual([
      'To all of you.',
      'My account is 4711.',
      'Thank you both.',
    ]);
    expect(said((await neighbour.get(url(thread))).body)).toEqual([
      'To all of you.',
      'Mine is 0815.',
      'Thank you both.',
    ]);
  });
  it('shows others no trace of an answer: not in its order, its day, its version, the dashboard or a file', async () => {
    const thread = await several();
    const trace = async () => [
      (await neighbour.get(url(thread))).body,
      (await neighbour.get('/api/messaging/threads')).rows,
      (await neighbour.get('/api/messaging/threads/export.csv')).text,
      (await neighbour.get('/api/dashboard')).body,
    ];
    const before = await trace();
    await portal.post(url(thread, '/messages'), { body: 'Mine alone.' });
    expect(await trace()).toEqual(before);
    const [first] = (await owner.get('/api/messaging/threads')).rows;
    expect([first!.id, first!.updated_at !== thread.updated_at]).toEqual([thread.id, true]);
  });
  it('is kept private by the database too', async () => {
    const thread = await several();
    await portal.post(url(thread, '/messages'), { body: 'Mine alone.' });
    const seen = await server.deps.db.asActor(createHash('sha256').update(neighbour.token).digest('hex'), (tx) =>
      tx.rows<Row>('select body from message where thread_id = $1', [thread.id]),
    );
    expect(seen).toEqual([{ body: 'To all of you.' }]);
    await expect(server.sql(`update thread set mode = 'group' where id = $1`, [thread.id])).rejects.toMatchObject({
      code: '23514',
    });
  });
  it('shows what an account wrote to that account only, whichever record it has later', async () => {
    const company = await signUpCompany(server);
    await confirmMailbox(server, company);
    const [first, second] = [await given.shareholder(company), await given.shareholder(company)];
    const writer = await signUpShareholder(server, company, first);
    const thread = await given.thread(company, { body: 'To both of you.', shareholder_ids: [first.id, second.id] });
    await writer.post(url(thread, '/messages'), { body: 'Mine alone.' });
    const begun = await writer.post('/api/messaging/threads', { subject: 'My divorce', body: 'I ask you alone.' });
    expect(begun.status).toBe(201);
    await company.post(url(begun.body, '/messages'), { body: 'We answer.' });
    await company.post(`/api/shareholders/${String(first.id)}/unlink`, { reason: 'the wrong person' });
    const record = (await company.get(`/api/shareholders/${String(first.id)}`)).body;
    const corrected = { email: `right-${unique()}@example.com`, version: record.version };
    await company.put(`/api/shareholders/${String(first.id)}`, corrected);
    // A line as it was written before each holder's lines were private.
    await server.sql(
      `insert into activity (org_id, id, account_id, actor, text, resource, resource_id, shareholder_id)
       select org_id, $1, created_by, 'A holder', 'started thread ' || subject, 'messages', id::text, $3 from thread where id = $2`,
      [v7(), begun.body.id, first.id],
    );
    const next = await signUpShareholder(server, company, { ...first, ...corrected });
    expect(said((await next.get(url(thread))).body)).toEqual(['To both of you.']);
    expect(said((await next.get(url(begun.body))).body)).toEqual(['We answer.']);
    const trace = [
      (await next.get('/api/messaging/threads')).text,
      (await next.get('/api/messaging/threads/export.csv')).text,
      (await next.get(url(begun.body))).text,
      (await next.get('/api/dashboard')).text,
    ].join();
    expect(trace).not.toMatch(/divorce|Mine alone|ask you alone/);
    const filter = encodeURIComponent('{"q":"divorce"}');
    expect((await next.get(`/api/messaging/threads?filter=${filter}`)).rows).toEqual([]);
    // The writer is linked to the other record.
    const invited = (await company.get(`/api/shareholders/${String(second.id)}`)).body;
    await company.put(`/api/shareholders/${String(second.id)}`, { email: writer.email, version: invited.version });
    await company.post(`/api/shareholders/${String(second.id)}/invite`, {});
    writer.token = await signIn(server, writer);
    const again = caller(server, () => writer.token);
    const accepted = await again.post('/api/auth/accept-invite', { token: await invitationTo(server, writer.email) });
    expect(accepted.body.message).toBeUndefined();
    expect(said((await again.get(url(thread))).body)).toEqual(['To both of you.', 'Mine alone.']);
    expect(said((await company.get(url(begun.body))).body)).toEqual(['I ask you alone.', 'We answer.']);
  });
  it('is a group when that is chosen: everybody reads every answer and sees who takes part', async () => {
    const thread = await several({ mode: 'group' });
    await portal.post(url(thread, '/messages'), { body: 'Hello everyone.' });
    const found = (await neighbour.get(url(thread))).body as { mode: string; participants: Row[] };
    expect(said(found)).toEqual(['To all of you.', 'Hello everyone.']);
    expect([found.mode, found.participants.map(({ name }) => name).sort()]).toEqual([
      'group',
      [holder.name, other.name].sort(),
    ]);
  });
  it('can be made a group only by the company, and only with the mode "group"', async () => {
    const body = { subject: 'x', body: 'x', mode: 'group' };
    expect(await portal.post('/api/messaging/threads', body)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'mode' }] },
    });
    expect(
      (await owner.post('/api/messaging/threads', { ...body, shareholder_ids: 'all', mode: 'everyone' })).status,
    ).toBe(422);
  });
});
