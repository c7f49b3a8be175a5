// Changes of thousands of rows, for tests of few thousands (npm test) and of a hundred thousand (npm run test:long).
import { expect } from 'vitest';
import { packageOfTransactions } from '#bench/generatedPackage.ts';
import { sealerOf } from '#server/data/seals.ts';
import { Database } from '#server/db/database.ts';
import type { Seal } from '#server/db/database.ts';
import { changeFaults } from '#server/maintenance/verify/changeFaults.ts';
import { importZip } from '../packages.ts';
import { signUpCompany } from '../people.ts';
import type { TestServer } from '../testServer.ts';
import { ledgerFaults } from '../ledgerFaults.ts';

/** Imports so many holders with a certificate each, and takes the import back. Out: how many notes that left in the chain. */
export async function undoLargeImport(server: TestServer, holders: number): Promise<number> {
  const owner = await signUpCompany(server);
  const imported = await importZip(owner, await packageOfTransactions(holders, holders));
  expect(imported.body).toMatchObject({ applied: true });
  const before = await notes(server);
  const undone = await owner.post(`/api/ocf/imports/${String(imported.body.import_id)}/undo`, {});
  const after = await notes(server);
  expect([undone.status, undone.body.status]).toEqual([200, 'undone']);
  expect((await owner.get('/api/shareholders/')).rows).toEqual([]);
  expect((await owner.get('/api/cap-table/?as_of=2030-01-01')).body.total).toBe('0');
  expect(await ledgerFaults(server, owner)).toEqual([]);
  return after - before;
}

const PART = 5000;

const notes = async (server: TestServer) =>
  (await server.sql<{ count: number }>('select count(*)::int as count from sealed_change'))[0]!.count;

/**
 * Adds so many rows one by one in one transaction, as a command that goes through people does. Out: how many rows of the chain
 * were looked at while it was chained, for each that there was.
 */
export async function addOneByOne(server: TestServer, rows: number): Promise<number> {
  const owner = await signUpCompany(server);
  const [org] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  const { sealing } = server.deps.secrets;
  const seal = sealerOf(sealing);
  let looked = 0;
  const counting: Seal = async (client, audit) => {
    const read = async () => Number((await client.query<{ rows: string }>(LOOKED_AT)).rows[0]!.rows);
    const before = await read();
    await seal(client, audit);
    looked += (await read()) - before;
  };
  const db = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1, seal: counting });
  try {
    await db.system(async (tx) => {
      // In parts, because a statement has a limit.
      for (let first = 1; first <= rows; first += PART)
        await tx.rows(`do $$ begin for n in ${first}..${Math.min(first + PART - 1, rows)} loop
          insert into shareholder (org_id, id, type, name) values ('${org!.id}', 'h' || n, 'individual', 'Holder ' || n);
        end loop; end $$`);
    });
    const lookedAt = looked;
    const [chained] = await server.sql(
      `select count(*)::int as notes, count(s.seal)::int as sealed, max(seq)::int - min(seq)::int + 1 as links
       from sealed_change c left join change_seal s on s.org_id = c.org_id and c.seq between s.first_seq and s.last_seq
       where c.org_id = $1 and table_name = 'shareholder'`,
      [org!.id],
    );
    expect(chained).toEqual({ notes: rows, sealed: rows, links: rows });
    expect((await db.system((tx) => changeFaults(tx, org!.id, sealing))).faults).toEqual([]);
    return lookedAt / rows;
  } finally {
    await db.close();
  }
}

const LOOKED_AT = `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_xact_user_tables where relname ~ '^sealed_(note|change)'`;
