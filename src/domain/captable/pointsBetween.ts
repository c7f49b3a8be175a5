// The days of a chart: evenly spaced, with the first and the last day among them.
import { addDays, daysFromTo } from '../dates.ts';

/** At most `count` days, and no day twice; one point is the last day alone. `from` is not after `to`. */
export function pointsBetween(from: string, to: string, count: number): string[] {
  const days = daysFromTo(from, to);
  const steps = Math.min(count - 1, days);
  if (steps <= 0) return [to];
  return Array.from({ length: steps + 1 }, (_, index) => addDays(from, Math.floor((index * days) / steps)));
}

/** At most `count` of a list, evenly chosen, with the first and the last among them. */
export function evenly<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * (list.length - 1)) / (count - 1))]!);
}
