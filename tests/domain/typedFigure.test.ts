// Figures as people type them, in English and in German.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { speakFor } from '#src/words/reader.ts';
import { readFigure } from '#src/words/typedFigure.ts';

describe('a typed figure', () => {
  it.each([
    ['1,234,567.5', '1234567.5'],
    ['1 234 567', '1234567'],
    ['1’234’567.5', '1234567.5'],
    ['1.234', '1.234'],
    ['1.234,50', '1234.50'],
    ['1.234.567', '1234567'],
    ['-5', '-5'],
    ['1,50', '1,50'],
    ['unlimited', 'unlimited'],
  ])('“%s” is %s in English', (typed, figure) => expect(readFigure(typed)).toBe(figure));

  describe('in German', () => {
    const text = () => undefined;
    beforeEach(() => speakFor(() => ({ locale: 'de', text, name: text })));
    afterEach(() => speakFor(() => undefined));

    it.each([
      ['1.234.567,5', '1234567.5'],
      ['1.234', '1234'],
      ['1,5', '1.5'],
      ['1 234,5', '1234.5'],
      ['1,234.50', '1234.50'],
      ['1,234,567', '1234567'],
      // A point before two digits may be a slip of the thousands: the field says so.
      ['1.50', '1,50'],
    ])('“%s” is %s', (typed, figure) => expect(readFigure(typed)).toBe(figure));
  });
});
