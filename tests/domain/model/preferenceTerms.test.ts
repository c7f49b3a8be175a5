// The preference of a round's class, as its term sheet names it.
import { expect, it } from 'vitest';
import { preferenceTerms } from '#src/domain/model/scenario/preferenceTerms.ts';
import { runScenario } from '#src/domain/model/scenario/runScenario.ts';
import { typedState } from '#src/domain/model/scenario/startState.ts';
import type { RoundStep } from '#src/domain/model/scenario/steps.ts';

const start = typedState({
  holders: [{ id: 'a', name: 'Ada' }],
  classes: [{ id: 'c', name: 'Common', kind: 'COMMON' }],
  holdings: [{ holder: 'a', class: 'c', shares: 8_000_000 }],
  convertibles: [{ id: 'S', type: 'post_cap', amount: 500_000, cap: 5_000_000 }],
});
const round: RoundStep = {
  kind: 'round',
  name: 'Seed',
  class_name: 'Series Seed',
  pre_money: 16_000_000,
  method: 'pre_money',
  investors: [{ name: 'Fund', amount: 1_000_000 }],
  pool: null,
  converts: 'all',
};

function termsOf(changes: Partial<RoundStep>) {
  const step = { ...round, ...changes };
  const { tables } = runScenario(start, [round, { ...step }].slice(changes.name === 'Again' ? 0 : 1));
  return { terms: preferenceTerms(tables.at(-2)!, tables.at(-1)!, step), table: tables.at(-1)! };
}

it.each(['own_series', 'round_class'] as const)(
  'is the price of all shares of the class, what converts into it with them: %s',
  (converts_into) => {
    const { terms, table } = termsOf({ converts_into });
    // The preference of the exit is the same.
    const exit = runScenario(start, [
      { ...round, converts_into },
      { kind: 'exit', proceeds: 3_000_000 },
    ]).waterfalls[0]!;
    expect(Number(terms!.total)).toBeCloseTo(Number(exit.payout[table.round!.share_class_id]!.decimal), 2);
    expect(terms).toMatchObject({
      multiple: '1',
      per_share: table.round!.price,
      participating: false,
      cap_per_share: null,
    });
  },
);

it('is a multiple of it, with a cap of both together', () => {
  const { terms, table } = termsOf({ preference_multiple: '3/2', participating: true, total_cap: 3 });
  const price = Number(table.round!.price);
  expect(terms).toMatchObject({ multiple: '1.5', participating: true });
  expect([Number(terms!.per_share), Number(terms!.cap_per_share)]).toEqual([price * 1.5, price * 3]);
});

it('is none of the round’s where the class was there before', () => {
  expect(termsOf({ name: 'Again' }).terms).toBeNull();
});
