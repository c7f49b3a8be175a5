// Passkeys as a second factor: added, at sign-in after the password, for a step-up, and removed.
import { describe, expect, it } from 'vitest';
import { relyingParty } from '#server/auth/relyingParty.ts';
import { anyone, atOnce, caller, codeFor, messagesTo, ownAddress, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenPasskey, makePasskey, ORIGIN } from '#tests/support/softPasskey.ts';
import type { SoftPasskey } from '#tests/support/softPasskey.ts';
import { letConfirmationExpire, stepUp } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
const PASSKEYS = '/api/auth/factors/passkeys';
const REQUIRED = { status: 403, code: 'step_up_required' };

async function withPasskey(): Promise<{ person: Person; passkey: SoftPasskey }> {
  const person = await signUpCompany(server);
  return { person, passkey: await givenPasskey(person) };
}

async function passwordStep({ email, password }: Person, ip = ownAddress()) {
  const open = anyone(server, ip);
  const login = await open.post('/api/auth/login', { email, password });
  const { challenge_id } = login.body;
  const ask = () => open.post('/api/auth/passkey/options', { challenge_id });
  const answer = (response: unknown) => open.post('/api/auth/passkey', { challenge_id, response });
  return { login, open, ask, answer, challenge_id };
}

describe('adding a passkey', () => {
  it('takes it with a name, tells the mailbox, and ends every confirmation', async () => {
    const { person } = await withPasskey();
    expect((await person.get('/api/auth/factors')).body.passkeys).toEqual([
      {
        id: expect.any(String),
        name: 'A laptop',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect((await messagesTo(server, person.email))[0]).toContain('“A laptop” was added');
    expect(await person.post(`${PASSKEYS}/options`)).toMatchObject(REQUIRED);
  });
  it('gives it another name with a fresh confirmation, and nobody another’s', async () => {
    const { person } = await withPasskey();
    const [{ id }] = (await person.get('/api/auth/factors')).body.passkeys as [{ id: string }];
    const rename = (by: Person, name: string) => by.put(`${PASSKEYS}/${id}`, { name });
    expect(await rename(person, 'Old laptop')).toMatchObject(REQUIRED);
    await stepUp(server, person);
    expect((await rename(person, 'Old laptop')).body.passkeys).toMatchObject([{ id, name: 'Old laptop' }]);
    expect((await rename(person, ' ')).status).toBe(422);
    expect((await rename(await signUpCompany(server), 'Mine')).status).toBe(404);
    expect((await person.get('/api/auth/factors')).body.passkeys).toMatchObject([{ id, name: 'Old laptop' }]);
  });
  it('takes an answer to its question once, and only from its origin', async () => {
    const person = await signUpCompany(server);
    const options = await person.post(`${PASSKEYS}/options`);
    const add = (made: unknown) => person.post(PASSKEYS, { name: 'Key', response: made });
    const elsewhere = makePasskey(options.body, 'http://sharebook.evil');
    expect(await add(elsewhere.made)).toMatchObject({ status: 400, code: 'passkey_refused' });
    const passkey = makePasskey(options.body, ORIGIN);
    const replies = await atOnce(8, () => add(passkey.made));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    await stepUp(server, person);
    expect(await add(passkey.made)).toMatchObject({ status: 400, code: 'passkey_refused' });
  });
  it('refuses what is no passkey with 422 or 400, never with a fault of its own', async () => {
    const person = await signUpCompany(server);
    await person.post(`${PASSKEYS}/options`);
    for (const response of [undefined, 'x', {}, { id: 5, response: {} }])
      expect((await person.post(PASSKEYS, { name: 'Key', response })).status).toBe(422);
    for (const response of [
      { id: 'x', response: {} },
      { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!!', attestationObject: 'AAAA' } },
    ])
      expect((await person.post(PASSKEYS, { name: 'Key', response })).status).toBe(400);
    expect((await person.post(PASSKEYS, { name: ' ', response: { id: 'x', response: {} } })).status).toBe(422);
  });
});

describe('signing in with a passkey', () => {
  it('opens a session after the password, without a text message', async () => {
    const { person, passkey } = await withPasskey();
    const sent = (await messagesTo(server, person.phone)).length;
    const step = await passwordStep(person);
    expect(step.login.body).toMatchObject({ needs_2fa: true, method: 'passkey', has_passkeys: true, can_text: true });
    const options = await step.ask();
    expect(options.body).toMatchObject({ rpId: 'sharebook.test', allowCredentials: [{ id: passkey.id }] });
    const entered = await step.answer(passkey.answer(options.body));
    expect(entered.body).toMatchObject({ access_token: expect.any(String), user: { email: person.email } });
    expect(String(entered.headers['set-cookie'])).toContain('sb_device=');
    expect(await messagesTo(server, person.phone)).toHaveLength(sent);
    const again = caller(server, () => String(entered.body.access_token));
    expect((await again.get('/api/organization/export')).status).toBe(200);
  });
  it('is not possible without the password step', async () => {
    const { person } = await withPasskey();
    const open = anyone(server, ownAddress());
    expect(await open.post('/api/auth/passkey/options', { challenge_id: 'unknown' })).toMatchObject({
      status: 400,
      code: 'challenge_closed',
    });
    expect((await open.post('/api/auth/passkey/options', { email: person.email })).status).toBe(422);
  });
  it('opens one session for twenty parallel right answers, and takes none of them again', async () => {
    const { person, passkey } = await withPasskey();
    const step = await passwordStep(person);
    const answered = passkey.answer((await step.ask()).body);
    const replies = await atOnce(20, () => step.answer(answered));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const other = await passwordStep(person);
    await other.ask();
    expect(await other.answer(answered)).toMatchObject({ status: 400, code: 'invalid_code' });
  });
  it('refuses another question’s answer, another origin and another person’s passkey, and counts the tries', async () => {
    const { person, passkey } = await withPasskey();
    const { passkey: foreign } = await withPasskey();
    const step = await passwordStep(person);
    const first = await step.ask();
    const second = await step.ask();
    const wrong = [passkey.answer(first.body)];
    expect((await step.answer(wrong[0])).status).toBe(400);
    expect((await step.answer(passkey.answer(second.body))).status).toBe(400);
    for (const answerOf of [
      (asked: unknown) => passkey.answer(asked, 'http://sharebook.evil'),
      (asked: unknown) => foreign.answer(asked),
      (asked: unknown) => ({ ...passkey.answer(asked), id: foreign.id }),
    ])
      expect((await step.answer(answerOf((await step.ask()).body))).status).toBe(400);
    expect((await step.answer(passkey.answer((await step.ask()).body))).status).toBe(429);
    const next = await passwordStep(person);
    expect((await next.answer(passkey.answer((await next.ask()).body))).status).toBe(200);
  });
  it('leaves a code by text message to whoever asks for one', async () => {
    const { person } = await withPasskey();
    const { open, challenge_id } = await passwordStep(person);
    const asked = new URLSearchParams({ email: person.email, purpose: 'login', challenge_id: String(challenge_id) });
    expect((await open.post(`/api/auth/resend-code?${asked.toString()}`)).status).toBe(200);
    const code = await codeFor(server, person.phone);
    expect((await open.post('/api/auth/verify-2fa', { email: person.email, code, challenge_id })).status).toBe(200);
  });
});

describe('a step-up with a passkey', () => {
  const ask = (person: Person) => person.post('/api/auth/step-up/passkey/options', {});
  const answer = (person: Person, response: unknown) => person.post('/api/auth/step-up/passkey', { response });
  it('confirms the session, once for each question, also in parallel', async () => {
    const { person, passkey } = await withPasskey();
    expect(await person.get('/api/organization/export')).toMatchObject(REQUIRED);
    const answered = passkey.answer((await ask(person)).body);
    const replies = await atOnce(10, () => answer(person, answered));
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await person.get('/api/organization/export')).status).toBe(200);
    await letConfirmationExpire(server, person);
    expect((await answer(person, answered)).status).toBe(400);
    expect(await person.get('/api/organization/export')).toMatchObject(REQUIRED);
  });
  it('does not take the answer to the question of a new passkey', async () => {
    const { person, passkey } = await withPasskey();
    await answer(person, passkey.answer((await ask(person)).body));
    const options = await person.post(`${PASSKEYS}/options`);
    await letConfirmationExpire(server, person);
    const asked = { ...options.body, rpId: 'sharebook.test' };
    expect((await answer(person, passkey.answer(asked))).status).toBe(400);
  });
  it('needs a passkey', async () => {
    expect(await ask(await signUpCompany(server))).toMatchObject({ status: 409, code: 'no_passkey' });
  });
});

describe('removing a passkey', () => {
  it('needs a confirmation, tells the mailbox, and leaves nobody else’s', async () => {
    const { person, passkey } = await withPasskey();
    const { person: other } = await withPasskey();
    const [foreign] = (await other.get('/api/auth/factors')).body.passkeys as { id: string }[];
    const [own] = (await person.get('/api/auth/factors')).body.passkeys as { id: string }[];
    expect(await person.delete(`${PASSKEYS}/${own!.id}`)).toMatchObject(REQUIRED);
    await stepUp(server, person);
    expect((await person.delete(`${PASSKEYS}/${foreign!.id}`)).status).toBe(404);
    expect((await person.delete(`${PASSKEYS}/nonsense`)).status).toBe(404);
    expect((await person.delete(`${PASSKEYS}/${own!.id}`)).status).toBe(204);
    expect((await messagesTo(server, person.email))[0]).toContain('“A laptop” of your Sharebook account was removed');
    const step = await passwordStep(person);
    expect(step.login.body).not.toHaveProperty('method');
    expect((await step.ask()).status).toBe(409);
    expect((await step.answer(passkey.answer({ challenge: 'x', rpId: 'sharebook.test' }))).status).toBe(400);
  });
});

describe('the name for which passkeys are made', () => {
  const of = (publicUrl: string, host = '127.0.0.1:8000') => relyingParty({ publicUrl }, host);
  it('is the host of PUBLIC_URL, and localhost on a loopback address', () => {
    expect(of('https://equity.example.com')).toEqual({
      id: 'equity.example.com',
      origin: 'https://equity.example.com',
    });
    for (const url of ['http://127.0.0.1:8000', 'http://localhost:8000', 'http://[::1]:8000'])
      expect(of(url, 'localhost:8000')).toEqual({ id: 'localhost', origin: 'http://localhost:8000' });
  });
  it('is none for an IP address of a network', () => {
    expect(() => of('https://192.0.2.7')).toThrow('browsers refuse them for an IP address');
  });
});
