// Why a text cannot be stored, or shown on one line, as it is given.
import { say } from '../words/say.ts';

// eslint-disable-next-line no-control-regex -- NUL is what is refused here; PostgreSQL cannot store it.
const NUL = /\u0000/;

/** Why a text cannot be stored as given; null if it can. Half a surrogate pair would be stored as another character. */
export function textFault(value: string): string | null {
  if (NUL.test(value)) return say`A NUL character is not allowed.`;
  return value.isWellFormed() ? null : say`This contains an incomplete character. Type it again.`;
}

/** Joins or parts letters and pictures: "می‌خواهم", "අශ්‍රී", "👩‍💻". At the end of a word only after a mark that ends a syllable. */
const JOINER =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])|(?<=(?!\p{Variation_Selector})\p{M})[\u200c\u200d]/u;
/** Another form of the letter or picture before it. */
const FORM = /(?<=[\p{Emoji}\p{So}])[\ufe0e\ufe0f]|(?<=\p{Lo})\p{Variation_Selector}/u;
/** The letters of a flag of a part of a country. */
const FLAG = /(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]/u;
const HIDDEN = new RegExp(
  `${[JOINER, FORM, FLAG].map(({ source }) => `(?!${source})`).join('')}[\\p{Cc}\\u2028\\u2029\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}]`,
  'gu',
);
const IN_ASCII = /^[\x20-\x7e]*$/;
const BREAK = /[\t-\r\u0085\u2028\u2029]/;
const BREAKS = new RegExp(`${BREAK.source}+`, 'g');

/** Line breaks and tabs beside each other become one blank; the other control and invisible characters that `lineFault` refuses are left out. */
export const withoutHidden = (text: string): string =>
  IN_ASCII.test(text) ? text : text.replace(BREAKS, ' ').replace(HIDDEN, '');

/** Whether the text has characters that a reader of a line cannot see, other than line breaks. */
export const hasHidden = (text: string): boolean =>
  !IN_ASCII.test(text) && (text.match(HIDDEN) ?? []).some((sign) => !BREAK.test(sign));

const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether there is anything to see: a name of blanks, of marks without a letter or of letters without a form is none. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** Why a text is no line of its own: a name or subject that mails, documents and lists show on one line. Null if it is. */
export const lineFault = (value: string): string | null =>
  textFault(value) ??
  (!IN_ASCII.test(value) && value.search(HIDDEN) >= 0
    ? say`Use one line, without control or invisible characters.`
    : null);

/** A domain's dot, also the full-width ones that mail programs read as one; a date, an initial or a file's ending has none. */
const DOMAIN_DOT =
  /(?<=[\p{L}\p{N}\p{M}_-])[.。．｡](?=[\p{L}\p{M}-]{2})(?!(?:pdf|docx?|xlsx?|pptx?|csv|txt|rtf|od[st]|png|jpe?g|gif|heic|webp|tiff?)(?![\p{L}\p{N}.。．｡/:-]))/giu;
const SCHEME = /:(?=\/\/)/g;

/**
 * A name with its addresses taken apart: "https: //evil. com" is no link in any mail program. Names are typed by anybody, and
 * our mails go to whom they name.
 */
export const withoutAddresses = (name: string): string => name.replace(SCHEME, ': ').replace(DOMAIN_DOT, '$& ');
