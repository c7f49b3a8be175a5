// No answer tells whether an address has an account, except in its mailbox (T7). Each story runs for a taken and for a
// free address, and must end the same.
import { describe, expect, it } from 'vitest';
import { anyone, codeFor, messagesTo, ownAddress, signIn, signUp, signupBody } from '#tests/support/people.ts';
import type { Caller, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
type Story = (email: string, from: Caller) => Promise<Reply[]>;

/** A wait counts from the first call of a story, and on a busy machine one story takes a second longer than the other. */
const halfMinutes = (seconds: unknown) => (seconds === undefined ? undefined : Math.round(Number(seconds) / 30));

async function answersForBoth(story: Story) {
  const ends = [];
  for (const email of [(await signUp(server)).email, signupBody().email]) {
    const replies = await story(email, anyone(server, ownAddress()));
    ends.push(
      replies.map(({ status, code, detail, headers }) => [status, code, detail, halfMinutes(headers['retry-after'])]),
    );
  }
  return ends as [unknown[][], unknown[][]];
}
async function each(times: number, act: () => Promise<Reply>) {
  const replies = [];
  for (let n = 0; n < times; n += 1) replies.push(await act());
  return replies;
}
const wrongCode = (from: Caller, email: string) => from.post('/api/auth/verify-phone', { email, code: '000000' });
const wrongReset = (from: Caller, email: string) =>
  from.post('/api/auth/reset-password', { email, code: '000000', new_password: 'a new password 9' });
const statuses = (replies: unknown[][]) => replies.map(([status]) => status);

describe('a taken and a free address get the same answers', () => {
  it('when a sign-up holds a client name', async () => {
    const [taken, free] = await answersForBoth(async (email, from) => {
      const body = signupBody({ email });
      return [
        await from.post('/api/auth/signup', body),
        await from.post('/api/auth/signup', signupBody({ client_name: body.client_name })),
      ];
    });
    expect(taken).toEqual(free);
    expect(statuses(free)).toEqual([200, 200]);
  });
  it('when the messages to a number are counted', async () => {
    const [taken, free] = await answersForBoth(async (email, from) => {
      const body = signupBody({ email });
      const first = await from.post('/api/auth/signup', body);
      return [first, ...(await each(4, () => from.post(`/api/auth/resend-code?email=${email}&purpose=signup`)))];
    });
    expect(taken).toEqual(free);
    expect(statuses(free)).toContain(429);
  });
  it('when a new sign-up restarts the count of wrong codes', async () => {
    const [taken, free] = await answersForBoth(async (email, from) => {
      const replies = [await from.post('/api/auth/signup', signupBody({ email }))];
      replies.push(...(await each(6, () => wrongCode(from, email))));
      replies.push(await from.post('/api/auth/signup', signupBody({ email })), await wrongCode(from, email));
      return replies;
    });
    expect(taken).toEqual(free);
    expect(statuses(free)).toEqual([200, 400, 400, 400, 400, 400, 429, 200, 400]);
  });
  it('when a new reset restarts the count of wrong codes', async () => {
    const [taken, free] = await answersForBoth(async (email, from) => {
      const forgot = () => from.post('/api/auth/forgot-password', { email });
      const replies = [await forgot(), ...(await each(6, () => wrongReset(from, email)))];
      replies.push(await forgot(), ...(await each(6, () => wrongReset(from, email))));
      return replies;
    });
    expect(taken).toEqual(free);
    expect(statuses(free)).toEqual([200, 400, 400, 400, 400, 400, 429, 200, 400, 400, 400, 400, 400, 429]);
  });
  it('when the owner has just used a code', async () => {
    const person = await signUp(server);
    const stranger = anyone(server, ownAddress());
    const tryAt = (email: string) => stranger.post('/api/auth/verify-2fa', { email, code: '000000' });
    const free = signupBody().email;
    for (const email of [person.email, free]) await each(6, () => tryAt(email));
    await signIn(server, person);
    const ends = [await tryAt(person.email), await tryAt(free)].map(({ status, code, detail }) => [
      status,
      code,
      detail,
    ]);
    expect(ends[0]).toEqual(ends[1]);
    expect(statuses(ends)).toEqual([429, 429]);
  });
  it('when other networks than the one that asked try codes', async () => {
    const [taken, free] = await answersForBoth(async (email, from) => {
      const replies = [await from.post('/api/auth/forgot-password', { email })];
      for (let networks = 0; networks < 6; networks += 1) {
        const stranger = anyone(server, ownAddress());
        replies.push(...(await each(6, () => wrongReset(stranger, email))));
      }
      return replies;
    });
    expect(taken).toEqual(free);
  });
});

describe('a client name that two sign-ups want', () => {
  const sign = async (client_name: unknown) => {
    const body = signupBody({ client_name });
    const from = anyone(server, ownAddress());
    await from.post('/api/auth/signup', body);
    const proof = { email: body.email, code: await codeFor(server, body.phone) };
    return { body, from, prove: () => from.post('/api/auth/verify-phone', proof) };
  };
  it('belongs to the person who proves the phone first; the other chooses another name and gets in', async () => {
    const name = signupBody().client_name;
    const [first, second] = [await sign(name), await sign(name)];
    expect((await first.prove()).body.user).toMatchObject({ role: 'owner', client_name: name });
    const lost = await second.prove();
    expect([lost.status, lost.code]).toEqual([409, 'client_name_taken']);
    expect(String(lost.detail)).toContain('choose another');
    const again = { ...second.body, client_name: `${String(name)}-two` };
    expect((await second.from.post('/api/auth/signup', again)).status).toBe(200);
    const proof = { email: again.email, code: await codeFor(server, again.phone) };
    const entered = await second.from.post('/api/auth/verify-phone', proof);
    expect(entered.body.user).toMatchObject({ role: 'owner', client_name: again.client_name });
  });
  it('goes to one of them when both prove at once', async () => {
    const name = signupBody().client_name;
    const both = [await sign(name), await sign(name)];
    const replies = await Promise.all(both.map(({ prove }) => prove()));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)!.code).toBe('client_name_taken');
  });
});

describe('strangers who try codes at a sign-up', () => {
  it('lock nobody out: a new sign-up starts without failures', async () => {
    const email = signupBody().email;
    const stranger = anyone(server, ownAddress());
    for (let n = 0; n < 3; n += 1) {
      await stranger.post('/api/auth/signup', signupBody({ email }));
      await each(5, () => wrongCode(stranger, email));
    }
    const body = signupBody({ email });
    const own = anyone(server, ownAddress());
    await own.post('/api/auth/signup', body);
    await each(25, () => wrongCode(anyone(server, ownAddress()), email));
    const reply = await own.post('/api/auth/verify-phone', { email, code: await codeFor(server, body.phone) });
    expect([reply.status, reply.body.detail]).toEqual([200, undefined]);
  });
});

describe('sending a code again', () => {
  it('works only for the client that began: a stranger’s call sends nothing and leaves the code valid', async () => {
    const body = signupBody();
    const own = anyone(server, ownAddress());
    await own.post('/api/auth/signup', body);
    const code = await codeFor(server, body.phone);
    const reply = await anyone(server, ownAddress()).post(`/api/auth/resend-code?email=${body.email}&purpose=signup`);
    expect(reply.status).toBe(200);
    expect(await messagesTo(server, body.phone)).toHaveLength(1);
    expect((await own.post('/api/auth/verify-phone', { email: body.email, code })).status).toBe(200);
  });
  it('of a sign-in sends nothing to strangers, and nothing to anybody once the code has expired', async () => {
    const person = await signUp(server);
    const own = anyone(server, ownAddress());
    const begin = () => own.post('/api/auth/login', { email: person.email, password: person.password });
    const resend = (from: Caller, options = {}) =>
      from.post(`/api/auth/resend-code?email=${person.email}&purpose=login`, undefined, options);
    const first = await begin();
    const before = (await messagesTo(server, person.phone)).length;
    for (let n = 0; n < 4; n += 1) await resend(anyone(server, ownAddress()));
    expect(await messagesTo(server, person.phone)).toHaveLength(before);
    // Another network with the cookie of the password step is the same client.
    const headers = { cookie: `sb_challenge=${String(first.body.challenge_id)}` };
    expect((await resend(anyone(server, ownAddress()), { headers })).status).toBe(200);
    expect(await messagesTo(server, person.phone)).toHaveLength(before + 1);
    await server.sql(`update challenge set expires_at = now() - interval '1 second'`);
    expect((await resend(own)).status).toBe(200);
    expect(await messagesTo(server, person.phone)).toHaveLength(before + 1);
  });
});
