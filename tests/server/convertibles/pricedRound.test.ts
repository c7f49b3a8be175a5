// A company entered by hand, from its founders to its first priced round. The four bases must match a table calculated
// on paper.
//
//   On 2026-03-31                    Common      Series A   Options/RSUs  Warrants
//   Ann                           4,000,000
//   Bob                           4,000,000
//   Cid  option 200,000                                        200,000
//   Dee  RSU 50,000                                             50,000
//   Eve  option 100,000, 25,000 of it exercised
//                                    25,000                     75,000
//   Bank warrant 40,000                                                      40,000
//   Safe One  $200,000 at a $4M post-money cap: 588,235 shares (a row of the format's own guide, CV-01)
//                                               588,235
//   Safe Two  $800,000 at $8M                 1,176,470
//   Noteholder $100,000 at 8 % simple for 365 days: 108,000 / (1.25 x 0.8)
//                                               108,000
//   Fund  $2,500,000 at 1.25                  2,000,000
//                                 ---------   ---------       -------       ------
//                                 8,025,000   3,872,705       325,000       40,000
//
//   Outstanding    8,025,000 + 3,872,705                                            = 11,897,705
//   As converted   Series A gives 1.25 common, each holder rounded down:
//                  735,293 + 1,470,587 + 135,000 + 2,500,000 = 4,840,880; + 8,025,000 = 12,865,880
//   Fully diluted  12,865,880 + 325,000 + 40,000 + pool 650,000                     = 13,880,880
//                  (pool: 1,000,000 reserved - 325,000 outstanding - 25,000 exercised)
//   Voting         8,025,000 x 1 + 3,872,705 x 2                                    = 15,770,410
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { Database } from '#server/db/database.ts';
import { compareLedger } from '#server/maintenance/verify/compareLedger.ts';
import { importZip } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
const holders = new Map<string, string>();

async function made(path: string, body: Row): Promise<Row> {
  const reply = await owner.post(path, body);
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text]);
  return reply.body;
}
async function holder(name: string, extra: Row = {}): Promise<string> {
  const body = {
    type: 'individual',
    first_name: name,
    last_name: 'Holder',
    email: `${name.toLowerCase()}@example.com`,
    ...extra,
  };
  const { id } = await made('/api/shareholders/', body);
  holders.set(name, String(id));
  return String(id);
}

beforeAll(async () => {
  owner = await signUpCompany(server);
  const common = await made('/api/share-classes/', {
    name: 'Common',
    class_type: 'COMMON',
    prefix: 'CS-',
    authorized_shares: '20000000',
    par_value: '0.0001',
    votes_per_share: 1,
    seniority: 1,
  });
  for (const name of ['Ann', 'Bob']) {
    await made('/api/certificates/', {
      shareholder_id: await holder(name),
      share_class_id: common.id,
      num_shares: 4_000_000,
      issue_date: '2024-01-02',
      price_per_share: '0.0001',
    });
  }
  const plan = await made('/api/equity-plans/', {
    name: '2024 Plan',
    share_class_ids: [common.id],
    reserved: '1000000',
    date: '2024-02-01',
  });
  const grant = { equity_plan_id: plan.id, share_class_id: common.id, date: '2024-03-01' };
  const option = {
    ...grant,
    compensation_type: 'OPTION_NSO',
    exercise_price: '0.10',
    expiration_date: '2034-02-28',
    vesting: { vesting_start: '2024-03-01', months: 48, cliff_months: 12 },
  };
  await made('/api/grants/', { ...option, shareholder_id: await holder('Cid'), quantity: '200000' });
  await made('/api/grants/', {
    ...grant,
    compensation_type: 'RSU',
    shareholder_id: await holder('Dee'),
    quantity: '50000',
  });
  const eve = await made('/api/grants/', { ...option, shareholder_id: await holder('Eve'), quantity: '100000' });
  await made(`/api/grants/${String(eve.id)}/exercise`, { quantity: '25000', date: '2025-03-01' });
  await made('/api/warrants/', {
    shareholder_id: await holder('Bank'),
    share_class_id: common.id,
    quantity: '40000',
    exercise_price: '0.50',
    date: '2024-06-01',
    expiration_date: '2034-06-01',
  });
  const one = await made('/api/convertibles/', {
    shareholder_id: await holder('One'),
    kind: 'SAFE',
    amount: '200000',
    date: '2024-09-01',
    terms: { post_money_cap: '4000000' },
  });
  const two = await made('/api/convertibles/', {
    shareholder_id: await holder('Two'),
    kind: 'SAFE',
    amount: '800000',
    date: '2024-10-01',
    terms: { post_money_cap: '8000000' },
  });
  const note = await made('/api/convertibles/', {
    shareholder_id: await holder('Note'),
    kind: 'NOTE',
    amount: '100000',
    date: '2025-03-01',
    terms: {
      discount: '0.2',
      interest: { rate: '0.08', day_count: 'ACTUAL_365', compounding: 'SIMPLE' },
      maturity_date: '2027-03-01',
    },
  });
  const preferred = await made('/api/share-classes/', {
    name: 'Series A Preferred',
    class_type: 'PREFERRED',
    prefix: 'SA-',
    authorized_shares: '5000000',
    par_value: '0.0001',
    price_per_share: '1.25',
    votes_per_share: 2,
    seniority: 2,
    conversion_ratio: '1.25',
    converts_to_share_class_id: common.id,
  });
  const round = { date: '2026-03-01', share_class_id: preferred.id };
  await made('/api/certificates/', {
    shareholder_id: await holder('Fund', {
      type: 'entity',
      first_name: undefined,
      last_name: undefined,
      entity_name: 'Fund, L.P.',
    }),
    share_class_id: preferred.id,
    num_shares: 2_000_000,
    issue_date: '2026-03-01',
    price_per_share: '1.25',
  });
  await made(`/api/convertibles/${String(one.id)}/convert`, { ...round, quantity: '588235', price_per_share: '0.34' });
  await made(`/api/convertibles/${String(two.id)}/convert`, { ...round, quantity: '1176470', price_per_share: '0.68' });
  await made(`/api/convertibles/${String(note.id)}/convert`, { ...round, quantity: '108000', price_per_share: '1' });
  await made('/api/valuations/', {
    share_class_id: common.id,
    price_per_share: '0.42',
    effective_date: '2026-03-15',
    provider: 'A valuer',
  });
});

const table = async (who: Person, basis: string, date = '2026-03-31') =>
  (await who.get(`/api/cap-table/?as_of=${date}&basis=${basis}`)).body;
const BASES: [string, string][] = [
  ['outstanding', '11897705'],
  ['as_converted', '12865880'],
  ['fully_diluted', '13880880'],
  ['voting', '15770410'],
];
const held: Record<string, Record<string, string>> = {
  outstanding: {
    Ann: '4000000',
    Bob: '4000000',
    Eve: '25000',
    One: '588235',
    Two: '1176470',
    Note: '108000',
    Fund: '2000000',
  },
  as_converted: {
    Ann: '4000000',
    Bob: '4000000',
    Eve: '25000',
    One: '735293',
    Two: '1470587',
    Note: '135000',
    Fund: '2500000',
  },
  fully_diluted: {
    Ann: '4000000',
    Bob: '4000000',
    Cid: '200000',
    Dee: '50000',
    Eve: '100000',
    Bank: '40000',
    One: '735293',
    Two: '1470587',
    Note: '135000',
    Fund: '2500000',
    pool: '650000',
  },
  voting: {
    Ann: '4000000',
    Bob: '4000000',
    Eve: '25000',
    One: '1176470',
    Two: '2352940',
    Note: '216000',
    Fund: '4000000',
  },
};

describe('a company entered by hand', () => {
  it.each(BASES)('matches the paper on the basis %s: %s', async (basis, total) => {
    const { total: found, rows } = await table(owner, basis);
    expect(found).toBe(total);
    const nameOf = new Map([...holders].map(([name, id]) => [id, name]));
    const counted = (rows as Row[])
      .filter((row) => row.total !== '0')
      .map((row) => [nameOf.get(String(row.shareholder_id)) ?? 'pool', row.total]);
    expect(Object.fromEntries(counted)).toEqual(held[basis]);
    const percents = (rows as Row[]).reduce((sum, row) => sum + Math.round(Number(row.percent) * 10_000), 0);
    expect(percents).toBe(1_000_000);
  });
  it('counted its convertibles as money until the round, and never as estimated shares', async () => {
    const before = await table(owner, 'fully_diluted', '2026-02-28');
    expect(before.convertibles).toEqual([
      expect.objectContaining({ kind: 'NOTE', count: 1, amount: '100000', currency: 'USD' }),
      expect.objectContaining({ kind: 'SAFE', count: 2, amount: '1000000', currency: 'USD' }),
    ]);
    expect(before.total).toBe(String(8_025_000 + 325_000 + 40_000 + 650_000));
    expect((await table(owner, 'fully_diluted')).convertibles).toEqual([]);
  });
  it('exports a complete package, and its import gives the same tables on every basis', async () => {
    const reply = await owner.get('/api/ocf/export');
    expect(reply.headers['x-export-refused']).toBe('0');
    const other = await signUpCompany(server);
    const back = await importZip(other, reply.bytes);
    expect([back.body.applied, (back.body.findings as Row[]).filter(({ severity }) => severity === 'error')]).toEqual([
      true,
      [],
    ]);
    for (const date of ['2024-12-31', '2026-02-28', '2026-03-31'])
      for (const [basis] of BASES) expect(await table(other, basis, date)).toEqual(await table(owner, basis, date));
  });
  it('agrees with a replay of its ledger', async () => {
    const owners = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1 });
    const [row] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
      owner.user.client_name,
    ]);
    expect((await owners.system((tx) => compareLedger(tx, row!.id, '2026-03-31'))).differences).toEqual([]);
    await owners.close();
  });
});
