// Follows docs/add-a-resource.md as a reader would, up to a resource that works over HTTP.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Row } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { followThePage } from '#tests/support/addAResourcePage.ts';
import * as given from '#tests/support/given.ts';
import { listUrl } from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const PATH = '/api/board-consents/';
const server = useTestServer();
let page: Awaited<ReturnType<typeof followThePage>>;
let company: Person;

const consent = (title: string, held_on: string, extra: Row = {}) =>
  company.post(PATH, { title, held_on, status: 'draft', notes: null, ...extra });
const titles = async (query: Parameters<typeof listUrl>[1], by = company) =>
  (await by.get(listUrl(PATH, query))).rows.map((row) => row.title);

beforeAll(async () => {
  page = await followThePage();
  const { name, sql } = page.migration;
  const sha256 = createHash('sha256').update(sql).digest('hex');
  const appRole = decodeURIComponent(new URL(server.appUrl).username);
  await migrate(server.ownerUrl, appRole, [...readMigrations(), { name, sql, sha256 }]);
  await server.app.server.close();
  server.app = await createApp(server.deps, page.resources);
  company = await signUpCompany(server);
  await consent('Grant of options', '2024-03-01', { status: 'signed' });
  await consent('Issue of stock', '2024-05-01', { notes: 'Ten "new" shares' });
  await consent('=Appointment', '2024-01-01');
});
afterAll(() => page.remove());

describe('the resource of docs/add-a-resource.md', () => {
  it('has a migration that comes after all others', () => {
    expect(readMigrations().filter((migration) => migration.name >= page.migration.name)).toEqual([]);
  });

  it('is created with its defaults, and read again', async () => {
    const { status, body } = await company.post(PATH, { title: 'A new class', held_on: '2024-06-01' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ title: 'A new class', status: 'draft', version: 1 }),
    ]);
    expect((await company.get(`${PATH}${String(body.id)}`)).body).toMatchObject(body);
    expect((await company.delete(`${PATH}${String(body.id)}`)).status).toBe(204);
  });

  it('names the invalid fields', async () => {
    const { status, body } = await company.post(PATH, { title: '', held_on: '2024-02-30', status: 'lost' });
    expect(status).toBe(422);
    expect((body.errors as Row[]).map((error) => error.field).sort()).toEqual(['held_on', 'status', 'title']);
  });

  it('is listed in its default order, sorted, filtered, searched and paged', async () => {
    expect(await titles({})).toEqual(['Issue of stock', 'Grant of options', '=Appointment']);
    expect(await titles({ sort: ['title', 'ASC'] })).toEqual(['=Appointment', 'Grant of options', 'Issue of stock']);
    expect(await titles({ filter: { status: 'signed' } })).toEqual(['Grant of options']);
    expect(await titles({ filter: { held_on_gte: '2024-03-01', q: 'STOCK' } })).toEqual(['Issue of stock']);
    const reply = await company.get(listUrl(PATH, { range: [1, 1] }));
    expect([reply.rows.length, reply.headers['content-range']]).toEqual([1, 'board-consents 1-1/3']);
  });

  it('is edited, and refuses an edit of a record somebody else has changed since', async () => {
    const { body } = await consent('Bylaws', '2023-01-01');
    const url = `${PATH}${String(body.id)}`;
    expect((await company.put(url, { ...body, status: 'signed' })).body).toMatchObject({
      status: 'signed',
      version: 2,
    });
    expect(await company.put(url, { ...body, title: 'Late' })).toMatchObject({ status: 409, code: 'stale_version' });
    await company.delete(url);
  });

  it('is exported as CSV that a spreadsheet cannot run', async () => {
    const { text, headers } = await company.get(`${PATH}export.csv`);
    expect(headers['content-type']).toContain('text/csv');
    const [heading, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(heading).toBe('Title,Effective date,Status,Notes,ID');
    expect(lines.map((line) => line.replace(/,[^,]+$/, ''))).toEqual([
      'Issue of stock,2024-05-01,Draft,"Ten ""new"" shares"',
      'Grant of options,2024-03-01,Signed,',
      "'=Appointment,2024-01-01,Draft,",
    ]);
  });

  it('does not exist for another company', async () => {
    const [record] = (await company.get(PATH)).rows;
    const other = await signUpCompany(server);
    const url = `${PATH}${String(record!.id)}`;
    expect((await other.get(PATH)).rows).toEqual([]);
    expect((await other.get(url)).status).toBe(404);
    expect((await other.put(url, { ...record, title: 'Ours' })).status).toBe(404);
    expect((await other.delete(url)).status).toBe(404);
  });

  it('may be written by staff, read by a viewer, and not seen by a shareholder', async () => {
    const [record] = (await company.get(PATH)).rows;
    const url = `${PATH}${String(record!.id)}`;
    const staff = await givenMember(server, company, 'staff');
    const viewer = await givenMember(server, company, 'viewer');
    const holder = await signUpShareholder(server, company, await given.shareholder(company));
    expect((await staff.put(url, record)).status).toBe(200);
    expect((await staff.delete(url)).status).toBe(403);
    expect((await viewer.get(url)).status).toBe(200);
    expect((await viewer.post(PATH, { title: 'No', held_on: '2024-01-01' })).status).toBe(403);
    expect((await holder.get(PATH)).rows).toEqual([]);
    expect((await holder.get(url)).status).toBe(404);
    expect((await holder.post(PATH, { title: 'No', held_on: '2024-01-01' })).status).toBe(403);
  });

  it('is protected by forced row-level security, and described in OpenAPI', async () => {
    const [table] = await server.sql<Row>(
      `select relrowsecurity and relforcerowsecurity as walled from pg_class where relname = 'board_consent'`,
    );
    expect(table).toEqual({ walled: true });
    expect(Object.keys((await company.get('/api/openapi.json')).body.paths as Row).join(' ')).toContain(
      PATH.slice(0, -1),
    );
  });
});
