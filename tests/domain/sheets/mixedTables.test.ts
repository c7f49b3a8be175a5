// Tables that say more than one thing at a time: amounts of SAFEs beside shares, units beside options, ends without figures.
import { describe, expect, it } from 'vitest';
import { csvOf, findingsOf, placesOf, read } from '../../support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '../../support/sheets/holdings.ts';

const DAY = '2024-12-31';
const readText = (text: string) => read(csvOf(text.split('\n').map((line) => line.split(','))), { as_of: DAY });

describe('a table of holdings', () => {
  it.each([
    ['SAFE', 'SAFE 250000'],
    ['Convertible notes', 'NOTE 250000'],
  ])('has the amounts under “%s”, too', (heading, principal) => {
    const result = readText(`Investor,Common,${heading}\nAnn,100,\nBen,,250000`);
    expect(figuresOf(result, DAY)).toMatchObject({ outstanding: '100', principal: [principal] });
  });

  it('has restricted stock units as such', () => {
    const { transactions } = readText('Holder,Class,Shares\nAnn,Common,100\nCas,RSU,10\nDee,Options,5');
    const types = transactions.flatMap((each) => each['compensation_type'] ?? []);
    expect(types).toEqual(['RSU', 'OPTION']);
  });

  it('without a column of shares is one error', () => {
    const grid = csvOf([
      ['Holder', 'Class', 'Tally'],
      ['Ann', 'Common', '100'],
      ['Ben', 'Common', '20'],
    ]);
    expect(read(grid).reading.questions.map(({ code }) => code)).toEqual(['table_role']);
    expect(placesOf(read(grid, { tables: [{ id: 't1', role: 'snapshot' }] }))).toEqual(['quantity_column_missing 1']);
  });

  it.each(['No. of Shares Held', 'Nr of shares', 'Total number of shares'])('knows “%s”', (heading) => {
    expect(holdingsOf(readText(`Members,Class of Shares,${heading}\nAnn,Ordinary,100`), DAY)).toEqual({
      'Ann, Ordinary': '100',
    });
  });
});

describe('a grant with a day of its end and no figure', () => {
  const head = 'Grant ID,Optionee,Options granted,Exercise price,Grant date';
  it('has ended on that day', () => {
    const result = readText(`${head},Cancelled\nES-1,Ann,100,1,2021-01-01,2023-05-05\nES-2,Ben,40,1,2021-01-01,`);
    expect([figuresOf(result, '2023-05-04').options, figuresOf(result, DAY).options]).toEqual(['140', '40']);
  });

  it('is an error where its status says that it is outstanding', () => {
    const result = readText(`${head},Canceled Date,Status\nES-1,Ann,100,1,2021-01-01,2023-05-05,Outstanding`);
    expect(findingsOf(result, 'status_contradicts')).toMatchObject([{ row: 2 }]);
  });

  it('and with more parts than it has is an error', () => {
    const result = readText(`${head},Exercised,Forfeited\nES-1,Ann,100,1,2021-01-01,60,60`);
    expect(findingsOf(result, 'parts_exceed_grant')).toMatchObject([{ row: 2, severity: 'error' }]);
  });
});

it('keeps a vendor’s prefix of certificate numbers as it is', () => {
  const { statics } = readText(
    'Class name,Class type,Certificate prefix\nCommon,Common,C/\nSeries A,Preferred,PA_\nSeries B,Preferred,PB',
  );
  expect(statics.map((each) => each['default_id_prefix'])).toEqual(['C/', 'PA_', 'PB-']);
});
