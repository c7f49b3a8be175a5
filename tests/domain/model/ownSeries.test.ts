// SAFEs and notes that convert in a round get a series of their own: the rights of the round's class, the preference of what was paid.
//
//   8,000,000 common. SAFE-1 500,000 at a cap of 5,000,000 and SAFE-2 400,000 at a cap of 8,000,000, both post-money, SAFE-3 250,000
//   at the same cap of 5,000,000. Before the money they own 10 %, 5 % and 5 %: the table is 8,000,000 / 0.8 = 10,000,000 shares.
//   SAFE-1  1,000,000 at 0.50     SAFE-2  500,000 at 0.80     SAFE-3  500,000 at 0.50
//   Round   20,000,000 / 10,000,000 = 2.00; 5,000,000 buy 2,500,000 shares
import { describe, expect, it } from 'vitest';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { readState, typedState } from '#src/domain/model/scenario/startState.ts';
import type { TypedStart, WrittenState } from '#src/domain/model/scenario/startState.ts';
import type { RoundStep, Step } from '#src/domain/model/scenario/steps.ts';
import { ownSeries, seriesPrefix } from '#src/domain/round/ownSeries.ts';

const start: TypedStart = {
  holders: [{ id: 'ada', name: 'Ada' }],
  classes: [{ id: 'common', name: 'Common', kind: 'COMMON' }],
  holdings: [{ holder: 'ada', class: 'common', shares: 8_000_000 }],
  convertibles: [
    { id: 'SAFE-1', type: 'post_cap', amount: 500_000, cap: 5_000_000 },
    { id: 'SAFE-2', type: 'post_cap', amount: 400_000, cap: 8_000_000 },
    { id: 'SAFE-3', type: 'post_cap', amount: 250_000, cap: 5_000_000 },
  ],
};
const seriesA: RoundStep = {
  kind: 'round',
  name: 'Series A',
  class_name: 'Series A',
  pre_money: 20_000_000,
  method: 'percent_ownership',
  investors: [{ name: 'Fund', amount: 5_000_000 }],
  converts: 'all',
};
const run = (steps: readonly Step[], from = start): Run => runScenario(typedState(from), steps);
const exit = (proceeds: number): Step => ({ kind: 'exit', proceeds });
const classesOf = ({ tables }: Run) =>
  Object.fromEntries(tables.at(-1)!.classes.map(({ name, quantity }) => [name, quantity]));

describe('what converts', () => {
  it('has a series for each price that was paid, beside the class of the round', () => {
    const made = run([seriesA]);
    expect(classesOf(made)).toEqual({
      Common: '8000000',
      'Series A': '2500000',
      'Series A-1': '1500000',
      'Series A-2': '500000',
    });
    const { round } = made.tables[1]!;
    expect(round!.series).toEqual([
      {
        share_class_id: 'new:Series A-1',
        name: 'Series A-1',
        number: 1,
        price: '0.5',
        shares: '1500000',
        preference: '750000',
      },
      {
        share_class_id: 'new:Series A-2',
        name: 'Series A-2',
        number: 2,
        price: '0.8',
        shares: '500000',
        preference: '400000',
      },
    ]);
    expect(round!.conversions.map(({ name, share_class_id }) => [name, share_class_id])).toEqual([
      ['SAFE-1', 'new:Series A-1'],
      ['SAFE-2', 'new:Series A-2'],
      ['SAFE-3', 'new:Series A-1'],
    ]);
  });

  it('is paid first what was paid in, and no more', () => {
    const { paid, breakpoints } = run([seriesA, exit(6_150_000)]).waterfalls[0]!;
    // 5,000,000 + 500,000 + 250,000 + 400,000
    expect(paid).toEqual({
      common: '0',
      'new:Series A': '5000000',
      'new:Series A-1': '750000',
      'new:Series A-2': '400000',
    });
    expect(breakpoints[0]!.proceeds.decimal).toBe('6150000');
  });

  it('has the class of the round where that is chosen', () => {
    const made = run([{ ...seriesA, converts_into: 'round_class' }, exit(50)]);
    expect(classesOf(made)).toEqual({ Common: '8000000', 'Series A': '4500000' });
    expect(made.tables[1]!.round!.series).toEqual([]);
  });

  it('has the class of the round where it pays the price of the round', () => {
    const made = run([seriesA], { ...start, convertibles: [{ id: 'S', type: 'round', amount: 500_000 }] });
    expect(Object.keys(classesOf(made))).toEqual(['Common', 'Series A']);
  });

  it('has the rights of the class: its multiple, its cap, its rank', () => {
    const terms = { preference_multiple: 2, participating: true, total_cap: 3 };
    const { paid } = run([{ ...seriesA, ...terms }, exit(12_300_000)]).waterfalls[0]!;
    expect(paid).toMatchObject({ common: '0', 'new:Series A-1': '1500000', 'new:Series A-2': '800000' });
    // A share of A-1 gets at most 3 x 0.50, of A-2 3 x 0.80, while a common share gets less.
    const capped = run([{ ...seriesA, ...terms }, exit(26_000_000)]).waterfalls[0]!.paid;
    expect(capped).toMatchObject({ 'new:Series A-1': '2250000', 'new:Series A-2': '1200000' });
  });

  it('steps over names that are taken, also by a later round', () => {
    const later: RoundStep = { ...seriesA, class_name: 'series a-2', pre_money: 40_000_000, converts: [] };
    const classes = [...start.classes, { id: 'x', name: 'SERIES A-1', kind: 'PREFERRED' as const }];
    const made = run([seriesA, later], { ...start, classes });
    expect(Object.keys(classesOf(made))).toEqual([
      'Common',
      'SERIES A-1',
      'Series A',
      'Series A-3',
      'Series A-4',
      'series a-2',
    ]);
  });

  it('has no series beside common stock', () => {
    const made = run([{ ...seriesA, class_name: 'Common' }]);
    expect(Object.keys(classesOf(made))).toEqual(['Common']);
  });

  it('of a fixed part has the preference of its money', () => {
    const fixed = { id: 'Y', type: 'fixed_pct', amount: 125_000, pct: '0.07' } as const;
    const made = run([seriesA, exit(5_125_000)], { ...start, convertibles: [fixed] });
    expect(made.tables[1]!.round!.series[0]).toMatchObject({ name: 'Series A-1', preference: '125000' });
  });
});

describe('beside a class of the company', () => {
  const written = (price: string | null): WrittenState => ({
    as_of: '2026-01-01',
    holders: [{ id: 'ada', name: 'Ada' }],
    others: 0,
    notes: [],
    classes: [
      {
        id: 'c',
        name: 'Common',
        kind: 'COMMON',
        ratio: ['1', '1'],
        converts_to: null,
        places: 0,
        allows_fractions: false,
        preference_per_share: '0',
        participating: false,
        cap_per_share: null,
        rank: 0,
      },
      {
        id: 'a',
        name: 'Series A',
        kind: 'PREFERRED',
        ratio: ['1', '1'],
        converts_to: 'c',
        places: 0,
        allows_fractions: false,
        preference_per_share: price ?? '0',
        participating: false,
        cap_per_share: null,
        preference_multiple: '1',
        cap_multiple: null,
        rank: 0,
      },
    ],
    lots: [['ada', 'c', '9000000', 1]],
    rights: [],
    plans: [],
    convertibles: [
      {
        id: 's1',
        name: 'SAFE-1',
        holder: 'ada',
        invested: '500000',
        amount: '500000',
        is_note: false,
        type: 'post_cap',
        cap: '5000000',
        discount: null,
      },
    ],
  });

  it('the multiple is of what was paid, whatever price the class was made with', () => {
    const { tables } = runScenario(readState(written('1.25')), [seriesA]);
    expect(tables[1]!.round!.series[0]).toMatchObject({ price: '0.5', preference: '500000' });
  });

  it('an empty class of the name and the terms is the series, of other terms it is stepped over', () => {
    const left = (preference_per_share: string): WrittenState => {
      const state = written('2');
      const [, a] = state.classes;
      return { ...state, classes: [...state.classes, { ...a!, id: 'a1', name: 'Series A-1', preference_per_share }] };
    };
    const seriesOf = (state: WrittenState) => {
      const { share_class_id, name, preference } = runScenario(readState(state), [seriesA]).tables[1]!.round!
        .series[0]!;
      return [share_class_id, name, preference];
    };
    expect(seriesOf(left('0.5'))).toEqual(['a1', 'Series A-1', '500000']);
    expect(seriesOf(left('0.6'))).toEqual(['new:Series A-2', 'Series A-2', '500000']);
  });

  it('a class without a price has that of the round', () => {
    const { waterfalls } = runScenario(readState(written(null)), [seriesA, exit(5_500_000)]);
    expect(waterfalls[0]!.paid).toMatchObject({ c: '0', a: '5000000', 'new:Series A-1': '500000' });
  });
});

describe('the name of a series', () => {
  const namesOf = (class_name: string, taken: string[] = []) =>
    ownSeries({ class_name, round_price: 3n, prices: [1n, 3n, 2n, 1n], taken }).map(({ name }) => name);

  it.each([
    ['Series Seed', ['Series Seed-1', 'Series Seed-2']],
    ['Series A Preferred Stock', ['Series A-1 Preferred Stock', 'Series A-2 Preferred Stock']],
    ['Series A-1', ['Series A-2', 'Series A-3']],
    ['Preferred', ['Preferred-1', 'Preferred-2']],
  ])('beside %s', (name, names) => {
    expect(namesOf(name)).toEqual(names);
  });

  it('stays within what a name may have', () => {
    expect(namesOf('S'.repeat(120)).every((name) => name.length <= 120)).toBe(true);
  });

  it('gives the prefix of its certificates', () => {
    expect(['SA-', 'S2-', 'A', 'LONGEST-PREFIX-EVER-'].map((prefix) => seriesPrefix(prefix, 1))).toEqual([
      'SA1-',
      'S2-1-',
      'A1-',
      'LONGEST-PREFIX1-',
    ]);
  });
});
