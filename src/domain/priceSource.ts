// Where the price of a class comes from. `class_price`: the one on its record, of which nobody knows since when it is one; `issue`: the
// class has none, and what its holder paid is the newest.
export const CLASS_PRICE_SOURCES = ['valuation', 'last_round', 'class_price'] as const;
export type ClassPriceSource = (typeof CLASS_PRICE_SOURCES)[number];
export type PriceSource = ClassPriceSource | 'issue';

const WORDS: Record<PriceSource, string> = {
  valuation: 'Valuation',
  last_round: 'Last round',
  class_price: 'Price of the class',
  issue: 'Issue price',
};

export const priceSourceWord = (source: PriceSource): string => WORDS[source];
