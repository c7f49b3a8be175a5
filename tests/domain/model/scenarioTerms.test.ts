// The terms of convertibles, warrants and pro rata rights in the steps of a scenario: the shown cases of the engine, as steps.
import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { roundDerivations } from '#src/domain/model/scenario/derivations.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import { readTypedStart, typedState } from '#src/domain/model/scenario/startState.ts';
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';
import type { ConvertibleStep, Investor, RoundStep, Step } from '#src/domain/model/scenario/steps.ts';

const startOf = (shares: number, options = 0): TypedStart => ({
  holders: [{ id: 'founders', name: 'Founders' }],
  classes: [{ id: 'common', name: 'Common', kind: 'COMMON' }],
  holdings: [{ holder: 'founders', class: 'common', shares }],
  ...(options > 0 && { options: [{ id: 'team', shares: options, strike: '0.1' }] }),
});
const run = (start: TypedStart, steps: readonly Step[]) => runScenario(typedState(start), steps);
const round = (pre_money: number, investors: readonly Investor[], more: Partial<RoundStep> = {}): RoundStep => ({
  kind: 'round',
  name: 'Round',
  class_name: 'Series A',
  pre_money,
  method: 'percent_ownership',
  investors,
  pool: null,
  converts: 'all',
  ...more,
});
const buys = (name: string, instrument: ConvertibleStep['instrument']): ConvertibleStep => ({
  kind: 'convertible',
  name,
  instrument,
});
const faultsOf = (work: () => unknown): Record<string, string> => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {};
    throw error;
  }
  throw new Error('Nothing was refused.');
};

describe('convertibles', () => {
  it('are those of the post-money SAFE’s guide: two SAFEs, a pool, and a pro rata right to a tenth of the round', () => {
    const { tables } = run(startOf(9_250_000, 650_000), [
      { kind: 'pool', quantity: 100_000 },
      buys('A', { id: 'A', type: 'post_cap', amount: 200_000, cap: 4_000_000 }),
      buys('B', { id: 'B', type: 'post_cap', amount: 800_000, cap: 8_000_000 }),
      round(
        15_000_000,
        [
          { name: 'Fund', amount: 4_500_000 },
          { name: 'B', pro_rata: '0.1' },
        ],
        {
          pool: { increase: 1_695_000 },
        },
      ),
    ]);
    expect(tables[4]!.round).toMatchObject({
      price: '1.1144',
      conversions: [{ shares: '588235' }, { shares: '1176470' }],
      investors: [
        { amount: '4500000', shares: '4038047' },
        { amount: '500000', shares: '448671', paid: '499998.96' },
      ],
    });
  });

  it('are five at once: a fixed part, an MFN and three caps, with a pool of a tenth', () => {
    const { tables } = run(startOf(9_000_000, 250_000), [
      { kind: 'pool', quantity: 750_000 },
      buys('YC', { id: 'Y', type: 'fixed_pct', amount: 125_000, pct: '0.07' }),
      buys('Mia', { id: 'M', type: 'mfn', amount: 375_000, better_of: ['S1', 'S3'] }),
      buys('One', { id: 'S1', type: 'post_cap', amount: 750_000, cap: 10_000_000 }),
      buys('Two', { id: 'S2', type: 'post_cap', amount: 475_000, cap: 10_000_000 }),
      buys('Three', { id: 'S3', type: 'post_cap', amount: 500_000, cap: 13_000_000 }),
      round(25_000_000, [{ name: 'Fund', amount: 4_000_000 }], { pool: { target: '0.1' } }),
    ]);
    const { exact_price, conversions } = tables[7]!.round!;
    // The pool is whole shares, so the price differs from 24726/14455 in the seventh place.
    expect(exact_price.decimal.slice(0, 8)).toBe('1.710549');
    expect(conversions.map(({ binding }) => binding)).toEqual(['percent', 'cap', 'cap', 'cap', 'cap']);
    expect(conversions[1]!.price).toBe(conversions[2]!.price);
  });

  it.each([
    ['SIMPLE', 'ACTUAL_365', '1160000'],
    ['QUARTERLY', 'ACTUAL_365', '1171659.38'],
    ['ANNUAL', 'ACTUAL_365', '1166400'],
    ['SIMPLE', '30_360', '1160000'],
    ['SIMPLE', 'ACTUAL_360', '1162222.22'],
  ] as const)('of a note bear interest: %s, %s', (compounding, day_count, amount) => {
    const interest = { rate: '0.08', day_count, compounding, from: '2025-01-01', to: '2027-01-01' };
    const note = buys('Nora', {
      id: 'N',
      type: 'pre_cap',
      amount: 1_000_000,
      cap: 5_000_000,
      discount: '0.2',
      interest,
    });
    const { tables } = run(startOf(8_000_000), [note, round(20_000_000, [{ name: 'Fund', amount: 4_000_000 }])]);
    expect(tables[1]!.convertibles[0]!.amount).toBe('1000000');
    expect(tables[2]!.round!.conversions[0]).toMatchObject({ amount, price: '0.625', binding: 'cap' });
  });

  it('that follow the best terms do so at an exit as well', () => {
    const steps: Step[] = [
      buys('Mia', { id: 'M', type: 'mfn', amount: 100_000, better_of: ['S', 'T'] }),
      buys('Sam', { id: 'S', type: 'post_cap', amount: 500_000, cap: 5_000_000 }),
      buys('Tom', { id: 'T', type: 'post_cap', amount: 500_000, cap: 10_000_000 }),
      { kind: 'exit', proceeds: 50_000_000 },
    ];
    const { payout } = run(startOf(8_000_000), steps).waterfalls[0]!;
    // 2 %, 10 % and 5 % of the company.
    expect([payout.M!.exact, payout.S!.exact, payout.T!.exact]).toEqual(['1000000', '5000000', '2500000']);
  });

  it('with a day that is none are refused at that day', () => {
    const interest = {
      rate: 0.08,
      day_count: 'ACTUAL_365',
      compounding: 'SIMPLE',
      from: '',
      to: '2027-01-01',
    } as const;
    const note = { id: 'N', type: 'round', amount: 1000, interest } as const;
    expect(faultsOf(() => run(startOf(1), [buys('Nora', note)]))).toEqual({
      'steps.0.instrument.interest.from': 'Enter a day.',
    });
    expect(readTypedStart({ ...startOf(1), convertibles: [note] }).faults).toEqual({
      'start.convertibles.0.interest.from': 'Enter a day.',
    });
  });
});

describe('a pro rata right', () => {
  const angel: Step = round(8_000_000, [{ name: 'Angel', amount: 2_000_000 }], { class_name: 'Seed' });

  it('keeps the part of the table, whatever the others invest', () => {
    for (const amount of [1_000_000, 6_000_000, '2345678.91']) {
      const steps = [
        angel,
        round(30_000_000, [
          { name: 'Fund', amount },
          { name: 'Angel', pro_rata: 'held' },
        ]),
      ];
      const { tables } = run(startOf(8_000_000), steps);
      const [before, after] = [1, 2].map((step) => tables[step]!.rows.find(({ name }) => name === 'Angel')!);
      expect(before!.percent).toBe('20.0000');
      expect(Number(after!.percent)).toBeCloseTo(20, 3);
    }
  });

  it('of several are parts of the same new money, and are told in words', () => {
    const steps = [
      angel,
      round(30_000_000, [
        { name: 'Fund', amount: 3_000_000 },
        { name: 'Angel', pro_rata: 'held' },
        { name: 'Other', pro_rata: 0.2 },
      ]),
    ];
    const { tables } = run(startOf(8_000_000), steps);
    expect(tables[2]!.round!.investors.map(({ amount }) => amount)).toEqual(['3000000', '1000000', '1000000']);
    const { investors } = roundDerivations(tables[1]!, tables[2]!, steps[1] as RoundStep);
    expect(investors[1]!.slice(0, 2)).toEqual([
      'Buys the same part of the new shares as they have before the round: 2,000,000 ÷ 10,000,000 = 20.0000 %.',
      'This part of all the new money is 1,000,000.00, rounded down to the cent.',
    ]);
    expect(investors[2]![0]).toBe('20 % of all the new money is 1,000,000.00, rounded down to the cent.');
  });

  it.each<[string, readonly Investor[], string]>([
    [
      'of somebody who holds nothing',
      [
        { name: 'F', amount: 1 },
        { name: 'X', pro_rata: 'held' },
      ],
      'investors.1.pro_rata',
    ],
    ['of nobody’s amount', [{ name: 'X', pro_rata: 0.5 }], 'investors'],
    [
      'of everything',
      [
        { name: 'F', amount: 1 },
        { name: 'X', pro_rata: 1 },
      ],
      'investors.1.pro_rata',
    ],
    [
      'that is everything with another',
      [
        { name: 'F', amount: 1 },
        { name: 'X', pro_rata: 0.5 },
        { name: 'Y', pro_rata: '1/2' },
      ],
      'investors',
    ],
    [
      'below zero',
      [
        { name: 'F', amount: 1 },
        { name: 'X', pro_rata: -0.1 },
      ],
      'investors.1.pro_rata',
    ],
    ['beside an amount', [{ name: 'F', amount: 1, pro_rata: 0.1 }], 'investors.0.amount'],
    ['without either', [{ name: 'F' }], 'investors.0.amount'],
    [
      'that leaves next to nothing',
      [
        { name: 'F', amount: 1e9 },
        { name: 'X', pro_rata: `0.${'9'.repeat(20)}` },
      ],
      'investors.1.pro_rata',
    ],
  ])('%s is refused', (_, investors, field) => {
    expect(Object.keys(faultsOf(() => run(startOf(8_000_000), [round(1_000_000, investors)])))).toEqual([
      `steps.0.${field}`,
    ]);
  });
});

describe('a warrant', () => {
  const warrant: Step = {
    kind: 'warrant',
    name: 'Bank',
    share_class_id: 'common',
    quantity: 1_000_000,
    strike: '1',
  };

  it('counts in the table and in a round’s price, is split, and is paid above its strike', () => {
    const fund = { name: 'Fund', amount: 1_000_000 };
    const split: Step = { kind: 'split', share_class_id: 'common', numerator: 2, denominator: 1 };
    const { tables, waterfalls } = run(startOf(8_000_000), [
      warrant,
      round(9_000_000, [fund], { preference_multiple: 0 }),
      split,
      { kind: 'exit', proceeds: 19_000_000 },
    ]);
    expect(tables[1]).toMatchObject({ total: '9000000', warrants: '1000000' });
    expect(tables[2]!.price).toBe('1');
    expect(tables[3]!.rows.find(({ name }) => name === 'Bank')).toMatchObject({
      warrants: '2000000',
      total: '2000000',
    });
    // 20,000,000 shares share the proceeds and the strikes of 2,000,000 at $0.50: $1 a share.
    expect(waterfalls[0]!.payout.warrants!.exact).toBe('1000000');
    expect(waterfalls[0]!.by_holder['new:Bank']).toBe('1000000');
  });

  it('is typed in with a start, for a holder or by itself', () => {
    const warrants = [
      { id: 'founders', class: 'common', shares: 500_000, strike: 2 },
      { id: 'Bank', class: 'common', shares: 500_000, strike: 1 },
    ];
    const { tables } = run({ ...startOf(1_000_000), warrants }, []);
    expect(tables[0]!.rows.map(({ name, total }) => [name, total])).toEqual([
      ['Founders', '1500000'],
      ['Bank', '500000'],
    ]);
    const { faults } = readTypedStart({ ...startOf(1), warrants: [{ id: ' ', class: 'x', shares: 0, strike: -1 }] });
    expect(Object.keys(faults).sort()).toEqual(
      ['class', 'id', 'shares', 'strike'].map((field) => `start.warrants.0.${field}`),
    );
  });

  it.each([
    ['an unknown class', { share_class_id: 'x' }, 'share_class_id'],
    ['no shares', { quantity: 0 }, 'quantity'],
    ['a strike below zero', { strike: -1 }, 'strike'],
    ['nobody', { name: ' ' }, 'name'],
  ])('of %s is refused', (_, changes, field) => {
    expect(Object.keys(faultsOf(() => run(startOf(1), [{ ...warrant, ...changes } as Step])))).toEqual([
      `steps.0.${field}`,
    ]);
  });
});
