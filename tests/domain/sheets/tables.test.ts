// Rules Q7 to Q10, Q12 and Q18: where a table is, and which rows are its records.
import { describe, expect, it } from 'vitest';
import { findingsOf, gridOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import type { TabInput, Written } from '#tests/support/sheets/grids.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';

const DAY = '2025-12-31';
const readTab = (tab: TabInput, options: Parameters<typeof read>[1] = {}) =>
  read(gridOf({ name: 'Cap Table', ...tab }), { as_of: DAY, ...options });
const skipped = (result: ReturnType<typeof read>) =>
  result.reading.skipped.map(({ row, reason }) => `${row} ${reason}`);
const HEAD = ['Shareholder', 'Common Stock', 'Series Seed', 'Options', 'Fully Diluted'];

describe('Q7: headings', () => {
  it('finds them under a title, beside an empty column', () => {
    const { reading } = readTab({
      rows: [
        ['', 'Tern Inc. – Cap Table'],
        ['', 'As of Dec 31, 2025'],
        [],
        [],
        ['', ...HEAD],
        ['', 'Ada', 100, '', '', 100],
      ],
    });
    expect(reading.tables[0]).toMatchObject({ heading_rows: [5], first_row: 6, last_row: 6, role: 'snapshot' });
    expect([reading.company, reading.tables[0]!.columns[0]!.column]).toEqual(['Tern Inc.', 'B']);
  });

  it('joins two rows of headings, merged or not', () => {
    const rows: Written[][] = [
      ['Holder', 'Common', '', 'Series A', ''],
      ['', '# Shares', '%', '# Shares', '$ Invested'],
      ['Ada', 100, '', '', ''],
      ['Fund Partners', '', '', 50, 500],
    ];
    const merges = [
      { firstRow: 1, lastRow: 1, firstColumn: 2, lastColumn: 3 },
      { firstRow: 1, lastRow: 1, firstColumn: 4, lastColumn: 5 },
    ];
    for (const result of [readTab({ rows, merges }), readTab({ rows })]) {
      expect(result.reading.tables[0]!.heading_rows).toEqual([1, 2]);
      expect(result.reading.tables[0]!.columns.map(({ field, share_class }) => [field, share_class])).toEqual([
        ['holder', null],
        ['holding', 'Common'],
        [null, null],
        ['holding', 'Series A'],
        ['consideration', 'Series A'],
      ]);
      expect(result.transactions[1]).toMatchObject({ share_price: { amount: '10' }, cost_basis: { amount: '500' } });
    }
  });

  it('joins headings that are wrapped over two rows', () => {
    const rows: Written[][] = [
      ['', 'Common', 'Common', 'Fully'],
      ['Shareholder', 'Stock', 'Options', 'Diluted'],
      ['Ada', 90, 10, 100],
    ];
    const { reading } = readTab({ rows });
    expect(reading.tables[0]!.heading_rows).toEqual([1, 2]);
    expect(reading.tables[0]!.columns.map(({ heading, field }) => `${heading} ${field ?? ''}`)).toEqual([
      'Shareholder holder',
      'Common Stock holding',
      'Common Options granted',
      'Fully Diluted ',
    ]);
  });

  it('does not take a row of records for a second row of headings', () => {
    const { reading } = readTab({
      rows: [
        ['Name', 'Email', 'Relationship'],
        ['Ada Lovelace', 'ada@x.example', 'Founder'],
        ['Grace Hopper', 'grace@x.example', 'Investor'],
      ],
    });
    expect(reading.tables[0]).toMatchObject({ heading_rows: [1], role: 'stakeholders' });
    expect(reading.records.stakeholders).toBe(2);
  });

  it('finds no table in notes, and takes the heading rows that were answered', () => {
    const rows: Written[][] = [
      ['Instructions: fill in each tab'],
      ['Name', 'Shares'],
      ['old', 'heading'],
      ['Shareholder', 'Common Stock'],
      ['Ada', 10],
    ];
    expect(read(gridOf({ name: 'Notes', rows: [['Please read'], ['Thank you']] })).reading.tables[0]).toMatchObject({
      role: 'ignore',
      heading_rows: [],
      columns: [],
    });
    const result = readTab({ rows }, { tables: [{ id: 't1', heading_rows: [4], role: 'snapshot' }] });
    expect(result.reading.tables[0]).toMatchObject({ heading_rows: [4], first_row: 5 });
  });
});

describe('Q8 and Q9: rows that are no holder', () => {
  const rows: Written[][] = [
    HEAD,
    ['Founders'],
    ['Ada', 600, '', '', 600],
    ['Grace', 400, '', '', 400],
    ['Total founders', 1000, '', '', 1000],
    ['Investors'],
    ['Fund Partners', '', 500, '', 500],
    ['2025 Option Plan'],
    ['Granted options', '', '', 80, 80],
    ['Available (ungranted)', '', '', 20, 20],
    ['Total', 1000, 500, 100, 1600],
    [],
    ['Cap Table Summary'],
    ['Shareholder', 'Fully Diluted'],
    ['Founders', 1000],
    [],
    ['[1] converts at 1:1'],
  ];

  it('are left out with the reason, and nothing is counted twice', () => {
    const result = readTab({ rows });
    expect(skipped(result)).toEqual([
      '2 group',
      '5 subtotal',
      '6 group',
      '8 group',
      '9 pool_granted',
      '10 pool_available',
      '11 total',
      '13 second_table',
      '14 second_table',
      '15 second_table',
      '17 footnote',
    ]);
    expect(holdingsOf(result, DAY)).toEqual({
      'Ada, Common Stock': '600',
      'Grace, Common Stock': '400',
      'Fund Partners, Series Seed': '500',
    });
    expect(figuresOf(result, DAY)).toMatchObject({ options: '80', available: '20', fully_diluted: '1600' });
    expect(placesOf(result)).toContain('date_missing Cap Table!A9');
    expect(result.reading.tie_out.filter(({ difference }) => difference !== '0')).toEqual([]);
    expect(result.reading.tables[0]).toMatchObject({ first_row: 2, last_row: 10 });
  });

  it('are holders when they have an id, an e-mail or a certificate, or when somebody says so', () => {
    const named = readTab({
      rows: [
        ['Name', 'Email', 'Common Stock'],
        ['Total Pool Ventures', 'a@x.example', 10],
        ['Option Pool', 'b@x.example', 20],
        ['Total Energy Partners', '', 5],
      ],
    });
    expect(Object.keys(holdingsOf(named, DAY))).toHaveLength(3);
    expect(named.reading.skipped).toEqual([]);
    const overruled = readTab(
      {
        rows: [
          ['Name', 'Common Stock'],
          ['Reserved', 10],
          ['Ada', 5],
        ],
      },
      {
        rows: [
          { table: 't1', row: 2, use: 'import' },
          { table: 't1', row: 3, use: 'skip' },
        ],
      },
    );
    expect(holdingsOf(overruled, DAY)).toEqual({ 'Reserved, Common Stock': '10' });
    expect(skipped(overruled)).toEqual(['3 by_choice']);
  });

  it('reports a row with shares and no name: it is not left out', () => {
    const rowsOfPlan: Written[][] = [
      ['Security ID', 'Stakeholder Name', 'Quantity Issued', 'Exercise Price', 'Issue Date'],
      ['ES-1', '', 38000, 0.1, '2024-01-15'],
    ];
    expect(placesOf(read(gridOf({ name: 'Plan', rows: rowsOfPlan })))).toEqual(['holder_missing Plan!B2']);
  });

  it('compare a granted row with the table of grants instead of adding it', () => {
    const grants: Written[][] = [
      ['Name', 'Email', '# Options', 'Strike', 'Grant date'],
      ['Mia', 'mia@x.example', 80, 0.1, '2025-02-03'],
    ];
    const result = read(gridOf({ name: 'Cap Table', rows }, { name: 'Options', rows: grants }), { as_of: DAY });
    expect(figuresOf(result, DAY)).toMatchObject({ options: '80', available: '20', fully_diluted: '1600' });
    expect(result.reading.tie_out.every(({ difference }) => difference === '0')).toBe(true);
  });
});

describe('Q10: hidden rows and tabs', () => {
  it('reads hidden rows with a warning, and leaves hidden tabs until they are asked for', () => {
    const rows: Written[][] = [
      ['Shareholder', 'Common Stock'],
      ['Ada', 10],
      ['Grace', 5],
    ];
    const grid = gridOf({ name: 'Cap Table', hiddenRows: [3], rows }, { name: 'Scenario', hidden: true, rows });
    const result = read(grid, { as_of: DAY });
    expect(findingsOf(result, 'hidden_row_included').map(({ tab, row }) => [tab, row])).toEqual([['Cap Table', 3]]);
    expect(result.reading.tables.map(({ role }) => role)).toEqual(['snapshot', 'ignore']);
    const both = read(grid, {
      as_of: DAY,
      tables: [
        { id: 't1', role: 'ignore' },
        { id: 't2', role: 'snapshot' },
      ],
    });
    expect(both.reading.tables.map(({ role }) => role)).toEqual(['ignore', 'snapshot']);
    expect(holdingsOf(both, DAY)).toEqual({ 'Ada, Common Stock': '10', 'Grace, Common Stock': '5' });
  });
});

describe('Q12: placeholders', () => {
  it('are left out with a remark; a person whose name holds such a word is none', () => {
    const result = readTab({
      rows: [
        ['Shareholder', 'Common Stock'],
        ['TBD', 100],
        ['Remaining Round Planned', 50],
        ['Nobody yet', 0],
        ['Example Person Ltd.', 7],
        ['Tbdaria Example-Smith', 3],
      ],
    });
    expect(skipped(result)).toEqual(['2 placeholder', '3 placeholder', '4 placeholder', '5 example']);
    expect(findingsOf(result, 'placeholder_row_skipped').map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(holdingsOf(result, DAY)).toEqual({ 'Tbdaria Example-Smith, Common Stock': '3' });
  });
});

describe('Q12: templates', () => {
  it('leave out the row of hints and the example', () => {
    const rows: Written[][] = [
      ['Cake template', 'Instructions'],
      [
        'Optionholder name',
        'Optionholder email',
        'Number of options',
        'Strike price',
        'Grant date',
        'Auto-grant offer',
      ],
      ['Text', 'name@company.com', 'Whole number', 'Number', 'YYYY-MM-DD', 'Yes/No'],
      ['John Example', 'john@x.example', 1000, 0.1, '2024-01-01'],
      ['Ada Lovelace', 'ada@x.example', 500, 0.2, '2024-02-01'],
    ];
    const result = read(gridOf({ name: 'Options', rows }));
    expect([result.reading.source, skipped(result), placesOf(result)]).toEqual([
      'cake',
      ['3 example', '4 example'],
      ['reserve_made_up Options!5'],
    ]);
    expect(result.reading.records.grants).toBe(1);
  });
});

describe('Q18: totals', () => {
  it('that count the rows of the pool are compared with the holders’ own sum', () => {
    const result = readTab({
      rows: [
        ['Holder', 'Common', 'Total'],
        ['Ada', 600, 600],
        ['Granted Option Shares', 100, 100],
        ['Available (Ungranted) Option Shares', 50, 50],
        ['Total', 750, 750],
      ],
    });
    expect(findingsOf(result, 'total_mismatch')).toEqual([]);
    expect(result.reading.tie_out.filter(({ difference }) => difference !== '0')).toEqual([]);
  });

  it('of the same table that differ are an error at their cell; a right one is none', () => {
    const rows = (total: number): Written[][] => [
      ['Shareholder', 'Common Stock'],
      ['Ada', 10],
      ['Grace', 5],
      ['Total', total],
    ];
    expect(
      findingsOf(readTab({ rows: rows(16) }), 'total_mismatch').map(({ row, column, value }) => [row, column, value]),
    ).toEqual([[4, 'B', '16']]);
    expect(findingsOf(readTab({ rows: rows(15) }), 'total_mismatch')).toEqual([]);
  });

  it('of another table that differ stand in the tie-out', () => {
    const summary: Written[][] = [
      ['', 'Shares Authorized', 'Shares Issued and Outstanding', 'Fully Diluted Shares', 'Fully Diluted Ownership'],
      ['Common (CS) Stock', 1000, 16, 16, percent1],
      ['Totals', 1000, 16, 16, percent1],
    ];
    const ledger: Written[][] = [
      ['Security ID', 'Stakeholder Name', 'Share Class', 'Quantity Issued', 'Issue Date'],
      ['CS-1', 'Ada', 'Common (CS)', 15, '2024-01-15'],
    ];
    const { reading } = read(gridOf({ name: 'Summary', rows: summary }, { name: 'Ledger', rows: ledger }));
    expect(reading.tie_out).toEqual([
      { what: 'class', name: 'Common', file: '16', ours: '15', difference: '-1' },
      { what: 'outstanding', name: null, file: '16', ours: '15', difference: '-1' },
      { what: 'fully_diluted', name: null, file: '16', ours: '15', difference: '-1' },
    ]);
    expect(reading.status).toBe('ready');
  });
});

const percent1: Written = { kind: 'number', text: '1', format: 'percent' };
