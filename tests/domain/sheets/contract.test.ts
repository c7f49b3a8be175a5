// What a reading says is what its contract publishes.
import { describe, expect, it } from 'vitest';
import { sheetAnswersBody, sheetReading } from '#src/contract/sheets.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { sheetCompany } from '#tests/support/sheets/companies.ts';
import { read } from '#tests/support/sheets/grids.ts';
import { cartaLayout, wideLayout } from '#tests/support/sheets/layouts.ts';

describe('the contract of a reading', () => {
  it.each([cartaLayout, wideLayout])('holds everything that %o gives, and nothing more', (write) => {
    const { reading } = read(write(sheetCompany(5), randomOf(5)));
    const sent = {
      id: 'r1',
      import_id: null,
      file_name: 'a.xlsx',
      created_at: '2026-01-31T00:00:00Z',
      can_undo: false,
      ...reading,
    };
    expect(sheetReading.parse(sent)).toEqual(sent);
  });

  it('takes answers to its questions, and refuses fields that no column has', () => {
    const column = (field: unknown) => ({ tables: [{ id: 't1', columns: [{ column: 'C', field }] }] });
    expect(sheetAnswersBody.safeParse(column('holding')).success).toBe(true);
    expect(sheetAnswersBody.safeParse(column('favourite_colour')).success).toBe(false);
    expect(
      sheetAnswersBody.safeParse({
        answers: { 'date_order:t1:F': 'DMY' },
        rows: [{ table: 't1', row: 3, use: 'skip' }],
      }).success,
    ).toBe(true);
  });
});
