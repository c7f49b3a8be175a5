// The views and functions in server/db/functions and server/db/views, and how they are applied again
// (docs/decisions/database-and-migrations.md).
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readDefinitions } from '#server/db/definitions.ts';
import type { Definitions } from '#server/db/definitions.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import type { Row } from '#server/db/database.ts';
import { addressOf, withClient } from '#tests/support/postgresSetup.ts';
import { newDatabase } from '#tests/support/testServer.ts';

const { files, version } = readDefinitions();
const LATER = `${Number(version.split('.')[0]) + 1}.0.0`;
/** The files with some of them changed, in a later version. */
const changed = (change: Record<string, (sql: string) => string>): Definitions => ({
  version: LATER,
  files: files.map((file) => {
    const sql = change[file.name]?.(file.sql) ?? file.sql;
    return { ...file, sql, sha256: sql === file.sql ? file.sha256 : `changed ${sql.length}` };
  }),
});
const added = (sql: string) => changed({ 'views/people.sql': (text) => text + sql });
const FUNCTION = (name: string, type = 'integer') =>
  `\ncreate or replace function ${name} returns ${type} language sql as $$ select 1 $$;`;

const drops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
});
/** A database with this version's schema, or an empty one. */
async function database(isEmpty = false): Promise<string> {
  const { ownerRole } = inject('postgres');
  const { database: name, drop } = await newDatabase();
  drops.push(drop);
  const url = addressOf(inject('postgres'), name, ownerRole);
  if (isEmpty) await ask(url, 'drop schema public cascade; create schema public');
  return url;
}
const ask = (url: string, sql: string, values: unknown[] = []): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(sql, values.length > 0 ? values : undefined)).rows);
const apply = (url: string, definitions?: Definitions, migrations = readMigrations()) =>
  migrate(url, inject('postgres').appRole, migrations, undefined, definitions);
const isThere = async (url: string, name: string) =>
  (await ask(url, 'select to_regclass($1) is not null or to_regproc($1) is not null as is', [name]))[0]!.is;

/** The catalogue's definition of every object in the schema, by its name. */
async function catalogue(url: string): Promise<Map<string, string>> {
  const rows = await ask(
    url,
    `select o.name, string_agg(o.said, e'\n' order by o.said) as said from (
       select proname as name, concat_ws(' ', case when prokind = 'a' then (select a.aggtransfn || ' ' || a.agginitval from pg_aggregate a where a.aggfnoid = p.oid) else pg_get_functiondef(p.oid) end,
         p.proacl, proowner::regrole, obj_description(p.oid, 'pg_proc')) as said from pg_proc p
       union all
       select relname, concat_ws(' ', relkind, case when relkind = 'v' then pg_get_viewdef(c.oid) end, reloptions, relrowsecurity, relforcerowsecurity, relacl, relowner::regrole, obj_description(c.oid, 'pg_class'))
         from pg_class c where relkind in ('r', 'p', 'v', 'S')
       union all
       select attrelid::regclass::text, concat_ws(' ', attnum, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(d.adbin, d.adrelid), attacl, col_description(attrelid, attnum))
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where attnum > 0 and not attisdropped
       union all select indrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
       union all select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
       union all select tgrelid::regclass::text, pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
       union all select tablename, concat_ws(' ', p.*) from pg_policies p) o
     where o.name in (select proname from pg_proc where pronamespace = 'public'::regnamespace
                      union all select relname from pg_class where relnamespace = 'public'::regnamespace)
       and o.name not like 'schema\\_%' group by o.name`,
  );
  return new Map(rows.map((row) => [String(row.name), String(row.said)]));
}

describe('the definition files', () => {
  let ours: string;
  beforeAll(async () => {
    ours = await database();
  });
  const namesIn = (of: readonly { sql: string }[]) =>
    of.flatMap(({ sql }) =>
      [...sql.matchAll(/^create (?:or replace )?(?:function|procedure|aggregate|view) (\w+)/gm)].map(
        ([, name]) => name!,
      ),
    );

  it('define every view and function of the schema, each once, beside those of the migrations', async () => {
    const defined = [...namesIn(files), ...new Set(namesIn(readMigrations()))];
    const there = await ask(
      ours,
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       union all select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace`,
    );
    expect(defined.toSorted()).toEqual(there.map(({ name }) => name).sort());
  });
  it('contain only statements that create or replace', () => {
    const statements = files.flatMap(({ sql }) =>
      sql
        .replace(/\$\$[\s\S]*?\$\$/g, '')
        .replace(/--.*$/gm, '')
        .split(/;\n/)
        .map((statement) => statement.trim()),
    );
    expect(statements.filter((statement) => statement !== '' && !statement.startsWith('create or replace '))).toEqual(
      [],
    );
  });
  it('have bodies that refer only to existing objects', async () => {
    await withClient(ours, async (client) => {
      await client.query('set check_function_bodies = on');
      for (const { sql } of files) await expect(client.query(sql)).resolves.toBeDefined();
      const { rows } = await client.query<{ text: string }>(
        `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace and prokind <> 'a'`,
      );
      for (const { text } of rows) await expect(client.query(text)).resolves.toBeDefined();
    });
  });
  it('have at most 320 lines each', () => {
    expect(files.filter(({ sql }) => sql.split('\n').length > 320).map(({ name }) => name)).toEqual([]);
  });
  // A backup is restored into the tables of its own day, with the functions of that day's migrations.
  it('have no function that a table relies on: those are in the migrations', async () => {
    const named = await ask(
      ours,
      `select tgfoid::regproc::text as name from pg_trigger where not tgisinternal
       union select d.refobjid::regproc::text from pg_depend d
         where d.refclassid = 'pg_proc'::regclass and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass, 'pg_policy'::regclass)
           and d.refobjid in (select oid from pg_proc where pronamespace = 'public'::regnamespace)
       union select oid::regproc::text from pg_proc where prokind = 'p' and pronamespace = 'public'::regnamespace`,
    );
    const called = new Set([...named.map(({ name }) => String(name)), 'chain_changes', 'seal_changes']);
    const now = await catalogue(ours);
    const routines = [...now].filter(([, said]) => /^create or replace (function|procedure)/i.test(said));
    for (const name of called)
      for (const [other] of routines)
        if (new RegExp(`\\b${other}\\b\\(`).test(now.get(name)!.replace(/^.*\n/, ''))) called.add(other);
    expect(called.size).toBeGreaterThan(40);
    expect(namesIn(files).filter((name) => called.has(name))).toEqual([]);
  });
});

describe('applying the definitions', () => {
  it('happens once, also when two processes start at once, and not again while nothing changes', async () => {
    const url = await database();
    const definitions = added(FUNCTION('one_more()'));
    const both = await Promise.all([apply(url, definitions), apply(url, definitions)]);
    expect(both.map(({ isRedefined }) => isRedefined).sort()).toEqual([false, true]);
    expect((await apply(url, definitions)).isRedefined).toBe(false);
    expect(await isThere(url, 'one_more')).toBe(true);
  });
  it('gives the application access to new objects, gives nobody else access, and keeps an operator’s grants', async () => {
    const url = await database();
    const { appRole, ownerRole } = inject('postgres');
    const before = await catalogue(url);
    await ask(url, 'grant select on certificate to pg_monitor');
    await apply(url, added(FUNCTION('one_more()')));
    const [may] = await ask(
      url,
      `select has_function_privilege($1, 'one_more()', 'execute') as app, has_function_privilege('public', 'one_more()', 'execute') as anybody,
              has_table_privilege($1, 'certificate', 'select') as list, has_table_privilege('pg_monitor', 'certificate', 'select') as operator`,
      [appRole],
    );
    expect(may).toEqual({ app: true, anybody: false, list: true, operator: true });
    await ask(url, 'revoke select on certificate from pg_monitor');
    expect(ownerRole).not.toBe(appRole);
    expect((await catalogue(url)).get('certificate')).toBe(before.get('certificate'));
  });
  it('can change the columns of a view and of its dependent views, and restores their options and grants', async () => {
    const url = await database();
    await apply(
      url,
      added(
        '\ncreate or replace view first_view with (security_invoker = true) as select 1 as a, 2 as b;\ncreate or replace view second_view with (security_invoker = true) as select a from first_view;',
      ),
    );
    const before = await catalogue(url);
    await apply(url, {
      ...added(
        '\ncreate or replace view first_view with (security_invoker = true) as select 2 as b, 1 as a, 3 as c;\ncreate or replace view second_view with (security_invoker = true) as select a, c from first_view;',
      ),
    });
    expect(await ask(url, 'select * from first_view, second_view')).toEqual([{ b: 2, a: 1, c: 3 }]);
    const after = await catalogue(url);
    for (const name of ['certificate', 'grant_view', 'document_shown_to'])
      expect([name, after.get(name)]).toEqual([name, before.get(name)]);
    expect(after.get('first_view')).toContain('security_invoker=true');
  });
  it('drops what no file contains any more, and the old form of a function whose arguments changed', async () => {
    const url = await database();
    await apply(
      url,
      added(
        `${FUNCTION('passing()')}${FUNCTION('asked(a integer)')}\ncreate or replace view passing_view with (security_invoker = true) as select passing() as a;`,
      ),
    );
    await apply(url, added(FUNCTION('asked(a integer, b text)')));
    expect([await isThere(url, 'passing'), await isThere(url, 'passing_view')]).toEqual([false, false]);
    expect(await ask(url, `select oid::regprocedure::text as form from pg_proc where proname = 'asked'`)).toEqual([
      { form: 'asked(integer,text)' },
    ]);
  });
  it('keeps what somebody else created in the schema', async () => {
    const url = await database();
    await ask(url, 'create function of_the_operator() returns integer language sql as $$ select 1 $$');
    await apply(url, added(FUNCTION('one_more()')));
    expect(await isThere(url, 'of_the_operator')).toBe(true);
  });
  it('follows a migration, which may drop a view that blocks a change of a table', async () => {
    const url = await database();
    const migration = {
      name: '9999_money.sql',
      sha256: 'x',
      sql: 'drop view task_view; alter table task alter column title type varchar(200)',
    };
    expect(await apply(url, undefined, [...readMigrations(), migration])).toEqual({
      applied: ['9999_money.sql'],
      isRedefined: true,
    });
    const [title] = await ask(
      url,
      `select format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = 'task_view'::regclass and attname = 'title'`,
    );
    expect(title).toEqual({ type: 'character varying(200)' });
  });
  it('that fails half way changes nothing, names the file, and is repeated at the next start', async () => {
    const url = await database();
    const before = await catalogue(url);
    const broken = changed({
      'functions/access.sql': (sql) => sql + FUNCTION('half()'),
      'views/people.sql': (sql) => `${sql}\nselect nonsense;`,
    });
    await expect(apply(url, broken)).rejects.toThrow(/views\/people\.sql failed: .*nonsense/);
    expect(await catalogue(url)).toEqual(before);
    // A start that was killed before it applied the files has applied its migrations; the next start applies the files.
    const migration = { name: '9999_later.sql', sha256: 'x', sql: 'drop view task_view' };
    await expect(apply(url, broken, [...readMigrations(), migration])).rejects.toThrow(/nonsense/);
    expect(await isThere(url, 'task_view')).toBe(false);
    expect(await apply(url, undefined, [...readMigrations(), migration])).toEqual({ applied: [], isRedefined: true });
    expect(await catalogue(url)).toEqual(before);
  });
  it('is refused to an older version, before it changes anything', async () => {
    const url = await database();
    await apply(url, added(FUNCTION('of_the_newer()')));
    const migration = { name: '9999_older.sql', sha256: 'x', sql: 'create table of_the_older (id integer)' };
    await expect(apply(url, undefined, [...readMigrations(), migration])).rejects.toThrow(/made by Sharebook/);
    expect([await isThere(url, 'of_the_newer'), await isThere(url, 'of_the_older')]).toEqual([true, false]);
  });
  it('is skipped when the schema of an earlier day is made, as for a backup of that day', async () => {
    const url = await database(true);
    const earlier = readMigrations().slice(0, -1);
    expect((await apply(url, undefined, earlier)).isRedefined).toBe(false);
    expect([await isThere(url, 'certificate'), await isThere(url, 'security')]).toEqual([false, true]);
    expect((await apply(url)).isRedefined).toBe(true);
  });
});
