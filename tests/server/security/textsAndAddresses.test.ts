// What no text may hold is refused with a message at its field, wherever there is such a field: half a character, which
// would be stored as another one, and several mailboxes in one address.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import { anyone, codeFor, signUp, signUpCompany, signUpShareholder, signupBody } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
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

const HALVES = ['\ud800', 'Ada \udfff', '\udc00\ud83d'];
const refusal = (reply: Reply) => [reply.status, reply.body.errors];
const at = (field: string, message: RegExp) => [422, [{ field, message: expect.stringMatching(message) }]];

describe('half a character', () => {
  const person = { type: 'individual', first_name: 'Grace', last_name: 'Hopper' };
  const task = { title: 'x', priority: 'low', status: 'pending' };
  const letter = { subject: 'x', body: 'x', shareholder_ids: 'all' };
  const shareClass = {
    name: 'x',
    class_type: 'COMMON',
    prefix: 'X-',
    authorized_shares: '1',
    votes_per_share: 1,
    seniority: 1,
  };
  it.each([
    ['/api/shareholders/', person, ['first_name', 'last_name', 'email', 'street_1', 'city', 'postal_code']],
    ['/api/tasks/', task, ['title', 'description']],
    ['/api/messaging/threads', letter, ['subject', 'body']],
    ['/api/share-classes/', shareClass, ['name', 'prefix']],
  ] as const)('is refused in a new record of %s', async (path, whole, fields) => {
    for (const field of fields)
      for (const half of HALVES)
        expect(refusal(await owner.post(path, { ...whole, [field]: half }))).toEqual(at(field, /incomplete character/));
  });
  it('is refused in a new password, because another one would be stored', async () => {
    const open = anyone(server);
    for (const half of HALVES) {
      const person = { ...signupBody(), password: `correct horse ${half} 7` };
      expect(refusal(await open.post('/api/auth/signup', person))).toEqual(at('password', /incomplete character/));
    }
    const { email } = await signUp(server);
    await open.post('/api/auth/forgot-password', { email });
    const code = await codeFor(server, email);
    expect(
      refusal(await open.post('/api/auth/reset-password', { email, code, new_password: `correct horse ${HALVES[0]}` })),
    ).toEqual(at('new_password', /incomplete character/));
  });
  it('is refused in edits, answers, reasons and searches', async () => {
    const half = HALVES[0];
    const [task, thread] = [await given.task(owner), await given.thread(owner)];
    expect(refusal(await owner.put(`/api/tasks/${String(task.id)}`, { title: half }))).toEqual(
      at('title', /incomplete character/),
    );
    expect(refusal(await portal.put(`/api/shareholders/${String(holder.id)}`, { city: half }))).toEqual(
      at('city', /incomplete character/),
    );
    expect(refusal(await owner.post(`/api/messaging/threads/${String(thread.id)}/messages`, { body: half }))).toEqual(
      at('body', /incomplete character/),
    );
    expect(refusal(await owner.put('/api/organization', { legal_name: half }))).toEqual(
      at('legal_name', /incomplete character/),
    );
    expect(refusal(await owner.post(`/api/shareholders/${String(holder.id)}/unlink`, { reason: half }))).toEqual(
      at('reason', /incomplete character/),
    );
    for (const { path } of resources)
      expect(refusal(await owner.get(`${path}?filter=${encodeURIComponent('{"q":"\\ud800"}')}`))).toEqual(
        at('q', /incomplete character/),
      );
  });
  it('is refused in a sign-up', async () => {
    for (const field of ['email', 'first_name', 'client_display_name'])
      expect(refusal(await anyone(server).post('/api/auth/signup', { ...signupBody(), [field]: HALVES[1] }))).toEqual(
        at(field, /incomplete character|looks like/),
      );
  });
  it('is refused, but a whole character made of two halves is accepted and found', async () => {
    const made = await given.task(owner, { title: 'A rocket 🚀' });
    expect(made.title).toBe('A rocket 🚀');
    expect((await owner.get(listUrl('/api/tasks/', { filter: { q: '🚀' } }))).rows).toHaveLength(1);
  });
});

describe('an email address', () => {
  it.each([
    'a@example.com,b@example.com',
    'a@example.com, b@example.com',
    'a,b@example.com',
    'a@example.com;b@example.com',
    'a，b@example.com',
    'a@example.com、b@example.com',
    'a@example.com；b@example.com',
  ])('is one address: %s is refused everywhere', async (email) => {
    const one = /^Give one email address/;
    expect(refusal(await owner.post('/api/shareholders/', { type: 'entity', entity_name: 'Fund', email }))).toEqual(
      at('email', one),
    );
    expect(refusal(await owner.put(`/api/shareholders/${String(holder.id)}`, { email }))).toEqual(at('email', one));
    expect(refusal(await portal.put(`/api/shareholders/${String(holder.id)}`, { email }))).toEqual(at('email', one));
    expect(refusal(await anyone(server).post('/api/auth/signup', { ...signupBody(), email }))).toEqual(
      at('email', one),
    );
  });
  it('on a record that came with several gets no invitation', async () => {
    const two = await given.shareholder(owner);
    await server.sql('update shareholder set email = $2 where id = $1', [two.id, 'a@example.com, b@example.com']);
    expect(refusal(await owner.post(`/api/shareholders/${String(two.id)}/invite`, {}))).toEqual(
      at('email', /^Give one email address/),
    );
  });
  it.each([
    'a b@example.com',
    '"a"@example.com',
    '<a@example.com>',
    'a@b@example.com',
    'a@',
    '@b',
    'a:b@example.com',
    'a@ex..example',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a@.example',
    'a@example.',
    'a\u200b@example.com',
    'a@exa\u00admple.com',
    '\u202ea@example.com',
    'a\ufeffb@example.com',
    'a＠example.com',
    'a＠b@example.com',
    'a＜b@example.com',
    'a：b@example.com',
    'a。b@ex。example',
    'a@-example.com',
    'a@example-.com',
    'a@exa_mple.com',
    'a@exa/mple.com',
    'a\u3164@example.com',
  ])('cannot be %s', async (email) => {
    const reply = await owner.post('/api/shareholders/', { type: 'entity', entity_name: 'Fund', email });
    expect(refusal(reply)).toEqual(at('email', /looks like name@company.com/));
  });
  it.each(['ada.lovelace+shares@example.com', "o'hara@sub.example.co.uk", 'müller@bücher.example', 'a@localhost'])(
    'may be %s',
    async (email) => {
      const reply = await owner.post('/api/shareholders/', { type: 'entity', entity_name: 'Fund', email });
      expect(reply.body).toMatchObject({ email });
    },
  );
});
