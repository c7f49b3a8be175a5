// Made-up rounds for the tests that send one round through several doors: every method, pool and kind of convertible.
import type { WrittenInstrument, WrittenRound } from '#src/domain/model/roundCall.ts';
import { DAY_COUNTS } from '#src/domain/keywords.ts';
import { ROUND_METHODS } from '#src/domain/model/roundTerms.ts';
import type { Random } from '#tests/support/randomNumbers.ts';

export interface MadeUpConvertible {
  amount: number;
  cap: number | null;
  isPost: boolean;
  discount: string | null;
  /** Of a note; a SAFE bears none. */
  interest: NonNullable<WrittenInstrument['interest']> | null;
}

export interface MadeUpRound {
  /** Without the pool. */
  shares: number;
  pool: number;
  pre_money: number;
  new_money: number;
  method: WrittenRound['method'];
  grown: WrittenRound['pool'];
  convertibles: MadeUpConvertible[];
}

/** The day on which the round is priced, and interest ends. */
export const ROUND_DAY = '2025-01-31';

interface Bounds {
  convertibles: readonly [least: number, most: number];
  /** The ledger has no plan of nothing. */
  leastPool: number;
  /** What a discount may be. */
  discount: () => string;
}

export function madeUpRound(random: Random, { convertibles: [least, most], leastPool, discount }: Bounds): MadeUpRound {
  return {
    shares: random.between(100_000, 20_000_000),
    pool: random.chance(4) ? leastPool : random.between(1, 2_000_000),
    pre_money: random.between(20, 400) * 250_003,
    new_money: random.between(1, 200) * 50_001,
    method: random.pick(ROUND_METHODS),
    grown: random.pick([
      null,
      { target: String(random.between(0, 25) / 100) },
      { increase: random.between(1, 2_000_000) },
    ]),
    convertibles: Array.from({ length: random.between(least, most) }, () => convertible(random, discount)),
  };
}

export const percentOff = (random: Random) => (): string => String(random.between(1, 35) / 100);

function convertible(random: Random, discountOf: () => string): MadeUpConvertible {
  const amount = random.between(1, 40) * 12_501;
  const cap = random.chance(4) ? null : amount * 4 + random.between(1, 200) * 123_457;
  return {
    amount,
    cap,
    isPost: random.chance(2),
    discount: random.chance(2) ? discountOf() : null,
    interest: random.chance(2) ? noteInterest(random) : null,
  };
}

const noteInterest = (random: Random): MadeUpConvertible['interest'] => ({
  rate: String(random.between(1, 12) / 100),
  day_count: random.pick(DAY_COUNTS),
  compounding: random.pick(['SIMPLE', 'DAILY', 'MONTHLY', 'QUARTERLY', 'SEMI_ANNUAL', 'ANNUAL'] as const),
  from: `2023-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
  to: ROUND_DAY,
});

export function writtenInstrument(
  { amount, cap, isPost, discount, interest }: MadeUpConvertible,
  id: string,
): WrittenInstrument {
  const type = cap !== null ? (isPost ? 'post_cap' : 'pre_cap') : discount === null ? 'round' : 'discount';
  return { id, type, amount, cap, discount, interest };
}

/** As the stateless call takes it; its instruments are called by their places. */
export const writtenRound = (made: MadeUpRound): WrittenRound => ({
  outstanding_fully_diluted: made.shares,
  unallocated_pool: made.pool,
  pre_money: made.pre_money,
  new_money: made.new_money,
  method: made.method,
  pool: made.grown,
  instruments: made.convertibles.map((each, index) => writtenInstrument(each, `i${index}`)),
});
