// The calls of modelling as a member meets them: who may call, what is refused and where, and that nothing is kept.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { watchOwnTime } from '#tests/support/time/computed.ts';
import * as given from '#tests/support/given.ts';
import { anyone, givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});

const round = (changes: Row = {}): Row => ({
  outstanding_fully_diluted: 8_000_000,
  unallocated_pool: 0,
  pre_money: 12_000_000,
  new_money: '3000000',
  pool: null,
  method: 'percent_ownership',
  instruments: [],
  ...changes,
});
const safe = (changes: Row = {}): Row => ({ id: 'S', type: 'post_cap', amount: 1e6, cap: '10000000', ...changes });
const senior: Row = {
  id: 'A',
  as_converted_shares: 1_000_000,
  preference: 3_000_000,
  rank: 0,
  participating: false,
  total_cap: null,
};
const exit = (changes: Row = {}): Row => ({
  proceeds: 10_000_000,
  classes: [senior],
  common: { founders: 4_000_000 },
  options: [['o', 100_000, '0.5']],
  ...changes,
});
const vesting = (changes: Row = {}): Row => ({
  quantity: 480,
  vesting_start: '2026-01-31',
  months: 48,
  cliff_months: 12,
  allocation_type: 'CUMULATIVE_ROUNDING',
  day_of_month: 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
  as_of: ['2027-01-31'],
  ...changes,
});
const flows = (...rows: [string, unknown][]): Row => ({ flows: rows.map(([date, amount]) => ({ date, amount })) });

describe('a member', () => {
  it('of each role may call, and a repeat with its key gets the same answer', async () => {
    for (const role of ['viewer', 'staff'] as const) {
      const member = await givenMember(server, owner, role);
      expect((await member.post('/api/model/round', round())).body.price).toEqual({ exact: '3/2', decimal: '1.5' });
    }
    const headers = { 'idempotency-key': 'once' };
    const first = await owner.post('/api/model/waterfall', exit(), { headers });
    expect(first.body.payout).toMatchObject({ A: { exact: '3000000' } });
    const again = await owner.post('/api/model/waterfall', exit(), { headers });
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const other = await owner.post('/api/model/waterfall', exit({ proceeds: 1 }), { headers });
    expect([other.status, other.code]).toEqual([422, 'idempotency_conflict']);
  });

  it('who is a shareholder may call, and whoever is not signed in may not', async () => {
    const holder = await signUpShareholder(server, owner, await given.shareholder(owner));
    expect((await holder.post('/api/model/vesting', vesting())).body.vested).toEqual({ '2027-01-31': '120' });
    const stranger = await anyone(server).post('/api/model/round', round());
    expect(stranger.status).toBe(401);
  });

  it('leaves nothing in the company', async () => {
    const rows = () => server.sql<{ count: string }>('select count(*) from audit');
    const before = await rows();
    await owner.post('/api/model/round', round());
    await owner.post('/api/model/irr', flows(['2025-01-01', -100], ['2026-01-01', 110]));
    expect(await rows()).toEqual(before);
  });
});

const MILLION_DIGITS = '9'.repeat(1_000_000);
const LONG = '9'.repeat(20_000);
describe('what has no answer, or is no figure, is refused at its field within a second', () => {
  it.each<[string, string, Row, string]>([
    ['round', 'an unknown method', round({ method: 'magic' }), 'method'],
    ['round', 'an unknown type', round({ instruments: [safe({ type: 'cap' })] }), 'instruments.0.type'],
    ['round', 'a word nobody knows', round({ wish: 1 }), 'wish'],
    ['round', 'two of one id', round({ instruments: [safe(), safe()] }), 'instruments.1.id'],
    ['round', 'a pool of everything', round({ pool: { target: 1 } }), 'pool.target'],
    ['round', 'a cap below its money', round({ instruments: [safe({ cap: 5 })] }), 'instruments.0.cap'],
    ['round', 'the whole company', round({ instruments: [safe({ cap: 1.0001e6 }), safe({ id: 'T' })] }), 'instruments'],
    ['round', 'money below zero', round({ new_money: '-1' }), 'new_money'],
    ['round', 'a million digits', round({ pre_money: MILLION_DIGITS }), 'pre_money'],
    ['round', 'many digits', round({ pre_money: LONG }), 'pre_money'],
    ['round', 'a number beyond all money', round({ pre_money: 1e308 }), 'pre_money'],
    ['round', 'NaN', round({ pre_money: 'NaN' }), 'pre_money'],
    ['round', 'no number', round({ pre_money: null }), 'pre_money'],
    ['round', 'a division by zero', round({ pre_money: '1/0' }), 'pre_money'],
    ['round', 'a long fraction', round({ pre_money: `1/${LONG}` }), 'pre_money'],
    [
      'round',
      'fractions of too many kinds',
      round({
        instruments: Array.from({ length: 9 }, (_each, index) =>
          safe({ id: `${index}`, amount: `1/${10n ** 38n + BigInt(2 * index + 1)}` }),
        ),
      }),
      'instruments.3.amount',
    ],
    ['round', 'too many instruments', round({ instruments: Array.from({ length: 301 }, () => safe()) }), 'instruments'],
    [
      'round',
      'interest of a thousand years',
      round({
        instruments: [
          safe({
            interest: {
              rate: '0.1',
              day_count: 'ACTUAL_365',
              compounding: 'DAILY',
              from: '1026-01-01',
              to: '2026-01-01',
            },
          }),
        ],
      }),
      'instruments.0.interest.to',
    ],
    ['waterfall', 'proceeds below zero', exit({ proceeds: -1 }), 'proceeds'],
    ['waterfall', 'one id in two places', exit({ common: { A: 1 } }), 'common.A'],
    ['waterfall', 'nobody for the rest', exit({ classes: [], common: {}, options: [] }), 'common'],
    [
      'waterfall',
      'a cap below its preference',
      exit({ classes: [{ ...senior, participating: true, total_cap: 1 }] }),
      'classes.0.total_cap',
    ],
    ['waterfall', 'a rank that is none', exit({ classes: [{ ...senior, rank: 0.5 }] }), 'classes.0.rank'],
    ['waterfall', 'a strike below zero', exit({ options: [['o', 1, -1]] }), 'options.0.2'],
    ['waterfall', 'infinite shares', exit({ common: { founders: 'Infinity' } }), 'common.founders'],
    ['vesting', 'an unknown allocation', vesting({ allocation_type: 'ALL' }), 'allocation_type'],
    ['vesting', 'a cliff after the end', vesting({ cliff_months: 60 }), 'cliff_months'],
    ['vesting', 'a day that is none', vesting({ vesting_start: '2026-02-30' }), 'vesting_start'],
    ['vesting', 'endless months', vesting({ months: 1e9 }), 'months'],
    ['vesting', 'a part of a month', vesting({ months: 1.5 }), 'months'],
    ['distribution', 'neither amount', { holdings: [{ id: 'a', shares: 1 }] }, 'per_share'],
    [
      'distribution',
      'a rate above one',
      { total: 1, holdings: [{ id: 'a', shares: 1 }], withholding: { a: 2 } },
      'withholding.a',
    ],
    ['irr', 'money paid alone', flows(['2025-01-01', -1], ['2026-01-01', -1]), 'flows'],
    ['irr', 'one flow', flows(['2025-01-01', -1]), 'flows'],
    ['irr', 'a day that is none', flows(['2025-13-01', -1], ['2026-01-01', 1]), 'flows.0.date'],
  ])('%s: %s', async (name, _what, body, field) => {
    const waited = watchOwnTime();
    const reply = await owner.post(`/api/model/${name}`, body);
    expect(waited()).toBeLessThan(1000);
    expect(reply.status).toBe(422);
    const errors = reply.body.errors as { field: string; message: string }[];
    expect(errors.map((each) => each.field)).toContain(field);
    for (const { message } of errors) expect(message).toMatch(/^[A-Z“][^]*[.:]$/);
  });

  it('and what is long but allowed is answered as fast', async () => {
    const long = (index: number) => String(10n ** 23n + BigInt(index * index + 1));
    const waited = watchOwnTime();
    const instruments = Array.from({ length: 300 }, (_each, index) =>
      safe({ id: `${index}`, amount: 1 + index, cap: long(index), discount: `0.${index + 1}` }),
    );
    expect((await owner.post('/api/model/round', round({ instruments }))).status).toBe(200);
    expect(waited()).toBeLessThan(1000);
  });
});
