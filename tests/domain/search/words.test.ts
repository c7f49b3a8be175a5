// What is typed in the search over everything, and the words that it meets.
import { describe, expect, it } from 'vitest';
import { figuresOf } from '#src/domain/search/figures.ts';
import { termsOf } from '#src/domain/search/query.ts';
import { BEGINNING, meets, NOTHING, SLIP, slipsOf, WHOLE, wordsOf } from '#src/domain/search/words.ts';

/** The word with one slip, at each of its letters. */
const slipsIn = (word: string): string[] =>
  [...word].flatMap((letter, at) => [
    word.slice(0, at) + word.slice(at + 1),
    `${word.slice(0, at)}x${word.slice(at + 1)}`,
    `${word.slice(0, at)}x${word.slice(at)}`,
    ...(at > 0 ? [word.slice(0, at - 1) + letter + word[at - 1]! + word.slice(at + 1)] : []),
  ]);

describe('a word', () => {
  it.each([
    ['lindqvist', 'lindqvist', WHOLE],
    ['lind', 'lindqvist', BEGINNING],
    ['lindqist', 'lindqvist', SLIP],
    ['lindqvvist', 'lindqvist', SLIP],
    ['lindkvist', 'lindqvist', SLIP],
    ['lidnqvist', 'lindqvist', SLIP],
    ['iindqv', 'lindqvist', SLIP],
    ['sofa', 'sofia', SLIP],
    ['ofia', 'sofia', SLIP],
    ['lndqvsit', 'lindqvist', NOTHING],
    ['qvist', 'lindqvist', NOTHING],
    ['adaa', 'ada', NOTHING],
    ['sofo', 'sofia', NOTHING],
    ['12345', '12346', NOTHING],
  ])('"%s" meets "%s": %s', (typed, word, met) => expect(meets(typed, word)).toBe(met));

  it('is found by its pieces wherever the slip is', () => {
    for (const word of ['sofia', 'lindqvist', 'montgomeryshire'])
      for (const typed of slipsIn(word)) {
        const isWithin = slipsOf(typed).some(
          ([beginning, rest]) => word.startsWith(beginning) && word.includes(rest, beginning.length),
        );
        expect([typed, isWithin, meets(typed, word) > NOTHING]).toEqual([typed, true, true]);
      }
  });
  it('has small letters without accents, and ends at a sign', () => {
    expect(wordsOf('O’Brien, José-Łukasz STRASSE straße')).toEqual([
      'o',
      'brien',
      'jose',
      'lukasz',
      'strasse',
      'strasse',
    ]);
  });
});

describe('a figure', () => {
  it.each([
    ['70000', ['70000']],
    ['70,000', ['70000', '70']],
    ['1.234.567,50', ['123456750', '1234567.5']],
    ['1 234 567.50', ['123456750', '1234567.5']],
    ['12’500', ['12500']],
    ['$1,000.00', ['100000', '1000']],
    ['USD 5', ['5']],
    ['5 EUR', ['5']],
    ['007', ['7']],
    ['CS-12', []],
    ['1-2', []],
    ['9'.repeat(31), []],
  ])('"%s" may be %s', (text, figures) => expect(figuresOf(text)).toEqual(figures));
  it('may have spaces, where other terms end', () => {
    expect(termsOf('12 500').map(({ text }) => text)).toEqual(['12 500']);
    expect(termsOf('sofia 12,500').map(({ figures }) => figures.length)).toEqual([0, 2]);
    expect(termsOf('  --  ')).toEqual([]);
  });
});
