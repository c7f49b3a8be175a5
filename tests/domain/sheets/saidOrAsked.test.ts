// Tables as people write them by hand: what is written once for several rows or classes, headings that say more than one thing, and
// sums in other places than under their rows. Each is read, asked about or named at its place.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, placeOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import type { SheetAnswers } from '#src/domain/sheets/reading.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2024-12-31';
/** A line of a table: "Ann,1000,". */
const rowsOf = (text: string): Written[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => (/^\d+$/.test(cell.trim()) ? Number(cell) : cell.trim())));
const readText = (text: string, answers: SheetAnswers = {}) =>
  read(gridOf({ rows: rowsOf(text) }), { as_of: DAY, ...answers });
const errorsOf = (result: ReturnType<typeof read>) =>
  result.reading.findings.filter(({ severity }) => severity === 'error').map(placeOf);
const warningsBut = (result: ReturnType<typeof read>, code: string) =>
  placesOf(result).filter((place) => !place.startsWith(code));

describe('a figure in a merged cell', () => {
  const down = (column: number) => [{ firstRow: 2, lastRow: 3, firstColumn: column, lastColumn: column }];

  it.each([
    ['of a long table', 'Holder,Class,Shares\nAnn,Common,1000\nBen,Common,\nCas,Common,5', 3, 'C3'],
    ['of a wide table', 'Holder,Common Stock\nAnn,1000\nBen,\nCas,5', 2, 'B3'],
    ['of the last row', 'Holder,Common Stock\nAnn,1000\nBen,', 2, 'B3'],
    [
      'of certificates',
      'Certificate,Holder,Class,Shares,Issue date\nC1,Ann,Common,1000,2024-01-01\nC2,Ben,Common,,2024-01-01',
      4,
      'D3',
    ],
    ['of SAFEs', 'Investor,Principal,Issue date\nAnn,1000,2024-01-01\nBen,,2024-01-01', 2, 'B3'],
    ['of grants', 'Holder,Granted,Grant date,Strike price\nAnn,1000,2024-01-01,1\nBen,,2024-01-01,1', 2, 'B3'],
    [
      'of a journal',
      'Date,Type,From,To,Class,Shares\n2024-01-01,Issue,,Ann,Common,9\n2024-01-01,Issue,,Ben,Common,',
      6,
      'F3',
    ],
  ])('%s over two rows is an error at the row without one', (_what, text, column, place) => {
    const answers = { plan_class: 'Common Stock' };
    const result = read(gridOf({ rows: rowsOf(text), merges: down(column) }), { as_of: DAY, answers });
    expect(errorsOf(result)).toContain(`figure_merged ${place}`);
    expect(result.reading.status).toBe('errors');
  });

  it('over two classes is one too', () => {
    const merges = [{ firstRow: 2, lastRow: 2, firstColumn: 2, lastColumn: 3 }];
    const rows = rowsOf('Holder,Common Stock,Series A Preferred\nAnn,1000,\nBen,5,7');
    expect(errorsOf(read(gridOf({ rows, merges }), { as_of: DAY }))).toEqual(['figure_merged C2']);
  });

  it('is none where each row was given its own, and where a tall row has nothing else', () => {
    const rows = rowsOf('Holder,Common Stock\nAnn,1000\nBen,\nCas,5');
    const cells = [{ tab: null, row: 3, column: 'B', text: '400' }];
    const result = read(gridOf({ rows, merges: down(2) }), { as_of: DAY, cells });
    expect(holdingsOf(result, DAY)).toMatchObject({ 'Ann, Common Stock': '1000', 'Ben, Common Stock': '400' });
    const tall = read(
      gridOf({ rows: rowsOf('Holder,Common Stock\nAnn,1000\n,\nCas,5'), merges: [...down(1), ...down(2)] }),
      {
        as_of: DAY,
      },
    );
    expect(errorsOf(tall)).toEqual([]);
  });

  it('is repeated where it is a price or another term of each row', () => {
    const text = 'Holder,Granted,Grant date,Strike price\nAnn,10,2024-01-01,3\nBen,20,2024-01-01,';
    const result = read(gridOf({ rows: rowsOf(text), merges: down(4) }), { as_of: DAY });
    expect(errorsOf(result)).toEqual([]);
    const prices = result.transactions.flatMap((each) => each['exercise_price'] ?? []);
    expect(prices).toEqual([
      { amount: '3', currency: 'USD' },
      { amount: '3', currency: 'USD' },
    ]);
  });
});

describe('a heading with the name of a plan', () => {
  it.each([
    ['Options 2019 Plan', '2021 Plan', '2019 Plan'],
    ['Options (2019 Plan)', 'Options (2021 Plan)', '2019 Plan'],
    ['Options - 2019 Plan', '2021 Plan - Options', '2019 Plan'],
    ['2019 Equity Incentive Plan', 'Options granted under 2021 Plan', '2019 Equity Incentive Plan'],
    ['ESOP 2019', '2021 Plan (options)', 'ESOP 2019'],
    ['Optionen Plan 2019', 'Granted (2021 Plan)', 'Plan 2019'],
  ])('as in “%s” and “%s” stands over grants of that plan', (one, other, name) => {
    const result = readText(`Holder,Common Stock,${one},${other}\nAnn,1000,50,20\nBen,500,10,30`);
    const grants = result.transactions.filter(({ object_type }) =>
      String(object_type).includes('COMPENSATION_ISSUANCE'),
    );
    const plans = new Map(result.statics.map((each) => [each['id'], each['plan_name']]));
    expect(
      grants.map((each) => `${String(plans.get(each['stock_plan_id']))} ${String(each['quantity'])}`).sort(),
    ).toEqual([`${name} 10`, `${name} 50`, '2021 Plan 20', '2021 Plan 30'].sort());
    expect(warningsBut(result, 'date_missing')).toEqual(['reserve_made_up C2', 'reserve_made_up D2']);
  });

  it.each([
    '2021 Plan available',
    'Vesting plan 2021',
    '2021 Plan exercised',
    'Common (2021 Plan price)',
    '2021 Plan %',
  ])('is none where it says something else: %s', (heading) => {
    const result = readText(`Holder,Common Stock,${heading}\nAnn,1000,50\nBen,500,10`);
    expect(figuresOf(result, DAY).options).toBe('0');
  });

  it('may stand above the columns of its figures', () => {
    const merges = [2, 4].map((column) => ({ firstRow: 1, lastRow: 1, firstColumn: column, lastColumn: column + 1 }));
    const rows = rowsOf('Holder,2019 Plan,,2021 Plan,\n,Granted,%,Granted,%\nAnn,50,1,20,2\nBen,10,3,30,4');
    const result = read(gridOf({ rows, merges }), { as_of: DAY });
    expect(figuresOf(result, DAY).options).toBe('110');
    expect(result.reading.tables[0]?.role).toBe('snapshot');
  });

  it('names the plan of a table of grants too', () => {
    const result = readText('Holder,Options granted (2021 Plan),Grant date,Strike price\nAnn,10,2024-01-01,1');
    expect(result.statics).toContainEqual(expect.objectContaining({ plan_name: '2021 Plan' }));
  });
});

const plansOf = ({ statics }: ReturnType<typeof read>) =>
  statics
    .filter(({ object_type }) => object_type === 'STOCK_PLAN')
    .map((each) => [each['plan_name'], each['initial_shares_reserved'], each['stock_class_ids']]);

describe('options without the name of a plan', () => {
  const POOLS =
    'Holder,Common Stock,Options\nAnn,1000,\nBen,500,\n2019 Plan - available,,100\n2021 Plan - available,,200';

  it('are asked about once for a table that has several, with the choice among them', () => {
    const text = `${POOLS}\nOptions granted,,30`;
    const open = readText(text);
    expect(open.reading.questions).toMatchObject([
      {
        id: 'plan_choice:t1',
        code: 'plan_choice',
        rows: [6],
        choices: [{ value: '2019 Plan' }, { value: '2021 Plan' }],
        answer: null,
      },
    ]);
    expect(errorsOf(open)).toEqual([]);
    const result = readText(text, { answers: { 'plan_choice:t1': '2021 Plan' } });
    expect(result.reading.status).toBe('ready');
    expect(plansOf(result)).toEqual([
      ['2019 Plan', '100', ['class common']],
      ['2021 Plan', '230', ['class common']],
    ]);
  });

  it('are of one of the company’s plans, where it has several', () => {
    const plan = (id: string, plan_name: string) => ({
      object_type: 'STOCK_PLAN',
      id,
      plan_name,
      initial_shares_reserved: '500',
      stock_class_ids: ['c'],
    });
    const common = { object_type: 'STOCK_CLASS', id: 'c', name: 'Common Stock', class_type: 'COMMON' };
    const existing = { statics: [common, plan('p', '2019 Plan'), plan('q', '2021 Plan')], transactions: [] };
    const text = 'Holder,Granted,Grant date,Strike price\nAnn,100,2024-01-01,1';
    const options = { existing, as_of: DAY };
    const open = read(gridOf({ rows: rowsOf(text) }), options);
    expect(open.reading.questions[0]?.choices.map(({ value }) => value)).toEqual([
      '2019 Plan',
      '2021 Plan',
      'Option pool',
    ]);
    const answered = read(gridOf({ rows: rowsOf(text) }), { ...options, answers: { 'plan_choice:t1': '2021 Plan' } });
    expect(answered.transactions).toMatchObject([{ stock_plan_id: 'q', stock_class_id: 'c' }]);
    expect([plansOf(answered), answered.reading.status]).toEqual([[], 'ready']);
  });
});

describe('the class of a plan', () => {
  const GRANTS = 'Holder,Granted,Grant date,Strike price\nAnn,100,2024-01-01,1';

  it.each([
    ['grants alone', GRANTS],
    ['a list of plans', 'Plan name,Shares authorized\nOption pool,100'],
    ['a file of preferred shares', 'Holder,Series A Preferred,Options\nAnn,1000,100'],
  ])('is asked for in %s', (_what, text) => {
    const open = readText(text);
    expect(open.reading.questions).toMatchObject([{ id: 'plan_class', code: 'plan_class', answer: null }]);
    const result = readText(text, { answers: { plan_class: 'Common Stock' } });
    expect(plansOf(result)).toEqual([['Option pool', '100', ['class common']]]);
    expect(result.statics).toContainEqual(expect.objectContaining({ name: 'Common Stock', class_type: 'COMMON' }));
    expect(result.reading.status).toBe('ready');
  });

  it('is the company’s common stock where it has one class of it', () => {
    const common = { object_type: 'STOCK_CLASS', id: 'c', name: 'Ordinary', class_type: 'COMMON' };
    const result = read(gridOf({ rows: rowsOf(GRANTS) }), { existing: { statics: [common], transactions: [] } });
    expect(plansOf(result)).toEqual([['Option pool', '100', ['c']]]);
    expect(result.reading.questions).toEqual([]);
  });
});

describe('the reserve of a plan', () => {
  const GRANTS = 'Holder,Granted,Forfeited,Grant date,Termination date,Strike price,Class';
  const LAPSED = `${GRANTS}\nAnn,100,40,2024-01-01,2024-06-01,1,Common\nBen,50,,2024-02-02,,1,Common`;

  it('that was made up covers what was granted before some of it lapsed, and nothing is available', () => {
    const result = readText(LAPSED);
    expect(warningsBut(result, 'reserve_made_up')).toEqual(['service_not_ended E2']);
    expect(figuresOf(result, '2024-05-01')).toMatchObject({ options: '150', available: '0' });
    expect(figuresOf(result, DAY)).toMatchObject({ options: '110', available: '0' });
  });

  it('that a later file says otherwise is asked about, and is changed before new grants are taken from it', () => {
    const { statics, transactions } = readText(LAPSED);
    const later = (answers: Record<string, string>) =>
      read(
        gridOf(
          { name: 'Plans', rows: rowsOf('Plan name,Shares authorized\nOption pool,500') },
          { name: 'Options', rows: rowsOf(`${LAPSED}\nCas,70,,2024-08-01,,1,Common`) },
        ),
        { as_of: DAY, existing: { statics, transactions }, answers },
      );
    expect(later({}).reading.questions).toMatchObject([{ id: 'plan_reserve:option pool', code: 'plan_reserve' }]);
    const result = later({ 'plan_reserve:option pool': 'file' });
    expect(result.transactions.at(-1)).toMatchObject({ shares_reserved: '500', date: '2024-08-01' });
    expect([result.reading.status, placesOf(result)]).toEqual(['ready', ['service_not_ended Options!E2']]);
    const kept = later({ 'plan_reserve:option pool': 'ledger' });
    expect(findingsOf(kept, 'over_authorized')).toHaveLength(1);
  });
});

describe('a correction by a later file', () => {
  const certificate = (shares: number) =>
    `Certificate,Holder,Class,Shares,Issue date\nC1,Ann,Common,${shares},2024-01-01`;

  it('that was confirmed leaves no warning about its number', () => {
    const { statics, transactions } = readText(certificate(1000));
    const existing = { statics, transactions };
    const answers = { 'security_changed:c1': 'file' };
    const result = read(gridOf({ rows: rowsOf(certificate(900)) }), { as_of: DAY, existing, answers });
    expect([result.reading.status, placesOf(result)]).toEqual(['ready', []]);
    const all = { statics, transactions: [...transactions, ...result.transactions] };
    expect(holdingsOf(all, DAY)).toEqual({ 'Ann, Common': '900' });
    const again = read(gridOf({ rows: rowsOf(certificate(900)) }), { as_of: DAY, existing: all });
    expect([again.transactions, placesOf(again)]).toEqual([[], []]);
    const twice = read(gridOf({ rows: rowsOf(certificate(800)) }), { as_of: DAY, existing: all, answers });
    expect(placesOf(twice)).toEqual([]);
  });
});

describe('a ratio in the name of a class', () => {
  it.each([
    ['a wide table', 'Holder,Common,Series A Preferred 1:1.5\nAnn,1000,\nBen,,200'],
    ['a long table', 'Holder,Class,Shares\nAnn,Common,1000\nBen,Series A (1:1.5),200'],
    [
      'certificates',
      'Certificate,Holder,Class,Shares,Issue date\nC1,Ann,Common,1000,2024-01-01\nP1,Ben,Series A - 1:1.5,200,2024-01-01',
    ],
  ])('of %s counts fully diluted', (_what, text) => {
    const result = readText(text);
    expect(result.reading.questions).toEqual([]);
    expect(figuresOf(result, DAY)).toMatchObject({ outstanding: '1200', fully_diluted: '1300' });
  });

  it('that may be of something else is asked about', () => {
    const text = 'Holder,Common,Series A (1.5x)\nAnn,1000,\nBen,,200';
    const open = readText(text);
    expect(open.reading.questions).toMatchObject([
      { code: 'conversion_ratio', choices: [{ value: 'class_first' }, { value: 'one' }], answer: null },
    ]);
    const id = open.reading.questions[0]!.id;
    const diluted = (answer: string) => figuresOf(readText(text, { answers: { [id]: answer } }), DAY).fully_diluted;
    expect([diluted('class_first'), diluted('one')]).toEqual(['1300', '1200']);
    expect(readText('Holder,Common,Series A (1x)\nAnn,1000,\nBen,,200').reading.questions).toEqual([]);
  });

  it('of two for one is asked about, whichever way it is', () => {
    const open = readText('Holder,Common,Series A 2:1\nAnn,1000,\nBen,,200');
    expect(open.reading.questions[0]?.choices.map(({ value }) => value)).toEqual(['class_first', 'common_first']);
  });
});

describe('whether a cap is before or after the money', () => {
  const basisOf = (result: ReturnType<typeof read>) =>
    JSON.stringify(result.transactions).match(/"conversion_timing":"(\w+)"/)?.[1];

  it.each([
    ['Valuation cap (post-money)', 'POST_MONEY'],
    ['Post-money valuation cap', 'POST_MONEY'],
    ['Post-Money Cap', 'POST_MONEY'],
    ['Pre-money cap', 'PRE_MONEY'],
    ['Cap - pre money', 'PRE_MONEY'],
  ])('is said by the heading “%s”', (heading, basis) => {
    const result = readText(`Investor,Principal,Issue date,${heading}\nAnn,1000,2024-01-01,5000000`);
    expect([basisOf(result), result.reading.questions, placesOf(result)]).toEqual([basis, [], []]);
  });

  it('is asked where the row and the heading contradict each other, and where neither says it', () => {
    const head = 'Investor,Principal,Issue date,Valuation cap (post-money),Instrument';
    const text = `${head}\nAnn,1000,2024-01-01,5000000,Pre-money SAFE`;
    expect(readText(text).reading.questions).toMatchObject([{ code: 'cap_basis' }]);
    const open = readText(
      'Investor,Principal,Issue date,Valuation cap (pre- or post-money)\nAnn,1000,2024-01-01,5000000',
    );
    expect(open.reading.questions).toMatchObject([{ code: 'cap_basis' }]);
  });

  it('is said by the name of its tab', () => {
    const rows = rowsOf('Investor,Principal,Issue date,Cap\nAnn,1000,2024-01-01,5000000');
    expect(basisOf(read(gridOf({ name: 'Post-money SAFEs', rows })))).toBe('POST_MONEY');
  });
});

describe('options beside shares', () => {
  it.each(['Vesting', 'Vesting start date', 'Grant date'])(
    'with a column “%s” are of a table of holdings',
    (heading) => {
      const cell = heading === 'Vesting' ? '4 years monthly with 1 year cliff' : '2024-01-01';
      const result = readText(
        `Holder,Common Stock,Options granted,${heading}\nAnn,1000,,\nBen,,200,${cell}\nCas,5,10,`,
      );
      expect(result.reading.tables[0]?.role).toBe('snapshot');
      expect(figuresOf(result, DAY)).toMatchObject({ outstanding: '1005', options: '210' });
    },
  );

  it('in every row are asked about', () => {
    const text =
      'Holder,Common Stock,Options granted,Grant date,Strike price\nAnn,1000,500,2024-01-01,1\nBen,10,200,2024-01-01,1';
    expect(readText(text).reading.questions[0]).toMatchObject({
      id: 'table_role:t1',
      choices: [{ value: 'snapshot' }, { value: 'options' }, { value: 'ignore' }],
    });
  });

  it.each([
    ['Grant #', 'security_id'],
    ['Grant No.', 'security_id'],
    ['Option #', 'security_id'],
    ['Employee #', 'holder_id'],
  ])('“%s” is a number of its own', (heading, field) => {
    const result = readText(`${heading},Holder,Granted,Grant date,Strike price,Class\n17,Ann,100,2024-01-01,1,Common`);
    expect(result.reading.tables[0]?.columns[0]?.field).toBe(field);
    expect(result.reading.left_out).toEqual([]);
  });
});

describe('shares that are issued or not', () => {
  it('are asked about where a row of a pool has figures under several classes', () => {
    const text = 'Holder,Common Stock,Series A Preferred\nAnn,1000,\nBen,,200\nUnissued,500,300\nTotal,1500,500';
    expect(readText(text).reading.questions).toMatchObject([{ id: 'row_meaning:t1:4', answer: null }]);
    const answered = (answer: string) => readText(text, { answers: { 'row_meaning:t1:4': answer } });
    expect(figuresOf(answered('treasury'), DAY)).toMatchObject({ available: '0', fully_diluted: '1200' });
    expect(figuresOf(answered('pool_available'), DAY)).toMatchObject({ available: '800', fully_diluted: '2000' });
    expect(errorsOf(answered('treasury'))).toEqual([]);
  });

  it.each([
    ['a wide table', 'Holder,Issued Common,Issued and outstanding Series A\nAnn,1000,\nBen,,200'],
    ['a long table', 'Holder,Class,Shares\nAnn,Issued Common,1000\nBen,Issued Series A,200'],
  ])('are of the class without that word in %s', (_what, text) => {
    expect(holdingsOf(readText(text), DAY)).toEqual({ 'Ann, Common': '1000', 'Ben, Series A': '200' });
  });
});
