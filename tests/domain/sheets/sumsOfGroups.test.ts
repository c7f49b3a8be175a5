// Sums in other places than under all of their rows: above them, of a group, and said again without a class.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, placeOf, read } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import { holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2024-12-31';
const readText = (text: string) =>
  read(
    gridOf({
      rows: text
        .trim()
        .split('\n')
        .map((line): Written[] =>
          line.split(',').map((cell) => (/^\d+$/.test(cell.trim()) ? Number(cell) : cell.trim())),
        ),
    }),
    { as_of: DAY },
  );
const errorsOf = (result: ReturnType<typeof read>) =>
  result.reading.findings.filter(({ severity }) => severity === 'error').map(placeOf);

describe('a sum above its rows', () => {
  it.each([
    ['of a wide table', 'Holder,Common Stock,Series A Preferred\nTotal,1500,200\nAnn,1000,\nBen,500,200'],
    ['of a long table', 'Holder,Class,Shares\nTotal,,1200\nAnn,Common,1000\nBen,Series A,200'],
    ['of groups', 'Holder,Common\nTotal Founders,1000\nAnn,600\nBen,400\nTotal Investors,500\nCas,300\nDee,200'],
    ['of all and of groups', 'Holder,Common\nTotal,1500\nFounders,1000\nAnn,600\nBen,400\nInvestors,500\nCas,500'],
    ['with titles between', 'Holder,Common\nTotal,1500\nFounders,\nAnn,600\nBen,400\nInvestors,\nCas,500'],
  ])('%s is compared with the rows below it', (_what, text) => {
    expect(errorsOf(readText(text))).toEqual([]);
  });

  it.each([
    ['of all', 'Holder,Common\nTotal,1600\nAnn,1000\nBen,500', 2],
    ['of a group', 'Holder,Common\nTotal Founders,1000\nAnn,600\nBen,400\nTotal Investors,1500\nCas,300\nDee,200', 5],
  ])('%s is named where it is another', (_what, text, row) => {
    expect(findingsOf(readText(text), 'total_mismatch')).toMatchObject([{ row, severity: 'error' }]);
  });
});

describe('a sum of a group', () => {
  it.each([
    [
      'the whole class',
      'Holder,Class,Shares\nFounders\nAnn,Common,600\nBen,Common,400\nFounders subtotal,Common,1300\nEmployees\nDee,Common,300',
      5,
    ],
    ['all rows above', 'Holder,Common\nAnn,600\nBen,400\nFounders subtotal,1000\nDee,300\nEmployees subtotal,1300', 6],
    [
      'of a title of its own',
      'Holder,Common\nThe Kell family,\nAnn,600\nBen,400\nOthers of them,\nDee,300\nSubtotal others of them,1300',
      7,
    ],
  ])('is not taken for %s', (_what, text, row) => {
    expect(findingsOf(readText(text), 'total_mismatch')).toMatchObject([{ row, severity: 'error' }]);
  });

  it('may be one for each class of the group', () => {
    const text =
      'Holder,Class,Shares\nFounders\nAnn,Common,600\nBen,Series A,400\nFounders subtotal,Common,600\nFounders subtotal,Series A,400\nEmployees\nDee,Common,300\nEmployees subtotal,,300';
    expect(errorsOf(readText(text))).toEqual([]);
  });
});

describe('rows that say groups or classes again', () => {
  it.each([
    ['classes', 'Holder,Class,Shares\nAnn,Common,1000\nBen,Series A,200\n\nCommon,,1000\nSeries A,,200'],
    [
      'classes and the total',
      'Holder,Class,Shares\nAnn,Common,1000\nBen,Series A,200\nCommon Stock,,1000\nSeries A,,200\nTotal,,1200',
    ],
    [
      'groups',
      'Holder,Class,Shares\nFounders\nAnn,Common,600\nBen,Common,400\nInvestors\nCas,Series A,200\nFounders,,1000\nInvestors,,200\nTotal,,1200',
    ],
    [
      'kinds',
      'Holder,Class,Shares\nAnn,Common,1000\nBen,Series A,200\nCommon Stock,,1000\nPreferred Stock,,200\nTotal,,1200',
    ],
  ])('without a class are no holders: %s', (_what, text) => {
    const result = readText(text);
    expect(errorsOf(result)).toEqual([]);
    expect(Object.values(holdingsOf(result, DAY)).reduce((sum, shares) => sum + Number(shares), 0)).toBe(1200);
  });

  it('with another figure are named', () => {
    const text = 'Holder,Class,Shares\nAnn,Common,1000\nBen,Series A,200\n\nCommon,,1100\nSeries A,,200';
    expect(errorsOf(readText(text))).toEqual(['total_mismatch C5']);
  });
});
