// Pseudorandom numbers from a seed, for generated companies.

export type Random = {
  /** 0 ≤ whole number < limit. */
  below(limit: number): number;
  between(least: number, most: number): number;
  chance(oneIn: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
};

/** Mulberry32: small, even, and good enough to make up companies. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (oneIn) => below(oneIn) === 0,
    pick: (items) => items[below(items.length)]!,
    shuffled: (items) => {
      const all = [...items];
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [all[at], all[other]] = [all[other]!, all[at]!];
      }
      return all;
    },
  };
}
