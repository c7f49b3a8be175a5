// Percentages as the screens show them: two places, each rounded by itself, so that it is the same on every screen.
import { figures } from '#src/words/figures.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { percentage } from '#src/domain/figures/largestRemainder.ts';

/**
 * Takes each row's count as a decimal string and returns its percentage of the sum, rounded half up from exact figures;
 * all 0.00 if the sum is zero. A column may add up to 99.99, so that equal holdings show equal percentages.
 */
export const shownPercents = (counted: readonly string[]): string[] =>
  exactPercents(counted).map((percent) => figures(percent));

/** The same with a point, for what is drawn or reckoned further. */
export function exactPercents(counted: readonly string[]): string[] {
  const parts = counted.map(decimal);
  const total = parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part) => percentage(part, total, 2));
}

/** For the total row. */
export const wholePercent = (total: string): string => figures(decimal(total) === 0n ? '0.00' : '100.00');
