// The value of a holding at a price, to the cent.
import { decimal, multiply, toFixed } from './figures/decimal.ts';

interface Priced {
  quantity: string;
  price: string;
  /** What exercising costs for each share; null where nothing is paid. */
  strike: string | null;
}

/** Nothing, rather than less, where exercising costs more than the shares are worth. */
export function valueOfHolding({ quantity, price, strike }: Priced): string {
  const gain = decimal(price) - decimal(strike ?? '0');
  return toFixed(gain > 0n ? multiply(decimal(quantity), gain, 2, 'HALF_UP') : 0n, 2);
}

/** Amounts in two currencies cannot be added: one sum for each, `first` before the others. */
export function sumsByCurrency(
  valued: readonly { value: string; currency: string }[],
  first: string | null,
): { currency: string; value: string }[] {
  const byCurrency = Map.groupBy(valued, ({ currency }) => currency);
  return [...byCurrency]
    .sort(([a], [b]) => (a === first ? -1 : b === first ? 1 : a < b ? -1 : 1))
    .map(([currency, of]) => ({
      currency,
      value: toFixed(
        of.reduce((sum, { value }) => sum + decimal(value), 0n),
        2,
      ),
    }));
}
