// What a preferred class converts into after shares were issued below its conversion price. Sources: the NVCA's model charter,
// Article Fourth B 4.4 (the weighted average); B. Springmeyer, Anti-Dilution Provisions. docs/modelling.md has the formulas.
import { say } from '#src/words/say.ts';
import { AppError } from '../errors.ts';
import { figureOf, figureReader } from './figures.ts';
import type { Figure, Written } from './figures.ts';
import { floorOf, isBelow, minus, over, plus, times, whole, NOTHING } from '../figures/fraction.ts';
import type { Fraction } from '../figures/fraction.ts';

export const ANTI_DILUTION_METHODS = ['weighted_average', 'full_ratchet'] as const;
export type AntiDilutionMethod = (typeof ANTI_DILUTION_METHODS)[number];

export interface AntiDilutionTerms {
  method: AntiDilutionMethod;
  /** What the charter counts before the issue: broad-based all shares fully diluted, narrow-based fewer. */
  base_shares: Fraction;
  /** Of the class. */
  shares: Fraction;
  original_price: Fraction;
  /** Before the issue. */
  conversion_price: Fraction;
  new_shares: Fraction;
  new_price: Fraction;
}

export interface AntiDilution {
  conversion_price: Fraction;
  /** Shares of common stock for one of the class. */
  ratio: Fraction;
  as_converted_before: Fraction;
  as_converted: Fraction;
}

/** A price that is not below the conversion price changes nothing. Refuses (422): invalid_fields. */
export function antiDilution(terms: AntiDilutionTerms): AntiDilution {
  for (const name of ['base_shares', 'original_price', 'conversion_price', 'new_price'] as const)
    if (!isBelow(NOTHING, terms[name])) throw invalid(name, say`This must be more than zero.`);
  for (const name of ['shares', 'new_shares'] as const)
    if (isBelow(terms[name], NOTHING)) throw invalid(name, say`This must not be less than zero.`);
  const { shares, original_price } = terms;
  const conversion_price = conversionPriceAfter(terms);
  const ratio = over(original_price, conversion_price);
  return {
    conversion_price,
    ratio,
    as_converted_before: over(times(shares, original_price), terms.conversion_price),
    as_converted: times(shares, ratio),
  };
}

function conversionPriceAfter(terms: AntiDilutionTerms): Fraction {
  const { method, base_shares, conversion_price, new_shares, new_price } = terms;
  if (new_shares.n === 0n || !isBelow(new_price, conversion_price)) return conversion_price;
  if (method === 'full_ratchet') return new_price;
  const bought = over(times(new_shares, new_price), conversion_price);
  return over(times(conversion_price, plus(base_shares, bought)), plus(base_shares, new_shares));
}

const invalid = (field: string, sentence: string) =>
  new AppError('invalid_fields', sentence, { status: 422, fields: { [field]: sentence } });

export type WrittenAntiDilution = { method: AntiDilutionMethod } & Record<
  Exclude<keyof AntiDilutionTerms, 'method'>,
  Written
>;

export interface AntiDilutionFigures {
  conversion_price: Figure;
  ratio: Figure;
  as_converted: Figure;
  added: Figure;
  /** Whole shares, rounded down: nobody is issued a part of one. */
  rounded: { as_converted: string; added: string };
}

/** As it is written, to the answer. Refuses (422): invalid_fields, too_many_fractions. */
export function antiDilutionFigures({ method, ...written }: WrittenAntiDilution): AntiDilutionFigures {
  const read = figureReader();
  const figure = (name: keyof typeof written) => read(written[name], name);
  const { conversion_price, ratio, as_converted, as_converted_before } = antiDilution({
    method,
    base_shares: figure('base_shares'),
    shares: figure('shares'),
    original_price: figure('original_price'),
    conversion_price: figure('conversion_price'),
    new_shares: figure('new_shares'),
    new_price: figure('new_price'),
  });
  const [after, before] = [floorOf(as_converted), floorOf(as_converted_before)];
  return {
    conversion_price: figureOf(conversion_price),
    ratio: figureOf(ratio),
    as_converted: figureOf(as_converted),
    added: figureOf(minus(as_converted, as_converted_before)),
    rounded: { as_converted: String(after), added: figureOf(whole(after - before)).exact },
  };
}
