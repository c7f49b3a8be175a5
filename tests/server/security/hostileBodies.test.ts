// Request bodies made to break a parser: each is refused with a message, and never fails on our side.
import { beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '#tests/support/given.ts';
import { anyone, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const JSON_TYPE = { 'content-type': 'application/json' };
const DEEP = 150_000;

describe('a body nested 150,000 deep', () => {
  it.each([
    ['lists', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['records', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
    ['lists in a field', `{"name":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
    ['lists that do not end', '['.repeat(DEEP)],
  ])('of %s is refused with and without a session, a key and an account', async (_what, body) => {
    const key = { 'idempotency-key': 'deep-and-deeper' };
    for (const [by, url] of [
      [owner, '/api/shareholders/'],
      [owner, '/api/certificates/'],
      [anyone(server), '/api/shareholders/'],
      [anyone(server), '/api/auth/login'],
      [anyone(server), '/api/auth/signup'],
    ] as const)
      for (const headers of [JSON_TYPE, { ...JSON_TYPE, ...key }]) {
        const reply = await by.send('POST', url, body, { headers });
        expect([url, reply.status, reply.detail]).toEqual(
          by === owner
            ? [url, 400, 'The body is nested too deeply. The maximum is 60 levels.']
            : [url, 413, 'The request is too large.'],
        );
      }
  });
  it('is not the same as brackets within a text', async () => {
    const reply = await owner.post('/api/tasks/', { title: '['.repeat(200) });
    expect(reply.status).toBe(201);
  });
  it('is refused as a filter of a list too', async () => {
    const filter = encodeURIComponent(`{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`);
    expect((await owner.get(`/api/shareholders/?filter=${filter}`)).status).toBeLessThan(500);
    expect((await owner.get(`/api/shareholders/?filter=${filter}`)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a body of a megabyte', () => {
  const large = JSON.stringify({ email: 'a'.repeat(900_000) });
  const send = (token?: string) =>
    anyone(server).send('POST', '/api/auth/login', large, {
      headers: { ...JSON_TYPE, ...(token && { authorization: `Bearer ${token}` }) },
    });
  it('is read of who is signed in alone', async () => {
    expect((await send()).code).toBe('too_large');
    expect((await send('nobody-has-this-session')).code).toBe('session_invalid');
    const read = await send(owner.token);
    expect([read.status, read.body.errors]).toEqual([
      422,
      expect.arrayContaining([expect.objectContaining({ field: 'email' })]),
    ]);
  });
  it('waits for others of the same person, and is told to where there are many', async () => {
    const replies = await Promise.all(Array.from({ length: 24 }, () => send(owner.token)));
    const of = (status: number) => replies.filter((reply) => reply.status === status);
    expect(of(429).map(({ code }) => code)).toEqual(of(429).map(() => 'too_many'));
    expect([of(429).length > 0, of(422).length > 0, of(429).length + of(422).length]).toEqual([true, true, 24]);
  });
});

describe('a file name of 300 kB', () => {
  it.each(['/api/documents/upload', '/api/ocf/import'])('is refused with a message at %s', async (url) => {
    const { body, options } = multipart({ name: `${'n'.repeat(300_000)}.pdf`, bytes: '%PDF-1.4\n%%EOF' });
    const reply = await owner.post(url, body, options);
    expect([reply.status, reply.detail]).toEqual([400, 'The name of the file is too long.']);
  });
  it('is refused as the name of a field too', async () => {
    const { body, options } = multipart({ name: 'a.pdf', bytes: '%PDF-1.4\n%%EOF' }, { ['f'.repeat(300_000)]: 'x' });
    const reply = await owner.post('/api/documents/upload', body, options);
    expect([reply.status, reply.detail]).toEqual([400, 'The name of a field is too long.']);
  });
  it('may not be missing altogether', async () => {
    const { body, options } = multipart({ name: 'a.pdf', bytes: '%PDF-1.4\n%%EOF' });
    const nameless = Buffer.from(
      Buffer.from(body).toString('latin1').replace('filename="a.pdf"', 'filename=""'),
      'latin1',
    );
    for (const url of ['/api/documents/upload', '/api/ocf/import'])
      expect((await owner.post(url, nameless, options)).status).toBeOneOf([400, 415, 422]);
  });
});

describe('a name that is not valid text', () => {
  /** The body as it would be sent, with these bytes in place of X. */
  const withBytes = (sent: ReturnType<typeof multipart>, hex: string) => ({
    ...sent,
    body: Buffer.from(sent.body.toString('latin1').replace('X', Buffer.from(hex, 'hex').toString('latin1')), 'latin1'),
  });
  const PDF_BYTES = '%PDF-1.4\n%%EOF';
  it.each(['eda080', 'ff', 'c328', 'e282'])(
    'of a file (bytes %s) is refused with a message wherever files are sent',
    async (hex) => {
      for (const url of ['/api/documents/upload', '/api/ocf/import']) {
        const { body, options } = withBytes(multipart({ name: 'aX.pdf', bytes: PDF_BYTES }), hex);
        const reply = await owner.post(url, body, options);
        expect([url, reply.status, reply.detail]).toEqual([
          url,
          400,
          'The name of the file contains damaged characters. Type it again and send it again.',
        ]);
      }
    },
  );
  it('of a field, or what it holds, is refused too', async () => {
    for (const [field, value] of [
      ['X', 'other'],
      ['document_type', 'X'],
    ] as const) {
      const { body, options } = withBytes(multipart({ name: 'a.pdf', bytes: PDF_BYTES }, { [field]: value }), 'eda080');
      const reply = await owner.post('/api/documents/upload', body, options);
      expect([reply.status, reply.detail]).toEqual([400, expect.stringMatching(/contains damaged characters/)]);
    }
  });
  it('is never made by shortening a long name: that happens between its characters', async () => {
    for (const name of [`${'n'.repeat(179)}🚀${'n'.repeat(60)}.pdf`, `${'n'.repeat(200)}🚀${'n'.repeat(10)}.pdf`]) {
      const { body, options } = multipart({ name, bytes: PDF_BYTES });
      const reply = await owner.post('/api/documents/upload', body, options);
      expect(reply.status).toBe(201);
      expect(reply.body.name).toMatch(/^n+…n+\.pdf$/);
    }
  });
});
