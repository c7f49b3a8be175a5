// The countries of ISO 3166: which codes there are, and their names.
import { say } from '#src/words/say.ts';

import { figuresLocale } from '#src/words/figures.ts';

const regionsIn = new Map<string, Intl.DisplayNames>();

function regions(): Intl.DisplayNames {
  const locale = figuresLocale();
  const kept = regionsIn.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  regionsIn.set(locale, kept);
  return kept;
}

/** Named here, and not assigned: unions, tests, and reserved codes of what belongs to another country. */
const NONE = ['ZZ', 'QO', 'EU', 'EZ', 'UN', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'];
/** Codes of countries that are no more stand for those that they became. */
const isNone = (code: string) => NONE.includes(code) || new Intl.Locale(`und-${code}`).region !== code;

export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && regions().of(code) !== undefined && !isNone(code);

/** "Norway"; a text that is no code, as while somebody types, stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? regions().of(code) : undefined) ?? code;

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const codes = new Map<string, readonly string[]>();

/** All codes, by name. */
export function countryCodes(): readonly string[] {
  const locale = figuresLocale();
  const kept =
    codes.get(locale) ??
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter(isCountry)
      .toSorted((one, other) => countryName(one).localeCompare(countryName(other), locale));
  codes.set(locale, kept);
  return kept;
}

/** "Canada, Sweden or the United States". */
export const countriesInSentence = (listed: readonly string[]): string =>
  new Intl.ListFormat(figuresLocale(), { type: 'disjunction' }).format(listed.map(countryInSentence));

/** "the United States", as it stands in a sentence. */
export const countryInSentence = (code: string): string =>
  /^(US|GB|NL|AE|PH|BS|GM|MV|MH|SB|KM)$/.test(code) ? say`the ${countryName(code)}` : countryName(code);
