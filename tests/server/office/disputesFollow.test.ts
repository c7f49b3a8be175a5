// A dispute carries over to what replaces the disputed holding, until the company settles it or its holder agrees.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let portal: Person;
let holder: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  holder = await given.shareholder(owner);
  portal = await signUpShareholder(server, owner, holder);
});

const done = async (by: Caller, path: string, body: Row = {}) => {
  const reply = await by.post(path, body);
  expect([path, reply.status, reply.text]).toEqual([path, 200, reply.text]);
  return reply.body;
};
const urlOf = (kind: string, id: unknown) => `/api/${kind}/${String(id)}`;
const said = async (url: string, by: Caller) => {
  const { acknowledgement } = (await by.get(url)).body;
  return [(acknowledgement as Row | null)?.state ?? null, (acknowledgement as Row | null)?.reason ?? null];
};
const disputes = async () => {
  const decisions = (await owner.get('/api/dashboard')).body.decisions as { kind: string; total: number }[];
  return decisions.find(({ kind }) => kind === 'dispute')?.total ?? 0;
};
const DISPUTED = ['disputed', 'It should be 1,200.'];
const reason = DISPUTED[1]!;

it.each([
  ['warrants', given.warrant],
  ['certificates', given.certificate],
] as const)('a dispute follows %s through splits, and ends when the holder agrees', async (kind, create) => {
  const shareClass = await given.shareClass(owner);
  const first = await create(owner, { share_class_id: shareClass.id, shareholder_id: holder.id, quantity: '1000' });
  await done(portal, `${urlOf(kind, first.id)}/dispute`, { reason });
  const split = (date: string) =>
    done(owner, `${urlOf('share-classes', shareClass.id)}/split`, { numerator: '3', denominator: '2', date });
  await split('2026-01-01');
  await split('2026-02-01');
  const { rows } = await portal.get(`/api/${kind}/`);
  const last = rows.find(({ status, share_class_id }) => status === 'active' && share_class_id === shareClass.id)!;
  expect(last.id).not.toBe(first.id);
  const url = urlOf(kind, last.id);
  for (const by of [portal, owner]) expect(await said(url, by)).toEqual(DISPUTED);
  expect(await portal.post(`${url}/dispute`, { reason })).toMatchObject({ status: 409, code: 'already_disputed' });
  expect(await disputes()).toBe(1);
  await done(portal, `${url}/agree`);
  for (const by of [portal, owner]) expect(await said(url, by)).toEqual(['agreed', null]);
  expect(await disputes()).toBe(0);
  const { rows: tasks } = await owner.get('/api/tasks/?filter={"status":"pending"}');
  expect(tasks.filter(({ title }) => String(title).startsWith('Settle the dispute'))).toEqual([]);
});

it('a dispute ends with its conversation, and does not pass to another holder’s certificate', async () => {
  const certificate = await given.certificate(owner, { shareholder_id: holder.id, quantity: '1000' });
  await done(portal, `${urlOf('certificates', certificate.id)}/dispute`, { reason });
  const buyer = await given.shareholder(owner);
  const transfer = { to_shareholder_id: buyer.id, quantity: '400', date: '2026-01-01' };
  const { resulting, balance } = await done(owner, `${urlOf('certificates', certificate.id)}/transfer`, transfer);
  const [sold, kept] = [(resulting as [Row])[0], balance as Row];
  expect(await said(urlOf('certificates', kept.id), owner)).toEqual(DISPUTED);
  expect(await said(urlOf('certificates', sold.id), owner)).toEqual([null, null]);
  const { acknowledgement } = (await owner.get(urlOf('certificates', kept.id))).body as { acknowledgement: Row };
  await done(owner, `/api/messaging/threads/${String(acknowledgement.thread_id)}/close`);
  expect(await said(urlOf('certificates', kept.id), portal)).toEqual([null, null]);
  expect((await portal.post(`${urlOf('certificates', kept.id)}/dispute`, { reason })).status).toBe(200);
});

it('an agreement does not carry over: the holder is asked again about what replaces it', async () => {
  const certificate = await given.certificate(owner, { shareholder_id: holder.id });
  await done(portal, `${urlOf('certificates', certificate.id)}/agree`);
  const body = { date: '2026-01-01', reason: 'Name changed' };
  const { resulting } = await done(owner, `${urlOf('certificates', certificate.id)}/reissue`, body);
  expect(await said(urlOf('certificates', (resulting as [Row])[0].id), portal)).toEqual([null, null]);
});
