// Text in the letters of ASCII, for files that know no others.
import anyAscii from 'any-ascii';

/** "Müller & Søn" -> "Muller & Son"; other scripts are transliterated. */
export const plainLetters = (text: string): string => anyAscii(text);
