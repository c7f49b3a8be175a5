// Every table whose changes are sealed: its columns, its key, other values for each column, and its rows set aside while they are
// tampered with by somebody who controls the database.
import { expect } from 'vitest';
import type pg from 'pg';

export const columnsOf = async (intruder: pg.Client, table: string) =>
  (
    await intruder.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    )
  ).rows;

const keyOf = async (intruder: pg.Client, table: string) =>
  (
    await intruder.query<{ name: string }>(
      `select a.attname as name from pg_index i cross join lateral unnest(i.indkey::smallint[]) u (attnum)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.attnum where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    )
  ).rows.map(({ name }) => name);

/** The tables whose changes are noted. */
export const covered = async (intruder: pg.Client) =>
  (
    await intruder.query<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'note_change'::regproc order by 1`,
    )
  ).rows.map(({ name }) => name);

/** Another value of a column, by its type. */
export const CHANGES: Record<string, (column: string) => string> = {
  text: (column) => `coalesce(${column}::text, '') || '!'`,
  ccy: () => `'EUR'`,
  ocf_num: (column) => `coalesce(${column}, 0) + 1`,
  ocf_qty: (column) => `coalesce(${column}, 0) + 1`,
  ocf_id: (column) => `coalesce(${column}, '') || '!'`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  // More than one: the next version of a record may exist.
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not coalesce(${column}, false)`,
  date: (column) => `coalesce(${column}, '2020-01-01'::date) + 1`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 second'`,
  uuid: () => 'gen_random_uuid()',
  jsonb: () => `'{"changed": true}'::jsonb`,
  bytea: () => `'\\x00'::bytea`,
  'text[]': () => `'{changed}'`,
};
/** Columns that follow from others, with which verify compares them. */
const LEFT_OUT: Record<string, string[]> = {
  organization: ['last_seq', 'last_hash'],
  // They only count uses.
  authenticator: ['last_step'],
  undelivered_message: ['details'],
  shareholder: ['name_key', 'search_text'],
  passkey: ['counter'],
};

export interface Kept {
  table: string;
  columns: string;
  types: Record<string, string>;
  keys: string[];
}
export const oneOf = (table: string) => `(select ctid from ${table} order by ctid limit 1)`;

/** The columns whose value a fault must tell, and another value of each. */
export const otherValues = ({ table, keys, types }: Kept): { name: string; to: string }[] =>
  Object.entries(types)
    .filter(([name]) => !keys.includes(name) && !LEFT_OUT[table]?.includes(name))
    .map(([name, type]) => {
      const to = CHANGES[type]?.(`"${name}"`);
      expect([table, name, type, typeof to]).toEqual([table, name, type, 'string']);
      return { name, to: to! };
    });

/** Covered tables, or those named, without their triggers, and a copy of their rows. */
export async function keptTables(intruder: pg.Client, named?: readonly string[]): Promise<Kept[]> {
  const tables: Kept[] = [];
  for (const table of named ?? (await covered(intruder))) {
    const all = await columnsOf(intruder, table);
    const keys = await keyOf(intruder, table);
    const columns = all.map(({ name }) => `"${name}"`).join(', ');
    await intruder.query(`create table kept_${table} as select ${columns} from ${table}`);
    await intruder.query(`alter table ${table} disable trigger user`);
    const types = Object.fromEntries(all.map(({ name, type }) => [name, type]));
    tables.push({ table, columns, keys, types });
  }
  return tables;
}

/** Gives them their rows again. */
export async function putBack(intruder: pg.Client, tables: readonly Kept[]) {
  for (const { table, columns } of tables) {
    await intruder.query(`delete from ${table}`);
    await intruder.query(`insert into ${table} (${columns}) select ${columns} from kept_${table}`);
  }
}

export async function forgetKept(intruder: pg.Client, tables: readonly Kept[]) {
  for (const { table } of tables) {
    await intruder.query(`alter table ${table} enable trigger user`);
    await intruder.query(`drop table kept_${table}`);
  }
}
