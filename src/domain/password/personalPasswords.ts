// Passwords made of what everybody knows about a person: the name, the email address, the company.
import { isCommonPassword, unswapped } from './commonPasswords.ts';
import type { CommonPasswords } from './commonPasswords.ts';

/** Shorter words occur in too many good passwords. */
const WORD_MIN = 3;
/** What a password must have beside personal words. */
export const BESIDE_MIN = 8;

/** Cyrillic letters that look like Latin ones, at the same place in both lists. */
const CYRILLIC = 'аеорсухіјѕкмтвнԁһ';
const LATIN = 'aeopcyxijskmtbhdh';

/** Small letters without accents: ü and u are the same letter to somebody who guesses, and so is a Cyrillic look-alike. */
const plainOf = (text: string) =>
  [...text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter)
    .join('');
const wordsOf = (text: string) =>
  plainOf(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_MIN);

/** In: names, email addresses, a company's names. Out: the words to look for, longest first. */
function personalWords(known: readonly string[]): string[] {
  const words = known.flatMap((text) => {
    // The end of an address, such as .com, is nobody's word.
    const parts = wordsOf(text.includes('@') ? text.replace(/\.[^.@]*$/, '') : text);
    // "Blue Harbor" is also written blueharbor.
    return [plainOf(text).trim(), ...parts, parts.join('')];
  });
  const backwards = words.map((word) => [...word].reverse().join(''));
  return [...new Set([...words, ...backwards])]
    .filter((word) => word.length >= WORD_MIN)
    .sort((a, b) => b.length - a.length);
}

/**
 * Whether what is left of the password without the person's own words is shorter than eight characters, or is itself one
 * of the most common passwords: `Tidewater2026!` at Tidewater, `mara.voss99`, `tide-water-2026`. Digits written for letters
 * count as letters, and words are found backwards too.
 */
export function isPersonalPassword(password: string, known: readonly string[], common: CommonPasswords): boolean {
  const words = personalWords(known);
  const plain = plainOf(password);
  const readings = [plain, unswapped(plain, 'i'), unswapped(plain, 'l')];
  // Without the marks between its parts, tide-water is tidewater.
  return [...readings, ...readings.map((read) => read.replace(/[^\p{L}\p{N}]/gu, ''))].some((read) => {
    // A space keeps two remainders from forming a third word.
    const left = words.reduce((text, word) => text.replaceAll(word, ' '), read);
    if (left === read) return false;
    const beside = left.replaceAll(' ', '');
    return beside.length < BESIDE_MIN || isCommonPassword(beside, common);
  });
}
