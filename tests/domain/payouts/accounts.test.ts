import { describe, expect, it } from 'vitest';
import { debtorFaults, isBic, isIban } from '#src/domain/payouts/accounts.ts';
import { withoutNumbers } from '#src/domain/payouts/returnReasons.ts';

describe('an IBAN', () => {
  // The examples of the registry.
  it.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'FR1420041010050500013M02606',
  ])('%s is one', (text) => expect(isIban(text)).toBe(true));
  it.each([
    ['another check digit', 'DE88370400440532013000'],
    ['a digit too many', 'DE893704004405320130000'],
    ['two digits that changed places', 'DE89370400440532010300'],
    ['a country without one', 'US89370400440532013000'],
    ['blanks', 'DE89 3704 0044 0532 0130 00'],
    ['nothing', ''],
  ])('with %s is none', (_, text) => expect(isIban(text)).toBe(false));
});

it('a BIC has eight or eleven characters, the fifth and sixth a country', () => {
  expect(['COBADEFF', 'COBADEFFXXX', 'COBADEFFXX', 'COBA1EFF', 'cobadeff'].map(isBic)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('who pays', () => {
  it('is asked for what the format needs', () => {
    expect(Object.keys(debtorFaults('csv', { name: 'A' }))).toEqual([]);
    expect(Object.keys(debtorFaults('nacha', { name: 'A' }))).toEqual(['routing_number']);
    expect(Object.keys(debtorFaults('pain.001', { name: 'A' }))).toEqual(['iban']);
    expect(Object.keys(debtorFaults('pain.001', { name: 'A', account_number: '12345' }))).toEqual(['routing_number']);
    expect(debtorFaults('pain.001', { name: 'A', iban: 'DE89370400440532013000' })).toEqual({});
    expect(Object.keys(debtorFaults('nacha', { name: ' ', routing_number: '021000022' }))).toEqual([
      'name',
      'routing_number',
    ]);
  });
});

it('of a number in the words of a bank only the last four characters stay', () => {
  expect(withoutNumbers('Account 123456789012 closed')).toBe('Account …9012 closed');
  expect(withoutNumbers('IBAN DE89370400440532013000 unknown')).toBe('IBAN …3000 unknown');
  expect(withoutNumbers('no 1234-5678-9012, since 2024')).toBe('no …9012, since 2024');
  expect(withoutNumbers('account closed on 2024-05-06')).toBe('account closed on 2024-05-06');
});
