// The format requires a price on an issuance. Where nobody entered one, our entries write the class's price and say so in a
// comment, because what was paid is not known.
import { textsOf } from './fields.ts';
import type { OcfObject } from './types.ts';

export const NO_PRICE_ENTERED = 'No price was entered. The share price is the class’s price, else its par value.';
/** Par value is not a price, so none is on record. The view `certificate` looks for these words. */
export const NO_PRICE_ON_RECORD =
  'No price was entered, and the class had none. The share price is its par value, else nought.';
export const PRICE_REMARKS: readonly string[] = [NO_PRICE_ENTERED, NO_PRICE_ON_RECORD];

const remarked = (issuance: OcfObject): string[] =>
  textsOf(issuance, 'comments').filter((comment) => PRICE_REMARKS.includes(comment));

export const isPriceEntered = (issuance: OcfObject): boolean => remarked(issuance).length === 0;

/** The comment for certificates that replace this one at the same price. */
export const priceRemarkOf = (issuance: OcfObject): { comments?: string[] } =>
  isPriceEntered(issuance) ? {} : { comments: remarked(issuance) };
