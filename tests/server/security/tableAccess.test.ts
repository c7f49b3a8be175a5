// Raw SQL under the application's login: every row of every table of two companies, read, inserted, edited and deleted by
// everybody. What comes through must be exactly what tests/support/access/tables.ts says.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenMember } from '#tests/support/people.ts';
import { rowsWhere, tableAccess } from '#tests/support/access/tables.ts';
import type { TableAccess } from '#tests/support/access/tables.ts';
import { fillRareTables, givenTenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

interface Who {
  name: string;
  account: unknown;
  org: unknown;
  role: string | null;
  holder: unknown;
}

const server = useTestServer();
const people: Who[] = [];
let owner: pg.Client;
beforeAll(async () => {
  const [a, b] = [await givenTenant(server, 'AMARK'), await givenTenant(server, 'BMARK')];
  for (const tenant of [a, b]) await fillRareTables(server, tenant);
  const orgs = await server.sql<{ id: string; client_name: string }>('select id, client_name from organization');
  const orgOf = (name: unknown) => orgs.find(({ client_name }) => client_name === name)!.id;
  const [inA, inB] = [orgOf(a.owner.user.client_name), orgOf(b.owner.user.client_name)];
  const member = (name: string, role: string | null, account: unknown, holder: unknown = null, org = inA) =>
    people.push({ name, role, account, org, holder });
  member('owner', 'owner', a.owner.user.id);
  member('admin', 'admin', (await givenMember(server, a.owner, 'admin')).user.id);
  member('staff', 'staff', (await givenMember(server, a.owner, 'staff')).user.id);
  member('viewer', 'viewer', a.viewer.user.id);
  member('shareholder', 'shareholder', a.one.person.user.id, a.one.record.id);
  member('another shareholder', 'shareholder', a.two.person.user.id, a.two.record.id);
  member('pending', null, a.pending.user.id);
  member('owner of another company', 'owner', b.owner.user.id, null, inB);
  people.push({ name: 'nobody', role: null, account: null, org: null, holder: null });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  // Of a transaction under way elsewhere, and of a verification.
  await owner.query(`
    insert into sealed_note (org_id, xid, table_name, operation, column_list, rows)
      select org_id, '3', table_name, operation, column_list, rows from sealed_change where seq = 1;
    insert into verified_chain select h.org_id, now(), h.seq, h.hash, 0, '', 0, '', '' from sealed_head h`);
});
afterAll(() => owner?.end());

it('names every table of a tenant', async () => {
  const tables = await server.sql<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'org_id' and table_type = 'BASE TABLE' and table_name <> 'session'`,
  );
  expect([...tables.map(({ name }) => name), 'organization'].sort()).toEqual(Object.keys(tableAccess).sort());
});

/** Runs as a person in a transaction that is rolled back. */
async function as<T>({ account, org, role, holder }: Who, work: () => Promise<T>): Promise<T> {
  await owner.query('begin');
  try {
    await owner.query('select begin_context($1, $2, $3, $4)', [account, org, role, holder]);
    await owner.query(`set local role "${new URL(server.appUrl).username}"`);
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

async function expectedRows(who: Who, table: string, condition: string): Promise<string[]> {
  const { rows } = await owner.query<{ row: string }>(rowsWhere(table, condition), [
    who.account,
    who.org,
    who.role,
    who.holder,
  ]);
  return rows.map(({ row }) => row).sort();
}

interface Rows {
  ids: string[];
  records: string[];
  columns: string;
  /** A column that the application's login may update, if any. */
  editable: string | null;
}

async function rowsOf(table: string): Promise<Rows> {
  const found = await owner.query<{ row: string; record: string }>(
    `select t.ctid::text as row, to_jsonb(t)::text as record from ${table} t`,
  );
  const columns = await owner.query<{ name: string; is_editable: boolean }>(
    `select attname as name, has_column_privilege($2, attrelid, attnum, 'update') as is_editable
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table, new URL(server.appUrl).username],
  );
  return {
    ids: found.rows.map(({ row }) => row),
    records: found.rows.map(({ record }) => record),
    columns: columns.rows.map(({ name }) => name).join(', '),
    editable: columns.rows.find(({ is_editable }) => is_editable)?.name ?? null,
  };
}

/**
 * Runs a statement for each item and undoes it. Out: which of them were let in: a row was touched, or something else than
 * access refused it (a rule of the ledger, a key that exists).
 */
async function letIn(who: Who, statement: string, type: string, items: readonly string[]): Promise<boolean[]> {
  const outcomes = await as(who, async () => {
    await owner.query(`select set_config('matrix.items', $1, true)`, [JSON.stringify(items)]);
    await owner.query(`do $$
      declare item ${type}; touched integer; outcomes text := '';
      begin
        for item in select value from jsonb_array_elements_text(current_setting('matrix.items')::jsonb) as value loop
          begin
            ${statement};
            get diagnostics touched = row_count;
            raise exception using errcode = 'UNDO0', message = touched::text;
          exception when others then
            outcomes := outcomes || case sqlstate when 'UNDO0' then sqlerrm when '42501' then '0' else '1' end;
          end;
        end loop;
        perform set_config('matrix.outcomes', outcomes, true);
      end $$`);
    return (await owner.query<{ text: string }>(`select current_setting('matrix.outcomes') as text`)).rows[0]!.text;
  });
  return [...outcomes].map((outcome) => outcome === '1');
}

it.each(Object.entries(tableAccess))('%s', async (table, access: TableAccess) => {
  const { ids, records, columns, editable } = await rowsOf(table);
  const differences: unknown[] = [];
  const compare = (who: Who, what: string, found: string[], expected: string[]) => {
    if (found.sort().join() !== expected.join()) differences.push({ who: who.name, what, found, expected });
  };
  const those = (were: boolean[]) => ids.filter((_, index) => were[index]);
  for (const who of people) {
    const visible = await expectedRows(who, table, access.reads);
    const seen = await as(who, async () =>
      (await owner.query<{ row: string }>(`select ctid::text as row from ${table}`)).rows.map(({ row }) => row),
    ).catch((error: { code?: string }) => {
      // A table of the owner's functions alone.
      if (error.code === '42501') return [];
      throw error;
    });
    compare(who, 'read', seen, visible);
    const among = async (condition: string) => {
      const rows = await expectedRows(who, table, condition);
      return rows.filter((row) => visible.includes(row));
    };
    const edit = editable && `update ${table} set ${editable} = ${editable} where ctid = item`;
    compare(who, 'update', edit ? those(await letIn(who, edit, 'tid', ids)) : [], await among(access.updates));
    const remove = `delete from ${table} where ctid = item`;
    compare(who, 'delete', those(await letIn(who, remove, 'tid', ids)), await among(access.deletes));
    const insert = `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_record(null::${table}, item)`;
    compare(
      who,
      'insert',
      those(await letIn(who, insert, 'jsonb', records)),
      await expectedRows(who, table, access.inserts),
    );
  }
  expect(differences).toEqual([]);
  expect([table, ids.length > 0]).toEqual([table, true]);
});
