// Waterfalls against every combination of conversion decisions, each computed the long way.
import { describe, expect, it } from 'vitest';
import {
  compare,
  fraction,
  isBelow,
  minus,
  over,
  plus,
  smaller,
  sumOf,
  times,
  ZERO,
  whole,
} from '../../../src/domain/model/fraction.ts';
import type { Fraction } from '../../../src/domain/model/fraction.ts';
import { waterfallOf } from '../../../src/domain/model/waterfall.ts';
import type { ExitTerms, PreferredClass } from '../../../src/domain/model/waterfall.ts';
import { randomOf } from '../../support/randomNumbers.ts';
import type { Random } from '../../support/randomNumbers.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? 20261126);
const RUNS = Number(process.env['MODEL_RUNS'] ?? 150);
const CLASSES = Number(process.env['MODEL_CLASSES'] ?? 7);

function randomTerms(random: Random): ExitTerms {
  const classes = Array.from({ length: random.between(0, CLASSES) }, (_each, index): PreferredClass => {
    const participating = random.chance(3);
    const preference = whole(BigInt(random.between(0, 40)) * 250_000n);
    const cap =
      participating && random.chance(2) ? plus(preference, whole(BigInt(random.between(0, 40)) * 200_000n)) : null;
    return {
      id: `c${index}`,
      as_converted_shares: fraction(BigInt(random.between(0, 30)) * 100_003n, BigInt(random.between(1, 3))),
      preference,
      rank: random.between(0, 3),
      participating,
      total_cap: cap,
    };
  });
  return {
    classes,
    common: [{ id: 'common', shares: whole(BigInt(random.between(1, 80)) * 100_000n) }],
    options: Array.from({ length: random.between(0, 3) }, (_each, index) => ({
      id: `o${index}`,
      shares: whole(BigInt(random.between(0, 20)) * 50_000n),
      strike: fraction(BigInt(random.between(0, 60)), 10n),
    })),
  };
}

/** What everybody gets where these classes convert: ranks in order, then the rest by share, level by level. */
function payoffs({ classes, common, options }: ExitTerms, converts: number, proceeds: Fraction): Fraction[] {
  const paid = classes.map(() => ZERO);
  let rest = proceeds;
  for (const rank of [...new Set(classes.map((each) => each.rank))].sort((a, b) => a - b)) {
    const those = classes.flatMap((each, index) =>
      each.rank === rank && (converts & (1 << index)) === 0 ? [index] : [],
    );
    const owed = sumOf(those.map((index) => classes[index]!.preference));
    if (owed.n === 0n) continue;
    const part = isBelow(rest, owed) ? over(rest, owed) : whole(1n);
    for (const index of those) paid[index] = times(classes[index]!.preference, part);
    rest = minus(rest, times(owed, part));
  }
  // Each taker: shares, from which level on, and how much at most.
  const takers = [
    ...classes.map(({ as_converted_shares: shares, participating, total_cap }, index) => {
      if ((converts & (1 << index)) !== 0) return { shares, from: ZERO, most: null };
      if (!participating) return { shares: ZERO, from: ZERO, most: null };
      return { shares, from: ZERO, most: total_cap === null ? null : minus(total_cap, paid[index]!) };
    }),
    ...common.map(({ shares }) => ({ shares, from: ZERO, most: null })),
    ...options.map(({ shares, strike }) => ({ shares, from: strike, most: null })),
  ];
  const got = takers.map(() => ZERO);
  let level = ZERO;
  while (rest.n > 0n) {
    const active = takers.map(({ shares, from, most }, index) =>
      shares.n > 0n && !isBelow(level, from) && (most === null || isBelow(got[index]!, most)) ? shares : ZERO,
    );
    const width = sumOf(active);
    const next = takers
      .flatMap(({ shares, from, most }, index) => {
        const ends: Fraction[] = isBelow(level, from) && shares.n > 0n ? [from] : [];
        if (active[index]!.n > 0n && most !== null) ends.push(plus(level, over(minus(most, got[index]!), shares)));
        return ends;
      })
      .reduce<Fraction | null>((a, b) => (a === null ? b : smaller(a, b)), null);
    if (width.n === 0n) {
      if (next === null) throw new Error('Nobody takes the rest.');
      level = next;
      continue;
    }
    const full = plus(level, over(rest, width));
    const until = next === null ? full : smaller(next, full);
    for (const [index, shares] of active.entries()) got[index] = plus(got[index]!, times(shares, minus(until, level)));
    rest = minus(rest, times(width, minus(until, level)));
    level = until;
  }
  return takers.map((_each, index) => (index < classes.length ? plus(paid[index]!, got[index]!) : got[index]!));
}

describe(`${RUNS} random waterfalls of up to ${CLASSES} classes, seed ${SEED}`, () => {
  it('are the one outcome from which no class would move', () => {
    const random = randomOf(SEED);
    for (let run = 0; run < RUNS; run += 1) {
      const terms = randomTerms(random);
      const proceeds = whole(BigInt(random.between(0, 400)) * 250_000n);
      const { payout, convert } = waterfallOf(terms).at(proceeds);
      const amounts = payout.map(({ amount }) => amount);
      expect(compare(sumOf(amounts), proceeds)).toBe(0);
      const n = terms.classes.length;
      const all = Array.from({ length: 1 << n }, (_each, profile) => payoffs(terms, profile, proceeds));
      const isStable = (profile: number) =>
        terms.classes.every((_each, index) => !isBelow(all[profile]![index]!, all[profile ^ (1 << index)]![index]!));
      const ours = terms.classes.reduce((sum, { id }, index) => sum + (convert.includes(id) ? 1 << index : 0), 0);
      expect([run, isStable(ours)]).toEqual([run, true]);
      expect([run, all[ours]]).toEqual([run, amounts]);
      for (let profile = 0; profile < all.length; profile += 1)
        if (isStable(profile)) expect([run, profile, all[profile]]).toEqual([run, profile, amounts]);
    }
  });
});
