// A stranger who knows an address may try to sign in, and never locks its owner out.
import { describe, expect, it } from 'vitest';
import { anyone, codeFor, confirmMailbox, messagesTo, ownAddress, signUp } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { networkOf } from '#server/auth/client.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const wrong = 'not the password at all';
const login = (person: Pick<Person, 'email' | 'password'>, ip = ownAddress(), headers = {}) =>
  anyone(server, ip).post('/api/auth/login', { email: person.email, password: person.password }, { headers });
async function enter(person: Pick<Person, 'email' | 'phone' | 'password'>, ip: string, headers = {}) {
  const first = await login(person, ip, headers);
  const body = {
    email: person.email,
    code: await codeFor(server, person.phone),
    challenge_id: first.body.challenge_id,
  };
  const reply = await anyone(server, ip).post('/api/auth/verify-2fa', body, { headers });
  return { first, reply };
}
const deviceOf = (reply: { headers: Record<string, unknown> }) => {
  const cookie = String(reply.headers['set-cookie']);
  expect(cookie).toMatch(/^sb_device=[\w.-]+; HttpOnly; SameSite=Strict; Path=\/api\/auth; Max-Age=31536000/);
  return { cookie: cookie.split(';')[0]! };
};

describe('wrong passwords of strangers', () => {
  it('are limited to five from one network address, however many come at once', async () => {
    const person = await signUp(server);
    const ip = ownAddress();
    const replies = await Promise.all(Array.from({ length: 30 }, () => login({ ...person, password: wrong }, ip)));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(25);
  });
  it('do not lock out a device or a network address that signed in before', async () => {
    const person = await signUp(server);
    const home = ownAddress();
    const device = deviceOf((await enter(person, home)).reply);
    for (let n = 0; n < 118; n += 1) await login({ ...person, password: wrong });
    expect((await login(person, ownAddress(), device)).status).toBe(200);
    expect((await login(person, home)).status).toBe(200);
  });
  it('slow down every new network after a hundred a day, and do not refuse the right password', async () => {
    const person = await signUp(server);
    for (let n = 0; n < 100; n += 1) await login({ ...person, password: wrong });
    expect((await login(person)).status).toBe(200);
    const ip = ownAddress();
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await login({ ...person, password: wrong }, ip)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    const last = await login(person, ip);
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(3660);
  });
  it('for many accounts do not lock out a person who signed in from that network before', async () => {
    const person = await signUp(server);
    const office = ownAddress();
    await enter(person, office);
    for (let n = 0; n < 101; n += 1) await login({ email: `nobody-${n}@example.com`, password: wrong }, office);
    expect((await login(person, office)).status).toBe(200);
  });
  it('are limited also with a stolen device cookie and with a forged one', async () => {
    const person = await signUp(server);
    const device = deviceOf((await enter(person, ownAddress())).reply);
    const statuses = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await login({ ...person, password: wrong }, ownAddress(), device)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const other = await signUp(server);
    const ip = ownAddress();
    const made = { cookie: device.cookie.replace(/=[0-9a-f-]{36}/, `=${String(other.user.id)}`) };
    const tried = [];
    for (let n = 0; n < 6; n += 1) tried.push((await login({ ...other, password: wrong }, ip, made)).status);
    expect(tried).toEqual([400, 400, 400, 400, 400, 429]);
  });
  it('are counted together for all addresses of one /64', async () => {
    const person = await signUp(server);
    const statuses = [];
    for (let n = 1; n <= 6; n += 1)
      statuses.push((await login({ ...person, password: wrong }, `2001:db8:0:42::${n}:1`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await login({ ...person, password: wrong }, '2001:db8:0:43::1')).status).toBe(400);
  });
  it.each([
    ['203.0.113.50', ['203.0.113.50:4001', '::ffff:203.0.113.50', '::ffff:cb00:7132', '[::FFFF:203.0.113.50]:80']],
    [
      '2001:db8:1:0::/64',
      ['2001:db8:1::9', '[2001:DB8:1::9]:4001', '2001:0db8:0001:0000:1:2:3:4', '2001:db8:1::9%eth0'],
    ],
  ])('are counted for %s in every form a proxy writes', (network, forms) => {
    expect(new Set(forms.map((form) => networkOf(form)))).toEqual(new Set([network]));
  });
  it('that were refused as too many are not counted', async () => {
    const person = await signUp(server);
    const ip = ownAddress();
    const nobody = () => login({ email: `nobody-${Math.random()}@example.com`, password: wrong }, ip);
    for (let n = 0; n < 100; n += 1) await nobody();
    for (let n = 0; n < 6; n += 1) expect((await login(person, ip)).status).toBe(429);
    await server.sql(`delete from rate_limit where key like 'login_address:%'`);
    expect((await login(person, ip)).status).toBe(200);
  });
});

describe('wrong codes of strangers', () => {
  const forgot = (email: string, ip: string, headers = {}) =>
    anyone(server, ip).post('/api/auth/forgot-password', { email }, { headers });
  const reset = (email: string, code: string, ip: string, headers = {}) =>
    anyone(server, ip).post('/api/auth/reset-password', { email, code, new_password: 'a new password 9' }, { headers });

  it('for a reset do not block the sign-in code', async () => {
    const person = await signUp(server);
    for (let n = 0; n < 4; n += 1) {
      const ip = ownAddress();
      await forgot(person.email, ip);
      for (let tries = 0; tries < 6; tries += 1) await reset(person.email, '000000', ip);
    }
    expect((await enter(person, ownAddress())).reply.status).toBe(200);
  });
  it('do not block a reset from a network that signed in before, even while strangers request codes', async () => {
    const person = await signUp(server);
    const home = ownAddress();
    await enter(person, home);
    for (let n = 0; n < 6; n += 1) {
      const ip = ownAddress();
      await forgot(person.email, ip);
      for (let tries = 0; tries < 6; tries += 1) await reset(person.email, '000000', ip);
    }
    expect((await forgot(person.email, home)).status).toBe(200);
    const code = await codeFor(server, person.email);
    for (let n = 0; n < 6; n += 1) await reset(person.email, '000000', ownAddress());
    expect((await reset(person.email, code, home)).status).toBe(200);
    expect((await login({ ...person, password: 'a new password 9' }, home)).status).toBe(200);
  });
  it('at the code step, entered with the right password, lock out neither new nor known devices', async () => {
    const person = await signUp(server);
    await confirmMailbox(server, person);
    const [office, home] = [ownAddress(), ownAddress()];
    const device = deviceOf((await enter(person, office)).reply);
    await enter(person, home);
    const statuses = [];
    for (let n = 0; n < 3; n += 1) {
      const ip = ownAddress();
      const { challenge_id } = (await login(person, ip)).body;
      const body = { email: person.email, code: '000000', challenge_id };
      for (let tries = 0; tries < 5; tries += 1)
        statuses.push((await anyone(server, ip).post('/api/auth/verify-2fa', body)).status);
    }
    expect(statuses).toEqual(Array(15).fill(400));
    expect((await enter(person, ownAddress())).reply.status).toBe(200);
    expect((await enter(person, ownAddress(), device)).reply.status).toBe(200);
    expect((await enter(person, home)).reply.status).toBe(200);
    // A reset through the mailbox clears the failures for every device.
    const ip = ownAddress();
    await forgot(person.email, ip);
    await reset(person.email, await codeFor(server, person.email), ip);
    const changed = { ...person, password: 'a new password 9' };
    await server.sql(`delete from known_network`);
    await server.sql(`delete from rate_limit where key like 'message%'`);
    expect((await enter(changed, ownAddress())).reply.status).toBe(200);
  });
  it('leave a reset code valid on any device, also when a stranger requested another', async () => {
    const person = await signUp(server);
    const device = deviceOf((await enter(person, ownAddress())).reply);
    // Requested on the known device, entered on a new one.
    await forgot(person.email, ownAddress(), device);
    const asked = await codeFor(server, person.email);
    await forgot(person.email, ownAddress());
    expect((await reset(person.email, asked, ownAddress())).status).toBe(200);
    // Requested on a new device, entered on the known one, where an older code has expired.
    const other = await signUp(server);
    const own = deviceOf((await enter(other, ownAddress())).reply);
    await forgot(other.email, ownAddress(), own);
    await server.sql(`update challenge set expires_at = now() - interval '1 second' where purpose = 'reset'`);
    await forgot(other.email, ownAddress());
    expect((await reset(other.email, await codeFor(server, other.email), ownAddress(), own)).status).toBe(200);
  });
  it('from a colleague’s network do not block the reset of a known device', async () => {
    const person = await signUp(server);
    const office = ownAddress();
    const device = deviceOf((await enter(person, office)).reply);
    await forgot(person.email, office, device);
    const code = await codeFor(server, person.email);
    const tries = [];
    for (let n = 0; n < 6; n += 1) tries.push((await reset(person.email, '000000', office)).status);
    expect(tries).toEqual([400, 400, 400, 400, 400, 429]);
    await forgot(person.email, office);
    expect((await reset(person.email, code, office, device)).status).toBe(200);
  });
  it('do not block a reset on a new device in a new network', async () => {
    const person = await signUp(server);
    for (let n = 0; n < 3; n += 1) {
      const ip = ownAddress();
      await forgot(person.email, ip);
      for (let tries = 0; tries < 6; tries += 1) await reset(person.email, '000000', ip);
    }
    const home = ownAddress();
    expect((await forgot(person.email, home)).status).toBe(200);
    for (let n = 0; n < 30; n += 1) await reset(person.email, '000000', ownAddress());
    expect((await reset(person.email, await codeFor(server, person.email), home)).status).toBe(200);
  });
  it('and too many requested codes leave the last code to the mailbox’s owner', async () => {
    const person = await signUp(server);
    for (let n = 0; n < 6; n += 1) expect((await forgot(person.email, ownAddress())).status).toBe(200);
    const mails = await messagesTo(server, person.email);
    expect(mails.filter((text) => text.includes('reset code is'))).toHaveLength(5);
    // Half an hour later the code has expired; a new request makes it valid again.
    await server.sql(
      `update challenge set created_at = created_at - interval '30 minutes', expires_at = expires_at - interval '30 minutes'`,
    );
    const ip = ownAddress();
    expect((await forgot(person.email, ip)).status).toBe(200);
    expect((await reset(person.email, await codeFor(server, person.email), ip)).status).toBe(200);
  });
  it('from the same network do not lock out a person who signed in there before, even without the device’s cookie', async () => {
    const person = await signUp(server);
    const office = ownAddress();
    await enter(person, office);
    for (let n = 0; n < 62; n += 1)
      await anyone(server, office).post('/api/auth/verify-2fa', {
        email: `nobody-${n}@example.com`,
        code: '000000',
      });
    expect((await enter(person, office)).reply.status).toBe(200);
  });
  it('are limited over all accounts to sixty an hour from one address, before they are checked', async () => {
    const ip = ownAddress();
    const people = [];
    for (let n = 0; n < 13; n += 1) {
      const person = await signUp(server);
      const first = await login(person);
      people.push({ email: person.email, challenge_id: first.body.challenge_id });
    }
    const bodies = people.flatMap((body) => Array.from({ length: 5 }, () => ({ ...body, code: '000000' })));
    const replies = await Promise.all(bodies.map((body) => anyone(server, ip).post('/api/auth/verify-2fa', body)));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(60);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('a reset without a right code', () => {
  it('computes no password hash: a hundred and twenty at once do not hold up a sign-in', async () => {
    const person = await signUp(server);
    const ip = ownAddress();
    const tries = Array.from({ length: 120 }, () =>
      anyone(server, ip).post('/api/auth/reset-password', {
        email: person.email,
        code: '000000',
        new_password: 'a new password 9',
      }),
    );
    const right = await login(person);
    expect(right.status).toBe(200);
    const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
    expect([statuses.has(400), statuses.has(429)]).toEqual([true, true]);
    // On a busy machine the last of one network wait longer than a call may.
    expect([...statuses].filter((status) => ![400, 429, 503].includes(status))).toEqual([]);
  });
});
