// Countries of addresses, as people write them.
import { expect, it } from 'vitest';
import { countryOf } from '#src/domain/sheets/values/countries.ts';
import { csvOf, findingsOf, read } from '#tests/support/sheets/grids.ts';

it.each([
  ['Japan', 'JP'],
  ['Nigeria', 'NG'],
  ['norway', 'NO'],
  ['Norge', 'NO'],
  ['Deutschland', 'DE'],
  ['Suisse', 'CH'],
  ['gb', 'GB'],
  ['USA', 'US'],
  ['United Kingdom', 'GB'],
  ['Sverige', 'SE'],
])('%s is %s', (written, code) => expect(countryOf(written)).toBe(code));

it('an unknown one is said at its cell, and the address comes in without it', () => {
  const result = read(
    csvOf([
      ['Name', 'Email', 'City', 'Country'],
      ['Ada', 'ada@x.example', 'Lagos', 'Nigeria'],
      ['Eve', 'eve@x.example', 'Tatooine', 'Outer Rim'],
    ]),
  );
  expect(findingsOf(result, 'country_unknown')).toMatchObject([
    { severity: 'warning', row: 3, column: 'D', value: 'Outer Rim' },
  ]);
  expect(result.statics.map(({ addresses }) => (addresses as { country?: string }[])[0]?.country)).toEqual([
    'NG',
    undefined,
  ]);
});
