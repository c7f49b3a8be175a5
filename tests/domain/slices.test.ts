import { describe, expect, it } from 'vitest';
import { sortInSlices, drain } from '#src/domain/slices.ts';

describe('sorting in slices', () => {
  it('gives the result of a plain sort, with equal items in their order', () => {
    const list = Array.from({ length: 70_001 }, (_, n) => ({ key: (n * 7919) % 1000, n }));
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
    expect(drain(sortInSlices(list, compare))).toEqual([...list].sort(compare));
    expect(drain(sortInSlices([], compare))).toEqual([]);
  });
});
