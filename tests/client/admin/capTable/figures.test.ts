import { expect, it } from 'vitest';
import { differenceOf } from '#src/admin/screens/imports/ImportTieOut.tsx';
import { plainDecimal } from '#src/admin/kit/verbs/figures.ts';

it.each([
  ['1,500', '1500'],
  [' 1,234,567.25 ', '1234567.25'],
  ['1500', '1500'],
  ['1,50', undefined],
  ['15,00,000', undefined],
  [',5', undefined],
])('reads the typed figure %j as %s', (typed, figure) => expect(plainDecimal(typed)).toBe(figure));

it('a figure with a comma that is not a thousands separator cannot be compared', () => {
  expect(differenceOf('150', '1,50')).toBe('unread');
  expect(differenceOf('1500', '1,500')).toBe('0');
});
