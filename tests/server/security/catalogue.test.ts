// What the database's own catalogue says about isolation (security.md 1.1). A new table without its rules fails here.
import { computedColumnsOf } from '#server/data/lists/computedColumns.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';
import { organization } from '#src/resources/organization.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field, Fields } from '#src/resources/kit/fields.ts';
import { sqlTypes } from '#src/resources/kit/fields.ts';
import { tables as declared, tablesThat } from '#server/db/tables.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const isCompany = (name: string) => declared[name]?.of === 'company';
/** Its company is the one that is open in a session of an account, which may have none. */
const NOT_SECURED = ['session'];

let tables: { name: string; tenant: boolean; enabled: boolean; forced: boolean }[];
beforeAll(async () => {
  tables = await server.sql(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
           exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) as tenant
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`);
});
const ofTenants = () =>
  tables.filter(({ name, tenant }) => tenant && !NOT_SECURED.includes(name)).map(({ name }) => name);

describe('the values of a declared choice or status', () => {
  const all: readonly Resource[] = [...resources, organization];
  it.each(all.map((resource) => [resource.name, resource] as const))(
    'are all accepted by the table: %s',
    async (_name, { table, fields }) => {
      const checks = await server.sql<{ column: string; text: string }>(
        `select a.attname as column, pg_get_constraintdef(c.oid) as text from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum] where c.contype = 'c' and c.conrelid = '${table}'::regclass`,
      );
      const refused = Object.entries(fields).flatMap(([name, field]) => {
        const values =
          field.kind === 'status'
            ? Object.keys(field.states)
            : field.kind === 'choice' && !field.readOnly
              ? field.values
              : [];
        // A view may give a column's name to something else. A check that knows none of the values is about that.
        const limits = checks.filter(
          ({ column, text }) => column === name && values.some((value) => text.includes(`'${value}'`)),
        );
        return values
          .filter((value) => limits.some(({ text }) => !text.includes(`'${value}'`)))
          .map((value) => `${name}: ${value}`);
      });
      expect(refused).toEqual([]);
    },
  );
});

describe('numbers of a declaration', () => {
  it.each([...resources, organization].map((resource) => [resource.name, resource] as const))(
    'have the limits of the table: %s',
    async (_name, { table, fields }) => {
      const columns = await server.sql<{ column: string; type: string; text: string | null }>(
        `select a.attname as column, format_type(a.atttypid, null) as type, pg_get_constraintdef(c.oid) as text from pg_attribute a
         left join pg_constraint c on c.conrelid = a.attrelid and c.conkey = array[a.attnum] and c.contype = 'c'
         where a.attrelid = '${table}'::regclass and a.attnum > 0`,
      );
      const wrong = Object.entries<Field>(fields).flatMap(([name, field]) =>
        field.kind !== 'number' || field.readOnly
          ? []
          : columns
              .filter(({ column }) => column === name)
              .flatMap(({ type, text }) => {
                const limit = (sign: string) => new RegExp(`${name} ${sign} \\(?(-?\\d+)`).exec(text ?? '')?.[1];
                const isSame = (own: number | undefined, theirs: string | undefined) =>
                  theirs === undefined || own === Number(theirs);
                return [
                  ...(isSame(field.min, limit('>=')) ? [] : [`${name}: min`]),
                  ...(isSame(field.max, limit('<=')) ? [] : [`${name}: max`]),
                  // What people type may have a fraction.
                  ...(type === 'integer' ? [`${name}: integer`] : []),
                ];
              }),
      );
      expect(wrong).toEqual([]);
    },
  );
});

describe('every table', () => {
  it('is declared, and nothing is declared that is not there', () => {
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(declared).sort());
  });
  it('has an org_id if it is a company’s, which says whether its export has it', () => {
    const without = tables.filter(({ tenant }) => !tenant).map(({ name }) => name);
    const ofNone = Object.keys(declared).filter((name) => !isCompany(name));
    expect(without.sort()).toEqual([...ofNone, 'organization'].sort());
    expect(
      Object.keys(declared).filter((name) => isCompany(name) !== (declared[name]!.exported !== undefined)),
    ).toEqual([]);
  });
  it('has the columns that its declaration names', async () => {
    const rows = await server.sql<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const known = new Set(rows.map(({ name }) => name));
    const named = Object.entries(declared).flatMap(([table, { sealed = [], unsealed = [], exported }]) =>
      [...sealed, ...unsealed, ...(exported && 'without' in exported ? exported.without : [])].map(
        (column) => `${table}.${column}`,
      ),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
  it('has its changes noted, if it is sealed, and under the declared key', async () => {
    const noted = await server.sql<{ name: string; keys: string[] }>(
      `select distinct t.tgrelid::regclass::text as name,
              array(select a.attname::text from pg_index i cross join lateral unnest(i.indkey::smallint[]) u (attnum)
                    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.attnum
                    where i.indrelid = t.tgrelid and i.indisprimary and a.attname <> 'org_id') as keys
       from pg_trigger t where t.tgfoid = 'note_change'::regproc`,
    );
    const sealed = Object.entries(declared).flatMap(([name, { sealed: keys }]) => (keys ? [{ name, keys }] : []));
    const sorted = (all: readonly { name: string; keys: readonly string[] }[]) =>
      all.map(({ name, keys }) => `${name} ${keys.toSorted().join(' ')}`).sort();
    expect(sorted(noted)).toEqual(sorted(sealed));
  });
  it('of a tenant is under row-level security, also for its owner', () => {
    const open = tables.filter(
      ({ name, tenant, enabled, forced }) => tenant && !NOT_SECURED.includes(name) && !(enabled && forced),
    );
    expect(open).toEqual([]);
  });
  it('of a tenant has a policy for each command, which checks the organisation of the row before and after', async () => {
    const policies = await server.sql<{
      table: string;
      cmd: string;
      using: string | null;
      check: string | null;
      roles: string[];
    }>(
      `select tablename as table, cmd, qual as using, with_check as check, roles::text[] from pg_policies where schemaname = 'public' and policyname <> 'owner_all'`,
    );
    for (const table of ofTenants().filter((name) => name !== 'idempotency_key')) {
      const own = policies.filter((policy) => policy.table === table);
      expect([table, own.map(({ cmd }) => cmd).sort()]).toEqual([table, ['DELETE', 'INSERT', 'SELECT', 'UPDATE']]);
      for (const { cmd, using, check } of own) {
        const conditions = cmd === 'INSERT' ? [check] : cmd === 'UPDATE' ? [using, check] : [using];
        for (const condition of conditions)
          expect([table, cmd, condition]).toEqual([table, cmd, expect.stringContaining('app_org()')]);
      }
    }
  });
  it('of a tenant refers to other tables only together with the organisation (no edge between tenants, I7)', async () => {
    const keys = await server.sql<{ name: string; table: string; target: string; columns: string[] }>(`
      select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
             array(select attname::text from unnest(conkey) k join pg_attribute a on a.attrelid = conrelid and a.attnum = k) as columns
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
    const edges = keys.filter(
      ({ table, target }) => ofTenants().includes(table) && (ofTenants().includes(target) || target === 'organization'),
    );
    expect(edges.length).toBeGreaterThan(30);
    expect(edges.filter(({ columns }) => !columns.includes('org_id'))).toEqual([]);
  });
  it('of a tenant is unique only within an organisation, so that no error reveals another one', async () => {
    const unique = await server.sql<{ table: string; columns: string[] }>(`
      select indrelid::regclass::text as table, array(select attname::text from unnest(indkey) k join pg_attribute a on a.attrelid = indrelid and a.attnum = k) as columns
      from pg_index where indisunique and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
    const across = unique.filter(({ table, columns }) => ofTenants().includes(table) && !columns.includes('org_id'));
    // A token is 256 random bits. It is looked up before the organisation is known.
    expect(
      across.filter(
        ({ columns }) => !['token_hash', 'code'].includes(columns.join()) && columns.join() !== 'account_id,route,key',
      ),
    ).toEqual([]);
  });
});

describe('views and functions with more rights than their caller', () => {
  it('include no view', async () => {
    const views = await server.sql<{ name: string }>(
      `select relname as name from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
       and not coalesce(reloptions @> array['security_invoker=true'], false)`,
    );
    expect(views).toEqual([]);
  });
  it('are functions with a pinned search path, and no function is open to everybody', async () => {
    const loose = await server.sql(
      `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
       and not coalesce(exists (select 1 from unnest(proconfig) c where c like 'search_path=%'), false)`,
    );
    expect(loose).toEqual([]);
    const open = await server.sql(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and has_function_privilege('public', oid, 'execute')`,
    );
    expect(open).toEqual([]);
  });
});

describe('the application’s login', () => {
  const app = () => new URL(server.appUrl).username;
  it('is not a superuser, cannot bypass row-level security, creates no roles or databases, and owns nothing', async () => {
    const [role] = await server.sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = $1`,
      [app()],
    );
    expect(Object.values(role!)).toEqual([false, false, false, false, false]);
    expect(await server.sql('select relname from pg_class where pg_get_userbyid(relowner) = $1', [app()])).toEqual([]);
    const schema = await server.sql<{ may: boolean }>(`select has_schema_privilege($1, 'public', 'create') as may`, [
      app(),
    ]);
    expect(schema).toEqual([{ may: false }]);
  });
  it('can neither change nor delete rows of an append-only table', async () => {
    for (const table of tablesThat(({ login }) => login === 'adds')) {
      const [may] = await server.sql<Record<string, boolean>>(
        `select has_table_privilege($1, $2, 'update') as u, has_table_privilege($1, $2, 'delete') as d, has_table_privilege($1, $2, 'truncate') as t`,
        [app(), table],
      );
      expect([table, may]).toEqual([table, { u: false, d: false, t: false }]);
    }
  });
  it('cannot empty a table, create a trigger or read the list of migrations', async () => {
    for (const { name } of tables) {
      const [may] = await server.sql<Record<string, boolean>>(
        `select has_table_privilege($1, $2, 'truncate') as t, has_table_privilege($1, $2, 'trigger') as g, has_table_privilege($1, $2, 'references') as r`,
        [app(), name],
      );
      expect([name, may]).toEqual([name, { t: false, g: false, r: false }]);
    }
    const [migrations] = await server.sql(`select has_table_privilege($1, 'schema_migration', 'select') as may`, [
      app(),
    ]);
    expect(migrations).toEqual({ may: false });
  });
});

describe('the declarations and the schema', () => {
  const columnsOf = async (relation: string) =>
    new Map(
      (
        await server.sql<{ column_name: string; data_type: string }>(
          `select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = $1`,
          [relation],
        )
      ).map((row) => [row.column_name, row.data_type]),
    );
  /** Fields that commands write as something other than a column of the same name. */
  const BY_COMMAND = new Set([
    'share-classes.authorized_shares',
    'certificates.certificate_number',
    'certificates.share_class_id',
    'certificates.shareholder_id',
    'certificates.issue_date',
    'certificates.price_per_share',
    'equity-plans.reserved',
    'equity-plans.date',
    'grants.grant_number',
    'grants.shareholder_id',
    'grants.compensation_type',
    'grants.equity_plan_id',
    'grants.share_class_id',
    'grants.exercise_price',
    'grants.date',
    'grants.expiration_date',
    'grants.vesting_terms_id',
    'grants.early_exercisable',
    'convertibles.convertible_number',
    'convertibles.shareholder_id',
    'convertibles.kind',
    'convertibles.date',
    'warrants.warrant_number',
    'warrants.shareholder_id',
    'warrants.share_class_id',
    'warrants.exercise_price',
    'warrants.date',
    'warrants.expiration_date',
  ]);
  it.each(resources.map((resource) => [resource.name, resource] as const))('agree about %s', async (name, resource) => {
    const [read, written] = [await columnsOf(resource.source), await columnsOf(resource.table)];
    expect([...read.keys()]).toContain('org_id');
    const computed = computedColumnsOf(resource)?.names ?? [];
    const stored = Object.entries(resource.fields).filter(
      ([field, each]) => each.kind !== 'file' && !computed.includes(field),
    );
    for (const [field, declared] of stored) {
      expect([field, sqlTypes[declared.kind]]).toEqual([field, expect.arrayContaining([read.get(field)])]);
      const isColumn = !declared.readOnly && !BY_COMMAND.has(`${name}.${field}`);
      expect([field, written.has(field) || !isColumn]).toEqual([field, true]);
    }
  });

  // No form makes a company's row, so the table gives the defaults.
  it('agree about the settings of the company, and about their defaults', async () => {
    const columns = new Map(
      (
        await server.sql<{ name: string; type: string; preset: string | null; is_nullable: string }>(
          `select column_name as name, data_type as type, column_default as preset, is_nullable
           from information_schema.columns where table_schema = 'public' and table_name = 'organization'`,
        )
      ).map((column) => [column.name, column]),
    );
    for (const [name, field] of Object.entries(organization.fields as Fields)) {
      const column = columns.get(name);
      expect([name, sqlTypes[field.kind]]).toEqual([name, expect.arrayContaining([column?.type])]);
      const preset = column?.preset?.replace(/^'(.*)'::\w+$/, '$1');
      const declared = 'default' in field && field.default !== undefined ? String(field.default) : preset;
      const nullable = field.required ? 'NO' : column?.is_nullable;
      expect([name, preset, column?.is_nullable]).toEqual([name, declared, nullable]);
    }
  });
});
