import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { multipart, PDF } from '#tests/support/given.ts';
import { atOnce, givenMember, signUpCompany, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const key = (name = `key-${unique()}`) => ({ headers: { 'idempotency-key': name } });
const person = { type: 'individual', first_name: 'Emmy', last_name: 'Noether' };
const holders = async (owner: Person) => (await owner.get('/api/shareholders/')).rows.length;

describe('a request that is sent twice under one Idempotency-Key (T19)', () => {
  it('has one effect and one answer, and the second reply is marked as a repeat', async () => {
    const owner = await signUpCompany(server);
    const options = key();
    const first = await owner.post('/api/shareholders/', person, options);
    const second = await owner.post('/api/shareholders/', person, options);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await holders(owner)).toBe(1);
  });
  it('is refused when the second asks for something else', async () => {
    const owner = await signUpCompany(server);
    const options = key();
    await owner.post('/api/shareholders/', person, options);
    const other = await owner.post('/api/shareholders/', { ...person, first_name: 'Amalie' }, options);
    expect([other.status, other.detail]).toEqual([
      422,
      'This Idempotency-Key was already used with a different request.',
    ]);
    expect(await holders(owner)).toBe(1);
  });
  it('has one effect when twenty arrive at once: the others wait, or are told to', async () => {
    const owner = await signUpCompany(server);
    const certificate = await given.certificate(owner);
    const buyer = await given.shareholder(owner);
    const options = key();
    const body = { to_shareholder_id: buyer.id, quantity: '10', date: '2024-02-01' };
    const url = `/api/certificates/${String(certificate.id)}/transfer`;
    const replies = await atOnce(20, () => owner.post(url, body, options));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(
      new Set(replies.some((reply) => reply.status === 409) ? [200, 409] : [200]),
    );
    for (const reply of replies.filter(({ status }) => status === 409))
      expect(reply.detail).toBe('A request with this Idempotency-Key is still being processed.');
    expect((await owner.get('/api/certificates/')).rows).toHaveLength(3);
  });
  it('is handled anew after a refusal: only a request with an effect is kept', async () => {
    const owner = await signUpCompany(server);
    const options = key();
    expect((await owner.post('/api/shareholders/', { type: 'individual' }, options)).status).toBe(422);
    expect((await owner.post('/api/shareholders/', person, options)).status).toBe(201);
  });
  it('is separate for another person, another route and another company', async () => {
    const owner = await signUpCompany(server);
    const colleague = await givenMember(server, owner, 'staff');
    const stranger = await signUpCompany(server);
    const options = key();
    for (const who of [owner, colleague, stranger])
      expect((await who.post('/api/shareholders/', person, options)).headers['idempotent-replayed']).toBeUndefined();
    const task = { title: 'x', priority: 'low', status: 'pending' };
    expect((await owner.post('/api/tasks/', task, options)).status).toBe(201);
    expect(await holders(owner)).toBe(2);
  });
  it('is forgotten after a day', async () => {
    const owner = await signUpCompany(server);
    const options = key();
    await owner.post('/api/shareholders/', person, options);
    await server.sql(`update idempotency_key set created_at = now() - interval '25 hours' where account_id = $1`, [
      owner.user.id,
    ]);
    expect((await owner.post('/api/shareholders/', person, options)).headers['idempotent-replayed']).toBeUndefined();
    expect(await holders(owner)).toBe(2);
  });
  it('covers issuing, inviting and uploading alike', async () => {
    const owner = await signUpCompany(server);
    const holder = await given.shareholder(owner);
    const shareClass = await given.shareClass(owner);
    const upload = multipart({ name: 'a.pdf', bytes: PDF });
    const issue = { shareholder_id: holder.id, share_class_id: shareClass.id, quantity: '5', issue_date: '2024-01-01' };
    const calls = [
      ['/api/certificates/', issue, {}],
      [`/api/shareholders/${String(holder.id)}/invite`, {}, {}],
      ['/api/documents/upload', upload.body, upload.options.headers],
    ] as const;
    for (const [url, body, headers] of calls) {
      const options = { headers: { ...headers, ...key().headers } };
      const [first, second] = [await owner.post(url, body, options), await owner.post(url, body, options)];
      expect([url, second.status, second.text]).toEqual([url, first.status, first.text]);
      expect(second.headers['idempotent-replayed']).toBe('true');
    }
    expect((await owner.get('/api/certificates/')).rows).toHaveLength(1);
    expect((await owner.get('/api/documents/')).rows).toHaveLength(1);
    expect(await server.sql('select 1 from invitation where shareholder_id = $1', [holder.id])).toHaveLength(1);
  });
  it('tells two uploads apart by their bytes', async () => {
    const owner = await signUpCompany(server);
    const options = key();
    const [one, two] = [
      multipart({ name: 'a.pdf', bytes: PDF }),
      multipart({ name: 'a.pdf', bytes: PDF.replace('1.4', '1.5') }),
    ];
    const send = ({ body, options: own }: typeof one) =>
      owner.post('/api/documents/upload', body, { headers: { ...own.headers, ...options.headers } });
    expect((await send(one)).status).toBe(201);
    expect((await send(two)).status).toBe(422);
    expect((await send(one)).headers['idempotent-replayed']).toBe('true');
  });
  it('gives a repeat its answer only while the person may still ask for it', async () => {
    const owner = await signUpCompany(server);
    const staff = await givenMember(server, owner, 'staff');
    const options = key();
    expect((await staff.post('/api/shareholders/', { ...person, tax_id: '111-22-3333' }, options)).status).toBe(201);
    await letConfirmationExpire(server, staff);
    const again = await staff.post('/api/shareholders/', { ...person, tax_id: '111-22-3333' }, options);
    expect([again.status, again.code]).toEqual([403, 'step_up_required']);
    const plain = key();
    expect((await staff.post('/api/shareholders/', person, plain)).status).toBe(201);
    await server.sql(`update membership set role = 'viewer' where account_id = $1`, [staff.user.id]);
    expect((await staff.post('/api/shareholders/', person, plain)).status).toBe(403);
  });
  it('keeps nothing from which a body could be guessed without the key of the server', async () => {
    const owner = await signUpCompany(server);
    const options = key();
    await owner.post('/api/shareholders/', { ...person, tax_id: '111-22-3333' }, options);
    const body = JSON.stringify({ ...person, tax_id: '111-22-3333' });
    const [kept] = await server.sql<{ hash: string }>(
      `select encode(request_hash, 'hex') as hash from idempotency_key where key = $1`,
      [options.headers['idempotency-key']],
    );
    expect(kept!.hash).toHaveLength(64);
    expect(kept!.hash).not.toBe(createHash('sha256').update(body).digest('hex'));
  });
  it('refuses a key that is too long or has blanks in it', async () => {
    const owner = await signUpCompany(server);
    for (const bad of ['x'.repeat(201), 'two words', ''])
      expect((await owner.post('/api/shareholders/', person, key(bad))).status).toBe(400);
  });
});
