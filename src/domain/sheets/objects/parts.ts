// Small parts of Open Cap Format objects.
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Money } from '../records/records.ts';

export interface Making {
  /** The id of an object, from a key that is the same each time the same thing is read. */
  idOf: (key: string) => string;
  /** The company's currency, for amounts without one. */
  currency: string;
}

export const money = ({ amount, currency }: Money, fallback: string): OcfObject => ({
  amount: formatDecimal(amount),
  currency: currency ?? fallback,
});

export const text = (value: Decimal): string => formatDecimal(value);
