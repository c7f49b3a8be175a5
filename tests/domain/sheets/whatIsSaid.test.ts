// What a file leaves open, or would count twice, is said at its row.
import { describe, expect, it } from 'vitest';
import type { SheetOptions } from '#src/domain/sheets/readSheet.ts';
import { csvOf, findingsOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2024-12-31';
const readText = (text: string, options: Partial<SheetOptions> = {}) =>
  read(csvOf(text.split('\n').map((line) => line.split(','))), { as_of: DAY, ...options });

it('a row of a later journal with another quantity comes in besides, and that is said', () => {
  const journal = (shares: number) =>
    `Date,Type,From,To,Class,Shares\n2023-01-10,Issue,,Ann,Common,1000\n2024-03-01,Transfer,Ann,Ben,Common,${shares}`;
  const first = readText(journal(200));
  const again = readText(journal(200), { existing: first });
  expect([again.reading.changes.new, placesOf(again)]).toEqual([0, []]);
  const later = readText(journal(300), { existing: first });
  expect(findingsOf(later, 'event_besides')).toMatchObject([{ row: 3, severity: 'warning' }]);
});

it('terms of a SAFE that a later file has otherwise', () => {
  const safe = (cap: number) =>
    `Security ID,Investor,Instrument,Principal,Valuation Cap,Issue Date\nSAFE-1,Ann,Post-money SAFE,100000,${cap},2024-01-15`;
  const first = readText(safe(5000000));
  expect(placesOf(readText(safe(5000000), { existing: first }))).toEqual([]);
  const later = readText(safe(6000000), { existing: first });
  expect(findingsOf(later, 'security_differs')).toMatchObject([
    { row: 2, message: expect.stringMatching(/5,000,000.*6,000,000/) },
  ]);
});

describe('a cell that says what became of shares', () => {
  it('is an error as a class, and a warning in a name', () => {
    expect(placesOf(readText('Holder,Class,Shares\nAnn,Common,100\nBen,Common (cancelled),20'))).toContain(
      'class_has_status B3',
    );
    expect(placesOf(readText('Holder,Class,Shares\nAnn,Common,100\nBen Ost (transferred to Ann),Common,20'))).toContain(
      'name_has_status A3',
    );
  });

  it('may have its day', () => {
    const head = 'Certificate,Shareholder,Class,Shares,Issue Date,Status';
    const result = readText(
      `${head}\nCS-1,Ann,Common,100,2023-01-01,Issued\nCS-2,Ben,Common,20,2023-01-01,Cancelled on 2024-02-01`,
    );
    expect([holdingsOf(result, '2024-01-31'), holdingsOf(result, DAY)]).toEqual([
      { 'Ann, Common': '100', 'Ben, Common': '20' },
      { 'Ann, Common': '100' },
    ]);
  });
});

it('shares that were converted into nothing that the file has, and an exercised warrant', () => {
  const stock = readText(
    'Certificate,Holder,Class,Shares,Issue Date,Canceled Date,Status\nPS-1,Ann,Series A,900,2023-01-01,2024-01-01,Converted',
  );
  expect(findingsOf(stock, 'conversion_unlinked')).toMatchObject([{ row: 2 }]);
  const warrants = readText(
    'Warrant ID,Warrantholder,Class,Quantity,Exercise Price,Issue Date,Status\nW-1,Ann,Common,100,1,2024-01-15,Exercised',
  );
  expect(findingsOf(warrants, 'exercise_unlinked')).toMatchObject([{ row: 2 }]);
});

it('takes the one company beside every holder for the issuer, and says that it is left out', () => {
  const result = readText(
    'Company,Shareholder,Class,Shares\nTidewater Inc,Ann,Common,100\nTidewater Inc,Ben,Common,20',
  );
  expect(holdingsOf(result, DAY)).toEqual({ 'Ann, Common': '100', 'Ben, Common': '20' });
  expect(result.reading.left_out).toMatchObject([{ heading: 'Company', cells: 2 }]);
});

it.each(['Options', 'Future hires', 'Optionees', 'Headroom'])('asks what “%s” is', (label) => {
  const open = readText(`Holder,Class,Shares\nAnn,Common,100\n${label},Common,20`);
  expect(open.reading.questions).toMatchObject([{ code: 'row_meaning', rows: [3] }]);
  expect(figuresOf(open, DAY).outstanding).toMatch(/^1[02]0$/);
});
