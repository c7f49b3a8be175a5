import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, compareDates, isIsoDate } from '#src/domain/dates.ts';

describe('calendar days', () => {
  it.each(['2024-02-29', '2000-02-29', '1999-12-31'])('%s is a calendar day', (date) =>
    expect(isIsoDate(date)).toBe(true),
  );
  it.each([
    '2023-02-30',
    '2023-02-29',
    '1900-02-29',
    '0000-01-01',
    '2023-13-01',
    '2023-00-10',
    '2023-1-01',
    '2023-01-01T00:00:00Z',
    '',
    null,
    20230101,
  ])('%j is not a calendar day', (date) => expect(isIsoDate(date)).toBe(false));
  it('adds days across months and years', () => {
    expect(addDays('2023-12-31', 1)).toBe('2024-01-01');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  });
  it('returns to the same day after adding and subtracting the same number of days', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (days) => {
        const there = addDays('2022-06-15', days);
        expect(addDays(there, -days)).toBe('2022-06-15');
        expect(compareDates(there, '2022-06-15')).toBe(Math.sign(days));
      }),
    );
  });
});
