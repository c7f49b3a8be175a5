// What a file says that holders are to the company.
import { expect, it } from 'vitest';
import { csvOf, findingsOf, read } from '#tests/support/sheets/grids.ts';

const peopleIn = (...words: string[]) =>
  read(
    csvOf([
      ['Name', 'Email', 'Relationship'],
      ...words.map((word, index) => [`Ada ${index}`, `ada-${index}@x.example`, word]),
    ]),
  );

it('is read where it is understood, and "Other" is an answer too', () => {
  const result = peopleIn('Founder', 'Investor', 'Former employee', 'Employee outside the US', 'Other', '');
  expect(result.statics.map((each) => each['current_relationship'])).toEqual([
    'FOUNDER',
    'INVESTOR',
    'EX_EMPLOYEE',
    'NON_US_EMPLOYEE',
    'OTHER',
    undefined,
  ]);
  expect(findingsOf(result, 'relationship_unknown')).toEqual([]);
});

it('is said at its cell where it is not understood, and the holder comes in without it', () => {
  const result = peopleIn('Founder', 'Lender');
  expect(findingsOf(result, 'relationship_unknown')).toMatchObject([
    { severity: 'warning', row: 3, column: 'C', value: 'Lender' },
  ]);
  expect(result.statics.map((each) => each['current_relationship'])).toEqual(['FOUNDER', undefined]);
});
