// The contents of a backup, and the order in which its tables are restored.
import pg from 'pg';
import { formerPassingTables, tablesThat } from '../db/tables.ts';

export const BACKUP_FORMAT = 1;

/** While this lock is held, no document files are removed, as in take_abandoned_files(). */
export const FILES_LOCK = 7_203_120;

/** backup.json, the last entry of the file: describes all other entries. */
export interface BackupIndex {
  format: typeof BACKUP_FORMAT;
  made_at: string;
  migrations: { name: string; sha256: string }[];
  /** Of the Sharebook that saved it. */
  version: string;
  tables: { name: string; columns: string[]; sha256: string }[];
  /** Documents by storage key. */
  files: { key: string; content_type: string; sha256: string }[];
  /** The root secret is saved with the data that it seals, unless it is set in APP_SECRET. */
  has_secret: boolean;
  secret_sha256: string | null;
  ledgers: { client_name: string; entries: string; head: string }[];
  /** The head of each change chain; the installation's has no name. */
  chains: { client_name: string | null; changes: string; head: string }[];
}

const PASSING = new Set([...tablesThat(({ isPassing }) => isPassing === true), ...formerPassingTables]);

/** The tables with their columns, each after those it refers to, because triggers derive data from them. */
export async function tablesInOrder(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; points_at: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
            where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
            union select f.relname::text from pg_trigger t join pg_class f on t.tgname = c.relname || '_refers_to_' || f.relname
            where t.tgrelid = c.oid and f.relnamespace = c.relnamespace) as points_at
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' order by c.relname`);
  const left = rows.filter(({ name }) => !PASSING.has(name));
  const ordered: { name: string; columns: string[] }[] = [];
  const done = new Set<string>(PASSING);
  while (left.length > 0) {
    const ready = left.findIndex(({ points_at }) => points_at.every((name) => done.has(name)));
    if (ready === -1) throw new Error(`These tables point at one another: ${left.map(({ name }) => name).join(', ')}.`);
    const [{ name, columns }] = left.splice(ready, 1) as [(typeof left)[number]];
    done.add(name);
    ordered.push({ name, columns });
  }
  return ordered;
}

export const quoted = (names: readonly string[]): string => names.map(pg.escapeIdentifier).join(', ');
