import { describe, expect, it } from 'vitest';
import { anyone, codeFor, messagesTo, ownAddress, signUp, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '30' });
const open = anyone(server);
/** Sends from the address that began the flow unless another is given. */
const resend = (email: string, purpose = 'signup', ip = '127.0.0.1') =>
  anyone(server, ip).post(`/api/auth/resend-code?email=${encodeURIComponent(email)}&purpose=${purpose}`);
const verifyPhone = (email: string, code: string) => open.post('/api/auth/verify-phone', { email, code });
const WRONG = 'Invalid or expired code.';
const SENT = 'A new verification code has been sent to your phone.';

async function pendingSignup() {
  const body = signupBody();
  await open.post('/api/auth/signup', body);
  return { body, code: await codeFor(server, body.phone) };
}
const differentFrom = (code: string) => (code === '123456' ? '654321' : '123456');
/** Challenges of the account and of the pending sign-ups with this address. */
const OF_ADDRESS = `(account_id = (select id from account where email = $1) or id in (select challenge_id from signup_attempt where email = $1))`;
/** Backdates the last sending by a minute. */
const aMinuteLater = (email: string) =>
  server.sql(`update challenge set sent_at = sent_at - interval '1 minute' where ${OF_ADDRESS}`, [email]);

describe('a code', () => {
  it('allows five tries; the sixth is refused even when right, and says why (T4)', async () => {
    const { body, code } = await pendingSignup();
    for (let n = 0; n < 5; n += 1) {
      const reply = await verifyPhone(body.email, differentFrom(code));
      expect([reply.status, reply.detail]).toEqual([400, WRONG]);
    }
    const sixth = await verifyPhone(body.email, code);
    expect([sixth.status, sixth.detail]).toEqual([429, 'Too many attempts. Please request a new code.']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
  });
  it('gets the same answer when it is wrong, expired, used or for an unknown address', async () => {
    const { body, code } = await pendingSignup();
    const wrong = await verifyPhone(body.email, differentFrom(code));
    await server.sql(`update challenge set expires_at = now() - interval '1 second' where ${OF_ADDRESS}`, [body.email]);
    const expired = await verifyPhone(body.email, code);
    const proved = await pendingSignup();
    await verifyPhone(proved.body.email, proved.code);
    const used = await verifyPhone(proved.body.email, proved.code);
    const nobody = await verifyPhone('nobody@example.com', code);
    for (const reply of [wrong, expired, used, nobody])
      expect([reply.status, reply.detail, reply.code]).toEqual([400, WRONG, 'invalid_code']);
  });
  it('limits the tries for an unknown address too', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await verifyPhone('nobody-tries@example.com', '123456')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
  it('of one purpose does not work for another (T5)', async () => {
    const { body, code } = await pendingSignup();
    const asLogin = await open.post('/api/auth/verify-2fa', { email: body.email, code });
    const new_password = 'a new password 9';
    const asReset = await open.post('/api/auth/reset-password', { email: body.email, code, new_password });
    expect([asLogin.status, asReset.status]).toEqual([400, 400]);
    const person = await signUp(server);
    await open.post('/api/auth/forgot-password', { email: person.email });
    const reset = await codeFor(server, person.email);
    expect((await verifyPhone(person.email, reset)).status).toBe(400);
    expect((await open.post('/api/auth/verify-2fa', { email: person.email, code: reset })).status).toBe(400);
  });
  it('of a sign-in is refused after fifteen failures an hour over all challenges of the account, for a network with two of them (T4)', async () => {
    const person = await signUp(server);
    const first = await open.post('/api/auth/login', { email: person.email, password: person.password });
    await server.sql(
      `insert into challenge_failure (account_id, purpose, lane, network, at)
       select id, 'login', 'asker', '127.0.0.' || n % 7 + 1, now() - n * interval '1 second' from account, generate_series(0, 14) n where email = $1`,
      [person.email],
    );
    const code = await codeFor(server, person.phone);
    const body = { email: person.email, code, challenge_id: first.body.challenge_id };
    expect((await open.post('/api/auth/verify-2fa', body)).status).toBe(429);
  });
  it.each(['12345', '1234567', 'abcdef', '12 456'])('must have six digits: %s is refused', async (code) => {
    expect((await verifyPhone('a@b.example', code)).status).toBe(422);
  });
  it('is stored only as a keyed fingerprint', async () => {
    const { body, code } = await pendingSignup();
    const rows = await server.sql(
      `select * from challenge join signup_attempt on challenge_id = id where ${OF_ADDRESS}`,
      [body.email],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`\\b${code}\\b`));
  });
});

describe('trying codes after a sign-up', () => {
  it('does not reveal whether the address has an account (T7)', async () => {
    const person = await signUp(server);
    await server.sql(`update challenge set used_at = used_at - interval '1 minute'`);
    const statuses = [];
    for (const email of [person.email, signupBody().email]) {
      await open.post('/api/auth/signup', signupBody({ email }));
      const tries = [];
      for (let n = 0; n < 7; n += 1) {
        const { status, code, detail, headers } = await verifyPhone(email, '000000');
        tries.push([status, code, detail, headers['retry-after']]);
      }
      statuses.push(tries);
    }
    expect(statuses[0]).toEqual(statuses[1]);
  });
});

describe('sending a code again (T3)', () => {
  it('is refused for thirty seconds, then replaces the code and resets its tries', async () => {
    const { body, code } = await pendingSignup();
    for (let n = 0; n < 5; n += 1) await verifyPhone(body.email, differentFrom(code));
    expect((await resend(body.email)).status).toBe(429);
    await aMinuteLater(body.email);
    const reply = await resend(body.email);
    expect([reply.status, reply.body]).toEqual([200, { message: SENT }]);
    const fresh = await codeFor(server, body.phone);
    expect((await verifyPhone(body.email, fresh === code ? differentFrom(code) : code)).status).toBe(400);
    expect((await verifyPhone(body.email, fresh)).status).toBe(200);
  });
  it('is allowed three times for one challenge', async () => {
    const person = await signUp(server);
    await open.post('/api/auth/login', { email: person.email, password: person.password });
    const before = (await messagesTo(server, person.phone)).length;
    const statuses = [];
    for (let n = 0; n < 4; n += 1) {
      await aMinuteLater(person.email);
      statuses.push((await resend(person.email, 'login')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await messagesTo(server, person.phone)).toHaveLength(before + 3);
  });
  it('answers an unknown address and a person without a pending code like anybody else, and sends nothing', async () => {
    const person = await signUp(server);
    const before = (await messagesTo(server, person.phone)).length;
    for (const email of ['nobody@example.com', person.email]) {
      const reply = await resend(email);
      expect([reply.status, reply.body]).toEqual([200, { message: SENT }]);
    }
    expect(await messagesTo(server, person.phone)).toHaveLength(before);
  });
  it.each([
    ['a sign-up', 'signup', (email: string) => open.post('/api/auth/signup', signupBody({ email }))],
    ['a forgotten password', 'reset', (email: string) => open.post('/api/auth/forgot-password', { email })],
  ])('after %s does not reveal whether the address has an account (T7)', async (_what, purpose, begin) => {
    const person = await signUp(server);
    const answers = [];
    for (const email of [person.email, signupBody().email]) {
      expect((await begin(email)).status).toBe(200);
      const replies = [await resend(email, purpose), await resend(email, purpose)];
      answers.push(replies.map((reply) => [reply.status, reply.detail, reply.headers['retry-after']]));
    }
    expect(answers[0]).toEqual(answers[1]);
  });
  it('is limited to twenty an hour for one network address', async () => {
    const ip = ownAddress();
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await resend(`somebody-${n}@example.com`, 'login', ip)).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses[20]).toBe(429);
  });
  it('refuses an unknown purpose, no purpose, and a parameter given twice', async () => {
    expect((await resend('a@b.example', 'gift')).status).toBe(422);
    expect((await open.post('/api/auth/resend-code')).status).toBe(422);
    expect((await open.post('/api/auth/resend-code?email=a@b.example&email=c@d.example&purpose=login')).status).toBe(
      400,
    );
  });
});
