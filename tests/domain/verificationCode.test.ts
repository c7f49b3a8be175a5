import { describe, expect, it } from 'vitest';
import { codeFrom, readCode, writtenCode } from '#src/domain/verificationCode.ts';

describe('the code on a certificate', () => {
  const code = codeFrom(new Uint8Array([0, 31, 10, 11, 12, 13, 14, 15, 16, 17, 18, 255]));
  it('has twelve characters that cannot be mistaken for one another', () => {
    expect(code).toBe('0ZABCDEFGHJZ');
    expect(code).not.toMatch(/[ILOU]/);
  });
  it('is printed in groups of four, and read with other spacing, case or look-alike letters', () => {
    expect(writtenCode(code)).toBe('0ZAB-CDEF-GHJZ');
    for (const typed of ['0zab-cdef-ghjz', ' OZAB CDEF GHJZ ', '0zabcdefghjz']) expect(readCode(typed)).toBe(code);
    expect(readCode('1lI0-0000-0000')).toBe('111000000000');
  });
  it.each(['', '0ZAB-CDEF-GHJ', '0ZAB-CDEF-GHJZ-0', '0ZAB-CDEF-GHJ!', '0ZAB-CDEF-GHJÜ'])(
    'is not read from %j',
    (typed) => {
      expect(readCode(typed)).toBeNull();
    },
  );
});
