// Every worked case that a call of modelling can answer, through HTTP, to the last digit.
import { beforeAll, describe, expect, it } from 'vitest';
import { casesOf, isSame, roundBodyOf } from './cases.ts';
import type { Json } from './cases.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});

async function model(name: string, body: Json): Promise<Json> {
  const reply = await owner.post(`/api/model/${name}`, body);
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, '']);
  return reply.body;
}
const round = (inputs: Json, method?: string) => model('round', roundBodyOf(inputs, method));
const expectSame = (a: string | number, b: string | number) =>
  expect(isSame(a, b), `${String(a)} is ${String(b)}`).toBe(true);
const cents = (exact: string) => {
  const [n = '', d = '1'] = exact.split('/');
  return Math.round((Number(n) / Number(d)) * 100) / 100;
};

const convertibles = casesOf('convertibles');
describe.skipIf(!convertibles['CV-01'])('rounds and what converts', () => {
  const rounds = casesOf('rounds');
  const exact: [string, Json, string, Json][] = [];
  for (const { id, inputs, expected } of [...Object.values(convertibles), ...Object.values(rounds)]) {
    if (expected.exact) exact.push([id, inputs, 'percent_ownership', expected.exact]);
    if (id !== 'CV-06') continue;
    for (const [method, figures] of Object.entries(expected)) exact.push([`${id} ${method}`, inputs, method, figures]);
  }

  it.each(exact)('%s', async (_id, inputs, method, expected) => {
    const answer = await round(inputs, method);
    expect(answer.price.exact).toBe(expected.pricePerShare.exact);
    expect(answer.total.exact).toBe(expected.totalSharesPost.exact);
    expect(answer.pool_after.exact).toBe(expected.poolAfter.exact);
    expect(answer.new_shares.exact).toBe(expected.newMoneyShares.exact);
    const shown = Object.entries(answer.conversions as Json).map(([id, each]: Json) => [
      id,
      each.shares.exact,
      each.binding,
    ]);
    expect(shown).toEqual(
      Object.entries(expected.conversions as Json).map(([id, each]: Json) => [
        id,
        each.shares.exact,
        each.binding === 'fixed' ? 'percent' : each.binding,
      ]),
    );
  });

  it('CV-01 in whole shares by the rule R1, with a pro rata purchase', async () => {
    const { inputs, expected } = convertibles['CV-01']!;
    const { rounded } = await round(inputs);
    const integers = expected.sequentialIntegers;
    expect(isSame(rounded.price, integers.price)).toBe(true);
    expectSame(rounded.new_shares, integers.newMoneyShares);
    expectSame(rounded.pro_rata.B.shares, integers.proRataShares);
    expectSame(rounded.pro_rata.B.cost, integers.proRataCost);
    expectSame(rounded.conversions.A.shares, integers.A);
    expectSame(rounded.conversions.B.shares, integers.B);
    expectSame(rounded.total, integers.totalPost);
  });

  it('CV-03: what a post-money SAFE owns before the new money', async () => {
    const { inputs, expected } = convertibles['CV-03']!;
    for (const [index, [amount, cap]] of inputs.purchases.entries()) {
      const { conversions, total, new_shares } = await model('round', {
        outstanding_fully_diluted: 1,
        unallocated_pool: 0,
        pre_money: 1_000_000_000,
        new_money: 0,
        method: 'percent_ownership',
        instruments: [{ id: 'S', type: 'post_cap', amount, cap }],
      });
      expect(new_shares.exact).toBe('0');
      const owned = Number(conversions.S.shares.decimal) / Number(total.decimal);
      expect((owned * 100).toFixed(4)).toBe(expected.ownershipPct[index]);
    }
  });

  it('CV-04: SAFEs at an exit take their money back or convert', async () => {
    const { inputs, expected } = convertibles['CV-04']!;
    const { founders, optionsOutstanding } = inputs.capTable;
    const liquidity = expected.liquidityCapitalization.exact as string;
    const [n, d = '1'] = liquidity.split('/');
    const answer = await model('waterfall', {
      proceeds: inputs.proceeds,
      classes: inputs.safes.map(({ id, amount, cap }: Json) => ({
        id,
        as_converted_shares: `${BigInt(n!) * BigInt(amount)}/${BigInt(d) * BigInt(cap)}`,
        preference: amount,
        rank: 0,
        participating: false,
        total_cap: null,
      })),
      common: { common: founders + optionsOutstanding },
      options: [],
    });
    expect(answer.per_common_share.exact).toBe(expected.perShare.exact);
    expect(answer.convert).toEqual(expected.converts);
    expectSame(answer.payout.A.exact, expected.payout.A);
    expectSame(answer.payout.B.exact, expected.payout.B);
    expectSame(answer.payout.common.exact, expected.payout.commonAndOptions);
  });

  it('CV-05, CV-07 and CV-09: the shares outside the price, cap against discount, and interest', async () => {
    const five = convertibles['CV-05']!;
    const primer = await round({ shares: five.inputs.fullyDilutedPreIncludingNewPool, ...five.inputs }, 'pre_money');
    expect(primer.price.exact).toBe(five.expected.seriesPrice.exact);
    expectSame(primer.new_shares.exact, five.expected.seriesShares);
    expectSame(primer.conversions.S.shares.exact, five.expected.safeShares);

    const seven = convertibles['CV-07']!;
    for (const [index, { preMoney, price }] of seven.inputs.rounds.entries()) {
      const { principal: amount, cap, discount } = seven.inputs;
      const shares = preMoney / Number(price);
      const safe = { type: 'pre_cap', amount, cap, discount };
      const answer = await round({ shares, preMoney, newMoney: 0, safe }, 'pre_money');
      expectSame(answer.price.exact, price);
      expectSame(answer.conversions.S.shares.exact, seven.expected.results[index].shares);
      expect(answer.conversions.S.binding).toBe(seven.expected.results[index].binding);
    }

    const nine = convertibles['CV-09']!;
    const { principal: amount, rate, cap, capCapitalization, discount } = nine.inputs;
    const interest = { rate, day_count: 'ACTUAL_365', compounding: 'SIMPLE', from: '2025-01-01', to: '2026-01-01' };
    for (const [index, price] of nine.inputs.roundPrices.entries()) {
      const safe = { type: 'pre_cap', amount, cap, discount, interest };
      const preMoney = Math.round(Number(price) * capCapitalization);
      const { rounded, conversions } = await round(
        { shares: capCapitalization, preMoney, newMoney: 0, safe },
        'pre_money',
      );
      const expected = nine.expected.results[index];
      expect(conversions.S.binding).toBe(expected.binding);
      expectSame(rounded.conversions.S.price, expected.price);
      expectSame(rounded.conversions.S.shares, expected.shares);
      expectSame(rounded.conversions.S.residue, expected.cashResidue);
    }
  });

  it('CV-08: what a note has grown to converts', async () => {
    const { inputs, expected } = convertibles['CV-08']!;
    const grown = async (day_count: string, compounding: string, from = inputs.start, to = inputs.end) => {
      const { rate, principal: amount } = inputs;
      const safe = { type: 'round', amount, interest: { rate, day_count, compounding, from, to } };
      // At a price of 1 the shares are the money.
      const { conversions } = await round({ shares: 1_000_000, preMoney: 1_000_000, newMoney: 0, safe }, 'pre_money');
      return conversions.S.shares.exact;
    };
    expect(isSame(await grown('ACTUAL_365', 'SIMPLE'), expected.simpleAct365)).toBe(true);
    expectSame(await grown('ACTUAL_365', 'ANNUAL'), expected.compoundAnnual);
    expectSame(await grown('ACTUAL_365', 'QUARTERLY'), expected.compoundQuarterly);
    expectSame(await grown('ACTUAL_360', 'SIMPLE'), expected.simpleAct360);
    for (const [index, [from, to]] of inputs.dayCountExamples.entries()) {
      for (const [dayCount, year, days] of [
        ['30_360', 360, expected.thirty360[index]],
        ['ACTUAL_365', 365, expected.actual[index]],
      ]) {
        const interest = Math.round(((1_000_000 * 0.08 * days) / year) * 100) / 100;
        expectSame(await grown(dayCount, 'SIMPLE', from, to), (1_000_000 + interest).toFixed(2));
      }
    }
  });

  it('RD-01, RD-03 and RD-04', async () => {
    const one = rounds['RD-01']!;
    const plain = await round(one.inputs);
    expectSame(plain.price.exact, one.expected.price);
    expectSame(plain.new_shares.exact, one.expected.newShares);
    expectSame(plain.total.exact, one.expected.total);
    const three = rounds['RD-03']!;
    const pooled = await round(three.inputs);
    expect(pooled.pool_after.exact).toBe(three.expected.poolIncrease.exact);
    expectSame(pooled.price.exact, three.expected.price);
    expect(pooled.new_shares.exact).toBe(three.expected.newShares.exact);
    expect(pooled.total.exact).toBe(three.expected.total.exact);
    const four = rounds['RD-04']!;
    const golden = await round(four.inputs);
    expectSame(golden.conversions.S.shares.exact, four.expected.safeShares);
    expectSame(golden.price.exact, four.expected.price);
    expectSame(golden.new_shares.exact, four.expected.newShares);
    expectSame(golden.total.exact, four.expected.total);
  });

  it('RD-05, RD-06, RD-09 and RD-10: shortcuts, which rounds of their own confirm', async () => {
    const { inputs, expected } = rounds['RD-05']!;
    const million = (text: string) => Number(text) * 1_000_000;
    const shares = 1_000_000;
    const effective = await round({
      shares,
      preMoney: million(inputs.effectivePre.preMillions),
      newMoney: million(inputs.effectivePre.newMillions),
      poolTargetUnallocatedPost: '0.15',
    });
    expect((Number(effective.price.decimal) * shares) / 1e6).toBeCloseTo(Number(expected.effectivePreMillions), 6);
    const both = await round({ shares, preMoney: 80, newMoney: 20, poolTargetUnallocatedPost: '0.15' });
    expect((80 * shares) / Number(both.total.decimal)).toBeCloseTo(Number(expected.stakeAfterPct), 6);
    const first = await round({ shares, preMoney: 80, newMoney: 20 });
    const second = await round({ shares: Number(first.total.exact), preMoney: 75, newMoney: 25 });
    expect((80 * shares) / Number(second.total.decimal)).toBeCloseTo(Number(expected.chainEndPct), 6);
    const topUp = await round({ shares, preMoney: million('20'), newMoney: million('5') });
    const kept = (0.1 * shares) / Number(topUp.total.decimal);
    expect((0.15 - kept) * 25).toBeCloseTo(Number(expected.chequeMillions), 6);

    const six = rounds['RD-06']!;
    const { roundShares, price } = six.inputs;
    const purchase = await model('round', {
      ...roundBodyOf(
        { shares: 10_000_000, preMoney: 11_144_000, newMoney: (roundShares * 11_144) / 10_000 },
        'pre_money',
      ),
      pro_rata: [{ id: 'holder', percent: six.inputs.holderPct }],
    });
    expectSame(purchase.rounded.price, price);
    expectSame(purchase.rounded.pro_rata.holder.shares, six.expected.shares);
    expectSame(purchase.rounded.pro_rata.holder.cost, six.expected.cost);

    // A pool of new shares without money is a grant of new stock, at whatever price.
    const granted = (of: number, target: string) =>
      round({ shares: of, preMoney: of, newMoney: 0, poolTargetUnallocatedPost: target });
    const nine = rounds['RD-09']!;
    expect((await granted(nine.inputs.fullyDiluted, nine.inputs.targetPct)).pool_after.exact).toBe(
      nine.expected.newSharesExact.exact,
    );
    const ten = rounds['RD-10']!;
    const hire = await granted(2_500_000, '0.05');
    expect(Math.floor(Number(hire.pool_after.decimal))).toBe(ten.inputs.newEmployeeShares);
  });
});

const waterfall = casesOf('waterfall');
describe.skipIf(!waterfall['WF-01'])('exits', () => {
  const one = (id: string, shares: Json, preference: Json, rank = 0, more: Json = {}) => ({
    id,
    as_converted_shares: shares,
    preference,
    rank,
    participating: false,
    total_cap: null,
    ...more,
  });

  it('WF-01: plain against participating with a cap, at ten prices', async () => {
    const { inputs, expected } = waterfall['WF-01']!;
    for (const proceeds of inputs.exits) {
      const row = expected[`${proceeds / 1e6}M`];
      const paid = (inv: Json) => model('waterfall', { proceeds, classes: [inv], common: { mgmt: 2 }, options: [] });
      const plain = await paid(one('inv', 1, inputs.invested));
      const capped = await paid(
        one('inv', 1, 2 * inputs.invested, 0, { participating: true, total_cap: 3 * inputs.invested }),
      );
      for (const id of ['inv', 'mgmt']) {
        expect(cents(plain.payout[id].exact)).toBe(Number(row.plain1xNonParticipating[id]));
        expect(cents(capped.payout[id].exact)).toBe(Number(row.part2xCap3x[id]));
      }
      expect(capped.convert).toEqual(row.converted);
    }
  });

  it('WF-02: conversion is a game, and its breakpoints', async () => {
    const { inputs, expected } = waterfall['WF-02']!;
    const classes = [
      one('A', inputs.A.shares, inputs.A.invested, 1, { participating: true, total_cap: 2 * inputs.A.invested }),
      one('B', inputs.B.shares, inputs.B.invested, 0),
    ];
    const at = (proceeds: number) =>
      model('waterfall', { proceeds, classes, common: { common: inputs.common }, options: [] });
    const points = { ...expected.around, [inputs.exit / 1e6]: expected.equilibrium };
    for (const [millions, row] of Object.entries(points) as [string, Json][]) {
      const answer = await at(Number(millions) * 1e6);
      expect(answer.convert).toEqual(row.convert);
      for (const id of ['A', 'B', 'common']) expect(answer.payout[id].exact).toBe(row.exact[id]);
      expect(answer.per_common_share.exact).toBe(row.perCommonShare.exact);
    }
    const { breakpoints } = await at(1);
    const shown = breakpoints.map(({ exact }: Json) => exact);
    expect(shown).toEqual(expect.arrayContaining(Object.values(expected.breakpoints)));
  });

  it('WF-03 to WF-06: ranks, debt as a first rank that never converts, options, eight classes', async () => {
    const three = waterfall['WF-03']!;
    const stacked = await model('waterfall', {
      proceeds: three.inputs.exit,
      classes: ['A', 'B'].map((id) =>
        one(id, three.inputs[id].shares, three.inputs[id].invested, three.inputs[id].rank),
      ),
      common: { common: three.inputs.common },
      options: [],
    });
    for (const id of ['A', 'B', 'common']) expect(stacked.payout[id].exact).toBe(three.expected.exact[id]);

    const four = waterfall['WF-04']!;
    for (const [index, { exit, debt }] of four.inputs.cases.entries()) {
      const { payout } = await model('waterfall', {
        proceeds: exit,
        classes: [
          ...debt.map(([id, rank, owed]: Json) => one(id, 0, owed, rank)),
          one('A', four.inputs.A.shares, four.inputs.A.invested, 9),
        ],
        common: { common: four.inputs.common },
        options: [],
      });
      for (const [id, paid] of Object.entries(four.expected.results[index]))
        expectSame(payout[id].exact, paid as string);
    }

    const five = waterfall['WF-05']!;
    const { count, strike } = five.inputs.options;
    for (const exit of five.inputs.exits) {
      const row = five.expected[`at${exit / 1e6}M`];
      const common = { common: five.inputs.common };
      const answer = await model('waterfall', {
        proceeds: exit,
        classes: [],
        common,
        options: [['options', count, strike]],
      });
      expect(answer.payout.common.exact).toBe(row.exact.common);
      expect(answer.payout.options.exact).toBe(row.exact.options);
      expect(answer.per_common_share.exact).toBe(row.perCommonShare.exact);
    }

    const six = waterfall['WF-06']!;
    const eight = await model('waterfall', {
      proceeds: six.inputs.exit,
      classes: six.inputs.classes.map(({ id, shares, price, stackOrder }: Json) =>
        one(id, shares, String(shares * Number(price)), 10 - stackOrder),
      ),
      common: { Common: six.inputs.common },
      options: [['ESOP', six.inputs.esopZeroStrike, 0]],
    });
    for (const [id, paid] of Object.entries(six.expected.exact)) expect(eight.payout[id].exact).toBe(paid);
  });

  it('CA-02 and CA-03: options by strike are worth their shares less what buys them', async () => {
    const actions = casesOf('actions');
    const worth = async (n: Json, strike: string, market: string) => {
      const paid = (1_000_000n * BigInt(Math.round(Number(market) * 100))) / 100n;
      const gain = Math.max(0, (Number(market) - Number(strike)) * n);
      const common = { common: 1_000_000 };
      const proceeds = Number(paid) + gain;
      const answer = await model('waterfall', { proceeds, classes: [], common, options: [['o', n, strike]] });
      expectSame(answer.per_common_share.exact, market);
      return answer.payout.o.exact;
    };
    const two = actions['CA-02']!;
    for (const [index, { n, strike, market }] of two.inputs.cases.entries()) {
      const [a, b = '1'] = two.expected.incremental[index].exact.split('/');
      expectSame(await worth(n, strike, market), `${BigInt(a) * BigInt(market)}/${b}`);
    }
    const three = actions['CA-03']!;
    const value = await worth(three.inputs.y, three.inputs.strike, three.inputs.fmv);
    expect(isSame(value, three.expected.cashValue)).toBe(true);
  });
});

const vesting = casesOf('vesting');
describe.skipIf(!vesting['VS-01'])('schedules', () => {
  const schedule = (
    quantity: Json,
    vesting_start: string,
    months: number,
    cliff_months: number,
    as_of: string[] = [],
  ) => ({
    quantity,
    vesting_start,
    months,
    cliff_months,
    allocation_type: 'CUMULATIVE_ROUND_DOWN',
    day_of_month: 'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
    as_of,
  });

  it('VS-01: eighteen shares in four parts, by every allocation', async () => {
    const { inputs, expected } = vesting['VS-01']!;
    for (const [allocation_type, parts] of Object.entries(expected) as [string, Json[]][]) {
      const body = { ...schedule(inputs.shares, '2025-01-01', inputs.tranches, 0), allocation_type };
      const { tranches } = await model('vesting', body);
      expect(tranches.map(({ quantity }: Json) => quantity)).toEqual(parts.map(String));
    }
  });

  it('VS-02 to VS-05 and VS-07: ends of months, leap years, cliffs, one share', async () => {
    const two = vesting['VS-02']!;
    const explained = await model('vesting', schedule(two.inputs.shares, two.inputs.start, 48, 12));
    expect(explained.tranches).toHaveLength(two.expected.events);
    expect(explained.tranches.slice(0, 3)).toEqual(
      two.expected.first.map(({ date, qty }: Json) => ({ date, quantity: String(qty) })),
    );
    expect(explained.tranches.map(({ date }: Json) => date)).toContain(two.expected.leap);
    expect(explained.tranches.at(-1).date).toBe(two.expected.last.date);
    const three = vesting['VS-03']!;
    const ends = await model('vesting', schedule(three.inputs.shares, three.inputs.start, three.inputs.months, 0));
    expect(ends.tranches).toEqual(
      three.expected.dates.map((date: string) => ({ date, quantity: String(three.expected.each) })),
    );
    const four = vesting['VS-04']!;
    const after = (months: number) =>
      `${2025 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
    for (const quantity of four.inputs.shares) {
      const rows = Object.entries(four.expected[`of${quantity}`]).map(([month, n]) => [
        after(Number(month)),
        String(n),
      ]);
      const body = schedule(
        quantity,
        '2025-01-01',
        48,
        12,
        rows.map(([date]) => date!),
      );
      expect((await model('vesting', body)).vested).toEqual(Object.fromEntries(rows));
    }
    const five = vesting['VS-05']!;
    const asOf = Object.entries(five.expected.asOf).map(([date, n]) => [date, String(n)] as const);
    const units = await model(
      'vesting',
      schedule(
        five.inputs.units,
        five.inputs.start,
        48,
        12,
        asOf.map(([date]) => date),
      ),
    );
    expect(units.vested).toEqual(Object.fromEntries(asOf));
    expect(units.tranches).toHaveLength(five.expected.events);
    const { b } = vesting['VS-07']!.inputs;
    const single = await model('vesting', schedule(b.shares, b.start, b.months, b.cliff));
    expect(single.tranches).toEqual([{ date: vesting['VS-07']!.expected.b[0][0], quantity: '1' }]);
  });
});

const distributions = casesOf('distributions');
describe.skipIf(!distributions['DV-01'])('distributions and rates', () => {
  it('DV-01 and DV-02: cents for each share, and of a total', async () => {
    const one = distributions['DV-01']!;
    const holdings = Object.entries(one.inputs.holdings).map(([id, shares]) => ({ id, shares }));
    const each = await model('distribution', { per_share: one.inputs.rate, holdings });
    for (const { id, gross } of each.payments) expectSame(gross, one.expected.payments[id]);
    expectSame(each.total, one.expected.total);
    expect(each.rounding_difference).toBe(one.expected.roundingDifference);
    const two = distributions['DV-02']!;
    const total = await model('distribution', {
      total: two.inputs.totalCents / 100,
      holdings: Object.entries(two.inputs.weights).map(([id, shares]) => ({ id, shares })),
    });
    expect(Object.fromEntries(total.payments.map(({ id, gross }: Json) => [id, gross]))).toEqual(two.expected);
  });

  it('AN-02: a rate of return, to the places that are shown', async () => {
    const { inputs, expected } = casesOf('analytics')['AN-02']!;
    const { rate } = await model('irr', { flows: inputs.flows.map(([date, amount]: Json) => ({ date, amount })) });
    expect(rate).toBe(Number(expected.xirr).toFixed(10));
  });
});
