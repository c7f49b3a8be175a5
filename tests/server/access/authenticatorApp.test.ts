// An authenticator app in place of the text message: set up, at sign-in, for a step-up, and removed.
import { describe, expect, it } from 'vitest';
import { totpCode } from '#server/auth/totp.ts';
import { givenAuthenticatorApp } from '#tests/support/authenticatorApp.ts';
import {
  anyone,
  caller,
  codeFor,
  confirmMailbox,
  messagesTo,
  ownAddress,
  signUpCompany,
} from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { stepUp } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
const FACTORS = '/api/auth/factors';
const REQUIRED = { status: 403, code: 'step_up_required' };
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

async function withApp(): Promise<{ person: Person; app: Awaited<ReturnType<typeof givenAuthenticatorApp>> }> {
  const person = await signUpCompany(server);
  return { person, app: await givenAuthenticatorApp(server, person) };
}

/** The password step, and how its challenge is answered. */
async function passwordStep({ email, password }: Person, ip = ownAddress()) {
  const open = anyone(server, ip);
  const login = await open.post('/api/auth/login', { email, password });
  const { challenge_id } = login.body;
  return {
    login,
    enter: (code: string) => open.post('/api/auth/verify-2fa', { email, code, challenge_id }),
    text: () =>
      open.post(
        `/api/auth/resend-code?${new URLSearchParams({ email, purpose: 'login', challenge_id: String(challenge_id) }).toString()}`,
      ),
  };
}

describe('setting up an authenticator app', () => {
  it('shows the secret, asks for its code, gives ten recovery codes once, and tells the mailbox', async () => {
    const { person, app } = await withApp();
    expect(new Set(app.recoveryCodes).size).toBe(10);
    for (const code of app.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const factors = await person.get(FACTORS);
    expect(factors.body).toMatchObject({ totp: { created_at: expect.any(String) }, recovery_codes_left: 10 });
    for (const code of app.recoveryCodes) expect(factors.text).not.toContain(code);
    expect((await messagesTo(server, person.email))[0]).toContain('An authenticator app was added');
  });
  it('gives ten new recovery codes with a fresh confirmation, and the earlier ones stop working', async () => {
    const { person, app } = await withApp();
    const renew = () => person.post(`${FACTORS}/recovery-codes`);
    expect(await renew()).toMatchObject({ status: 403, code: 'step_up_required' });
    const confirm = (code: string) => person.post('/api/auth/step-up/verify', { code });
    expect((await confirm(app.recoveryCodes[0]!)).status).toBe(204);
    const fresh = await renew();
    const codes = fresh.body.recovery_codes as string[];
    expect([fresh.status, new Set(codes).size]).toEqual([200, 10]);
    expect(codes.some((code) => app.recoveryCodes.includes(code))).toBe(false);
    expect((await person.get(FACTORS)).body.recovery_codes_left).toBe(10);
    expect((await confirm(app.recoveryCodes[1]!)).status).toBe(400);
    expect((await confirm(codes[1]!)).status).toBe(204);
    expect((await messagesTo(server, person.email)).join()).toContain('The earlier ones no longer work');
    const without = await signUpCompany(server);
    expect(await without.post(`${FACTORS}/recovery-codes`)).toMatchObject({ status: 409, code: 'needs_authenticator' });
  });
  it('changes nothing until a right code was entered', async () => {
    const person = await signUpCompany(server);
    const begun = await person.post(`${FACTORS}/totp`);
    const right = totpCode(String(begun.body.secret), Math.floor(server.deps.now().getTime() / 30_000));
    expect(await person.post(`${FACTORS}/totp/confirm`, { code: wrongFor(right) })).toMatchObject({
      status: 400,
      code: 'invalid_code',
    });
    expect((await person.get(FACTORS)).body.totp).toBeNull();
    const { login } = await passwordStep(person);
    expect(Object.keys(login.body).toSorted()).toEqual(['challenge_id', 'email', 'needs_2fa']);
  });
  it('is confirmed once, also in parallel, and not replaced by another', async () => {
    const person = await signUpCompany(server);
    const begun = await person.post(`${FACTORS}/totp`);
    const code = totpCode(String(begun.body.secret), Math.floor(server.deps.now().getTime() / 30_000));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => person.post(`${FACTORS}/totp/confirm`, { code })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await stepUp(server, person);
    expect(await person.post(`${FACTORS}/totp`)).toMatchObject({ status: 409, code: 'authenticator_exists' });
  });
  it('needs a confirmation, as its removal does, and ends every confirmation of the account', async () => {
    const { person, app } = await withApp();
    const writes = [
      () => person.post(`${FACTORS}/totp`),
      () => person.post(`${FACTORS}/totp/confirm`, { code: '123456' }),
      () => person.delete(`${FACTORS}/totp`),
      () => person.put(`${FACTORS}/sms`, { is_on: false }),
    ];
    for (const write of writes) expect(await write()).toMatchObject(REQUIRED);
    const verified = await person.post('/api/auth/step-up/verify', { code: app.nextCode() });
    expect(verified.status).toBe(204);
    expect((await person.delete(`${FACTORS}/totp`)).status).toBe(204);
    for (const write of writes) expect(await write()).toMatchObject(REQUIRED);
    expect((await person.get(FACTORS)).body).toMatchObject({ totp: null, recovery_codes_left: 0 });
    expect((await messagesTo(server, person.email))[0]).toContain('were removed');
  });
});

describe('signing in with the app', () => {
  it('sends no text message, takes the code of the app, and counts it once', async () => {
    const { person, app } = await withApp();
    const sent = (await messagesTo(server, person.phone)).length;
    const first = await passwordStep(person);
    expect(first.login.body).toMatchObject({ needs_2fa: true, method: 'totp', has_passkeys: false, can_text: true });
    const code = app.nextCode();
    expect((await first.enter(wrongFor(code))).status).toBe(400);
    const entered = await first.enter(code);
    expect(entered.status).toBe(200);
    expect(entered.body).toMatchObject({ access_token: expect.any(String), user: { email: person.email } });
    const second = await passwordStep(person);
    expect(await second.enter(code)).toMatchObject({ status: 400, detail: 'Invalid or expired code.' });
    expect((await second.enter(app.nextCode())).status).toBe(200);
    expect(await messagesTo(server, person.phone)).toHaveLength(sent);
  });
  it('opens one session for twenty parallel right codes, over several sign-ins and a step-up', async () => {
    const { person, app } = await withApp();
    const steps = await Promise.all([passwordStep(person), passwordStep(person), passwordStep(person)]);
    const code = app.nextCode();
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => steps[n % 3]!.enter(code)),
      person.post('/api/auth/step-up/verify', { code }),
    ]);
    expect(replies.filter(({ status }) => status === 200 || status === 204)).toHaveLength(1);
  });
  it('takes a recovery code instead, once, also in parallel, and says by mail how many are left', async () => {
    const { person, app } = await withApp();
    const step = await passwordStep(person);
    const other = await passwordStep(person);
    const code = app.recoveryCodes[3]!.toUpperCase().replace('-', ' ');
    const replies = await Promise.all([...Array(10).keys()].map((n) => (n % 2 === 0 ? step : other).enter(code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await messagesTo(server, person.email)).join()).toContain('9 are left');
    expect((await person.get(FACTORS)).body.recovery_codes_left).toBe(9);
    expect((await (await passwordStep(person)).enter(code)).status).toBe(400);
    expect((await (await passwordStep(await signUpCompany(server))).enter(app.recoveryCodes[4]!)).status).toBe(400);
  });
  it('sends a text message at once when asked for one, and then takes either code', async () => {
    const { person, app } = await withApp();
    const step = await passwordStep(person);
    expect((await step.text()).status).toBe(200);
    expect((await step.enter(await codeFor(server, person.phone))).status).toBe(200);
    const other = await passwordStep(person);
    await other.text();
    expect((await other.enter(app.nextCode())).status).toBe(200);
  });
  it('is not possible with the code of an earlier text message, nor without the password step', async () => {
    const { person, app } = await withApp();
    const step = await passwordStep(person);
    expect((await step.enter(await codeFor(server, person.phone))).status).toBe(400);
    const stranger = anyone(server, ownAddress());
    const tried = { email: person.email, code: app.nextCode() };
    expect((await stranger.post('/api/auth/verify-2fa', tried)).status).toBe(400);
    expect((await step.enter(tried.code)).status).toBe(200);
  });
  it('is over after five wrong codes, until the next password step', async () => {
    const { person, app } = await withApp();
    const step = await passwordStep(person);
    for (let n = 0; n < 5; n += 1) expect((await step.enter('000000')).status).toBe(400);
    expect((await step.enter(app.nextCode())).status).toBe(429);
    expect((await (await passwordStep(person)).enter(app.nextCode())).status).toBe(200);
  });
});

describe('wrong codes of strangers who know the password', () => {
  it('do not stop the owner on a device that signed in before', async () => {
    const { person, app } = await withApp();
    const home = ownAddress();
    expect((await (await passwordStep(person, home)).enter(app.nextCode())).status).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const thief = await passwordStep(person);
      for (let tried = 0; tried < 5; tried += 1) statuses.push((await thief.enter('000000')).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await (await passwordStep(person, home)).enter(app.nextCode())).status).toBe(200);
  });
});

describe('codes by text message', () => {
  it('are turned off only beside an app; then neither signing in nor a step-up sends one', async () => {
    const alone = await signUpCompany(server);
    expect(await alone.put(`${FACTORS}/sms`, { is_on: false })).toMatchObject({
      status: 409,
      code: 'needs_authenticator',
    });
    const { person, app } = await withApp();
    await person.post('/api/auth/step-up/verify', { code: app.nextCode() });
    expect((await person.put(`${FACTORS}/sms`, { is_on: false })).status).toBe(204);
    expect((await person.get(FACTORS)).body.sms).toEqual({ phone_last4: person.phone.slice(-4), is_on: false });
    expect((await messagesTo(server, person.email))[0]).toContain('can no longer be confirmed with a code by text');
    const sent = (await messagesTo(server, person.phone)).length;
    const step = await passwordStep(person);
    expect(step.login.body).toMatchObject({ method: 'totp', can_text: false });
    expect(await step.text()).toMatchObject({ status: 409, code: 'text_messages_off' });
    expect(await person.post('/api/auth/step-up')).toMatchObject({ status: 409, code: 'text_messages_off' });
    expect(await messagesTo(server, person.phone)).toHaveLength(sent);
    // A stranger with the address alone learns nothing.
    const stranger = anyone(server, ownAddress());
    expect((await stranger.post(`/api/auth/resend-code?email=${person.email}&purpose=login`)).status).toBe(200);
  });
  it('are sent again once the app is removed, or its secret cannot be read', async () => {
    const { person, app } = await withApp();
    await person.post('/api/auth/step-up/verify', { code: app.nextCode() });
    await person.put(`${FACTORS}/sms`, { is_on: false });
    const [row] = await server.sql<{ secret: string }>('select secret from authenticator where account_id = $1', [
      person.user.id,
    ]);
    await server.sql(`update authenticator set secret = 'AQ' where account_id = $1`, [person.user.id]);
    const { login } = await passwordStep(person);
    expect(login.body).not.toHaveProperty('method');
    expect((await (await passwordStep(person)).enter(await codeFor(server, person.phone))).status).toBe(200);
    await server.sql('update authenticator set secret = $2 where account_id = $1', [person.user.id, row!.secret]);
    await person.post('/api/auth/step-up/verify', { code: app.nextCode() });
    expect((await person.delete(`${FACTORS}/totp`)).status).toBe(204);
    expect((await person.get(FACTORS)).body).toMatchObject({ sms: { is_on: true }, totp: null });
  });
});

describe('a password reset through the mailbox', () => {
  const reset = async (person: Person) => {
    const open = anyone(server, ownAddress());
    await open.post('/api/auth/forgot-password', { email: person.email });
    const code = await codeFor(server, person.email);
    await open.post('/api/auth/reset-password', { email: person.email, code, new_password: 'another horse 8' });
    return { ...person, password: 'another horse 8' };
  };
  it('keeps the app of an account whose mailbox was confirmed', async () => {
    const { person, app } = await withApp();
    await confirmMailbox(server, person);
    const step = await passwordStep(await reset(person));
    expect(step.login.body.method).toBe('totp');
    expect((await step.enter(app.nextCode())).status).toBe(200);
  });
  it('removes it where the mailbox takes the account back from somebody else', async () => {
    const { person } = await withApp();
    const { login } = await passwordStep(await reset(person));
    expect(login.body).toMatchObject({ needs_phone: true });
    const rows = await server.sql(
      'select account_id from authenticator where account_id = $1 union all select account_id from recovery_code where account_id = $1',
      [person.user.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('the database', () => {
  it('holds neither a secret nor a recovery code in the clear', async () => {
    const person = await signUpCompany(server);
    const begun = await person.post(`${FACTORS}/totp`, undefined, { headers: { 'idempotency-key': 'one' } });
    const code = totpCode(String(begun.body.secret), Math.floor(server.deps.now().getTime() / 30_000));
    const confirmed = await person.post(`${FACTORS}/totp/confirm`, { code }, { headers: { 'idempotency-key': 'two' } });
    const [codes] = [confirmed.body.recovery_codes as string[]];
    const tables = ['authenticator', 'recovery_code', 'idempotency_key', 'job', 'sealed_change'];
    for (const table of tables) {
      const [{ text }] = (await server.sql<{ text: string }>(
        `select coalesce(jsonb_agg(to_jsonb(t))::text, '') as text from ${table} t`,
      )) as [{ text: string }];
      for (const secret of [String(begun.body.secret), ...codes]) expect(text).not.toContain(secret);
    }
  });
});

it('of another session of the same account loses its confirmation when the factors change', async () => {
  const person = await signUpCompany(server);
  const open = anyone(server, ownAddress());
  const login = await open.post('/api/auth/login', { email: person.email, password: person.password });
  const verified = await open.post('/api/auth/verify-2fa', {
    email: person.email,
    code: await codeFor(server, person.phone),
    challenge_id: login.body.challenge_id,
  });
  const other = caller(server, () => String(verified.body.access_token));
  expect((await other.get('/api/organization/export')).status).toBe(200);
  await givenAuthenticatorApp(server, person);
  expect(await other.get('/api/organization/export')).toMatchObject(REQUIRED);
});
