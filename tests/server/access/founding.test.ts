// Any signed-in person may found a company, as at sign-up. So may a person who got their address back from a stranger.
import { describe, expect, it } from 'vitest';
import {
  anyone,
  atOnce,
  caller,
  codeFor,
  ownAddress,
  signUp,
  signupBody,
  signUpCompany,
  unique,
} from '#tests/support/people.ts';
import * as given from '#tests/support/given.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer({ OTP_RESEND_SECONDS: '0' });
const NEW = 'the owner’s password 9';
const company = () => {
  const n = unique();
  return { client_name: `founded-${n}`, client_display_name: `Founded ${n}, Inc.` };
};

/** The mailbox's owner takes the account back, and proves a phone of their own. */
async function takeBack(email: string) {
  const open = anyone(server, ownAddress());
  await open.post('/api/auth/forgot-password', { email });
  await open.post('/api/auth/reset-password', { email, code: await codeFor(server, email), new_password: NEW });
  const { phone } = signupBody();
  const { challenge_id } = (await open.post('/api/auth/login', { email, password: NEW })).body;
  await open.post('/api/auth/phone', { challenge_id, phone });
  const proved = await open.post('/api/auth/phone/verify', { challenge_id, code: await codeFor(server, phone) });
  expect(proved.status).toBe(200);
  return { proved, person: caller(server, () => String(proved.body.access_token)) };
}

describe('founding a company', () => {
  it('gives a person without a company one of their own, and a session in it', async () => {
    const squatter = await signUpCompany(server);
    const { proved, person } = await takeBack(squatter.email);
    expect(proved.body.user).toMatchObject({ membership_status: 'none', client_name: null });
    const body = company();
    const founded = await person.post('/api/organization', body);
    expect([founded.status, founded.body.user]).toMatchObject([
      201,
      { ...body, role: 'owner', membership_status: 'active' },
    ]);
    const owner = caller(server, () => String(founded.body.access_token));
    expect((await owner.get('/api/organization')).body).toMatchObject(body);
    expect((await given.shareholder(owner)).name).toBeDefined();
    // As after switching companies, the earlier token no longer works.
    expect((await person.get('/api/auth/me')).status).toBe(401);
  });
  it('takes the names a sign-up takes, and refuses a reserved name or one another company has', async () => {
    const person = await signUpCompany(server);
    for (const [change, field] of [
      [{ client_name: 'a b' }, 'client_name'],
      [{ client_name: '' }, 'client_name'],
      [{ client_display_name: ' ' }, 'client_display_name'],
    ] as const) {
      const refused = await person.post('/api/organization', { ...company(), ...change });
      expect([refused.status, (refused.body.errors as { field: string }[])[0]!.field]).toEqual([422, field]);
    }
    for (const client_name of ['Admin', String(person.user.client_name).toUpperCase()]) {
      const refused = await person.post('/api/organization', { ...company(), client_name });
      expect([refused.status, refused.code]).toEqual([409, 'client_name_taken']);
    }
  });
  it('is allowed three times a day per account, and only once when two people use one name at the same time', async () => {
    const person = await signUp(server);
    const other = await signUp(server);
    const body = company();
    const two = await Promise.all([person.post('/api/organization', body), other.post('/api/organization', body)]);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
    const third = await signUp(server);
    let { token } = third;
    const again = caller(server, () => token);
    const statuses = [];
    for (let n = 0; n < 4; n += 1) {
      const reply = await again.post('/api/organization', company());
      statuses.push(reply.status);
      if (reply.status === 201) token = String(reply.body.access_token);
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
  });
});

describe('a reset that takes an account back from a stranger', () => {
  it('deletes the company the stranger founded when nobody entered anything in it, and frees its name', async () => {
    const squatter = await signUpCompany(server);
    const { person } = await takeBack(squatter.email);
    const { client_name, client_display_name } = squatter.user;
    expect((await person.get('/api/auth/me')).body.memberships).toEqual([]);
    expect((await person.post('/api/organization', { client_name, client_display_name })).status).toBe(201);
  });
  it('keeps a company that holds records', async () => {
    const founder = await signUpCompany(server);
    await given.shareholder(founder);
    const { proved } = await takeBack(founder.email);
    expect(proved.body.user).toMatchObject({ client_name: founder.user.client_name, role: 'owner' });
  });
});

// Keep this last: its failed names count against the network address that all tests here share.
describe('founding and joining with names that are refused', () => {
  it('hold no database connection that others need, however many calls come at once', async () => {
    const squatter = await signUpCompany(server);
    const { person } = await takeBack(squatter.email);
    const body = { ...company(), client_name: 'admin' };
    const replies = await atOnce(24, () => person.post('/api/organization', body));
    expect(
      [...new Set(replies.map(({ status }) => status))].filter((status) => status !== 409 && status !== 429),
    ).toEqual([]);
    const joins = Array.from({ length: 24 }, () =>
      person.post('/api/auth/join', { client_name: `nobody-${unique()}` }),
    );
    const asked = (await Promise.all(joins)).map(({ status }) => status);
    expect([...new Set(asked)].filter((status) => status !== 422 && status !== 429)).toEqual([]);
  });
});

it('asking to join a company one belongs to is refused and makes no request', async () => {
  const owner = await signUpCompany(server);
  const again = await owner.post('/api/auth/join', { client_name: owner.user.client_name });
  expect([again.status, again.code]).toEqual([409, 'already_member']);
  expect((await owner.get('/api/join-requests/')).rows).toEqual([]);
});
