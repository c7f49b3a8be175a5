// Pages by `after`: at any depth, in every order, the list read page by page is the list read whole.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resources } from '#src/resources/index.ts';
import { listUrl } from '#tests/support/given.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
});

const ids = (rows: readonly Row[]) => rows.map(({ id }) => String(id));

/** Follows the links from the first page to the last. */
async function walked(by: Person, path: string, sort: readonly [string, string], size: number): Promise<string[]> {
  const found: string[] = [];
  let url: string | null = `${path}?sort=${encodeURIComponent(JSON.stringify(sort))}&range=[0,${size - 1}]`;
  while (url !== null) {
    const reply = await by.get(url);
    expect([url, reply.status]).toEqual([url, 200]);
    found.push(...ids(reply.rows));
    // A page that comes again would be read for ever.
    expect([url, new Set(found).size]).toEqual([url, found.length]);
    url = /^<(?<next>[^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.groups?.next ?? null;
  }
  return found;
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('the list of %s', (_name, resource) => {
  it('is the same page by page, in the order of every column', async () => {
    for (const field of new Set([...(resource.list as readonly string[]), 'id', resource.sort[0]]))
      for (const direction of ['ASC', 'DESC']) {
        const whole = await tenant.owner.get(listUrl(resource.path, { sort: [field, direction as 'ASC'] }));
        // What signing in and reading add meanwhile.
        if (resource.name === 'audit' && direction === 'DESC') continue;
        const read = await walked(tenant.owner, resource.path, [field, direction], 2);
        expect([field, direction, read.slice(0, whole.rows.length)]).toEqual([field, direction, ids(whole.rows)]);
      }
  });
});

it('is of one shareholder for that shareholder, also after a row of another', async () => {
  const read = await walked(tenant.one.person, '/api/certificates/', ['issue_date', 'ASC'], 1);
  expect(read).toEqual(ids((await tenant.one.person.get('/api/certificates/?sort=["issue_date","ASC"]')).rows));
  const [others] = tenant.records.certificates!.filter(({ shareholder_id }) => shareholder_id !== tenant.one.record.id);
  const hidden = await tenant.one.person.get(`/api/certificates/?range=[0,9]&after=${String(others!.id)}`);
  const missing = await tenant.one.person.get('/api/certificates/?range=[0,9]&after=nothing');
  expect([hidden.status, hidden.body.detail]).toEqual([400, missing.body.detail]);
});

it('refuses what it does not understand, and says how to read on', async () => {
  const { owner } = tenant;
  const deep = await owner.get('/api/shareholders/?range=[10001,10025]');
  expect([deep.status, deep.detail]).toEqual([400, expect.stringContaining('after=')]);
  for (const query of ['after=x', 'range=[5,9]&after=x', 'range=[0,9]&after=', `range=[0,9]&after=${'x'.repeat(201)}`])
    expect([400, 422]).toContain((await owner.get(`/api/shareholders/?${query}`)).status);
  const [first] = (await owner.get('/api/shareholders/?range=[0,0]')).rows;
  const filter = encodeURIComponent(JSON.stringify({ type: 'individual' }));
  const after = await owner.get(`/api/shareholders/?range=[0,0]&filter=${filter}&after=${String(first!.id)}`);
  expect(after.status).toBe(200);
  expect(String(after.headers.link ?? filter)).toContain('filter');
});

describe('a search of shareholders', () => {
  it('finds by the index what it finds without, in every alphabet', async () => {
    const owner = await signUpCompany(server);
    const names = [
      'Zoë Müller',
      'Łukasz Żak',
      'Γεώργιος Σοφός',
      'Иванов Сергей',
      'Oﬃce Partners',
      'ＡＣＭＥ 100%_x',
      'O’Neil\\Sons',
      '김민수',
      'Ánh Nguyễn',
    ];
    for (const entity_name of names) await given.shareholder(owner, { type: 'entity', entity_name });
    const found = async (q: string) =>
      (await owner.get(listUrl('/api/shareholders/', { filter: { q } }))).rows.map(({ name }) => name).sort();
    const expected: [string, string[]][] = [
      ['muller', ['Zoë Müller']],
      ['MÜLL', ['Zoë Müller']],
      ['lukasz', ['Łukasz Żak']],
      ['σοφοσ', ['Γεώργιος Σοφός']],
      ['ΓΕΩΡΓΙΟΣ', ['Γεώργιος Σοφός']],
      ['иван', ['Иванов Сергей']],
      ['office', ['Oﬃce Partners']],
      ['acme', ['ＡＣＭＥ 100%_x']],
      ['0%_', ['ＡＣＭＥ 100%_x']],
      ['neil\\s', ['O’Neil\\Sons']],
      ['김민수', ['김민수']],
      ['nguyen', ['Ánh Nguyễn']],
      ['nguyén', []],
      ['%%%', []],
    ];
    for (const [q, names] of expected) expect([q, await found(q)]).toEqual([q, names]);
  });
});
