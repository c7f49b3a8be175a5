// Long lists read few rows of a table of twenty thousand: by what PostgreSQL counts and plans, never by a clock.
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { UUID_IDS } from '#server/data/lists/listCondition.ts';
import { sortedQuery } from '#server/data/lists/listOrder.ts';
import { withClient } from '#tests/support/postgresSetup.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { writeManyHolders } from '#bench/manyHolders.ts';

const server = useTestServer();
let company: Person;
let id: string;
beforeAll(async () => {
  company = await signUpCompany(server);
  const query = 'select org_id as id from membership where account_id = $1';
  id = (await server.sql<{ id: string }>(query, [company.user.id]))[0]!.id;
  await writeManyHolders({ ownerUrl: server.ownerUrl }, { id }, 20_000);
});

it('ids are compared as the database keeps them, so that an index finds them', async () => {
  const rows = await server.sql<{ source: string }>(
    `select u as source from unnest($1::text[]) u join pg_attribute a on a.attrelid = u::regclass and a.attname = 'id'
     where a.atttypid = 'uuid'::regtype order by u`,
    [[...new Set(resources.map(({ source }) => source))]],
  );
  expect(UUID_IDS).toEqual(rows.map(({ source }) => source));
});

it.each([
  ['c-12345', 1],
  ['c-1234', 11],
  ['2345', 2],
  ['holder 77', 0],
  ['zzyzx', 0],
  ['a-123', 0],
] as const)('a search of numbers for %s reads few rows', async (q, count) => {
  await withClient(server.ownerUrl, async (client) => {
    await client.query('begin');
    const found = await client.query<{ ids: string[] }>('select find_numbers($1, $2, 2001) as ids', [id, q]);
    const { rows } = await client.query<{ walked: number; fetched: number }>(
      `select seq_tup_read::int as walked, idx_tup_fetch::int as fetched from pg_stat_xact_user_tables where relname = 'security'`,
    );
    await client.query('rollback');
    expect([found.rows[0]!.ids.length, rows[0]!.walked]).toEqual([count, 0]);
    expect(rows[0]!.fetched).toBeLessThanOrEqual(30);
  });
});

const planOf = async (text: string, values: unknown[]) =>
  await withClient(server.ownerUrl, async (client) =>
    (await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n'),
  );

it('what may contain a text is read by its keys', async () => {
  const plan = await planOf(
    `select id from certificate where org_id = $1 and id = any ($2::text[])
       and (contains_text(certificate_number, $3, $4) or contains_text(shareholder, $3, $4)) order by issue_date desc nulls last, id limit 25`,
    [id, ['s12345', 's12346'], 'c-12345', 'c-12345'],
  );
  expect(plan).toContain('security_pkey');
  const found = await company.get(given.listUrl('/api/certificates/', { filter: { q: 'c-12345' }, range: [0, 24] }));
  expect(found.rows.map(({ certificate_number }) => certificate_number)).toEqual(['C-12345']);
});

it.each([
  ['shareholders', 'name'],
  ['certificates', 'id'],
  ['certificates', 'issue_date'],
])('one page of %s in the order of %s is read off an index, in both directions', async (name, field) => {
  for (const descending of [false, true]) {
    const condition = sql<boolean>`org_id = ${id}::uuid`;
    const query = sortedQuery(resourceNamed(name), condition, { field, descending }).limit(sql.lit(25)).compile();
    const plan = await planOf(query.sql, [...query.parameters]);
    expect([descending, plan]).toEqual([descending, expect.not.stringMatching(/->  Sort/)]);
  }
});
