// What a round pays beside the price that its class has on record: preference, conversion and dividend follow the recorded one.
import { say } from '#src/words/say.ts';
import { decimal, formatDecimal, grouped, groupedMoney, multiply, parseDecimal } from '../figures/decimal.ts';
import type { Decimal } from '../figures/decimal.ts';
import { writtenMoney } from '../figures/money.ts';
import { countedShares } from '../inWords.ts';

export interface PricedClass {
  name: string;
  /** The original issue price on record. */
  price: string | null;
  /** Of the liquidation preference. Null: it has none. */
  multiple: string | null;
  /** Null where amounts are in no named currency. */
  currency: string | null;
}

/** New money for shares of preferred stock at another price than the recorded one, as a sentence; null at the same. */
export function priceWarning(
  { name, price, multiple, currency }: PricedClass,
  sold: { price: Decimal; shares: Decimal },
): string | null {
  const recorded = parseDecimal(price);
  if (recorded === sold.price) return null;
  const written = (value: Decimal, plain: string) =>
    currency === null ? plain : writtenMoney(formatDecimal(value), currency);
  const each = (value: Decimal) => written(value, grouped(value));
  const paid = say`${each(sold.price)} is paid for a share.`;
  if (recorded === null)
    return say`${name} has no original issue price on record, and ${paid} At an exit its shares are paid no preference until the class has a price. Enter the price of the class, or choose another class.`;
  const factor = parseDecimal(multiple) ?? decimal('0');
  const sum = (value: Decimal) => {
    const product = multiply(value, sold.shares, 2, 'HALF_UP');
    return written(product, groupedMoney(formatDecimal(product)));
  };
  const follows =
    factor > 0n
      ? say`Its liquidation preference follows the recorded price: ${sum(multiply(factor, recorded, 10, 'HALF_UP'))} for ${countedShares(sold.shares)} that pay ${sum(sold.price)}.`
      : say`Its conversion and its dividend follow the recorded price.`;
  return say`${name} has ${each(recorded)} as its original issue price on record, and ${paid} ${follows} Correct the price of the class, or choose another class.`;
}
