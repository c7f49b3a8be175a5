// Checks through HTTP what the recipes of docs/recipes.md add. Runs in the copy of the repository in which the recipes were
// performed.
import { beforeAll, expect, it } from 'vitest';
import type { Role } from '#src/resources/kit/access.ts';
import { members } from '#src/resources/members.ts';
import * as given from '../support/given.ts';
import { importZip, packageFiles, zipOf } from '../support/packages.ts';
import { givenMember, signUpCompany, signUpShareholder } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});

it('saves, returns, exports and documents the column', async () => {
  const { id } = await given.shareholder(owner, { nickname: 'Ace' });
  const url = `/api/shareholders/${String(id)}`;
  expect((await owner.get(url)).body.nickname).toBe('Ace');
  expect((await owner.put(url, { nickname: 'Bo' })).body.nickname).toBe('Bo');
  expect((await owner.get('/api/shareholders/export.csv')).text).toContain('Nickname');
  expect((await owner.get('/api/openapi.json')).text).toContain('"nickname"');
});

it('filters a list by the status', async () => {
  expect((await owner.get('/api/distributions/?filter={"status":"on_hold"}')).status).toBe(200);
});

it('carries out the verb for its roles only', async () => {
  const { id } = await given.shareholder(owner);
  const url = `/api/shareholders/${String(id)}/welcome`;
  const viewer = await givenMember(server, owner, 'viewer');
  expect((await viewer.post(url, {})).status).toBe(403);
  expect((await owner.post(url, { reason: 'x'.repeat(1001) })).status).toBe(422);
  expect((await owner.post(url, { reason: 'By letter' })).status).toBe(200);
  expect((await owner.get(`/api/shareholders/${String(id)}`)).text).toContain('By letter');
  expect((await owner.get('/api/openapi.json')).text).toContain('/api/shareholders/{id}/welcome');
});

it('tells the holder whom the verb concerns', async () => {
  const record = await given.shareholder(owner);
  const holder = await signUpShareholder(server, owner, record);
  await owner.post(`/api/shareholders/${String(record.id)}/welcome`, { reason: 'By letter.' });
  const { notices } = (await holder.get('/api/notices')).body as { notices: { text: string }[] };
  expect(notices.map(({ text }) => text)).toEqual(['The company welcomes you.']);
  const mails = (await holder.get('/api/notices/preferences')).rows;
  expect(mails).toContainEqual({ kind: 'welcomed', label: 'The company welcomes you', waits: true, by_mail: true });
});

it('lets the role read every list and write nothing', async () => {
  await given.shareholder(owner);
  const auditor = await givenMember(server, owner, 'auditor' as Role);
  expect((await auditor.get('/api/shareholders/')).rows.length).toBeGreaterThan(0);
  expect((await auditor.get('/api/cap-table/')).status).toBe(200);
  expect((await auditor.post('/api/shareholders/', { type: 'individual' })).status).toBe(403);
});

it('returns the rows of the report', async () => {
  expect((await owner.get('/api/reports/countries')).rows.length).toBeGreaterThan(0);
});

it('imports the transaction type, and lists it in the ledger with its summary', async () => {
  const other = await signUpCompany(server);
  const ada = {
    object_type: 'STAKEHOLDER',
    id: 'ada',
    name: { legal_name: 'Ada Lovelace' },
    stakeholder_type: 'INDIVIDUAL',
  };
  const note = { object_type: 'CE_STAKEHOLDER_NOTE', id: 'note-1', date: '2024-01-01', stakeholder_id: 'ada' };
  const issuer = {
    object_type: 'ISSUER',
    id: 'issuer',
    legal_name: 'Noted, Inc.',
    formation_date: '2020-01-01',
    country_of_formation: 'US',
  };
  const reply = await importZip(other, await zipOf(packageFiles([issuer, ada, note])));
  expect([reply.status, reply.body.findings, reply.body.applied]).toEqual([200, [], true]);
  expect((await other.get('/api/transactions/')).rows.map((row) => row.summary)).toEqual([
    'Noted something of a holder',
  ]);
});

it('has the function in the database', async () => {
  const row = await server.deps.db.system((tx) => tx.row<{ n: boolean }>('select app_reads_nothing() as n'));
  expect(row).toEqual({ n: true });
});

it('keeps a task in the status, as an open one, and says so', async () => {
  const task = await owner.post('/api/tasks/', { title: 'Wait', priority: 'low', status: 'pending' });
  const url = `/api/tasks/${String(task.body.id)}`;
  expect((await owner.put(url, { ...task.body, status: 'blocked' })).body.status).toBe('blocked');
  expect((await owner.get('/api/dashboard')).text).toContain('blocked task Wait');
  expect((await owner.get('/api/tasks/?filter={"status":"blocked"}')).rows).toHaveLength(1);
});

it('proposes the same role as before for a member', () => {
  expect(members.fields.role).toMatchObject({ default: 'viewer', help: expect.stringContaining('Auditors') as string });
});

it('gives the setting its default, saves it and documents it', async () => {
  const before = (await owner.get('/api/organization')).body;
  expect(before.fiscal_year_end).toBe('december');
  const saved = await owner.put('/api/organization', { ...before, fiscal_year_end: 'june' });
  expect([saved.status, saved.body.fiscal_year_end]).toEqual([200, 'june']);
  expect((await owner.get('/api/openapi.json')).text).toContain('"fiscal_year_end"');
});
