// A schedule's text as words whose meaning is known: nothing is dropped but what says nothing, and what is not known stays as "?".
import { fraction } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';
import { joinedOf, PHRASES, RATES, unitAfterDigits, wordOf } from './words.ts';
import type { Word } from './words.ts';

/** A longer text is not read as a schedule. */
export const TEXT_MAX = 240;

const PERCENT = String.raw`\s?(?:%|percent|per cent|prozent|pct\b|pour cent|por ciento|por cento|per cento|procent|prosent)`;
const NUMBER = String.raw`\d{1,3}(?:[.,]\d{1,6})?`;
const LIST = new RegExp(
  String.raw`^\d{1,3}%?(?:\s?[/-]\s?\d{1,3}%?){2,9}(?:${PERCENT})?(?![\d/])|^\d{1,3}\s?%(?:\s?,\s?\d{1,3}\s?%){2,9}`,
);
const FRACTION = /^(\d{1,3})\s?\/\s?(\d{1,3})(?:th|rd|nd|st|tel|stel|e|eme|emes|avos?)?(?![\d.,]*\d|\p{L}|\s?%)/u;
const SHARE = new RegExp(`^(${NUMBER})${PERCENT}`);
const FIGURE = new RegExp(`^(${NUMBER})(?!\\d)`);

/** `lists`: the parts of each list of years, by the value of its word. */
export interface Tokens {
  words: Word[];
  lists: Fraction[][];
}

/** In: a text as `plain` gives it. */
export function tokensOf(text: string): Tokens {
  const found: Tokens = { words: [], lists: [] };
  if (text.length > TEXT_MAX) return { words: [wordOf('?')], lists: [] };
  // "w/o" and "w/" are words, and a stroke at other places parts figures.
  let rest = text.replace(/\bw\/o\b/g, 'without ').replace(/\bw\/(?=\s|\d|$)/g, 'with ');
  rest = rest.replace(/\bp\. ?a\.?(?=\s|$|,|;)/g, ' per annum ').replace(/\b(\p{L}+)\.(?=\s|$|\/|,|\))/gu, '$1');
  while ((rest = rest.trimStart()) !== '') rest = rest.slice(nextOf(rest, found) || 1);
  return found;
}

/** Adds the first word of a text. Out: how many characters it has. */
function nextOf(rest: string, { words, lists }: Tokens): number {
  const list = LIST.exec(rest);
  if (list) {
    const parts = list[0].match(/\d+/g)!.map((each) => fraction(BigInt(each), 100n));
    words.push(wordOf('l', lists.push(parts) - 1));
    return list[0].length;
  }
  const written = FRACTION.exec(rest);
  if (written) {
    words.push(fractionOf(Number(written[1]), Number(written[2])));
    return written[0].length;
  }
  const share = SHARE.exec(rest);
  if (share) {
    words.push(wordOf('f', 0, percentOf(share[1]!)));
    return share[0].length;
  }
  const figure = FIGURE.exec(rest);
  if (figure) return figureOf(rest, figure[1]!, words);
  const sign = rest[0]!;
  if (/\p{L}/u.test(sign)) return phraseOf(rest, words);
  if (sign === '/') words.push(wordOf('/'));
  else if (sign === '+') words.push(wordOf('t'));
  else if (/[,;.)&|\n]/.test(sign)) words.push(wordOf(','));
  else if (!/[:("'\]-]|\[/.test(sign)) words.push(wordOf('?'));
  return sign.length;
}

/** Of a hundred. */
function percentOf(text: string): Fraction {
  const [whole, decimals = ''] = text.replace(',', '.').split('.') as [string, string?];
  return fraction(BigInt(`${whole}${decimals}`), 100n * 10n ** BigInt(decimals.length));
}

/** "1/48" is a part; "48/12" and "4/1" are the length and the cliff. */
function fractionOf(n: number, d: number): Word {
  if (n > 0 && n < d) return wordOf('f', 0, fraction(BigInt(n), BigInt(d)));
  const isYears = n >= 1 && n <= 10 && d <= 2 && d < n;
  const isMonths = n >= 18 && (d === 0 || (d >= 3 && d < n));
  if (isYears || isMonths) return wordOf('k', (isYears ? n * 12 : n) * 1000 + (isYears ? d * 12 : d));
  return wordOf('?');
}

function figureOf(rest: string, figure: string, words: Word[]): number {
  const after = rest.slice(figure.length);
  const ordinal = /^(?:st|nd|rd|th|er|ere|re|eme|e|o)(?!\p{L})|^\.(?= \p{L})/u.exec(after)?.[0] ?? '';
  const value = Number(figure.replace(',', '.'));
  words.push(wordOf(Number.isInteger(value * 2) ? 'n' : '?', value));
  const unit = /^(?:-| )?(\p{L}+)/u.exec(after);
  const joined = unit ? unitAfterDigits(unit[1]!) : null;
  // "4a" is four years, and "4 a" nothing.
  if (joined && (unit![1] !== 'a' || unit![0] === 'a')) {
    words.push(joined);
    return figure.length + unit![0].length;
  }
  return figure.length + ordinal.length;
}

/** The longest phrase that is known, of up to five words. */
function phraseOf(rest: string, words: Word[]): number {
  const all = /^\p{L}+(?:[ '-]\p{L}+){0,4}/u.exec(rest)![0];
  for (
    let length = all.length;
    length > 0;
    length = Math.max(...[' ', "'", '-'].map((each) => all.lastIndexOf(each, length - 1)))
  ) {
    const phrase = all.slice(0, length).replace(/['-]/g, ' ');
    const word = PHRASES.get(phrase);
    if (word !== undefined) {
      // French "un an", English "an".
      const isYear = phrase === 'an' && 'ne'.includes(words.at(-1)?.letter ?? ' ');
      if (word !== null) words.push(isYear ? wordOf('u', 12) : word);
      return length;
    }
  }
  const single = /^\p{L}+/u.exec(rest)![0];
  const rate = RATES[single];
  if (rate !== undefined) words.push(wordOf('p', rate), wordOf('s'));
  else words.push(...(joinedOf(single) ?? [wordOf('?')]));
  return single.length;
}
