// An issuance must name a price. Where nobody entered one, ours name the class's and remark it: what was paid is not known then.
import { textsOf } from './fields.ts';
import type { OcfObject } from './types.ts';

export const NO_PRICE_ENTERED = 'No price was entered. The share price is the class’s price, else its par value.';

export const isPriceEntered = (issuance: OcfObject): boolean =>
  !textsOf(issuance, 'comments').includes(NO_PRICE_ENTERED);

/** The remark, on what follows on such a certificate at the same price. */
export const enteredAs = (issuance: OcfObject): { comments?: string[] } =>
  isPriceEntered(issuance) ? {} : { comments: [NO_PRICE_ENTERED] };
