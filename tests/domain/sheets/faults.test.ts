// Random ledgers with one fault each: it is named at its cell, and nothing else is.
import { describe, expect, it } from 'vitest';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { sheetCompany } from '#tests/support/sheets/companies.ts';
import { gridOf, placeOf, read, serial } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';

const COUNT = Number(process.env['COMPANIES'] ?? 50) * 2;
const SEED = Number(process.env['COMPANIES_SEED'] ?? 1);

const COLUMNS = ['Certificate #', 'Shareholder', 'Class', 'Shares', 'Issue date', 'Cancelled on', 'Status'] as const;
type Column = (typeof COLUMNS)[number];

/** What is written into which column, and the code that names it. */
const FAULTS: [code: string, column: Column, write: Written, also?: Partial<Record<Column, Written>>][] = [
  ['number_ambiguous', 'Shares', 'about a thousand'],
  ['number_ambiguous', 'Shares', '12.34.5'],
  ['quantity_not_whole', 'Shares', '2500.5'],
  ['quantity_negative', 'Shares', '(500)'],
  ['quantity_negative', 'Shares', -500],
  ['cell_error_value', 'Shares', '#REF!'],
  ['cell_error_value', 'Issue date', { kind: 'error', text: '#N/A' }],
  ['no_cached_value', 'Shares', { kind: 'text', text: '', formula: 'SUM(A1)' }],
  ['date_invalid', 'Issue date', '31.04.2023'],
  ['date_invalid', 'Issue date', 'in spring'],
  ['holder_missing', 'Shareholder', ''],
  ['class_missing', 'Class', ''],
  ['formula_text', 'Shareholder', '=HYPERLINK("x")'],
  ['formula_text', 'Class', '@Common'],
  ['cancel_date_missing', 'Cancelled on', '', { Status: 'Cancelled' }],
  ['cancel_before_issue', 'Cancelled on', '2001-01-01', { Status: 'Cancelled' }],
];

describe('one fault in a ledger', () => {
  it(`is named at its cell, ${COUNT} times`, () => {
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
      const random = randomOf(seed);
      const { certificates } = sheetCompany(seed);
      const columns = random.shuffled(COLUMNS);
      const day = random.pick<(text: string) => Written>([
        (text) => text,
        (text) => serial(Date.parse(text) / 86_400_000 + 25_569),
      ]);
      const rows = certificates.map(({ number, holder, share_class, issued, date }): Record<Column, Written> => ({
        'Certificate #': number,
        Shareholder: holder,
        Class: share_class,
        Shares: issued,
        'Issue date': day(date),
        'Cancelled on': '',
        Status: 'Outstanding',
      }));
      const at = random.below(rows.length);
      const [code, column, write, also = {}] = FAULTS[seed % FAULTS.length]!;
      rows[at] = { ...rows[at]!, ...also, [column]: write };
      const grid = gridOf({ name: 'Ledger', rows: [columns, ...rows.map((row) => columns.map((name) => row[name]))] });
      const { reading } = read(grid);
      const place = `${code} Ledger!${'ABCDEFG'[columns.indexOf(column)]}${at + 2}`;
      expect([seed, ...reading.findings.map(placeOf)]).toEqual([seed, place]);
      expect(reading.status).toBe(reading.questions.length > 0 ? 'questions' : 'errors');
    }
  });
});
