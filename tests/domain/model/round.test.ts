// Rounds by themselves: each figure by its formula, and terms that have no answer.
import { describe, expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { roundFigures } from '#src/domain/model/roundCall.ts';
import type { WrittenInstrument, WrittenRound } from '#src/domain/model/roundCall.ts';

const round = (changes: Partial<WrittenRound> = {}): WrittenRound => ({
  outstanding_fully_diluted: 8_000_000,
  unallocated_pool: 0,
  pre_money: 12_000_000,
  new_money: 3_000_000,
  method: 'percent_ownership',
  instruments: [],
  ...changes,
});
const safe = (changes: Partial<WrittenInstrument> = {}): WrittenInstrument => ({
  id: 'S',
  type: 'post_cap',
  amount: 1_000_000,
  cap: 10_000_000,
  ...changes,
});
const sharesOf = (written: WrittenRound) =>
  Object.fromEntries(Object.entries(roundFigures(written).conversions).map(([id, each]) => [id, each.shares.exact]));

describe('a round', () => {
  it('divides the pre-money valuation by the shares before it', () => {
    const { price, new_shares, total } = roundFigures(round());
    expect([price.exact, new_shares.exact, total.exact]).toEqual(['3/2', '2000000', '10000000']);
  });

  it('reaches the pool’s target after the money, and keeps a larger pool', () => {
    expect(roundFigures(round({ pool: { target: '0.1' } })).pool_after.exact).toBe('8000000/7');
    const larger = roundFigures(round({ unallocated_pool: 2_000_000, pool: { target: '0.1' } }));
    expect(larger.pool_after.exact).toBe('2000000');
    const grown = roundFigures(round({ unallocated_pool: 500_000, pool: { increase: 250_000 } }));
    expect(grown.pool_after.exact).toBe('750000');
  });

  it('lets the holders, the investors or both bear a conversion, by the method', () => {
    const instruments = [safe({ type: 'discount', cap: null, amount: 1_000_000, discount: '0.3' })];
    const priced = (method: WrittenRound['method']) =>
      roundFigures(
        round({
          outstanding_fully_diluted: 1_000_000,
          pre_money: 8_000_000,
          new_money: 2_000_000,
          method,
          instruments,
        }),
      ).price.exact;
    expect([priced('pre_money'), priced('percent_ownership'), priced('dollars_invested')]).toEqual([
      '8',
      '46/7',
      '53/7',
    ]);
  });

  it('converts by the cap or the discount, whichever gives more, and calls a tie a cap', () => {
    const bound = (cap: number, discount: string) =>
      roundFigures(round({ method: 'pre_money', instruments: [safe({ type: 'pre_cap', cap, discount })] })).conversions[
        'S'
      ];
    expect(bound(6_000_000, '0.2')).toMatchObject({ shares: { exact: '4000000/3' }, binding: 'cap' });
    expect(bound(11_000_000, '0.2')).toMatchObject({ shares: { exact: '2500000/3' }, binding: 'discount' });
    expect(bound(9_600_000, '0.2')).toMatchObject({ shares: { exact: '2500000/3' }, binding: 'cap' });
  });

  it('owns the money over the cap before the new money, where a post-money cap binds', () => {
    const instruments = [safe(), safe({ id: 'T', amount: 500_000, cap: 5_000_000 })];
    expect(sharesOf(round({ instruments }))).toEqual({ S: '1000000', T: '1000000' });
  });

  it('gives an mfn the best of the later terms whole, for its own amount', () => {
    const instruments = [
      safe({ id: 'M', type: 'mfn', cap: null, amount: 100_000, better_of: ['S', 'D'] }),
      safe({ id: 'S', amount: 400_000, cap: 8_000_000 }),
      safe({ id: 'D', type: 'discount', cap: null, amount: 200_000, discount: '0.1' }),
    ];
    const { conversions } = roundFigures(round({ instruments }));
    expect(conversions['M']!.binding).toBe('cap');
    expect(Number(conversions['S']!.shares.decimal) / Number(conversions['M']!.shares.decimal)).toBeCloseTo(4, 9);
    const alone = roundFigures(round({ instruments: [safe({ id: 'M', type: 'mfn', cap: null, better_of: [] })] }));
    expect(alone.conversions['M']!.binding).toBe('round');
  });

  it('does not depend on the order of the instruments', () => {
    const instruments = [
      safe({ id: 'a', amount: 125_000, type: 'fixed_pct', pct: '0.07', cap: null }),
      safe({ id: 'b', amount: 375_000, type: 'mfn', cap: null, better_of: ['d', 'c', 'e'] }),
      safe({ id: 'c', amount: 750_000, cap: 10_000_000 }),
      safe({ id: 'd', amount: 475_000, cap: 10_000_000 }),
      safe({ id: 'e', amount: 500_000, type: 'pre_cap', cap: 13_000_000, discount: '0.15' }),
    ];
    const terms = round({ pool: { target: '0.1' }, instruments });
    expect(roundFigures({ ...terms, instruments: instruments.toReversed() })).toEqual(roundFigures(terms));
  });

  it('is rounded once: the price to four places, shares down, the pool up, and what is left is shown', () => {
    const { rounded } = roundFigures(
      round({
        outstanding_fully_diluted: 9_100_003,
        pre_money: 25_000_000,
        new_money: 4_000_000,
        pool: { target: '0.1' },
        instruments: [safe()],
        pro_rata: [{ id: 'S', percent: '0.1' }],
      }),
    );
    const [price, shares] = [Number(rounded.price), Number(rounded.new_shares)];
    expect(rounded.price).toMatch(/^\d\.\d{4}$/);
    expect(shares).toBe(Math.floor(4_000_000 / price));
    expect(Number(rounded.residue)).toBeCloseTo(4_000_000 - shares * price, 4);
    expect(rounded.pro_rata['S']!.shares).toBe(String(Math.floor(shares / 10)));
    const parts = [9_100_003, rounded.pool_after, rounded.new_shares, rounded.conversions['S']!.shares];
    expect(parts.reduce<number>((sum, part) => sum + Number(part), 0)).toBe(Number(rounded.total));
  });
});

describe('terms without an answer', () => {
  const refusalOf = (changes: Partial<WrittenRound>) => {
    try {
      roundFigures(round(changes));
    } catch (error) {
      if (error instanceof AppError) return { status: error.status, fields: Object.keys(error.fields ?? {}) };
      throw error;
    }
    return null;
  };

  it.each<[string, Partial<WrittenRound>, string]>([
    ['a pool of all shares', { pool: { target: 1 } }, 'pool.target'],
    ['a pool that leaves nothing', { pool: { target: '0.9' } }, 'instruments'],
    ['a cap below its money', { instruments: [safe({ cap: 900_000 })] }, 'instruments.0.cap'],
    ['a cap of the money itself', { instruments: [safe({ cap: 1_000_000 })] }, 'instruments.0.cap'],
    [
      'SAFEs that sell the whole company',
      { instruments: [safe({ amount: 6_000_000 }), safe({ id: 'T', amount: 5_000_000 })] },
      'instruments',
    ],
    ['a discount of everything', { instruments: [safe({ type: 'discount', discount: 1 })] }, 'instruments.0.discount'],
    ['an mfn of itself', { instruments: [safe({ type: 'mfn', better_of: ['S'] })] }, 'instruments.0.better_of'],
    [
      'two mfn that wait for one another',
      { instruments: [safe({ type: 'mfn', better_of: ['T'] }), safe({ id: 'T', type: 'mfn', better_of: ['S'] })] },
      'instruments.0.better_of',
    ],
    ['two of one id', { instruments: [safe(), safe()] }, 'instruments.1.id'],
    ['money below zero', { new_money: -1 }, 'new_money'],
    ['no valuation', { pre_money: 0 }, 'pre_money'],
    ['nobody before the round', { outstanding_fully_diluted: 0 }, 'outstanding_fully_diluted'],
    ['shares below zero', { outstanding_fully_diluted: -5 }, 'outstanding_fully_diluted'],
    ['a pool below zero', { unallocated_pool: '-1' }, 'unallocated_pool'],
    [
      'one pro rata right twice',
      {
        pro_rata: [
          { id: 'a', percent: '0.1' },
          { id: 'a', percent: '0.1' },
        ],
      },
      'pro_rata.1.id',
    ],
    [
      'pro rata rights to more than the round',
      {
        pro_rata: [
          { id: 'a', percent: '0.6' },
          { id: 'b', percent: '0.5' },
        ],
      },
      'pro_rata.1.percent',
    ],
  ])('%s is refused at its field', (_what, changes, field) => {
    expect(refusalOf(changes)).toEqual({ status: 422, fields: expect.arrayContaining([field]) });
  });
});
