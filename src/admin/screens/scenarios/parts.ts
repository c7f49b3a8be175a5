// Parts of the company in per cent, and their changes in points, exact until they are written.
import { figures } from '#src/words/figures.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { fraction, NOTHING } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';

/** Of a hundred; nothing is no part of nothing. */
export const partOf = (own: string, total: string): Fraction =>
  total === '0' ? NOTHING : fraction(decimal(own) * 100n, decimal(total));

/** "+16.67", "−0.95", "0.00", of a decimal that has at most so many places. */
export function pointsText(change: string, places: number): string {
  const text = figures(toFixed(decimal(change), places));
  if (text.startsWith('-')) return `−${text.slice(1)}`;
  return decimal(change) === 0n ? text : `+${text}`;
}
