import { describe, expect, it } from 'vitest';
import { nextCertificateNumbers } from '#src/domain/certificateNumber.ts';

const next = (prefix: string, used: string[]) => nextCertificateNumbers(prefix, used, 1)[0];

describe('certificate numbers', () => {
  it('begin at one', () => expect(next('CS-', [])).toBe('CS-1'));
  it('go one above the highest number used with that prefix, and leave gaps unfilled', () => {
    expect(next('CS-', ['CS-2', 'CS-10', 'CS-9', 'PS-77', 'CS-A-99', 'CS-', 'CS-1x'])).toBe('CS-11');
  });
  it('are compared as numbers, not as text, and stay exact beyond 2^53', () => {
    expect(next('CS-', ['CS-99', 'CS-100'])).toBe('CS-101');
    expect(next('CS-', ['CS-9007199254740993'])).toBe('CS-9007199254740994');
  });
  it('follow imported numbers that put a hyphen after the prefix', () => {
    expect(next('OA', ['OA-1', 'OA-12'])).toBe('OA-13');
    expect(next('P', ['P-01', 'P-02'])).toBe('P-3');
  });
  it('can be assigned several at once', () => {
    expect(nextCertificateNumbers('PS-', ['PS-12'], 2)).toEqual(['PS-13', 'PS-14']);
  });
  it('do not count numbers that have another prefix, or more than a counter after the prefix', () => {
    expect(next('CS-', ['CS-12', 'PS-99', 'CS-99.5'])).toBe('CS-13');
  });
});
