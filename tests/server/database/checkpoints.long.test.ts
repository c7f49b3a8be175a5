// Checkpoints of a large ledger: the table is the same with and without them, on every day, after later and backdated
// entries, and after an entry is voided.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#src/resources/kit/access.ts';
import type { Tx } from '#server/db/database.ts';
import { OPEN_ON_DAY, SINCE_CHECKPOINT } from '#server/reports/capTable/capTablePositions.ts';
import { asMember } from '#tests/support/asMember.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { paperObjects, paperTransactions } from '#tests/support/paperCompany.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let org: string;
let reader: Actor;
const asReader = <T>(work: (tx: Tx) => Promise<T>) => asMember(server, reader, work);
/** Makes one after every second entry; in a large ledger only the distance is greater. */
const makeCheckpoints = () => asReader((tx) => tx.rows('select keep_cap_table_checkpoints(2)'));
const checkpoints = () =>
  server.sql<{ as_of: string; known_seq: string }>(
    'select as_of, known_seq from cap_table_checkpoint where org_id = $1 order by as_of',
    [org],
  );
const DAYS = [
  '2021-12-31',
  '2022-01-01',
  '2022-03-15',
  '2022-09-30',
  '2022-10-01',
  '2022-12-31',
  '2023-06-30',
  '2023-07-01',
  '2024-06-01',
];

/** Compares every day's table, built from each earlier checkpoint, with the open securities. */
async function expectSameTables() {
  for (const day of DAYS) {
    const open = await asReader((tx) => tx.rows(OPEN_ON_DAY, [org, day, '9223372036854775807']));
    const shown = (rows: Record<string, unknown>[]) =>
      rows
        .map(
          (row) =>
            `${String(row.stakeholder_id)} ${String(row.kind)} ${String(row.stock_class_id)} ${Number(row.quantity)}`,
        )
        .sort();
    for (const { as_of, known_seq } of await checkpoints()) {
      if (as_of > day) continue;
      const since = await asReader((tx) => tx.rows(SINCE_CHECKPOINT, [org, day, as_of, known_seq]));
      expect([day, as_of, shown(since)]).toEqual([day, as_of, shown(open)]);
    }
  }
}
const differences = () => ledgerFaults(server, owner, '2023-12-31');

beforeAll(async () => {
  owner = await signUpCompany(server);
  await importZip(owner, await zipOf(packageFiles([...paperObjects, ...paperTransactions])));
  [{ id: org }] = (await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ])) as [{ id: string }];
  reader = {
    account_id: String(owner.user.id),
    org_id: org,
    role: 'viewer',
    membership_status: 'active',
    shareholder_id: null,
  };
});

describe('checkpoints', () => {
  it('are made after a number of entries, and give the table of every day', async () => {
    await makeCheckpoints();
    expect((await checkpoints()).length).toBeGreaterThan(5);
    await expectSameTables();
    expect(await differences()).toEqual([]);
  });
  it('stay right when entries are written later, also for earlier days', async () => {
    const before = await checkpoints();
    for (const issue_date of ['2022-02-15', '2022-10-01', '2024-05-01'])
      await given.certificate(owner, { shareholder_id: 'bank', share_class_id: 'common', quantity: '7', issue_date });
    expect(await checkpoints()).toEqual(before);
    await expectSameTables();
    expect(await differences()).toEqual([]);
  });
  const takeBack = async (date: string) => {
    const [entry] = (await owner.get(`/api/transactions/?filter={"date":"${date}"}&sort=["seq","DESC"]&range=[0,0]`))
      .rows;
    expect((await owner.post(`/api/transactions/${String(entry!.id)}/void`, { reason: 'a slip' })).status).toBe(200);
  };
  it('are kept when an entry after them is voided, and deleted when it is before them', async () => {
    const before = await checkpoints();
    await takeBack('2024-05-01');
    expect(await checkpoints()).toEqual(before);
    await expectSameTables();
    await makeCheckpoints();
    await takeBack('2022-10-01');
    expect(await checkpoints()).toEqual([]);
    expect(await differences()).toEqual([]);
    await makeCheckpoints();
    expect((await checkpoints()).length).toBeGreaterThan(5);
    await expectSameTables();
    expect(await differences()).toEqual([]);
  });
  it('are reported when one figure is changed by hand', async () => {
    const [first] = await checkpoints();
    await server.sql(
      'update cap_table_checkpoint_row set quantity = quantity + 1 where org_id = $1 and as_of = $2 and stakeholder_id = $3',
      [org, first!.as_of, 'ada'],
    );
    const found = await differences();
    expect(found.length).toBe(2);
    expect(found[0]).toContain(`The checkpoint of ${first!.as_of}`);
    await makeCheckpoints();
    expect(await differences()).toEqual([]);
  });
  it('are not made for a person who may not read the whole ledger', async () => {
    const holder: Actor = { ...reader, role: 'shareholder', shareholder_id: 'ada' };
    const before = await checkpoints();
    await asMember(server, holder, (tx) => tx.rows('select keep_cap_table_checkpoints(1)'));
    expect(await checkpoints()).toEqual(before);
  });
});
