// A column of thousands of names that are taken for classes or plans is refused by name, and costs no more than its rows.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, read } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import { NAMES_MAX } from '#src/domain/sheets/records/nameLimits.ts';

const rows = (count: number, row: (index: number) => Written[]) =>
  Array.from({ length: count }, (_, index) => row(index));

describe('a file that names too many', () => {
  it('classes is refused at the row of the first that is too many', () => {
    const head = ['Holder', 'Class', 'Shares'];
    const named = (count: number) => [head, ...rows(count, (index) => ['Ann', `Series A${index} Preferred`, 10])];
    const result = read(gridOf({ rows: named(20_000) }));
    expect(findingsOf(result, 'too_many_classes')).toMatchObject([
      { row: NAMES_MAX + 2, column: 'B', severity: 'error' },
    ]);
    expect(result.statics.filter(({ object_type }) => object_type === 'STOCK_CLASS')).toHaveLength(NAMES_MAX);
    expect(findingsOf(read(gridOf({ rows: named(NAMES_MAX) })), 'too_many_classes')).toEqual([]);
  });

  it('plans is refused so too', () => {
    const head = ['Holder', 'Plan', 'Granted', 'Grant date', 'Strike price', 'Class'];
    const grants = rows(20_000, (index) => ['Ann', `${index} Plan`, 10, '2024-01-01', 1, 'Common']);
    expect(findingsOf(read(gridOf({ rows: [head, ...grants] })), 'too_many_plans')).toMatchObject([
      { row: NAMES_MAX + 2, column: 'B', severity: 'error' },
    ]);
  });
});
