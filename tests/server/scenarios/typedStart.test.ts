// A scenario that starts from what is typed in, through HTTP: each fault at its field, and a run without a ledger.
import { beforeAll, expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});

const start = {
  holders: [
    { id: 'a', name: 'Ada' },
    { id: 'b', name: 'Fund' },
  ],
  classes: [
    { id: 'c', name: 'Common', kind: 'COMMON' },
    { id: 'p', name: 'Series A', kind: 'PREFERRED', preference: 2_000_000, rank: 0, participating: false },
  ],
  holdings: [
    { holder: 'a', class: 'c', shares: 8_000_000 },
    { holder: 'b', class: 'p', shares: 1_000_000 },
  ],
  options: [{ id: 'a', shares: 1_000_000, strike: '0.5' }],
  convertibles: [
    { id: 'MFN', type: 'mfn', amount: 100_000, better_of: ['SAFE'] },
    { id: 'SAFE', type: 'post_cap', amount: 500_000, cap: 10_000_000 },
    {
      id: 'Note',
      type: 'discount',
      amount: 1_000_000,
      discount: '0.2',
      interest: {
        rate: '0.08',
        day_count: 'ACTUAL_365',
        compounding: 'SIMPLE',
        from: '2025-01-01',
        to: '2027-01-01',
      },
    },
  ],
};
const post = (body: Row) => owner.post('/api/scenarios/', { name: 'Idea', ...body });

it('runs an MFN, a note with interest, options and a preference without a ledger', async () => {
  const round = {
    kind: 'round',
    name: 'Seed',
    class_name: 'Series Seed',
    pre_money: 20_000_000,
    method: 'percent_ownership',
    investors: [{ name: 'Harbor', amount: 5_000_000 }],
    pool: null,
    converts: 'all',
  };
  const made = await post({ start, steps: [round, { kind: 'exit', proceeds: 40_000_000 }] });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const run = (await owner.post(`/api/scenarios/${String(made.body.id)}/run`, {})).body as unknown as RunAnswer;
  const { conversions } = run.tables[1]!.round!;
  const [mfn, safe, note] = conversions;
  expect(note!.amount).toBe('1160000');
  expect([mfn!.binding, mfn!.price]).toEqual(['cap', safe!.price]);
  expect(run.tables[0]!.rows.find(({ shareholder_id }) => shareholder_id === 'a')).toMatchObject({
    options: '1000000',
    total: '9000000',
  });
  expect(Object.keys(run.waterfalls[0]!.payout).sort()).toEqual([
    'c',
    'new:Series Seed',
    'new:Series Seed-1',
    'new:Series Seed-2',
    'options',
    'p',
  ]);
});

it.each<[string, Row, string]>([
  ['a holder without a name', { holders: [{ id: 'a', name: ' ' }] }, 'start.holders.0.name'],
  ['a class without a name', { classes: [{ id: 'c', name: '', kind: 'COMMON' }] }, 'start.classes.0.name'],
  ['shares of somebody unknown', { holdings: [{ holder: 'x', class: 'c', shares: 1 }] }, 'start.holdings.0.holder'],
  ['shares of an unknown class', { holdings: [{ holder: 'a', class: 'x', shares: 1 }] }, 'start.holdings.0.class'],
  ['no shares', { holdings: [{ holder: 'a', class: 'c', shares: 0 }] }, 'start.holdings.0.shares'],
  ['options below zero', { options: [{ id: 'a', shares: -5, strike: 0 }] }, 'start.options.0.shares'],
  [
    'a cap below the preference',
    { classes: [{ id: 'c', name: 'C', kind: 'PREFERRED', preference: 9, participating: true, total_cap: 1 }] },
    'start.classes.0.total_cap',
  ],
  [
    'an MFN of nobody',
    { convertibles: [{ id: 'M', type: 'mfn', amount: 1, better_of: ['x'] }] },
    'start.convertibles.0.better_of',
  ],
  [
    'a cap below its money',
    { convertibles: [{ id: 'S', type: 'post_cap', amount: 9, cap: 1 }] },
    'start.convertibles.0.cap',
  ],
])('refuses %s at its field', async (_, changes, field) => {
  const reply = await post({ start: { ...start, ...changes } });
  expect(reply.status).toBe(422);
  expect((reply.body.errors as { field: string }[]).map((each) => each.field)).toContain(field);
});
