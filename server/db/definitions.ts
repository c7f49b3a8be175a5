// The views of the schema and the functions that queries call. All files are applied again, in one transaction, when one of them
// has changed or a migration was applied (docs/decisions/database-and-migrations.md).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { isLaterVersion, VERSION } from '../version.ts';

/** Functions first, because views call them. Names in a function's body need not exist yet; those in a view must. */
const FOLDERS = ['functions', 'views'];

export interface Definitions {
  /** In the order of application: by folder, then by name. */
  files: { name: string; sql: string; sha256: string }[];
  /** Of the Sharebook that has these files. */
  version: string;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

export function readDefinitions(): Definitions {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => {
        const sql = readFileSync(join(import.meta.dirname, folder, name), 'utf8');
        return { name: `${folder}/${name}`, sql, sha256: hashOf(sql) };
      }),
  );
  return { files, version: VERSION };
}

/** A function may name what is created after it; tests/server/database/definitions.long.test.ts checks all bodies together. */
export const UNCHECKED_BODIES = 'set local check_function_bodies = off';

/** After a migration all files are applied again, because it may have dropped a view that it conflicted with. */
export const MARK_DUE = 'update schema_file set sha256 = null';

/** The version whose files were applied last; undefined if none were. */
async function appliedVersion(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('schema_file') is not null as is`);
  if (!rows[0]!.is) return undefined;
  const applied = await client.query<{ version: string }>('select version from schema_file limit 1');
  return applied.rows[0]?.version;
}

/** Refuses (ConfigError) a database whose views and functions a newer Sharebook made. */
export async function refuseNewerVersion(client: pg.Client, { version }: Definitions): Promise<void> {
  const applied = await appliedVersion(client);
  if (applied !== undefined && isLaterVersion(applied, version))
    throw new ConfigError(
      `The views and functions of this database were made by Sharebook ${applied}; this is ${version}. Start that version or a later one.`,
    );
}

export async function areDue(client: pg.Client, { files }: Definitions): Promise<boolean> {
  const { rows } = await client.query<{ name: string; sha256: string | null }>('select name, sha256 from schema_file');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  return applied.size !== files.length || files.some(({ name, sha256 }) => applied.get(name) !== sha256);
}

const OTHER_COLUMNS_IN_VIEW = '42P16';

/** `afterwards` runs in the same transaction, so that nothing is re-created without its grants. */
export async function applyDefinitions(
  client: pg.Client,
  definitions: Definitions,
  afterwards: () => Promise<void>,
): Promise<void> {
  try {
    await applyAll(client, definitions, afterwards, []);
  } catch (error) {
    if ((error as { code?: string }).code !== OTHER_COLUMNS_IN_VIEW) throw error;
    // A view can be replaced only by one with the same columns, plus further ones at the end. Any other is dropped first.
    const views = (await objectsMade(client)).filter((name) => name.startsWith('view '));
    await applyAll(client, definitions, afterwards, views);
  }
}

async function applyAll(
  client: pg.Client,
  { files, version }: Definitions,
  afterwards: () => Promise<void>,
  dropFirst: readonly string[],
) {
  await client.query('begin');
  try {
    await client.query(UNCHECKED_BODIES);
    const before = await objectsMade(client);
    await drop(client, dropFirst);
    for (const file of files) await applyOne(client, file);
    const made = await objectsWritten(client);
    await drop(
      client,
      before.filter((name) => !made.includes(name)),
    );
    await client.query('delete from schema_file');
    await client.query('delete from schema_object');
    await client.query(
      'insert into schema_file select name, sha256, $3 from unnest($1::text[], $2::text[]) f (name, sha256)',
      [files.map(({ name }) => name), files.map(({ sha256 }) => sha256), version],
    );
    await client.query('insert into schema_object select unnest($1::text[])', [made]);
    await afterwards();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function applyOne(client: pg.Client, { name, sql }: Definitions['files'][number]) {
  try {
    await client.query(sql);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw Object.assign(new Error(`${name} failed: ${message}`, { cause: error }), { code });
  }
}

/** What the files created when they were applied last. */
async function objectsMade(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_object order by name');
  return rows.map(({ name }) => name);
}

/** What this transaction has created or replaced so far: the xmin of the catalogue row is this transaction. */
async function objectsWritten(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select 'view ' || oid::regclass as name from pg_class
       where relkind = 'v' and relnamespace = current_schema()::regnamespace and xmin = pg_current_xact_id()::xid
     union all select 'routine ' || oid::regprocedure from pg_proc
       where pronamespace = current_schema()::regnamespace and xmin = pg_current_xact_id()::xid`,
  );
  return rows.map(({ name }) => name);
}

/** Drops views first, because they call routines; each kind in one statement, because views depend on each other. */
async function drop(client: pg.Client, objects: readonly string[]) {
  for (const kind of ['view', 'routine']) {
    const names = objects.filter((name) => name.startsWith(`${kind} `)).map((name) => name.slice(kind.length));
    if (names.length > 0) await client.query(`drop ${kind} if exists ${names.join(', ')}`);
  }
}
