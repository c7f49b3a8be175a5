// The stateless call's whole shares are those that the ledger's round writes: one rounding, whichever door.
import { expect, it } from 'vitest';
import { divideInteger, formatDecimal, ONE as UNIT, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { decimalOf } from '#src/domain/model/figures.ts';
import { fraction, minus, plus, whole, NOTHING } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { solveRound } from '#src/domain/model/round.ts';
import { ROUND_METHODS } from '#src/domain/model/roundTerms.ts';
import type { Instrument, RoundTerms } from '#src/domain/model/roundTerms.ts';
import { roundedRound } from '#src/domain/model/roundedRound.ts';
import { AppError } from '#src/domain/errors.ts';
import { pricedRound } from '#src/domain/round/pricedRound.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import type { Random } from '#tests/support/randomNumbers.ts';
import { often } from '#tests/support/time/often.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? 20261127);
const RUNS = often('ONE_ROUND', 1000, 10_000);

function instrumentOf(random: Random, index: number): Instrument {
  const type = random.pick(['post_cap', 'post_cap', 'pre_cap', 'discount', 'round'] as const);
  const amount = whole(BigInt(random.between(1, 40)) * 12_501n);
  return {
    id: `i${index}`,
    type,
    amount,
    cap:
      type === 'post_cap' || type === 'pre_cap' ? plus(amount, whole(BigInt(random.between(1, 200)) * 123_457n)) : null,
    discount: type === 'round' || random.chance(2) ? NOTHING : fraction(BigInt(random.between(1, 35)), 100n),
    percent: null,
    better_of: [],
  };
}

function termsOf(random: Random): RoundTerms {
  const pool = random.pick(['none', 'target', 'increase'] as const);
  return {
    outstanding_fully_diluted: whole(BigInt(random.between(100_000, 20_000_000))),
    unallocated_pool: whole(BigInt(random.between(0, 3_000_000))),
    pre_money: whole(BigInt(random.between(20, 400)) * 250_003n),
    new_money: whole(BigInt(random.between(1, 200)) * 50_001n),
    method: random.pick(ROUND_METHODS),
    pool:
      pool === 'none'
        ? null
        : pool === 'target'
          ? { target: fraction(BigInt(random.between(0, 25)), 100n) }
          : { increase: whole(BigInt(random.between(0, 2_000_000))) },
    instruments: Array.from({ length: random.between(0, 8) }, (_each, index) => instrumentOf(random, index)),
  };
}

const exact = ({ n, d }: Fraction): Decimal => divideInteger(n * UNIT, d, 'DOWN');
const shares = (value: Fraction) => formatDecimal(parseDecimal(decimalOf(value, 10))!);

/** In: terms. Out: the price, each conversion's price and shares, what new money buys and all shares; null where a line buys nothing. */
function byLedger(terms: RoundTerms, pool_increase: Fraction) {
  try {
    const made = pricedRound({
      fully_diluted: exact(plus(terms.outstanding_fully_diluted, terms.unallocated_pool)),
      pool_increase: exact(pool_increase),
      pricing: { valuation: exact(terms.pre_money), method: terms.method },
      convertibles: terms.instruments.map(({ id, amount, cap, discount, type }) => ({
        name: id,
        amount: exact(amount),
        cap: cap && exact(cap),
        isPostMoney: type === 'post_cap',
        discount: discount.n === 0n ? null : exact(discount),
      })),
      investors: [{ name: 'Fund', amount: exact(terms.new_money), shares: null }],
    });
    return {
      price: formatDecimal(made.price),
      conversions: made.conversions.map((each) => [formatDecimal(each.price), formatDecimal(each.shares)]),
      bought: formatDecimal(made.new_shares),
      total: formatDecimal(made.total_after),
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

it(`${RUNS} random rounds have the same prices and shares by both, seed ${SEED}`, () => {
  const random = randomOf(SEED);
  let refused = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const terms = termsOf(random);
    let solved;
    try {
      solved = solveRound(terms);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused += 1;
      continue;
    }
    const made = roundedRound(terms, solved, []);
    const ledger = byLedger(terms, minus(made.pool_after, terms.unallocated_pool));
    if (ledger === null) {
      refused += 1;
      continue;
    }
    expect({
      run,
      price: shares(made.price),
      conversions: made.conversions.map((each) => [shares(each.price!), shares(each.shares)]),
      bought: shares(made.new_shares),
      total: shares(made.total),
    }).toEqual({ run, ...ledger });
  }
  expect(refused).toBeLessThan(RUNS / 2);
});
