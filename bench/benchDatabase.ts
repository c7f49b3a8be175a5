// An embedded PostgreSQL in a temporary folder, migrated as usual, with companies and a signed-in owner.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { v7 } from 'uuid';
import { sealerOf } from '../server/data/seals.ts';
import { sha256 } from '../server/data/sha256.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { readSecrets } from '../server/auth/secrets.ts';
import { registerSystemToken, makeAppLogin } from '../server/db/open.ts';

export const BENCH_SECRET = 'a root secret of thirty-two bytes';

export interface BenchDatabase {
  folder: string;
  ownerUrl: string;
  appUrl: string;
  stop(): Promise<void>;
}

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = temporaryFolder();
  const embedded = await startEmbedded(folder, () => undefined);
  const appUrl = await makeAppLogin(embedded.url, folder);
  await migrate(embedded.url, decodeURIComponent(new URL(appUrl).username));
  await registerSystemToken(embedded.url, readSecrets(BENCH_SECRET, folder).systemToken);
  return {
    folder,
    ownerUrl: embedded.url,
    appUrl,
    async stop() {
      await embedded.stop();
      removeFolder(folder);
    },
  };
}

/** When started by root, the database runs as another account, which needs access to the folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-bench-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes the database's own folder too, which for root may be elsewhere. */
export function removeFolder(folder: string): void {
  const placed = join(folder, 'postgres.path');
  const path = existsSync(placed) ? readFileSync(placed, 'utf8').trim() : folder;
  if (!path.startsWith(folder)) rmSync(dirname(path), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

export interface Company {
  id: string;
  /** The owner's session token. */
  token: string;
}

/** Written by the schema's owner, because only what comes after sign-up is measured. */
export async function givenCompany(database: BenchDatabase, name: string): Promise<Company> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    const [id, account] = [v7(), v7()];
    const token = randomBytes(32).toString('base64url');
    await client.query('begin');
    await client.query(
      `insert into account (id, email, phone, phone_verified_at, password_hash, first_name, last_name, account_type, sms_consent_at)
       values ($1, $2, '+15555550100', now(), '', 'Ada', 'Bench', 'client', now())`,
      [account, `${name}@example.com`],
    );
    await client.query('select create_organization($1, $2, $3, $3, $4, false)', [id, v7(), name, account]);
    await client.query(
      'insert into session (token_hash, account_id, org_id, confirmed_at) values ($1, $2, $3, now())',
      [sha256(token), account, id],
    );
    await sealerOf(readSecrets(BENCH_SECRET, database.folder).sealing)(client);
    await client.query('commit');
    return { id, token };
  } finally {
    await client.end();
  }
}
