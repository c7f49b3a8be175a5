import { expect, it } from 'vitest';
import { lineWith } from '#src/domain/search/line.ts';

const long = `${'before '.repeat(30)}the Straße of the lease ${'after '.repeat(30)}`.trim();

it('is the first line with a word that was typed, folded as the search folds it', () => {
  expect(lineWith('Dear Ada,\n\nthe lease ends in MAY.\nMay we talk?', ['may'])).toBe('the lease ends in MAY.');
  expect(lineWith('One\nJosé comes', ['jose'])).toBe('José comes');
});

it('is cut around the word, between words', () => {
  const line = lineWith(long, ['strasse']);
  expect(line).toContain('the Straße of the lease');
  expect(line.length).toBeLessThanOrEqual(122);
  expect(line).toMatch(/^…(before )+the .*after…$/);
});

it('keeps what has no space within its length', () => {
  const word = 'x'.repeat(300);
  expect(lineWith(word, ['x'])).toBe(`${'x'.repeat(120)}…`);
});

it('is the first line where no word was met, and nothing of nothing', () => {
  expect(lineWith('\n Hello. \nBye.', ['zebra'])).toBe('Hello.');
  expect(lineWith('', ['zebra'])).toBe('');
});
