// What the recipes of docs/recipes.md made, seen through HTTP. It runs in the copy in which they were performed.
import { beforeAll, expect, it } from 'vitest';
import type { Role } from '../../src/resources/kit/access.ts';
import * as given from '../support/given.ts';
import { importZip, packageFiles, zipOf } from '../support/packages.ts';
import { givenMember, signUpCompany } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});

it('a column is posted, read back, exported and described', async () => {
  const { id } = await given.shareholder(owner, { nickname: 'Ace' });
  const url = `/api/shareholders/${String(id)}`;
  expect((await owner.get(url)).body.nickname).toBe('Ace');
  expect((await owner.put(url, { nickname: 'Bo' })).body.nickname).toBe('Bo');
  expect((await owner.get('/api/shareholders/export.csv')).text).toContain('Nickname');
  expect((await owner.get('/api/openapi.json')).text).toContain('"nickname"');
});

it('a filter finds by its column', async () => {
  const { id } = await given.shareholder(owner, { country: 'IT', city: 'Turin' });
  const found = await owner.get('/api/shareholders/?filter={"country":"IT"}');
  expect(found.rows.map((row) => row.id)).toEqual([id]);
});

it('a status is one that lists are filtered by', async () => {
  expect((await owner.get('/api/distributions/?filter={"status":"on_hold"}')).status).toBe(200);
});

it('a verb is carried out, for its roles alone', async () => {
  const { id } = await given.shareholder(owner);
  const url = `/api/shareholders/${String(id)}/welcome`;
  const viewer = await givenMember(server, owner, 'viewer');
  expect((await viewer.post(url, {})).status).toBe(403);
  expect((await owner.post(url, { reason: 'x'.repeat(1001) })).status).toBe(422);
  expect((await owner.post(url, { reason: 'By letter' })).status).toBe(200);
  expect((await owner.get(`/api/shareholders/${String(id)}`)).text).toContain('By letter');
  expect((await owner.get('/api/openapi.json')).text).toContain('/api/shareholders/{id}/welcome');
});

it('a role reads every list and writes nothing', async () => {
  await given.shareholder(owner);
  const auditor = await givenMember(server, owner, 'auditor' as Role);
  expect((await auditor.get('/api/shareholders/')).rows.length).toBeGreaterThan(0);
  expect((await auditor.get('/api/cap-table/')).status).toBe(200);
  expect((await auditor.post('/api/shareholders/', { type: 'individual' })).status).toBe(403);
});

it('a report answers', async () => {
  expect((await owner.get('/api/reports/countries')).rows.length).toBeGreaterThan(0);
});

it('a transaction type comes with a package, and stands in the ledger in its words', async () => {
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

it('a function of the database is there', async () => {
  const row = await server.deps.db.system((tx) => tx.row<{ n: boolean }>('select app_reads_nothing() as n'));
  expect(row).toEqual({ n: true });
});
