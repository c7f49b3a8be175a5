// Modelling, in one process and without a database: a round of a hundred instruments, an exit of twelve classes, and a curve of two
// hundred exits. Each is read from text, solved in exact fractions and written as figures, as the calls and the pages do it.
import { figureReader } from '../src/domain/model/figures.ts';
import { whole } from '../src/domain/figures/fraction.ts';
import { roundFigures } from '../src/domain/model/roundCall.ts';
import type { WrittenInstrument, WrittenRound } from '../src/domain/model/roundCall.ts';
import { waterfallOf } from '../src/domain/model/waterfall.ts';
import { exitTerms, waterfallFigures } from '../src/domain/model/waterfallCall.ts';
import type { WrittenExit } from '../src/domain/model/waterfallCall.ts';
import { figure, line, median } from './figures.ts';

const ROUNDS = 200;
export const TARGET_SOLVE_MS = 2;
export const TARGET_CURVE_MS = 16;

export interface ModelFigures {
  roundMs: number;
  exitMs: number;
  curveMs: number;
}

export function benchModel(): ModelFigures {
  console.log(`\nModelling (median of ${ROUNDS} rounds after as many to warm up)`);
  line('', 'ms');
  measured('a round of 5 instruments with a pool', () => roundFigures(roundOf(5)));
  return {
    roundMs: measured('a round of 100 instruments with a pool', () => roundFigures(roundOf(100))),
    exitMs: measured('an exit of 12 classes and 5 strikes', () => waterfallFigures({ proceeds: 61_234_567, ...EXIT })),
    curveMs: measured('a curve of 200 exits', () => {
      const { at } = waterfallOf(exitTerms(EXIT, figureReader()));
      for (let step = 1n; step <= 200n; step += 1n) at(whole(step * 1_000_000n));
    }),
  };
}

function measured(name: string, work: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const started = performance.now();
    work();
    if (round >= ROUNDS) times.push(performance.now() - started);
  }
  line(name, figure(median(times)));
  return median(times);
}

/** Caps and amounts as companies write them: to the thousand. */
function roundOf(count: number): WrittenRound {
  const instruments = Array.from({ length: count }, (_each, index): WrittenInstrument => {
    const amount = 25_000 + 1000 * ((index * 7) % 50);
    const id = `i${index}`;
    if (index % 10 === 9) return { id, type: 'mfn', amount, better_of: [`i${index - 1}`, `i${index - 2}`] };
    const cap = 20_000_000 + 250_000 * ((index * 11) % 60);
    const discount = index % 3 === 0 ? '0.2' : null;
    return { id, type: index % 4 === 0 ? 'pre_cap' : 'post_cap', amount, cap, discount };
  });
  return {
    outstanding_fully_diluted: 9_250_000,
    unallocated_pool: 750_000,
    pre_money: 25_000_000,
    new_money: 4_000_000,
    pool: { target: '0.1' },
    method: 'percent_ownership',
    instruments,
  };
}

const EXIT: WrittenExit = {
  classes: Array.from({ length: 12 }, (_each, index) => ({
    id: `c${index}`,
    as_converted_shares: 250_000 + 61_003 * index,
    preference: 1_000_000 + 750_000 * index,
    rank: index % 4,
    participating: index % 3 === 0,
    total_cap: index % 6 === 0 ? 3_000_000 + 1_500_000 * index : null,
  })),
  common: { founders: 8_000_000, employees: 1_234_567 },
  options: Array.from({ length: 5 }, (_each, index) => [`o${index}`, 100_000 + 7919 * index, `${index}.25`] as const),
};
