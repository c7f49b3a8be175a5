// Chooses the PostgreSQL and the logins. Returns a migrated database and the address of the application's login, which is never
// a superuser, owner or exempt from row-level security.
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { plural } from '#src/domain/plural.ts';
import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import type { Seal } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

export interface OpenedDatabase {
  appUrl: string;
  ownerUrl: string;
  stop(): Promise<void>;
}

/** `seal` seals changes that migrations make to existing rows. */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
  { seal, systemToken }: { seal?: Seal; systemToken?: Buffer } = {},
): Promise<OpenedDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, say);
  const ownerUrl = config.databaseUrl ?? embedded!.url;
  try {
    const appUrl = await prepareDatabase(config, ownerUrl, say, seal);
    if (systemToken) await registerSystemToken(ownerUrl, systemToken);
    await refuseStrongLogin(appUrl);
    return { appUrl, ownerUrl, stop: async () => embedded?.stop() };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Makes the login and migrates. Out: the address of the application's login. */
export async function prepareDatabase(
  config: Config,
  ownerUrl: string,
  say: (line: string) => void,
  seal?: Seal,
): Promise<string> {
  const appUrl = config.databaseAppUrl ?? (await makeAppLogin(ownerUrl, config.dataDir, config.appSecret));
  const { applied, isRedefined } = await migrate(ownerUrl, userOf(appUrl), undefined, seal);
  if (applied.length > 0) say(`Migrated the database (${plural(applied.length, 'step')})`);
  else if (isRedefined) say('Updated the views and functions of the database');
  return appUrl;
}

/** From now on this token identifies Sharebook to the database, which stores only its hash. */
export async function registerSystemToken(ownerUrl: string, token: Buffer): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      'insert into system_key values (sha256($1)) on conflict ((true)) do update set digest = excluded.digest where system_key.digest <> excluded.digest',
      [token],
    );
  } finally {
    await client.end();
  }
}

export function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/**
 * Creates the serving login, once per database. Its password is derived from APP_SECRET, so that two machines use the
 * same; without APP_SECRET it is stored in DATA_DIR with mode 600.
 */
export async function makeAppLogin(
  ownerUrl: string,
  dataDir: string,
  appSecret: string | null = null,
): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    await client.connect();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be reached: ${(error as Error).message}`);
  }
  try {
    const database = (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name;
    const role = `sharebook_app_${database}`.slice(0, 63);
    const file = join(dataDir, 'postgres.app');
    const kept = () =>
      fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : randomBytes(24).toString('base64url');
    const password =
      appSecret === null ? kept() : createHmac('sha256', appSecret).update(`login ${role}`).digest('base64url');
    fs.writeFileSync(file, `${password}\n`, { mode: 0o600 });
    const exists = (await client.query('select 1 from pg_roles where rolname = $1', [role])).rowCount === 1;
    const verb = exists ? 'alter' : 'create';
    await client.query(
      `${verb} role ${pg.escapeIdentifier(role)} login nosuperuser nobypassrls nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
    );
    // A role may set defaults for its later connections; our role must have none.
    await client.query(`alter role ${pg.escapeIdentifier(role)} reset all`);
    await client.query(
      `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} reset all`,
    );
    // Ends statements of disconnected clients. Not every system can detect them.
    await client
      .query(`alter role ${pg.escapeIdentifier(role)} set client_connection_check_interval = '2s'`)
      .catch(() => undefined);
    const url = new URL(ownerUrl);
    url.username = encodeURIComponent(role);
    url.password = password;
    return url.href;
  } catch (error) {
    if ((error as { code?: string }).code === '42501')
      throw new ConfigError(
        'The login of DATABASE_URL cannot create roles. Create a login without privileges and name it in DATABASE_APP_URL.',
      );
    throw error;
  } finally {
    await client.end();
  }
}

// Superusers, owners and BYPASSRLS bypass row-level security, so serving through one of them would not isolate companies.
async function refuseStrongLogin(appUrl: string) {
  const client = new pg.Client({ connectionString: appUrl });
  try {
    await client.connect();
    const { rows } = await client.query<{ strong: boolean; owns: boolean }>(`
      select rolsuper or rolbypassrls or rolcreaterole as strong,
             exists (select 1 from pg_tables where schemaname = current_schema() and pg_has_role(current_user, tableowner, 'member')) as owns
      from pg_roles where rolname = current_user`);
    if (rows[0]?.strong || rows[0]?.owns)
      throw new ConfigError(
        'DATABASE_APP_URL must be a login that is not a superuser, has no BYPASSRLS and does not own the tables.',
      );
  } finally {
    await client.end();
  }
}
