import { describe, expect, it } from 'vitest';
import {
  anyone,
  codeFor,
  confirmMailbox,
  messagesTo,
  ownAddress,
  signIn,
  signUp,
  signupBody,
} from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const open = anyone(server);
const forgot = (email: string, ip = ownAddress()) => anyone(server, ip).post('/api/auth/forgot-password', { email });
const reset = (email: string, code: string, new_password: string) =>
  open.post('/api/auth/reset-password', { email, code, new_password });

describe('resetting the password', () => {
  it('answers known and unknown addresses alike, and mails only the known one (T7)', async () => {
    const person = await signUp(server);
    const [known, unknown] = [await forgot(person.email), await forgot('nobody@example.com')];
    expect(known.body).toEqual({ message: 'If an account exists for this email, a reset code has been sent.' });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await messagesTo(server, 'nobody@example.com')).toEqual([]);
    expect(await codeFor(server, person.email)).toMatch(/^\d{6}$/);
  });
  it('sends the code to the mailbox and never to the phone (T10)', async () => {
    const person = await signUp(server);
    const before = (await messagesTo(server, person.phone)).length;
    await forgot(person.email);
    expect(await messagesTo(server, person.phone)).toHaveLength(before);
  });
  it('sets the password, ends every session, tells the owner, and still asks for the second factor of a confirmed mailbox', async () => {
    const person = await signUp(server);
    await confirmMailbox(server, person);
    const elsewhere = await signIn(server, person);
    await forgot(person.email);
    const reply = await reset(person.email, await codeFor(server, person.email), 'a new password 9');
    expect([reply.status, reply.body]).toEqual([200, { message: 'Your password has been reset. Please sign in.' }]);
    for (const token of [person.token, elsewhere])
      expect((await open.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    expect((await messagesTo(server, person.email))[0]).toContain('password of your Sharebook account was changed');
    const old = await open.post('/api/auth/login', { email: person.email, password: person.password });
    const fresh = await open.post('/api/auth/login', { email: person.email, password: 'a new password 9' });
    expect(old.status).toBe(400);
    expect(fresh.body.needs_2fa).toBe(true);
  });
  it('uses up the code and every other code of the account', async () => {
    const person = await signUp(server);
    const login = await open.post('/api/auth/login', { email: person.email, password: person.password });
    const loginCode = await codeFor(server, person.phone);
    await forgot(person.email);
    const code = await codeFor(server, person.email);
    await reset(person.email, code, 'a new password 9');
    expect((await reset(person.email, code, 'yet another one 9')).status).toBe(400);
    const body = { email: person.email, code: loginCode, challenge_id: login.body.challenge_id };
    expect((await open.post('/api/auth/verify-2fa', body)).status).toBe(400);
  });
  it('refuses a password of the person’s own words once the code was right, and keeps the code', async () => {
    const person = await signUp(server, { last_name: 'Wrenfield' });
    await forgot(person.email);
    const code = await codeFor(server, person.email);
    const guessed = await reset(person.email, code === '000000' ? '000001' : '000000', 'Wrenfield#12');
    expect([guessed.status, guessed.code]).toEqual([400, 'invalid_code']);
    const own = await reset(person.email, code, 'Wrenfield#12');
    expect([own.status, own.body.errors]).toEqual([
      422,
      [{ field: 'new_password', message: expect.stringContaining('your name') }],
    ]);
    expect((await reset(person.email, code, 'a new password 9')).status).toBe(200);
  });
  it('refuses a wrong code, and after five tries the right one', async () => {
    const person = await signUp(server);
    await forgot(person.email);
    const code = await codeFor(server, person.email);
    const wrong = code === '123456' ? '654321' : '123456';
    for (let n = 0; n < 5; n += 1) expect((await reset(person.email, wrong, 'a new password 9')).status).toBe(400);
    expect((await reset(person.email, code, 'a new password 9')).status).toBe(429);
  });
  it('refuses a weak password under its field, and keeps the code valid', async () => {
    const person = await signUp(server);
    await forgot(person.email);
    const code = await codeFor(server, person.email);
    for (const weak of ['short', 'password123', 'Qwertyuiop1!', person.email]) {
      const reply = await reset(person.email, code, weak);
      expect(reply.status).toBe(422);
      expect(reply.body.errors).toEqual([{ field: 'new_password', message: expect.any(String) }]);
    }
    expect((await reset(person.email, code, 'a new password 9')).status).toBe(200);
  });
  it('mails no code to an account whose phone was never proved', async () => {
    const body = signupBody();
    await open.post('/api/auth/signup', body);
    expect((await forgot(body.email)).status).toBe(200);
    expect(await messagesTo(server, body.email)).toEqual([]);
  });
  it('mails five codes an hour to one address, and always gives the same answer', async () => {
    const person = await signUp(server);
    for (const email of [person.email, 'nobody-forgets@example.com']) {
      const statuses = [];
      for (let n = 0; n < 7; n += 1) statuses.push((await forgot(email)).status);
      expect(statuses).toEqual(Array(7).fill(200));
    }
    const mails = await messagesTo(server, person.email);
    expect(mails.filter((text) => text.includes('reset code is'))).toHaveLength(5);
  });
});
