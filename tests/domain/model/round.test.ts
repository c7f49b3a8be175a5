// Rounds against the worked cases, which are no part of the project.
import { describe, expect, it } from 'vitest';
import { fraction, plus, sumOf, times, over } from '../../../src/domain/model/fraction.ts';
import type { Fraction } from '../../../src/domain/model/fraction.ts';
import { solveRound } from '../../../src/domain/model/round.ts';
import type { Instrument, RoundTerms } from '../../../src/domain/model/round.ts';
import { hasShared, sharedJson } from '../sharedMaterial.ts';

const num = (value: unknown): Fraction => {
  const text = String(value);
  const [a, b] = text.split('/');
  const [w, f = ''] = a!.split('.');
  return fraction(BigInt(w! + f), 10n ** BigInt(f.length) * BigInt(b ?? 1));
};
const written = ({ n, d }: Fraction) => (d === 1n ? String(n) : `${n}/${d}`);
const SEVEN: Pick<Instrument, 'cap' | 'discount' | 'percent' | 'better_of'> = {
  cap: null,
  discount: num(0),
  percent: null,
  better_of: [],
};

const has = hasShared('cases/convertibles.json');
const cases = has
  ? (sharedJson('cases/convertibles.json') as { cases: any[] }).cases.concat(
      (sharedJson('cases/rounds.json') as any).cases,
    )
  : [];

function termsOf(inputs: any, method: any): RoundTerms {
  const t = inputs.capTable;
  const before = t
    ? t.founders + t.optionsOutstanding + t.promisedOptions
    : (inputs.common ?? inputs.shares ?? inputs.founders) + (inputs.granted ?? 0);
  const list =
    inputs.safes ??
    (inputs.safe ? [{ id: 'S', ...inputs.safe }] : inputs.instrument ? [{ id: 'S', ...inputs.instrument }] : []);
  return {
    outstanding_fully_diluted: num(before),
    unallocated_pool: num(t?.unissuedPool ?? inputs.unallocatedPool ?? 0),
    pre_money: num(inputs.preMoney),
    new_money: num(inputs.newMoney),
    method,
    pool: inputs.poolTargetUnallocatedPost
      ? { target: num(inputs.poolTargetUnallocatedPost) }
      : inputs.poolIncreaseShares
        ? { increase: num(inputs.poolIncreaseShares) }
        : null,
    instruments: list.map((each: any, index: number) => ({
      ...SEVEN,
      id: each.id,
      type: each.type,
      amount: num(each.amount),
      cap: each.cap ? num(each.cap) : null,
      discount: num(each.discount ?? 0),
      percent: each.pct ? num(each.pct) : null,
      better_of: each.type === 'mfn' ? list.slice(index + 1).map(({ id }: any) => id) : [],
    })),
  };
}

describe.skipIf(!has)('the worked cases', () => {
  const exact = cases.flatMap((each) => {
    if (each.expected.exact) return [[each.id, each.inputs, 'percent_ownership', each.expected.exact]];
    if (each.id === 'CV-06')
      return Object.entries(each.expected).map(([method, expected]) => [
        `${each.id} ${method}`,
        each.inputs,
        method,
        expected,
      ]);
    return [];
  });
  it.each(exact as [string, any, string, any][])('%s', (_id, inputs, method, expected) => {
    const solved = solveRound(termsOf(inputs, method));
    expect({
      pricePerShare: written(solved.price),
      totalSharesPost: written(solved.total),
      poolAfter: written(solved.pool_after),
      newMoneyShares: written(solved.new_shares),
      base: written(solved.post_money_base),
      pre: written(solved.pre_money_base),
      conversions: Object.fromEntries(
        solved.conversions.map(({ id, shares, binding }) => [id, [written(shares), binding]]),
      ),
    }).toEqual({
      pricePerShare: expected.pricePerShare.exact,
      totalSharesPost: expected.totalSharesPost.exact,
      poolAfter: expected.poolAfter.exact,
      newMoneyShares: expected.newMoneyShares.exact,
      base: expected.companyCapitalizationPostMoney.exact,
      pre: expected.capitalizationPreMoney.exact,
      conversions: Object.fromEntries(
        Object.entries(expected.conversions).map(([id, c]: any) => [
          id,
          [c.shares.exact, c.binding === 'fixed' ? 'percent' : c.binding],
        ]),
      ),
    });
    void [plus, sumOf, times, over];
  });
});
