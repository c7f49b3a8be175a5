// A sentence of the server in another language: found by the English that it wrote. Refusals, history and notices are written, and
// partly kept, in English; this is done when they are sent to somebody who reads another language.
import { swapped } from '#src/words/figures.ts';
import { isLocale } from '#src/words/locales.ts';
import { say } from '#src/words/say.ts';
import { catalogueOf, namesIn } from './catalogue.ts';
import { valuesOf } from './cuts.ts';
import { dayIn, figureIn } from './figureIn.ts';
import { inLocale } from './inLocale.ts';
import { ledgerLine } from './ledgerLine.ts';

interface Pattern {
  /** The longest part without a value: whatever lacks it is another sentence. */
  part: string;
  /** What stands before, between and after the values. */
  parts: readonly string[];
  /** Which place each value fills. */
  places: readonly string[];
  text: string;
}

interface Book {
  names: Readonly<Record<string, string>>;
  exact: ReadonlyMap<string, string>;
  patterns: readonly Pattern[];
  /** Those and short ones: only for what we alone wrote. */
  ownPatterns: readonly Pattern[];
}

const books = new Map<string, Book>();

/** "3 payments": a figure and a noun of ours. */
const COUNTED = /^([\d,.]+) (\p{Ll}[\p{Ll} ]*)$/u;
/** What stands between words of ours in a row. */
const ROW = / or | and |, /;
/** Where one sentence ends and the next begins. */
const NEXT_SENTENCE = /(?<=\.) (?=\p{Lu})/u;
/** Grammar, and pieces that a sentence of ours is put together of: they begin with a sign or a space, as no name does. */
const PIECE = /^(is|are|has|have|was|were|for this class|of the company|until all of it .*|[^\p{L}\p{N}].*)$/su;
const PLACE = /\{(\d+)\}/;
const LETTERS_MIN = 7;
const LETTERS_OF_SENTENCE = 6;
/** A line of history begins with what was done, in small letters, and so may be short. */
const DONE = /^\p{Ll}{4,} /u;
/** Pieces may have pieces. */
const DEPTH = 3;

/**
 * In: English, of this version or an older one. What no catalogue has, and every name that people gave, stays as it is. A place {1!}
 * of a catalogue has words of ours.
 */
export function reworded(text: string, locale: string, depth = 0): string {
  if (!isLocale(locale) || locale === 'en') return text;
  const { exact, patterns } = bookOf(locale);
  return exact.get(text) ?? filled(text, patterns, locale, depth) ?? text;
}

/** Null where no pattern has it. */
function filled(text: string, patterns: readonly Pattern[], locale: string, depth: number): string | null {
  const isPiece = (piece: string) => depth < DEPTH && value(piece, locale, depth) !== piece;
  const isLine = DONE.test(text);
  let last: (() => string) | null = null;
  for (const pattern of patterns) {
    const values = text.includes(pattern.part) ? valuesOf(text, pattern, isPiece) : null;
    if (!values) continue;
    const said = () =>
      pattern.text.replaceAll(/\{(\d+)(!?)\}/g, (_, at: string, own: string) =>
        own ? ownWords(values.get(at)!, locale, depth) : value(values.get(at)!, locale, depth),
      );
    // “answered in Grant RSU-1: something is wrong”: the name in a line may end as another sentence of ours does.
    if (!isLine || !beginsWithName(pattern)) return said();
    last ??= said;
  }
  return last?.() ?? null;
}

/** A text in which we alone chose the words around its values, such as what may be answered to a question. */
export const ownReworded = (text: string, locale: string): string =>
  isLocale(locale) && locale !== 'en' ? ownWords(text, locale, 0) : text;

/** What we alone wrote: a word, also in small letters; several in a row; sentences, lines of the ledger and pieces of either. */
function ownWords(text: string, locale: string, depth: number): string {
  const { ownPatterns } = bookOf(locale);
  const known = wordOf(text, locale);
  if (known !== null || text === '' || depth >= DEPTH) return known ?? text;
  const row = text.split(ROW).map((each) => wordOf(each, locale) ?? countIn(each, locale));
  if (row.length > 1 && row.every((each) => each !== null)) {
    const signs = text
      .match(new RegExp(ROW, 'g'))!
      .map((sign) => (sign === ', ' ? sign : inLocale(locale, () => (sign === ' or ' ? say` or ` : say` and `))));
    return row.map((each, at) => `${each}${signs[at] ?? ''}`).join('');
  }
  const count = countIn(text, locale);
  if (count !== null) return count;
  const parts = text.split('; ');
  const own = parts.length > 1 ? parts.map((each) => ownWords(each, locale, depth + 1)) : [];
  if (own.length > 0 && own.every((each, at) => each !== parts[at])) return own.join('; ');
  const whole = reworded(text, locale, depth + 1);
  if (whole !== text) return whole;
  const line =
    ledgerLine(text, locale, (english) => wordIn(english, locale)) ?? filled(text, ownPatterns, locale, depth + 1);
  if (line !== null) return line;
  const sentences = text.split(NEXT_SENTENCE);
  if (sentences.length > 1) return sentences.map((each) => ownWords(each, locale, depth + 1)).join(' ');
  return value(text, locale, depth);
}

/** A label of a catalogue, which stands in small letters within a sentence. */
function wordOf(text: string, locale: string): string | null {
  const { exact } = bookOf(locale);
  return exact.get(text) ?? exact.get(text.charAt(0).toUpperCase() + text.slice(1)) ?? null;
}

/** "3 payments"; null where the noun is none of ours. */
function countIn(text: string, locale: string): string | null {
  const noun = COUNTED.exec(text)?.[2];
  return noun !== undefined && bookOf(locale).exact.has(noun) ? value(text, locale, DEPTH) : null;
}

/** A word of ours, such as one that lines of the ledger begin with. In: English. */
export const wordIn = (english: string, locale: string): string | undefined =>
  bookOf(locale).names[english] ?? bookOf(locale).exact.get(english);

/** "2 certificates, 1 grant that ended 2026-04-01": what is counted, in a row. */
export const countsReworded = (text: string, locale: string): string =>
  text
    .split(', ')
    .map((each) => (COUNTED.test(each) ? value(each, locale, DEPTH) : reworded(each, locale)))
    .join(', ');

/** A sentence of the server, or a line of the ledger, in English. What no catalogue has, and every name that people gave, stays as it is. */
export function lineReworded(text: string, locale: string): string {
  const sentence = reworded(text, locale);
  if (sentence !== text || !isLocale(locale) || locale === 'en') return sentence;
  return ledgerLine(text, locale, (english) => wordIn(english, locale)) ?? text;
}

/** What a sentence has in a place: mostly what people wrote, which is left alone. */
function value(text: string, locale: string, depth: number): string {
  const written = dayIn(text, locale) ?? figureIn(text, locale);
  if (written !== null) return written;
  const counted = COUNTED.exec(text);
  if (counted) {
    const { exact } = bookOf(locale);
    const [figure, words] = [swapped(counted[1]!), counted[2]!];
    // "200 were asked for" is a piece of ours with a figure; a noun alone may be the first part of a compound there.
    return exact.get(words)
      ? `${figure} ${exact.get(words)}`
      : (exact.get(`{1} ${words}`)?.replace('{1}', figure) ?? `${figure} ${words}`);
  }
  if (!PIECE.test(text) || depth >= DEPTH) return text;
  return changesReworded(text, locale) ?? reworded(text, locale, depth + 1);
}

/** ": Status from Active to Left, Email removed (was a@b.c)": what changed of a record; null for any other text. */
function changesReworded(text: string, locale: string): string | null {
  if (!text.startsWith(': ')) return null;
  const changes: string[] = [];
  for (const each of text.slice(2).split(', '))
    if (changeReworded(each, locale) !== null || changes.length === 0) changes.push(each);
    // A value with a comma in it.
    else changes.push(`${changes.pop()!}, ${each}`);
  const own = changes.map((each) => changeReworded(each, locale));
  return own.every((each) => each !== null) ? `: ${own.join(', ')}` : null;
}

const CHANGE = /^(.+?)(?: from (.*) to (.*)| set to (.*)| removed \(was (.*)\))?$/s;

function changeReworded(text: string, locale: string): string | null {
  const [, label = '', was, now, set, removed] = CHANGE.exec(text) ?? [];
  const name = bookOf(locale).exact.get(label);
  if (name === undefined) return null;
  const own = (word: string) => wordOf(word, locale) ?? value(word, locale, DEPTH);
  return inLocale(locale, () => {
    if (now !== undefined) return say`${name} from ${own(was!)} to ${own(now)}`;
    if (set !== undefined) return say`${name} set to ${own(set)}`;
    return removed === undefined ? name : say`${name} removed (was ${own(removed)})`;
  });
}

function bookOf(locale: string): Book {
  const known = books.get(locale);
  if (known) return known;
  const [names, texts] = [namesIn(locale), catalogueOf(locale)];
  const ownPatterns = [...texts]
    .filter(([english]) => PLACE.test(english))
    .map(([english, text]) => patternOf(english, text))
    // The more of it is said, the less it could be another sentence.
    .toSorted((left, right) => right.part.length - left.part.length || lengthOf(right) - lengthOf(left));
  // Another pattern of a word or two would meet what people wrote.
  const patterns = ownPatterns.filter((pattern) => DONE.test(pattern.parts[0]!) || saysEnough(pattern));
  const book = { names, exact: new Map([...Object.entries(names), ...texts]), patterns, ownPatterns };
  books.set(locale, book);
  return book;
}

/** A whole sentence says enough with fewer letters: it ends as no name does. */
function saysEnough({ part, parts }: Pattern): boolean {
  const lettersOf = (text: string) => (text.match(/\p{L}/gu) ?? []).length;
  const isSentence = parts.at(-1)!.endsWith('.');
  return lettersOf(part) >= LETTERS_MIN || (isSentence && lettersOf(parts.join('')) >= LETTERS_OF_SENTENCE);
}

const beginsWithName = ({ parts, places, text }: Pattern): boolean =>
  parts[0] === '' && !text.includes(`{${places[0]}!}`);

const lengthOf = ({ parts }: Pattern): number => parts.join('').length;

function patternOf(english: string, text: string): Pattern {
  const all = english.split(/\{(\d+)\}/);
  const parts = all.filter((_, at) => at % 2 === 0);
  const longest = parts.reduce((part, each) => (each.length > part.length ? each : part), '');
  return { part: longest, parts, places: all.filter((_, at) => at % 2 === 1), text };
}
