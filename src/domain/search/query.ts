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

/** Terms are separated by spaces; a figure may have spaces itself. */
export function termsOf(q: string): Term[] {
  const text = q.trim();
  if (figuresOf(text).length > 0) return [termOf(text)];
  // "kenji 12 500" has two terms.
  const figures = text.match(GROUPED) ?? [];
  const rest = text.replace(GROUPED, ' ');
  return [...rest.trim().split(/\s+/), ...figures].map(termOf).filter(({ words }) => words.length > 0);
}

const GROUPED = /(?<!\S)\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?(?!\S)/g;

const termOf = (text: string): Term => ({ text, words: wordsOf(text), figures: figuresOf(text) });
