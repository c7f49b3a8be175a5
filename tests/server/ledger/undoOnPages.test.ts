// The page of a record names the entry that Undo takes back there, as long as nothing depends on it.
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
let eve: Row;

beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common' });
  eve = await given.shareholder(owner, { first_name: 'Eve', last_name: 'Stone' });
});

const done = async (path: string, body: object) => {
  const reply = await owner.post(path, body);
  expect([path, reply.text, reply.status < 300]).toEqual([path, reply.text, true]);
  return reply.body;
};
const undoOf = async (path: string, reader = owner) => (await reader.get(path)).body.undo as Row | null;
const takeBack = (entry: Row) => done(`/api/transactions/${String(entry.id)}/void`, { reason: 'A slip.' });
const certificate = (row: Row) => `/api/certificates/${String(row.id)}`;
const transfer = (from: Row, date: string, to = eve) =>
  done(`${certificate(from)}/transfer`, { to_shareholder_id: to.id, date }) as Promise<Row & { resulting: [Row] }>;

it('of a certificate: the latest, and again the one before it once that was undone', async () => {
  const held = await given.certificate(owner, { share_class_id: common.id, quantity: '1000' });
  expect(await undoOf(certificate(held))).toMatchObject({ summary: expect.stringMatching(/^Issued .*1,?000/) });
  const { transaction_id, resulting } = await transfer(held, '2024-02-01');
  const undo = await undoOf(certificate(held));
  expect(undo).toMatchObject({ id: transaction_id, date: '2024-02-01' });
  // The same act from the other side: what the transfer issued goes back with it.
  const other = await undoOf(certificate(resulting[0]));
  await takeBack(other!);
  expect((await owner.get(certificate(resulting[0]))).status).toBe(404);
  expect(await undoOf(certificate(held))).toMatchObject({ summary: expect.stringMatching(/^Issued /) });
});

it('nothing once something depends on it, or was approved on it', async () => {
  const held = await given.certificate(owner, { share_class_id: common.id, quantity: '1000' });
  const { resulting } = await transfer(held, '2024-02-01');
  await transfer(resulting[0], '2024-03-01', await given.shareholder(owner));
  expect(await undoOf(certificate(held))).toBeNull();
  const refused = await owner.post(
    `/api/transactions/${String(((await owner.get(certificate(resulting[0]))).body.recorded_by as Row).id)}/void`,
    { reason: 'A slip.' },
  );
  expect(refused.body.code).toBe('entry_depended_on');

  const second = await given.certificate(owner, { share_class_id: common.id, quantity: '10' });
  expect(await undoOf(certificate(second))).not.toBeNull();
  const declared = await given.distribution(owner, {
    share_class_ids: [common.id],
  });
  expect((await approveSeen(await givenMember(server, owner, 'admin'), declared)).status).toBe(200);
  expect(await undoOf(certificate(second))).toBeNull();
});

it('nothing for those who may not take it back', async () => {
  const held = await given.certificate(owner, { share_class_id: common.id, shareholder_id: eve.id, quantity: '10' });
  const readers = [await signUpShareholder(server, owner, eve), await givenMember(server, owner, 'staff')];
  for (const reader of readers) expect(await undoOf(certificate(held), reader)).toBeNull();
  expect(await undoOf(certificate(held), await givenMember(server, owner, 'admin'))).not.toBeNull();
});

it('of a holder: the end of service with all that it cancelled', async () => {
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '10000' });
  const grant = await given.grant(owner, { equity_plan_id: plan.id, shareholder_id: eve.id, quantity: '480' });
  const page = `/api/shareholders/${String(eve.id)}`;
  expect(await undoOf(page)).toBeNull();
  await done(`${page}/terminate`, { date: '2024-07-01', reason: 'VOLUNTARY_OTHER' });
  const undo = await undoOf(page);
  expect(undo).toMatchObject({ date: '2024-07-01' });
  await takeBack(undo!);
  expect((await owner.get(page)).body).toMatchObject({ service: null, undo: null });
  expect((await owner.get(`/api/grants/${String(grant.id)}`)).body).toMatchObject({ status: 'active' });
});
