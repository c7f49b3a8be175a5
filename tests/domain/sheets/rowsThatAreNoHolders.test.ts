// Sums, lines of pools and treasury shares: rows that nobody holds, whatever they are called; and holders who are called like them.
import { describe, expect, it } from 'vitest';
import { csvOf, findingsOf, read } from '#tests/support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2024-12-31';
const readRows = (text: string, answers: Record<string, string> = {}) =>
  read(
    csvOf(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(',').map((cell) => cell.trim())),
    ),
    { as_of: DAY, answers },
  );
const holders = (result: ReturnType<typeof read>) =>
  Object.keys(holdingsOf(result, DAY)).map((key) => key.split(',')[0]);
const asked = (result: ReturnType<typeof read>) => result.reading.questions.map(({ code }) => code);
const differing = (result: ReturnType<typeof read>) =>
  result.reading.tie_out.filter(({ difference }) => difference !== '0');

describe('sums', () => {
  it.each([
    [
      'in a wide table',
      'Shareholder,Common,Series A Preferred,Total\nAnn Kell,100,,100\nBen Ost,50,,50\nSubtotal — Founders,150,,150\nCas Roe,,30,30\nSubtotal — Investors,,30,30\nTotal — all holders,150,30,180',
    ],
    [
      'with their class',
      'Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\nSubtotal — Common Stock,Common,150\nCas Roe,Series A Preferred,30\nSubtotal — Preferred,Series A Preferred,30',
    ],
    [
      'without a class',
      'Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\nSubtotal: Common,,150\nCas Roe,Series A Preferred,30\nCommon subtotal,,150\nInvestors Total,,30\nTotal issued and reserved (diluted),,180',
    ],
    [
      'of classes and of all',
      'Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\nTotal Common,,150\nCas Roe,Series A Preferred,30\nTotal Series A Preferred,,30\nGrand Total,,180',
    ],
    [
      'of classes, at the end',
      'Holder,Class,Shares\nAnn Kell,Common,100\nCas Roe,Series A Preferred,30\nBen Ost,Common,50\nTotal Common,,150\nTotal Series A Preferred,,30',
    ],
    [
      'without a name',
      'Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\n,,150\nCas Roe,Series A Preferred,30\n,,30\n,,180',
    ],
    [
      'called as their group',
      'Holder,Common,Series A Preferred\nAnn Kell,100,\nBen Ost,50,\nFounders,150,\nCas Roe,,30\nTotal,150,30',
    ],
    [
      'by words of the field',
      'Holder,Common,Series A Preferred\nAnn Kell,100,\nBen Ost,50,\nCommon holders (2),150,\nCas Roe,,30\nPreferred,,30\nIssued & outstanding,150,30',
    ],
    [
      'in German',
      'Aktionär,Aktiengattung,Anzahl\nAnn Kell,Common,100\nBen Ost,Common,50\nZwischensumme Gründer,,150\nCas Roe,Series A Preferred,30\nGesamt,,180',
    ],
    [
      'in French',
      'Actionnaire,Catégorie,Actions\nAnn Kell,Common,100\nBen Ost,Common,50\nSous-total fondateurs,,150\nCas Roe,Series A Preferred,30\nTotal général,,180',
    ],
  ])('%s are no holders', (_where, text) => {
    const result = readRows(text);
    expect(holders(result)).toEqual(['Ann Kell', 'Ben Ost', 'Cas Roe']);
    expect(figuresOf(result, DAY).outstanding).toBe('180');
    expect(differing(result)).toEqual([]);
    expect(result.reading.status).toBe('ready');
  });

  it.each([
    ['of all', 'Grand Total,,181'],
    ['of a class', 'Total Common,,151'],
    ['of a group', 'Subtotal — Founders,,149'],
    ['of an unknown group', 'Total — Alder group,,77'],
  ])('%s that do not add up are said', (_where, total) => {
    const result = readRows(
      `Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\nCas Roe,Series A,30\n${total}`,
    );
    expect(findingsOf(result, 'total_mismatch')).toMatchObject([{ severity: 'error', row: 5 }]);
  });

  it.each(['Total Energy Partners,Common,40', 'Sum Capital LLC,Common,40', 'Total Growth Fund LP,Common,40'])(
    'do not take a holder for one: %s',
    (row) => {
      const result = readRows(`Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\n${row}`);
      expect(holders(result)).toHaveLength(3);
      expect(asked(result)).toEqual([]);
    },
  );

  it.each(['Founding team,Common,150', 'Cas Roe,Common,150'])('between holders are asked about: %s', (row) => {
    const result = readRows(`Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\n${row}\nDee Poe,Common,20`);
    expect(result.reading.questions).toMatchObject([{ code: 'row_meaning', rows: [4] }]);
  });

  it('are none where a percentage says that it is a part', () => {
    const result = readRows('Holder,Common,%\nAnn,50,25%\nBen,50,25%\nCas Roe,100,50%');
    expect([asked(result), figuresOf(result, DAY).outstanding]).toEqual([[], '200']);
  });

  it('are asked about where a name at the end has the figures of all', () => {
    const text = 'Holder,Class,Shares\nAnn Kell,Common,100\nBen Ost,Common,50\nCas Roe,Common,150';
    const open = readRows(text);
    expect(open.reading.questions).toMatchObject([{ code: 'row_meaning', rows: [4], text: 'What is “Cas Roe”?' }]);
    const { id } = open.reading.questions[0]!;
    expect(figuresOf(readRows(text, { [id]: 'holder' }), DAY).outstanding).toBe('300');
    expect(figuresOf(readRows(text, { [id]: 'total' }), DAY).outstanding).toBe('150');
  });
});

describe('lines of a pool', () => {
  it.each([
    ['in brackets', 'Holder,Class,Shares\nAnn Kell,Common,100\nOption Pool (Granted),,12\nOption Pool (Available),,8'],
    [
      'in the class',
      'Holder,Class,Class Type,Shares\nAnn Kell,Common Stock,Common,100\nESOP Granted (staff),Common Stock - EIP (granted),Common (Pool),12\nESOP Reserved (later),Common Stock - EIP (reserved),Common (Pool),8',
    ],
    [
      'with the class of options',
      'Holder,Class,Shares\nAnn Kell,Common,100\nESOP Granted,Options,12\nESOP Available,Options,8',
    ],
    [
      'with the plan and its class',
      'Holder,Class,Shares\nAnn Kell,Common,100\n2021 Stock Plan - options outstanding,Common,12\n2021 Stock Plan - available,Common,8',
    ],
    [
      'the state first',
      'Holder,Class,Shares\nAnn Kell,Common,100\nGranted - 2021 Acme Incentive Plan,Common,12\nUnallocated: 2021 Acme Incentive Plan,Common,8',
    ],
    [
      'in German',
      'Aktionär,Aktiengattung,Anzahl\nAnn Kell,Common,100\nOptionspool zugeteilt,,12\nOptionspool verfügbar,,8',
    ],
    [
      'in French',
      'Actionnaire,Catégorie,Actions\nAnn Kell,Common,100\nPool options attribuées,,12\nPool options disponibles,,8',
    ],
  ])('%s are granted or available', (_where, text) => {
    const result = readRows(text);
    expect(figuresOf(result, DAY)).toMatchObject({ outstanding: '100', options: '12', available: '8' });
    expect(differing(result)).toEqual([]);
  });

  it('of several kinds add up, and treasury shares are nobody’s', () => {
    const result = readRows(
      'Holder,Class,Shares\nAnn Kell,Common,100\nUnissued Option Pool,Common,8\nReserved for future issuance,Common,9\nTreasury shares,Common,5',
    );
    expect(figuresOf(result, DAY)).toMatchObject({ outstanding: '100', available: '17' });
    expect(findingsOf(result, 'treasury_row')).toMatchObject([{ row: 5 }]);
  });

  it.each(['Peter Plan,Common,8', 'Reserve Bank,Common,8', 'Available Light,Common,8'])(
    'are asked about where a holder may be meant: %s',
    (row) => {
      const text = `Holder,Class,Shares\nAnn Kell,Common,100\n${row}`;
      const open = readRows(text);
      const named = row.startsWith('Reserve Bank') ? [] : ['row_meaning'];
      expect(asked(open)).toEqual(named);
      if (named.length === 0) return;
      const { id } = open.reading.questions[0]!;
      expect(figuresOf(readRows(text, { [id]: 'holder' }), DAY).outstanding).toBe('108');
      expect(figuresOf(readRows(text, { [id]: 'pool_available' }), DAY)).toMatchObject({
        outstanding: '100',
        available: '8',
      });
    },
  );

  it.each([
    'Plan B Capital LLC,Common,8',
    'Treasury Wine Ltd,Common,8',
    'Poolside Ventures,Common,8',
    'Emi Sato,Common,8',
  ])('do not take a holder for one: %s', (row) => {
    const result = readRows(`Holder,Class,Shares\nAnn Kell,Common,100\n${row}`);
    expect([figuresOf(result, DAY).outstanding, asked(result)]).toEqual(['108', []]);
  });

  it('that name a whole plan beside grants are asked about, with the figure out of the label', () => {
    const rows = [
      ['Holder', 'Common', 'Options'],
      ['Ann Kell', '1000000', ''],
      ['Ben Ost', '', '300000'],
      ['Option pool (2024 Plan) - 1,500,000 reserved'],
    ];
    const open = read(csvOf(rows), { as_of: DAY });
    expect(open.reading.questions).toMatchObject([{ code: 'row_meaning', rows: [4] }]);
    const answered = (value: string) => read(csvOf(rows), { as_of: DAY, answers: { 'row_meaning:t1:4': value } });
    expect(figuresOf(answered('pool_reserved'), DAY)).toMatchObject({ options: '300000', available: '1200000' });
    expect(figuresOf(answered('pool_available'), DAY)).toMatchObject({ options: '300000', available: '1500000' });
  });

  it('that name a whole plan beside a row of what is left of one are asked about, also without any grant', () => {
    const rows =
      'Holder,Class,Shares\nAnn Kell,Common,4000\nOption pool (2024 Plan) - reserved,,1500\nESOP available,,300';
    const open = readRows(rows);
    expect(open.reading.questions).toMatchObject([{ code: 'row_meaning', rows: [3] }]);
    const answered = (value: string) => readRows(rows, { 'row_meaning:t1:3': value });
    // No plan is named for what is left: the total says by how much it differs from the plan that is made.
    expect(differing(answered('pool_available'))).toMatchObject([{ what: 'available', difference: '-300' }]);
    expect(differing(answered('pool_reserved'))).toMatchObject([{ what: 'available', difference: '1200' }]);
  });

  it('of several plans are of the plan above their column', () => {
    const head =
      "Stakeholder ID,Name,Common (CS) Stock,Options and RSU's Outstanding Under 2021 Plan,Options and RSU's Outstanding Under 2024 Plan,Outstanding Shares,Fully Diluted Shares";
    const ann = '0123456789abcdef0123456789abcdef,Ann Kell,100,10,0,100,110';
    const ben = '1123456789abcdef0123456789abcdef,Ben Ost,50,0,5,50,55';
    const footer = [
      ',Shares available for issuance under the plan,,20,30,,50',
      ",Options and RSU's issued and outstanding,,10,5,,",
      ',Fully diluted shares,150,30,35,,215',
      ',Total Shares Outstanding,150,,,150,',
    ];
    const result = readRows([head, ann, ben, ...footer].join('\n'));
    expect(figuresOf(result, DAY)).toMatchObject({ options: '15', available: '50', fully_diluted: '215' });
    expect(differing(result)).toEqual([]);
    const plans = result.statics.filter(({ object_type }) => object_type === 'STOCK_PLAN');
    expect(plans.map((plan) => [plan['plan_name'], plan['initial_shares_reserved']])).toEqual([
      ['2021 Plan', '30'],
      ['2024 Plan', '35'],
    ]);
    const wrong = readRows([head, ann, ben, ",Options and RSU's issued and outstanding,,10,6,,"].join('\n'));
    expect(findingsOf(wrong, 'total_mismatch')).toMatchObject([{ row: 4, column: 'E', severity: 'error' }]);
  });

  it('that do not say of which of several plans they are, are asked about', () => {
    const result = readRows(
      'Name,Common Stock,Options Outstanding Under 2021 Plan,Options Outstanding Under 2024 Plan\nAnn Kell,100,10,\nBen Ost,50,,5\nAvailable,,,\nOption pool - 30 available,,,',
    );
    expect(result.reading.questions).toEqual([]);
    const several = readRows(
      'ID,Holder,Plan,Granted,Strike Price,Grant Date\nES-1,Ann,2021 Plan,10,1,2021-02-01\nES-2,Ben,2024 Plan,5,1,2024-02-01\nES-3,Cas,,7,1,2024-02-01',
    );
    expect(several.reading.questions[0]).toMatchObject({ id: 'plan_choice:t1', rows: [4], column: 'C', answer: null });
  });

  it('say that a reserve had to be made up', () => {
    const result = readRows(
      'ID,Holder,Plan,Granted,Strike Price,Grant Date\nES-1,Ann Kell,2020 Plan,500,0.5,2021-02-01',
    );
    expect(findingsOf(result, 'reserve_made_up')).toMatchObject([{ row: 2, severity: 'warning' }]);
  });
});
