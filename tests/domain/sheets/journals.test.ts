// A journal beside the other tables of its file, in the order in which it was written, and with the company under its own name.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import type { TabInput, Written } from '#tests/support/sheets/grids.ts';
import type { SheetAnswers } from '#src/domain/sheets/reading.ts';
import { holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2024-12-31';
const tab = (name: string, text: string): TabInput => ({
  name,
  rows: text
    .trim()
    .split('\n')
    .map((line): Written[] => line.split(',').map((cell) => (/^\d+$/.test(cell.trim()) ? Number(cell) : cell.trim()))),
});
const CERTIFICATES = 'Certificate,Holder,Class,Shares,Issue date';
const TRANSFERS = 'Date,From,To,Class,Shares';
const readTabs = (certificates: string, journal: string, answers: SheetAnswers = {}) =>
  read(gridOf(tab('Certificates', certificates), tab('Transfers', journal)), { as_of: DAY, ...answers });

describe('a journal beside certificates', () => {
  const BEFORE = `${CERTIFICATES}\nC1,Ann,Common,1000,2024-01-01\nC2,Cas,Common,10,2024-01-01`;
  const TRANSFER = `${TRANSFERS}\n2024-03-01,Ann,Ben,Common,200`;

  it('takes a transfer from the certificates that the seller has', () => {
    const result = readTabs(BEFORE, TRANSFER);
    expect([result.reading.status, placesOf(result)]).toEqual(['ready', []]);
    expect(holdingsOf(result, '2024-02-01')).toEqual({ 'Ann, Common': '1000', 'Cas, Common': '10' });
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann, Common': '800', 'Ben, Common': '200', 'Cas, Common': '10' });
  });

  it('names a row that takes more than the certificates have on its day', () => {
    const late = readTabs(BEFORE, `${TRANSFERS}\n2023-03-01,Ann,Ben,Common,200`, {
      answers: { 'event_shown:t2': 'before' },
    });
    expect(findingsOf(late, 'not_enough_shares')).toMatchObject([{ tab: 'Transfers', row: 2, severity: 'error' }]);
  });

  it.each([
    ['a certificate of the receiver', `${CERTIFICATES}\nC1,Ann,Common,800,2024-01-01\nC3,Ben,Common,200,2024-03-01`],
    ['one of a later day', `${CERTIFICATES}\nC1,Ann,Common,800,2024-01-01\nC3,Ben,Common,200,2024-03-04`],
    [
      'fewer left of the seller',
      `${CERTIFICATES},Outstanding,Cancelled date\nC1,Ann,Common,1000,2024-01-01,800,2024-03-01`,
    ],
    ['too few of the seller', `${CERTIFICATES}\nC1,Ann,Common,100,2024-01-01\nC3,Ben,Common,200,2024-01-01`],
  ])('asks whether %s shows the transfer already', (_what, certificates) => {
    const open = readTabs(certificates, TRANSFER);
    expect(open.reading.questions).toMatchObject([{ id: 'event_shown:t2', code: 'event_shown', rows: [2] }]);
    expect(findingsOf(open, 'not_enough_shares')).toEqual([]);
    const after = readTabs(certificates, TRANSFER, { answers: { 'event_shown:t2': 'after' } });
    expect(after.reading.skipped).toMatchObject([{ tab: 'Transfers', row: 2, reason: 'by_choice' }]);
    expect(after.transactions.filter(({ object_type }) => object_type === 'TX_STOCK_TRANSFER')).toEqual([]);
  });

  it('is taken into the certificate that it made, where the others are from before', () => {
    const result = readTabs(`${CERTIFICATES}\nC1,Ann,Common,1000,2024-01-01\nC3,Ben,Common,200,2024-03-01`, TRANSFER, {
      answers: { 'event_shown:t2': 'before' },
    });
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann, Common': '800', 'Ben, Common': '200' });
    expect(placesOf(result)).toEqual([]);
  });

  it('does not count an issue twice that a certificate is', () => {
    const result = readTabs(
      BEFORE,
      'Date,Type,From,To,Class,Shares\n2024-01-01,Issue,,Ann,Common,1000\n2024-02-01,Issue,,Dee,Common,30\n2024-03-01,Transfer,Ann,Ben,Common,200',
    );
    expect(holdingsOf(result, DAY)).toEqual({
      'Ann, Common': '800',
      'Ben, Common': '200',
      'Cas, Common': '10',
      'Dee, Common': '30',
    });
    expect(placesOf(result)).toEqual(['event_shown Transfers!F2']);
  });

  it('is read again without a change', () => {
    const journal =
      'Date,Type,From,To,Class,Shares\n2024-01-01,Issue,,Ann,Common,1000\n2024-03-01,Transfer,Ann,Ben,Common,900';
    const { statics, transactions } = readTabs(BEFORE, journal);
    const again = readTabs(BEFORE, journal, { existing: { statics, transactions } } as SheetAnswers);
    expect([again.transactions, placesOf(again)]).toEqual([[], ['event_shown Transfers!F2']]);
  });

  it('of transfers alone is asked about beside a table of holdings', () => {
    const holdings = 'Holder,Class,Shares\nAnn,Common,800\nBen,Common,200';
    const open = readTabs(holdings, TRANSFER);
    expect(open.reading.tables.map(({ role }) => role)).toEqual(['snapshot', 'transactions']);
    expect(open.reading.questions).toMatchObject([{ id: 'event_shown:t2' }]);
    const after = readTabs(holdings, TRANSFER, { answers: { 'event_shown:t2': 'after' } });
    expect(holdingsOf(after, DAY)).toEqual({ 'Ann, Common': '800', 'Ben, Common': '200' });
  });
});

describe('the order of a journal', () => {
  const ISSUE = '2024-03-01,Issue,,Ann,Common,1000';
  const FIRST = '2024-03-01,Transfer,Ann,Ben,Common,200';
  const LATER = '2024-06-01,Transfer,Ben,Cas,Common,50';

  it.each([
    ['newest first', [LATER, FIRST, ISSUE]],
    ['oldest first', [ISSUE, FIRST, LATER]],
  ])('within a day follows the file: %s', (_what, rows) => {
    const result = read(gridOf(tab('Journal', ['Date,Type,From,To,Class,Shares', ...rows].join('\n'))), { as_of: DAY });
    expect(placesOf(result)).toEqual([]);
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann, Common': '800', 'Ben, Common': '150', 'Cas, Common': '50' });
  });
});

describe('the company under its own name', () => {
  const HEAD = 'Date,Type,From,To,Class,Shares';
  const journal = (...rows: string[]) => read(gridOf(tab('Journal', [HEAD, ...rows].join('\n'))), { as_of: DAY });

  it('gives in issues and takes back, also where no title has it', () => {
    const result = journal(
      '2024-01-01,Issue,Larkspur Ltd,Ann,Common,1000',
      '2024-02-01,Issue,Larkspur Ltd,Ben,Common,100',
      '2024-04-01,Repurchase,Ann,Larkspur Ltd,Common,10',
    );
    expect(placesOf(result)).toEqual(['issuer_taken Journal!C2']);
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann, Common': '990', 'Ben, Common': '100' });
  });

  it.each([
    ['somebody who receives shares', ['2024-01-01,Issue,Ann,Ben,Common,9', '2024-02-01,Transfer,Ben,Ann,Common,1']],
    ['somebody who has shares', ['2024-01-01,Issue,,Ann,Common,1000', '2024-02-01,Issue,Ann,Ben,Common,100']],
    ['somebody who passes shares on', ['2024-01-01,Issue,Ann,Ben,Common,9', '2024-02-01,Transfer,Ann,Cas,Common,1']],
    ['two of them', ['2024-01-01,Issue,Ann,Ben,Common,9', '2024-02-01,Issue,Cas,Ben,Common,1']],
  ])('is not %s', (_what, rows) => {
    expect(findingsOf(journal(...rows), 'event_contradicts')).not.toEqual([]);
  });
});
