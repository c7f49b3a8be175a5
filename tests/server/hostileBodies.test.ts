// Bodies that are made to break whoever reads them: each is refused in words, never a fault of ours.
import { beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../support/givens.ts';
import { anyone, signUpCompany } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

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
        expect([url, reply.status, reply.detail]).toEqual([
          url,
          400,
          'The body is nested too deeply. Sixty levels are enough.',
        ]);
      }
  });
  it('is one thing, and brackets within a text another', async () => {
    const reply = await owner.post('/api/tasks/', { title: '['.repeat(200) });
    expect(reply.status).toBe(201);
  });
  it('is refused as a filter of a list too', async () => {
    const filter = encodeURIComponent(`{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`);
    expect((await owner.get(`/api/shareholders/?filter=${filter}`)).status).toBeLessThan(500);
    expect((await owner.get(`/api/shareholders/?filter=${filter}`)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a file name of 300 kB', () => {
  it.each(['/api/documents/upload', '/api/ocf/import'])('is refused in words at %s', async (url) => {
    const { body, options } = multipart({ name: `${'n'.repeat(300_000)}.pdf`, bytes: '%PDF-1.4\n%%EOF' });
    const reply = await owner.post(url, body, options);
    expect([reply.status, reply.detail]).toEqual([400, 'The name of the file is too long.']);
  });
  it('and a field’s name of as much', async () => {
    const { body, options } = multipart({ name: 'a.pdf', bytes: '%PDF-1.4\n%%EOF' }, { ['f'.repeat(300_000)]: 'x' });
    const reply = await owner.post('/api/documents/upload', body, options);
    expect([reply.status, reply.detail]).toEqual([400, 'The name of a field is too long.']);
  });
  it('and no name at all', async () => {
    const { body, options } = multipart({ name: 'a.pdf', bytes: '%PDF-1.4\n%%EOF' });
    const nameless = Buffer.from(
      Buffer.from(body).toString('latin1').replace('filename="a.pdf"', 'filename=""'),
      'latin1',
    );
    for (const url of ['/api/documents/upload', '/api/ocf/import'])
      expect((await owner.post(url, nameless, options)).status).toBeOneOf([400, 415, 422]);
  });
});
