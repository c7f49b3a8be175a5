// Somebody signs up with a foreign address and their own phone. What they keep of it opens nothing once the address's
// owner has an account.
import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { anyone, codeFor, invitationTo, ownAddress, signIn, signUp, signUpCompany } from '#tests/support/people.ts';
import { signupBody } from '#tests/support/people.ts';
import type { Caller } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });

/** Returns what a stranger can get hold of: the codes sent to their phone, and the challenge of the password step. */
async function squat(email: string) {
  const stranger = anyone(server, ownAddress());
  const body = signupBody({ email, client_name: undefined });
  const named = { ...body, client_name: `squat-${body.phone.slice(-4)}` };
  await stranger.post('/api/auth/signup', named);
  const codes = [await codeFor(server, body.phone)];
  const login = await stranger.post('/api/auth/login', { email, password: body.password });
  codes.push(await codeFor(server, body.phone));
  return { stranger, codes, challenge_id: login.body.challenge_id, body: named };
}
async function everyTry(held: { stranger: Caller; codes: string[]; challenge_id: unknown }, email: string) {
  const replies = [];
  for (const code of held.codes) {
    const withChallenge = held.challenge_id ? { challenge_id: held.challenge_id } : {};
    replies.push(await held.stranger.post('/api/auth/verify-2fa', { email, code, ...withChallenge }));
    replies.push(await held.stranger.post('/api/auth/verify-phone', { email, code }));
  }
  return replies;
}

describe('a code from a stranger’s sign-up', () => {
  it('opens nothing after the invited holder has proved their phone', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const email = String(holder.email);
    const held = await squat(email);
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const person = await signUp(server, {
      account_type: 'shareholder',
      email,
      client_name: undefined,
      client_display_name: undefined,
      invite_token: await invitationTo(server, email),
    });
    expect((await person.get('/api/shareholders/')).rows).toMatchObject([{ id: holder.id }]);
    for (const reply of await everyTry(held, email)) expect([reply.status, reply.body]).toEqual([400, reply.body]);
    expect((await person.get('/api/auth/me')).status).toBe(200);
  });
  it('opens nothing after the founder has proved their phone', async () => {
    const email = signupBody().email;
    const held = await squat(email);
    const founder = await signUp(server, { email });
    expect(founder.user.role).toBe('owner');
    for (const reply of await everyTry(held, email)) expect(reply.body.access_token).toBeUndefined();
  });
  it('works only for the stranger’s own attempt, and opens nothing once the waiting person got in', async () => {
    const email = signupBody().email;
    const held = await squat(email);
    const body = signupBody({ email });
    await anyone(server, ownAddress()).post('/api/auth/signup', body);
    for (const code of held.codes)
      expect((await held.stranger.post('/api/auth/verify-2fa', { email, code })).status).toBe(400);
    const proved = await anyone(server).post('/api/auth/verify-phone', {
      email,
      code: await codeFor(server, body.phone),
    });
    expect([proved.status, proved.body.user]).toMatchObject([200, { client_name: body.client_name }]);
    for (const reply of await everyTry(held, email)) expect(reply.body.access_token).toBeUndefined();
  });
});

describe('an earlier code and session', () => {
  it('end when the password is reset, on every device', async () => {
    const person = await signUp(server);
    const elsewhere = await signIn(server, person);
    const open = anyone(server, ownAddress());
    const login = await open.post('/api/auth/login', { email: person.email, password: person.password });
    const code = await codeFor(server, person.phone);
    await open.post('/api/auth/forgot-password', { email: person.email });
    const reset = { email: person.email, code: await codeFor(server, person.email), new_password: 'a new password 9' };
    expect((await open.post('/api/auth/reset-password', reset)).status).toBe(200);
    const late = await open.post('/api/auth/verify-2fa', {
      email: person.email,
      code,
      challenge_id: login.body.challenge_id,
    });
    expect(late.status).toBe(400);
    for (const token of [person.token, elsewhere])
      expect((await open.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });
  it('is refused after the phone or the password version changed', async () => {
    for (const change of ["phone = '+15559999999'", 'password_version = password_version + 1']) {
      const person = await signUp(server);
      const open = anyone(server, ownAddress());
      const login = await open.post('/api/auth/login', { email: person.email, password: person.password });
      const code = await codeFor(server, person.phone);
      await server.sql(`update account set ${change} where email = $1`, [person.email]);
      const body = { email: person.email, code, challenge_id: login.body.challenge_id };
      expect([change, (await open.post('/api/auth/verify-2fa', body)).status]).toEqual([change, 400]);
    }
  });
});

describe('fifty sign-ins of one account at once', () => {
  it('get a challenge, a refusal, or the answer that there are too many', async () => {
    const person = await signUp(server);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        anyone(server, ownAddress()).post('/api/auth/login', { email: person.email, password: person.password }),
      ),
    );
    const statuses = new Set(replies.map((reply) => reply.status));
    expect([...statuses].filter((status) => ![200, 400, 429, 503].includes(status))).toEqual([]);
    expect(statuses.has(200)).toBe(true);
  });
});
