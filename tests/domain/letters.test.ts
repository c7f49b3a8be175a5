// Texts compared without case, in every alphabet, however their accents are encoded.
import { describe, expect, it } from 'vitest';
import { containsLetters, foldLetters } from '#src/domain/letters.ts';
import { hasHidden, isSeen, lineFault, withoutHidden } from '#src/domain/text.ts';
import { nameKey } from '#src/domain/sheets/meanings/peopleWords.ts';

describe('letters', () => {
  it.each([
    ['Zoë Åkesdotter', 'ZOË ÅKESDOTTER'],
    ['José', 'José'.normalize('NFD')],
    ['Иван Орлов', 'ИВАН ОРЛОВ'],
    ['Straße', 'STRASSE'],
    ['ＡＣＭＥ　１', 'acme 1'],
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

describe('a search in memory', () => {
  it.each([
    ['José Prats', 'jose', true],
    ['José'.normalize('NFD'), 'JOSE', true],
    ['Łódź', 'lodz', true],
    ['Ærø', 'aero', true],
    ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ', true],
    ['José', 'josé', true],
    ['José', 'josè', false],
    ['Jose', 'josé', false],
  ])('of %s for %s: %s', (text, asked, is) => {
    expect(containsLetters(text, asked)).toBe(is);
  });
});

describe('a line', () => {
  it.each([
    'می\u200cخواهم',
    'ශ්\u200dරී',
    'ಅಶೋಕ್\u200c',
    'ന്\u200d',
    '👩🏽\u200d💻 Ada',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '葛\u{e0100}城',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ])('takes what belongs to its letters: %j', (text) => {
    expect([lineFault(text), hasHidden(text), withoutHidden(text)]).toEqual([null, false, text]);
  });
  it.each([
    ['Ac\u200bme', 'Acme'],
    ['\u200dAcme', 'Acme'],
    ['Acme\u200c', 'Acme'],
    ['Acme \u200cInc', 'Acme Inc'],
    ['Ac\ufe0fme', 'Acme'],
    ['Ac\u00adme', 'Acme'],
    ['Ac\ufeffme', 'Acme'],
    ['\u202eAcme\u202c', 'Acme'],
    ['Ac\u061cme', 'Acme'],
    ['Ac\u{e0041}me', 'Acme'],
    ['Ac\u3164me', 'Acme'],
    ['Ac\u17b4me', 'Acme'],
    ['Ac\u0007me', 'Acme'],
    ['Ac\u034fme', 'Acme'],
  ])('refuses what cannot be seen, which an import leaves out: %j', (text, clean) => {
    expect(lineFault(text)).toContain('invisible');
    expect([hasHidden(text), withoutHidden(text)]).toEqual([true, clean]);
  });
  it('refuses a break, which an import reads as a blank', () => {
    for (const text of ['Acme\nInc', 'Acme\r\nInc', 'Acme\tInc', 'Acme\u2028Inc']) {
      expect(lineFault(text)).toContain('one line');
      expect([hasHidden(text), withoutHidden(text)]).toEqual([false, 'Acme Inc']);
    }
  });
  it.each([
    '',
    ' ',
    '\u3164',
    '\u2800',
    '\u115f',
    '\u034f',
    '\ufe0f',
    '\u17b4',
    '\u{e0041}',
    '\u0301',
    '\uffa0',
    '\u00a0',
  ])('of %j has nothing to see', (text) => {
    expect(isSeen(text)).toBe(false);
  });
  it.each(['A', '山', '7', 'é', '—', '🚀', '𓀀', '٣'])('of %s has something to see', (text) => {
    expect(isSeen(text)).toBe(true);
  });
});
