// What people do with their own account, and with links, in the trail of their companies.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { unsubscribeToken } from '#server/data/queue/unsubscribeToken.ts';
import * as given from '#tests/support/given.ts';
import { anyone, givenMember, ownAddress, signIn, signUpCompany, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let member: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
  member = await givenMember(server, owner, 'staff');
});

const inOrder = encodeURIComponent('["seq","ASC"]');
const trail = async (): Promise<Row[]> => (await owner.get(`/api/audit/?sort=${inOrder}`)).rows;
async function added(work: () => Promise<unknown>): Promise<Row[]> {
  const before = await trail();
  await work();
  return (await trail()).slice(before.length);
}
const own = (summary: string) => ({ action: 'account', account_id: member.user.id, summary });

it('ended sessions', async () => {
  await signIn(server, member);
  await signIn(server, member);
  const sessions = (await member.get('/api/auth/sessions')).rows;
  const other = sessions.find(({ current }) => current === false)!;
  const one = await added(async () =>
    expect((await member.delete(`/api/auth/sessions/${String(other.id)}`)).status).toBe(204),
  );
  expect(one).toMatchObject([own('ended a session of their account')]);
  const unknown = await added(async () =>
    expect((await member.delete(`/api/auth/sessions/${String(other.id)}`)).status).toBe(404),
  );
  expect(unknown).toEqual([]);
  const rest = await added(() => member.delete('/api/auth/sessions'));
  expect(rest).toMatchObject([own('ended the other sessions of their account')]);
  expect(await added(() => member.delete('/api/auth/sessions'))).toEqual([]);
});

it('an asked change of the email address, without the address', async () => {
  const email = `other-${unique()}@example.com`;
  const rows = await added(async () => expect((await member.post('/api/auth/email', { email })).status).toBe(202));
  expect(rows).toMatchObject([own('asked for another email address of their account')]);
  expect(JSON.stringify(rows)).not.toContain(email);
});

it('chosen mails, and mails stopped with a link, each once for what it changed', async () => {
  const choose = (by_mail: boolean) => member.put('/api/notices/preferences', { task_assigned: by_mail });
  expect(await added(() => choose(false))).toMatchObject([own('changed which mails they receive')]);
  expect(await added(() => choose(false))).toEqual([]);
  expect(await added(() => choose(true))).toMatchObject([own('changed which mails they receive')]);
  const token = unsubscribeToken(server.deps, { account_id: String(member.user.id), kinds: ['task_assigned'] });
  const click = () => anyone(server, ownAddress()).post(`/api/unsubscribe?token=${token}`, {});
  const byLink = await added(async () => expect((await click()).status).toBe(200));
  expect(byLink).toMatchObject([own('stopped mails with the link in a mail')]);
  expect(await added(click)).toEqual([]);
});

it('a download when the file is handed out, not when its link is made', async () => {
  const { id, name } = await given.document(owner);
  let url = '';
  const asked = await added(async () => {
    url = String((await member.post(`/api/documents/${String(id)}/link`, {})).body.url);
  });
  expect(asked).toEqual([]);
  const stranger = anyone(server);
  const used = await added(async () => expect((await stranger.get(url)).status).toBe(200));
  const download = { action: 'download', resource: 'documents', resource_id: id, account_id: member.user.id };
  expect(used).toMatchObject([{ ...download, summary: `downloaded ${String(name)}` }]);
  expect(await added(() => stranger.get(url))).toEqual([]);
});

it('no download of a file that could not be handed out', async () => {
  const { id } = await given.document(owner);
  const { url } = (await member.post(`/api/documents/${String(id)}/link`, {})).body;
  await server.sql(`update document set sha256 = repeat('0', 64) where id = $1`, [id]);
  const rows = await added(async () => {
    expect((await anyone(server).get(String(url))).status).toBe(503);
    expect((await member.get(`/api/documents/${String(id)}/download`)).status).toBe(503);
  });
  expect(rows.filter(({ action }) => action === 'download')).toEqual([]);
  server.failures.length = 0;
});

it('signing out', async () => {
  expect(await added(() => member.post('/api/auth/logout', {}))).toMatchObject([own('signed out')]);
});
