// Percentages as a table shows them: two places, spread so that the rows still sum to the total.
import { allocate } from '../domain/largestRemainder.ts';

/** Four-place strings of 100 in, two-place strings out. What summed to 100.0000 sums to 100.00. */
export function shownPercents(exact: readonly string[]): string[] {
  const weights = exact.map((text) => BigInt(text.replace('.', '')));
  const sum = weights.reduce((running, weight) => running + weight, 0n);
  // Half a cent of rounding at most: the sum itself is rounded once, then divided by largest remainder.
  const total = (sum + 50n) / 100n;
  const parts = weights.map((weight, index) => ({ id: String(index).padStart(6, '0'), weight }));
  return allocate(total, parts).map((hundredths) => {
    const digits = hundredths.toString().padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  });
}
