// Fills the empty tables of a database from a backup, in one transaction, and migrates them to this version.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { plural } from '#src/domain/plural.ts';
import { ConfigError } from '../config.ts';
import type { Seal } from '../db/database.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { quoted, storedFiles, tablesInOrder } from './contents.ts';
import type { BackupIndex, Purpose } from './contents.ts';
import type { Backup } from './readBackup.ts';
import { refuseOtherRows } from './sameRows.ts';
import { withClient } from './withClient.ts';

export interface Target {
  ownerUrl: string;
  /** The application's login. */
  appRole: string;
  seal: Seal;
  /** Of the backup. */
  purpose: Purpose;
}

/** Triggers that record writes in their own table, or move a head. */
const KEPT_BESIDE = '^(ledger_advances$|sealed_(insert|update|delete))';

/**
 * Uses the tables and triggers of the backup's version, as its migrations made them; later migrations run afterwards, as in an
 * upgrade.
 */
export async function fillTables(
  { ownerUrl, appRole, seal, purpose }: Target,
  backup: Backup,
  say: (line: string) => void,
): Promise<void> {
  const { index } = backup;
  const all = readMigrations();
  const saved = new Set(index.migrations.map((migration) => migration.name));
  if (all.some((migration) => !saved.has(migration.name))) {
    await withClient(ownerUrl, async (client) => {
      const schema = (await client.query<{ name: string }>('select current_schema() as name')).rows[0]!.name;
      await client.query(`drop schema "${schema}" cascade; create schema "${schema}"`);
    });
    await migrate(
      ownerUrl,
      appRole,
      all.filter((migration) => saved.has(migration.name)),
    );
  }
  await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    const tables = await knownTables(client, index, purpose);
    // COPY does not support row-level security: an owner that is not a superuser is exempted from its own policies for the
    // transaction.
    for (const { name } of tables) await client.query(`alter table ${quoted([name])} no force row level security`);
    const secured = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relrowsecurity and c.relkind in ('r', 'p')`,
    );
    // The backup already contains what these triggers would write.
    const kept = await client.query<{ on: string; name: string }>(
      `select tgrelid::regclass::text as on, tgname as name from pg_trigger where tgname ~ $1 and not tgisinternal`,
      [KEPT_BESIDE],
    );
    for (const { on, name } of kept.rows) await client.query(`alter table ${on} disable trigger ${quoted([name])}`);
    const restorer = await becomeRestorer(client);
    for (const { name, columns } of tables) {
      await pipeline(
        await backup.read(`tables/${name}.copy`),
        client.query(copyFrom(`copy ${quoted([name])} (${quoted(columns)}) from stdin`)),
      ).catch((error: Error) => {
        throw new Error(`the table ${name} in the backup cannot be restored (${error.message}).`);
      });
    }
    // Runs deferred checks now, before the tables are altered again.
    await client.query('set constraints all immediate');
    await restorer.leave();
    if (purpose === 'keep') await refuseOtherFiles(client, index);
    else await refuseOtherRows(client, backup, tables);
    for (const { on, name } of kept.rows) await client.query(`alter table ${on} enable trigger ${quoted([name])}`);
    for (const { name } of secured.rows) await client.query(`alter table ${quoted([name])} force row level security`);
    await client.query('commit');
    await client.query('analyze');
  });
  say(`Restored ${plural(index.tables.length, 'table')}`);
  await migrate(ownerUrl, appRole, undefined, seal);
}

/** The tables of the present schema, with their columns in the backup's order. Refuses (ConfigError): any other. */
async function knownTables(client: pg.Client, index: BackupIndex, purpose: Purpose) {
  const known = new Map((await tablesInOrder(client, purpose)).map(({ name, columns }) => [name, columns]));
  const fits =
    index.tables.length === known.size &&
    new Set(index.tables.map(({ name }) => name)).size === known.size &&
    index.tables.every(
      ({ name, columns }) =>
        known.get(name)?.length === columns.length &&
        new Set([...columns, ...known.get(name)!]).size === columns.length,
    );
  if (!fits) throw new ConfigError('The backup does not contain the tables of the Sharebook version that it names.');
  return index.tables.map(({ name, columns }) => ({
    name: [...known.keys()].find((each) => each === name)!,
    columns: columns.map((column) => known.get(name)!.find((each) => each === column)!),
  }));
}

// A superuser may run programs on the machine. So a role that may only fill these tables writes the file's data; an owner that
// is not a superuser writes it itself.
async function becomeRestorer(client: pg.Client): Promise<{ leave(): Promise<void> }> {
  const { rows } = await client.query<{ strong: boolean; schema: string }>(
    'select rolsuper as strong, current_schema() as schema from pg_roles where rolname = current_user',
  );
  if (!rows[0]!.strong) return { leave: async () => undefined };
  const schema = quoted([rows[0]!.schema]);
  await client.query(`
    create role sharebook_restoring nologin nosuperuser bypassrls;
    grant usage on schema ${schema} to sharebook_restoring;
    grant select, insert on all tables in schema ${schema} to sharebook_restoring;
    grant execute on all routines in schema ${schema} to sharebook_restoring;
    set local role sharebook_restoring`);
  return {
    async leave() {
      await client.query('reset role; drop owned by sharebook_restoring; drop role sharebook_restoring');
    },
  };
}

/** Refuses (ConfigError): files in the backup without a row, and rows without a file. */
async function refuseOtherFiles(client: pg.Client, index: BackupIndex) {
  const rows = await storedFiles(client);
  const saved = new Set(index.files.map(({ key }) => key));
  if (rows.length !== saved.size || rows.some(({ storage_key }) => !saved.has(storage_key)))
    throw new ConfigError('The files in the backup do not match its tables of documents and messages.');
}
