// The scale of a chart. Floats only draw.
import { formatShares } from '../format.ts';

const STEPS = [1, 2, 2.5, 5, 10];

/** The least round number that is not below the highest figure, and the names of five lines from zero to it. */
export function scaleTo(highest: number): { max: number; ticks: string[] } {
  const unit = 10 ** Math.floor(Math.log10(Math.max(highest, 4)));
  const max = Math.max(4, (STEPS.find((step) => step * unit >= highest) ?? 10) * unit);
  return { max, ticks: [0, 1, 2, 3, 4].map((part) => compact((max / 4) * part)) };
}

/** The same for percentages: up to 2, 4, 10, 20, 40, 60, 80 or 100. */
export function percentScale(highest: number): { max: number; ticks: string[] } {
  const max = [2, 4, 10, 20, 40, 60, 80, 100].find((top) => top >= highest) ?? 100;
  return { max, ticks: [0, 1, 2, 3, 4].map((part) => `${(max / 4) * part}%`) };
}

/** "250,000", "2.5M". */
const compact = (value: number): string =>
  value >= 1_000_000 ? `${formatShares(String(value / 1_000_000))}M` : formatShares(String(value));
