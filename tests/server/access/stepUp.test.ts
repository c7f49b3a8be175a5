// Step-up: calls with lasting consequences need a fresh confirmation by a second factor (security.md T11).
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { resources } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import {
  atOnce,
  caller,
  codeFor,
  givenMember,
  messagesTo,
  ownAddress,
  signIn,
  signUpCompany,
} from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire, stepUp } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const REQUIRED = {
  status: 403,
  code: 'step_up_required',
  detail: 'Please confirm with a verification code to continue.',
};
const expired = async () => letConfirmationExpire(server, owner);
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a call that needs a confirmation', () => {
  it('is let through within five minutes of signing in, refused afterwards, and let through after a code', async () => {
    const invite = (email: string) => owner.post('/api/members/', { email, role: 'viewer' });
    expect((await invite('one@example.com')).status).toBe(201);
    await expired();
    expect(await invite('two@example.com')).toMatchObject(REQUIRED);
    expect((await owner.get('/api/members/?filter={"q":"two@example.com"}')).rows).toEqual([]);
    await stepUp(server, owner);
    expect((await invite('two@example.com')).status).toBe(201);
    await expired();
    expect(await invite('three@example.com')).toMatchObject(REQUIRED);
  });
  it('is each write on members, a transfer, an approval and the export of everything', async () => {
    const certificate = await given.certificate(owner);
    const distribution = await given.distribution(owner, { share_class_ids: [certificate.share_class_id] });
    const [self] = (await owner.get(`/api/members/?filter={"q":"${owner.email}"}`)).rows;
    const member = `/api/members/${String(self!.id)}`;
    await expired();
    const calls = [
      owner.put(member, { role: 'admin' }),
      owner.delete(member),
      owner.post(`${member}/resend`, {}),
      owner.post(`/api/certificates/${String(certificate.id)}/transfer`, {}),
      owner.post(`/api/distributions/${String(distribution.id)}/approve`, {}),
      owner.get('/api/organization/export'),
    ];
    for (const reply of await Promise.all(calls)) expect(reply).toMatchObject(REQUIRED);
    expect((await owner.get('/api/ocf/export')).status).toBe(200);
    expect((await owner.get(member)).body.role).toBe('owner');
  });
  it('refuses whom the role does not allow it before asking for a code', async () => {
    const viewer = await givenMember(server, owner, 'viewer');
    await letConfirmationExpire(server, viewer);
    expect(await viewer.post('/api/members/', { email: 'x@example.com', role: 'viewer' })).toMatchObject({
      code: 'forbidden',
    });
    expect(await viewer.get('/api/organization/export')).toMatchObject({ code: 'forbidden' });
  });
  it('takes effect once when it is repeated with its key after the code', async () => {
    await expired();
    const invite = () =>
      owner.post(
        '/api/members/',
        { email: 'repeated@example.com', role: 'viewer' },
        { headers: { 'idempotency-key': 'repeat' } },
      );
    expect(await invite()).toMatchObject(REQUIRED);
    await stepUp(server, owner);
    const first = await invite();
    expect(first.status).toBe(201);
    expect((await invite()).body).toEqual(first.body);
  });
});

describe('a field that needs a confirmation', () => {
  it('asks for it only where its value changes', async () => {
    const declared = resources.map((resource) =>
      resource.name === 'tasks'
        ? { ...resource, fields: { ...resource.fields, title: { ...resource.fields.title!, stepUp: true as const } } }
        : resource,
    );
    const app = await createApp(server.deps, declared);
    const person = await signUpCompany(server);
    const through = caller({ ...server, app }, () => person.token);
    const task = (await through.post('/api/tasks/', { title: 'Call the bank', priority: 'low' })).body;
    await letConfirmationExpire(server, person);
    const edit = (changes: object) => through.put(`/api/tasks/${String(task.id)}`, { ...task, ...changes });
    expect(await edit({ title: 'Call another bank' })).toMatchObject(REQUIRED);
    expect(await through.post('/api/tasks/', { title: 'New', priority: 'low' })).toMatchObject(REQUIRED);
    expect((await edit({ priority: 'high' })).status).toBe(200);
    await app.server.close();
  });
});

describe('a confirmation', () => {
  it('counts for its session only, and follows it into another company of the account', async () => {
    const token = await signIn(server, owner);
    const other = caller(server, () => token);
    await expired();
    await stepUp(server, owner);
    expect(await other.get('/api/organization/export')).toMatchObject(REQUIRED);
    const switched = await owner.post('/api/auth/switch', { client_name: owner.user.client_name });
    owner.token = String(switched.body.access_token);
    Object.assign(
      owner,
      caller(server, () => owner.token, ownAddress()),
    );
    expect((await owner.get('/api/organization/export')).status).toBe(200);
  });
  it('needs a session', async () => {
    const nobody = caller(server, () => null);
    for (const [url, body] of [
      ['/api/auth/step-up', undefined],
      ['/api/auth/step-up/verify', { code: '123456' }],
    ] as const)
      expect(await nobody.post(url, body)).toMatchObject({ status: 401, code: 'session_missing' });
  });
});

describe('the texted code', () => {
  it('works once: of twenty parallel right ones, one, and none afterwards', async () => {
    await expired();
    await owner.post('/api/auth/step-up');
    const code = await codeFor(server, owner.phone);
    const enter = () => owner.post('/api/auth/step-up/verify', { code });
    const replies = await atOnce(20, enter);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    const person = await signUpCompany(server);
    await person.post('/api/auth/step-up');
    const used = { code: await codeFor(server, person.phone) };
    expect((await person.post('/api/auth/step-up/verify', used)).status).toBe(204);
    expect(await person.post('/api/auth/step-up/verify', used)).toMatchObject({
      status: 400,
      code: 'invalid_code',
      detail: 'Invalid or expired code.',
    });
  });
  it('is not one of another purpose, of another session or of another person', async () => {
    const person = await signUpCompany(server);
    const token = await signIn(server, person);
    const other = caller(server, () => token);
    const signInCode = await codeFor(server, person.phone);
    expect((await person.post('/api/auth/step-up/verify', { code: signInCode })).status).toBe(400);
    await other.post('/api/auth/step-up');
    const code = await codeFor(server, person.phone);
    expect((await person.post('/api/auth/step-up/verify', { code })).status).toBe(400);
    const stranger = await signUpCompany(server);
    expect((await stranger.post('/api/auth/step-up/verify', { code })).status).toBe(400);
    expect((await other.post('/api/auth/step-up/verify', { code })).status).toBe(204);
  });
  it('expires', async () => {
    const person = await signUpCompany(server);
    await person.post('/api/auth/step-up');
    const code = await codeFor(server, person.phone);
    await server.sql(`update session set step_up_expires_at = now() where step_up_expires_at is not null`);
    expect((await person.post('/api/auth/step-up/verify', { code })).status).toBe(400);
  });
  it('is dead after five wrong ones, until a new one is sent', async () => {
    const person = await signUpCompany(server);
    await person.post('/api/auth/step-up');
    const code = await codeFor(server, person.phone);
    const enter = (entered: string) => person.post('/api/auth/step-up/verify', { code: entered });
    for (let n = 0; n < 5; n += 1) expect((await enter(wrongFor(code))).status).toBe(400);
    expect(await enter(code)).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      detail: 'Too many attempts. Please request a new code.',
    });
    await stepUp(server, person);
  });
  it('is not sent again while the one sent a moment ago works', async () => {
    const slow = await signUpCompany(server);
    server.deps.config.otpResendSeconds = 30;
    try {
      const replies = await Promise.all([1, 2, 3].map(() => slow.post('/api/auth/step-up')));
      expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
      // The first message proved the phone at sign-up.
      expect(await messagesTo(server, slow.phone)).toHaveLength(2);
    } finally {
      server.deps.config.otpResendSeconds = 0;
    }
  });
});

describe('wrong codes of a stolen session', () => {
  it('are limited over all its codes, and leave the owner’s known device its own', async () => {
    const person = await signUpCompany(server);
    const ip = ownAddress();
    const thief = caller(server, () => person.token, ip);
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      if (n % 5 === 0) await thief.post('/api/auth/step-up');
      const code = await codeFor(server, person.phone);
      statuses.push((await thief.post('/api/auth/step-up/verify', { code: wrongFor(code) })).status);
    }
    expect(statuses).toEqual([...Array<number>(15).fill(400), ...Array<number>(5).fill(429)]);
    await letConfirmationExpire(server, person);
    await stepUp(server, person);
    expect((await person.get('/api/organization/export')).status).toBe(200);
  });
});

describe('what an account confirms with', () => {
  it('is its phone, of which the last four digits are shown', async () => {
    expect((await owner.get('/api/auth/factors')).body).toMatchObject({ sms: { phone_last4: owner.phone.slice(-4) } });
  });
});
