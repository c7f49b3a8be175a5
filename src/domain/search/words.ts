// How well what is typed meets the words of a text: whole, as their beginning, or with one slip of typing.
import { foldLetters, withoutAccents } from '../letters.ts';

/** The words of a text in small letters without accents: "O’Brien, José" has "o", "brien" and "jose". */
export const wordsOf = (text: string): string[] =>
  withoutAccents(foldLetters(text)).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/** So long is a word that forgives a slip. */
export const FORGIVING = 5;
/** So long, at least, is what is typed for it: its word with a letter less. */
export const TYPED_LEAST = FORGIVING - 1;

export const WHOLE = 3;
export const BEGINNING = 2;
export const SLIP = 1;
export const NOTHING = 0;

/** Both as `wordsOf` writes them. Numbers forgive nothing. */
export function meets(typed: string, word: string): number {
  if (word === typed) return WHOLE;
  if (word.startsWith(typed)) return BEGINNING;
  return hasSlip([...typed], [...word]) ? SLIP : NOTHING;
}

/**
 * Whether one letter more, less, other, or two swapped make what is typed into the word or its beginning. What has four letters
 * makes the whole word, with a letter less.
 */
function hasSlip(typed: readonly string[], word: readonly string[]): boolean {
  if (word.length < FORGIVING || typed.length < TYPED_LEAST || /\p{N}/u.test(typed.join(''))) return false;
  const at = typed.findIndex((letter, index) => letter !== word[index]);
  if (at < 0) return true;
  const goesOn = (from: number, of: number) => {
    const rest = typed.slice(from);
    return (
      rest.every((letter, index) => letter === word[of + index]) &&
      (typed.length >= FORGIVING || of + rest.length === word.length)
    );
  };
  const isLess = goesOn(at, at + 1);
  if (typed.length < FORGIVING) return isLess;
  const isSwapped = typed[at + 1] === word[at] && typed[at] === word[at + 1] && goesOn(at + 2, at + 2);
  return isLess || goesOn(at + 1, at) || goesOn(at + 1, at + 1) || isSwapped;
}

/** So long is a word of which a half tells enough. */
const HALVED = 12;

/** What stays of a word on both sides of a slip: its beginning, and what follows the letter that may differ. */
export type Pieces = readonly [beginning: string, rest: string];

/** The pieces of which a text has one pair, if one of its words begins with the typed one but for a slip. */
export function slipsOf(typed: string): Pieces[] {
  const letters = [...typed];
  if (letters.length < TYPED_LEAST || /\p{N}/u.test(typed)) return [];
  const piece = (from: number, to?: number) => letters.slice(from, to).join('');
  // A slip, even of two letters, leaves one half of a long word.
  if (letters.length >= HALVED) {
    const middle = letters.length >> 1;
    return [
      [piece(0, middle - 1), ''],
      ['', piece(middle + 1)],
    ];
  }
  if (letters.length < FORGIVING) return letters.map((_, at) => [piece(0, at), piece(at)]);
  // A letter more or less leaves what another letter in its place leaves.
  const others = letters.map((_, at): Pieces => [piece(0, at), piece(at + 1)]);
  const swapped = letters
    .slice(1)
    .map((letter, at): Pieces => [piece(0, at) + letter + letters[at]! + piece(at + 2), '']);
  return [...others, ...swapped];
}
