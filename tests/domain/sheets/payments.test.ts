// Tables of payments: known by their headings, put together into distributions, exact to the cent.
import { describe, expect, it } from 'vitest';
import type { SheetResult } from '#src/domain/sheets/readSheet.ts';
import { TEMPLATES } from '#src/domain/sheets/templates.ts';
import { csvOf, findingsOf, gridOf, placesOf, read as readGrid } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import { ada, CLASSES, eve, HEAD, paid, readPayments as read, table } from '#tests/support/sheets/payments.ts';

const roleOf = ({ reading }: SheetResult) => reading.tables[0]!.role;
const fieldsOf = ({ reading }: SheetResult) => reading.tables[0]!.columns.map(({ field }) => field);
describe('a table of payments', () => {
  it('is known by its headings and makes distributions with their payments', () => {
    const result = read(table(ada, eve));
    expect([roleOf(result), result.reading.status, result.reading.findings]).toEqual(['payments', 'ready', []]);
    expect(result.distributions).toMatchObject([
      {
        name: 'Dividend 2023',
        type: 'dividend',
        currency: 'USD',
        record_date: '2023-05-31',
        payment_date: '2023-06-15',
      },
    ]);
    expect(paid(result)).toEqual([
      'Dividend 2023: ada 100-15=85 on 2023-06-15',
      'Dividend 2023: eve 50.1-0=50.1 on 2023-06-15',
    ]);
    expect(result.reading.records).toMatchObject({
      stakeholders: 2,
      distributions: 1,
      payments: 2,
      stock_issuances: 0,
    });
    expect(result.statics.map(({ object_type }) => object_type)).toEqual(['STAKEHOLDER', 'STAKEHOLDER']);
    expect(result.transactions).toEqual([]);
  });

  it.each<[string, string[], string[]]>([
    [
      'German',
      ['Aktionär', 'Gattung', 'Stichtag', 'Zahltag', 'Bruttobetrag', 'Kapitalertragsteuer', 'Nettobetrag'],
      ['.', '31.05.2023', '15.06.2023', '1.000,50', '150,08', '850,42'],
    ],
    [
      'Norwegian',
      ['Aksjonær', 'Aksjeklasse', 'Skjæringsdato', 'Utbetalingsdato', 'Brutto utbytte', 'Kildeskatt', 'Netto utbytte'],
      ['.', '31.05.2023', '15.06.2023', '1 000,50', '150,08', '850,42'],
    ],
    [
      'Swedish',
      [
        'Aktieägare',
        'Aktieslag',
        'Avstämningsdag',
        'Utbetalningsdag',
        'Bruttoutdelning',
        'Kupongskatt',
        'Nettoutdelning',
      ],
      ['.', '2023-05-31', '2023-06-15', '1 000,50', '150,08', '850,42'],
    ],
    [
      'Danish',
      ['Aktionær', 'Aktieklasse', 'Skæringsdato', 'Udbetalingsdato', 'Bruttoudbytte', 'Udbytteskat', 'Nettoudbytte'],
      ['.', '31.05.2023', '15.06.2023', '1.000,50', '150,08', '850,42'],
    ],
    [
      'French',
      [
        'Actionnaire',
        'Catégorie',
        "Date d'enregistrement",
        'Date de paiement',
        'Dividende brut',
        'Retenue à la source',
        'Dividende net',
      ],
      ['.', '31/05/2023', '15/06/2023', '1 000,50', '150,08', '850,42'],
    ],
    [
      'English',
      ['Shareholder', 'Share class', 'Record date', 'Paid on', 'Gross dividend', 'Withholding tax', 'Net amount'],
      ['.', '2023-05-31', '2023-06-15', '1,000.50', '150.08', '850.42'],
    ],
  ])('in %s is read', (_language, headings, [, ...values]) => {
    const result = read(csvOf([headings, ['Ada', 'Common', ...values]], ';'));
    expect(roleOf(result)).toBe('payments');
    expect(paid(result)).toEqual(['Dividend of 2023-06-15, Common: ada 1000.5-150.08=850.42 on 2023-06-15']);
  });

  it('is the template, whose example is left out', () => {
    const { columns } = TEMPLATES.payments;
    const result = read(
      gridOf({
        name: 'Payments',
        rows: [columns.map(({ heading }) => heading), columns.map(({ example }) => example)],
      }),
    );
    expect(roleOf(result)).toBe('payments');
    expect(fieldsOf(result)).toEqual([
      'distribution',
      'holder',
      'email',
      'class',
      'quantity_issued',
      'record_date',
      'payment_date',
      'paid_date',
      'gross',
      'tax',
      'net',
      'currency',
      'reference',
    ]);
    expect([result.distributions, result.reading.skipped.map(({ reason }) => reason)]).toEqual([[], ['example']]);
  });

  it('takes “Dividend” for a name or an amount, and “Paid” for a day or an amount, by what the cells hold', () => {
    const named = read(
      gridOf({
        rows: [
          ['Holder', 'Dividend', 'Date', 'Gross', 'Paid'],
          ['Ada', 'Dividend 2023', '2023-06-15', '100', '85'],
        ],
      }),
    );
    expect(fieldsOf(named)).toEqual(['holder', 'distribution', 'payment_date', 'gross', 'net']);
    const amount = read(
      gridOf({
        rows: [
          ['Holder', 'Dividend', 'Tax', 'Paid'],
          ['Ada', '100', '15', '2023-06-15'],
        ],
      }),
    );
    expect(fieldsOf(amount)).toEqual(['holder', 'gross', 'tax', 'paid_date']);
  });

  it('takes years for names, and days with dots for days', () => {
    const rows = [
      ['Aktionär', 'Gattung', 'Dividende', 'Bezahlt am', 'Brutto', 'Netto'],
      ['Ada', 'Common', '2023', '15.06.2023', '100,00', '85,00'],
    ];
    const result = read(csvOf(rows, ';'));
    expect(fieldsOf(result)).toEqual(['holder', 'class', 'distribution', 'paid_date', 'gross', 'net']);
    expect(paid(result)).toEqual(['Dividend 2023: ada 100-15=85 on 2023-06-15']);
  });

  it('takes the name of a distribution from the line above its rows', () => {
    const head = ['Holder', 'Class', 'Paid on', 'Gross', 'Net'];
    const rows: Written[][] = [
      head,
      ['Dividend 2022'],
      ['Ada', 'Common', '2022-06-15', '10', '10'],
      ['Dividend 2023'],
      ['Ada', 'Common', '2023-06-15', '20', '20'],
    ];
    expect(read(gridOf({ rows })).distributions.map(({ name }) => name)).toEqual(['Dividend 2022', 'Dividend 2023']);
  });

  it.each([
    [['Stakeholder', 'Security ID', 'Share Class', 'Quantity', 'Amount paid', 'Issue Date'], 'certificates'],
    [['Holder', 'Class', 'Shares', 'Amount paid', 'Date'], 'snapshot'],
    [['Investor', 'Principal Amount', 'Interest', 'Payment date', 'Maturity Date'], 'convertibles'],
    [['Optionee', 'Grant date', 'Options granted', 'Exercise price', 'Tax', 'Net'], 'options'],
  ])('is not what %j heads', (headings, role) => {
    const values: Record<string, string> = { 'Issue Date': '2023-01-01', Date: '2023-01-01' };
    const row = headings.map((heading, index) => (index === 0 ? 'Ada' : (values[heading] ?? '10')));
    expect(roleOf(read(gridOf({ rows: [headings, row] })))).toBe(role);
  });
});

describe('gross, tax and net', () => {
  const amounts = (gross: string, tax: string, net: string) => read(table([...ada.slice(0, 5), gross, tax, net]));
  it.each([
    ['100', '15', '', '100-15=85'],
    ['100', '', '85', '100-15=85'],
    ['', '15', '85', '100-15=85'],
    ['100', '', '', '100-0=100'],
    ['', '', '85', '85-0=85'],
    ['100', '100', '', '100-100=0'],
  ])('of %j, %j and %j make %s', (gross, tax, net, made) => {
    expect(paid(amounts(gross, tax, net))).toEqual([`Dividend 2023: ada ${made} on 2023-06-15`]);
  });
  it.each([
    ['100.00', '15.00', '86.00', 'net_mismatch Dividends!H2'],
    ['100.00', '115.00', '', 'net_mismatch Dividends!G2'],
    ['100.00', '', '115.00', 'net_mismatch Dividends!H2'],
    ['100.0051', '', '', 'amount_not_cents Dividends!F2'],
    ['-100.00', '', '', 'quantity_negative Dividends!F2'],
    ['1' + '0'.repeat(28), '', '', 'number_too_large Dividends!F2'],
    ['', '', '1' + '0'.repeat(29), 'number_too_large Dividends!H2'],
    ['100.00', '(15.00)', '85.00', 'quantity_negative Dividends!G2'],
  ])('of %j, %j and %j are refused at the cell', (gross, tax, net, place) => {
    const result = amounts(gross, tax, net);
    expect([placesOf(result), result.reading.status, result.distributions]).toEqual([[place], 'errors', []]);
  });
  it('that are more than the company can keep together are an error', () => {
    const most = '9'.repeat(28);
    const rows = [ada, eve].map((row) => [...row.slice(0, 5), most, '', '']);
    expect(placesOf(read(table(rows[0]!)))).toEqual([]);
    expect(placesOf(read(table(...rows)))).toEqual(['number_too_large Dividends!F3']);
  });
  it('withheld whole make a line and no payment', () => {
    const result = amounts('100', '100', '');
    expect([result.distributions[0]!.payments.length, result.reading.records.payments]).toEqual([1, 0]);
  });
  it('whose heading does not say whether tax is in it is taken as paid, and said once', () => {
    const rows = [
      ['Holder', 'Class', 'Record date', 'Paid on', 'Tax', 'Amount'],
      ['Ada', 'Common', '2023-05-31', '2023-06-15', '0', '50'],
      ['Eve', 'Common', '2023-05-31', '2023-06-15', '15', '85'],
    ];
    expect(placesOf(read(gridOf({ rows })))).toEqual(['amount_after_tax F3']);
    const chosen = { tables: [{ id: 't1', columns: [{ column: 'F', field: 'gross' as const }] }] };
    const gross = read(gridOf({ rows }), chosen);
    expect([placesOf(gross), gross.distributions[0]!.payments[1]]).toMatchObject([[], { gross: '85', net: '70' }]);
  });
  it('that are missing leave the row out, and say so', () => {
    const result = read(table(ada, eve.slice(0, 5)));
    expect(placesOf(result)).toEqual(['incomplete_row Dividends!F3']);
    expect(result.reading.skipped).toMatchObject([{ row: 3, reason: 'incomplete' }]);
  });
});

describe('days', () => {
  const head = [...HEAD, 'Paid on'];
  const on = (paid_on: string, payment = '2023-06-15', record = '2023-05-31') =>
    read(gridOf({ rows: [head, ['Dividend 2023', 'Ada', 'Common', record, payment, '100', '', '', paid_on]] }));
  it('a payment counts from the day on which it was paid, its distribution from the day on which it was due', () => {
    expect(on('2023-07-01').distributions).toMatchObject([
      { payment_date: '2023-06-15', payments: [{ paid_on: '2023-07-01' }] },
    ]);
  });
  it.each([
    ['', '2023-06-15', '2023-05-31', 'paid_date_missing I2'],
    ['2026-02-01', '2023-06-15', '2023-05-31', 'paid_date_ahead I2'],
    ['2023-06-15', '2023-06-15', '2023-06-16', 'record_date_late D2'],
    ['2023-06-31', '2023-06-15', '2023-05-31', 'date_invalid I2'],
  ])('%j paid of %j for %j is refused at the cell', (paid_on, payment, record, place) => {
    expect(placesOf(on(paid_on, payment, record))).toEqual([place]);
  });
  it('without a record date the day of payment counts, and it is said once for the distribution', () => {
    const rows = [ada, eve].map((row) => row.map((cell, index) => (index === 3 ? null : cell)));
    const result = read(table(...rows));
    expect(placesOf(result)).toEqual(['record_date_missing Dividends!2']);
    expect(result.distributions).toMatchObject([{ record_date: '2023-06-15' }]);
  });
});

describe('rows are one distribution', () => {
  const rows = (...list: string[][]) =>
    read(gridOf({ rows: [['Distribution', 'Holder', 'Class', 'Paid on', 'Gross', 'Currency'], ...list] }));
  const namesOf = ({ distributions }: SheetResult) =>
    distributions.map(
      ({ name, payment_date, currency, payments }) => `${name} ${payment_date} ${currency} ${payments.length}`,
    );
  it('by their name, whatever its case and blanks', () => {
    expect(
      namesOf(
        rows(
          ['Dividend 2023', 'Ada', 'Common', '2023-06-16', '1', ''],
          ['dividend  2023', 'Eve', 'Series Seed', '2023-06-15', '1', ''],
        ),
      ),
    ).toEqual(['Dividend 2023 2023-06-15 USD 2']);
  });
  it('and another one where a holder is paid again on another day, or in another currency', () => {
    expect(
      namesOf(
        rows(
          ['Dividend', 'Ada', 'Common', '2022-06-15', '1', ''],
          ['Dividend', 'Ada', 'Common', '2023-06-15', '1', ''],
          ['Other', 'Ada', 'Common', '2023-06-15', '1', 'EUR'],
        ),
      ),
    ).toEqual(['Dividend 2022-06-15 USD 1', 'Dividend 2023-06-15 USD 1', 'Other 2023-06-15 EUR 1']);
  });
  it('by day, class and currency without a name', () => {
    expect(
      namesOf(
        rows(
          ['', 'Ada', 'Common', '2023-06-15', '1', ''],
          ['', 'Eve', 'Common', '2023-06-15', '1', ''],
          ['', 'Ada', 'Series Seed', '2023-06-15', '1', ''],
          ['', 'Ada', 'Common', '2023-09-15', '1', ''],
        ),
      ),
    ).toEqual([
      'Dividend of 2023-06-15, Common 2023-06-15 USD 2',
      'Dividend of 2023-06-15, Series Seed 2023-06-15 USD 1',
      'Dividend of 2023-09-15, Common 2023-09-15 USD 1',
    ]);
  });
  it('and a holder who is paid twice by it for one class is an error, unless for two certificates', () => {
    const twice = read(table(ada, ada));
    expect(placesOf(twice)).toEqual(['payment_doubled Dividends!B3']);
    const head = ['Certificate', ...HEAD];
    const two = read(gridOf({ rows: [head, ['CS-1', ...ada], ['CS-2', ...ada]] }));
    expect([placesOf(two), paid(two)]).toEqual([[], ['Dividend 2023: ada 200-30=170 on 2023-06-15']]);
  });
  it('of the kind that their name says', () => {
    const kinds = ['Interest 2023', 'Return of capital', 'Liquidation proceeds', 'Spring payout'];
    const result = rows(...kinds.map((name) => [name, 'Ada', 'Common', '2023-06-15', '1', '']));
    expect(result.distributions.map(({ type }) => type)).toEqual([
      'interest',
      'return_of_capital',
      'liquidation',
      'dividend',
    ]);
  });
});

describe('classes and holders', () => {
  it('a class that nobody knows is an error, and one that the same file brings is not', () => {
    const unknown = read(table(ada.map((cell) => (cell === 'Common' ? 'Ordinary' : cell))));
    expect(placesOf(unknown)).toEqual(['class_unknown Dividends!C2']);
    const ledger = {
      name: 'Ledger',
      rows: [
        ['Security ID', 'Holder', 'Share Class', 'Quantity Issued', 'Issue Date'],
        ['OS-1', 'Ada', 'Ordinary Shares', 100, '2020-01-15'],
      ],
    };
    const both = readGrid(
      gridOf(ledger, { name: 'Dividends', rows: [HEAD, ada.map((cell) => (cell === 'Common' ? 'Ordinary' : cell))] }),
    );
    expect(both.reading.tables.map(({ role }) => role)).toEqual(['certificates', 'payments']);
    expect(findingsOf(both, 'class_unknown')).toEqual([]);
    expect(both.distributions[0]!.payments[0]).toMatchObject({
      shareholder_id: both.transactions[0]!['stakeholder_id'],
      share_class_id: both.transactions[0]!['stock_class_id'],
    });
  });
  it('without a class the only one there is counts', () => {
    const rows = [
      ['Holder', 'Paid on', 'Gross', 'Tax'],
      ['Ada', '2023-06-15', '1', '0'],
    ];
    const only = { statics: CLASSES.slice(0, 1), transactions: [] };
    expect(read(gridOf({ rows }), { existing: only }).distributions[0]!.payments[0]!.share_class_id).toBe('common');
    expect(placesOf(read(gridOf({ rows })))).toEqual(['class_missing 2']);
  });
});

describe('currencies', () => {
  const head = ['Distribution', 'Holder', 'Class', 'Record date', 'Paid on', 'Gross', 'Currency'];
  const row = (holder: string, gross: string, currency: string, name = 'D1') => [
    name,
    holder,
    'Common',
    '2023-05-31',
    '2023-06-15',
    gross,
    currency,
  ];
  const linesOf = ({ reading }: SheetResult) =>
    reading.tie_out.map(({ what, name, file, ours }) => `${what} ${name} ${file} ${ours}`);
  it.each(['XYZ', 'Dollar', 'ZZZ'])('%s is none', (currency) => {
    expect(placesOf(read(gridOf({ rows: [head, row('Ada', '1', currency)] })))).toEqual(['currency_unknown G2']);
  });
  it('of one name have a line each in the totals, and so has the whole', () => {
    const rows = [head, row('Ada', '100', 'USD'), row('Eve', '50', 'EUR'), ['', 'Total', '', '', '', '150', '']];
    expect(linesOf(read(gridOf({ rows })))).toEqual(['gross D1, USD 100 100', 'gross D1, EUR 50 50']);
    const more = [...rows.slice(0, 3), row('Eve', '7', 'eur', 'D2'), ['', 'Total', '', '', '', '157', '']];
    expect(linesOf(read(gridOf({ rows: more })))).toEqual(['gross D1, USD 100 100', 'gross EUR 57 57']);
  });
  it('of a row that is left out is its own', () => {
    const rows = [head, row('Ada', '100', 'USD'), row('Eve', '50', 'EUR'), ['', 'Total', '', '', '', '150', '']];
    const result = read(gridOf({ rows }), { rows: [{ table: 't1', row: 3, use: 'skip' }] });
    expect(linesOf(result)).toEqual(['gross D1 100 100', 'gross EUR 50 0']);
  });
});

describe('totals', () => {
  it('of the file are tied out, the whole and each distribution', () => {
    const other = ada.map((cell) =>
      cell === 'Dividend 2023' ? 'Dividend 2024' : cell === '2023-06-15' ? '2024-06-15' : cell,
    );
    const result = read(
      table(
        ada,
        eve,
        ['', 'Total dividend 2023', '', '', '', '150.10', '15.00', '135.10'],
        other,
        ['', 'Total dividend 2024', '', '', '', '100.00', '15.00', '85.00'],
        ['', 'Total', '', '', '', '250.10', '30.00', '220.10'],
      ),
    );
    expect(result.reading.findings).toEqual([]);
    expect(
      result.reading.tie_out.map(({ what, name, file, difference }) => `${what} ${name} ${file} ${difference}`),
    ).toEqual([
      'gross Dividend 2023 150.1 0',
      'tax Dividend 2023 15 0',
      'net Dividend 2023 135.1 0',
      'gross Dividend 2024 100 0',
      'tax Dividend 2024 15 0',
      'net Dividend 2024 85 0',
      'gross null 250.1 0',
      'tax null 30 0',
      'net null 220.1 0',
    ]);
  });
  it('that disagree with their own rows are an error at their cell', () => {
    expect(placesOf(read(table(ada, eve, ['', 'Total', '', '', '', '150.10', '15.01', '135.10'])))).toEqual([
      'total_mismatch Dividends!G4',
    ]);
  });
  it('count rows that are left out, which is then a difference', () => {
    const total: Written[] = ['', 'Total', '', '', '', '150.10', '15.00', '135.10'];
    const result = read(table(ada, eve, total), { rows: [{ table: 't1', row: 3, use: 'skip' }] });
    expect(result.reading.findings).toEqual([]);
    expect(result.reading.tie_out).toContainEqual({
      what: 'net',
      name: 'Dividend 2023',
      file: '135.1',
      ours: '85',
      difference: '-50.1',
    });
  });
});
