import { describe, expect, it } from 'vitest';
import { anyone, atOnce, codeFor, messagesTo, ownAddress, signUp } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const login = (person: Pick<Person, 'email' | 'password'>, ip = ownAddress()) =>
  anyone(server, ip).post('/api/auth/login', { email: person.email, password: person.password });
const verify = (body: Record<string, unknown>, ip = ownAddress(), headers: Record<string, string> = {}) =>
  anyone(server, ip).post('/api/auth/verify-2fa', body, { headers });

describe('signing in', () => {
  it('asks for the second factor after the password, and gives a session for its code', async () => {
    const person = await signUp(server);
    const first = await login(person);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ needs_2fa: true, email: person.email, challenge_id: expect.any(String) });
    const second = await verify({
      email: person.email,
      code: await codeFor(server, person.phone),
      challenge_id: first.body.challenge_id,
    });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ access_token: expect.any(String), user: person.user });
  });
  it('answers a wrong password and an unknown address alike (T7)', async () => {
    const person = await signUp(server);
    const wrong = await login({ ...person, password: 'not the password' });
    const unknown = await login({ email: 'nobody@example.com', password: 'not the password' });
    expect([wrong.status, wrong.detail, wrong.code]).toEqual([400, 'Invalid email or password.', unknown.code]);
    expect([unknown.status, unknown.detail]).toEqual([400, 'Invalid email or password.']);
    expect(Object.keys(wrong.body)).toEqual(Object.keys(unknown.body));
  });
  it('locks a network address after five wrong passwords, with or without an account, and lets the owner in from elsewhere (T9)', async () => {
    const person = await signUp(server);
    for (const email of [person.email, 'nobody-at-all@example.com']) {
      const ip = ownAddress();
      const statuses = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await login({ email, password: 'wrong wrong' }, ip)).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
      const locked = await login({ email, password: person.password }, ip);
      expect([locked.status, locked.detail]).toEqual([
        429,
        expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes?\.$/),
      ]);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await login(person)).status).toBe(200);
  });
  it('forgets the wrong tries of a network address after the right password', async () => {
    const person = await signUp(server);
    const ip = ownAddress();
    for (let n = 0; n < 4; n += 1) await login({ ...person, password: 'wrong wrong' }, ip);
    expect((await login(person, ip)).status).toBe(200);
    for (let n = 0; n < 4; n += 1) expect((await login({ ...person, password: 'wrong wrong' }, ip)).status).toBe(400);
  });
  it.each([
    [{ email: '', password: 'x' }, 422],
    [{ email: 'a@b.example' }, 422],
    [{ email: 'a@b.example', password: 7 }, 422],
    [{ email: ['a@b.example'], password: 'x' }, 422],
    [{ email: 'a@b.example', password: 'x', role: 'owner' }, 422],
  ])('refuses the body %j with %i', async (body, status) => {
    const reply = await anyone(server).post('/api/auth/login', body);
    expect(reply.status).toBe(status);
    expect(typeof reply.detail).toBe('string');
  });
});

describe('the second factor is tied to the password step (T6)', () => {
  it('refuses the right code from another network without the challenge', async () => {
    const person = await signUp(server);
    const first = await login(person);
    const code = await codeFor(server, person.phone);
    const stranger = await verify({ email: person.email, code });
    expect([stranger.status, stranger.detail]).toEqual([400, 'Invalid or expired code.']);
    const owner = await verify({ email: person.email, code, challenge_id: first.body.challenge_id });
    expect(owner.status).toBe(200);
  });
  it('accepts the same network without the challenge, as the specification’s client calls it', async () => {
    const person = await signUp(server);
    const ip = ownAddress();
    await login(person, ip);
    expect((await verify({ email: person.email, code: await codeFor(server, person.phone) }, ip)).status).toBe(200);
  });
  it('takes the challenge from the cookie as well', async () => {
    const person = await signUp(server);
    const first = await login(person);
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Path=\/api\/auth/);
    const code = await codeFor(server, person.phone);
    const reply = await verify({ email: person.email, code }, ownAddress(), { cookie: cookie.split(';')[0]! });
    expect(reply.status).toBe(200);
  });
  it('does not let a stranger use up the owner’s tries', async () => {
    const person = await signUp(server);
    const first = await login(person);
    for (let n = 0; n < 8; n += 1) await verify({ email: person.email, code: '000000' });
    const code = await codeFor(server, person.phone);
    const reply = await verify({ email: person.email, code, challenge_id: first.body.challenge_id });
    expect(reply.status).toBe(200);
  });
  it('ends with a newer password step from the same network, and not with one from another', async () => {
    const person = await signUp(server);
    const ip = ownAddress();
    const older = await login(person, ip);
    const code = await codeFor(server, person.phone);
    const newer = await login(person, ip);
    const fresh = await codeFor(server, person.phone);
    await login(person);
    expect((await verify({ email: person.email, code, challenge_id: older.body.challenge_id })).status).toBe(400);
    expect((await verify({ email: person.email, code: fresh, challenge_id: newer.body.challenge_id })).status).toBe(
      200,
    );
  });
  it('accepts exactly one of twenty right answers at once (T5)', async () => {
    const person = await signUp(server);
    const first = await login(person);
    const code = await codeFor(server, person.phone);
    const body = { email: person.email, code, challenge_id: first.body.challenge_id };
    const replies = await atOnce(20, () => verify(body));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(new Set(replies.filter((reply) => reply.status !== 200).map((reply) => reply.detail))).toEqual(
      new Set(['Invalid or expired code.']),
    );
  });
  it('sends the code to nobody else', async () => {
    const [one, other] = [await signUp(server), await signUp(server)];
    await login(one);
    const before = (await messagesTo(server, other.phone)).length;
    await login(one);
    expect(await messagesTo(server, other.phone)).toHaveLength(before);
  });
});
