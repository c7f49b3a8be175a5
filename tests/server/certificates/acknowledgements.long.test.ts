// A holder agrees to what is recorded about a holding, or disputes it. A dispute opens a conversation and a task, and
// is listed for the company's decision until it is settled.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readZip } from '#server/data/safeZip.ts';
import type { Row } from '#server/db/database.ts';
import { acknowledged } from '#src/resources/acknowledgements.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { asMember } from '#tests/support/asMember.ts';
import * as given from '#tests/support/given.ts';
import { anyone, givenMember, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
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

const givens: Record<(typeof acknowledged)[number], (by: Caller, extra: Row) => Promise<Row>> = {
  certificates: given.certificate,
  grants: given.grant,
  convertibles: given.convertible,
  warrants: given.warrant,
};
const certificateOf = (extra: Row = {}) => given.certificate(owner, { shareholder_id: holder.id, ...extra });
const urlOf = (record: Row, kind = 'certificates') => `/api/${kind}/${String(record.id)}`;
const shown = async (record: Row, by: Caller = owner, kind = 'certificates') =>
  (await by.get(urlOf(record, kind))).body;
const stateOf = async (record: Row, by: Caller = owner) =>
  ((await shown(record, by)).acknowledgement as Row | null)?.state ?? null;
const linesOf = async (record: Row, by: Caller = owner) =>
  ((await shown(record, by)).acknowledgements as Row[]).map(({ actor, text }) => `${String(actor)}: ${String(text)}`);
const agree = (record: Row, body: Row = {}, by: Caller = portal) => by.post(`${urlOf(record)}/agree`, body);
const dispute = (record: Row, reason: unknown = 'It should be 1,200.', by: Caller = portal) =>
  by.post(`${urlOf(record)}/dispute`, { reason });
const threadOf = async (record: Row) => String(((await shown(record)).acknowledgement as Row).thread_id);
const closeThread = (id: string, by: Caller = owner) => by.post(`/api/messaging/threads/${id}/close`, {});
const taskOf = async (record: Row) =>
  (await owner.get('/api/tasks/')).rows.filter(({ title }) =>
    String(title).startsWith(`Settle the dispute of ${String(record.certificate_number)},`),
  );
/** Settles the disputes of earlier tests: the dashboard shows only the few that have waited longest. */
async function settleAll() {
  for (let kind = await waiting(); kind; kind = await waiting())
    for (const { thread_id } of kind.rows) await closeThread(String(thread_id));
}
const waiting = async (by: Caller = owner) =>
  ((await by.get('/api/dashboard')).body.decisions as { kind: string; total: number; rows: Row[] }[]).find(
    ({ kind }) => kind === 'dispute',
  ) ?? null;

describe.each(acknowledged)('a holder of %s', (kind) => {
  it('agrees, disputes and agrees again, and the company reads it', async () => {
    const record = await givens[kind](owner, { shareholder_id: holder.id });
    expect(await shown(record, owner, kind)).toMatchObject({ acknowledgement: null, acknowledgements: [] });
    const agreed = await portal.post(`${urlOf(record, kind)}/agree`, {});
    expect([agreed.status, agreed.body]).toEqual([
      200,
      expect.objectContaining({
        id: record.id,
        acknowledgement: expect.objectContaining({ state: 'agreed', by: 'You' }),
      }),
    ]);
    expect((await shown(record, owner, kind)).acknowledgement).toMatchObject({ state: 'agreed', reason: null });
    const disputed = await portal.post(`${urlOf(record, kind)}/dispute`, { reason: ' The date is wrong. ' });
    expect([disputed.status, disputed.body.acknowledgement]).toEqual([
      200,
      expect.objectContaining({ state: 'disputed', reason: 'The date is wrong.' }),
    ]);
    const read = (await shown(record, owner, kind)).acknowledgement;
    expect(read).toEqual({
      state: 'disputed',
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      reason: 'The date is wrong.',
      by: expect.not.stringMatching(/^You$/),
      thread_id: expect.any(String),
    });
    expect((await portal.post(`${urlOf(record, kind)}/agree`, {})).body.acknowledgement).toMatchObject({
      state: 'agreed',
    });
  });
});

describe('the person who answers for a holding', () => {
  let record: Row;
  beforeAll(async () => void (record = await certificateOf()));
  it('is its linked holder only: no member of the company, and nobody who is not signed in', async () => {
    const members = await Promise.all(
      (['admin', 'staff', 'viewer'] as const).map((role) => givenMember(server, owner, role)),
    );
    for (const person of [owner, ...members])
      for (const reply of [await agree(record, {}, person), await dispute(record, 'x', person)])
        expect([reply.status, reply.code]).toEqual([403, 'forbidden']);
    for (const reply of [await agree(record, {}, anyone(server)), await dispute(record, 'x', anyone(server))])
      expect(reply.status).toBe(401);
    expect(await linesOf(record)).toEqual([]);
  });
  it('is no other holder, of this company or another: they get 404', async () => {
    const neighbour = await signUpShareholder(server, owner, await given.shareholder(owner));
    const other = await signUpCompany(server);
    const stranger = await signUpShareholder(server, other, await given.shareholder(other));
    for (const person of [neighbour, stranger])
      for (const reply of [await agree(record, {}, person), await dispute(record, 'x', person)])
        expect([reply.status, reply.detail]).toEqual([404, 'Not found.']);
    expect(await linesOf(record)).toEqual([]);
  });
  it('answers only for what is held today: not for a later or a closed certificate', async () => {
    const later = await certificateOf({ issue_date: '2199-01-01' });
    const closed = await certificateOf();
    await owner.post(`${urlOf(closed)}/cancel`, { date: '2024-02-01', reason: 'A mistake' });
    for (const each of [later, closed])
      for (const reply of [await agree(each), await dispute(each)])
        expect([reply.status, reply.code]).toEqual([409, 'not_active']);
    expect((await agree(closed)).detail).toContain(`${String(closed.certificate_number)} is cancelled`);
  });
  it.each([
    ['no reason', undefined],
    ['an empty reason', ''],
    ['only spaces', '  \n '],
    ['more than 1,000 characters', 'x'.repeat(1001)],
    ['a number', 5],
  ])('cannot dispute with %s', async (_what, reason) => {
    const reply = await portal.post(`${urlOf(record)}/dispute`, reason === undefined ? {} : { reason });
    expect([reply.status, (reply.body.errors as Row[])[0]]).toEqual([
      422,
      expect.objectContaining({ field: 'reason' }),
    ]);
  });
  it('may give a reason of up to 1,000 characters', async () => {
    const long = await certificateOf();
    expect((await dispute(long, 'x'.repeat(1000))).status).toBe(200);
  });
});

describe('an agreement', () => {
  it('that is repeated changes nothing, also four times at once under different idempotency keys', async () => {
    const record = await certificateOf();
    const options = () => ({ headers: { 'idempotency-key': `agree-${unique()}` } });
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => portal.post(`${urlOf(record)}/agree`, {}, options())),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const first = (await shown(record)).acknowledgement;
    await agree(record);
    expect((await shown(record)).acknowledgement).toEqual(first);
    expect(await linesOf(record, portal)).toEqual(['You: agreed that it is right']);
  });
  it('sent twice under one idempotency key gets the same answer', async () => {
    const record = await certificateOf();
    const options = { headers: { 'idempotency-key': `agree-${unique()}` } };
    const [one, two] = [
      await portal.post(`${urlOf(record)}/agree`, {}, options),
      await portal.post(`${urlOf(record)}/agree`, {}, options),
    ];
    expect([two.status, two.headers['idempotent-replayed'], two.text]).toEqual([200, 'true', one.text]);
  });
  it('covers the entries so far: after a later entry it no longer counts, until it is given again', async () => {
    const grant = await given.grant(owner, { shareholder_id: holder.id });
    const post = (verb: string, body: Row, by: Caller = owner) => by.post(`${urlOf(grant, 'grants')}/${verb}`, body);
    const now = async () => ((await shown(grant, portal, 'grants')).acknowledgement as Row | null)?.state ?? null;
    await post('agree', {}, portal);
    expect(await now()).toBe('agreed');
    await post('reprice', { exercise_price: '0.60', date: '2024-06-01' });
    expect([await now(), (await shown(grant, owner, 'grants')).acknowledgement]).toEqual([null, null]);
    await post('agree', {}, portal);
    expect(await now()).toBe('agreed');
    expect((await shown(grant, owner, 'grants')).acknowledgements).toHaveLength(2);
  });
  it('is refused when the record changed since the holder read it', async () => {
    const grant = await given.grant(owner, { shareholder_id: holder.id });
    const { last_entry } = await shown(grant, portal, 'grants');
    await owner.post(`${urlOf(grant, 'grants')}/reprice`, { exercise_price: '0.60', date: '2024-06-01' });
    const reply = await portal.post(`${urlOf(grant, 'grants')}/agree`, { last_entry });
    expect([reply.status, reply.code]).toEqual([409, 'changed_since']);
    const seen = (await shown(grant, portal, 'grants')).last_entry;
    expect((await portal.post(`${urlOf(grant, 'grants')}/agree`, { last_entry: seen })).status).toBe(200);
  });
  it('ends with a transfer: neither the closed certificate nor its balance is agreed to', async () => {
    const record = await certificateOf();
    await agree(record);
    const other = await given.shareholder(owner);
    const reply = await owner.post(`${urlOf(record)}/transfer`, {
      to_shareholder_id: other.id,
      quantity: '400',
      date: '2024-03-01',
    });
    expect(reply.status).toBe(200);
    expect([await stateOf(record), await linesOf(record, portal)]).toEqual([null, ['You: agreed that it is right']]);
    const balance = (await portal.get('/api/certificates/?filter={"status":"active"}')).rows.find(
      ({ share_class_id, quantity }) => share_class_id === record.share_class_id && quantity === '600',
    )!;
    expect(await stateOf(balance, portal)).toBeNull();
    expect((await agree(balance)).status).toBe(200);
  });
  it('ends with a split, and with a consolidation for each of its certificates', async () => {
    const shareClass = await given.shareClass(owner);
    const [one, two] = [
      await certificateOf({ share_class_id: shareClass.id }),
      await certificateOf({ share_class_id: shareClass.id }),
    ];
    for (const each of [one, two]) await agree(each);
    const joined = await owner.post('/api/certificates/consolidate', {
      certificate_ids: [one.id, two.id],
      date: '2024-03-01',
    });
    expect([joined.status, joined.detail]).toEqual([200, undefined]);
    for (const each of [one, two]) expect(await stateOf(each)).toBeNull();
    // A voided consolidation is still an entry about each of them.
    const entries = await owner.get('/api/transactions/?range=[0,9]');
    const entry = entries.rows.find(({ object_type }) => object_type === 'TX_STOCK_CONSOLIDATION');
    expect((await owner.post(`/api/transactions/${String(entry!.id)}/void`, { reason: 'A slip' })).status).toBe(200);
    for (const each of [one, two]) expect([each.id, await stateOf(each)]).toEqual([each.id, null]);
    const split = await certificateOf({ share_class_id: shareClass.id });
    await agree(split);
    const reply = await owner.post(`/api/share-classes/${String(shareClass.id)}/split`, {
      numerator: '2',
      denominator: '1',
      date: '2024-04-01',
    });
    expect([reply.status, reply.detail]).toEqual([200, undefined]);
    expect(await stateOf(split)).toBeNull();
  });
});

describe('a dispute', () => {
  beforeEach(settleAll);
  it('opens a conversation with the company and a task for its people, and is listed among their decisions', async () => {
    const record = await certificateOf();
    await dispute(record, 'It should be 1,200.');
    const id = await threadOf(record);
    const thread = (await owner.get(`/api/messaging/threads/${id}`)).body;
    expect(thread).toMatchObject({
      subject: `Certificate ${String(record.certificate_number)}: something is wrong`,
      addressed_to: `The company, from ${String(holder.name)}`,
      messages: [{ body: 'It should be 1,200.', on_behalf_of: null }],
      dispute: { resource: 'certificates', id: record.id, number: record.certificate_number, is_open: true },
    });
    expect((await portal.get(`/api/messaging/threads/${id}`)).body).toMatchObject({ addressed_to: 'The company' });
    expect((await owner.post(`/api/messaging/threads/${id}/messages`, { body: 'We look.' })).status).toBe(201);
    const [task, ...others] = await taskOf(record);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ priority: 'high', status: 'pending', assignee_id: null });
    expect(String(task!.description)).toContain('It should be 1,200.');
    expect(String(task!.title)).toContain(String(holder.name));
    expect((await portal.get('/api/tasks/')).rows.map(({ id: own }) => own)).not.toContain(task!.id);
    const row = (await waiting())!.rows.find((each) => each.id === record.id);
    expect(row).toMatchObject({
      resource: 'certificates',
      number: record.certificate_number,
      shareholder: holder.name,
      reason: 'It should be 1,200.',
      thread_id: id,
    });
    expect(await portal.get('/api/dashboard').then(({ body }) => body.decisions)).toBeUndefined();
  });
  it('is opened once, also when it is sent four times at once', async () => {
    const record = await certificateOf();
    const replies = await Promise.all(Array.from({ length: 4 }, (_, n) => dispute(record, `Reason ${n}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)!.code).toBe('already_disputed');
    expect(await taskOf(record)).toHaveLength(1);
    const subject = `Certificate ${String(record.certificate_number)}: something is wrong`;
    const threads = (await owner.get('/api/messaging/threads')).rows.filter((each) => each.subject === subject);
    expect(threads).toHaveLength(1);
  });
  it('is settled by closing its conversation, which completes the task and is shown to both sides', async () => {
    const record = await certificateOf();
    await dispute(record);
    const id = await threadOf(record);
    await Promise.all([closeThread(id), closeThread(id)]);
    expect([await stateOf(record), await stateOf(record, portal)]).toEqual([null, null]);
    expect(await taskOf(record)).toMatchObject([{ status: 'completed' }]);
    expect((await waiting())?.rows.map((row) => row.id) ?? []).not.toContain(record.id);
    const [settled, said, ...rest] = await linesOf(record, portal);
    expect([settled, said, rest]).toEqual([
      expect.stringMatching(/: settled the dispute: its conversation was closed$/),
      'You: said that something is wrong: “It should be 1,200.”',
      [],
    ]);
    const [task] = await taskOf(record);
    const { history } = (await owner.get(`/api/tasks/${String(task!.id)}`)).body as { history: Row[] };
    expect(history.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^completed task Settle the dispute of /),
    );
    expect((await owner.get(`/api/messaging/threads/${id}`)).body).toMatchObject({
      is_closed: true,
      dispute: { id: record.id, is_open: false },
    });
    // Reopening the conversation does not reopen the dispute; disputing again opens a new one.
    await owner.post(`/api/messaging/threads/${id}/reopen`, {});
    expect(await stateOf(record)).toBeNull();
    await closeThread(id);
    expect(await linesOf(record)).toHaveLength(2);
    expect((await dispute(record, 'Still wrong.')).status).toBe(200);
    expect(await threadOf(record)).not.toBe(id);
  });
  it('is settled by agreeing, which leaves the conversation open', async () => {
    const record = await certificateOf();
    await dispute(record);
    const id = await threadOf(record);
    expect((await agree(record)).status).toBe(200);
    expect(await stateOf(record)).toBe('agreed');
    expect(await taskOf(record)).toMatchObject([{ status: 'completed' }]);
    expect((await waiting())?.rows.map((row) => row.id) ?? []).not.toContain(record.id);
    expect((await linesOf(record, portal))[0]).toBe('You: agreed that it is right, which settles the dispute');
    expect((await owner.get(`/api/messaging/threads/${id}`)).body.is_closed).toBe(false);
    await closeThread(id);
    expect(await stateOf(record)).toBe('agreed');
  });
  it('is settled once when the holder agrees while the company closes the conversation', async () => {
    const record = await certificateOf();
    await dispute(record);
    const id = await threadOf(record);
    const [agreed, closed] = await Promise.all([agree(record), closeThread(id)]);
    expect([agreed.status, closed.status]).toEqual([200, 200]);
    expect(await stateOf(record)).toBe('agreed');
    expect(await taskOf(record)).toMatchObject([{ status: 'completed' }]);
  });
  it('stays open when its task is completed by hand or deleted, and its certificate closed', async () => {
    const record = await certificateOf();
    await dispute(record);
    const [task] = await taskOf(record);
    const url = `/api/tasks/${String(task!.id)}`;
    expect((await owner.put(url, { status: 'completed' })).status).toBe(200);
    expect(await stateOf(record)).toBe('disputed');
    expect((await owner.delete(url)).status).toBe(204);
    await owner.post(`${urlOf(record)}/reissue`, { date: '2024-03-01', reason: 'The number was wrong' });
    expect(await stateOf(record)).toBe('disputed');
    const id = await threadOf(record);
    expect((await waiting())!.rows.map((row) => row.id)).toContain(record.id);
    expect((await closeThread(id)).status).toBe(200);
    expect(await stateOf(record)).toBeNull();
  });
  it('about a voided certificate leads to its conversation, and is settled there', async () => {
    const record = await certificateOf();
    await dispute(record);
    const id = await threadOf(record);
    const entry = (await owner.get('/api/transactions/')).rows.find(({ security_id }) => security_id === record.id);
    expect((await owner.post(`/api/transactions/${String(entry!.id)}/void`, { reason: 'Never issued' })).status).toBe(
      200,
    );
    const row = (await waiting())!.rows.find(({ thread_id }) => thread_id === id);
    expect(row).toMatchObject({ resource: null, number: null, subject: expect.stringContaining('something is wrong') });
    expect((await closeThread(id)).status).toBe(200);
    expect((await waiting())?.rows.map(({ thread_id }) => thread_id) ?? []).not.toContain(id);
  });
  it('counts as one of the conversations a person may start in an hour', async () => {
    const company = await signUpCompany(server);
    const record = await given.shareholder(company);
    const person = await signUpShareholder(server, company, record);
    const certificate = await given.certificate(company, { shareholder_id: record.id });
    for (let n = 0; n < 30; n += 1)
      expect((await person.post('/api/messaging/threads', { subject: `Question ${n}`, body: 'x' })).status).toBe(201);
    expect([(await dispute(certificate, 'x', person)).status, (await agree(certificate, {}, person)).status]).toEqual([
      429, 200,
    ]);
  });
  it('is shown to a later holder of the record, without what was written', async () => {
    const company = await signUpCompany(server);
    const record = await given.shareholder(company);
    const first = await signUpShareholder(server, company, record);
    const certificate = await given.certificate(company, { shareholder_id: record.id });
    await dispute(certificate, 'My divorce is private.', first);
    await company.post(`/api/shareholders/${String(record.id)}/unlink`, { reason: 'A new account' });
    const { version } = (await company.get(`/api/shareholders/${String(record.id)}`)).body;
    const corrected = { email: `right-${unique()}@example.com`, version };
    await company.put(`/api/shareholders/${String(record.id)}`, corrected);
    const second = await signUpShareholder(server, company, { ...record, ...corrected });
    const reply = await second.get(urlOf(certificate));
    expect(reply.body.acknowledgement).toMatchObject({ state: 'disputed', reason: null, thread_id: null });
    expect(reply.text).not.toContain('divorce');
    expect((await agree(certificate, {}, second)).status).toBe(200);
    expect(await stateOf(certificate, company)).toBe('agreed');
  });
});

describe('row-level security', () => {
  it('refuses a holder who settles or answers for others, and a company that answers for a holder', async () => {
    const [record, others] = [await certificateOf(), await given.certificate(owner)];
    await dispute(record);
    const [{ org_id } = { org_id: '' }] = await server.sql<{ org_id: string }>(
      'select org_id from acknowledgement where security_id = $1',
      [record.id],
    );
    const actorOf = ({ user }: Person, role: 'owner' | 'shareholder'): Actor => ({
      account_id: String(user.id),
      org_id,
      role,
      membership_status: 'active',
      shareholder_id: role === 'shareholder' ? String(holder.id) : null,
    });
    const says = (actor: Actor, state: string, security: unknown, by: unknown, account = actor.account_id) =>
      asMember(server, actor, (tx) =>
        tx.write(
          `insert into acknowledgement (org_id, security_id, number, state, at, account_id, actor, shareholder_id, ledger_seq)
           values ($1, $2, 9, $3, now(), $4, 'x', $5, $6)`,
          [org_id, security, state, account, by, state === 'agreed' ? 1 : null],
        ),
      );
    const [own, company] = [actorOf(portal, 'shareholder'), actorOf(owner, 'owner')];
    const refused = { code: '42501' };
    await expect(says(own, 'settled', record.id, holder.id)).rejects.toMatchObject(refused);
    await expect(says(own, 'agreed', others.id, holder.id)).rejects.toMatchObject(refused);
    await expect(says(own, 'agreed', record.id, others.shareholder_id)).rejects.toMatchObject(refused);
    await expect(says(own, 'agreed', record.id, holder.id, company.account_id)).rejects.toMatchObject(refused);
    await expect(says(company, 'agreed', record.id, holder.id)).rejects.toMatchObject(refused);
    for (const actor of [own, company])
      await expect(
        asMember(server, actor, (tx) => tx.rows(`select add_dispute_task($1, 7, 'x', 'x')`, [record.id])),
      ).rejects.toMatchObject(refused);
  });
});

describe('the company’s export', () => {
  it('contains everything that was said, and the reason in its message', async () => {
    const record = await certificateOf();
    await agree(record);
    await dispute(record, 'It should be 1,300.');
    const files = await readZip((await owner.get('/api/organization/export')).bytes, () => true);
    const text = files.find(({ path }) => path === 'sharebook.json')!.bytes.toString();
    const side = JSON.parse(text) as Record<string, Row[]>;
    const said = side.acknowledgement!.filter(({ security_id }) => security_id === record.id);
    expect(said.map(({ number, state }) => [number, state])).toEqual([
      [1, 'agreed'],
      [2, 'disputed'],
    ]);
    expect(side.message!.find(({ id }) => id === said[1]!.message_id)).toMatchObject({ body: 'It should be 1,300.' });
    expect(said[0]).not.toHaveProperty('account_id');
  });
});

describe('the recent activity', () => {
  it('shows what a holder said, to the company and to the holder', async () => {
    const record = await certificateOf();
    await agree(record);
    for (const by of [owner, portal]) {
      const { recent_activity } = (await by.get('/api/dashboard')).body as { recent_activity: Row[] };
      expect(recent_activity[0]).toMatchObject({
        text: `agreed that ${String(record.certificate_number)} is right`,
        resource: 'certificates',
        id: record.id,
      });
    }
  });
});
