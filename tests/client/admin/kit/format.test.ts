// The formats of figures, dates and sizes.
import { saveSession } from '#src/auth/session.ts';
import { mara } from '../console.tsx';
import { describe, expect, it } from 'vitest';
import { formatFileSize } from '#src/admin/kit/fileSize.ts';
import { countOf, countShares } from '#src/admin/kit/counts.ts';
import {
  withDays,
  formatDay,
  formatCompanyDay,
  formatMoney,
  formatShares,
  groupDigits,
  today,
} from '#src/admin/kit/format.ts';
import { shownPercents } from '#src/admin/kit/percents.ts';

const inWords = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

describe('figures', () => {
  it.each([
    ['1', '1 share'],
    ['1.00', '1 share'],
    ['0.5', '0.5 shares'],
    ['0', '0 shares'],
    ['10000', '10,000 shares'],
  ])('counts %s as %s', (value, text) => expect(countShares(value)).toBe(text));
  it('counts one vote as a vote', () =>
    expect([countOf('1', 'votes'), countOf('2', 'votes')]).toEqual(['1 vote', '2 votes']));

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [86_118, '84.10 KB'],
    [1024 * 1024 - 1, '1024.00 KB'],
    [1024 * 1024, '1.00 MB'],
    [2_217_446, '2.11 MB'],
  ])('shows %d bytes as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));

  it.each([
    ['0.0275', '$0.0275'],
    ['0.5', '$0.50'],
    ['2', '$2.00'],
    ['289987.52', '$289,987.52'],
    ['1.2300000000', '$1.23'],
    ['-3', '−$3.00'],
  ])('shows the amount %s as %s', (amount, text) => expect(formatMoney(amount)).toBe(text));

  it('writes every digit of an amount in its own currency, or in the company’s if it has none', () => {
    expect(formatMoney('12345678901234567890.1234567891', 'EUR')).toBe('€12,345,678,901,234,567,890.1234567891');
    expect(formatMoney('5000', 'JPY')).toBe('¥5,000');
    expect(formatMoney('-0.5', 'CHF')).toBe('−CHF\u00a00.50');
    saveSession({ access_token: 'token', user: { ...mara, currency: 'EUR' } });
    expect([formatMoney('2'), formatMoney('2', 'USD')]).toEqual(['€2.00', '$2.00']);
    localStorage.clear();
  });

  it('separates thousands and keeps every digit of a very large number', () => {
    expect(groupDigits('12345678901234567890')).toBe('12,345,678,901,234,567,890');
    expect(formatShares('1000.5000')).toBe('1,000.5');
    expect(formatShares(3_000_000)).toBe('3,000,000');
  });

  it('rounds each percentage by itself, so equal numbers show equal percentages', () => {
    expect(shownPercents(['1', '1', '1'])).toEqual(['33.33', '33.33', '33.33']);
    expect(shownPercents(['703651', '118540', '177809'])).toEqual(['70.37', '11.85', '17.78']);
    // 12.34499 %, also in a column that adds up to 99.99.
    expect(shownPercents(['1234499', '499', '8765002'])).toEqual(['12.34', '0.00', '87.65']);
    // Computed from the shares: 1.285017 % and 14.494992 % would be halves if they were first rounded to four places.
    expect(shownPercents(['1762500', '156250', '10240622'])).toEqual(['14.49', '1.29', '84.22']);
    expect([shownPercents([]), shownPercents(['0'])]).toEqual([[], ['0.00']]);
  });
});

describe('days', () => {
  it('formats a day in a sentence for the reader, and leaves a bank reference unchanged', () => {
    const day = inWords(2026, 11, 12);
    expect(withDays('paid on 2026-11-12, late (2026-11-12).')).toBe(`paid on ${day}, late (${day}).`);
    for (const reference of ['SEPA-2026-11-12-0001', 'A2026-11-12', '2026-11-12/7', '12.2026-11-12', '2026-11-12.7'])
      expect(withDays(`reference ${reference}, sent`)).toBe(`reference ${reference}, sent`);
  });
  it('never moves a calendar day across a time zone', () => {
    expect(formatDay('2025-03-14')).toBe(inWords(2025, 3, 14));
    expect(formatCompanyDay('2025-03-14')).toBe(inWords(2025, 3, 14));
  });

  it('takes today from the company’s time zone, not from the reader’s', () => {
    const lateInNewYork = new Date('2026-01-06T03:30:00Z');
    for (const [time_zone, day] of [
      ['America/New_York', '2026-01-05'],
      ['Pacific/Auckland', '2026-01-06'],
      [null, '2026-01-06'],
    ] as const) {
      saveSession({ access_token: 'token', user: { ...mara, time_zone } });
      expect(today(lateInNewYork)).toBe(day);
      expect(formatCompanyDay(lateInNewYork.toISOString())).toBe(formatDay(day));
    }
    localStorage.clear();
  });
});
