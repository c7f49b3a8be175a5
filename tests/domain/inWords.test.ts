import { expect, it } from 'vitest';
import { decimal } from '#src/domain/figures/decimal.ts';
import { askedFor, countedShares, inWords, isOrAre } from '#src/domain/inWords.ts';
import { reasonInWords } from '#src/domain/serviceEnd.ts';

it.each([
  [0n, 'zero'],
  [7n, 'seven'],
  [19n, 'nineteen'],
  [40n, 'forty'],
  [99n, 'ninety-nine'],
  [100n, 'one hundred'],
  [1547n, 'one thousand five hundred forty-seven'],
  [150_000n, 'one hundred fifty thousand'],
  [1_000_001n, 'one million one'],
  [
    9_007_199_254_740_993n,
    'nine quadrillion seven trillion one hundred ninety-nine billion two hundred fifty-four million seven hundred forty thousand nine hundred ninety-three',
  ],
])('spells %s as %s', (whole, words) => expect(inWords(whole)).toBe(words));

it('uses the singular for one and the plural for every other number', () => {
  const spoken = ['0', '1', '1.5', '2000'].map(decimal).map((each) => `${isOrAre(each)}, ${askedFor(each)}`);
  expect(spoken).toEqual([
    'are, 0 were asked for',
    'is, 1 was asked for',
    'are, 1.5 were asked for',
    'are, 2,000 were asked for',
  ]);
});

it.each([
  ['1', '1 share'],
  ['0.5', '0.5 shares'],
  ['1547', '1,547 shares'],
])('writes a quantity of %s as %s', (quantity, words) => expect(countedShares(decimal(quantity))).toBe(words));

it('replaces the code of a reason by its words, also within a text, and leaves unknown codes alone', () => {
  expect(reasonInWords('End of service: VOLUNTARY_OTHER')).toBe('End of service: Left');
  expect(reasonInWords('TERMINATION_INVOLUNTARY_WITH_CAUSE')).toBe('Terminated for cause');
  expect(reasonInWords('VOLUNTARY_OTHERS, in a letter')).toBe('VOLUNTARY_OTHERS, in a letter');
});
