// Random rounds satisfy every equation that defines them, exactly.
import { expect, it } from 'vitest';
import {
  compare,
  fraction,
  isBelow,
  larger,
  minus,
  ONE,
  over,
  plus,
  sumOf,
  times,
  whole,
  NOTHING,
} from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { solveRound } from '#src/domain/model/round.ts';
import { ROUND_METHODS } from '#src/domain/model/roundTerms.ts';
import type { Instrument, RoundTerms } from '#src/domain/model/roundTerms.ts';
import { roundedRound } from '#src/domain/model/roundedRound.ts';
import { AppError } from '#src/domain/errors.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import type { Random } from '#tests/support/randomNumbers.ts';
import { often } from '#tests/support/time/often.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? 20261126);
const RUNS = often('MODEL_ROUNDS', 500, 2000);

function instrumentOf(random: Random, index: number): Instrument {
  const type = random.pick(['post_cap', 'post_cap', 'pre_cap', 'discount', 'round', 'fixed_pct', 'mfn'] as const);
  const amount = whole(BigInt(random.between(1, 40)) * 12_500n);
  return {
    id: `i${index}`,
    type,
    amount,
    cap:
      type === 'post_cap' || type === 'pre_cap' ? plus(amount, whole(BigInt(random.between(1, 200)) * 123_457n)) : null,
    discount: type === 'fixed_pct' || random.chance(2) ? NOTHING : fraction(BigInt(random.between(1, 35)), 100n),
    percent: type === 'fixed_pct' ? fraction(BigInt(random.between(1, 9)), 100n) : null,
    better_of: [],
  };
}

function termsOf(random: Random): RoundTerms {
  const instruments = Array.from({ length: random.between(0, 8) }, (_each, index) => instrumentOf(random, index));
  const pool = random.pick(['none', 'target', 'increase'] as const);
  return {
    outstanding_fully_diluted: whole(BigInt(random.between(1, 20_000_000))),
    unallocated_pool: whole(BigInt(random.between(0, 3_000_000))),
    pre_money: whole(BigInt(random.between(1, 400)) * 250_000n),
    new_money: whole(BigInt(random.between(0, 200)) * 50_000n),
    method: random.pick(ROUND_METHODS),
    pool:
      pool === 'none'
        ? null
        : pool === 'target'
          ? { target: fraction(BigInt(random.between(0, 25)), 100n) }
          : { increase: whole(BigInt(random.between(0, 2_000_000))) },
    instruments: instruments.map((each, index) => ({
      ...each,
      better_of:
        each.type === 'mfn'
          ? instruments
              .slice(index + 1)
              .filter(({ type }) => type !== 'mfn' && type !== 'fixed_pct')
              .map(({ id }) => id)
          : [],
    })),
  };
}

function solvedOrRefused(terms: RoundTerms) {
  try {
    return solveRound(terms);
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_answer') return null;
    throw error;
  }
}

const same = (a: Fraction, b: Fraction) => compare(a, b) === 0;

it(`${RUNS} random rounds satisfy every defining equation, seed ${SEED}`, () => {
  const random = randomOf(SEED);
  let refused = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const terms = termsOf(random);
    const {
      outstanding_fully_diluted: F,
      unallocated_pool: E,
      pre_money: V,
      new_money: N,
      method,
      pool,
      instruments,
    } = terms;
    const solved = solvedOrRefused(terms);
    if (solved === null) {
      refused += 1;
      continue;
    }
    const { price, total, pool_after, new_shares, conversions, post_money_base, pre_money_base } = solved;
    const converted = sumOf(conversions.map(({ shares }) => shares));
    const say = (what: string, holds: boolean) => expect([run, what, holds]).toEqual([run, what, true]);
    say('the parts are the whole', same(total, sumOf([F, pool_after, converted, new_shares])));
    say('new money buys at the price', same(times(new_shares, price), N));
    const bases = {
      percent_ownership: [minus(total, new_shares), V],
      pre_money: [plus(F, pool_after), V],
      dollars_invested: [minus(total, new_shares), plus(V, sumOf(instruments.map(({ amount }) => amount)))],
    } as const;
    const [counted, worth] = bases[method];
    say('the price is the valuation over its shares', same(times(price, counted), worth));
    if (pool === null) say('no pool is added', same(pool_after, E));
    else if ('increase' in pool) say('the pool grows by its increase', same(pool_after, plus(E, pool.increase)));
    else
      say(
        'the pool is its target, and never smaller than before',
        same(pool_after, larger(E, times(pool.target, total))),
      );
    say('post-money base', same(post_money_base, sumOf([F, E, converted])));
    say('pre-money base', same(pre_money_base, plus(F, pool_after)));
    const by = (terms_of: Instrument, amount: Fraction) => {
      const discounted = over(amount, times(price, minus(ONE, terms_of.discount)));
      if (terms_of.type === 'post_cap') return larger(discounted, over(times(amount, post_money_base), terms_of.cap!));
      if (terms_of.type === 'pre_cap') return larger(discounted, over(times(amount, pre_money_base), terms_of.cap!));
      return discounted;
    };
    for (const [index, each] of instruments.entries()) {
      const { shares, binding } = conversions[index]!;
      if (each.type === 'fixed_pct') say('a fixed part', same(shares, times(each.percent!, post_money_base)));
      else if (each.type === 'mfn') {
        const best = each.better_of
          .map((id) =>
            by(
              instruments.find((other) => other.id === id)!,
              each.amount,
            ),
          )
          .reduce(larger, over(each.amount, price));
        say('the best of the later terms', same(shares, best));
      } else {
        say('the larger of cap and discount', same(shares, by(each, each.amount)));
        if (binding === 'cap' && each.type === 'post_cap')
          say(
            'owns amount over cap before the money',
            same(over(shares, post_money_base), over(each.amount, each.cap!)),
          );
      }
    }
    const whole_ = roundedRound(terms, solved, []);
    say(
      'whole shares add up',
      same(
        whole_.total,
        sumOf([F, whole_.pool_after, whole_.new_shares, ...whole_.conversions.map(({ shares }) => shares)]),
      ),
    );
    say('nobody pays more than the amount', !isBelow(whole_.residue, NOTHING) || same(whole_.residue, NOTHING));
  }
  expect(refused).toBeLessThan(RUNS / 2);
});
