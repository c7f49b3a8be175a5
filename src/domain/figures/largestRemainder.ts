// Divides a whole into parts by weight, so that the parts add up to the whole exactly.
import { divideInteger } from './decimal.ts';
import type { RoundingMode } from './decimal.ts';

/** Decimals of the percentages in tables. */
const TABLE_PLACES = 4;

type Weighted = { id: string; weight: bigint };

/**
 * Integer shares of `total` in proportion to the weights: each gets its floor, the rest goes one by one to the largest
 * remainders, ties to the smaller id. All weights zero gives all zeros. Refuses (RangeError) negative weights or totals.
 */
export function allocate(total: bigint, parts: readonly Weighted[]): bigint[] {
  const sum = parts.reduce((running, part) => running + part.weight, 0n);
  if (total < 0n || parts.some((part) => part.weight < 0n))
    throw new RangeError('Weights and totals are never negative');
  if (sum === 0n) return parts.map(() => 0n);
  const allocated = parts.map((part) => (total * part.weight) / sum);
  const left = total - allocated.reduce((running, share) => running + share, 0n);
  const byRemainder = parts
    .map((part, index) => ({ index, id: part.id, remainder: (total * part.weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, Number(left))) allocated[index] = (allocated[index] ?? 0n) + 1n;
  return allocated;
}

/**
 * Percentages of 100 with four places, which sum to exactly 100 (or are all zero when nothing has weight).
 * Weights of any one unit; ties go to the earlier in the list.
 */
export function percentages(weights: readonly bigint[]): string[] {
  const width = String(weights.length).length;
  const parts = weights.map((weight, index) => ({ id: String(index).padStart(width, '0'), weight }));
  return allocate(100n * 10n ** BigInt(TABLE_PLACES), parts).map((units) => inPlaces(units, TABLE_PLACES));
}

/**
 * One of the figures that `percentages` gives, without the others: it needs no sorting. `isEarlier`: whether a weight, by its
 * index, comes before this one in the list, whatever the order of `weights` here.
 */
export function percentageAmong(
  weights: readonly bigint[],
  index: number,
  isEarlier: (other: number) => boolean,
): string {
  const total = 100n * 10n ** BigInt(TABLE_PLACES);
  const sum = weights.reduce((running, weight) => running + weight, 0n);
  if (sum === 0n) return inPlaces(0n, TABLE_PLACES);
  const own = total * weights[index]!;
  const [floor, remainder] = [own / sum, own % sum];
  let [left, ahead] = [total, 0n];
  weights.forEach((weight, other) => {
    const part = total * weight;
    left -= part / sum;
    const rest = part % sum;
    if (rest > remainder || (rest === remainder && other !== index && isEarlier(other))) ahead += 1n;
  });
  return inPlaces(ahead < left ? floor + 1n : floor, TABLE_PLACES);
}

/** Cents of a pot, by weight, as "12.34"; ties by id. Sums to the pot. */
export function allocateCents(potCents: bigint, parts: readonly Weighted[]): Map<string, bigint> {
  const allocated = allocate(potCents, parts);
  return new Map(parts.map((part, index) => [part.id, allocated[index] ?? 0n]));
}

/**
 * One weight as a percentage of the total, for a figure that is shown alone and need not add up with others. Use `DOWN` for a
 * figure that is rounded again later, so that it is not rounded up twice.
 */
export function percentage(weight: bigint, total: bigint, places: number, mode: RoundingMode = 'HALF_UP'): string {
  return inPlaces(total === 0n ? 0n : divideInteger(weight * 100n * 10n ** BigInt(places), total, mode), places);
}

function inPlaces(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
