// Changes of one's own password, email address and phone: each with a fresh confirmation, and told to the previous address.
import { describe, expect, it } from 'vitest';
import {
  anyone,
  atOnce,
  codeFor,
  confirmMailbox,
  messagesTo,
  ownAddress,
  PASSWORD,
  signIn,
  signupBody,
  signUpCompany,
  unique,
} from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const FRESH = 'a quite different 9';
const newEmail = () => `moved-${unique()}@example.com`;
const newPhone = () => String(signupBody().phone);
const linkIn = async (email: string) => /token=([\w-]+)/.exec((await messagesTo(server, email))[0] ?? '')?.[1];
const isIn = async (token: string) =>
  (await anyone(server).get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status;
const login = (email: string, password: string) =>
  anyone(server, ownAddress()).post('/api/auth/login', { email, password });

describe('the password', () => {
  const change = (person: Person, body: object) => person.post('/api/auth/password', body);

  it('is changed with the current one, ends every other session, and is told by mail', async () => {
    const person = await signUpCompany(server);
    const elsewhere = await signIn(server, person);
    const reply = await change(person, { current_password: PASSWORD, new_password: FRESH });
    expect([reply.status, reply.detail]).toEqual([204, undefined]);
    expect([await isIn(person.token), await isIn(elsewhere)]).toEqual([200, 401]);
    expect((await messagesTo(server, person.email))[0]).toContain('password of your Sharebook account was changed');
    expect((await login(person.email, PASSWORD)).status).toBe(400);
    expect((await login(person.email, FRESH)).body.needs_2fa).toBe(true);
  });
  it.each([
    ['a wrong current password', { current_password: 'wrong', new_password: FRESH }, 'current_password'],
    ['a common new one', { current_password: PASSWORD, new_password: 'Password1!' }, 'new_password'],
    ['a new one of seven characters', { current_password: PASSWORD, new_password: 'Ab3!xyz' }, 'new_password'],
    ['none', { current_password: PASSWORD }, 'new_password'],
  ])('refuses %s at its field and keeps the password', async (_what, body, field) => {
    const person = await signUpCompany(server);
    const reply = await change(person, body);
    expect([reply.status, reply.body.errors]).toEqual([422, [{ field, message: expect.any(String) }]]);
    expect((await login(person.email, PASSWORD)).status).toBe(200);
  });
  it('ends a change of email or phone that was not proved yet', async () => {
    const person = await signUpCompany(server);
    const [email, phone] = [newEmail(), newPhone()];
    expect((await person.post('/api/auth/email', { email })).status).toBe(202);
    expect((await person.post('/api/auth/phone', { phone })).status).toBe(202);
    const [token, code] = [await linkIn(email), await codeFor(server, phone)];
    await change(person, { current_password: PASSWORD, new_password: FRESH });
    expect((await person.post('/api/auth/confirm-email', { token })).status).toBe(409);
    expect((await person.post('/api/auth/phone/verify', { code })).status).toBe(400);
    expect((await person.get('/api/auth/me')).body).toMatchObject({ user: { email: person.email } });
  });
  it('counts wrong current passwords like those of sign-in', async () => {
    const person = await signUpCompany(server);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await change(person, { current_password: 'wrong', new_password: FRESH })).status);
    expect(statuses[0]).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the email address', () => {
  it('changes once the link mailed to the new one is opened in a session of the account', async () => {
    const person = await signUpCompany(server);
    await confirmMailbox(server, person);
    const elsewhere = await signIn(server, person);
    const email = newEmail();
    expect((await person.post('/api/auth/email', { email })).status).toBe(202);
    expect((await messagesTo(server, person.email))[0]).toContain(email);
    const token = await linkIn(email);
    expect((await person.get('/api/auth/me')).body).toMatchObject({ user: { email: person.email } });
    const stranger = await signUpCompany(server);
    expect((await stranger.post('/api/auth/confirm-email', { token })).status).toBe(409);
    expect((await person.post('/api/auth/confirm-email', { token })).status).toBe(204);
    expect((await person.get('/api/auth/me')).body).toMatchObject({ user: { email }, email_verified: true });
    expect([await isIn(person.token), await isIn(elsewhere)]).toEqual([200, 401]);
    expect((await messagesTo(server, person.email))[0]).toContain(`sign in with ${email}`);
    expect((await login(person.email, PASSWORD)).status).toBe(400);
    expect((await login(email, PASSWORD)).body.needs_2fa).toBe(true);
    expect((await person.post('/api/auth/confirm-email', { token })).status).toBe(409);
  });
  it('answers the same for a taken address, and tells its owner without a link', async () => {
    const person = await signUpCompany(server);
    const other = await signUpCompany(server);
    const free = await person.post('/api/auth/email', { email: newEmail() });
    await server.sql(`update account_change set sent_at = sent_at - interval '1 minute'`);
    const taken = await person.post('/api/auth/email', { email: other.email });
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
    expect((await messagesTo(server, other.email))[0]).toContain('nothing was changed');
    expect(await linkIn(other.email)).toBeUndefined();
  });
  it('is taken by one of two accounts that ask for it, the first to open its link', async () => {
    const [one, two] = [await signUpCompany(server), await signUpCompany(server)];
    const email = newEmail();
    const tokens: (string | undefined)[] = [];
    for (const person of [one, two]) {
      await person.post('/api/auth/email', { email });
      tokens.push(await linkIn(email));
    }
    const replies = await Promise.all(
      [one, two].map((each, at) => each.post('/api/auth/confirm-email', { token: tokens[at] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
  it('is asked for six times a day at most', async () => {
    const person = await signUpCompany(server);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await person.post('/api/auth/email', { email: newEmail() })).status);
      await server.sql(`update account_change set sent_at = sent_at - interval '1 minute'`);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429]);
  });
});

describe('the phone', () => {
  const ask = (person: Person, phone: string) => person.post('/api/auth/phone', { phone });
  const prove = (person: Person, code: string) => person.post('/api/auth/phone/verify', { code });

  it('changes once the code sent to the new one is entered, and the old one is told', async () => {
    const person = await signUpCompany(server);
    const elsewhere = await signIn(server, person);
    const phone = newPhone();
    expect((await ask(person, phone)).status).toBe(202);
    expect((await prove(person, await codeFor(server, phone))).status).toBe(204);
    expect([await isIn(person.token), await isIn(elsewhere)]).toEqual([200, 401]);
    expect((await messagesTo(server, person.phone))[0]).toContain('another phone');
    expect((await messagesTo(server, person.email))[0]).toContain('another phone');
    expect((await person.get('/api/auth/factors')).body).toMatchObject({ sms: { phone_last4: phone.slice(-4) } });
    await login(person.email, PASSWORD);
    expect((await messagesTo(server, phone))[0]).toMatch(/\b\d{6}\b/);
  });
  it('is set once by twenty right codes at a time', async () => {
    const person = await signUpCompany(server);
    const phone = newPhone();
    await ask(person, phone);
    const code = await codeFor(server, phone);
    const replies = await atOnce(20, () => prove(person, code));
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  });
  it('refuses the code after five wrong ones, and a code of another account', async () => {
    const [person, other] = [await signUpCompany(server), await signUpCompany(server)];
    const phone = newPhone();
    await ask(person, phone);
    const code = await codeFor(server, phone);
    expect((await prove(other, code)).status).toBe(400);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) expect((await prove(person, wrong)).status).toBe(400);
    expect((await prove(person, code)).status).toBe(429);
  });
  it('needs a session', async () => {
    expect((await anyone(server).post('/api/auth/phone', { phone: newPhone() })).status).toBe(401);
    expect((await anyone(server).post('/api/auth/phone/verify', { code: '123456' })).status).toBe(401);
  });
});

it('each change needs a fresh confirmation', async () => {
  const person = await signUpCompany(server);
  await letConfirmationExpire(server, person);
  const replies = [
    await person.post('/api/auth/password', { current_password: PASSWORD, new_password: FRESH }),
    await person.post('/api/auth/email', { email: newEmail() }),
    await person.post('/api/auth/phone', { phone: newPhone() }),
  ];
  for (const reply of replies) expect(reply).toMatchObject({ status: 403, code: 'step_up_required' });
});
