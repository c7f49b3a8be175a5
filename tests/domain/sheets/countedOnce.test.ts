// Shares that the company has by one file, or typed in, and that another file names in another way.
import { describe, expect, it } from 'vitest';
import type { ExistingObjects } from '#src/domain/sheets/objects/existing.ts';
import type { SheetResult } from '#src/domain/sheets/readSheet.ts';
import { csvOf, findingsOf, read } from '#tests/support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';

const existing = (...results: SheetResult[]): ExistingObjects => ({
  statics: results.flatMap(({ statics }) => statics),
  transactions: results.flatMap(({ transactions }) => transactions),
});
const table = (text: string) => csvOf(text.split('\n').map((line) => line.split(',')));
const holdings = (as_of: string, ...rows: string[]) =>
  [
    table(['Holder,Class,Shares', ...rows].join('\n')),
    { as_of, tables: [{ id: 't1', role: 'snapshot' as const }] },
  ] as const;
const ledger = (...rows: string[]) => table(['Certificate #,Holder,Class,Shares,Issue Date', ...rows].join('\n'));
const codes = ({ reading }: SheetResult) => reading.findings.map(({ code, row }) => `${code} ${row}`);
const DAY = '2026-01-31';

describe('a ledger after a table of holdings', () => {
  it('says that the shares come in besides', () => {
    const first = read(...holdings('2024-01-01', 'Ada Okafor,Common,100', 'Ben Cole,Common,10'));
    const next = read(ledger('CS-1,Ada Okafor,Common,100,2020-01-15', 'CS-2,Ben Cole,Common,10,2020-01-15'), {
      existing: existing(first),
    });
    expect(codes(next)).toEqual(['counted_besides 2', 'counted_besides 3']);
    expect(findingsOf(next, 'counted_besides')[0]!.message).toMatch(
      /^Ada Okafor has 100 in the ledger by C-1, .* 100 of this file are imported in addition/,
    );
  });

  it('of the same day and quantities adds nothing', () => {
    const first = read(...holdings('2024-01-01', 'Ada Okafor,Common,100'));
    const next = read(ledger('CS-1,Ada Okafor,Common,100,2024-01-01'), { existing: existing(first) });
    expect([next.transactions, codes(next)]).toEqual([[], ['number_differs 2']]);
    expect(next.reading.changes).toEqual({ new: 0, changed: 0, same: 1, gone: 0 });
  });

  it('of other numbers adds nothing, and of new certificates of the same holder it adds them without a word', () => {
    const first = read(ledger('CS-1,Ada,Common,100,2020-01-15', 'CS-2,Ben,Common,10,2020-01-15'));
    const renamed = read(ledger('1,Ada,Common,100,2020-01-15', '2,Ben,Common,10,2020-01-15'), {
      existing: existing(first),
    });
    expect([renamed.transactions, codes(renamed)]).toEqual([[], ['number_differs 2', 'number_differs 3']]);
    const added = read(ledger('CS-3,Ada,Common,7,2024-01-15', 'CS-4,Ada,Common,7,2024-01-15'), {
      existing: existing(first),
    });
    expect([added.transactions.length, codes(added)]).toEqual([2, []]);
  });

  it('of another number of the same day and quantity is another certificate, and that is said', () => {
    const first = read(ledger('CS-1,Ada,Common,5,2024-01-15'));
    const next = read(ledger('CS-2,Ada,Common,5,2024-01-15'), { existing: existing(first) });
    expect([next.transactions.length, codes(next)]).toEqual([1, ['counted_besides 2']]);
  });

  it('of grants says it too', () => {
    const wide = table('Holder,Common,Options Outstanding Under 2020 Plan\nAda,10,1500');
    const first = read(wide, { as_of: '2024-01-01' });
    const grants = table(
      'Grant ID,Optionholder,Plan Name,Options Granted,Grant Date,Exercise Price\nES-1,Ada,2020 Plan,1500,2021-05-01,1',
    );
    expect(findingsOf(read(grants, { existing: existing(first) }), 'counted_besides')).toHaveLength(1);
  });
});

it('options of a table that names no plan are those of the company’s plan', () => {
  const grants = table(
    'Grant ID,Optionholder,Plan Name,Options Granted,Grant Date,Exercise Price\nES-1,Ada,2020 Plan,1000,2021-05-01,1',
  );
  const plans = table('Plan Name,Authorized\n2020 Plan,1200');
  const first = read(grants);
  const all = existing(read(plans), first);
  const next = read(table('Holder,Common,Options\nAda,10,1000'), { as_of: '2024-04-01', existing: all });
  expect(next.transactions.map(({ object_type }) => object_type)).toEqual(['TX_STOCK_ISSUANCE']);
  expect(next.statics.filter(({ object_type }) => object_type === 'STOCK_PLAN')).toEqual([]);
  expect(figuresOf(existing(read(plans), first, next), DAY)).toMatchObject({ options: '1000' });
});

it('a holding on a day after which its holder got shares says so', () => {
  const first = read(ledger('CS-1,Ada,Common,100,2020-01-15', 'CS-2,Ada,Common,50,2022-01-15'));
  const next = read(
    ...(([grid, options]) => [grid, { ...options, existing: existing(first) }] as const)(
      holdings('2021-06-30', 'Ada,Common,150'),
    ),
  );
  expect(codes(next)).toEqual(expect.arrayContaining(['holding_increased 2', 'holding_before_ledger 2']));
});

it('the rest of a holding comes in again after another file was taken back', () => {
  const of = (day: string, shares: number, before: SheetResult[]) => {
    const [grid, options] = holdings(day, `Ada,Common,${shares}`);
    return read(grid, { ...options, existing: existing(...before) });
  };
  const first = of('2024-01-01', 100, []);
  const second = of('2024-06-01', 150, [first]);
  // The first is undone: its holders and classes stay in use.
  const left = {
    statics: first.statics,
    transactions: [],
    reading: first.reading,
    distributions: [],
    people: [],
    ledger: [],
  };
  const again = of('2024-06-01', 150, [left, second]);
  expect(again.transactions).toMatchObject([{ quantity: '100' }]);
  expect(findingsOf(again, 'security_differs')).toEqual([]);
  expect(holdingsOf(existing(left, second, again), DAY)).toEqual({ 'Ada, Common': '150' });
  const earlier = of('2023-01-01', 100, [first]);
  expect([earlier.transactions.length, codes(earlier)]).toEqual([
    1,
    expect.arrayContaining(['holding_before_ledger 2']),
  ]);
});
