// What is told behind the figures of a round, on a start that is typed in.
import { describe, expect, it } from 'vitest';
import { roundDerivations } from '#src/domain/model/scenario/derivations.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import { typedState } from '#src/domain/model/scenario/startState.ts';
import { speakFor } from '#src/words/reader.ts';
import type { RoundStep } from '#src/domain/model/scenario/steps.ts';

const start = typedState({
  holders: [{ id: 'ada', name: 'Ada' }],
  classes: [{ id: 'common', name: 'Common', kind: 'COMMON' }],
  holdings: [{ holder: 'ada', class: 'common', shares: 8_000_000 }],
  convertibles: [{ id: 'SAFE-1', type: 'post_cap', amount: 500_000, cap: 5_000_000 }],
});
const seed: RoundStep = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: 10_000_000,
  method: 'percent_ownership',
  investors: [{ name: 'Harbor', amount: 2_500_000 }],
  pool: { target: 0.1 },
  converts: 'all',
};
function told(changes: Partial<RoundStep> = {}) {
  const step = { ...seed, ...changes };
  const { tables } = runScenario(start, [step]);
  return { derivations: roundDerivations(tables[0]!, tables[1]!, step), table: tables[1]! };
}

describe('the derivation of a round', () => {
  it('has all its figures as a reader of German writes them', () => {
    const text = () => undefined;
    speakFor(() => ({ locale: 'de', text, name: text }));
    const { price, pool_increase, investors, conversions } = told().derivations;
    speakFor(() => undefined);
    const all = [...price, ...pool_increase, ...investors.flat(), ...conversions.flat()].join(' ');
    expect(all).toContain('0,9844');
    expect(all.match(/\d\.\d{1,2}(?!\d)|\d\.\d{4}/g)).toBeNull();
  });

  it('divides the valuation by the shares it is for, and rounds once', () => {
    const { derivations, table } = told();
    expect(derivations.price.slice(1)).toEqual([
      '10,000,000.00 ÷ 10,158,730.8889 shares = 0.9843749292',
      'Rounded once, to four decimals: 0.9844. All shares are calculated with this price.',
    ]);
    // 8,000,000 shares are nine tenths of the table with the SAFE; the increase is whole.
    expect(8_000_000 / 0.9 + Number(table.round!.pool_increase)).toBeCloseTo(10_158_730.8889, 3);
  });

  it('adds the converted money to the valuation only where the method does', () => {
    expect(told({ method: 'dollars_invested' }).derivations.price[1]).toMatch(/^\(10,000,000\.00 \+ 500,000\.00\) ÷ /);
    expect(told({ method: 'pre_money' }).derivations.price[1]).toBe('10,000,000.00 ÷ 9,244,445 shares = 1.0817307042');
  });

  it('shows that the target of the pool is met, and what is left of the money', () => {
    const { derivations, table } = told();
    expect(derivations.pool_increase.at(-1)).toBe(
      `1,269,842 ÷ ${Number(table.total).toLocaleString('en-US')} = 10.0001 %`,
    );
    expect(derivations.investors).toEqual([
      [
        '2,500,000.00 ÷ 0.9844 = 2,539,618 shares, rounded down to whole shares (rule R1)',
        '2,539,618 × 0.9844 = 2,499,999.96; 0.04 buys no whole share and is not called',
      ],
    ]);
    expect(derivations.conversions[0]!.at(-1)).toBe('500,000.00 ÷ 0.5625 = 888,888 shares, and 0.50 in cash');
    expect(told({ pool: null }).derivations.pool_increase).toEqual(['The pool stays as it is.']);
    expect(told({ pool: { increase: 1000 } }).derivations.pool_increase[0]).toBe(
      '1,000 shares are added to the pool, as entered.',
    );
  });
});
