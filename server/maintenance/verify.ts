// npm run verify: each company's ledger against its own hashes and against a replay, the packages that were brought in
// and the documents against theirs. Reads only, beside a running server.
import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { Database } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import { chooseFileStore } from '../providers/files/fileStore.ts';
import type { FileStore } from '../providers/files/fileStore.ts';
import { readSecrets } from '../auth/secrets.ts';
import type { Sign } from '../data/seals.ts';
import { changeFaults, INSTALLATION } from '../reports/changeFaults.ts';
import { compareLedger } from '../reports/compareLedger.ts';
import { reachDatabase } from './reach.ts';

/**
 * Out: how many faults were found; each is told through `say`, under its company. A company that cannot be read to its end
 * is one fault, and the next is read.
 */
export async function verify(config: Config, say: (line: string) => void): Promise<number> {
  const reached = await reachDatabase(config, say);
  const db = new Database(reached.ownerUrl, { idleSeconds: 60, maxSeconds: 60, connections: 1 });
  try {
    const store = await chooseFileStore(config);
    const companies = await db.system((tx) =>
      tx.rows<{ id: string; client_name: string }>('select id, client_name from organization order by client_name'),
    );
    const { sealing } = readSecrets(config.appSecret, config.dataDir);
    let faults = await tellInstallation(db, sealing, say);
    for (const { id, client_name } of companies) {
      const found = await db.system((tx) => verifyOne(tx, id, store, sealing)).catch((error: Error) => error);
      if (found instanceof Error) {
        faults += 1;
        say(`${client_name}: cannot be verified to its end`);
        say(`  It ended with: ${found.message.split('\n')[0]!}`);
        continue;
      }
      faults += found.faults.length;
      const verdict = found.faults.length === 0 ? 'everything agrees' : `${found.faults.length} faults`;
      say(`${client_name}: ${found.entries} entries, ${found.documents} documents, ${verdict}`);
      for (const fault of found.faults) say(`  ${fault}`);
      say(`  head of ${client_name}: ${found.head.seq} ${found.head.hash}`);
    }
    if (companies.length === 0) say('There is no company yet.');
    return faults;
  } finally {
    await db.close();
    await reached.close();
  }
}

/** Accounts, and which companies there are. Out: the number of faults. */
async function tellInstallation(db: Database, sign: Sign, say: (line: string) => void): Promise<number> {
  const { head, faults } = await db.system((tx) => changeFaults(tx, INSTALLATION, sign));
  say(`Accounts and companies: ${faults.length === 0 ? 'everything agrees' : `${faults.length} faults`}`);
  for (const fault of faults) say(`  ${fault}`);
  say(`  head of the installation: ${head.seq} ${head.hash}`);
  return faults.length;
}

async function verifyOne(tx: Tx, org: string, store: FileStore, sign: Sign) {
  const { head, faults: changes } = await changeFaults(tx, org, sign);
  const { entries, differences } = await compareLedger(tx, org, new Date().toISOString().slice(0, 10));
  const faults = [...changes, ...differences];
  const packages = await tx.rows<{ file_name: string; sha256: string; bytes: Buffer | null }>(
    'select b.file_name, b.sha256, p.bytes from import_batch b left join import_package p on p.org_id = b.org_id and p.import_id = b.id where b.org_id = $1',
    [org],
  );
  for (const { file_name, sha256, bytes } of packages) {
    if (bytes === null || hashOf(bytes) !== sha256) faults.push(`The imported package ${file_name} is not what came.`);
  }
  const documents = await tx.rows<{ id: string; name: string; storage_key: string; sha256: string }>(
    'select id, name, storage_key, sha256 from document where org_id = $1 order by id',
    [org],
  );
  for (const { id, name, storage_key, sha256 } of documents) {
    const bytes = await store.get(storage_key).catch(() => null);
    if (bytes === null) faults.push(`The document ${name} (${id}) is missing from the file store.`);
    else if (hashOf(bytes) !== sha256) faults.push(`The document ${name} (${id}) is not what was uploaded.`);
  }
  return { entries, documents: documents.length, faults, head };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
