// Texts compared without case, in every alphabet, however their accents are encoded.
import { describe, expect, it } from 'vitest';
import { foldLetters } from '../../src/domain/letters.ts';
import { nameKey } from '../../src/domain/sheets/meanings/peopleWords.ts';

describe('letters', () => {
  it.each([
    ['Zoë Åkesdotter', 'ZOË ÅKESDOTTER'],
    ['José', 'José'.normalize('NFD')],
    ['Иван Орлов', 'ИВАН ОРЛОВ'],
    ['Straße', 'STRASSE'],
    ['straße', 'STRAẞE'],
    ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
    ['ışık', 'IŞIK'],
    ['İpek', 'ipek'],
    ['ՀԱՅ', 'հայ'],
    ['Łódź', 'łódź'.normalize('NFD')],
    ['김철수', '김철수'.normalize('NFD')],
  ])('of %s and %s are the same, also as names of an import', (one, other) => {
    expect(foldLetters(one)).toBe(foldLetters(other));
    expect(nameKey(one)).toBe(nameKey(other));
  });
  it.each([
    ['Zoe', 'Zoë'],
    ['Lodz', 'Łódź'],
    ['Åke', 'Ake'],
  ])('of %s and %s are others', (one, other) => {
    expect(foldLetters(one)).not.toBe(foldLetters(other));
  });
});
