// What the ledger's own rules say of a file's entries stands among its findings before it is applied.
import { expect, it } from 'vitest';
import { gridOf, read } from '#tests/support/sheets/grids.ts';

const HEAD = ['Security ID', 'Stakeholder Name', 'Share Class', 'Quantity Issued', 'Price Per Share', 'Issue Date'];
const ledger = gridOf({
  name: 'Ledger',
  rows: [HEAD, ['CS-1', 'Ada', 'Common', 100, 1, '2024-01-15'], ['CS-2', 'Eve', 'Common', 50, 1, '2025-06-30']],
});
const codes = (result: ReturnType<typeof read>) =>
  result.reading.findings.map(({ code, severity, row }) => [code, severity, row]);

it('a distribution that was approved for holdings that the file changes', () => {
  const [common] = read(ledger).statics.filter(({ object_type }) => object_type === 'STOCK_CLASS');
  const frozen = (record_date: string, id = String(common!['id'])) =>
    codes(read(ledger, { frozen: [{ name: 'Dividend', record_date, share_class_ids: [id] }] }));
  expect(frozen('2024-01-15')).toEqual([['record_date_frozen', 'warning', null]]);
  expect(frozen('2024-01-14')).toEqual([]);
  expect(frozen('2025-12-31', 'another class')).toEqual([]);
  const { statics, transactions } = read(ledger);
  // The same entries again change nothing.
  expect(
    codes(
      read(ledger, {
        existing: { statics, transactions },
        frozen: [{ name: 'Dividend', record_date: '2025-12-31', share_class_ids: [String(common!['id'])] }],
      }),
    ),
  ).toEqual([]);
});

it('a plan that needs more shares than its class has, once and not for each file', () => {
  const plans = gridOf(
    {
      name: 'Classes',
      rows: [
        ['Share Class', 'Class Type', 'Authorized'],
        ['Common', 'Common', 120],
      ],
    },
    {
      name: 'Plans',
      rows: [
        ['Plan Name', 'Share Class', 'Authorized'],
        ['2024 Plan', 'Common', 100],
      ],
    },
    { name: 'Ledger', rows: [HEAD, ['CS-1', 'Ada', 'Common', 100, 1, '2024-01-15']] },
  );
  const first = read(plans);
  expect(codes(first)).toEqual([['W8', 'warning', null]]);
  const { statics, transactions } = first;
  expect(codes(read(plans, { existing: { statics, transactions } }))).toEqual([]);
});
