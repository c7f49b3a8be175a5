// Rules Q3 to Q6 and Q17: numbers, days, rates, and cells without a readable value.
import { describe, expect, it } from 'vitest';
import { csvOf, findingsOf, formula, gridOf, percent, placesOf, read, serial } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';

const LEDGER = ['Certificate #', 'Shareholder', 'Class', 'Shares', 'Price per share', 'Issue date'];

/** A ledger with these numbers of shares, prices and days. */
const ledger = (rows: [Written, Written, Written][], name: string | null = 'Ledger') =>
  gridOf({
    name,
    rows: [
      LEDGER,
      ...rows.map((row, index) => [`CS-${index + 1}`, `Ada ${'abcdefgh'[index]!.repeat(5)}`, 'Common', ...row]),
    ],
  });

const sharesOf = (result: ReturnType<typeof read>) => result.transactions.map((each) => each['quantity']);
const daysOf = (result: ReturnType<typeof read>) => result.transactions.map((each) => each['date']);
const asked = (result: ReturnType<typeof read>) => result.reading.questions.map(({ id }) => id);

describe('Q3: numbers', () => {
  it('takes the decimal sign that a column proves, and no other', () => {
    const dots = read(
      ledger([
        ['1,234,567', '0.5', '2024-01-15'],
        ['1,000', '1.25', '2024-01-15'],
      ]),
    );
    expect(sharesOf(dots)).toEqual(['1234567', '1000']);
    const commas = read(
      ledger([
        ['1.234.567', '0,5', '2024-01-15'],
        ['1.000', '1,25', '2024-01-15'],
      ]),
    );
    expect(sharesOf(commas)).toEqual(['1234567', '1000']);
    const mixed = read(
      ledger([
        ['1,234,567', '0.5', '2024-01-15'],
        ['1,000', '1', '2024-01-15'],
        ['1.000.000', '1', '2024-01-15'],
        ['2,000,000', '1', '2024-01-15'],
      ]),
    );
    expect(placesOf(mixed)).toEqual(['number_ambiguous Ledger!D4']);
  });

  it('asks about a column that proves nothing, once, and reads it by the answer', () => {
    const grid = ledger([
      ['1.234', '', '2024-01-15'],
      ['5.000', '', '2024-01-15'],
    ]);
    const open = read(grid);
    expect(open.reading.status).toBe('questions');
    expect(open.reading.questions.map(({ code, column, rows }) => [code, column, rows])).toEqual([
      ['decimal_sign', 'D', [2, 3]],
    ]);
    const id = open.reading.questions[0]!.id;
    expect(sharesOf(read(grid, { answers: { [id]: ',' } }))).toEqual(['1234', '5000']);
    expect(placesOf(read(grid, { answers: { [id]: '.' } })).slice(0, 2)).toContain('quantity_not_whole Ledger!D2');
  });

  it('takes the separator ";" and other columns as proof of a decimal comma', () => {
    const rows = [LEDGER, ['CS-1', 'Ada Lovelace', 'Common', '1.234', '', '2024-01-15']];
    expect(sharesOf(read(csvOf(rows, ';')))).toEqual(['1234']);
    expect(asked(read(csvOf(rows, ',')))).toEqual(['decimal_sign:t1:D']);
  });

  it('reads apostrophes, blanks and currencies, and refuses what is below zero or no whole number', () => {
    const good = read(
      ledger([
        ["62'500", 'CHF 0.10', '2024-01-15'],
        ['25’000', '$0.10', '2024-01-15'],
        ['1\u00a0000', '0.10 €', '2024-01-15'],
      ]),
    );
    expect(sharesOf(good)).toEqual(['62500', '25000', '1000']);
    expect(good.transactions.map((each) => (each['share_price'] as { currency: string }).currency)).toEqual([
      'CHF',
      'USD',
      'EUR',
    ]);
    const bad = read(
      ledger([
        ['(500)', '1.5', '2024-01-15'],
        ['500-', '1.5', '2024-01-15'],
        ['2500.5', '1.5', '2024-01-15'],
        ['250k', '1.5', '2024-01-15'],
        ['many', '1.5', '2024-01-15'],
      ]),
    );
    expect(placesOf(bad)).toEqual([
      'quantity_negative Ledger!D2',
      'quantity_negative Ledger!D3',
      'quantity_not_whole Ledger!D4',
      'number_ambiguous Ledger!D5',
      'number_ambiguous Ledger!D6',
    ]);
  });

  it('accepts $5M and 250k for money', () => {
    const rows: Written[][] = [
      ['Investor', 'Principal', 'Valuation cap', 'Date', 'Type'],
      ['Delta Seed', '250k', '$5M', '2025-03-03', 'Post-money SAFE'],
    ];
    const [issued] = read(gridOf({ name: 'SAFEs', rows })).transactions;
    expect(issued).toMatchObject({ investment_amount: { amount: '250000', currency: 'USD' } });
    expect(JSON.stringify(issued)).toContain('"conversion_valuation_cap":{"amount":"5000000","currency":"USD"}');
  });

  it('keeps stored numbers exact, and says where it rounds binary tails', () => {
    const result = read(
      ledger([
        [{ kind: 'number', text: '1E6' }, { kind: 'number', text: '1.0E-4' }, '2024-01-15'],
        [5, { kind: 'number', text: '0.30000000000000004' }, '2024-01-15'],
      ]),
    );
    expect(result.transactions.map((each) => (each['share_price'] as { amount: string }).amount)).toEqual([
      '0.0001',
      '0.3',
    ]);
    expect(sharesOf(result)).toEqual(['1000000', '5']);
    expect(findingsOf(result, 'number_rounded').map(({ row, column }) => [row, column])).toEqual([[3, 'E']]);
  });

  it('warns where a column mixes thousands separators, and not where it has one', () => {
    const rows = (shares: string[]) => [
      LEDGER,
      ...shares.map((each, index) => [`CS-${index + 1}`, 'Ada Lovelace', 'Common', each, '0,5', '14.03.2022']),
    ];
    expect(placesOf(read(csvOf(rows(["62'500", '2.500']), ';')))).toEqual(['thousands_mixed D3']);
    expect(placesOf(read(csvOf(rows(['62.500', '2.500']), ';')))).toEqual([]);
  });
});

describe('Q4: days', () => {
  it('reads serial numbers shown as days, ISO days and names of months', () => {
    const result = read(
      ledger([
        [1, 1, serial(45292)],
        [1, 1, '2024-01-15'],
        [1, 1, 'Mar 3, 2025'],
        [1, 1, '3. März 2025'],
        [1, 1, '15-févr-2024'],
      ]),
    );
    expect(daysOf(result)).toEqual(['2024-01-01', '2024-01-15', '2025-03-03', '2025-03-03', '2024-02-15']);
    expect(placesOf(result)).toEqual([]);
  });

  it('counts from 1904 where the workbook does', () => {
    expect(daysOf(read({ ...ledger([[1, 1, serial(43830)]]), epoch1904: true }))).toEqual(['2024-01-01']);
  });

  it('has one order of day and month for a column, which one day above 12 decides', () => {
    expect(
      daysOf(
        read(
          ledger([
            [1, 1, '28/02/2023'],
            [1, 1, '05/01/2021'],
          ]),
        ),
      ),
    ).toEqual(['2023-02-28', '2021-01-05']);
    expect(
      daysOf(
        read(
          ledger([
            [1, 1, '02/28/2023'],
            [1, 1, '05/01/2021'],
          ]),
        ),
      ),
    ).toEqual(['2023-02-28', '2021-05-01']);
    expect(
      placesOf(
        read(
          ledger([
            [1, 1, '28/02/2023'],
            [1, 1, '30/02/2023'],
            [1, 1, '02/28/2023'],
          ]),
        ),
      ),
    ).toEqual(['date_invalid Ledger!F3', 'date_invalid Ledger!F4']);
  });

  it('asks where nothing decides', () => {
    const grid = ledger([
      [1, 1, '05/01/2021'],
      [1, 1, '06/01/2021'],
    ]);
    expect(asked(read(grid))).toEqual(['date_order:t1:F']);
    expect(daysOf(read(grid, { answers: { 'date_order:t1:F': 'DMY' } }))).toEqual(['2021-01-05', '2021-01-06']);
    expect(daysOf(read(grid, { answers: { 'date_order:t1:F': 'MDY' } }))).toEqual(['2021-05-01', '2021-06-01']);
  });

  it('warns of numbers read as days, years of two digits and days of today, and refuses what is no day', () => {
    const result = read(
      ledger([
        [1, 1, '45337'],
        [1, 1, '15/06/24'],
        [1, 1, { ...(formula('TODAY()', '45300') as object), format: 'date' }],
        [1, 1, '31.04.2024'],
        [1, 1, 'soon'],
        [1, 1, serial(60)],
        [1, 1, '01.01.1850'],
      ]),
    );
    expect(placesOf(result)).toEqual([
      'serial_date_read Ledger!F2',
      'two_digit_year Ledger!F3',
      'volatile_date Ledger!F4',
      'date_invalid Ledger!F5',
      'date_invalid Ledger!F6',
      'date_invalid Ledger!F7',
      'date_invalid Ledger!F8',
    ]);
  });
});

describe('Q5: rates', () => {
  const safes = (discounts: Written[]) =>
    gridOf({
      name: 'SAFEs',
      rows: [
        ['Investor', 'Amount', 'Val cap', 'Discount', 'Date', 'Type'],
        ...discounts.map((each, index): Written[] => [
          `Fund ${index + 1}`,
          1000,
          5000,
          each,
          '2025-03-03',
          'post-money SAFE',
        ]),
      ],
    });
  const discountsOf = (result: ReturnType<typeof read>) =>
    result.transactions.map((each) => /"conversion_discount":"([\d.]+)"/.exec(JSON.stringify(each))?.[1]);

  it('reads 20%, a cell shown as per cent, and 20 as a fifth', () => {
    expect(discountsOf(read(safes(['20%', percent('0.2'), 20])))).toEqual(['0.2', '0.2', '0.2']);
  });

  it('reads a bare 0.2 beside a per cent as a fraction, asks alone', () => {
    expect(discountsOf(read(safes(['15%', 0.2])))).toEqual(['0.15', '0.2']);
    const alone = safes([0.2]);
    expect(asked(read(alone))).toEqual(['percent_scale:t1:D']);
    expect(discountsOf(read(alone, { answers: { 'percent_scale:t1:D': 'fraction' } }))).toEqual(['0.2']);
    expect(discountsOf(read(alone, { answers: { 'percent_scale:t1:D': 'percent' } }))).toEqual(['0.002']);
  });
});

describe('Q5: a discount of more than 60 %', () => {
  it('is asked about, and read as it is once that is answered', () => {
    const grid = gridOf({
      name: 'SAFEs',
      rows: [
        ['Investor', 'Amount', 'Discount', 'Date', 'Type'],
        ['Fund 1', 1000, '80%', '2025-03-03', 'SAFE'],
      ],
    });
    expect(asked(read(grid))).toEqual(['percent_scale:t1:C']);
    const [issued] = read(grid, { answers: { 'percent_scale:t1:C': 'percent' } }).transactions;
    expect(JSON.stringify(issued)).toContain('"conversion_discount":"0.8"');
  });
});

describe('Q6 and Q17: cells without a value', () => {
  it('reads the stored result of a formula, zero too, and reports none and errors', () => {
    const result = read(
      ledger([
        [formula('A1', '100'), formula('A2', '0'), '2024-01-15'],
        [formula('A1', '', 'text'), 1, '2024-01-15'],
        [{ kind: 'error', text: '#DIV/0!' }, 1, '2024-01-15'],
        ['#REF!', 1, '2024-01-15'],
      ]),
    );
    expect(placesOf(result)).toEqual([
      'no_cached_value Ledger!D3',
      'cell_error_value Ledger!D4',
      'cell_error_value Ledger!D5',
    ]);
    expect(result.transactions).toMatchObject([{ quantity: '100', share_price: { amount: '0' } }]);
  });

  it('refuses a formula as text in a name, and takes a dash and a hyphenated name', () => {
    const rows = [
      LEDGER,
      ['CS-1', '=cmd()', 'Common', '1', '1', '2024-01-15'],
      ['CS-2', '@sum', 'Common', '1', '1', '2024-01-15'],
      ['CS-3', 'Anne-Marie O’Neil', 'Common', '1', '-', '2024-01-15'],
    ];
    const result = read(csvOf(rows));
    expect(placesOf(result).slice(0, 2)).toEqual(['formula_text B2', 'formula_text B3']);
    expect(result.transactions).toHaveLength(1);
  });
});
