// What is deleted by its age is found by an index, so that deleting it does not read all rows that stay.
import { expect, it } from 'vitest';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('every table that is purged by age has an index on that', async () => {
  const functions = await server.sql<{ source: string }>(
    "select prosrc as source from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%delete from%now()%'",
  );
  const purged = functions.flatMap(({ source }) =>
    [...source.matchAll(/delete from (\w+) where (.*);/g)].flatMap(([, table, condition]) =>
      [...condition!.matchAll(/(?<!and )\b(\w+) < (?:now\(\)|extract)/g)].map(([, column]) => `${table}.${column}`),
    ),
  );
  expect(purged.length).toBeGreaterThan(10);
  const indexed = await server.sql<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]`,
  );
  const names = new Set(indexed.map(({ name }) => name));
  // One row for each process that serves: a handful.
  const few = 'server_process.seen_at';
  expect(purged.filter((name) => name !== few && !names.has(name))).toEqual([]);
});
