// Plain SQL migrations, numbered and append-only, each in its own transaction, one process at a time; then the views and
// functions (definitions.ts), and the grants of the application's login. The first thirteen are the schema of 0.3.0, by topic.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { organization } from '#src/resources/organization.ts';
import { ConfigError } from '../config.ts';
import type { Seal } from './database.ts';
import {
  applyDefinitions,
  areDue,
  MARK_DUE,
  readDefinitions,
  refuseNewerVersion,
  UNCHECKED_BODIES,
} from './definitions.ts';
import type { Definitions } from './definitions.ts';
import { tables, tablesThat } from './tables.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const LOCK = 7_203_119;

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Migrates the schema under the owner's login, then grants the application's login access. `seal` seals each step's
 * changes. Refuses a newer database, and one whose past migrations were edited.
 */
export async function migrate(
  ownerUrl: string,
  appRole: string,
  migrations = readMigrations(),
  seal?: Seal,
  definitions = definitionsFor(migrations),
): Promise<{ applied: string[]; isRedefined: boolean }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const done = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')).rows.map(
        (row) => [row.name, row.sha256],
      ),
    );
    const unknown = [...done.keys()].find((name) => !migrations.some((migration) => migration.name === name));
    if (unknown)
      throw new ConfigError(
        `The database was migrated by a newer Sharebook (${unknown}). Start that version or a later one.`,
      );
    if (definitions) await refuseNewerVersion(client, definitions);
    const applied: string[] = [];
    for (const migration of migrations) {
      const before = done.get(migration.name);
      if (before === migration.sha256) continue;
      if (before)
        throw new ConfigError(
          `The migration ${migration.name} was changed after it was applied. Migrations are only ever added.`,
        );
      await applyOne(client, migration, seal);
      applied.push(migration.name);
    }
    const isRedefined = definitions !== null && (await areDue(client, definitions));
    if (isRedefined) await applyDefinitions(client, definitions, () => grant(client, appRole));
    else if (applied.length > 0 || !(await hasGrants(client, appRole))) await grant(client, appRole);
    return { applied, isRedefined };
  } finally {
    await client.end();
  }
}

/** The files fit only the tables of all migrations: the schema of an earlier day, into which a backup is restored, has none. */
function definitionsFor(migrations: readonly Migration[]): Definitions | null {
  const isWhole = readMigrations().every(({ name }) => migrations.some((migration) => migration.name === name));
  return isWhole ? readDefinitions() : null;
}

async function applyOne(client: pg.Client, migration: Migration, seal?: Seal) {
  await client.query('begin');
  try {
    await client.query(UNCHECKED_BODIES);
    await client.query(migration.sql);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    const there = await existing(client, ['schema_file', 'complete_audit']);
    if (there.includes('schema_file')) await client.query(MARK_DUE);
    if (there.includes('complete_audit')) {
      await client.query('call note_altered_tables()');
      await seal?.(client);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function hasGrants(client: pg.Client, role: string): Promise<boolean> {
  const result = await client.query<{ granted: boolean }>(
    `select has_table_privilege($1, 'organization', 'select') as granted`,
    [role],
  );
  return result.rows[0]?.granted ?? false;
}

// Functions that only the owner's functions call: they sign contexts, or reach people, their credentials and pending messages.
const OWNER_ONLY_ROUTINES = [
  'begin_context',
  'begin_reading',
  'context_signature',
  'system_signature',
  'secure_tenant_table',
  'refer_by_statement',
  'seal_table',
  'part_by_company',
  'column_list',
  'note_found',
  'note_altered_tables',
  'end_sign_ins',
  'end_other_sign_ins',
  'end_confirmations',
  'remove_factors',
  'is_answered',
  'is_untouched_organization',
  'has_confirmed_owner',
  'companies_of_owners',
  'append_audit',
  'complete_audit',
  'audit_name',
  'write_notices',
  'queue_notice_mails',
];
// The company columns that the application may change. Owner functions and triggers set the sample flag and the ledger's head.
const ORGANIZATION_FACTS = [
  'withholding_rules',
  'presumed_source',
  ...Object.entries(organization.fields).flatMap(([name, field]) => ('readOnly' in field ? [] : [name])),
  'issuer_id',
  'version',
];

/** Those of the company columns that exist in this schema. */
async function existingFacts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = 'organization' and column_name = any ($1)`,
    [ORGANIZATION_FACTS],
  );
  return rows.map(({ name }) => name);
}

/** Only those of these tables or routines that exist: a backup is restored into the schema of its time. */
async function existing(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name where exists (select 1 from pg_class where relname = name and relnamespace = current_schema()::regnamespace)
       or exists (select 1 from pg_proc where proname = name and pronamespace = current_schema()::regnamespace)`,
    [names],
  );
  return rows.map((row) => row.name);
}

async function grant(client: pg.Client, role: string) {
  const ownerOnly = await existing(
    client,
    tablesThat(({ login }) => login === 'none'),
  );
  const appendOnly = await existing(
    client,
    tablesThat(({ login }) => login === 'adds'),
  );
  const partly = await existing(
    client,
    tablesThat(({ updates }) => updates !== undefined),
  );
  const routines = await existing(client, OWNER_ONLY_ROUTINES);
  const name = pg.escapeIdentifier(role);
  const schema = pg.escapeIdentifier(
    (await client.query<{ schema: string }>('select current_schema() as schema')).rows[0]!.schema,
  );
  const database = pg.escapeIdentifier(
    (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name,
  );
  await client.query(`
    revoke temporary on database ${database} from public, ${name};
    revoke all on all tables in schema ${schema} from public, ${name};
    revoke create on schema ${schema} from public;
    grant usage on schema ${schema} to ${name};
    grant select, insert, update, delete on all tables in schema ${schema} to ${name};
    ${ownerOnly.map((table) => `revoke all on ${table} from ${name};`).join('\n')}
    revoke insert, update, delete on organization from ${name};
    grant update (${(await existingFacts(client)).join(', ')}) on organization to ${name};
    ${appendOnly.map((table) => `revoke update, delete on ${table} from ${name};`).join('\n')}
    ${partly.map((table) => `revoke update on ${table} from ${name}; grant update (${tables[table]!.updates!.join(', ')}) on ${table} to ${name};`).join('\n')}
    revoke execute on all functions in schema ${schema} from public;
    grant execute on all functions in schema ${schema} to ${name};
    ${routines.map((each) => `revoke execute on routine ${each} from public, ${name};`).join('\n')}
  `);
}
