// npm run ledger:rebuild: folds every organisation's ledger again from its first entry, checks the hash chain, and
// compares what comes out with the tables the screens read. Exit 0: equal. Else every difference is named.
import pg from 'pg';
import { readConfig } from '../server/config.ts';
import { makeDataDir } from '../server/db/dataDir.ts';
import { lockDataDir } from '../server/db/dataDirLock.ts';
import { openDatabase } from '../server/db/open.ts';
import { Database } from '../server/db/database.ts';
import { refuseToStart } from '../server/main.ts';
import { compareLedger } from '../server/reports/compareLedger.ts';

async function main(): Promise<number> {
  const config = readConfig({ ...process.env, DEMO: 'off' });
  makeDataDir(config.dataDir);
  const unlock = await lockDataDir(config.dataDir, new Date());
  const opened = await openDatabase(config, (line) => console.log(line));
  const db = new Database(opened.appUrl, { idleSeconds: 60, maxSeconds: 60 });
  const owner = new pg.Client({ connectionString: opened.ownerUrl });
  await owner.connect();
  let differences = 0;
  for (const { id, client_name } of (
    await owner.query<{ id: string; client_name: string }>(
      'select id, client_name from organization order by client_name',
    )
  ).rows) {
    const actor = {
      account_id: id,
      org_id: id,
      role: 'viewer',
      membership_status: 'active',
      shareholder_id: null,
    } as const;
    const found = await db.asMember(actor, (tx) => compareLedger(tx, id, new Date().toISOString().slice(0, 10)));
    differences += found.differences.length;
    console.log(
      `${client_name}: ${found.entries} entries, ${found.differences.length === 0 ? 'everything agrees' : `${found.differences.length} differences`}`,
    );
    for (const difference of found.differences) console.log(`  ${difference}`);
  }
  await owner.end();
  await db.close();
  await opened.stop();
  unlock();
  return differences;
}

process.exit(await main().then((differences) => (differences === 0 ? 0 : 1), refuseToStart));
