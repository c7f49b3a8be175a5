import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let classId: string;
beforeAll(async () => {
  owner = await signUpCompany(server);
  classId = String((await given.shareClass(owner)).id);
});

/** Resources that POST creates, each with a complete valid body. */
const creatable: [path: string, body: () => Promise<Row>][] = [
  ['/api/shareholders/', async () => ({ type: 'individual', first_name: 'A', last_name: 'B' })],
  [
    '/api/share-classes/',
    async () => ({
      name: `N${Math.random()}`,
      class_type: 'COMMON',
      prefix: 'N-',
      authorized_shares: '10',
      votes_per_share: 1,
      seniority: 1,
    }),
  ],
  [
    '/api/certificates/',
    async () => ({
      shareholder_id: (await given.shareholder(owner)).id,
      share_class_id: classId,
      quantity: '1',
      issue_date: '2024-01-01',
    }),
  ],
  [
    '/api/distributions/',
    async () => ({
      name: 'D',
      type: 'dividend',
      share_class_ids: [classId],
      amount_per_share: '1',
      record_date: '2024-01-01',
      payment_date: '2024-01-02',
    }),
  ],
  ['/api/tasks/', async () => ({ title: 'T', priority: 'low', status: 'pending' })],
  [
    '/api/messaging/threads',
    async () => ({ subject: 'S', body: 'B', shareholder_ids: [(await given.shareholder(owner)).id] }),
  ],
];
/** Fields whose texts are exact numbers, which may also be sent as JSON numbers. */
const FIGURES = ['quantity', 'amount_per_share'];
const countOf = async (path: string) => (await owner.get(path)).rows.length;

describe.each(creatable)('creating in %s', (path, bodyOf) => {
  it('answers 201 with the record as it is read again', async () => {
    const reply = await owner.post(path, await bodyOf());
    expect(reply.status).toBe(201);
    const one = await owner.get(`${path.replace(/\/$/, '')}/${String(reply.body.id)}`);
    // What is said of a certificate's price as it is issued is not kept.
    const { price_warnings: _said, ...kept } = reply.body;
    expect(one.body).toMatchObject('price_warnings' in one.body ? reply.body : kept);
  });
  it.each(['id', 'org_id', 'role', 'approved_by', 'created_at', 'created_by', 'is_admin', 'seq', 'hash'])(
    'refuses the server-owned or unknown field %s, and writes nothing (T15)',
    async (name) => {
      const body = await bodyOf();
      const before = await countOf(path);
      const reply = await owner.post(path, { ...body, [name]: 'x' });
      expect([reply.status, reply.detail]).toEqual([422, `Unknown field: ${name}.`]);
      expect(reply.body.errors).toEqual([{ field: name, message: `Unknown field: ${name}.` }]);
      expect(await countOf(path)).toBe(before);
    },
  );
  it('refuses prototype keys (T24)', async () => {
    for (const key of ['__proto__', 'constructor']) {
      const text = `{"${key}":{"prototype":{"isAdmin":true}},"title":"x"}`;
      const reply = await owner.send('POST', path, text, { headers: { 'content-type': 'application/json' } });
      expect([key, reply.status]).toEqual([key, 400]);
    }
  });
  it('refuses lists, objects, booleans and NUL where a text belongs (T24)', async () => {
    const body = await bodyOf();
    for (const [name, value] of Object.entries(body).filter(([, each]) => typeof each === 'string')) {
      for (const wrong of [[value], { a: value }, true, 'a\u0000b']) {
        const reply = await owner.post(path, { ...body, [name]: wrong });
        expect([name, wrong, reply.status]).toEqual([name, wrong, 422]);
        expect(typeof reply.detail).toBe('string');
      }
    }
  });
  it('refuses a number where a text belongs, and keeps an amount that is sent as a number (T24)', async () => {
    const body = await bodyOf();
    for (const [name] of Object.entries(body).filter(([, each]) => typeof each === 'string')) {
      const reply = await owner.post(path, { ...body, [name]: 7 });
      const expected = FIGURES.includes(name) ? [201, '7'] : [422, undefined];
      expect([name, reply.status, reply.body[name]]).toEqual([name, ...expected]);
    }
  });
  it('refuses a body that is not an object, not JSON, or of another content type', async () => {
    const json = { headers: { 'content-type': 'application/json' } };
    expect((await owner.send('POST', path, '[1]', json)).status).toBe(422);
    expect((await owner.send('POST', path, '"x"', json)).status).toBe(422);
    expect((await owner.send('POST', path, '{', json)).status).toBe(400);
    expect((await owner.send('POST', path, 'x', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await owner.send('POST', path, '{}', { headers: { 'content-type': 'application/xml' } })).status).toBe(415);
  });
  it('answers an empty body with the fields that are missing', async () => {
    const reply = await owner.send('POST', path, '', { headers: { 'content-type': 'application/json' } });
    expect(reply.status).toBe(422);
    expect((reply.body.errors as Row[]).length).toBeGreaterThan(0);
  });
});

const editable: [path: string, make: () => Promise<Row>, change: Row][] = [
  ['/api/shareholders', () => given.shareholder(owner), { city: 'Turin' }],
  ['/api/share-classes', () => given.shareClass(owner), { seniority: 3 }],
  ['/api/distributions', () => given.distribution(owner, { share_class_ids: [classId] }), { name: 'Another name' }],
  ['/api/tasks', () => given.task(owner), { title: 'Another title' }],
];

describe.each(editable)('editing in %s', (path, make, change) => {
  const put = (record: Row, body: Row) => owner.put(`${path}/${String(record.id)}`, body);
  it('accepts the whole record as it was read, with one change in it', async () => {
    const record = await make();
    const whole = (await owner.get(`${path}/${String(record.id)}`)).body;
    const reply = await put(record, { ...whole, ...change });
    expect([reply.status, reply.body]).toMatchObject([200, change]);
    expect(reply.body.version).toBe(Number(whole.version) + 1);
  });
  it('accepts a few fields alone', async () => {
    expect(await put(await make(), change)).toMatchObject({ status: 200, body: change });
  });
  it('refuses a changed read-only value and an unknown field', async () => {
    const record = await make();
    for (const [name, value] of [
      ['id', 'other'],
      ['created_at', '2001-01-01T00:00:00Z'],
      ['org_id', 'x'],
      ['is_admin', true],
    ] as const) {
      const reply = await put(record, { ...record, ...change, [name]: value });
      expect([reply.status, reply.detail]).toEqual([422, `Unknown field: ${name}.`]);
    }
    expect((await owner.get(`${path}/${String(record.id)}`)).body.version).toBe(record.version);
  });
  it('is refused after somebody else’s edit, before anything else is checked', async () => {
    const record = await make();
    await put(record, { ...record, ...change });
    const stale = await put(record, { ...record, nonsense: true });
    expect([stale.status, stale.detail]).toEqual([
      409,
      'This record was changed by someone else. Reload and try again.',
    ]);
  });
  it('succeeds for one of ten at once', async () => {
    const record = await make();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => put(record, { ...change, version: record.version })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
  it('answers 404 for an unknown record', async () => {
    expect(await put({ id: 'none' }, change)).toMatchObject({ status: 404, detail: 'Not found.' });
  });
});

describe('deleting', () => {
  it('removes a task, a holder without history, an unused class and a pending distribution', async () => {
    for (const [path, make] of editable) {
      const record = await make();
      expect((await owner.delete(`${path}/${String(record.id)}`)).status).toBe(204);
      expect((await owner.get(`${path}/${String(record.id)}`)).status).toBe(404);
      expect((await owner.delete(`${path}/${String(record.id)}`)).status).toBe(404);
    }
  });
  it('refuses a holder and a class that the ledger names', async () => {
    const holder = await given.shareholder(owner);
    await owner.post('/api/certificates/', {
      shareholder_id: holder.id,
      share_class_id: classId,
      quantity: '1',
      issue_date: '2024-01-01',
    });
    expect((await owner.delete(`/api/shareholders/${String(holder.id)}`)).status).toBe(409);
    expect((await owner.delete(`/api/share-classes/${classId}`)).status).toBe(409);
  });
  it('refuses a holder who takes part in a thread, was invited or has a task', async () => {
    const [talks, invited] = [await given.shareholder(owner), await given.shareholder(owner)];
    const works = await given.shareholder(owner);
    await given.task(owner, { assignee_id: works.id });
    await given.thread(owner, { shareholder_ids: [talks.id] });
    await owner.post(`/api/shareholders/${String(invited.id)}/invite`, {});
    for (const holder of [talks, invited, works])
      expect((await owner.delete(`/api/shareholders/${String(holder.id)}`)).status).toBe(409);
  });
});
