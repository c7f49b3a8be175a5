import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, allocateCents, percentage, percentages } from '#src/domain/figures/largestRemainder.ts';

const tenThousandths = (percent: string) => BigInt(percent.replace('.', ''));

describe('dividing a whole by weight', () => {
  it('gives percentages that sum to exactly 100.0000, whatever the weights', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(weights, (each) => {
        const sum = percentages(each).reduce((running, percent) => running + tenThousandths(percent), 0n);
        expect(sum).toBe(each.some((weight) => weight > 0n) ? 1_000_000n : 0n);
      }),
    );
  });
  it('gives three equal holders 33.3334, 33.3333 and 33.3333', () => {
    expect(percentages([1n, 1n, 1n])).toEqual(['33.3334', '33.3333', '33.3333']);
  });
  it('never gives a part more than one unit off its exact share', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), parts, (total, weights) => {
        const sum = weights.reduce((running, weight) => running + weight, 0n);
        const shares = allocate(
          total,
          weights.map((weight, index) => ({ id: String(index), weight })),
        );
        shares.forEach((share, index) => {
          const floor = (total * (weights[index] ?? 0n)) / sum;
          expect(share === floor || share === floor + 1n).toBe(true);
        });
      }),
    );
  });
  it('breaks ties by id, so that the order of the list changes nothing', () => {
    const parts = [
      { id: 'c', weight: 1n },
      { id: 'a', weight: 1n },
      { id: 'b', weight: 1n },
    ];
    expect(Object.fromEntries(allocateCents(10_000n, parts))).toEqual({ a: 3334n, b: 3333n, c: 3333n });
  });
  it('gives every part zero when no part has weight, and refuses negative weights', () => {
    expect(percentages([0n, 0n])).toEqual(['0.0000', '0.0000']);
    expect(() => allocate(1n, [{ id: 'a', weight: -1n }])).toThrow(RangeError);
  });
  it('rounds a single percentage half up unless told to round down', () => {
    expect([percentage(2n, 3n, 4), percentage(2n, 3n, 4, 'DOWN'), percentage(1n, 0n, 2)]).toEqual([
      '66.6667',
      '66.6666',
      '0.00',
    ]);
  });
});
