// Between the ledger's decimals and exact fractions.
import { divideInteger, ONE } from './decimal.ts';
import type { Decimal } from './decimal.ts';
import { fraction } from './fraction.ts';
import type { Fraction } from './fraction.ts';

export const exactly = (value: Decimal): Fraction => fraction(value, ONE);

/** What has more than ten decimals is cut there. */
export const unitsOf = ({ n, d }: Fraction): Decimal => divideInteger(n * ONE, d, 'DOWN');
