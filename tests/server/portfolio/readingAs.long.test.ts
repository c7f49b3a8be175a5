// Transactions in another context than the session's, asked for by somebody with the application's login: they open nothing that
// the session's account may not read, and write nothing.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '#server/data/sha256.ts';
import type { Row } from '#server/db/database.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let [one, other]: Tenant[] = [];
let thief: pg.Client;
const orgs: Record<string, string> = {};
beforeAll(async () => {
  [one, other] = [await givenTenant(server, 'AMARK'), await givenTenant(server, 'BMARK')];
  for (const { mark, owner } of [one, other]) {
    const [row] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
      owner.user.client_name,
    ]);
    orgs[mark] = row!.id;
  }
  thief = new pg.Client({ connectionString: server.appUrl });
  await thief.connect();
});
afterAll(() => thief?.end());

type Statement = [text: string, values?: unknown[]];
async function runUndone(...statements: Statement[]): Promise<Row[] | string> {
  await thief.query('begin isolation level repeatable read');
  try {
    let rows: Row[] = [];
    for (const [text, values] of statements) rows = (await thief.query(text, values)).rows as Row[];
    return rows;
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await thief.query('rollback');
  }
}
const hashOf = ({ token }: { token: string }) => sha256(token).toString('hex');
const inCompany = (person: { token: string }, mark: string): Statement => [
  'select * from app_begin_in($1, 1800, 43200, $2)',
  [hashOf(person), orgs[mark]],
];
const asHolder = (person: { token: string }, holder: unknown): Statement => [
  'select * from app_begin_as_holder($1, 1800, 43200, $2)',
  [hashOf(person), holder],
];
const HOLDERS: Statement = ['select id from shareholder'];
const READ_ONLY = '25006';

it('another company opens only to a linked holder of it', async () => {
  expect(await runUndone(inCompany(one!.one.person, 'AMARK'), HOLDERS)).toEqual([{ id: one!.one.record.id }]);
  for (const [person, mark] of [
    [one!.one.person, 'BMARK'],
    [one!.owner, 'BMARK'],
    [one!.owner, 'AMARK'],
    [one!.pending, 'AMARK'],
    [one!.rejected, 'AMARK'],
    [{ token: 'a token that nobody has' }, 'AMARK'],
  ] as const) {
    expect(await runUndone(inCompany(person, mark))).toEqual([]);
    expect(await runUndone(inCompany(person, mark), HOLDERS)).toEqual([]);
  }
});

it('the view of a holder opens only to the people who keep the books of the company', async () => {
  const holder = one!.one.record.id;
  expect(await runUndone(asHolder(one!.owner, holder), HOLDERS)).toEqual([{ id: holder }]);
  for (const person of [one!.viewer, one!.one.person, one!.two.person, one!.pending, other!.owner]) {
    expect(await runUndone(asHolder(person, holder))).toEqual([]);
    expect(await runUndone(asHolder(person, holder), HOLDERS)).toEqual([]);
  }
});

it('the shown cap table opens only where the company shows it, and holds no other record', async () => {
  const begin = (person: { token: string }): Statement => [
    'select * from app_begin_table($1, 1800, 43200)',
    [hashOf(person)],
  ];
  const show = async (cap_table_visibility: string) => {
    const { body } = await one!.owner.get('/api/organization');
    const reply = await one!.owner.put('/api/organization', { ...body, cap_table_visibility });
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
  };
  const securities: Statement = ['select distinct stakeholder_id from security'];
  expect(await runUndone(begin(one!.one.person))).toEqual([]);
  await show('totals');
  expect(await runUndone(begin(one!.one.person), securities)).toHaveLength(3);
  for (const table of [
    'shareholder',
    'document',
    'message',
    'activity',
    'ledger_tx',
    'payment',
    'task',
    'membership',
  ]) {
    const rows = await runUndone(begin(one!.one.person), [`select * from ${table}`]);
    expect([table, JSON.stringify(rows).includes('AMARK-TWO')]).toEqual([table, false]);
  }
  expect(await runUndone(begin(one!.one.person), ['select name from cap_table_names()'])).toHaveLength(1);
  for (const person of [one!.owner, one!.viewer, one!.pending, one!.rejected, other!.one.person, other!.owner]) {
    expect(await runUndone(begin(person))).toEqual([]);
    expect(await runUndone(begin(person), securities)).toEqual([]);
  }
  await show('own');
});

it('nothing can be written in either, and neither leads to the other', async () => {
  for (const begin of [inCompany(one!.one.person, 'AMARK'), asHolder(one!.owner, one!.one.record.id)])
    for (const write of [
      `update task set status = 'completed'`,
      `update shareholder set city = 'Elsewhere'`,
      `delete from thread_read`,
      `select end_other_sessions('\\x00')`,
      `set transaction read write`,
    ])
      expect([write, [READ_ONLY, '25001'].includes(String(await runUndone(begin, [write])))]).toEqual([write, true]);
  expect(await runUndone(asHolder(one!.owner, one!.one.record.id), asHolder(one!.owner, one!.two.record.id))).toBe(
    READ_ONLY,
  );
  expect(await runUndone(['select begin_reading(null, null, null, null, null)'])).toBe('42501');
});
