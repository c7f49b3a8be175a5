// Suite B: row-level security alone. Raw SQL without any filter, under the application's login: every table, every
// command, every kind of person. A table of rules says what is expected, and a table without a rule fails.
import { tables, tablesThat } from '#server/db/tables.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { fillRareTables, givenTenant } from '#tests/support/tenants.ts';
import type { Holder, Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let a: Tenant;
let b: Tenant;
/** Signs the context of a person, then works under the application's login. */
let owner: pg.Client;
const orgOf: Record<string, string> = {};
beforeAll(async () => {
  [a, b] = [await givenTenant(server, 'AMARK'), await givenTenant(server, 'BMARK')];
  for (const tenant of [a, b]) await fillRareTables(server, tenant);
  for (const tenant of [a, b])
    orgOf[tenant.mark] = (
      await server.sql<{ id: string }>('select id from organization where client_name = $1', [
        tenant.owner.user.client_name,
      ])
    )[0]!.id;
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(() => owner?.end());

type Who = 'owner A' | 'holder 1' | 'holder 2' | 'viewer A' | 'owner B' | 'pending' | 'none';
const people: Who[] = ['owner A', 'holder 1', 'holder 2', 'viewer A', 'owner B', 'pending', 'none'];
function settingsOf(who: Who): { account: unknown; org: string; role: string; shareholder: unknown } {
  const holder = ({ person, record }: Holder) => ({
    account: person.user.id,
    org: orgOf.AMARK!,
    role: 'shareholder',
    shareholder: record.id,
  });
  const nobody = { account: '', org: '', role: '', shareholder: '' };
  if (who === 'owner A') return { account: a.owner.user.id, org: orgOf.AMARK!, role: 'owner', shareholder: '' };
  if (who === 'viewer A') return { account: a.viewer.user.id, org: orgOf.AMARK!, role: 'viewer', shareholder: '' };
  if (who === 'owner B') return { account: b.owner.user.id, org: orgOf.BMARK!, role: 'owner', shareholder: '' };
  if (who === 'pending') return { account: a.pending.user.id, org: orgOf.AMARK!, role: '', shareholder: '' };
  return who === 'none' ? nobody : holder(who === 'holder 1' ? a.one : a.two);
}

/** Runs one statement as a person and rolls it back. Returns the rows, or the code of the refusal. */
async function as(who: Who, sql: string, values: unknown[] = []): Promise<Row[] | string> {
  const { account, org, role, shareholder } = settingsOf(who);
  await owner.query('begin');
  try {
    await owner.query('select begin_context($1, $2, $3, $4)', [account || null, org || null, role, shareholder]);
    await owner.query(`set local role "${new URL(server.appUrl).username}"`);
    const result = await owner.query(sql, values);
    return result.command === 'SELECT'
      ? (result.rows as Row[])
      : Array.from({ length: result.rowCount ?? 0 }, () => ({}));
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await owner.query('rollback');
  }
}

/** What a shareholder may read of each table. Every other member reads all rows of their organisation, unless noted. */
const HOLDER_READS = Object.fromEntries(
  Object.entries(tables).flatMap(([name, { holder }]) => (holder ? [[name, holder] as const] : [])),
);
/** Tables of tenants that the application's login cannot reach: only the owner's functions read and write them. */
const OWNER_ONLY = tablesThat(({ of, login }) => of === 'company' && login === 'none').filter(
  (name) => name !== 'session',
);
const keyOf = (table: string) => (table === 'organization' ? 'id' : 'org_id');
const APPEND_ONLY = tablesThat(({ login }) => login === 'adds');

it.each(OWNER_ONLY)('%s cannot be reached under the application’s login', async (table) => {
  for (const who of people)
    for (const sql of [`select 1 from ${table}`, `delete from ${table}`, `update ${table} set org_id = org_id`])
      expect([who, sql, await as(who, sql)]).toEqual([who, sql, '42501']);
});

describe.each(Object.entries(HOLDER_READS))('%s', (table, holderReads) => {
  const rows = async (who: Who) => {
    const found = await as(who, `select * from ${table}`);
    if (typeof found === 'string') throw new Error(`Reading ${table} as ${who} failed: ${found}`);
    return found;
  };
  const everything = () => server.sql(`select * from ${table}`);
  const isOf = (tenant: Tenant) => (row: Row) => row[keyOf(table)] === orgOf[tenant.mark];

  it.each(people)(
    'shows %s nothing of another organisation, and nothing at all to a person without one',
    async (who) => {
      const found = await rows(who);
      const allowed = who === 'owner B' ? b : a;
      // An idempotency key belongs to its account, wherever it was used. Everything else belongs to the person's
      // organisation.
      const own = table === 'idempotency_key' ? settingsOf(who).account : null;
      const foreign = found.filter((row) => (own === null ? !isOf(allowed)(row) : row.account_id !== own));
      expect(foreign).toEqual([]);
      expect(who === 'none' ? found : []).toEqual([]);
    },
  );
  it('shows the owner every row of their organisation', async () => {
    if (['idempotency_key', 'download_link', 'thread_read', 'message_upload', 'saved_view'].includes(table)) return;
    expect(await rows('owner A')).toHaveLength((await everything()).filter(isOf(a)).length);
  });
  it('shows nothing of the company to a person it has not let in yet', async () => {
    const found = await rows('pending');
    const own = ['membership', 'organization', 'idempotency_key'].includes(table);
    expect(found.length).toBe(own ? found.length : 0);
    for (const row of found) expect(row.account_id ?? a.pending.user.id).toBe(a.pending.user.id);
  });
  it('shows a holder only their own rows, and nothing of another holder', async () => {
    let seen = 0;
    for (const [who, other] of [
      ['holder 1', a.two],
      ['holder 2', a.one],
    ] as const) {
      const found = await rows(who);
      const text = JSON.stringify(found);
      expect([table, text.includes(other.mark), text.includes(String(other.record.id))]).toEqual([table, false, false]);
      seen += found.length;
    }
    expect([table, seen > 0]).toEqual([table, holderReads === 'own']);
  });
  it.each(people)('does not let %s update or delete a row of another organisation', async (who) => {
    const foreign = who === 'owner B' ? orgOf.AMARK : orgOf.BMARK;
    const [column] = Object.keys((await everything())[0] ?? { [keyOf(table)]: '' });
    for (const sql of [
      `update ${table} set ${column} = ${column} where ${keyOf(table)} = $1`,
      `delete from ${table} where ${keyOf(table)} = $1`,
    ]) {
      const touched = await as(who, sql, [foreign]);
      expect([sql, typeof touched === 'string' ? '42501' : touched.length]).toEqual([
        sql,
        typeof touched === 'string' ? touched : 0,
      ]);
    }
  });
  it('does not let a person who only reads update or delete anything', async () => {
    for (const who of ['viewer A', 'pending', 'none'] as const) {
      for (const sql of [`update ${table} set ${keyOf(table)} = ${keyOf(table)}`, `delete from ${table}`]) {
        const touched = await as(who, sql);
        const own = table === 'idempotency_key' || table === 'download_link';
        expect([who, sql, typeof touched === 'string' ? 0 : own ? 0 : touched.length]).toEqual([who, sql, 0]);
      }
    }
  });
  it('does not let a shareholder delete anything', async () => {
    // Both are of their account alone.
    if (table === 'idempotency_key' || table === 'saved_view' || table === 'record_editing') return;
    const touched = await as('holder 1', `delete from ${table}`);
    expect(typeof touched === 'string' ? [] : touched).toEqual([]);
  });
  it.each(['owner A', 'viewer A', 'holder 1', 'pending', 'none'] as const)(
    'does not let %s insert a row into another organisation',
    async (who) => {
      const row = (await everything()).find(isOf(b));
      if (!row) return;
      const computed = await server.sql<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'ALWAYS'`,
        [table],
      );
      const columns = Object.keys(row).filter((column) => !computed.some(({ name }) => name === column));
      const values = columns.map((name) =>
        row[name] !== null &&
        typeof row[name] === 'object' &&
        !Buffer.isBuffer(row[name]) &&
        !(row[name] instanceof Date)
          ? JSON.stringify(row[name])
          : row[name],
      );
      const sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`;
      expect([who, await as(who, sql, values)]).toEqual([who, '42501']);
    },
  );
  it.runIf(APPEND_ONLY.includes(table))('is append-only: even its owner cannot change it', async () => {
    for (const sql of [`update ${table} set org_id = org_id`, `delete from ${table}`])
      expect([sql, await as('owner A', sql)]).toEqual([sql, '42501']);
  });
});

describe('the accounts of others', () => {
  it('cannot be reached by raising one’s own role in a membership', async () => {
    for (const who of ['holder 1', 'pending', 'viewer A', 'none'] as const)
      expect(await as(who, `update membership set role = 'owner'`)).toEqual([]);
    const raised = await as('owner A', `update membership set role = 'owner' where role = 'shareholder'`);
    expect(raised).toBe('42501');
  });
  it('cannot be added to an organisation except through its functions', async () => {
    const sql = `insert into membership (org_id, id, account_id, role, status) values ($1, gen_random_uuid(), $2, 'owner', 'active')`;
    for (const who of ['owner A', 'holder 1', 'pending', 'none'] as const)
      expect(await as(who, sql, [orgOf.BMARK, a.owner.user.id])).toBe('42501');
  });
  it('cannot be removed with a company that is not a sample', async () => {
    for (const who of ['owner A', 'holder 1', 'none'] as const)
      expect(await as(who, 'select remove_sample_organization()')).toBe('42501');
    expect(
      await as('owner A', `select add_sample_member($1, gen_random_uuid(), $2, 'owner', null)`, [
        orgOf.BMARK,
        a.owner.user.id,
      ]),
    ).toBe('42501');
  });
});

describe('figures of the whole company', () => {
  it.each(['select * from recorded_currencies()', 'select * from chain_head()'])(
    '%s is for people who read the whole company',
    async (sql) => {
      for (const who of people) {
        const rows = (await as(who, sql)) as unknown[];
        expect([who, rows.length > 0]).toEqual([who, ['owner A', 'viewer A', 'owner B'].includes(who)]);
      }
    },
  );
});
