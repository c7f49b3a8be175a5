// Text messages cost money and wake people, so they are counted for each number, whatever they are for.
import { describe, expect, it } from 'vitest';
import { anyone, codeFor, messagesTo, ownAddress, signUp, signupBody } from '#tests/support/people.ts';
import type { Caller } from '#tests/support/people.ts';
import { ageRateLimits } from '#tests/support/limits.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const from = () => anyone(server, ownAddress());
const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
/** Moves everything counted so far this many minutes into the past. */
const later = (minutes: number) => ageRateLimits(server, minutes);

describe('a number that nobody has proved', () => {
  it('gets three messages in ten minutes and five a day, for sign-up and resending together', async () => {
    const body = signupBody();
    const sent = async () => (await messagesTo(server, body.phone)).length;
    for (let n = 0; n < 4; n += 1) {
      await from().post('/api/auth/signup', { ...signupBody(), phone: body.phone });
      const own = from();
      await own.post('/api/auth/signup', body);
      await own.post(`/api/auth/resend-code?email=${body.email}&purpose=signup`);
    }
    expect(await sent()).toBe(3);
    const refused = await from().post('/api/auth/signup', body);
    expect([refused.status, refused.code]).toEqual([429, 'too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const expected of [5, 5]) {
      await later(11);
      for (let n = 0; n < 4; n += 1) await from().post('/api/auth/signup', body);
      expect(await sent()).toBe(expected);
    }
  });
  it('gets at most three in any ten minutes, whenever the count begins', async () => {
    const { phone } = signupBody();
    const asks = async () => (await from().post('/api/auth/signup', { ...signupBody(), phone })).status;
    expect([await asks(), await later(9), await asks(), await asks()]).toMatchObject([200, [], 200, 200]);
    await later(2);
    // The first is over eleven minutes old, the other two are not.
    expect([await asks(), await asks()]).toEqual([200, 429]);
  });
  it('gets four of its five a day from one network, and its owner’s account can still send one', async () => {
    const { phone } = signupBody();
    const stranger = from();
    const asks = async (by: Caller) => (await by.post('/api/auth/signup', { ...signupBody(), phone })).status;
    const statuses = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push(await asks(stranger));
      await later(11);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect([await asks(from()), await asks(from())]).toEqual([200, 429]);
    const { email } = await signUp(server);
    await from().post('/api/auth/forgot-password', { email });
    const [, token] = /reset-password\?token=([\w-]+)/.exec((await messagesTo(server, email)).join())!;
    const new_password = 'a new password 9';
    expect((await from().post('/api/auth/reset-password/link', { token, new_password })).status).toBe(200);
    const { challenge_id } = (await from().post('/api/auth/login', { email, password: new_password })).body;
    expect((await from().post('/api/auth/phone', { challenge_id, phone })).status).toBe(202);
  });
  it('may try again when one of them is old enough, also after more tries in between', async () => {
    const { phone } = signupBody();
    const asks = () => from().post('/api/auth/signup', { ...signupBody(), phone });
    for (let n = 0; n < 3; n += 1) await asks();
    await later(5);
    for (let n = 0; n < 5; n += 1) await asks();
    const wait = Number((await asks()).headers['retry-after']);
    expect(wait).toBeGreaterThan(290);
    expect(wait).toBeLessThanOrEqual(311);
    await later(6);
    expect((await asks()).status).toBe(200);
  });
  it('does not reveal by its limit whether an address is taken (T7)', async () => {
    const taken = (await signUp(server)).email;
    const answers = [];
    for (const email of [taken, signupBody().email]) {
      const { phone } = signupBody();
      const statuses = [];
      for (let n = 0; n < 4; n += 1)
        statuses.push((await from().post('/api/auth/signup', { ...signupBody(), email, phone })).status);
      answers.push(statuses);
    }
    expect(answers).toEqual([
      [200, 200, 200, 429],
      [200, 200, 200, 429],
    ]);
  });
});

describe('a number that its account has proved', () => {
  it('gets ten messages an hour and forty a day, for signing in and resending together, the last three of each hour only from a known network', async () => {
    const person = await signUp(server);
    const sent = async () => (await messagesTo(server, person.phone)).length;
    const before = await sent();
    const manyTimes = async (times: number, client: () => Caller) => {
      for (let n = 0; n < times; n += 1) {
        const own = client();
        await own.post('/api/auth/login', { email: person.email, password: person.password });
        await own.post(`/api/auth/resend-code?email=${person.email}&purpose=login`);
      }
    };
    for (const [hour, expected] of [7, 14, 21, 28, 28].entries()) {
      await manyTimes(8, from);
      expect((await sent()) - before).toBe(expected + 3 * hour);
      await manyTimes(5, () => person);
      expect((await sent()) - before).toBe(Math.min(10 * (hour + 1), 40));
      await later(61);
    }
  });
  it('is not used up by strangers who sign up with it', async () => {
    const person = await signUp(server);
    for (let n = 0; n < 6; n += 1) await from().post('/api/auth/signup', { ...signupBody(), phone: person.phone });
    const reply = await from().post('/api/auth/login', { email: person.email, password: person.password });
    expect([reply.status, reply.body.needs_2fa]).toEqual([200, true]);
  });
});

describe('a sign-up refused because the server was busy', () => {
  it('does not count as a message to the number', async () => {
    const bodies = Array.from({ length: 60 }, () => signupBody());
    const statuses = await Promise.all(
      bodies.map(async (body) => (await from().post('/api/auth/signup', body)).status),
    );
    const refused = bodies.filter((_, n) => statuses[n] === 503);
    expect(refused.length).toBeGreaterThan(0);
    const again = [];
    for (let n = 0; n < 3; n += 1) again.push((await from().post('/api/auth/signup', refused[0]!)).status);
    expect(again).toEqual([200, 200, 200]);
  });
});

describe('the budget of an installation that pays for its messages', () => {
  const paid = useTestServer({ SMS_DRIVER: 'http', SMS_HTTP_URL: 'http://127.0.0.1:9/', SMS_HTTP_SECRET: 's' });
  const numbers = (area: string) => {
    let n = 0;
    return () => `+1${area}555${String((n += 1)).padStart(4, '0')}`;
  };
  const signupsFrom = async (ip: string, phone: () => string, times: number) => {
    const statuses = [];
    for (let n = 0; n < times; n += 1) {
      const reply = await anyone(paid, ip).post('/api/auth/signup', signupBody({ phone: phone() }));
      statuses.push(reply.status);
    }
    return statuses;
  };
  /** An hour later: counts by the hour have ended, counts by the day have not. */
  const hourLater = () => ageRateLimits(paid, 61);

  it('gives a twentieth to a network nobody ever signed in from, and more to one where somebody did', async () => {
    const [stranger, office] = [ownAddress(), ownAddress()];
    const body = signupBody({ phone: '+16465550100' });
    await anyone(paid, office).post('/api/auth/signup', body);
    const proof = { email: body.email, code: await codeFor(paid, body.phone) };
    expect((await anyone(paid, office).post('/api/auth/verify-phone', proof)).status).toBe(200);
    for (const [ip, area, last] of [
      [stranger, '212', 429],
      [office, '415', 200],
    ] as const) {
      const phone = numbers(area);
      expect(new Set(await signupsFrom(ip, phone, 199))).toEqual(new Set([200]));
      await hourLater();
      expect(await signupsFrom(ip, phone, 52)).toEqual([...Array(51).fill(200), last]);
    }
  });
  it('keeps a fifth for proved numbers: sign-ups never take the codes of people who sign in', async () => {
    const body = signupBody({ phone: '+16465550199' });
    const ip = ownAddress();
    await anyone(paid, ip).post('/api/auth/signup', body);
    const proof = { email: body.email, code: await codeFor(paid, body.phone) };
    expect((await anyone(paid, ip).post('/api/auth/verify-phone', proof)).status).toBe(200);
    // Counts four thousand of the five as taken by numbers that nobody proved.
    await paid.sql(
      `update rate_limit set counts = '{4000}', starts = starts[1:1] where key like 'sms_budget:%' or key like 'sms_unproved:%'`,
    );
    const phone = numbers('305');
    expect(await signupsFrom(ownAddress(), phone, 1)).toEqual([429]);
    expect(await signupsFrom(ip, phone, 1)).toEqual([429]);
    const login = await anyone(paid, ip).post('/api/auth/login', { email: body.email, password: body.password });
    expect([login.status, login.body.needs_2fa]).toEqual([200, true]);
  });
});
