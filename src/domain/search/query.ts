// What is typed in the search over everything, read as terms.
import { figuresOf } from './figures.ts';
import { wordsOf } from './words.ts';

/** A part of what is typed: its words must each begin a word of a record, or one of its figures equal one of the record's. */
export interface Term {
  words: readonly string[];
  figures: readonly string[];
  /** As it was typed, for the number of a security. */
  text: string;
}

/** So many terms are looked for; what follows them is not. */
const TERMS_MAX = 8;
/** And so many words of each: an address has four or five. */
const WORDS_MAX = 8;

/** Terms stand apart by spaces; a figure may have spaces itself. */
export function termsOf(q: string): Term[] {
  const text = q.trim();
  const figures = figuresOf(text);
  const parts = figures.length > 0 ? [text] : text.split(/\s+/);
  return parts
    .map((part) => ({ text: part, words: wordsOf(part).slice(0, WORDS_MAX), figures: figuresOf(part) }))
    .filter(({ words }) => words.length > 0)
    .slice(0, TERMS_MAX);
}
