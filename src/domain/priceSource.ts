// Where the price of a class comes from. `class_price`: the one on its record, of which nobody knows since when it is one;
// `conversion_price`: that one is only what a SAFE or note paid, so it values nothing; `issue`: the class has none, and what its holder
// paid is the newest.
import { say } from '../words/say.ts';

export const CLASS_PRICE_SOURCES = ['valuation', 'last_round', 'class_price', 'conversion_price'] as const;
export type ClassPriceSource = (typeof CLASS_PRICE_SOURCES)[number];
export type PriceSource = ClassPriceSource | 'issue';

const WORDS: Record<PriceSource, string> = {
  valuation: say`Valuation`,
  last_round: say`Last round`,
  class_price: say`Price of the class`,
  conversion_price: say`Only what a SAFE or note paid is on record`,
  issue: say`Issue price`,
};

/** Why a class has no price. */
export const whyNoPrice = (source: string | null): string =>
  source === 'conversion_price' ? WORDS.conversion_price : say`No price on record`;

export const priceSourceWord = (source: PriceSource): string => WORDS[source];
