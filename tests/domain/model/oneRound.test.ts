// One round by the three doors that the domain has: the stateless call, the ledger's round and a scenario's step. The fourth, with
// HTTP and posting around them, is in tests/server/scenarios/fourDoors.test.ts. That the solution which they share is right is shown
// by randomRounds.test.ts, which holds it against the equations that define a round.
import { expect, it } from 'vitest';
import { AppError } from '#src/domain/errors.ts';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { roundFigures, roundTerms } from '#src/domain/model/roundCall.ts';
import type { WrittenInstrument, WrittenRound } from '#src/domain/model/roundCall.ts';
import { roundStep } from '#src/domain/model/scenario/roundStep.ts';
import type { ScenarioState } from '#src/domain/model/scenario/state.ts';
import { typedState } from '#src/domain/model/scenario/startState.ts';
import { tableOf } from '#src/domain/model/scenario/table.ts';
import { pricedRound } from '#src/domain/round/pricedRound.ts';
import { madeUpRound, percentOff, writtenRound } from '#tests/support/rounds/madeUpRound.ts';
import type { MadeUpRound } from '#tests/support/rounds/madeUpRound.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import type { Random } from '#tests/support/randomNumbers.ts';
import { often } from '#tests/support/time/often.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? 20261127);
const RUNS = often('ONE_ROUND', 1000, 10_000);

/** What the doors must agree on. A price is null where none is agreed. */
interface Figures {
  price: string;
  conversions: [price: string | null, shares: string][];
  bought: string;
  pool_increase: string;
  total: string;
}

function stateless(written: WrittenRound): Figures {
  const { rounded } = roundFigures(written);
  return {
    price: rounded.price,
    conversions: written.instruments.map(({ id }) => [rounded.conversions[id]!.price, rounded.conversions[id]!.shares]),
    bought: rounded.new_shares,
    pool_increase: rounded.pool_increase,
    total: rounded.total,
  };
}

/** Its increase of the pool is given: a target is for the others to meet. */
function byLedger(made: MadeUpRound, written: WrittenRound, pool_increase: string): Figures {
  const { instruments } = roundTerms(written);
  const round = pricedRound({
    fully_diluted: decimal(made.shares + made.pool),
    pool_increase: decimal(pool_increase),
    pricing: { valuation: decimal(made.pre_money), method: made.method },
    convertibles: instruments.map(({ id, amount, cap, discount, type }) => ({
      name: id,
      amount,
      cap,
      isPostMoney: type === 'post_cap',
      discount,
    })),
    investors: [{ name: 'Fund', amount: decimal(made.new_money), shares: null }],
  });
  return {
    price: formatDecimal(round.price),
    conversions: round.conversions.map((each) => [formatDecimal(each.price), formatDecimal(each.shares)]),
    bought: formatDecimal(round.new_shares),
    pool_increase,
    total: formatDecimal(round.total_after),
  };
}

function byScenario(made: MadeUpRound, written: WrittenRound): Figures {
  const start: ScenarioState = {
    ...typedState({
      holders: [{ id: 'ada', name: 'Ada' }],
      classes: [{ id: 'common', name: 'Common', kind: 'COMMON' }],
      holdings: [{ holder: 'ada', class: 'common', shares: made.shares }],
      convertibles: written.instruments,
    }),
    plans: [
      { id: 'plan', name: 'Plan', class_ids: ['common'], reserved: decimal(made.pool), available: decimal(made.pool) },
    ],
  };
  const { state, round } = roundStep(start, {
    kind: 'round',
    name: 'Series A',
    class_name: 'Series A',
    pre_money: made.pre_money,
    method: made.method,
    pool: made.grown,
    investors: [{ name: 'Fund', amount: made.new_money }],
    converts: 'all',
  });
  return {
    price: round.price,
    conversions: round.conversions.map(({ price, shares }) => [price, shares]),
    bought: round.new_shares,
    pool_increase: round.pool_increase,
    total: tableOf(state, 0).total,
  };
}

/** Terms that only the models know: a part of the company, and the best terms of those that came later. */
function withModelTerms(random: Random, written: WrittenRound): WrittenRound {
  const later = written.instruments.map(({ id }) => id);
  const amount = random.between(1, 40) * 12_501;
  const added: WrittenInstrument = random.chance(2)
    ? { id: 'part', type: 'fixed_pct', amount, pct: String(random.between(1, 9) / 100) }
    : { id: 'mfn', type: 'mfn', amount, better_of: later.filter(() => random.chance(2)) };
  return { ...written, instruments: [added, ...written.instruments] };
}

/** Null where these terms have no answer. */
function answered(door: () => Figures): Figures | null {
  try {
    return door();
  } catch (error) {
    if (error instanceof AppError && /whole company/.test(error.detail)) return null;
    throw error;
  }
}

it(`${RUNS} random rounds are the same by every door, seed ${SEED}`, () => {
  const random = randomOf(SEED);
  // Also a third off, which no decimal says.
  const discount = () => (random.chance(4) ? random.pick(['1/3', '2/7', '5/6']) : percentOff(random)());
  const seen = { answered: 0, ledger: 0, targets: 0, model: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const made = madeUpRound(random, { convertibles: [0, 8], leastPool: 0, discount });
    const isModels = random.chance(5);
    const written = isModels ? withModelTerms(random, writtenRound(made)) : writtenRound(made);
    const expected = answered(() => stateless(written));
    const of = { seed: SEED, run, written };
    // The ledger's round knows no terms of the models alone, and is told how far a pool grows.
    const doors = [
      () => byScenario(made, written),
      ...(isModels || expected === null ? [] : [() => byLedger(made, written, expected.pool_increase)]),
    ];
    const figures = doors.map(answered);
    expect({ ...of, figures }).toEqual({ ...of, figures: doors.map(() => expected) });
    if (expected === null) continue;
    seen.answered += 1;
    if (made.grown && 'target' in made.grown && expected.pool_increase !== '0') seen.targets += 1;
    seen[isModels ? 'model' : 'ledger'] += 1;
  }
  // Rounds of every kind were among them.
  expect(seen.answered).toBeGreaterThan(RUNS / 2);
  expect(seen.ledger).toBeGreaterThan(RUNS / 3);
  expect(seen.model).toBeGreaterThan(RUNS / 20);
  expect(seen.targets).toBeGreaterThan(RUNS / 10);
});

it('a third off is a third by every door, and not its first ten digits', () => {
  // All before the money: 8,400,000 / (1 - 1/20 - 3/2 x 4,000,000 / 24,000,000) = 12,000,000 shares. Divided by 11,999,999, which a
  // third that is cut would leave, the cap gives 0.5001.
  const none = { isPost: true, interest: null };
  const made: MadeUpRound = {
    shares: 8_400_000,
    pool: 0,
    pre_money: 24_000_000,
    new_money: 1_000_000,
    method: 'percent_ownership',
    grown: null,
    convertibles: [
      { ...none, amount: 4_000_000, cap: null, discount: '1/3' },
      { ...none, amount: 300_029.995, cap: 6_000_599.9, discount: null },
    ],
  };
  const written = writtenRound(made);
  const expected = stateless(written);
  expect(expected.conversions).toEqual([
    ['1.3333', '3000075'],
    ['0.5', '600059'],
  ]);
  expect(byScenario(made, written)).toEqual(expected);
  expect(byLedger(made, written, '0')).toEqual(expected);
});
