import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { Database } from '#server/db/database.ts';
import { PROJECTIONS } from '#server/data/projections.ts';
import { loadEntries, replay } from '#server/data/replay.ts';
import { chainFaults } from '#server/maintenance/verify/chainFaults.ts';
import { compareLedger } from '#server/maintenance/verify/compareLedger.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { acmeObjects, acmeTransactions } from '#tests/domain/ledger/acme.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let org: string;
let owners: Database;
beforeAll(async () => {
  owner = await signUpCompany(server);
  [{ id: org }] = (await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ])) as [{ id: string }];
  owners = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 2 });
  await writeEntries();
});
afterAll(() => owners?.close());

/** An import with all kinds of entries, and native entries after it. */
async function writeEntries() {
  await importZip(owner, await zipOf(packageFiles([...acmeObjects, ...acmeTransactions])), 'accept_findings=true');
  const shareClass = await given.shareClass(owner, { allows_fractions: true });
  const [one, two] = [await given.shareholder(owner), await given.shareholder(owner)];
  const certificate = await given.certificate(owner, {
    shareholder_id: one.id,
    share_class_id: shareClass.id,
    quantity: '1000.5',
  });
  const url = `/api/certificates/${String(certificate.id)}`;
  const moved = await owner.post(`${url}/transfer`, {
    to_shareholder_id: two.id,
    quantity: '400.25',
    date: '2024-02-01',
  });
  const { resulting, balance } = moved.body as { resulting: [Row]; balance: Row };
  await owner.post(`/api/certificates/${String(resulting[0].id)}/cancel`, {
    quantity: '100',
    date: '2024-03-01',
    reason: 'x',
  });
  await owner.post(`/api/certificates/${String(balance.id)}/repurchase`, {
    quantity: String(balance.quantity),
    date: '2024-03-01',
    price_per_share: '2',
  });
  await owner.post(`/api/share-classes/${String(shareClass.id)}/authorize`, {
    authorized_shares: '5000',
    date: '2024-01-01',
    reason: 'x',
  });
}

describe('the chain of the ledger', () => {
  it('links every entry to the one before it, from 64 zeros to the head of the organisation', async () => {
    const entries = await owners.system((tx) => loadEntries(tx, org));
    expect(entries.length).toBeGreaterThan(40);
    expect(await owners.system((tx) => chainFaults(tx, org))).toEqual([]);
    const prev = entries.at(-1)!.hash;
    expect(entries[0]!.prev_hash.equals(Buffer.alloc(32))).toBe(true);
    const [head] = await server.sql<{ last_seq: string; last_hash: Buffer }>(
      'select last_seq, last_hash from organization where id = $1',
      [org],
    );
    expect([head!.last_seq, head!.last_hash.equals(prev)]).toEqual([String(entries.length), true]);
  });
  it('numbers the entries without a gap', async () => {
    const rows = await server.sql<{ seq: string }>('select seq from ledger_tx where org_id = $1 order by seq', [org]);
    expect(rows.map((row) => Number(row.seq))).toEqual(rows.map((_row, index) => index + 1));
  });
  it('shows the hashes and the whole object of an entry to a person who may read it', async () => {
    const [latest] = (await owner.get('/api/transactions/')).rows;
    const reply = await owner.get(`/api/transactions/${String(latest!.id)}`);
    expect(reply.body).toMatchObject({
      ocf: { id: latest!.id, object_type: latest!.object_type },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('stored entries', () => {
  it.each(['ledger_tx', 'ocf_object'])(
    'stay: %s refuses changes and removal, even to the owner of the table',
    async (table) => {
      for (const sql of [`update ${table} set ocf = '{}'`, `delete from ${table}`, `truncate ${table} cascade`])
        await expect(server.sql(sql)).rejects.toMatchObject({ code: '42501' });
    },
  );
  it('give the same tables when the whole ledger is folded again (I1, I11)', async () => {
    const { effects } = (await owners.system((tx) => replay(tx, org))).interpretation;
    for (const [name, { table, columns }] of Object.entries(PROJECTIONS)) {
      const names = Object.keys(columns);
      const list = names.map((column) => `${column}::text`).join(', ');
      const stored = await server.sql(`select ${list} from ${table} where org_id = $1`, [org]);
      const text = (row: object) =>
        names.map((column) => {
          const value = (row as Row)[column] ?? null;
          return value === null
            ? null
            : String(value)
                .replace(/(\.\d*?)0+$/, '$1')
                .replace(/\.$/, '');
        });
      const sorted = (rows: object[]) =>
        rows
          .map(text)
          .map((each) => JSON.stringify(each))
          .sort();
      expect([name, sorted(stored)]).toEqual([name, sorted([...effects[name as keyof typeof PROJECTIONS]])]);
    }
  });
  it('pass the comparison that verify runs', async () => {
    expect(await owners.system((tx) => compareLedger(tx, org, '2026-06-30'))).toMatchObject({ differences: [] });
  });
});

describe('the database itself, without the commands,', () => {
  const attempt = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
      return 'committed';
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.end();
    }
  };
  /** Writes a transfer of 100 shares: `arrived` is the quantity of its result, and `balanceHolder` gets the balance. */
  const forged = async (client: pg.Client, change: { arrived: string; balanceHolder?: 'other' }) => {
    const [source] = await server.sql<Row>(
      `select * from security s where org_id = $1 and kind = 'STOCK' and not exists (select 1 from termination t where t.org_id = s.org_id and t.security_id = s.security_id)
       and quantity > 100 and not exists (select 1 from reduction r where r.security_id = s.security_id) and accepted = false limit 1`,
      [org],
    );
    const [other] = await server.sql<{ id: string }>(
      'select id from shareholder where org_id = $1 and id <> $2 limit 1',
      [org, source!.stakeholder_id],
    );
    const last = Number(
      (await server.sql<{ last_seq: string }>('select last_seq from organization where id = $1', [org]))[0]!.last_seq,
    );
    await client.query(
      `insert into ledger_tx (org_id, seq, id, object_type, effective_date, recorded_at, actor_id, actor, summary, ocf, command_seq, prev_hash, hash)
       select id, last_seq + n, 'forged-' || n, 'TX', '2024-06-01', now(), id, 'x', 'x', '{}', last_seq + 1, case n when 1 then last_hash else '' end, ''
       from organization, generate_series(1, 3) n where id = $1`,
      [org],
    );
    const add = (id: string, holder: unknown, quantity: string, seq: number) =>
      client.query(
        `insert into security (org_id, security_id, kind, stakeholder_id, stock_class_id, quantity, custom_id, issued_on, issue_seq) values ($1, $2::text, 'STOCK', $3, $4, $5, $2::text, '2024-06-01', $6)`,
        [org, id, holder, source!.stock_class_id, quantity, seq],
      );
    await add('forged-result', other!.id, change.arrived, last + 1);
    const rest = String(Number(source!.quantity) - 100);
    await add('forged-balance', change.balanceHolder ? other!.id : source!.stakeholder_id, rest, last + 2);
    await client.query(
      `insert into resulting (org_id, result_security_id, from_security_id, tx_seq, is_balance) values ($1, 'forged-result', $2, $3, false), ($1, 'forged-balance', $2, $3, true)`,
      [org, source!.security_id, last + 3],
    );
    await client.query(
      `insert into termination (org_id, security_id, kind, verb, tx_seq, on_date, quantity, balance_security_id) values ($1, $2, 'STOCK', 'transferred', $3, '2024-06-01', 100, 'forged-balance')`,
      [org, source!.security_id, last + 3],
    );
  };
  it('refuses at commit a transfer that makes or loses a share', async () => {
    expect(await attempt((client) => forged(client, { arrived: '101' }))).toBe('23514');
    expect(await attempt((client) => forged(client, { arrived: '99' }))).toBe('23514');
  });
  it('refuses at commit a balance for another holder', async () => {
    expect(await attempt((client) => forged(client, { arrived: '100', balanceHolder: 'other' }))).toBe('23514');
  });
  it('refuses a second end of one certificate, a negative number, and one with too many decimals', async () => {
    const [ended] = await server.sql<Row>(`select * from termination where org_id = $1 and kind = 'STOCK' limit 1`, [
      org,
    ]);
    const again = (client: pg.Client) =>
      client.query(
        `insert into termination (org_id, security_id, kind, verb, tx_seq, on_date) values ($1, $2, 'STOCK', 'cancelled', 1, '2024-06-01')`,
        [org, ended!.security_id],
      );
    expect(await attempt(again)).toBe('23505');
    const quantity = (value: string) => (client: pg.Client) =>
      client.query('update security set quantity = $2 where org_id = $1', [org, value]);
    expect(await attempt(quantity('-1'))).toBe('23514');
    expect(await attempt(quantity('1.00000000019'))).toBe('23514');
  });
  it('accepts the same rows when they add up', async () => {
    expect(await attempt((client) => forged(client, { arrived: '100' }))).toBe('committed');
  });
});
