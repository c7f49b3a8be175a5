// Texts compared without case, in every alphabet, and without regard to how their accents are encoded.

/** Of the full width: "ＡＣＭＥ" is "ACME". */
export const isWide = (code: number): boolean => code >= 0xff01 && code <= 0xff5e;
const narrow = (sign: string): string => (sign === '\u3000' ? ' ' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/**
 * "Zoë", "ZOË" and "Zoe" with a combining diaeresis are one, and "Straße" is "STRASSE". Accents count: "Zoe" is another
 * name. A letter as wide as a Chinese one is that letter. The capital letter of every language is taken, so that a Turkish I with or without its dot is an i.
 */
export function foldLetters(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  // To capitals and back, because several letters share one capital: the two forms of the Greek sigma do. The way begins with small
  // letters, because the capital ẞ has no other capital.
  const folded = text
    .replace(/[\uff01-\uff5e\u3000]/g, narrow)
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
  return folded.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFC');
}

/** The accents of European alphabets; the marks of other ones make other letters. */
export const ACCENTS = '[\\u0300-\\u036f]';
const ALL_ACCENTS = new RegExp(ACCENTS, 'g');
/** Letters with a stroke, and two drawn as one, as `letters_in_order` of the database sorts them. */
const DRAWN: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  œ: 'oe',
  æ: 'ae',
  þ: 'th',
};

/** Of a folded text: "jose" of "josé", "lodz" of "łódź". */
export const withoutAccents = (folded: string): string =>
  folded
    .normalize('NFD')
    .replace(ALL_ACCENTS, '')
    .normalize('NFC')
    .replace(/[łđðøħŧıŋœæþ]/g, (letter) => DRAWN[letter]!);

/** As a search finds it in the database (searchPattern.ts): what is typed without accents finds letters with them. */
export function containsLetters(text: string, asked: string): boolean {
  const [folded, wanted] = [foldLetters(text), foldLetters(asked)];
  return folded.includes(wanted) || withoutAccents(folded).includes(wanted);
}
