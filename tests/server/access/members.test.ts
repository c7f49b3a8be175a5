// The people who work for a company: invitations to a role, changes of it, a last day, and the end of a membership.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import {
  anyone,
  givenMember,
  invitationTo,
  signUp,
  signUpCompany,
  signUpShareholder,
  unique,
} from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import { asMember } from '#tests/support/asMember.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const newEmail = () => `member-${unique()}@example.com`;
const PATH = '/api/members';
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const memberOf = async (by: Person, email: unknown): Promise<Row> =>
  (await by.get(listUrl(`${PATH}/`, { filter: { email } }))).rows[0]!;
const join = async (by: Person, body: Row): Promise<Person> => {
  const made = await by.post(PATH, body);
  expect([made.status, made.detail]).toEqual([201, undefined]);
  return signUp(server, {
    email: body.email,
    account_type: 'client',
    client_name: undefined,
    client_display_name: undefined,
    invite_token: await invitationTo(server, String(body.email)),
  });
};

describe('an invitation to a role', () => {
  it('is listed, mailed, and gives the role to whoever signs up with its link and address', async () => {
    const email = newEmail();
    const made = await owner.post(PATH, { email, role: 'staff' });
    expect(made).toMatchObject({ status: 201, body: { email, role: 'staff', status: 'invited', name: null } });
    const token = await invitationTo(server, email);
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).body).toMatchObject({ email, kind: 'member' });
    const staff = await signUp(server, {
      email,
      account_type: 'client',
      client_name: undefined,
      client_display_name: undefined,
      invite_token: token,
    });
    expect(staff.user).toMatchObject({
      role: 'staff',
      client_name: owner.user.client_name,
      membership_status: 'active',
    });
    expect((await staff.get('/api/certificates')).status).toBe(200);
    expect(await memberOf(owner, email)).toMatchObject({ status: 'active', role: 'staff' });
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
  });
  it('is not accepted by an account with another address', async () => {
    const email = newEmail();
    await owner.post(PATH, { email, role: 'admin' });
    const other = await signUpCompany(server);
    const reply = await other.post('/api/auth/accept-invite', { token: await invitationTo(server, email) });
    expect([reply.status, reply.code]).toEqual([409, 'other_address']);
    expect((await other.get('/api/auth/me')).body.memberships).toHaveLength(1);
    expect(await memberOf(owner, email)).toMatchObject({ status: 'invited' });
  });
  it('is sent again with a new link, and the older link stops working', async () => {
    const email = newEmail();
    const made = await owner.post(PATH, { email, role: 'viewer' });
    const first = await invitationTo(server, email);
    // A company whose owner has not confirmed the mailbox sends one mail an hour to an address.
    await server.sql(`update invitation set created_at = now() - interval '2 hours' where email = $1`, [email]);
    const again = await owner.post(`${PATH}/${String(made.body.id)}/resend`, {});
    expect([again.status, again.detail]).toEqual([200, undefined]);
    expect((await anyone(server).get(`/api/auth/invitations/${first}`)).status).toBe(404);
    expect((await owner.get(listUrl(`${PATH}/`, { filter: { email } }))).rows).toHaveLength(1);
  });
  it('is withdrawn: its link opens nothing', async () => {
    const email = newEmail();
    const made = await owner.post(PATH, { email, role: 'viewer' });
    const token = await invitationTo(server, email);
    expect((await owner.delete(`${PATH}/${String(made.body.id)}`)).status).toBe(204);
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
    expect(await memberOf(owner, email)).toBeUndefined();
  });
  it('is refused for a member, a past day, an owner with a last day, and a role of holders', async () => {
    const member = await givenMember(server, owner, 'staff');
    expect(await owner.post(PATH, { email: member.user.email, role: 'viewer' })).toMatchObject({
      status: 409,
      code: 'already_member',
    });
    for (const body of [
      { role: 'viewer', expires_at: '2020-01-01' },
      { role: 'owner', expires_at: '2090-01-01' },
      { role: 'shareholder' },
      { role: 'root' },
    ])
      expect((await owner.post(PATH, { email: newEmail(), ...body })).status).toBe(422);
  });
  it('makes a shareholder of the company a member who keeps the own record', async () => {
    const holder = await given.shareholder(owner, { email: newEmail() });
    const portal = await signUpShareholder(server, owner, holder);
    await server.sql(`update invitation set created_at = now() - interval '2 hours' where email = $1`, [
      portal.user.email,
    ]);
    await owner.post(PATH, { email: portal.user.email, role: 'viewer' });
    const reply = await portal.post('/api/auth/accept-invite', {
      token: await invitationTo(server, String(portal.user.email)),
    });
    expect([reply.status, (reply.body.user as Row).role]).toEqual([200, 'viewer']);
    const member = await memberOf(owner, portal.user.email);
    expect((await owner.delete(`${PATH}/${String(member.id)}`)).status).toBe(204);
    const [left] = await server.sql<{ role: string; status: string; shareholder_id: string }>(
      `select m.role, m.status, m.shareholder_id from membership m join account a on a.id = m.account_id where a.email = $1`,
      [portal.user.email],
    );
    expect(left).toEqual({ role: 'shareholder', status: 'active', shareholder_id: holder.id });
  });
});

describe('a member', () => {
  it('has a new role with the next call, and none after the membership ends', async () => {
    const person = await join(owner, { email: newEmail(), role: 'viewer' });
    expect((await person.post('/api/tasks/', { title: 'Mine', priority: 'low' })).status).toBe(403);
    const member = await memberOf(owner, person.user.email);
    const changed = await owner.put(`${PATH}/${String(member.id)}`, { role: 'staff' });
    expect([changed.status, changed.body.role]).toEqual([200, 'staff']);
    expect((await person.post('/api/tasks/', { title: 'Mine', priority: 'low' })).status).toBe(201);
    expect((await owner.delete(`${PATH}/${String(member.id)}`)).status).toBe(204);
    expect((await person.get('/api/tasks/')).status).toBe(401);
    expect(await memberOf(owner, person.user.email)).toBeUndefined();
  });
  it('has access through the last day, in the company’s time zone, and none after it', async () => {
    const company = await signUpCompany(server);
    await company.put('/api/organization', { time_zone: 'Pacific/Auckland' });
    const today = String((await company.get('/api/auth/me')).body.today ?? '');
    const [{ day }] = (await server.sql<{ day: string }>(
      `select ((now() at time zone 'Pacific/Auckland')::date)::text as day`,
    )) as [{ day: string }];
    expect(today === '' || today === day).toBe(true);
    const auditor = await join(company, { email: newEmail(), role: 'viewer', expires_at: day });
    expect((await auditor.get('/api/certificates')).status).toBe(200);
    await server.sql(
      `update membership m set expires_at = $1::date - 1 from account a where a.id = m.account_id and a.email = $2`,
      [day, auditor.user.email],
    );
    expect((await auditor.get('/api/certificates')).status).toBe(401);
    expect(await memberOf(company, auditor.user.email)).toMatchObject({ status: 'ended' });
  });
  it('who is an administrator neither appoints, changes nor removes an owner', async () => {
    const admin = await givenMember(server, owner, 'admin');
    const boss = await memberOf(admin, owner.user.email);
    const staff = await givenMember(server, owner, 'staff');
    const clerk = await memberOf(admin, staff.user.email);
    for (const reply of [
      await admin.post(PATH, { email: newEmail(), role: 'owner' }),
      await admin.put(`${PATH}/${String(clerk.id)}`, { role: 'owner' }),
      await admin.put(`${PATH}/${String(boss.id)}`, { role: 'viewer' }),
      await admin.delete(`${PATH}/${String(boss.id)}`),
    ])
      expect([reply.status, reply.code]).toEqual([403, 'forbidden']);
    expect((await admin.put(`${PATH}/${String(clerk.id)}`, { role: 'viewer' })).status).toBe(200);
  });
  it('who loses the role takes the invitations along that they sent', async () => {
    const admin = await givenMember(server, owner, 'admin');
    const email = newEmail();
    await admin.post(PATH, { email, role: 'admin' });
    const token = await invitationTo(server, email);
    const member = await memberOf(owner, admin.user.email);
    await owner.delete(`${PATH}/${String(member.id)}`);
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
  });
  it('who sent an invitation to a role that they may no longer give lets nobody in', async () => {
    const company = await signUpCompany(server);
    const second = await join(company, { email: newEmail(), role: 'owner' });
    const email = newEmail();
    expect((await second.post(PATH, { email, role: 'owner' })).status).toBe(201);
    const token = await invitationTo(server, email);
    const member = await memberOf(company, second.user.email);
    expect((await company.put(`${PATH}/${String(member.id)}`, { role: 'admin' })).status).toBe(200);
    expect((await anyone(server).get(`/api/auth/invitations/${token}`)).status).toBe(404);
    const invited = await signUp(server, {
      email,
      account_type: 'client',
      client_name: undefined,
      client_display_name: undefined,
      invite_token: token,
    });
    expect(invited.user).toMatchObject({ membership_status: 'none', client_name: null });
  });
  it('who is the last owner stays: also of two who remove each other at once', async () => {
    const company = await signUpCompany(server);
    const own = await memberOf(company, company.user.email);
    for (const reply of [
      await company.delete(`${PATH}/${String(own.id)}`),
      await company.put(`${PATH}/${String(own.id)}`, { role: 'admin' }),
    ])
      expect([reply.status, reply.code]).toEqual([409, 'last_owner']);
    const second = await join(company, { email: newEmail(), role: 'owner' });
    const other = await memberOf(company, second.user.email);
    const replies = await Promise.all([
      company.delete(`${PATH}/${String(other.id)}`),
      second.delete(`${PATH}/${String(own.id)}`),
    ]);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    const [{ count }] = (await server.sql<{ count: string }>(
      `select count(*) from membership m join organization o on o.id = m.org_id
         where o.client_name = $1 and m.role = 'owner' and m.status = 'active'`,
      [company.user.client_name],
    )) as [{ count: string }];
    expect(count).toBe('1');
  });
  it('of another company is neither seen nor changed', async () => {
    const other = await signUpCompany(server);
    const member = await memberOf(owner, owner.user.email);
    expect((await other.get(`${PATH}/${String(member.id)}`)).status).toBe(404);
    expect((await other.put(`${PATH}/${String(member.id)}`, { role: 'viewer' })).status).toBe(404);
    expect((await other.delete(`${PATH}/${String(member.id)}`)).status).toBe(404);
  });
});

describe('in the database', () => {
  it('neither staff nor an administrator give a role by SQL of their own', async () => {
    const [clerk, admin] = [await givenMember(server, owner, 'staff'), await givenMember(server, owner, 'admin')];
    for (const person of [clerk, admin]) {
      const [actor] = await server.sql<Actor>(
        `select m.account_id, m.org_id, m.role, m.status as membership_status, m.shareholder_id
         from membership m join account a on a.id = m.account_id where a.email = $1`,
        [person.user.email],
      );
      const tryTo = (sql: string, values: unknown[] = []) => asMember(server, actor!, (tx) => tx.rows(sql, values));
      await expect(
        tryTo(
          `insert into invitation (org_id, id, token_hash, email, role, created_by, expires_at)
           values ($1, gen_random_uuid(), '\\x00', 'x@example.com', 'owner', $2, now() + interval '1 day')`,
          [actor!.org_id, actor!.account_id],
        ),
      ).rejects.toThrow(/row-level security/);
      expect(
        await tryTo(`update membership set role = 'owner' where account_id = $1 returning id`, [actor!.account_id]),
      ).toEqual([]);
      const ownId = (await memberOf(owner, person.user.email)).id;
      expect(await tryTo('select change_member($1, $2, null) as outcome', [ownId, 'owner'])).toEqual([
        { outcome: 'not_allowed' },
      ]);
      expect(
        await tryTo(`select invite_member(gen_random_uuid(), '\\x01', 'x@example.com', 'owner', null, 30) as outcome`),
      ).toEqual([{ outcome: 'not_allowed' }]);
    }
  });
});
