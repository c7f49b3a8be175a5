// Exits against every combination of conversion decisions, each computed the long way.
import { describe, expect, it } from 'vitest';
import { compare, fraction, sumOf, times, whole } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { waterfallOf } from '#src/domain/model/waterfall.ts';
import type { ExitTerms } from '#src/domain/model/waterfall.ts';
import { waterfallFigures } from '#src/domain/model/waterfallCall.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import type { Random } from '#tests/support/randomNumbers.ts';
import { often } from '#tests/support/time/often.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? 20261126);
const RUNS = often('MODEL_RUNS', 500, 2000);
const CLASSES_MAX = 12;

/** Small whole numbers, so that machine numbers compare exactly; the engine gets them in units of its own. */
interface Small {
  classes: { shares: number; preference: number; rank: number; participating: boolean; cap: number | null }[];
  common: number;
  options: { shares: number; strike: number }[];
  proceeds: number;
}
const SHARES = fraction(100_003n, 3n);
const MONEY = fraction(250_000n, 7n);

function randomExit(random: Random): Small {
  const classes = Array.from({ length: random.between(0, CLASSES_MAX) }, () => {
    const participating = random.chance(3);
    const preference = random.between(0, 40);
    const cap = participating && random.chance(2) ? preference + random.between(0, 40) : null;
    return { shares: random.between(0, 30), preference, rank: random.between(0, 3), participating, cap };
  });
  const options = Array.from({ length: random.between(0, 3) }, () => ({
    shares: random.between(0, 20),
    strike: random.between(0, 6),
  }));
  return { classes, common: random.between(1, 80), options, proceeds: random.between(0, 600) };
}

const termsOf = ({ classes, common, options }: Small): ExitTerms => {
  const shares = (count: number) => times(whole(BigInt(count)), SHARES);
  const money = (count: number) => times(whole(BigInt(count)), MONEY);
  return {
    classes: classes.map((each, index) => ({
      id: `c${index}`,
      as_converted_shares: shares(each.shares),
      preference: money(each.preference),
      rank: each.rank,
      participating: each.participating,
      total_cap: each.cap === null ? null : money(each.cap),
    })),
    common: [{ id: 'common', shares: shares(common) }],
    options: options.map((each, index) => ({
      id: `o${index}`,
      shares: shares(each.shares),
      strike: times(whole(BigInt(each.strike)), fraction(MONEY.n * SHARES.d, MONEY.d * SHARES.n)),
    })),
  };
};

/** What a share of common stock gets, and each class, as quotients of whole numbers. */
interface Outcome {
  level: [number, number];
  paid: [number, number][];
}

/** Ranks in order, then the rest by share: the level rises from one event to the next until the rest is used up. */
function outcomesOf({ classes, common, options, proceeds }: Small): Outcome[] {
  const ranks = [...new Set(classes.map(({ rank }) => rank))].sort((a, b) => a - b);
  // At these levels an option begins to take part, or a class reaches its cap.
  const events = [
    ...options.map(({ shares, strike }) => ({ level: strike, per: 1, slope: shares, fixed: -shares * strike, of: -1 })),
    ...classes.flatMap(({ shares, preference, participating, cap }, of) =>
      participating && cap !== null && shares > 0
        ? [{ level: cap - preference, per: shares, slope: -shares, fixed: cap - preference, of }]
        : [],
    ),
  ].sort((a, b) => a.level * b.per - b.level * a.per);
  const outcomes: Outcome[] = [];
  for (let profile = 0; profile < 1 << classes.length; profile += 1) {
    const converts = (index: number) => ((profile >> index) & 1) === 1;
    const paid = classes.map((): [number, number] => [0, 1]);
    let rest = proceeds;
    for (const rank of ranks) {
      const those = classes.flatMap((each, index) => (each.rank === rank && !converts(index) ? [index] : []));
      const owed = those.reduce((sum, index) => sum + classes[index]!.preference, 0);
      const left = Math.min(rest, owed);
      if (owed > 0) for (const index of those) paid[index] = [classes[index]!.preference * left, owed];
      rest -= left;
    }
    let [slope, fixed] = [common, 0];
    for (const [index, { shares, participating }] of classes.entries())
      if (converts(index) || participating) slope += shares;
    for (const event of events) {
      if (event.of >= 0 && converts(event.of)) continue;
      if (slope * event.level + fixed * event.per >= rest * event.per) break;
      slope += event.slope;
      fixed += event.fixed;
    }
    const level: Outcome['level'] = [rest - fixed, slope];
    for (const [index, { shares, preference, participating, cap }] of classes.entries()) {
      if (converts(index)) paid[index] = [shares * level[0], slope];
      else if (participating && rest > 0) {
        const all: [number, number] = [preference * slope + shares * level[0], slope];
        paid[index] = cap !== null && all[0] > cap * slope ? [cap, 1] : all;
      }
    }
    outcomes.push({ level, paid });
  }
  return outcomes;
}

const isLess = ([a, b]: [number, number], [c, d]: [number, number]) => a * d < c * b;
const isSame = (a: [number, number], b: [number, number]) => !isLess(a, b) && !isLess(b, a);
const inMoney = ([n, d]: [number, number]): Fraction => times(fraction(BigInt(n), BigInt(d)), MONEY);

it(`${RUNS} random exits of up to ${CLASSES_MAX} classes are the one outcome from which no class would move, seed ${SEED}`, () => {
  const random = randomOf(SEED);
  for (let run = 0; run < RUNS; run += 1) {
    const small = randomExit(random);
    const { classes } = small;
    const proceeds = times(whole(BigInt(small.proceeds)), MONEY);
    const { payout, convert } = waterfallOf(termsOf(small)).at(proceeds);
    if (compare(sumOf(payout.map(({ amount }) => amount)), proceeds) !== 0)
      throw new Error(`Run ${run}: not all is paid.`);
    const outcomes = outcomesOf(small);
    const isStable = (profile: number) =>
      classes.every(
        (_each, index) => !isLess(outcomes[profile]!.paid[index]!, outcomes[profile ^ (1 << index)]!.paid[index]!),
      );
    const ours = classes.reduce((sum, _each, index) => sum + (convert.includes(`c${index}`) ? 1 << index : 0), 0);
    const { level, paid } = outcomes[ours]!;
    if (!isStable(ours)) throw new Error(`Run ${run}: a class would move.`);
    expect([run, ...payout.slice(0, classes.length).map(({ amount }) => amount)]).toEqual([run, ...paid.map(inMoney)]);
    for (let profile = 0; profile < outcomes.length; profile += 1) {
      const other = outcomes[profile]!;
      const isOther = !isSame(other.level, level) || other.paid.some((each, index) => !isSame(each, paid[index]!));
      if (isOther && isStable(profile)) throw new Error(`Run ${run}: profile ${profile} is another equilibrium.`);
    }
  }
});

describe('an exit', () => {
  const senior = { id: 'B', as_converted_shares: 1_500_000, preference: 9_000_000, rank: 0, participating: false };
  const capped = {
    id: 'A',
    as_converted_shares: 2_000_000,
    preference: 5_000_000,
    rank: 1,
    participating: true,
    total_cap: 10_000_000,
  };
  const at = (proceeds: number) =>
    waterfallFigures({ proceeds, classes: [capped, senior], common: { founders: 8_000_000 }, options: [] });
  const paid = (proceeds: number) =>
    Object.fromEntries(Object.entries(at(proceeds).payout).map(([id, { exact }]) => [id, exact]));

  it('pays ranks in order, then what participates, then whoever gains by converting', () => {
    expect(paid(4_000_000)).toEqual({ A: '0', B: '4000000', founders: '0' });
    expect(paid(12_000_000)).toEqual({ A: '3000000', B: '9000000', founders: '0' });
    expect(paid(24_000_000)).toEqual({ A: '7000000', B: '9000000', founders: '8000000' });
    expect(paid(50_000_000)).toEqual({ A: '10000000', B: '9000000', founders: '31000000' });
    expect(paid(64_000_000)).toEqual({ A: '11000000', B: '9000000', founders: '44000000' });
    expect(at(64_000_000).convert).toEqual(['A']);
    expect(paid(115_000_000)).toEqual({ A: '20000000', B: '15000000', founders: '80000000' });
    expect(at(115_000_000).convert).toEqual(['A', 'B']);
  });

  it('changes its course at its breakpoints', () => {
    const points = ['9000000', '14000000', '39000000', '59000000', '69000000'];
    expect(at(0).breakpoints.map(({ exact }) => exact)).toEqual(points);
  });

  it('does not depend on the order of the lines', () => {
    const options: [string, number, string][] = [
      ['early', 400_000, '0.5'],
      ['late', 250_000, '4'],
    ];
    const common = { founders: 8_000_000, angels: 300_000 };
    const inOrder = waterfallFigures({ proceeds: 71_234_567, classes: [capped, senior], common, options });
    const reversed = waterfallFigures({
      proceeds: '71234567',
      classes: [senior, capped],
      common: { angels: 300_000, founders: 8_000_000 },
      options: options.toReversed(),
    });
    expect(reversed).toEqual(inOrder);
    expect(inOrder.convert).toEqual(['A']);
  });

  it('takes debt as a first rank that never converts', () => {
    const debt = (id: string, preference: number) => ({
      id,
      as_converted_shares: 0,
      preference,
      rank: 0,
      participating: false,
    });
    const { payout } = waterfallFigures({
      proceeds: 870_000,
      classes: [debt('loan', 1_160_000), debt('note', 580_000), { ...senior, rank: 1 }],
      common: { founders: 1 },
    });
    expect([payout['loan']!.exact, payout['note']!.exact, payout['B']!.exact]).toEqual(['580000', '290000', '0']);
  });
});
