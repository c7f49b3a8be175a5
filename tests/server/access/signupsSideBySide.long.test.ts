// Anybody who knows an address may sign up with it, and takes nothing from the person who waits for their first code
// there.
import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import {
  anyone,
  codeFor,
  confirmationTo,
  invitationTo,
  messagesTo,
  ownAddress,
  PASSWORD,
} from '#tests/support/people.ts';
import { signIn, signUp, signUpCompany, signupBody } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
const from = (ip = ownAddress()) => anyone(server, ip);
const strangers = { password: 'a stranger’s own password', first_name: 'Mallory' };
async function strangerSignsUp(email: string, ip = ownAddress(), extra = {}) {
  const body = signupBody({ email, ...strangers, ...extra });
  expect((await from(ip).post('/api/auth/signup', body)).status).toBe(200);
  return body;
}
const verify = (email: string, code: string, ip?: string, headers = {}) =>
  from(ip).post('/api/auth/verify-phone', { email, code }, { headers });
const cookieOf = (reply: { headers: Record<string, unknown> }) => ({
  cookie: String(reply.headers['set-cookie']).split(';')[0]!,
});
const differentFrom = (...codes: string[]) => ['000000', '111111', '222222'].find((code) => !codes.includes(code))!;

describe('a person who waits for their first code', () => {
  it('gets in with it, however many strangers sign up with the address meanwhile', async () => {
    const body = signupBody();
    const ip = ownAddress();
    await from(ip).post('/api/auth/signup', body);
    const first = await codeFor(server, body.phone);
    for (let n = 0; n < 10; n += 1) await strangerSignsUp(body.email);
    const reply = await verify(body.email, first, ip);
    expect([reply.status, reply.body.user]).toMatchObject([
      200,
      { first_name: 'Ada', last_name: body.last_name, client_name: body.client_name, role: 'owner' },
    ]);
    expect(await messagesTo(server, body.phone)).toHaveLength(1);
    expect(await signIn(server, body)).toEqual(expect.any(String));
  });
  it('ends with it all sign-ups of strangers: their codes and passwords stop working', async () => {
    const body = signupBody();
    await from().post('/api/auth/signup', body);
    const stranger = await strangerSignsUp(body.email);
    expect((await verify(body.email, await codeFor(server, body.phone))).status).toBe(200);
    expect((await verify(body.email, await codeFor(server, stranger.phone))).status).toBe(400);
    const login = await from().post('/api/auth/login', { email: body.email, password: strangers.password });
    expect(login.status).toBe(400);
    const before = (await messagesTo(server, stranger.phone)).length;
    await from().post(`/api/auth/resend-code?email=${body.email}&purpose=signup`);
    expect(await messagesTo(server, stranger.phone)).toHaveLength(before);
  });
  it('keeps their tries, whatever strangers enter, also when continuing in another network', async () => {
    const body = signupBody();
    const waiting = cookieOf(await from().post('/api/auth/signup', body));
    const first = await codeFor(server, body.phone);
    const wrong = differentFrom(first);
    for (let n = 0; n < 5; n += 1) {
      const ip = ownAddress();
      for (let tries = 0; tries < 6; tries += 1) await verify(body.email, wrong, ip);
    }
    expect((await verify(body.email, first)).status).toBe(429);
    expect((await verify(body.email, first, ownAddress(), waiting)).status).toBe(200);
  });
  it('gets in beside strangers who sign up from the same network', async () => {
    const body = signupBody();
    const café = ownAddress();
    await from(café).post('/api/auth/signup', body);
    const first = await codeFor(server, body.phone);
    for (let n = 0; n < 9; n += 1) await strangerSignsUp(body.email, café);
    expect((await verify(body.email, first, café)).status).toBe(200);
  });
  it('is not displaced by a network that keeps starting sign-ups', async () => {
    const body = signupBody();
    await from().post('/api/auth/signup', body);
    const first = await codeFor(server, body.phone);
    const ip = ownAddress();
    const codes = [];
    for (let n = 0; n < 12; n += 1) codes.push(await codeFor(server, (await strangerSignsUp(body.email, ip)).phone));
    const [live] = await server.sql<{ n: number }>(
      'select count(*)::integer as n from signup_attempt s join challenge c on c.id = s.challenge_id where s.email = $1 and c.used_at is null',
      [body.email],
    );
    expect(live!.n).toBe(11);
    expect((await verify(body.email, codes[0]!)).status).toBe(400);
    expect((await verify(body.email, first)).status).toBe(200);
  });
  it('gets the code again for their own attempt', async () => {
    const body = signupBody();
    const ip = ownAddress();
    const waiting = cookieOf(await from(ip).post('/api/auth/signup', body));
    const stranger = await strangerSignsUp(body.email, ip);
    const resend = `/api/auth/resend-code?email=${body.email}&purpose=signup`;
    expect((await from().post(resend, undefined, { headers: waiting })).status).toBe(200);
    expect(await messagesTo(server, body.phone)).toHaveLength(2);
    expect(await messagesTo(server, stranger.phone)).toHaveLength(1);
    expect((await verify(body.email, await codeFor(server, body.phone), ip)).body.user).toMatchObject({
      first_name: 'Ada',
    });
  });
  it('gets the account they asked for, also by a code that a stranger sent to their number', async () => {
    const body = signupBody();
    const waiting = cookieOf(await from().post('/api/auth/signup', body));
    await strangerSignsUp(body.email, ownAddress(), { phone: body.phone });
    const reply = await verify(body.email, await codeFor(server, body.phone), ownAddress(), waiting);
    expect([reply.status, reply.body.user]).toMatchObject([200, { first_name: 'Ada', client_name: body.client_name }]);
    expect(await signIn(server, body)).toEqual(expect.any(String));
  });
  it('gets their own account by a code that a stranger sent to their number, also in another browser of the same network', async () => {
    const body = signupBody();
    const home = ownAddress();
    await from(home).post('/api/auth/signup', body);
    await strangerSignsUp(body.email, ownAddress(), { phone: body.phone });
    const reply = await verify(body.email, await codeFor(server, body.phone), home);
    expect([reply.status, reply.body.user]).toMatchObject([200, { first_name: 'Ada', client_name: body.client_name }]);
    expect(await signIn(server, body)).toEqual(expect.any(String));
  });
  it.each<[string, (email: string, ip: string) => Promise<unknown>]>([
    [
      'was displaced by nine others from the same network',
      async (email, ip) => {
        for (let n = 0; n < 9; n += 1) await strangerSignsUp(email, ip);
      },
    ],
    [
      'has expired',
      (email) =>
        server.sql(
          `update challenge set expires_at = now() - interval '1 minute' where id in
             (select challenge_id from signup_attempt where email = $1 and first_name = 'Ada')`,
          [email],
        ),
    ],
  ])(
    'continues their own attempt, which %s, with the code of an attempt that named their number',
    async (_what, happens) => {
      const body = signupBody();
      const café = ownAddress();
      const mine = cookieOf(await from(café).post('/api/auth/signup', body));
      await strangerSignsUp(body.email, café, { phone: body.phone });
      const code = await codeFor(server, body.phone);
      await happens(body.email, café);
      const reply = await verify(body.email, code, café, mine);
      expect([reply.status, reply.body.user]).toMatchObject([
        200,
        { first_name: 'Ada', client_name: body.client_name },
      ]);
      expect(await signIn(server, body)).toEqual(expect.any(String));
    },
  );
  it('is told where to enter the code when a stranger named their number and they are on another device', async () => {
    const body = signupBody();
    const mine = cookieOf(await from().post('/api/auth/signup', body));
    await strangerSignsUp(body.email, ownAddress(), { phone: body.phone });
    const code = await codeFor(server, body.phone);
    const elsewhere = await verify(body.email, code);
    expect([elsewhere.status, elsewhere.code]).toEqual([409, 'signup_elsewhere']);
    expect((await verify(body.email, code, ownAddress(), mine)).body.user).toMatchObject({ first_name: 'Ada' });
  });
  it('keeps their invitation', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const email = String(holder.email);
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const invite_token = await invitationTo(server, email);
    const body = signupBody({ account_type: 'shareholder', email, client_name: undefined, invite_token });
    await from().post('/api/auth/signup', body);
    await strangerSignsUp(email);
    const reply = await verify(email, await codeFor(server, body.phone));
    expect([reply.status, reply.body.user]).toMatchObject([
      200,
      { membership_status: 'active', client_name: company.user.client_name },
    ]);
  });
});

describe('a stranger who proves a phone first', () => {
  it('ends the other sign-ups, and loses the account through the mail to the mailbox', async () => {
    const body = signupBody();
    await from().post('/api/auth/signup', body);
    const stranger = await strangerSignsUp(body.email);
    expect((await verify(body.email, await codeFor(server, stranger.phone))).body.user).toMatchObject({
      first_name: 'Mallory',
    });
    expect((await verify(body.email, await codeFor(server, body.phone))).status).toBe(400);
    const token = await confirmationTo(server, body.email);
    expect((await from().post('/api/auth/confirm-email/deny', { token })).body.outcome).toBe('deleted');
    expect((await signUp(server, { email: body.email })).user.first_name).toBe('Ada');
  });
});

describe('several sign-ups with one address', () => {
  it('create one account when two codes are entered at once', async () => {
    const body = signupBody();
    await from().post('/api/auth/signup', body);
    const other = await strangerSignsUp(body.email);
    const codes = [await codeFor(server, body.phone), await codeFor(server, other.phone)];
    const replies = await Promise.all(codes.map((code) => verify(body.email, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await server.sql('select 1 from account where email = $1', [body.email])).toHaveLength(1);
  });
  it('get the same answers for a taken address as for a free one, whatever is entered (T7)', async () => {
    const taken = await signUp(server);
    const answers = [];
    for (const email of [taken.email, signupBody().email]) {
      const seen = [];
      for (let n = 0; n < 3; n += 1) {
        const ip = ownAddress();
        const reply = await from(ip).post('/api/auth/signup', signupBody({ email, ...strangers }));
        const mine = cookieOf(reply);
        seen.push([reply.status, Object.keys(reply.body), mine.cookie.replace(/=.*/, '')]);
        for (let tries = 0; tries < 3; tries += 1) {
          const tried = await verify(email, '000000', tries === 2 ? ownAddress() : ip, mine);
          seen.push([tried.status, tried.detail]);
        }
        const again = await from(ip).post(`/api/auth/resend-code?email=${email}&purpose=signup`);
        const login = await from(ip).post('/api/auth/login', { email, password: strangers.password });
        seen.push([again.status, again.body, login.status, login.body.code, login.detail]);
      }
      answers.push(seen);
    }
    expect(answers[0]).toEqual(answers[1]);
  });
  it('leave no valid code once the address is free again', async () => {
    const person = await signUp(server);
    await from().post('/api/auth/signup', signupBody({ email: person.email, password: PASSWORD }));
    const token = await confirmationTo(server, person.email);
    await from().post('/api/auth/confirm-email/deny', { token });
    const [left] = await server.sql<{ n: number }>(
      'select count(*)::integer as n from signup_attempt s join challenge c on c.id = s.challenge_id where s.email = $1 and c.used_at is null',
      [person.email],
    );
    expect(left!.n).toBe(0);
  });
});
