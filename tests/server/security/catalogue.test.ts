// What the database's own catalogue says about isolation (security.md 1.1). A new table without its rules fails here.
import { computedColumnsOf } from '../../../server/data/computedColumns.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../../src/resources/index.ts';
import { sqlTypes } from '../../../src/resources/kit/fields.ts';
import { useTestServer } from '../../support/testServer.ts';

const server = useTestServer();
/** Tables that belong to no organisation, each with the reason. They must never hold anything of a tenant. */
const NOT_OF_A_TENANT: Record<string, string> = {
  account: 'a person may be a member of several organisations',
  signup_attempt: 'is made before there is an account',
  challenge: 'codes belong to the account',
  public_idempotency_key: 'is for people who are not signed in; it holds no token and no address',
  challenge_failure: 'codes belong to the account',
  known_network: 'belongs to the account',
  notice_digest: 'is of an account, across its companies',
  notice_refusal: 'is of an account, across its companies',
  email_confirmation: 'belongs to the account',
  reset_link: 'belongs to the account',
  account_change: 'belongs to the account',
  outbox: 'is read by the worker alone',
  rate_limit: 'counts addresses',
  schema_migration: 'belongs to the program',
  schema_file: 'belongs to the program',
  schema_object: 'belongs to the program',
  scheduled_run: 'records when each scheduled job last ran',
  server_process: 'names the processes that serve',
  in_flight_call: 'is for people who are not signed in; it holds only a fingerprint',
  abandoned_file: 'is read only by the owner’s functions; it holds storage keys that no document names',
  system_key: 'belongs to the database: the hash of the token Sharebook sends when nobody is signed in',
  sealed_columns: 'belongs to the database: the columns that the notes of a table cover',
  context_key: 'belongs to the database: the key that signs contexts',
  authenticator: 'belongs to the account',
  recovery_code: 'belongs to the account',
  passkey: 'belongs to the account',
  organization: 'is the tenant: its id is the key',
};
const APPEND_ONLY = [
  'ledger_tx',
  'ocf_object',
  'import_batch',
  'import_package',
  'finding',
  'distribution_line',
  'payment_event',
  'activity',
  'acknowledgement',
];
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
  it.each(resources.map((resource) => [resource.name, resource] as const))(
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

describe('every table', () => {
  it('has an org_id, or is in the short list of tables that need none', () => {
    const without = tables.filter(({ tenant }) => !tenant).map(({ name }) => name);
    expect(without.sort()).toEqual(Object.keys(NOT_OF_A_TENANT).sort());
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
    for (const table of APPEND_ONLY) {
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
});
