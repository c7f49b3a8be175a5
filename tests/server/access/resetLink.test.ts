// The link in a reset mail: the mailbox's owner gets in by it, whatever strangers tried meanwhile.
import { describe, expect, it } from 'vitest';
import { anyone, codeFor, confirmMailbox, messagesTo, ownAddress, signIn, signUp } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { withClient } from '#tests/support/postgresSetup.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useTestServer();
const forgot = (email: string, ip = ownAddress()) => anyone(server, ip).post('/api/auth/forgot-password', { email });
const byLink = (token: string, new_password: string, ip = ownAddress()) =>
  anyone(server, ip).post('/api/auth/reset-password/link', { token, new_password });
const login = ({ email }: Person, password: string) =>
  anyone(server, ownAddress()).post('/api/auth/login', { email, password });
async function linksTo(person: Person): Promise<string[]> {
  const mails = await messagesTo(server, person.email);
  return mails.flatMap((text) => /\/reset-password\?token=([\w-]{43})\n/.exec(text)?.[1] ?? []);
}

describe('the link of a reset mail', () => {
  it('sets the password once, ends every session, tells the owner, and keeps the second factor of a confirmed mailbox', async () => {
    const person = await signUp(server);
    await confirmMailbox(server, person);
    await forgot(person.email);
    const [token] = await linksTo(person);
    const reply = await byLink(token!, 'a new password 9');
    expect([reply.status, reply.body]).toEqual([200, { message: 'Your password has been reset. Please sign in.' }]);
    expect((await person.get('/api/auth/me')).status).toBe(401);
    expect((await messagesTo(server, person.email))[0]).toContain('password of your Sharebook account was changed');
    expect((await login(person, person.password)).status).toBe(400);
    expect((await login(person, 'a new password 9')).body.needs_2fa).toBe(true);
    const again = await byLink(token!, 'yet another one 9');
    expect([again.status, again.code]).toEqual([409, 'reset_link_closed']);
    expect((await login(person, 'yet another one 9')).status).toBe(400);
  });
  it('works after strangers used up every try and every mail of the address', async () => {
    const person = await signUp(server);
    for (let n = 0; n < 6; n += 1) await forgot(person.email);
    // As if five hundred networks had tried codes there today.
    await server.sql(
      `insert into challenge_failure (account_id, purpose, lane, network, at)
         select $1, 'reset', 'asker', 'network ' || n / 2, now() - n * interval '1 minute' from generate_series(1, 1000) n`,
      [person.user.id],
    );
    await forgot(person.email);
    const code = await codeFor(server, person.email);
    const body = { email: person.email, code, new_password: 'a new password 9' };
    expect((await anyone(server, ownAddress()).post('/api/auth/reset-password', body)).status).toBe(429);
    const links = await linksTo(person);
    expect(links).toHaveLength(5);
    expect((await byLink(links[4]!, 'a new password 9')).status).toBe(200);
    expect((await byLink(links[0]!, 'yet another one 9')).status).toBe(409);
  });
  it('works for one of twenty uses at once', async () => {
    const person = await signUp(server);
    await forgot(person.email);
    const [token] = await linksTo(person);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => byLink(token!, `a new password ${n}`)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of replies) expect([200, 409, 429, 503]).toContain(status);
    // No more passwords are hashed than allowed: calls after the fifth are told to try again, or that the link is
    // closed.
    expect(replies.filter(({ code }) => code === 'too_many').length).toBeGreaterThanOrEqual(10);
  });
  it('and a wrong code at the same time both get an answer, without a deadlock', async () => {
    const person = await signUp(server);
    await forgot(person.email);
    const [token] = await linksTo(person);
    const body = { email: person.email, code: '000000', new_password: 'yet another one 9' };
    const areWaiting = (count: number) =>
      eventually(async () => {
        const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        expect(await server.sql(waiting)).toHaveLength(count);
      });
    // A lock on the account holds both calls in the middle.
    const [link, code] = await withClient(server.ownerUrl, async (holder) => {
      await holder.query('begin');
      await holder.query('select 1 from account where id = $1 for update', [person.user.id]);
      const opened = byLink(token!, 'a new password 9');
      await areWaiting(1);
      const tried = anyone(server, ownAddress()).post('/api/auth/reset-password', body);
      await areWaiting(2);
      await holder.query('commit');
      return Promise.all([opened, tried]);
    });
    expect([link.status, code.status]).toEqual([200, 400]);
    expect(server.failures).toEqual([]);
  });
  it('stops working after another password change and after an hour, and an invented one never works', async () => {
    const person = await signUp(server);
    await confirmMailbox(server, person);
    await forgot(person.email);
    const body = { email: person.email, code: await codeFor(server, person.email), new_password: 'a new password 9' };
    const [first] = await linksTo(person);
    await anyone(server, ownAddress()).post('/api/auth/reset-password', body);
    expect((await byLink(first!, 'yet another one 9')).code).toBe('reset_link_closed');
    expect((await byLink('A'.repeat(43), 'yet another one 9')).code).toBe('reset_link_closed');
    await forgot(person.email);
    const second = (await linksTo(person)).find((token) => token !== first);
    await server.sql(`update reset_link set expires_at = expires_at - interval '61 minutes'`);
    expect((await byLink(second!, 'yet another one 9')).code).toBe('reset_link_closed');
    expect(await signIn(server, { ...person, password: body.new_password })).toEqual(expect.any(String));
  });
  it('refuses a weak password under its field and stays valid; an address without an account gets no link', async () => {
    const person = await signUp(server);
    await forgot(person.email);
    const [token] = await linksTo(person);
    for (const weak of ['short', 'password123', person.email]) {
      const reply = await byLink(token!, weak);
      expect([reply.status, reply.body.errors]).toEqual([
        422,
        [{ field: 'new_password', message: expect.any(String) }],
      ]);
    }
    expect((await byLink(token!, 'a new password 9')).status).toBe(200);
    await forgot('nobody-with-a-link@example.com');
    expect(await messagesTo(server, 'nobody-with-a-link@example.com')).toEqual([]);
  });
});
