// Named statements live in a connection. A pooler that hands out other connections loses them; nobody may notice.
import { expect, it, vi } from 'vitest';
import { givenShareholder } from '../support/givens.ts';
import { signUpCompany } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();

it('answers as before when the database has forgotten its prepared statements', async () => {
  const company = await signUpCompany(server);
  const holder = await givenShareholder(company);
  const list = () => company.get('/api/shareholders/?range=[0,9]');
  const before = await list();
  expect([before.status, before.headers['content-range']]).toEqual([200, 'shareholders 0-0/1']);
  const { pool } = server.deps.db;
  // A reading request is answered before its commit returns and the connection comes back.
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount));
  const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  let forgotten = 0;
  for (const connection of connections) {
    forgotten += (await connection.query('select name from pg_prepared_statements')).rows.length;
    await connection.query('deallocate all');
    connection.release();
  }
  expect(forgotten).toBeGreaterThan(0);
  expect((await list()).text).toBe(before.text);
  expect((await company.get(`/api/shareholders/${String(holder.id)}`)).status).toBe(200);
});
