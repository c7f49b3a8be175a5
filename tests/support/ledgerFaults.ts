// The faults `npm run verify` finds in a company's ledger, one sentence each. A correct ledger has none.
import { Database } from '#server/db/database.ts';
import { compareLedger } from '#server/maintenance/verify/compareLedger.ts';
import type { Person } from './people.ts';
import type { TestServer } from './testServer.ts';

export async function ledgerFaults(server: TestServer, owner: Person, date = '2030-01-01'): Promise<string[]> {
  const [org] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  const owners = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1 });
  try {
    return (await owners.system((tx) => compareLedger(tx, org!.id, date))).differences;
  } finally {
    await owners.close();
  }
}
