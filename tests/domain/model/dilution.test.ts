// Who is diluted by what, on starts that are typed in.
import { describe, expect, it } from 'vitest';
import { dilutionOf } from '#src/domain/model/scenario/dilution.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import { typedState } from '#src/domain/model/scenario/startState.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';

const start = typedState({
  holders: [
    { id: 'ada', name: 'Ada' },
    { id: 'ben', name: 'Ben' },
  ],
  classes: [{ id: 'common', name: 'Common', kind: 'COMMON' }],
  holdings: [
    { holder: 'ada', class: 'common', shares: 5_000_000 },
    { holder: 'ben', class: 'common', shares: 3_000_000 },
  ],
});
const safe: Step = {
  kind: 'convertible',
  name: 'Cleo',
  instrument: { id: 'SAFE-1', type: 'post_cap', amount: 500_000, cap: 5_000_000 },
};
const seed: Step = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: 10_000_000,
  method: 'percent_ownership',
  investors: [
    { name: 'Harbor', amount: 2_400_000 },
    { shareholder_id: 'ben', name: 'Ben', amount: 100_000 },
  ],
  pool: { target: 0.1 },
  converts: 'all',
};
const barsOf = (steps: readonly Step[], holder: string) => {
  const run = runScenario(start, steps);
  return { run, bars: dilutionOf(run, steps, holder) };
};

describe('the causes of a dilution', () => {
  it('are told from the start to the last table, and their changes come to the whole change', () => {
    const steps = [safe, seed, { kind: 'pool', quantity: 1_000_000 }] as const;
    const { run, bars } = barsOf(steps, 'ada');
    expect(bars.map(({ step, cause }) => [step, cause])).toEqual([
      [0, 'start'],
      [2, 'conversions'],
      [2, 'pool_increase'],
      [2, 'new_money'],
      [3, 'pool'],
    ]);
    expect(bars[0]).toMatchObject({ own: '5000000', total: '8000000', percent: '62.5', change: '62.5' });
    // The SAFE has a tenth of the table before the money: 888,888 shares.
    expect(bars[1]!.percent).toBe('56.25');
    const last = run.tables.at(-1)!;
    expect(bars.at(-1)).toMatchObject({ own: '5000000', total: last.total });
    const sum = bars.reduce((all, { change }) => all + Math.round(Number(change) * 10_000), 0);
    expect(Math.abs(sum - Math.round(Number(bars.at(-1)!.percent) * 10_000))).toBeLessThanOrEqual(bars.length);
  });

  it('count what the holder buys with the new money, and name no cause that changes nothing', () => {
    const { run, bars } = barsOf([safe, seed], 'ben');
    const bought = run.tables[2]!.round!.investors.find(({ shareholder_id }) => shareholder_id === 'ben')!.shares;
    expect(bars.at(-1)!.own).toBe(String(3_000_000 + Number(bought)));
    expect(barsOf([safe], 'ada').bars).toHaveLength(1);
  });

  it('begin at zero for who comes with a step', () => {
    const { bars } = barsOf([safe, seed], 'new:Cleo');
    expect(bars[0]).toMatchObject({ cause: 'start', own: '0', percent: '0' });
    expect(bars[1]!.cause).toBe('conversions');
    expect(bars[1]!.change).toBe(bars[1]!.percent);
  });
});
