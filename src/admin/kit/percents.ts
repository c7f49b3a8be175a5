// Percentages as the screens show them: two places, each rounded by itself, so that one is the same wherever it stands.
import { decimal } from '../../domain/figures/decimal.ts';
import { percentage } from '../../domain/figures/largestRemainder.ts';

/**
 * In: what each row counts, as decimal strings of one unit. Out: its part of their sum, of 100, half up from the exact figures;
 * all 0.00 where nothing counts. A column may add up to 99.99: what holders of the same number read is the same.
 */
export function shownPercents(counted: readonly string[]): string[] {
  const parts = counted.map(decimal);
  const total = parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part) => percentage(part, total, 2));
}

/** Of a whole, in its total row. */
export const wholePercent = (total: string): string => (decimal(total) === 0n ? '0.00' : '100.00');
