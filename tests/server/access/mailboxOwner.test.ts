// The owner of a mailbox gets back an account that somebody else opened with it. Once the same person proved phone and
// mailbox, the phone stays.
import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { anyone, codeFor, confirmationTo, confirmMailbox, invitationTo, messagesTo } from '#tests/support/people.ts';
import { ownAddress, signIn, signUp, signUpCompany, signupBody } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
const from = () => anyone(server, ownAddress());
const NEW = 'the owner’s password 9';
async function resetByMail(email: string, open: Caller = from()) {
  await open.post('/api/auth/forgot-password', { email });
  const body = { email, code: await codeFor(server, email), new_password: NEW };
  const reply = await open.post('/api/auth/reset-password', body);
  expect([reply.status, reply.body]).toEqual([200, { message: 'Your password has been reset. Please sign in.' }]);
}
const login = (email: string, password: string) => from().post('/api/auth/login', { email, password });
/** Signs in to an account without a phone and returns the challenge. */
const challengeOf = async (email: string) => String((await login(email, NEW)).body.challenge_id);
const isConfirmed = async (person: Person) => (await person.get('/api/auth/me')).body.email_verified;

describe('an account whose mailbox was never confirmed', () => {
  it('loses phone, password and sessions to the owner of its mailbox, who proves a phone of their own', async () => {
    const squatter = await signUp(server);
    await resetByMail(squatter.email);
    expect((await squatter.get('/api/auth/me')).status).toBe(401);
    expect((await login(squatter.email, squatter.password)).status).toBe(400);
    const before = (await messagesTo(server, squatter.phone)).length;
    const answer = await login(squatter.email, NEW);
    expect([answer.status, answer.body]).toEqual([200, { needs_phone: true, challenge_id: expect.any(String) }]);
    const { challenge_id } = answer.body;
    const open = from();
    const { phone } = signupBody();
    const asked = await open.post('/api/auth/phone', { challenge_id, phone });
    expect([asked.status, asked.body]).toEqual([
      202,
      { message: 'We sent a 6-digit verification code to your phone.' },
    ]);
    const proof = { challenge_id, code: await codeFor(server, phone) };
    const proved = await open.post('/api/auth/phone/verify', proof);
    expect([proved.status, Object.keys(proved.body).sort()]).toEqual([200, ['access_token', 'user']]);
    expect(proved.body.user).toMatchObject({ email: squatter.email });
    await signIn(server, { email: squatter.email, phone, password: NEW });
    expect(await messagesTo(server, squatter.phone)).toHaveLength(before);
    const late = [
      await open.post('/api/auth/phone/verify', proof),
      await open.post('/api/auth/phone', { challenge_id, phone: signupBody().phone }),
    ];
    for (const reply of late) expect([reply.status, reply.code]).toEqual([400, 'challenge_closed']);
  });
  it('loses at the reset the names and the requests to join of the person who opened it', async () => {
    const company = await signUpCompany(server);
    const client_name = company.user.client_name;
    const { email } = await signUp(server, { account_type: 'shareholder', client_name, first_name: 'Mallory' });
    expect((await company.get('/api/join-requests/')).rows).toMatchObject([{ first_name: 'Mallory' }]);
    await resetByMail(email);
    expect((await company.get('/api/join-requests/')).rows).toEqual([]);
    const open = from();
    const { phone } = signupBody();
    const challenge_id = await challengeOf(email);
    const sent = { challenge_id, phone, sms_consent: true, first_name: 'Grace', last_name: 'Hopper' };
    expect((await open.post('/api/auth/phone', sent)).status).toBe(202);
    const proved = await open.post('/api/auth/phone/verify', { challenge_id, code: await codeFor(server, phone) });
    const own = { first_name: 'Grace', last_name: 'Hopper', membership_status: 'none', client_name: null };
    expect([proved.status, proved.body.user]).toMatchObject([200, own]);
  });
  it('cannot be taken by signing up again while it has no phone', async () => {
    const person = await signUpCompany(server);
    await resetByMail(person.email);
    const body = signupBody({ email: person.email });
    await from().post('/api/auth/signup', body);
    expect(await messagesTo(server, body.phone)).toEqual([]);
    expect((await login(person.email, body.password)).status).toBe(400);
    expect((await from().post('/api/auth/verify-phone', { email: person.email, code: '000000' })).status).toBe(400);
  });
  it('takes a phone only with the challenge, and refuses a number that is invalid or without consent', async () => {
    const person = await signUp(server);
    await resetByMail(person.email);
    const { phone } = signupBody();
    const challenge_id = await challengeOf(person.email);
    const give = async (body: object) => (await from().post('/api/auth/phone', body)).status;
    expect(await give({ challenge_id, phone: '+44151' })).toBe(422);
    expect(await give({ challenge_id, phone, sms_consent: false })).toBe(422);
    expect(await give({ email: person.email, password: NEW, phone })).toBe(422);
    expect(await give({ phone })).toBe(401);
    expect(await give({ challenge_id: 'a guess', phone })).toBe(400);
    // The challenge of an ordinary sign-in takes only its code.
    const other = await signUp(server);
    const signingIn = await from().post('/api/auth/login', { email: other.email, password: other.password });
    expect(await give({ challenge_id: signingIn.body.challenge_id, phone })).toBe(400);
    expect(await messagesTo(server, phone)).toEqual([]);
  });
  it('takes another number until one is proved; the code of the earlier number stops working', async () => {
    const person = await signUp(server);
    await resetByMail(person.email);
    const challenge_id = await challengeOf(person.email);
    const [mistaken, phone] = [signupBody().phone, signupBody().phone];
    await from().post('/api/auth/phone', { challenge_id, phone: mistaken });
    const dead = await codeFor(server, mistaken);
    expect((await from().post('/api/auth/phone', { challenge_id, phone })).status).toBe(202);
    const code = await codeFor(server, phone);
    const tried = await from().post('/api/auth/phone/verify', { challenge_id, code: dead });
    expect([tried.status, tried.code]).toEqual([400, 'invalid_code']);
    expect((await from().post('/api/auth/phone/verify', { challenge_id, code })).status).toBe(200);
    await signIn(server, { email: person.email, phone, password: NEW });
  });
  it('allows five tries of the phone code, and none before a number is given', async () => {
    const person = await signUp(server);
    await resetByMail(person.email);
    const challenge_id = await challengeOf(person.email);
    const verify = async (code: string) => (await from().post('/api/auth/phone/verify', { challenge_id, code })).status;
    expect(await verify('000000')).toBe(400);
    const { phone } = signupBody();
    await from().post('/api/auth/phone', { challenge_id, phone });
    const code = await codeFor(server, phone);
    const wrong = code === '000000' ? '111111' : '000000';
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push(await verify(wrong));
    expect([...statuses, await verify(code)]).toEqual([400, 400, 400, 400, 400, 429]);
    const sends = [];
    for (let n = 0; n < 4; n += 1)
      sends.push((await from().post('/api/auth/phone', { challenge_id, phone: signupBody().phone })).status);
    expect(sends).toEqual([202, 202, 202, 429]);
  });
});

describe('an account whose mailbox was confirmed', () => {
  it('keeps its phone at a reset', async () => {
    const person = await signUp(server);
    await confirmMailbox(server, person);
    await resetByMail(person.email);
    const token = await signIn(server, { ...person, password: NEW });
    expect(token).toEqual(expect.any(String));
  });
});

describe('the mail that a new account gets', () => {
  it('confirms by the link, once, in a session of that account only', async () => {
    const [person, other] = [await signUp(server), await signUp(server)];
    const token = await confirmationTo(server, person.email);
    expect((await from().post('/api/auth/confirm-email', { token })).status).toBe(401);
    expect((await other.post('/api/auth/confirm-email', { token })).status).toBe(409);
    expect([await isConfirmed(person), await isConfirmed(other)]).toEqual([false, false]);
    expect((await person.post('/api/auth/confirm-email', { token })).status).toBe(204);
    expect(await isConfirmed(person)).toBe(true);
    expect((await person.post('/api/auth/confirm-email', { token })).status).toBe(409);
  });
  it('is good for seven days', async () => {
    const person = await signUp(server);
    const token = await confirmationTo(server, person.email);
    await server.sql(`update email_confirmation set expires_at = expires_at - interval '7 days'`);
    expect((await person.post('/api/auth/confirm-email', { token })).status).toBe(409);
    expect((await from().post('/api/auth/confirm-email/deny', { token })).status).toBe(409);
  });
  it('is sent again on request, five times a day, and the older link stops working', async () => {
    const person = await signUp(server);
    const older = await confirmationTo(server, person.email);
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await person.post('/api/auth/confirm-email/resend')).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await person.post('/api/auth/confirm-email', { token: older })).status).toBe(409);
    await confirmMailbox(server, person);
    expect((await person.post('/api/auth/confirm-email/resend')).status).toBe(409);
    const again = await person.post('/api/auth/confirm-email', { token: 'a link that was used' });
    expect([again.status, again.code]).toEqual([409, 'email_confirmed']);
  });
  it('is not sent to a person who signed up by an invitation to that address, because using it is the proof', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    const email = String(holder.email);
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const invite_token = await invitationTo(server, email);
    await from().get(`/api/auth/invitations/${invite_token}`);
    const extra = { account_type: 'shareholder', email, client_name: undefined, invite_token };
    const person = await signUp(server, extra);
    expect(await isConfirmed(person)).toBe(true);
    expect((await messagesTo(server, email)).filter((text) => text.includes('confirm-email'))).toEqual([]);
  });
  it('is still needed after an invitation that was mailed to another address', async () => {
    const company = await signUpCompany(server);
    const holder = await given.shareholder(company);
    await company.post(`/api/shareholders/${String(holder.id)}/invite`, {});
    const invite_token = await invitationTo(server, String(holder.email));
    const person = await signUp(server, { account_type: 'shareholder', client_name: undefined, invite_token });
    expect(await isConfirmed(person)).toBe(false);
  });
});

describe('“This was not me”', () => {
  const disown = async (email: string) =>
    from().post('/api/auth/confirm-email/deny', { token: await confirmationTo(server, email) });
  it('deletes the account and the empty company it opened, and frees the address', async () => {
    const squatter = await signUpCompany(server);
    const reply = await disown(squatter.email);
    expect([reply.status, reply.body.outcome]).toEqual([200, 'deleted']);
    expect((await squatter.get('/api/auth/me')).status).toBe(401);
    expect((await login(squatter.email, squatter.password)).status).toBe(400);
    const owner = await signUpCompany(server, { email: squatter.email, client_name: squatter.user.client_name });
    expect(owner.user).toMatchObject({ role: 'owner', client_name: squatter.user.client_name });
  });
  it('deletes an empty company also after a browser reported its time zone', async () => {
    const [disowned, taken] = [await signUpCompany(server), await signUpCompany(server)];
    for (const squatter of [disowned, taken])
      expect((await squatter.post('/api/organization/time-zone', { time_zone: 'America/New_York' })).status).toBe(200);
    expect((await disown(disowned.email)).body.outcome).toBe('deleted');
    await resetByMail(taken.email);
    for (const { user } of [disowned, taken])
      expect(await server.sql('select 1 from organization where client_name = $1', [user.client_name])).toEqual([]);
  });
  it('keeps a company with records: the account is closed, and only its mailbox opens it again', async () => {
    const squatter = await signUpCompany(server);
    const holder = await given.shareholder(squatter);
    const reply = await disown(squatter.email);
    expect([reply.status, reply.body.outcome]).toEqual([200, 'closed']);
    expect((await squatter.get('/api/auth/me')).status).toBe(401);
    expect((await login(squatter.email, squatter.password)).status).toBe(400);
    expect(await server.sql('select id from shareholder where id = $1', [holder.id])).toHaveLength(1);
    await resetByMail(squatter.email);
    expect((await login(squatter.email, NEW)).body).toMatchObject({ needs_phone: true });
  });
  it('never changes a confirmed account, and refuses an invented link', async () => {
    const person = await signUp(server);
    const token = await confirmationTo(server, person.email);
    await confirmMailbox(server, person);
    for (const each of [token, 'x'.repeat(43), '%00'])
      expect((await from().post('/api/auth/confirm-email/deny', { token: each })).status).toBe(409);
    expect((await person.get('/api/auth/me')).status).toBe(200);
  });
});
