// Figures as a sentence shows them. What is cut off is marked with "…", so that nobody takes a part for the whole.
import { figures } from '../words/figures.ts';
import { say } from '../words/say.ts';
import { percentages } from '../domain/figures/largestRemainder.ts';
import { withSeparators } from '../domain/figures/decimal.ts';
import { decimalOf } from '../domain/model/figures.ts';
import { floorOf, fraction, minus, times, whole } from '../domain/figures/fraction.ts';
import type { Fraction } from '../domain/figures/fraction.ts';

/** "1,234.5678…": cut after so many places. */
function cut(value: Fraction, places: number): string {
  const scale = whole(10n ** BigInt(places));
  const units = floorOf(times(value, scale));
  const isWhole = minus(times(value, scale), whole(units)).n === 0n;
  const [digits = '0', rest] = decimalOf(fraction(units, scale.n), places).split('.');
  return `${withSeparators(digits)}${rest ? `${figures('.')}${rest}` : ''}${isWhole ? '' : '…'}`;
}

export const shares = (value: Fraction): string => cut(value, 4);

/** "$1.7105499827…". */
export const exactMoney = (value: Fraction): string => dollars(cut(value, 10));

/** Rounded to the cent. */
export const money = (value: Fraction): string => dollars(withoutMark(decimalOf(value, 2)));

/** "$1.7105": a price, which is rounded already. */
export const price = (value: Fraction): string => dollars(cut(value, 10));

export const percent = (value: Fraction): string => `${cut(times(value, whole(100n)), 4)}%`;

/** Parts of 100 with four places that add up to 100. */
export const partsOf = (weights: readonly bigint[]): string[] =>
  percentages(weights).map((each) => `${figures(each)}%`);

function withoutMark(decimal: string): string {
  const [digits = '0', rest] = decimal.split('.');
  return `${withSeparators(digits)}${rest ? `${figures('.')}${rest}` : ''}`;
}

/** "1.5" is written "$1.50"; whole amounts stay whole. */
const dollars = (text: string): string => say`$${text.replace(/([.,]\d)$/, '$10')}`;
