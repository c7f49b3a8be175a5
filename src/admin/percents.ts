// Percentages as a table shows them: two places, spread so that the rows sum to 100.00.
import { decimal } from '../domain/decimal.ts';
import { percentages } from '../domain/largestRemainder.ts';

/** What each row counts in, as decimal strings of one unit; its part of their sum out. Rounded once, from the exact parts. */
export const shownPercents = (counted: readonly string[]): string[] => percentages(counted.map(decimal), 2);
