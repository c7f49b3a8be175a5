// Divides a whole into parts by weight, so that the parts add up to the whole exactly.
import { divideInteger } from './decimal.ts';
import type { RoundingMode } from './decimal.ts';
import { drain, SLICE, sortInSlices } from '../slices.ts';
import type { Slices } from '../slices.ts';

/** Decimals of the percentages in tables. */
const TABLE_PLACES = 4;

type Weighted = { id: string; weight: bigint };

/**
 * Integer shares of `total` in proportion to the weights: each gets its floor, the rest goes one by one to the largest
 * remainders, ties to the smaller id. All weights zero gives all zeros. Refuses (RangeError) negative weights or totals.
 */
export const allocate = (total: bigint, parts: readonly Weighted[]): bigint[] => drain(allocateInSlices(total, parts));

function* allocateInSlices(total: bigint, parts: readonly Weighted[]): Slices<bigint[]> {
  const sum = parts.reduce((running, part) => running + part.weight, 0n);
  if (total < 0n || parts.some((part) => part.weight < 0n))
    throw new RangeError('Weights and totals are never negative');
  if (sum === 0n) return parts.map(() => 0n);
  const allocated: bigint[] = [];
  const remainders: { index: number; id: string; remainder: bigint }[] = [];
  let left = total;
  for (const [index, { id, weight }] of parts.entries()) {
    const share = (total * weight) / sum;
    allocated.push(share);
    left -= share;
    remainders.push({ index, id, remainder: total * weight - share * sum });
    if (index % SLICE === SLICE - 1) yield;
  }
  const byRemainder = yield* sortInSlices(remainders, (a, b) =>
    a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1,
  );
  for (const { index } of byRemainder.slice(0, Number(left))) allocated[index] = (allocated[index] ?? 0n) + 1n;
  return allocated;
}

/**
 * Percentages of 100 with four places, which sum to exactly 100 (or are all zero when nothing has weight).
 * Weights of any one unit; ties go to the earlier in the list.
 */
export const percentages = (weights: readonly bigint[]): string[] => drain(percentagesInSlices(weights));

export function* percentagesInSlices(weights: readonly bigint[]): Slices<string[]> {
  const width = String(weights.length).length;
  const parts = weights.map((weight, index) => ({ id: String(index).padStart(width, '0'), weight }));
  yield;
  const shares = yield* allocateInSlices(100n * 10n ** BigInt(TABLE_PLACES), parts);
  return shares.map((units) => inPlaces(units, TABLE_PLACES));
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
