// What charts show beyond a table: concentration, the days of a series, and one percentage without the others.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concentrationOf } from '#src/domain/captable/concentration.ts';
import { evenly, pointsBetween } from '#src/domain/captable/pointsBetween.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { percentageAmong, percentages } from '#src/domain/figures/largestRemainder.ts';

const of = (...totals: number[]) => concentrationOf(totals.map((total) => decimal(total)));

describe('concentration', () => {
  it('is that of the textbook (AN-01)', () => {
    expect(of(30, 30, 20, 20)).toEqual({ hhi: '2600', effective_holders: '3.8462', gini: '0.1' });
    expect(of(20, 20, 20, 20, 20)).toEqual({ hhi: '2000', effective_holders: '5', gini: '0' });
    expect(of(100)).toEqual({ hhi: '10000', effective_holders: '1', gini: '0' });
  });
  it('leaves out who owns nothing, and is zero for a company without owners', () => {
    expect(of(0, 50, 0, 50)).toEqual(of(50, 50));
    expect(of()).toEqual({ hhi: '0', effective_holders: '0', gini: '0' });
  });
});

describe('the days of a chart', () => {
  it('have the first and the last among them, and no day twice', () => {
    expect(pointsBetween('2024-01-01', '2024-12-31', 3)).toEqual(['2024-01-01', '2024-07-01', '2024-12-31']);
    expect(pointsBetween('2024-01-01', '2024-01-03', 25)).toEqual(['2024-01-01', '2024-01-02', '2024-01-03']);
    expect(pointsBetween('2024-01-01', '2024-01-01', 25)).toEqual(['2024-01-01']);
    expect(pointsBetween('2024-01-01', '2024-12-31', 1)).toEqual(['2024-12-31']);
  });
  it('are chosen evenly from a longer list', () => {
    expect(evenly([1, 2, 3, 4, 5, 6, 7], 4)).toEqual([1, 3, 5, 7]);
    expect(evenly([1, 2], 4)).toEqual([1, 2]);
  });
});

it('one percentage alone is the one that it has among the others', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 50n }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(weights, (list) => {
      const whole = percentages(list);
      list.forEach((_, index) => expect(percentageAmong(list, index, (other) => other < index)).toBe(whole[index]));
    }),
  );
});
