// Who lost a role and comes back: as a shareholder, never with the earlier role; and who an administrator lets in.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import {
  anyone,
  givenMember,
  invitationTo,
  messagesTo,
  signIn,
  signUpCompany,
  signUpShareholder,
  unique,
} from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const PATH = '/api/members';
const memberOf = async (by: Person, email: unknown): Promise<Row> =>
  (await by.get(listUrl(`${PATH}/`, { filter: { email } }))).rows[0]!;
const passLastDay = (person: Person) =>
  server.sql(
    `update membership m set expires_at = current_date - 2 from account a where a.id = m.account_id and a.email = $1`,
    [person.email],
  );
/** Signs in again and asks to join the company. */
async function askAgain(person: Person, company: Person): Promise<void> {
  person.token = await signIn(server, person);
  const asked = await person.post('/api/auth/join', { client_name: company.user.client_name });
  expect([asked.status, asked.detail]).toEqual([202, undefined]);
}
const membershipOf = async (person: Person, company: Person): Promise<Row> =>
  (
    await server.sql(
      `select m.role, m.status, m.expires_at from membership m join account a on a.id = m.account_id
       join organization o on o.id = m.org_id where a.email = $1 and o.client_name = $2`,
      [person.email, company.user.client_name],
    )
  )[0]!;

describe('somebody whose role ended', () => {
  it.each(['owner', 'admin', 'staff', 'viewer'])('joins again as a shareholder, having been %s', async (role) => {
    const company = await signUpCompany(server);
    const person = await givenMember(server, company, role);
    const member = await memberOf(company, person.email);
    expect((await company.delete(`${PATH}/${String(member.id)}`)).status).toBe(204);
    await askAgain(person, company);
    const clerk = await givenMember(server, company, 'staff');
    const [request] = (await clerk.get('/api/join-requests/')).rows;
    const record = await given.shareholder(company);
    const approved = await clerk.post(`/api/join-requests/${String(request!.id)}/approve`, {
      shareholder_id: record.id,
    });
    expect([approved.status, approved.detail]).toEqual([200, undefined]);
    expect(await membershipOf(person, company)).toEqual({ role: 'shareholder', status: 'active', expires_at: null });
  });
  it('is asked for anew after the last day, and is then a shareholder without a last day', async () => {
    const company = await signUpCompany(server);
    const person = await givenMember(server, company, 'viewer');
    await passLastDay(person);
    await askAgain(person, company);
    const [request] = (await company.get('/api/join-requests/')).rows;
    expect(request).toMatchObject({ email: person.email });
    const record = await given.shareholder(company);
    await company.post(`/api/join-requests/${String(request!.id)}/approve`, { shareholder_id: record.id });
    expect(await membershipOf(person, company)).toEqual({ role: 'shareholder', status: 'active', expires_at: null });
  });
  it('keeps their own holdings after the last day of the role', async () => {
    const company = await signUpCompany(server);
    const record = await given.shareholder(company, { email: `holder-${unique()}@example.com` });
    const person = await signUpShareholder(server, company, record);
    await server.sql(
      `update membership m set role = 'viewer' from account a where a.id = m.account_id and a.email = $1`,
      [person.email],
    );
    await passLastDay(person);
    expect((await person.get('/api/certificates/')).status).toBe(401);
    const token = await signIn(server, person);
    const own = { headers: { authorization: `Bearer ${token}` } };
    expect((await anyone(server).get('/api/auth/me', own)).body.user).toMatchObject({ role: 'shareholder' });
    expect((await anyone(server).get('/api/shareholders/', own)).rows).toMatchObject([{ id: record.id }]);
    const trail = (await company.get(listUrl('/api/audit', { filter: { action: 'update' } }))).rows;
    expect(trail.map(({ summary }) => summary)).toContain(
      'is only a shareholder now: their role ended on its last day',
    );
    expect(await membershipOf(person, company)).toEqual({ role: 'shareholder', status: 'active', expires_at: null });
  });
  it('can be invited to a role again after the last day', async () => {
    const company = await signUpCompany(server);
    const person = await givenMember(server, company, 'viewer');
    await passLastDay(person);
    expect((await company.post(PATH, { email: person.email, role: 'staff' })).status).toBe(201);
    person.token = await signIn(server, person);
    const reply = await person.post('/api/auth/accept-invite', { token: await invitationTo(server, person.email) });
    expect([reply.status, (reply.body.user as Row).role]).toEqual([200, 'staff']);
    expect(await membershipOf(person, company)).toEqual({ role: 'staff', status: 'active', expires_at: null });
  });
});

describe('an administrator', () => {
  it('does not withdraw an owner’s invitation by inviting the same address', async () => {
    const company = await signUpCompany(server);
    const admin = await givenMember(server, company, 'admin');
    const email = `boss-${unique()}@example.com`;
    await company.post(PATH, { email, role: 'owner' });
    const token = await invitationTo(server, email);
    await server.sql(`update invitation set created_at = now() - interval '2 hours' where email = $1`, [email]);
    const reply = await admin.post(PATH, { email, role: 'viewer' });
    expect([reply.status, reply.code]).toEqual([403, 'forbidden']);
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(200);
  });
  it('invites to a role that an owner then raises: the link works for that role', async () => {
    const company = await signUpCompany(server);
    const admin = await givenMember(server, company, 'admin');
    const email = `raised-${unique()}@example.com`;
    const made = await admin.post(PATH, { email, role: 'staff' });
    expect((await company.put(`${PATH}/${String(made.body.id)}`, { role: 'owner' })).status).toBe(200);
    expect((await anyone(server).get(`/api/auth/invitations/${await invitationTo(server, email)}`)).status).toBe(200);
  });
  it('who has no access any more has sent nothing that is still open, and the list says so', async () => {
    const company = await signUpCompany(server);
    const admin = await givenMember(server, company, 'admin');
    const email = `late-${unique()}@example.com`;
    await admin.post(PATH, { email, role: 'staff' });
    expect(await memberOf(company, email)).toMatchObject({ status: 'invited' });
    await passLastDay(admin);
    expect(await memberOf(company, email)).toMatchObject({ status: 'expired' });
  });
  it('who appoints another is told of to every owner', async () => {
    const company = await signUpCompany(server);
    const admin = await givenMember(server, company, 'admin');
    const [clerk, email] = [await givenMember(server, company, 'staff'), `new-${unique()}@example.com`];
    const told = async () =>
      (await messagesTo(server, company.email)).filter((text) => text.includes('administrator of'));
    await admin.post(PATH, { email: `viewer-${unique()}@example.com`, role: 'viewer' });
    expect(await told()).toEqual([]);
    await admin.post(PATH, { email, role: 'admin' });
    expect((await told()).filter((text) => text.includes(email))).toHaveLength(1);
    const member = await memberOf(admin, clerk.email);
    await admin.put(`${PATH}/${String(member.id)}`, { role: 'admin' });
    expect((await told()).filter((text) => text.includes(clerk.email))).toHaveLength(1);
  });
});

describe('an invitation that lets nobody in', () => {
  const look = async (token: string) => (await anyone(server).get(`/api/auth/invitations/${token}`)).code;
  const accept = async (by: Person, token: string) => {
    const reply = await by.post('/api/auth/accept-invite', { token });
    return [reply.status, reply.code];
  };
  it('says whether it was used, replaced, withdrawn or has expired, or is none, to whoever opens or accepts it', async () => {
    const company = await signUpCompany(server);
    const person = await signUpCompany(server);
    const invite = async (email: string) => {
      await server.sql(`update invitation set created_at = created_at - interval '2 hours' where email = $1`, [email]);
      const made = await company.post(PATH, { email, role: 'viewer' });
      expect([made.status, made.detail]).toEqual([201, undefined]);
      return { id: String(made.body.id), token: await invitationTo(server, email) };
    };
    const first = await invite(person.email);
    const second = await invite(person.email);
    expect(await look(first.token)).toBe('invitation_replaced');
    expect(await accept(person, first.token)).toEqual([409, 'invitation_replaced']);
    expect((await accept(person, second.token))[0]).toBe(200);
    expect(await look(second.token)).toBe('invitation_used');
    expect(await accept(person, second.token)).toEqual([409, 'invitation_used']);
    const other = `late-${unique()}@example.com`;
    const third = await invite(other);
    await server.sql(`update invitation set expires_at = now() where email = $1`, [other]);
    expect(await look(third.token)).toBe('invitation_expired');
    const fourth = await invite(`gone-${unique()}@example.com`);
    await company.delete(`${PATH}/${fourth.id}`);
    expect(await look(fourth.token)).toBe('invitation_withdrawn');
    expect(await look('x'.repeat(43))).toBe('invitation_unknown');
    expect(await accept(person, 'x'.repeat(43))).toEqual([409, 'invitation_unknown']);
  });
});
