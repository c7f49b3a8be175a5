// The countries of ISO 3166: which codes there are, and their names.
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Named here, and not assigned: unions, tests, and reserved codes of what belongs to another country. */
const NONE = ['ZZ', 'QO', 'EU', 'EZ', 'UN', 'XA', 'XB', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'];
/** Codes of countries that are no more stand for those that they became. */
const isNone = (code: string) => NONE.includes(code) || new Intl.Locale(`und-${code}`).region !== code;

export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && !isNone(code);

/** "Norway"; a text that is no code, as while somebody types, stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined) ?? code;

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
let codes: readonly string[] | null = null;

/** All codes, by name. */
export function countryCodes(): readonly string[] {
  codes ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountry)
    .toSorted((one, other) => countryName(one).localeCompare(countryName(other), 'en'));
  return codes;
}

/** "Canada, Sweden or the United States". */
export const countriesInSentence = (listed: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(listed.map(countryInSentence));

/** "the United States", as it stands in a sentence. */
export const countryInSentence = (code: string): string =>
  `${/^(US|GB|NL|AE|PH|BS|GM|MV|MH|SB|KM)$/.test(code) ? 'the ' : ''}${countryName(code)}`;
