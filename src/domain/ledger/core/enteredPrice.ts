// An issuance must name a price. Where nobody entered one, ours name the class's and remark it: what was paid is not known then.
import { textsOf } from './fields.ts';
import type { OcfObject } from './types.ts';

export const NO_PRICE_ENTERED = 'No price was entered. The share price is the class’s price, else its par value.';
/** Par is not a price: none is on record then. The view `certificate` looks for these words. */
export const NO_PRICE_ON_RECORD =
  'No price was entered, and the class had none. The share price is its par value, else nought.';
export const PRICE_REMARKS: readonly string[] = [NO_PRICE_ENTERED, NO_PRICE_ON_RECORD];

const remarked = (issuance: OcfObject): string[] =>
  textsOf(issuance, 'comments').filter((comment) => PRICE_REMARKS.includes(comment));

export const isPriceEntered = (issuance: OcfObject): boolean => remarked(issuance).length === 0;

/** The remark, on what follows on such a certificate at the same price. */
export const enteredAs = (issuance: OcfObject): { comments?: string[] } =>
  isPriceEntered(issuance) ? {} : { comments: remarked(issuance) };
