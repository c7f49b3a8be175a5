import { describe, expect, it } from 'vitest';
import { anyone, givenMember, signIn, signUp, signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const me = (token: string) => anyone(server).get('/api/auth/me', bearer(token));

describe('a session', () => {
  it('is required by every call except the public ones, with 401 and a sentence', async () => {
    for (const route of server.app.routes.filter((each) => !each.isPublic)) {
      const url = route.url.replace(/:[a-z_]+/g, 'x');
      const reply = await anyone(server).send(route.method, url, route.method === 'GET' ? undefined : {});
      expect([url, reply.status, typeof reply.detail]).toEqual([url, 401, 'string']);
    }
  });
  it.each(['Bearer x', 'Bearer ' + 'x'.repeat(43), 'Basic abc', 'Bearer a b', ''])(
    'cannot be %s',
    async (authorization) => {
      const reply = await anyone(server).get('/api/tasks/', { headers: { authorization } });
      expect(reply.status).toBe(401);
    },
  );
  it('ends after half an hour without a request', async () => {
    const person = await signUp(server);
    await server.sql(`update session set last_seen_at = now() - interval '29 minutes' where account_id = $1`, [
      person.user.id,
    ]);
    expect((await me(person.token)).status).toBe(200);
    await server.sql(`update session set last_seen_at = now() - interval '31 minutes' where account_id = $1`, [
      person.user.id,
    ]);
    const reply = await me(person.token);
    expect([reply.status, reply.code]).toEqual([401, 'session_invalid']);
  });
  it('is extended by every request, up to twelve hours', async () => {
    const person = await signUp(server);
    await server.sql(`update session set last_seen_at = now() - interval '20 minutes' where account_id = $1`, [
      person.user.id,
    ]);
    await person.get('/api/tasks/');
    const isFresh = async () => {
      const [row] = await server.sql<{ fresh: boolean }>(
        `select last_seen_at > now() - interval '1 minute' as fresh from session where account_id = $1`,
        [person.user.id],
      );
      return row!.fresh;
    };
    await expect.poll(isFresh).toBe(true);
    await server.sql(`update session set created_at = now() - interval '12 hours 1 second' where account_id = $1`, [
      person.user.id,
    ]);
    expect((await me(person.token)).status).toBe(401);
  });
  it('is stored only as the fingerprint of its token', async () => {
    const person = await signUp(server);
    const rows = await server.sql(`select encode(token_hash, 'escape') as hash, * from session`);
    expect(JSON.stringify(rows)).not.toContain(person.token);
  });
  it('ends at once after signing out, and no other session ends with it', async () => {
    const person = await signUp(server);
    const elsewhere = await signIn(server, person);
    const reply = await person.post('/api/auth/logout');
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect((await person.get('/api/auth/me')).status).toBe(401);
    expect((await me(elsewhere)).status).toBe(200);
  });
});

describe('the person signed in', () => {
  it('learns who they are and where they are a member', async () => {
    const [company, other] = [await signUpCompany(server), await signUpCompany(server)];
    const person = await givenMember(server, company, 'staff');
    await server.sql(
      `insert into membership (org_id, id, account_id, role, status) select id, gen_random_uuid(), $2, 'viewer', 'active' from organization where client_name = $1`,
      [other.user.client_name, person.user.id],
    );
    const reply = await person.get('/api/auth/me');
    expect(reply.body).toMatchObject({
      active: company.user.client_name,
      user: { role: 'staff', membership_status: 'active' },
    });
    expect(reply.body.memberships).toMatchObject([
      { client_name: company.user.client_name, role: 'staff', status: 'active', shareholder_id: null },
      { client_name: other.user.client_name, role: 'viewer', status: 'active' },
    ]);
    expect(reply.text).not.toContain('password');
  });
  it('switches to another company with a new session, and the old one ends', async () => {
    const [company, other] = [await signUpCompany(server), await signUpCompany(server)];
    await server.sql(
      `insert into membership (org_id, id, account_id, role, status) select id, gen_random_uuid(), $2, 'viewer', 'active' from organization where client_name = $1`,
      [other.user.client_name, company.user.id],
    );
    const reply = await company.post('/api/auth/switch', { client_name: other.user.client_name });
    expect(reply.body.user).toMatchObject({ client_name: other.user.client_name, role: 'viewer' });
    expect((await company.get('/api/auth/me')).status).toBe(401);
    expect((await me(String(reply.body.access_token))).body).toMatchObject({ active: other.user.client_name });
  });
  it('cannot switch to a company they are not a member of', async () => {
    const [company, other] = [await signUpCompany(server), await signUpCompany(server)];
    const reply = await company.post('/api/auth/switch', { client_name: other.user.client_name });
    expect([reply.status, reply.detail]).toEqual([404, 'Not found.']);
    expect((await company.get('/api/auth/me')).status).toBe(200);
  });
  it('has the rights of their current role at the next request (T11)', async () => {
    const company = await signUpCompany(server);
    const person = await givenMember(server, company, 'viewer');
    const task = { title: 'x', priority: 'low', status: 'pending' };
    expect((await person.post('/api/tasks/', task)).status).toBe(403);
    await server.sql(`update membership set role = 'staff' where account_id = $1`, [person.user.id]);
    expect((await person.post('/api/tasks/', task)).status).toBe(201);
    await server.sql(`update membership set status = 'rejected' where account_id = $1`, [person.user.id]);
    expect((await person.post('/api/tasks/', task)).status).toBe(403);
    expect((await person.get('/api/tasks/')).rows).toEqual([]);
  });
});
