// Named statements live in a connection. A pooler that hands out other connections loses them, and nobody may notice.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useTestServer();

/** Does something on every connection of the server, between two of its requests. */
async function onEachConnection(act: (connection: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const { pool } = server.deps.db;
  // A read is answered before its commit returns and its connection is free.
  await eventually(() => expect(pool.idleCount).toBe(pool.totalCount));
  const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const connection of connections) {
    await act(connection);
    connection.release();
  }
}

it('a statement that injected SQL left on a connection does not run for the next person', async () => {
  const company = await signUpCompany(server);
  await company.get('/api/shareholders/?range=[0,9]');
  let swapped = 0;
  await onEachConnection(async (connection) => {
    const { rows } = await connection.query<{ name: string }>(
      `select name from pg_prepared_statements where statement like '%app_begin(%'`,
    );
    for (const { name } of rows) {
      swapped += 1;
      await connection.query(`deallocate "${name}"`);
      await connection.query(
        `prepare "${name}" (text, integer, integer) as select b.* from app_begin($1, $2, $3) b, set_config('kept.token', $1, false) t`,
      );
    }
  });
  expect(swapped).toBeGreaterThan(0);
  expect((await company.get('/api/shareholders/?range=[0,9]')).status).toBe(200);
  const kept: unknown[] = [];
  await onEachConnection(async (connection) => {
    kept.push((await connection.query(`select current_setting('kept.token', true) as token`)).rows[0].token || null);
  });
  expect(new Set(kept)).toEqual(new Set([null]));
});

it('the name of a statement says its text, so that behind a pooler no process runs the statement of another', async () => {
  const company = await signUpCompany(server);
  for (let times = 0; times < 4; times += 1) await company.get('/api/shareholders/?range=[0,9]');
  const named: { name: string; statement: string }[] = [];
  await onEachConnection(async (connection) => {
    named.push(...(await connection.query('select name, statement from pg_prepared_statements')).rows);
  });
  expect(named.length).toBeGreaterThan(5);
  for (const { name, statement } of named)
    expect(name).toBe(`sharebook_${createHash('sha256').update(statement).digest('hex').slice(0, 32)}`);
});

it.each([
  'set search_path = nowhere',
  `set datestyle = 'German'`,
  'set default_transaction_read_only = on',
  'set row_security = off',
  `set timezone = 'Pacific/Kiritimati'`,
])('answers are as before, whatever injected SQL left on a connection: %s', async (left) => {
  const company = await signUpCompany(server);
  const dayOf = () =>
    server.deps.db.system(async (tx) => (await tx.row(`select current_setting('timezone') as zone`))!.zone);
  const before = [await dayOf(), (await company.get('/api/shareholders/?range=[0,9]')).text];
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const injected = Array.from({ length: server.deps.db.pool.options.max }, () =>
    server.deps.db.system(async (tx) => {
      begun += 1;
      await tx.rows(left);
      await all.promise;
    }),
  );
  await eventually(() => expect(begun).toBe(injected.length));
  all.resolve();
  // An error of the injected request itself does not matter.
  await Promise.allSettled(injected);
  const made = await company.post('/api/tasks/', { title: 'Afterwards' });
  expect([await dayOf(), (await company.get('/api/shareholders/?range=[0,9]')).text, made.status]).toEqual([
    ...before,
    201,
  ]);
});

it('a lock that injected SQL took for the whole session is released', async () => {
  await server.deps.db.system((tx) => tx.rows('select pg_advisory_lock(7), pg_advisory_lock_shared(8)'));
  // Other databases of this PostgreSQL have locks of their own.
  const own = 'database = (select oid from pg_database where datname = current_database())';
  expect(await server.sql(`select objid from pg_locks where locktype = 'advisory' and ${own}`)).toEqual([]);
});

it('answers are as before when the database has forgotten its prepared statements', async () => {
  const company = await signUpCompany(server);
  const holder = await given.shareholder(company);
  const list = () => company.get('/api/shareholders/?range=[0,9]');
  const before = await list();
  expect([before.status, before.headers['content-range']]).toEqual([200, 'shareholders 0-0/1']);
  let forgotten = 0;
  await onEachConnection(async (connection) => {
    forgotten += (await connection.query('select name from pg_prepared_statements')).rows.length;
    await connection.query('deallocate all');
  });
  expect(forgotten).toBeGreaterThan(0);
  expect((await list()).text).toBe(before.text);
  expect((await company.get(`/api/shareholders/${String(holder.id)}`)).status).toBe(200);
});
