// Days as people type them are read in the order of their own locale, and written out.
import { describe, expect, it } from 'vitest';
import { dayInFull, dayPattern, readDay } from '#src/admin/kit/form/typedDay.ts';

const today = '2026-08-05';
const read = (typed: string, locale: string) => readDay(typed, { today, locale });

describe('a typed day', () => {
  it.each([
    ['31.12.2026', '2026-12-31'],
    ['31.12.26', '2026-12-31'],
    [' 1.2.2026 ', '2026-02-01'],
    ['31. 12. 2026', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    ['2026/12/31', '2026-12-31'],
    ['31/12/2026', '2026-12-31'],
    ['20261231', '2026-12-31'],
    ['1 February 2026', '2026-02-01'],
    ['Feb 1, 2026', '2026-02-01'],
    ['Sunday, February 1, 2026', '2026-02-01'],
    ['1st of Feb', '2026-02-01'],
    ['today', today],
    ['tomorrow', '2026-08-06'],
  ])('“%s” is the same in every English', (typed, day) => {
    for (const locale of ['en-US', 'en-GB']) expect(read(typed, locale)).toBe(day);
  });

  it.each([
    ['01/02/2026', '2026-01-02', '2026-02-01'],
    ['1/2/26', '2026-01-02', '2026-02-01'],
    ['01-02-2026', '2026-01-02', '2026-02-01'],
    ['010226', '2026-01-02', '2026-02-01'],
    ['1/2', '2026-01-02', '2026-02-01'],
  ])('“%s” is read in the order of the reader’s own locale', (typed, american, german) => {
    expect(read(typed, 'en-US')).toBe(american);
    for (const locale of ['de-DE', 'de-AT', 'en-GB', 'es-ES']) expect(read(typed, locale)).toBe(german);
  });

  it.each([
    ['de-DE', ['1. Februar 2026', '1. Feb. 2026', 'So., 1. Feb. 2026', '1 feb 26']],
    ['es-ES', ['1 de febrero de 2026', '1 feb 2026']],
  ])('with its month in words is read in %s', (locale, texts) => {
    for (const text of texts) expect([text, read(text, locale)]).toEqual([text, '2026-02-01']);
    expect(read('1. März 2026', 'de-DE')).toBe('2026-03-01');
    expect(read('heute', 'de-DE')).toBe(today);
    expect(read('2. May 2026', 'de-DE')).toBe('2026-05-02');
  });

  it('of a year with two digits is near, and never more than thirty years ahead', () => {
    expect(read('1.1.56', 'de-DE')).toBe('2056-01-01');
    expect(read('1.1.57', 'de-DE')).toBe('1957-01-01');
  });

  it.each(['', 'soon', '1.2.202', '13.13.2026', '1.2.3.4', '99', '12', 'Feb 2026', '1 Feb 2 2026', '<1.2.2026>', '1'])(
    '“%s” is none',
    (typed) => expect(read(typed, 'de-DE')).toBeNull(),
  );

  it('that the calendar lacks is read, so that it can be said, but not written out', () => {
    expect(read('31.2.2026', 'de-DE')).toBe('2026-02-31');
    expect(dayInFull('2026-02-31')).toBeNull();
  });

  it('is written out with its month in words, in the reader’s locale', () => {
    expect(dayInFull('2026-02-01', 'en-GB')).toBe('Sunday, 1 February 2026');
    expect(dayInFull('2026-02-01', 'en-US')).toBe('Sunday, February 1, 2026');
    expect(dayInFull('2026-02-01', 'de-DE')).toBe('Sonntag, 1. Februar 2026');
    expect(dayPattern({ day: 'TT', month: 'MM', year: 'JJJJ' }, 'de-DE')).toBe('TT.MM.JJJJ');
  });
});
