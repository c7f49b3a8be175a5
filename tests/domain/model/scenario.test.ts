// Steps one after another on a start that is typed in.
import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { withFewerLots } from '#src/domain/model/scenario/groups.ts';
import { readState, typedState } from '#src/domain/model/scenario/startState.ts';
import type { TypedStart, WrittenState } from '#src/domain/model/scenario/startState.ts';
import type { ExitStep, RoundStep, Step } from '#src/domain/model/scenario/steps.ts';

const start: TypedStart = {
  holders: [
    { id: 'ada', name: 'Ada' },
    { id: 'ben', name: 'Ben' },
  ],
  classes: [{ id: 'common', name: 'Common', kind: 'COMMON' }],
  holdings: [
    { holder: 'ada', class: 'common', shares: 5_000_000 },
    { holder: 'ben', class: 'common', shares: '3000000' },
  ],
};
const safe = { id: 'SAFE-1', type: 'post_cap', amount: 500_000, cap: 5_000_000 } as const;
const seed: RoundStep = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: 10_000_000,
  method: 'percent_ownership',
  investors: [{ name: 'Harbor', amount: 2_500_000 }],
  pool: { target: 0.1 },
  converts: 'all',
};
const exit = (proceeds: number, more: Partial<ExitStep> = {}): ExitStep => ({ kind: 'exit', proceeds, ...more });

const run = (steps: readonly Step[], from: TypedStart = start): Run => runScenario(typedState(from), steps);

function totals({ tables }: Run, step = tables.length - 1): Record<string, string> {
  return Object.fromEntries(tables[step]!.rows.map(({ name, total }) => [name, total]));
}

function refused(work: () => unknown): Record<string, string> {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return error.fields ?? {};
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a round', () => {
  const made = run([{ kind: 'convertible', name: 'Cleo', instrument: safe }, seed]);
  const { round } = made.tables[2]!;

  it('is priced as the ledger prices it: each price rounded once, shares rounded down line by line', () => {
    // 8,000,000 shares are 90 % of the table before the money; 10 % of it are the SAFE's, and the pool is 10 % of the whole.
    expect(round).toMatchObject({
      price: '0.9844',
      pool_increase: '1269842',
      new_shares: '2539618',
      share_class_id: 'new:Series Seed',
    });
    expect(round!.conversions).toMatchObject([
      { id: 'SAFE-1', price: '0.5625', shares: '888888', binding: 'cap', cash: '0.5' },
    ]);
    expect(round!.investors).toMatchObject([{ name: 'Harbor', shares: '2539618', paid: '2499999.96', left: '0.04' }]);
  });

  it('shows everybody before and after, and nobody is lost in between', () => {
    expect(totals(made, 0)).toEqual({ Ada: '5000000', Ben: '3000000' });
    expect(totals(made, 1)).toEqual({ Ada: '5000000', Ben: '3000000', Cleo: '0' });
    expect(totals(made)).toEqual({
      Ada: '5000000',
      Ben: '3000000',
      Harbor: '2539618',
      Cleo: '888888',
      'Unallocated pool': '1269842',
    });
    expect(made.tables[1]!.convertibles).toEqual([
      { id: 'SAFE-1', name: 'SAFE-1', shareholder_id: 'new:Cleo', amount: '500000' },
    ]);
    expect(made.tables[2]!.convertibles).toEqual([]);
    for (const { rows, total } of made.tables) {
      expect(rows.reduce((sum, row) => sum + BigInt(row.total), 0n)).toBe(BigInt(total));
      expect(rows.reduce((sum, { percent }) => sum + Math.round(Number(percent) * 10_000), 0)).toBe(1_000_000);
    }
  });

  it('meets the target of the pool at least, and not by a share more than rounding needs', () => {
    const { total, pool_available } = made.tables[2]!;
    const [pool, all] = [Number(pool_available), Number(total)];
    expect(pool / all).toBeGreaterThanOrEqual(0.1 - 1e-4);
    expect(pool / all).toBeLessThan(0.1 + 1e-4);
  });

  it('converts only those that it names', () => {
    const two: Step[] = [
      { kind: 'convertible', name: 'Cleo', instrument: safe },
      { kind: 'convertible', name: 'Dora', instrument: { ...safe, id: 'SAFE-2' } },
    ];
    const some = run([...two, { ...seed, converts: ['SAFE-2'] }]);
    expect(some.tables[3]!.round!.conversions.map(({ id }) => id)).toEqual(['SAFE-2']);
    expect(some.tables[3]!.convertibles.map(({ id }) => id)).toEqual(['SAFE-1']);
  });

  it('gives a most favoured instrument the best of the later terms, and a fixed part its part', () => {
    const terms: Step[] = [
      {
        kind: 'convertible',
        name: 'Mia',
        instrument: { id: 'M', type: 'mfn', amount: 100_000, better_of: ['SAFE-1'] },
      },
      { kind: 'convertible', name: 'Cleo', instrument: safe },
      { kind: 'convertible', name: 'Acc', instrument: { id: 'F', type: 'fixed_pct', amount: 125_000, pct: 0.07 } },
    ];
    const { conversions } = run([...terms, { ...seed, pool: null }]).tables[4]!.round!;
    const shares = Object.fromEntries(conversions.map((each) => [each.id, Number(each.shares)]));
    // 2 %, 10 % and 7 % of the table before the money, of which 8,000,000 are the other 81 %.
    const base = 8_000_000 / 0.81;
    expect(shares['M']! / base).toBeCloseTo(0.02, 5);
    expect(shares['SAFE-1']! / base).toBeCloseTo(0.1, 4);
    expect(shares['F']! / base).toBeCloseTo(0.07, 6);
  });

  it('may issue more of a class that exists', () => {
    const twice = run([
      seed,
      { ...seed, name: 'Seed 2', pool: null, investors: [{ name: 'Harbor', amount: 1_000_000 }] },
    ]);
    expect(twice.tables[2]!.classes.map(({ name }) => name)).toEqual(['Common', 'Series Seed']);
    expect(twice.tables[2]!.rows.filter(({ name }) => name === 'Harbor')).toHaveLength(1);
  });
});

describe('steps after one another', () => {
  const chain: Step[] = [
    { kind: 'convertible', name: 'Cleo', instrument: safe },
    seed,
    { kind: 'grant', quantity: 100_000, name: 'Eve', strike: 0.3 },
    { kind: 'pool', quantity: 500_000 },
    { kind: 'split', share_class_id: 'common', numerator: 3, denominator: 2 },
    {
      ...seed,
      name: 'Series A',
      class_name: 'Series A',
      pre_money: 40_000_000,
      investors: [{ shareholder_id: 'ben', name: 'Ben', amount: '5000000' }],
    },
    exit(100_000_000, { costs: 1_000_000, debt: 4_000_000 }),
  ];

  it('follow from each other', () => {
    const made = run(chain);
    expect(totals(made, 3)).toMatchObject({ Eve: '100000', 'Unallocated pool': '1169842' });
    expect(totals(made, 4)).toMatchObject({ 'Unallocated pool': '1669842' });
    // The preferred converts into half as many again; the plan of the typed start grants no class.
    expect(totals(made, 5)).toMatchObject({ Ada: '7500000', Ben: '4500000' });
    expect(
      made.tables[6]!.rows.find(({ name }) => name === 'Ben')!.holdings.map(({ share_class }) => share_class),
    ).toEqual(['Common', 'Series A']);
    const [paid] = made.waterfalls;
    expect(paid!.net).toBe('95000000');
    const sum = Object.values(paid!.payout).reduce((all, { decimal }) => all + Number(decimal), 0);
    expect(sum).toBeCloseTo(95_000_000, 4);
    expect(Object.values(paid!.by_holder).reduce((all, each) => all + Number(each), 0)).toBeCloseTo(95_000_000, 0);
  });

  it('give the same answer in whatever order holders and classes are listed', () => {
    const turned = run(chain, { ...start, holders: start.holders.toReversed(), holdings: start.holdings.toReversed() });
    expect(turned).toEqual(run(chain));
  });
});

describe('a split', () => {
  it('rounds each holder down, moves strikes up and keeps what is settled in cash', () => {
    const odd = {
      ...start,
      holdings: [
        { holder: 'ada', class: 'common', shares: 101 },
        { holder: 'ben', class: 'common', shares: 11 },
      ],
      options: [{ id: 'team', shares: 7, strike: '0.3333' }],
    };
    const split: Step = { kind: 'split', share_class_id: 'common', numerator: 1, denominator: 2 };
    const made = run([split], odd);
    expect(totals(made)).toMatchObject({ Ada: '50', Ben: '5' });
    expect(made.tables[1]!.split).toEqual({ share_class_id: 'common', fractions: '1' });
  });

  it('counts two warrants of one size and holder as two', () => {
    const state = typedState(start);
    const warrant = {
      holder: 'ada',
      count: 2n,
      kind: 'warrants',
      class_id: 'common',
      plan_id: null,
      quantity: 33n * 10n ** 10n,
      over: 0n,
      strike: null,
      origin: null,
    } as const;
    const { tables } = runScenario({ ...state, rights: [warrant] }, []);
    expect(tables[0]).toMatchObject({ total: '8000066', warrants: '66' });
    expect(totals({ tables, waterfalls: [] })).toMatchObject({ Ada: '5000066' });
  });

  it('of a group of holders is the split of each of them', () => {
    const split: Step = { kind: 'split', share_class_id: 'c', numerator: '2', denominator: '3' };
    const apart = [10, 10, 10, 7].map((quantity, index) => [`h${index}`, 'c', String(quantity), 1] as const);
    const state = (holders: WrittenState['holders'], lots: WrittenState['lots']): WrittenState => ({
      as_of: '2026-01-01',
      holders,
      others: 3,
      notes: [],
      classes: [
        {
          id: 'c',
          name: 'C',
          kind: 'COMMON',
          ratio: ['1', '1'],
          converts_to: null,
          places: 0,
          allows_fractions: false,
          preference_per_share: '0',
          participating: false,
          cap_per_share: null,
          rank: 0,
        },
      ],
      lots,
      rights: [],
      plans: [],
      convertibles: [],
    });
    const single = runScenario(
      readState(
        state(
          apart.map(([id]) => ({ id, name: id })),
          apart.map((each) => [...each]),
        ),
      ),
      [split],
    );
    const grouped = runScenario(
      readState(
        state(
          [{ id: 'h3', name: 'h3' }],
          [
            [null, 'c', '10', 3],
            ['h3', 'c', '7', 1],
          ],
        ),
      ),
      [split],
      3,
    );
    expect(grouped.tables[1]!.total).toBe(single.tables[1]!.total);
    expect(totals(grouped)).toEqual({ h3: '4', '3 other holders': '18' });
  });
});

describe('holders in groups', () => {
  const held = Array.from({ length: 300 }, (_, index) => String(17 + index * index * 7));
  const classOf = (id: string, kind: 'COMMON' | 'PREFERRED', ratio: [string, string]) => ({
    id,
    name: id,
    kind,
    ratio,
    converts_to: kind === 'PREFERRED' ? 'c' : null,
    places: 0,
    allows_fractions: false,
    preference_per_share: '0',
    participating: false,
    cap_per_share: null,
    rank: 0,
  });
  const written = (isShown: boolean): WrittenState => ({
    as_of: '2026-01-01',
    holders: isShown ? held.map((_, index) => ({ id: `h${index}`, name: `h${index}` })) : [],
    others: isShown ? 0 : held.length,
    notes: [],
    classes: [classOf('c', 'COMMON', ['1', '1']), classOf('p', 'PREFERRED', ['5', '4'])],
    lots: held.map((quantity, index) => [isShown ? `h${index}` : null, index % 2 === 0 ? 'c' : 'p', quantity, 1]),
    rights: [],
    plans: [],
    convertibles: [],
  });
  const steps: Step[] = [
    { kind: 'split', share_class_id: 'c', numerator: 3, denominator: 2 },
    { kind: 'split', share_class_id: 'p', numerator: 2, denominator: 5 },
    { ...seed, pool: null },
    { kind: 'split', share_class_id: 'c', numerator: '1', denominator: '7' },
  ];

  it('are fewer lines, and change no figure', () => {
    const grouped = readState(written(false));
    expect(withFewerLots(grouped, [steps[0]!]).lots.length).toBeLessThan(150);
    const [apart, together] = [
      runScenario(readState(written(true)), steps),
      runScenario(withFewerLots(grouped, steps), steps, held.length),
    ];
    const figures = ({ tables }: Run) => tables.map(({ total, classes }) => ({ total, classes }));
    expect(figures(together)).toEqual(figures(apart));
    expect(figures(runScenario(grouped, steps, held.length))).toEqual(figures(apart));
  });
});

describe('an exit', () => {
  const seeded: Step[] = [{ ...seed, pool: null, preference_multiple: 1 }];

  it('pays debt and costs first, the preference next, and the rest to the common stock', () => {
    const [low] = run([...seeded, exit(3_000_000, { debt: 1_000_000 })]).waterfalls;
    expect(low!.net).toBe('2000000');
    expect(low!.payout['new:Series Seed']!.exact).toBe('2000000');
    expect(low!.by_holder).toEqual({ ada: '0', ben: '0', 'new:Harbor': '2000000' });
    // Harbor has a fifth: 2,500,000 of 12,500,000 is where it converts.
    const [high] = run([...seeded, exit(50_000_000)]).waterfalls;
    expect(high!.convert).toEqual(['new:Series Seed']);
    expect(Number(high!.by_holder['new:Harbor'])).toBeCloseTo(10_000_000, -1);
    expect(Number(high!.breakpoints.at(-1)!.proceeds.decimal)).toBeCloseTo(12_500_000, -1);
  });

  it('draws a curve that is straight between its points', () => {
    const [{ curve, net }] = run([...seeded, exit(20_000_000)]).waterfalls as [Run['waterfalls'][number]];
    expect(curve[0]!.proceeds).toBe('0');
    expect(curve.map(({ proceeds }) => proceeds)).toContain(net);
    for (const { proceeds, payout } of curve)
      expect(Object.values(payout).reduce((all, each) => all + Number(each), 0)).toBeCloseTo(Number(proceeds), 1);
  });

  it('pays a SAFE its money, or what its cap gives if that is more', () => {
    const open: Step[] = [{ kind: 'convertible', name: 'Cleo', instrument: safe }];
    expect(run([...open, exit(400_000)]).waterfalls[0]!.by_holder['new:Cleo']).toBe('400000');
    expect(run([...open, exit(20_000_000)]).waterfalls[0]!.by_holder['new:Cleo']).toBe('2000000');
  });

  it('pays options what is above their strike', () => {
    const team = { ...start, options: [{ id: 'team', shares: 2_000_000, strike: 1 }] };
    expect(run([exit(4_000_000)], team).waterfalls[0]!.by_holder['team']).toBe('0');
    // (18,000,000 + 2,000,000) / 10,000,000 = 2 a share.
    expect(run([exit(18_000_000)], team).waterfalls[0]!.by_holder['team']).toBe('2000000');
  });
});

it('pays nothing at an exit for what can no longer be exercised, and counts it in the tables', () => {
  const state = typedState(start);
  const right = { holder: 'ada', count: 2n, class_id: 'common', plan_id: null, strike: null, origin: null };
  const some = { ...right, kind: 'options', quantity: 3n * 10n ** 10n, over: 2n * 10n ** 10n } as const;
  const none = { ...right, kind: 'warrants', quantity: 5n * 10n ** 10n, over: 5n * 10n ** 10n } as const;
  const steps: Step[] = [{ kind: 'split', share_class_id: 'common', numerator: 1, denominator: 2 }, exit(4_000_001)];
  const { tables, waterfalls } = runScenario({ ...state, rights: [some, none] }, [steps[1]!]);
  expect(tables[1]).toMatchObject({ total: '8000016', options: '6', warrants: '10' });
  expect(waterfalls[0]!.paid).toEqual({ common: '4000000', options: '1' });
  // After a split what can be exercised is rounded down by itself: nothing of one share.
  const halved = runScenario({ ...state, rights: [some, none] }, steps);
  expect(halved.tables[1]).toMatchObject({ total: '4000006', options: '2', warrants: '4' });
  expect(halved.waterfalls[0]!.paid).toEqual({ common: '4000001' });
});

describe('bad input is refused at its field', () => {
  it.each<[string, Step[], string]>([
    ['a pool of everything', [{ ...seed, pool: { target: 1 } }], 'steps.0.pool.target'],
    ['no money', [{ ...seed, investors: [{ name: 'Harbor', amount: 0 }] }], 'steps.0.investors.0.amount'],
    ['nobody invests', [{ ...seed, investors: [] }], 'steps.0.investors'],
    ['a negative valuation', [{ ...seed, pre_money: -5 }], 'steps.0.pre_money'],
    ['an absurd valuation', [{ ...seed, pre_money: `1${'0'.repeat(30)}` }], 'steps.0.pre_money'],
    ['an unknown convertible', [{ ...seed, converts: ['X'] }], 'steps.0.converts'],
    ['a convertible named twice', [{ ...seed, converts: ['X', 'X'] }], 'steps.0.converts'],
    [
      'an unknown investor',
      [{ ...seed, investors: [{ shareholder_id: 'zoe', name: 'Zoe', amount: 1 }] }],
      'steps.0.investors.0.shareholder_id',
    ],
    ['an unknown plan', [{ ...seed, equity_plan_id: 'P' }], 'steps.0.equity_plan_id'],
    ['a class without a name', [{ ...seed, class_name: ' ' }], 'steps.0.class_name'],
    ['a cap without participation', [{ ...seed, total_cap: 3 }], 'steps.0.total_cap'],
    [
      'a cap below the preference',
      [{ ...seed, participating: true, preference_multiple: 2, total_cap: 1 }],
      'steps.0.total_cap',
    ],
    [
      'a cap below its money',
      [{ kind: 'convertible', name: 'Cleo', instrument: { ...safe, cap: 1 } }],
      'steps.0.instrument.cap',
    ],
    [
      'two equal ids',
      [
        { kind: 'convertible', name: 'A', instrument: safe },
        { kind: 'convertible', name: 'B', instrument: safe },
      ],
      'steps.1.instrument.id',
    ],
    ['more granted than there is', [{ kind: 'grant', quantity: 1 }], 'steps.0.quantity'],
    ['a part of a share', [{ kind: 'pool', quantity: '1.5' }], 'steps.0.quantity'],
    [
      'a split of nothing',
      [{ kind: 'split', share_class_id: 'common', numerator: 0, denominator: 1 }],
      'steps.0.numerator',
    ],
    [
      'an unknown class',
      [{ kind: 'split', share_class_id: 'x', numerator: 2, denominator: 1 }],
      'steps.0.share_class_id',
    ],
    ['negative proceeds', [exit(-1)], 'steps.0.proceeds'],
    ['a step after the exit', [exit(1), { kind: 'pool', quantity: 1 }], 'steps.1'],
  ])('%s', (_, steps, field) => {
    expect(Object.keys(refused(() => run(steps)))).toContain(field);
  });

  it('caps that together sell the whole company', () => {
    const all: Step[] = [1, 2, 3].map((n) => ({
      kind: 'convertible',
      name: `S${n}`,
      instrument: { ...safe, id: `S${n}`, cap: 1_200_000 },
    }));
    expect(refused(() => run([...all, seed]))).toHaveProperty(['steps.3.converts']);
  });

  it('a start with two equal ids, unknown ids and figures that are none', () => {
    const bad: TypedStart = {
      holders: [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
      classes: [
        { id: 'c', name: 'C', kind: 'COMMON' },
        { id: 'p', name: 'P', kind: 'PREFERRED', total_cap: 5 },
      ],
      holdings: [
        { holder: 'z', class: 'c', shares: -1 },
        { holder: 'a', class: 'q', shares: 1 },
      ],
      options: [{ id: 'o', shares: 0, strike: 1 }],
      convertibles: [{ id: 'S', type: 'post_cap', amount: 5, cap: 5 }],
    };
    expect(Object.keys(refused(() => typedState(bad))).sort()).toEqual([
      'start.classes.1.total_cap',
      'start.convertibles.0.cap',
      'start.holders.1.id',
      'start.holdings.0.holder',
      'start.holdings.0.shares',
      'start.holdings.1.class',
      'start.options.0.shares',
    ]);
  });
});
