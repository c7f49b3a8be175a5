// Why a holding has no value, on screens and in statements.
import { say } from '../words/say.ts';
import { whyNoPrice } from './priceSource.ts';

interface Valued {
  kind: 'certificate' | 'grant' | 'convertible' | 'warrant';
  value: string | null;
  price: string | null;
  price_source: string | null;
}

/** Null when it has one. Convertibles and warrants have no value before they become shares, whatever the price of their class. */
export function whyNoValue({ kind, value, price, price_source }: Valued): string | null {
  if (value !== null) return null;
  if (kind === 'convertible') return say`Known when a round converts it`;
  if (kind === 'warrant') return say`Known when it is exercised`;
  if (price !== null) return say`Its vesting schedule is not on record`;
  return price_source === null || price_source === 'conversion_price'
    ? whyNoPrice(price_source)
    : say`The price of its class is in another currency`;
}
