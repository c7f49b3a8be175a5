// The internal rate of return, of flows that a known rate made.
import { expect, it } from 'vitest';
import { addDays } from '#src/domain/dates.ts';
import { decimalOf, parseFigure } from '#src/domain/model/figures.ts';
import { irrOf } from '#src/domain/model/irr.ts';

const flows = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([date, amount]) => ({ date, amount: parseFigure(amount)! }));
const rate = (...rows: (readonly [string, string])[]) => decimalOf(irrOf(flows(rows)), 10);

it('is exact where a year is whole', () => {
  expect(rate(['2025-01-01', '-100'], ['2026-01-01', '110'])).toBe('0.1');
  expect(rate(['2025-01-01', '-100'], [addDays('2025-01-01', 730), '121'])).toBe('0.1');
  expect(rate(['2025-01-01', '-100'], ['2026-01-01', '100'])).toBe('0');
  expect(rate(['2025-01-01', '-100'], ['2026-01-01', '50'])).toBe('-0.5');
  expect(rate(['2025-01-01', '100'], ['2026-01-01', '-110'])).toBe('0.1');
  expect(rate(['2025-01-01', '-100'], ['2026-01-01', '1000'])).toBe('9');
});

it('does not depend on the order of the flows', () => {
  const rows = [
    ['2020-03-01', '-1000'],
    ['2021-06-30', '250.5'],
    ['2023-01-15', '980'],
  ] as const;
  expect(rate(...rows.toReversed())).toBe(rate(...rows));
});

it.each([
  [
    'money paid alone',
    [
      ['2025-01-01', '-100'],
      ['2026-01-01', '-5'],
    ],
  ],
  [
    'one day',
    [
      ['2025-01-01', '-100'],
      ['2025-01-01', '105'],
    ],
  ],
] as const)('%s has none', (_what, rows) => {
  expect(() => irrOf(flows(rows))).toThrow(expect.objectContaining({ code: 'no_rate', status: 422 }));
});
