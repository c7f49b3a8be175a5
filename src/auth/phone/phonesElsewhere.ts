// Numbers of other countries, read by the library. Loaded only when somebody has one: its tables are larger than the rest of an
// account screen.
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import { countryCodes, countryName } from '#src/domain/countries.ts';
import { phoneAsTyped } from '#src/domain/phone.ts';

type Country = ReturnType<typeof getCountries>[number];
const known = new Set<string>(getCountries(metadata));
const isKnown = (country: string): country is Country => known.has(country);

/** Sweden (+46), by name. */
export const phoneCountries = countryCodes()
  .filter(isKnown)
  .map((code) => ({ code, name: `${countryName(code)} (+${getCountryCallingCode(code, metadata)})` }));

/** `+46 70…` of what was typed as +46, 0046 or 01146. */
const withPlus = (typed: string) => phoneAsTyped(typed).replace(/^(?:00|011)(?=\D*[1-9])/, '+');

/** Of a text that begins with a country's code: that country, or the largest of those that share it; '' for another text. */
export function countryTyped(typed: string): string {
  const text = phoneAsTyped(typed);
  if (!/^\+\D*\d/.test(text)) return '';
  const country = parsePhoneNumberFromString(text, metadata)?.country;
  if (country) return country;
  const digits = text.replace(/\D/g, '');
  const codes = metadata.country_calling_codes as Record<string, string[]>;
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((each) => codes[each]);
  return code && isKnown(codes[code]![0]!) ? codes[code]![0]! : '';
}

export interface ReadPhone {
  /** As it is sent, if there can be such a number. */
  wire: string | null;
  /** +46 70 123 45 67 */
  shown: string;
  /** Whether the library knows such numbers; it may not know the newest. */
  isValid: boolean;
}

export function readPhone(typed: string, country: string): ReadPhone {
  const number = isKnown(country) ? parsePhoneNumberFromString(phoneAsTyped(typed), country, metadata) : undefined;
  if (!number?.isPossible() || number.ext) return { wire: null, shown: '', isValid: false };
  return { wire: number.number, shown: number.formatInternational(), isValid: number.isValid() };
}

/** What the other field holds, for this one: its country and the digits after the country's code. */
export function phoneFrom(typed: string): { country: string; number: string } {
  const text = withPlus(typed);
  const country = countryTyped(text);
  const parsed = parsePhoneNumberFromString(text, metadata);
  if (country !== '' && parsed?.isPossible()) return { country, number: parsed.formatInternational() };
  return { country, number: /^\+\D*\d/.test(text) ? text : '' };
}
