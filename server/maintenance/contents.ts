// The contents of a backup, and the order in which its tables are restored.
import pg from 'pg';
import { formerPassingTables, ofTheDatabase, tablesThat } from '../db/tables.ts';

export const BACKUP_FORMAT = 1;

/** While this lock is held, no files are removed, as in take_abandoned_files(). */
export const FILES_LOCK = 7_203_120;

/** backup.json, the last entry of the file: describes all other entries. */
export interface BackupIndex {
  format: typeof BACKUP_FORMAT;
  made_at: string;
  migrations: { name: string; sha256: string }[];
  /** Of the Sharebook that saved it. */
  version: string;
  tables: { name: string; columns: string[]; sha256: string }[];
  /** Of documents and messages, by storage key. */
  files: { key: string; content_type: string; sha256: string }[];
  /** The root secret is saved with the data that it seals, unless it is set in APP_SECRET. */
  has_secret: boolean;
  secret_sha256: string | null;
  ledgers: { client_name: string; entries: string; head: string }[];
  /** The head of each change chain; the installation's has no name. */
  chains: { client_name: string | null; changes: string; head: string }[];
}

/**
 * A backup to keep leaves out what passes, such as sessions and messages that wait. One that moves everything to another
 * database at once has them too, and no documents, which stay where they are.
 */
export type Purpose = 'keep' | 'move';

const LEFT_OUT: Record<Purpose, ReadonlySet<string>> = {
  keep: new Set([...tablesThat(({ isPassing }) => isPassing === true), ...formerPassingTables]),
  move: new Set(ofTheDatabase),
};

/** The tables with their columns, each after those it refers to, because triggers derive data from them. */
export async function tablesInOrder(
  client: pg.ClientBase,
  purpose: Purpose,
): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; points_at: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
            where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0 and k.confrelid <> c.oid
            union select f.relname::text from pg_trigger t join pg_class f on t.tgname = c.relname || '_refers_to_' || f.relname
            where t.tgrelid = c.oid and f.relnamespace = c.relnamespace) as points_at
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') order by c.relname`);
  const left = rows.filter(({ name }) => !LEFT_OUT[purpose].has(name));
  const ordered: { name: string; columns: string[] }[] = [];
  const done = new Set<string>(LEFT_OUT[purpose]);
  while (left.length > 0) {
    const ready = left.findIndex(({ points_at }) => points_at.every((name) => done.has(name)));
    if (ready === -1) throw new Error(`These tables point at one another: ${left.map(({ name }) => name).join(', ')}.`);
    const [{ name, columns }] = left.splice(ready, 1) as [(typeof left)[number]];
    done.add(name);
    ordered.push({ name, columns });
  }
  return ordered;
}

export interface StoredFile {
  name: string;
  storage_key: string;
  content_type: string;
  sha256: string;
}

/** Of a schema of any day, which may have no files of messages yet. */
export async function storedFiles(client: pg.ClientBase): Promise<StoredFile[]> {
  const { rows: known } = await client.query<{ of: string }>(
    `select t as of from unnest(array['document', 'message_file']) t where to_regclass(t) is not null`,
  );
  const files: StoredFile[] = [];
  for (const { of } of known) {
    const { rows } = await client.query<StoredFile>(
      `select name, storage_key, content_type, sha256 from ${quoted([of])} order by storage_key`,
    );
    files.push(...rows);
  }
  return files;
}

/** The last entry of each ledger, and of each chain of changes. */
export async function headsOf(client: pg.ClientBase): Promise<Pick<BackupIndex, 'ledgers' | 'chains'>> {
  const { rows: ledgers } = await client.query<BackupIndex['ledgers'][number]>(
    `select client_name, last_seq::text as entries, encode(last_hash, 'hex') as head from organization order by client_name`,
  );
  const { rows: chains } = await client.query<BackupIndex['chains'][number]>(
    `select o.client_name, h.seq::text as changes, encode(h.hash, 'hex') as head
     from sealed_head h left join organization o on o.id = h.org_id order by o.client_name nulls first`,
  );
  return { ledgers, chains };
}

export const quoted = (names: readonly string[]): string => names.map(pg.escapeIdentifier).join(', ');
