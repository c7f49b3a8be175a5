// npm run verify: checks each company's ledger against its hashes and a replay, and imported packages and documents against
// their hashes. Also while the server runs. It writes nothing but how far it has verified.
import { createHash } from 'node:crypto';
import { plural } from '#src/domain/plural.ts';
import type { Config } from '#server/config.ts';
import { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/database.ts';
import { chooseFileStore } from '#server/providers/files/fileStore.ts';
import type { FileStore } from '#server/providers/files/fileStore.ts';
import { readSecrets } from '#server/auth/secrets.ts';
import type { Sign } from '#server/data/seals.ts';
import { auditFaults } from './auditFaults.ts';
import { changeFaults, INSTALLATION, keptHeadFault } from './changeFaults.ts';
import type { ChainHead } from './changeFaults.ts';
import { endsOf, lastCheckpoint, saveCheckpoint } from './checkpoint.ts';
import type { Checkpoint, Ends } from './checkpoint.ts';
import { compareLedger } from './compareLedger.ts';
import { FILES_LOCK } from '../contents.ts';
import { openOperatorDatabase } from '../openOperatorDatabase.ts';

/**
 * Out: the number of faults; each is reported through `say`, under its company. A company that cannot be read
 * completely is one fault, and the next is read. `kept`: heads that were kept elsewhere; one that the chain no longer
 * contains is a fault, because later changes were removed together with their records.
 */
export async function verify(
  config: Config,
  say: (line: string) => void,
  options: VerifyOptions = {},
): Promise<number> {
  const reached = await openOperatorDatabase(config, say);
  try {
    return await verifyDatabase(config, reached.ownerUrl, say, options);
  } finally {
    await reached.close();
  }
}

export interface VerifyOptions {
  kept?: readonly KeptHead[];
  /** Hash chains are read from where the last verification without a fault ended. */
  fromCheckpoint?: boolean;
}

/** The same for the database that is reached there. */
export async function verifyDatabase(
  config: Config,
  ownerUrl: string,
  say: (line: string) => void,
  { kept = [], fromCheckpoint = false }: VerifyOptions,
): Promise<number> {
  const db = new Database(ownerUrl, { idleSeconds: 60, maxSeconds: 60, connections: 1 });
  try {
    const store = await chooseFileStore(config);
    const companies = await db.system((tx) =>
      tx.rows<{ id: string; client_name: string }>('select id, client_name from organization order by client_name'),
    );
    const { sealing } = readSecrets(config.appSecret, config.dataDir);
    const begin = (tx: Tx, chain: string) => (fromCheckpoint ? lastCheckpoint(tx, chain, sealing) : null);
    const passed = (chain: string, ends: Ends) =>
      db.system((tx) => saveCheckpoint(tx, chain, sealing, { at: new Date(), ...ends }));
    let faults = await tellInstallation(db, sealing, say, { begin, passed });
    faults += await reportKeptHeads(db, kept, companies, say);
    for (const { id, client_name } of companies) {
      const found = await ofOneMoment(db, async (tx) => verifyOne(tx, id, store, sealing, await begin(tx, id))).catch(
        (error: Error) => error,
      );
      if (found instanceof Error) {
        faults += 1;
        say(`${client_name}: cannot be verified to its end`);
        say(`  It ended with: ${found.message.split('\n')[0]!}`);
        continue;
      }
      faults += found.faults.length;
      const verdict = found.faults.length === 0 ? 'everything agrees' : plural(found.faults.length, 'fault');
      say(`${client_name}: ${plural(found.entries, 'entry', 'entries')}, ${plural(found.files, 'file')}, ${verdict}`);
      for (const fault of found.faults) say(`  ${fault}`);
      if (fromCheckpoint) say(`  ${sentenceOf(found.from)}`);
      say(`  head of ${client_name}: ${found.head.seq} ${found.head.hash}`);
      if (found.faults.length === 0) await passed(id, found.ends);
    }
    if (companies.length === 0) say('There is no company yet.');
    return faults;
  } finally {
    await db.close();
  }
}

/**
 * Uses one snapshot, also while a server writes. While the lock is held, no file is removed from the file store, as
 * during a backup.
 */
const ofOneMoment = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.system(
    async (tx) => {
      await tx.rows('select pg_advisory_xact_lock_shared($1)', [FILES_LOCK]);
      return work(tx);
    },
    { isSnapshot: true },
  );

export interface KeptHead extends ChainHead {
  /** Null for the installation. */
  client_name: string | null;
}

/** The heads in a saved text: lines that verify and backup print. */
export function keptHeads(text: string): KeptHead[] {
  return [...text.matchAll(/head of (the installation|[A-Za-z0-9_-]{3,40}): (\d+) ([0-9a-f]{64})/g)].map((found) => ({
    client_name: found[1] === 'the installation' ? null : found[1]!,
    seq: found[2]!,
    hash: found[3]!,
  }));
}

async function reportKeptHeads(
  db: Database,
  kept: readonly KeptHead[],
  companies: readonly { id: string; client_name: string }[],
  say: (line: string) => void,
): Promise<number> {
  let faults = 0;
  for (const head of kept) {
    const chain =
      head.client_name === null
        ? INSTALLATION
        : companies.find(({ client_name }) => client_name === head.client_name)?.id;
    const fault = chain ? await db.system((tx) => keptHeadFault(tx, chain, head)) : 'This company no longer exists.';
    if (fault === null) continue;
    faults += 1;
    say(`${head.client_name ?? 'The installation'}, head ${head.seq}: ${fault}`);
  }
  if (kept.length > 0 && faults === 0)
    say(kept.length === 1 ? 'The saved chain head was found.' : `All ${kept.length} saved chain heads were found.`);
  return faults;
}

/** What was not read again. */
const sentenceOf = (from: Checkpoint | null) =>
  from === null
    ? 'There is no checkpoint of an earlier verification here, so everything was read.'
    : `Not read again, because it was verified on ${from.at.toISOString().slice(0, 16).replace('T', ' ')} UTC: the hashes and seals of changes 1 to ${from.change.seq}, of rows 1 to ${from.trail.seq} of the audit trail and of entries 1 to ${from.entry.seq}. Run npm run verify without --from-checkpoint to read everything.`;

interface Progress {
  begin(tx: Tx, chain: string): Promise<Checkpoint | null> | null;
  passed(chain: string, ends: Ends): Promise<void>;
}

/** Accounts, and which companies exist. Out: the number of faults. */
async function tellInstallation(
  db: Database,
  sign: Sign,
  say: (line: string) => void,
  { begin, passed }: Progress,
): Promise<number> {
  const { head, faults, ends } = await ofOneMoment(db, async (tx) => {
    const from = await begin(tx, INSTALLATION);
    return { ...(await changeFaults(tx, INSTALLATION, sign, from?.change)), ends: await endsOf(tx, INSTALLATION) };
  });
  say(`Accounts and companies: ${faults.length === 0 ? 'everything agrees' : plural(faults.length, 'fault')}`);
  for (const fault of faults) say(`  ${fault}`);
  say(`  head of the installation: ${head.seq} ${head.hash}`);
  if (faults.length === 0) await passed(INSTALLATION, ends);
  return faults.length;
}

async function verifyOne(tx: Tx, org: string, store: FileStore, sign: Sign, from: Checkpoint | null) {
  const { head, faults: changes } = await changeFaults(tx, org, sign, from?.change);
  const today = new Date().toISOString().slice(0, 10);
  const { entries, differences } = await compareLedger(tx, org, today, from?.entry);
  const faults = [...(await auditFaults(tx, org, from?.trail)), ...changes, ...differences];
  const packages = await tx.rows<{ file_name: string; sha256: string; bytes: Buffer | null }>(
    'select b.file_name, b.sha256, p.bytes from import_batch b left join import_package p on p.org_id = b.org_id and p.import_id = b.id where b.org_id = $1',
    [org],
  );
  for (const { file_name, sha256, bytes } of packages) {
    if (bytes === null || hashOf(bytes) !== sha256)
      faults.push(`The imported package ${file_name} differs from the uploaded file.`);
  }
  const files = await tx.rows<{ id: string; kind: string; name: string; storage_key: string; sha256: string }>(
    'select id, kind, name, storage_key, sha256 from stored_file where org_id = $1 order by kind, id',
    [org],
  );
  for (const { id, kind, name, storage_key, sha256 } of files) {
    const bytes = await store.get(storage_key).catch(() => null);
    const what = `The ${kind === 'document' ? 'document' : 'file of a message,'} ${name} (${id})`;
    if (bytes === null) faults.push(`${what} is missing from the file store.`);
    else if (hashOf(bytes) !== sha256) faults.push(`${what} is not what was uploaded.`);
  }
  return { entries, files: files.length, faults, head, from, ends: await endsOf(tx, org) };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
