// Devices an account does not know yet. What strangers request and try does not lock out the owner, and all strangers
// together get few tries.
import { describe, expect, it } from 'vitest';
import { anyone, codeFor, confirmMailbox, messagesTo, ownAddress, signUp } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { ageRateLimits } from '#tests/support/limits.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const NEW = 'a new password 9';
const from = (ip = ownAddress()) => anyone(server, ip);
const forgot = (email: string, ip: string) => from(ip).post('/api/auth/forgot-password', { email });
const reset = (email: string, code: string, ip: string, headers = {}) =>
  from(ip).post('/api/auth/reset-password', { email, code, new_password: NEW }, { headers });
const login = (person: Pick<Person, 'email' | 'password'>, ip = ownAddress()) =>
  from(ip).post('/api/auth/login', { email: person.email, password: person.password });
const verify = (person: Person, code: string, challenge_id: unknown, ip = ownAddress()) =>
  from(ip).post('/api/auth/verify-2fa', { email: person.email, code, challenge_id });
const wrongFor = (...codes: string[]) =>
  ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code))!;
const networks = (count: number) => Array.from({ length: count }, () => ownAddress());
const failures = async (person: Person) => {
  const [row] = await server.sql<{ n: number }>(
    'select count(*)::integer as n from challenge_failure f join account a on a.id = f.account_id where a.email = $1',
    [person.email],
  );
  return row!.n;
};

describe('a reset on an unknown device', () => {
  it('works although five networks requested codes and tried them, also when no more codes are mailed', async () => {
    const person = await signUp(server);
    const five = networks(5);
    for (const ip of five) await forgot(person.email, ip);
    for (const ip of five) for (let n = 0; n < 6; n += 1) await reset(person.email, '000000', ip);
    const home = ownAddress();
    expect((await forgot(person.email, home)).status).toBe(200);
    // Five mails an hour are sent; the code of the last one works.
    expect((await reset(person.email, await codeFor(server, person.email), home)).status).toBe(200);
    expect((await login({ ...person, password: NEW })).status).toBe(200);
  });
  it('has its own code, which a request from another network does not replace', async () => {
    const person = await signUp(server);
    const home = ownAddress();
    await forgot(person.email, home);
    const code = await codeFor(server, person.email);
    for (const ip of networks(3)) await forgot(person.email, ip);
    expect((await reset(person.email, code, home)).status).toBe(200);
  });
  it('keeps its tries when it continues in another network', async () => {
    const person = await signUp(server);
    const asked = await forgot(person.email, ownAddress());
    const code = await codeFor(server, person.email);
    for (const ip of networks(5)) for (let n = 0; n < 5; n += 1) await reset(person.email, wrongFor(code), ip);
    expect((await reset(person.email, code, ownAddress())).status).toBe(429);
    const cookie = String(asked.headers['set-cookie']).split(';')[0]!;
    expect((await reset(person.email, code, ownAddress(), { cookie })).status).toBe(200);
  });
  it('gets no more tries by requesting more codes', async () => {
    const person = await signUp(server);
    const ip = ownAddress();
    const replies = [];
    for (let round = 0; round < 6; round += 1) {
      await forgot(person.email, ip);
      for (let n = 0; n < 3; n += 1) replies.push(await reset(person.email, '000000', ip));
    }
    const statuses = replies.map(({ status }) => status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
    // The refusal says when to try again, and does not suggest another code.
    expect(Number(replies[10]!.headers['retry-after'])).toBeGreaterThan(3000);
    expect(replies[10]!.detail).not.toMatch(/request a new code/);
  });
  it('gets three of the five mails an hour for one network', async () => {
    const person = await signUp(server);
    const mails = async () =>
      (await messagesTo(server, person.email)).filter((text) => text.includes('reset code is')).length;
    const ip = ownAddress();
    // Whitespace before the address does not matter.
    for (const before of ['', ' ', '\t', '\n', '\u00a0', '\ufeff']) await forgot(before + person.email, ip);
    expect(await mails()).toBe(3);
    await forgot(person.email, ownAddress());
    expect(await mails()).toBe(4);
  });
  it('is mailed again an hour after the last mail, however often it was requested in between', async () => {
    const person = await signUp(server);
    const mails = async () =>
      (await messagesTo(server, person.email)).filter((text) => text.includes('reset code is')).length;
    for (const ip of networks(5)) await forgot(person.email, ip);
    await ageRateLimits(server, 31);
    const home = ownAddress();
    for (let n = 0; n < 4; n += 1) await forgot(person.email, home);
    expect(await mails()).toBe(5);
    await ageRateLimits(server, 31);
    for (let n = 0; n < 4; n += 1) await forgot(person.email, home);
    expect(await mails()).toBe(8);
  });
  it('gets no more than five mails an hour by resending, from any number of networks', async () => {
    const person = await signUp(server);
    await server.sql(`update challenge set sent_at = sent_at - interval '1 minute'`);
    for (const ip of networks(8)) {
      await forgot(person.email, ip);
      await server.sql(`update challenge set sent_at = sent_at - interval '1 minute' where used_at is null`);
      await from(ip).post(`/api/auth/resend-code?email=${person.email}&purpose=reset`);
    }
    const mails = await messagesTo(server, person.email);
    expect(mails.filter((text) => text.includes('reset code is'))).toHaveLength(5);
  });
  it('keeps the tries of its device apart from tries by others in the same network', async () => {
    const person = await signUp(server);
    const café = ownAddress();
    const asked = await forgot(person.email, café);
    const code = await codeFor(server, person.email);
    for (let n = 0; n < 12; n += 1) await reset(person.email, wrongFor(code), café);
    const cookie = String(asked.headers['set-cookie']).split(';')[0]!;
    expect((await reset(person.email, code, café, { cookie })).status).toBe(200);
  });
  it('does not reveal whether an address has an account (T7)', async () => {
    const person = await signUp(server);
    const seen = [];
    for (const email of [person.email, 'nobody-in-lanes@example.com']) {
      const answers = [];
      for (const ip of networks(8)) {
        const asked = await forgot(email, ip);
        answers.push([asked.status, asked.body, String(asked.headers['set-cookie']).replace(/=[^;]*/, '')]);
        for (let n = 0; n < 7; n += 1) {
          const tried = await reset(email, '000000', ip);
          answers.push([tried.status, tried.code, tried.headers['retry-after']]);
        }
      }
      seen.push(answers);
    }
    expect(seen[0]).toEqual(seen[1]);
  });
});

describe('two unknown devices with the same password', () => {
  it('have separate challenges: the stranger’s newer one leaves the owner’s valid', async () => {
    const person = await signUp(server);
    await confirmMailbox(server, person);
    const first = await login(person);
    const code = await codeFor(server, person.phone);
    await login(person);
    expect((await verify(person, code, first.body.challenge_id)).status).toBe(200);
  });
  it('have separate tries: those the stranger uses up leave the owner theirs', async () => {
    const person = await signUp(server);
    for (const ip of networks(4)) {
      const { challenge_id } = (await login(person, ip)).body;
      for (let n = 0; n < 5; n += 1) await verify(person, '000000', challenge_id, ip);
    }
    expect(await failures(person)).toBeGreaterThanOrEqual(15);
    const home = ownAddress();
    const { challenge_id } = (await login(person, home)).body;
    const code = await codeFor(server, person.phone);
    expect((await verify(person, wrongFor(code), challenge_id, home)).status).toBe(400);
    expect((await verify(person, code, challenge_id, home)).status).toBe(200);
  });
  it('share the messages: one network gets four of the seven an hour', async () => {
    const person = await signUp(server);
    const sent = async () => (await messagesTo(server, person.phone)).length;
    const before = await sent();
    const ip = ownAddress();
    for (let n = 0; n < 8; n += 1) await login(person, ip);
    expect((await sent()) - before).toBe(4);
    expect((await login(person)).status).toBe(200);
    expect((await sent()) - before).toBe(5);
  });
  it('both continue when the hour’s messages are used up: the last code on the phone works', async () => {
    const person = await signUp(server);
    const before = (await messagesTo(server, person.phone)).length;
    for (const ip of networks(9)) await login(person, ip);
    expect((await messagesTo(server, person.phone)).length - before).toBe(7);
    const { status, body } = await login(person);
    expect([status, body]).toEqual([200, { needs_2fa: true, email: person.email, challenge_id: expect.any(String) }]);
    const code = await codeFor(server, person.phone);
    expect((await verify(person, code, body.challenge_id)).status).toBe(200);
    // The code is used up for every challenge that shared it.
    const again = (await login(person)).body.challenge_id;
    expect((await verify(person, code, again)).status).toBe(400);
  });
  it('share their tries: fifteen an hour, then two for each new network', async () => {
    const person = await signUp(server);
    const statuses: number[][] = [];
    for (const ip of networks(8)) {
      const { challenge_id } = (await login(person, ip)).body;
      const tries = [];
      for (let n = 0; n < 6; n += 1) tries.push((await verify(person, '000000', challenge_id, ip)).status);
      statuses.push(tries);
    }
    const wrong = (times: number) => [...Array(times).fill(400), ...Array(6 - times).fill(429)];
    expect(statuses).toEqual([5, 5, 5, 2, 2, 2, 2, 2].map(wrong));
    expect(await failures(person)).toBe(25);
  });
  it('get at most three hundred tries a day', async () => {
    const person = await signUp(server);
    const { challenge_id } = (await login(person)).body;
    const code = await codeFor(server, person.phone);
    await server.sql(
      `insert into challenge_failure (account_id, purpose, lane, network)
       select id, 'login', 'asker', 'network ' || n from account, generate_series(1, 299) n where email = $1`,
      [person.email],
    );
    expect((await verify(person, wrongFor(code), challenge_id)).status).toBe(400);
    expect((await verify(person, code, challenge_id)).status).toBe(429);
    // The mailbox's owner can end this: a new password clears the failures.
    const ip = ownAddress();
    await forgot(person.email, ip);
    expect((await reset(person.email, await codeFor(server, person.email), ip)).status).toBe(200);
    expect(await failures(person)).toBe(0);
  });
});
