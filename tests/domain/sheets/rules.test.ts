// Rules Q13 to Q16, doubled columns, sources and roles.
import { describe, expect, it } from 'vitest';
import { growth, LINEAR } from '#tests/support/time/computed.ts';
import { csvOf, findingsOf, gridOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import type { Written } from '#tests/support/sheets/grids.ts';
import { holdingsOf } from '#tests/support/sheets/holdings.ts';

const HEAD = [
  'Security ID',
  'Stakeholder Name',
  'Stakeholder Email',
  'Share Class',
  'Quantity Issued',
  'Quantity Outstanding',
  'Price Per Share',
  'Issue Date',
  'Canceled Date',
  'Quantity Canceled',
  'Cancellation Reason',
];
type Row = Written[];
const ledger = (...rows: Row[]) => gridOf({ name: 'Ledger', rows: [HEAD, ...rows] });
const typesOf = (result: ReturnType<typeof read>) =>
  result.transactions.map(({ object_type }) => String(object_type)).filter((type) => type !== 'TX_STOCK_ISSUANCE');

describe('Q13: the same company again', () => {
  const first: Row[] = [
    ['CS-001', 'Ada', 'ada@x.example', 'Common', 100, 100, 1, '2024-01-15'],
    ['CS-2', 'Grace', 'grace@x.example', 'Common', 50, 50, 1, '2024-01-15'],
  ];

  it('gives the same objects for the same file, and for another order of its rows', () => {
    const [a, b] = [read(ledger(...first)), read(ledger(...first.toReversed()))];
    expect(read(ledger(...first)).transactions).toEqual(a.transactions);
    const byId = (result: typeof a) => result.transactions.map(({ id }) => String(id)).sort();
    expect(byId(b)).toEqual(byId(a));
  });

  it('keeps the ids of what is still there, whatever zeros its numbers have, and adds what is new', () => {
    const later: Row[] = [
      ['CS-1', ...first[0]!.slice(1)],
      first[1]!,
      ['CS-3', 'Eve', 'eve@x.example', 'Common', 5, 5, 1, '2025-01-15'],
    ];
    const [a, b] = [read(ledger(...first)), read(ledger(...later))].map(
      ({ transactions }) => new Set(transactions.map(({ id }) => id)),
    );
    expect([...a!].every((id) => b!.has(id))).toBe(true);
    expect(b!.size - a!.size).toBe(1);
  });
});

describe('Q13: a company that has some of it already', () => {
  const january: Row[] = [
    ['CS-001', 'Ada', 'ada@x.example', 'Common (CS)', 100, 100, 1, '2024-01-15'],
    ['CS-2', 'Grace', 'grace@x.example', 'Common (CS)', 50, 40, 1, '2024-01-15', '2024-03-01', 10, 'Repurchase'],
  ];
  const april: Row[] = [
    ['CS-1', 'Ada', 'ada@x.example', 'Common (CS)', 100, 100, 1, '2024-01-15'],
    ['CS-2', 'Grace', 'grace@x.example', 'Common (CS)', 50, 15, 1, '2024-01-15', '2024-04-01', 35, 'Repurchase'],
    ['CS-3', 'Eve', 'eve@x.example', 'Common (CS)', 5, 5, 1, '2024-04-02'],
  ];

  it('brings in the same file again as nothing', () => {
    const first = read(ledger(...january));
    expect(first.reading.changes).toEqual({ new: 2, changed: 0, same: 0, gone: 0 });
    const again = read(ledger(...january), { existing: first });
    expect([again.statics, again.transactions]).toEqual([[], []]);
    expect(again.reading.changes).toEqual({ new: 0, changed: 0, same: 2, gone: 0 });
    expect(again.reading.records).toMatchObject({ stakeholders: 2, stock_issuances: 2, transactions: 0 });
  });

  it('brings in a later export as what is new and what changed since', () => {
    const first = read(ledger(...january));
    const later = read(ledger(...april), { existing: first });
    expect(later.reading.changes).toEqual({ new: 1, changed: 1, same: 1, gone: 0 });
    expect(typesOf(later)).toEqual(['TX_STOCK_CANCELLATION']);
    const whole = {
      statics: [...first.statics, ...later.statics],
      transactions: [...first.transactions, ...later.transactions],
    };
    expect(holdingsOf(whole, '2024-12-31')).toEqual({
      'Ada, Common': '100',
      'Grace, Common': '15',
      'Eve, Common': '5',
    });
    expect(holdingsOf(whole, '2024-03-31')).toEqual({ 'Ada, Common': '100', 'Grace, Common': '40' });
  });

  it('says what a file no longer names, and keeps it', () => {
    const first = read(ledger(...january));
    const later = read(ledger(january[0]!), { existing: first });
    expect([later.reading.changes, later.transactions]).toEqual([{ new: 0, changed: 0, same: 1, gone: 1 }, []]);
  });

  it('finds holders, classes and certificates that were entered by hand', () => {
    const made = read(ledger(...january), { idOf: (key) => `by hand ${key}` });
    const later = read(ledger(...april), { existing: made });
    expect(later.statics.map((each) => (each['name'] as { legal_name: string }).legal_name)).toEqual(['Eve']);
    expect(later.reading.changes).toEqual({ new: 1, changed: 1, same: 1, gone: 0 });
    expect(later.transactions[0]).toMatchObject({ custom_id: 'CS-3', stock_class_id: 'by hand class cs' });
  });

  it('numbers certificates without one after the highest that the company has', () => {
    const first = read(ledger(...january));
    const wide = gridOf({
      name: 'Cap Table',
      rows: [
        ['Shareholder', 'Common (CS) Stock'],
        ['Zoë', 7],
      ],
    });
    const [issued] = read(wide, { existing: first, as_of: '2024-12-31' }).transactions;
    expect(issued).toMatchObject({ custom_id: 'CS-3', quantity: '7' });
  });
});

describe('Q14: what columns mean', () => {
  it('reads the plainer of two columns for one field and reports the other once', () => {
    const rows: Written[][] = [
      ['Formatted Security ID', 'Security ID', 'Shareholder', 'Class', 'Shares', 'Date'],
      ['CS-001', 'CS-1', 'Ada', 'Common', 1, '2024-01-15'],
    ];
    const result = read(
      gridOf(
        { name: 'A', rows },
        { name: 'B', rows: [rows[0]!, ['CS-002', 'CS-2', 'Eve', 'Common', 1, '2024-01-15']] },
      ),
    );
    expect(placesOf(result).filter((each) => each.startsWith('column_doubled'))).toEqual(['column_doubled A!A1']);
    expect(result.transactions.map((each) => each['custom_id'])).toEqual(['CS-1', 'CS-2']);
  });

  it('asks which shares a column has that names no class, and which a column of unknown numbers has', () => {
    const plain = gridOf({
      name: 'x',
      rows: [
        ['Shareholder', 'Shares'],
        ['Ada', 10],
      ],
    });
    const [question] = read(plain).reading.questions.filter(({ code }) => code === 'column_meaning');
    expect(question).toMatchObject({ column: 'B' });
    expect(
      holdingsOf(read(plain, { as_of: '2025-01-01', answers: { [question!.id]: 'Common Stock' } }), '2025-01-01'),
    ).toEqual({ 'Ada, Common Stock': '10' });
  });
});

describe('Q15: faults', () => {
  it('are all reported at once, each at its cell with what is accepted, and silence the warnings of their row', () => {
    const result = read(
      ledger(
        ['CS-1', 'Ada', '', 'Common', '(5)', '', '', '31.04.2024'],
        ['CS-2', '', '', '', 5, '', '', '2024-01-15'],
        ['CS-3', 'Eve', '', 'Common', 5, '', '', '2024-01-15'],
      ),
    );
    expect(placesOf(result)).toEqual([
      'quantity_negative Ledger!E2',
      'date_invalid Ledger!H2',
      'holder_missing Ledger!B3',
      'class_missing Ledger!D3',
      'email_missing Ledger!C4',
      'price_missing Ledger!G4',
    ]);
    expect(result.reading.status).toBe('errors');
    expect(findingsOf(result, 'quantity_negative')[0]).toMatchObject({
      value: '(5)',
      heading: 'Quantity Issued',
      message: expect.stringContaining('Enter it without') as string,
    });
  });

  it('cuts a value to 80 characters', () => {
    const [finding] = findingsOf(
      read(ledger(['CS-1', `=${'x'.repeat(500)}`, '', 'Common', 5, '', 1, '2024-01-15'])),
      'formula_text',
    );
    expect(finding!.value).toHaveLength(80);
  });

  it('leaves out a security without a day or a quantity, with a warning', () => {
    const result = read(
      ledger(
        ['CS-1', 'Ada', 'a@x.example', 'Common', 5, 5, 1, ''],
        ['CS-2', 'Eve', 'e@x.example', 'Common', '', '', 1, '2024-01-15'],
      ),
    );
    expect(placesOf(result).filter((each) => each.startsWith('incomplete_row'))).toEqual([
      'incomplete_row Ledger!H2',
      'incomplete_row Ledger!E3',
    ]);
    expect(result.reading.skipped.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'incomplete'],
      [3, 'incomplete'],
    ]);
    expect(result.transactions).toEqual([]);
  });
});

describe('Q16: links', () => {
  const moved: Row[] = [
    ['CS-1', 'Ada', 'ada@x.example', 'Common', 100, 0, 1, '2024-01-15', '2024-06-01', 100, 'Transfer'],
    ['CS-2', 'Eve', 'eve@x.example', 'Common', 100, 100, 1, '2024-06-01'],
  ];
  const id = 'security_link:CS-1>CS-2';

  it('are proposed, and written once they are answered', () => {
    const open = read(ledger(...moved));
    expect(open.reading.links).toEqual([{ from: 'CS-1', to: 'CS-2', as: 'transfer' }]);
    expect([open.reading.status, typesOf(open)]).toEqual(['questions', ['TX_STOCK_CANCELLATION']]);
    const linked = read(ledger(...moved), { answers: { [id]: 'yes' } });
    expect([linked.reading.status, typesOf(linked), linked.ledger]).toEqual(['ready', ['TX_STOCK_TRANSFER'], []]);
    expect(typesOf(read(ledger(...moved), { answers: { [id]: 'no' } }))).toEqual(['TX_STOCK_CANCELLATION']);
  });

  it('are not proposed for another day or quantity, nor where two fit', () => {
    const [source, target] = moved as [Row, Row];
    const changed = (at: number, value: Written): Row => target.with(at, value);
    for (const rows of [
      [source, changed(7, '2024-06-02')],
      [source, changed(4, 99).with(5, 99)],
      [source, target, changed(0, 'CS-3')],
    ]) {
      const result = read(ledger(...rows));
      expect([result.reading.links, typesOf(result)]).toEqual([[], ['TX_STOCK_CANCELLATION']]);
    }
  });

  it('leave what remains of a certificate in place: the day of a cancellation alone ends nothing', () => {
    const result = read(
      ledger(['CS-1', 'Ada', 'a@x.example', 'Common', 100, 75, 1, '2024-01-15', '2024-06-01', 25, 'Repurchase']),
    );
    expect(holdingsOf(result, '2024-05-31')).toEqual({ 'Ada, Common': '100' });
    expect(holdingsOf(result, '2024-06-01')).toEqual({ 'Ada, Common': '75' });
  });
});

describe('roles and sources', () => {
  it('knows vendors by their headings', () => {
    const sourceOf = (...head: string[]) => read(csvOf([head, head.map(() => 'x')])).reading.source;
    expect(sourceOf('Formatted Security ID', 'Security ID', 'Stakeholder Name', 'Quantity Issued')).toBe('carta');
    expect(sourceOf('first_name', 'last name', 'seller_email', 'quantity', 'date')).toBe('capdesk');
    expect(sourceOf('Optionholder name', 'Number of options', 'Auto-grant offer')).toBe('cake');
    expect(sourceOf('Stock Class Name', 'Class Type', 'Certificate Name Prefix')).toBe('ltse');
    expect(sourceOf('Name', 'Group', 'Legal entity')).toBe('ledgy');
    expect(sourceOf('Shareholder', 'Shares')).toBe('generic');
  });

  it('takes ledgers before tables of holdings', () => {
    const wide: Written[][] = [
      ['Shareholder', 'Common Stock'],
      ['Ada', 100],
    ];
    const both = read(
      gridOf(
        { name: 'Cap Table', rows: wide },
        { name: 'Ledger', rows: [HEAD, ['CS-1', 'Ada', '', 'Common', 100, 100, 1, '2024-01-15']] },
      ),
    );
    expect(both.reading.tables.map(({ role }) => role)).toEqual(['totals', 'certificates']);
    expect(holdingsOf(both, '2025-01-01')).toEqual({ 'Ada, Common': '100' });
  });

  it('reads units of a limited liability company as shares', () => {
    const rows: Written[][] = [
      [
        'Stakeholder ID',
        'Name',
        'Class A Units (CA)',
        'Outstanding Units',
        'Fully Diluted Units',
        'Fully Diluted Ownership',
      ],
      ['a1', 'Ada', 60, 60, 60, ''],
      ['', 'Units available for issuance under the plan', '', '', 40, ''],
    ];
    const result = read(gridOf({ name: 'Detailed Cap', rows }), { as_of: '2025-01-01' });
    expect([result.reading.source, holdingsOf(result, '2025-01-01')]).toEqual([
      'carta',
      { 'Ada, Class A Units': '60' },
    ]);
    expect(result.reading.skipped.map(({ reason }) => reason)).toEqual(['pool_available']);
  });
});

describe('long cells', () => {
  it.each(['(', '0', '1 ', '-', 'a', '=', '[1', "1'", 'total ', '1.', '1/'])(
    'of nothing but %o take no longer than their length',
    (part) => {
      const make = (length: number) => {
        const long = part.repeat(length / part.length);
        const fields = [long, 'Common', '5', '2024-01-15'];
        const rows = Array.from({ length: 4 }, (_each, at) => [
          `CS-${at}`,
          ...fields.map((field, index) => (index === at ? long : index === 0 ? 'Ada' : field)),
        ]);
        const table = ['Certificate #', 'Shareholder', 'Class', 'Shares', 'Issue date'];
        return [
          csvOf([table, ...rows, [long, long, long, long, long], [long]]),
          csvOf([[long], ['Shareholder', 'Common Stock', long], ['Ada', '5', long], [long, '5']]),
        ];
      };
      const act = (grids: ReturnType<typeof make>) => grids.map((grid) => read(grid));
      expect(growth(act, make, { length: 96_000, runs: 3 })).toBeLessThan(LINEAR);
    },
  );
});
