import { describe, expect, it } from 'vitest';
import {
  anyone,
  codeFor,
  invitationTo,
  messagesTo,
  ownAddress,
  signUp,
  signUpCompany,
  signupBody,
  unique,
} from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

describe('signing up a company', () => {
  it('asks for the code sent to the phone, in the words of the contract', async () => {
    const body = signupBody();
    const reply = await anyone(server).post('/api/auth/signup', body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ needs_verification: true, email: body.email, message: expect.any(String) });
    expect((await messagesTo(server, body.phone))[0]).toMatch(/\b\d{6}\b/);
  });
  it('gives a session and the owner’s user record once the phone is proved', async () => {
    const body = signupBody();
    const open = anyone(server);
    await open.post('/api/auth/signup', body);
    const reply = await open.post('/api/auth/verify-phone', {
      email: body.email,
      code: await codeFor(server, body.phone),
    });
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body).sort()).toEqual(['access_token', 'user']);
    expect(reply.body.user).toEqual({
      id: expect.any(String),
      email: body.email,
      first_name: body.first_name,
      last_name: body.last_name,
      account_type: 'client',
      role: 'owner',
      client_name: body.client_name,
      client_display_name: body.client_display_name,
      membership_status: 'active',
      locale: null,
      time_zone: null,
      currency: 'USD',
    });
  });
  it('ignores the case of an address', async () => {
    const body = signupBody();
    const open = anyone(server);
    await open.post('/api/auth/signup', { ...body, email: body.email.toUpperCase() });
    const code = await codeFor(server, body.phone);
    expect((await open.post('/api/auth/verify-phone', { email: body.email, code })).status).toBe(200);
  });
  it('refuses a client name another company has, in any case', async () => {
    const company = await signUpCompany(server);
    const name = String(company.user.client_name).toUpperCase();
    const reply = await anyone(server, ownAddress()).post('/api/auth/signup', signupBody({ client_name: name }));
    expect([reply.status, reply.detail]).toEqual([409, 'This client name is not available.']);
  });
  it('stops a caller who tries out which names are taken (T8)', async () => {
    const ip = ownAddress();
    const statuses = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await anyone(server, ip).post('/api/auth/signup', signupBody({ client_name: 'admin' }))).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(409));
    expect(statuses[10]).toBe(429);
  });
  it.each([
    ['an empty first name', { first_name: ' ' }, 'first_name'],
    ['an empty last name', { last_name: '' }, 'last_name'],
    ['a name with a character that reverses text', { first_name: 'Ada\u202Egnp.exe' }, 'first_name'],
    ['a company name without a letter', { client_display_name: '\u2800' }, 'client_display_name'],
    ['a name of a mark alone', { first_name: '\u0301' }, 'first_name'],
    ['a company name with an invisible character', { client_display_name: 'Ac\u200Bme' }, 'client_display_name'],
    ['an address without an at-sign', { email: 'ada.example.com' }, 'email'],
    ['a phone of ten digits', { phone: '+1555123456' }, 'phone'],
    ['a phone that is no number', { phone: '+4412' }, 'phone'],
    ['consent that was not given', { sms_consent: false }, 'sms_consent'],
    ['consent as text', { sms_consent: 'true' }, 'sms_consent'],
    ['an unknown account type', { account_type: 'admin' }, 'account_type'],
    ['a client name with a blank', { client_name: 'two words' }, 'client_name'],
    ['a client name of two letters', { client_name: 'ab' }, 'client_name'],
    ['a company without a display name', { client_display_name: '' }, 'client_display_name'],
    ['a password of seven characters', { password: 'Abc123!' }, 'password'],
    ['one of the most common passwords', { password: 'Password1' }, 'password'],
    ['a number where text belongs', { first_name: 7 }, 'first_name'],
    ['a list where text belongs', { email: ['a@b.example'] }, 'email'],
  ])('refuses %s and names the field', async (_what, extra, field) => {
    const reply = await anyone(server).post('/api/auth/signup', signupBody(extra));
    expect([reply.status, reply.detail]).toEqual([422, 'Please fill in all required fields correctly.']);
    expect(reply.body.errors).toContainEqual({ field, message: expect.any(String) });
  });
  it.each([
    'password',
    'Password1!',
    'Password1!Password1!',
    'Qwertyuiop1!',
    'qwertyuiop',
    'Iloveyou2',
    'Dragon123!',
    '!Sunshine2024',
    'Letmein1',
    'Sharebook1!',
    'P@ssw0rd1!',
    'ABCD1234',
    'passwordpassword',
    'Passwordpassword1!',
    'P4ssword!',
    'Pa55w0rd2024',
    'aaaaaaaaa',
    '!@#$%^&*',
    'ｐａｓｓｗｏｒｄ１',
    'Football1!!!!!!!',
    'lkjhgfdsa',
  ])('refuses %s, one of the most common passwords', async (password) => {
    const reply = await anyone(server, ownAddress()).post('/api/auth/signup', signupBody({ password }));
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'password', message: expect.stringContaining('most common') }],
    ]);
  });
  it.each([
    'Tidewater2026!',
    'tide-water-2026',
    'retawedit2026!',
    'Тidеwаtеr2026!',
    'T1dew4ter!2026',
    'BlueHarbor#2026',
    'marielouise99',
    'Müller!1987',
    'Muller.Tidewater1',
    'marie.louise@post.example',
    'marieP@ssw0rd1!',
  ])('refuses %s, made of the person’s own words', async (password) => {
    const reply = await anyone(server, ownAddress()).post(
      '/api/auth/signup',
      signupBody({
        email: 'marie.louise@post.example',
        first_name: 'Marie-Louise',
        last_name: 'Müller',
        client_display_name: 'Tidewater Blue Harbor Inc.',
        password,
      }),
    );
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'password', message: expect.stringContaining('your name') }],
    ]);
  });
  it('refuses a password of the inviting company’s name', async () => {
    const owner = await signUpCompany(server, { client_display_name: 'Quartermain Holdings' });
    const email = `member-${unique()}@example.com`;
    await owner.post('/api/members', { email, role: 'staff' });
    const invite_token = await invitationTo(server, email);
    const body = signupBody({ email, invite_token, client_name: undefined, client_display_name: undefined });
    const reply = await anyone(server).post('/api/auth/signup', { ...body, password: 'Quartermain#12' });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      [{ field: 'password', message: expect.stringContaining('your name') }],
    ]);
  });
  it.each([
    'correct horse 7',
    'Tr0ub4dor&three',
    'a password is what this is',
    'zürich im Winter',
    'Xk4!mQ9z',
    'pass the salt pass the pepper',
    '5even Silver 8irds',
  ])('accepts %s', async (password) => {
    const reply = await anyone(server, ownAddress()).post('/api/auth/signup', signupBody({ password }));
    expect(reply.status).toBe(200);
  });
  it.each(['role', 'org_id', 'email_verified', 'id', 'is_demo'])(
    'refuses the server-owned field %s (T15)',
    async (name) => {
      const reply = await anyone(server).post('/api/auth/signup', signupBody({ [name]: 'x' }));
      expect([reply.status, reply.detail]).toEqual([422, `Unknown field: ${name}.`]);
    },
  );
  it('answers a taken address like a free one, sends no code, and tells its owner by mail (T7)', async () => {
    const person = await signUp(server);
    const body = signupBody({ email: person.email });
    const reply = await anyone(server).post('/api/auth/signup', body);
    const free = await anyone(server).post('/api/auth/signup', signupBody());
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...free.body, email: person.email });
    expect(await messagesTo(server, body.phone)).toEqual([]);
    expect((await messagesTo(server, person.email))[0]).toContain('Somebody tried to open');
  });
  it('changes nothing of an account when somebody signs up with its address', async () => {
    const person = await signUp(server);
    await anyone(server).post('/api/auth/signup', signupBody({ email: person.email, password: 'another password' }));
    expect((await person.get('/api/auth/me')).status).toBe(200);
    const reply = await anyone(server).post('/api/auth/login', { email: person.email, password: person.password });
    expect(reply.status).toBe(200);
  });
});
