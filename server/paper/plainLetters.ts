// Text in the letters of ASCII, for files of banks that know no others. Papers show names as they are recorded.
import anyAscii from 'any-ascii';

/** Pictures, but not © and ®, and the signs that join and colour them. */
const PICTURES = /(?![©®])[\p{Extended_Pictographic}\p{Regional_Indicator}\ufe0f\u200d]/gu;

/** Letters for long vowels, which transliterations drop as if silent. */
const VOWELS: Readonly<Record<string, string>> = { ا: 'a', އ: 'a', ອ: 'o', ཨ: 'a' };

/** "Müller & Søn" -> "Muller & Son"; other scripts are transliterated, and pictures left out. */
export const plainLetters = (text: string): string =>
  anyAscii(
    text
      .normalize('NFC')
      .replace(PICTURES, '')
      .replace(/[اއອཨ]/g, (letter) => VOWELS[letter]!),
  ).trim();
