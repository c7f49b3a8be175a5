// Tables that say more than one thing at a time: amounts of SAFEs beside shares, units beside options, ends without figures.
import { describe, expect, it } from 'vitest';
import { csvOf, findingsOf, gridOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2024-12-31';
const rowsOf = (text: string) => text.split('\n').map((line) => line.split(','));
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

describe('figures that are no holdings', () => {
  const held = (text: string) => holdingsOf(readText(text), DAY);
  it.each([
    ['groups above their members', 'Holder,Common\nFounders,150\nAnn,100\nBen,50\nInvestors,30\nCas,30'],
    ['groups again under the total', 'Holder,Common\nAnn,100\nBen,50\nCas,30\nTotal,180\nFounders,150\nInvestors,30'],
    [
      'statistics',
      'Holder,Common\nAnn,100\nBen,50\nCas,30\nTotal,180\nAuthorised,5000\nVotes,180\nFully diluted,180\nNumber of shareholders,3',
    ],
    ['money', 'Holder,Common,Common ($)\nAnn,100,10\nBen,50,5\nCas,30,3'],
    ['the same shares converted', 'Holder,Common,Common (as converted)\nAnn,100,100\nBen,50,50\nCas,30,30'],
    ['the same shares before', 'Holder,Common,Common (before split)\nAnn,100,10\nBen,50,5\nCas,30,3'],
  ])('are %s', (_what, text) => {
    expect(held(text)).toEqual({ 'Ann, Common': '100', 'Ben, Common': '50', 'Cas, Common': '30' });
  });

  it.each(["Shares ('000)", 'Shares (thousands)', 'Shares (in 000s)', 'Anzahl (Tsd.)'])(
    'are shortened ones: %s',
    (heading) => {
      expect(findingsOf(readText(`Holder,Class,${heading}\nAnn,Common,100`), 'heading_scale')).toMatchObject([
        { row: 1, column: 'C' },
      ]);
    },
  );

  it('are asked where a word for a sum stands beside a name', () => {
    const result = readText('Holder,Class,Shares\nAnn,Common,400\nBen,Common,300\nTotal Kell family,Common,710');
    expect(result.reading.questions).toMatchObject([{ code: 'row_meaning', rows: [4] }]);
  });

  it('and a total is compared with what it says that it is of', () => {
    const result = readText(
      'Holder,Class,Shares\nAnn,Common,400\nBen,Common,300\nOption pool available,,50\nFully diluted shares,,700',
    );
    expect(result.reading.tie_out).toContainEqual({
      what: 'fully_diluted',
      name: null,
      file: '700',
      ours: '750',
      difference: '50',
    });
  });
});

it('reads the ratio that stands beside a holding', () => {
  const result = readText('Holder,Class,Shares,Conversion ratio\nAnn,Common,100,\nBen,Series A Preferred,20,1.5x');
  expect(figuresOf(result, DAY).fully_diluted).toBe('130');
});

it('asks what a status means whose brackets add something', () => {
  const result = readText(
    'Certificate,Shareholder,Class,Shares,Issue Date,Status\nCS-1,Ann,Common,100,2023-01-10,Issued (pending signature)',
  );
  expect(result.reading.questions).toMatchObject([{ code: 'status_meaning' }]);
});

it('says what only a table of holdings has where a ledger is imported', () => {
  const grid = gridOf(
    { name: 'Ledger', rows: rowsOf('Certificate,Holder,Class,Shares,Issue Date\nCS-1,Ann,Common,100,2023-01-01') },
    { name: 'Cap table', rows: rowsOf('Holder,Common,Options,SAFE\nAnn,100,,\nCas,,30,\nBirch,,,50000') },
  );
  const differing = read(grid, { as_of: DAY }).reading.tie_out.filter(({ difference }) => difference !== '0');
  expect(differing.map(({ what, file, ours }) => `${what} ${file} ${ours}`)).toEqual([
    'granted 30 0',
    'principal 50000 0',
  ]);
});
