// The words of banks: directions, standings, and the headings above them.
import { describe, expect, it } from 'vitest';
import { matchStatement } from '#src/domain/reconciliation/matchStatement.ts';
import type { KnownPayment } from '#src/domain/reconciliation/matchStatement.ts';
import { statementOfGrid } from '#src/domain/reconciliation/statementOfGrid.ts';
import type { Cell, Grid } from '#src/domain/sheets/grid.ts';

const cell = (text: string | number, column: number): Cell => ({
  column,
  kind: typeof text === 'number' ? 'number' : 'text',
  text: String(text),
  format: 'general',
  places: null,
  formula: null,
});
const gridOf = (...rows: (string | number)[][]): Grid => ({
  tabs: [
    {
      name: null,
      hidden: false,
      rows: rows.map((texts, at) => ({
        number: at + 1,
        hidden: false,
        cells: texts.map((text, column) => cell(text, column + 1)).filter(({ text }) => text !== ''),
      })),
      merges: [],
      hiddenColumns: [],
    },
  ],
  epoch1904: false,
  form: null,
});
const ID = '01a2182f-3430-75dd-af5f-5f0c27329b6a';
const payment: KnownPayment = {
  id: ID,
  reference: null,
  amount: '500.00',
  currency: 'USD',
  status: 'processing',
  record_date: '2024-01-01',
  completed_on: null,
  retried_on: null,
  is_brought_in: false,
  shareholder: 'Grace',
  distribution: 'Spring',
};
/** Words, of which some hold bars and commas. */
const listed = (...lists: string[]) => lists.flatMap((list) => list.split(';'));

/** Why the last row of a table completes nothing; null if it does. */
const whyOf = (...rows: (string | number)[][]) =>
  matchStatement(statementOfGrid(gridOf(...rows)).lines, [payment], '2024-12-31').lines.at(-1)!.why;

it.each(
  listed(
    'Pending;PENDING; pending ;Failed;Declined;Reversed;Cancelled;Canceled;Rejected;Returned;On hold',
    'on-hold;Scheduled;Authorised;Voided;PDNG;RJCT;INFO;Vorgemerkt;Umsatz vorgemerkt;Storniert',
    'Zurueckgewiesen;Zurückgewiesen;En attente;Annulé;REFUSEE;Échoué;Pendiente;Rechazado;Devuelto',
    'Anulada;Pendente;Estornado;Cancelado;In sospeso;Annullato;Mislukt;Geannuleerd;Gestorneerd',
  ),
)('%s is not booked, under any heading', (word) => {
  for (const heading of ['Status', 'Statut', 'Estado', 'Umsatzstatus', 'Xyz', 'Type', ''])
    for (const amount of ['-500.00', '500.00', -500])
      expect([heading, whyOf(['Date', 'Description', 'Amount', heading], ['2024-07-26', ID, amount, word])]).toEqual([
        heading,
        'not_booked',
      ]);
});

it.each(
  listed(
    'Booked;BOOK;Posted;Completed;Cleared;Settled;Paid;;Gebucht;Ausgeführt;Ausgefuehrt;Comptabilisé',
    'Exécuté;Ejecutado;Realizada;Concluído;Contabilizzato;Geboekt',
  ),
)('"%s" is booked', (word) => {
  for (const heading of ['Status', 'Xyz'])
    expect(whyOf(['Date', 'Description', 'Amount', heading], ['2024-07-26', ID, '-500.00', word])).toBeNull();
});

it.each(
  listed(
    'Debit/Credit;Credit / Debit;DR/CR;Dr./Cr.;D/C;Cr|Dr;Debit or Credit;Debit-Credit;Direction',
    'Transaction Dr/Cr;Debit/Credit Indicator;Type;Transaction Type;Kind;Sign;Buchungsart;Soll/Haben',
    'S/H;Vorzeichen;Sens;Débit/Crédit;Cargo / Abono;Debe/Haber;Dare/Avere;Af Bij;Xyz;',
  ),
)('a direction under "%s" is read', (heading) => {
  const table = (word: string) => whyOf(['Date', 'Description', 'Amount', heading], ['2024-07-26', ID, '500.00', word]);
  for (const word of ['Credit', 'CR', 'cr.', 'Haben', 'Crédit', 'Abono', 'Avere', 'Bij', 'Deposit', 'H', 'C', '+'])
    expect([word, table(word)]).toEqual([word, 'money_in']);
  for (const word of ['Debit', 'DR', 'Soll', 'Débit', 'Cargo', 'Dare', 'Af', 'Withdrawal', 'S', 'D'])
    expect([word, table(word)]).toEqual([word, null]);
});

it.each(
  listed(
    '500.00 CR;500.00CR;500.00 Cr.;CR 500.00;500.00 C;500.00 H;500.00 Haben;+500.00;500.00+;+ 500.00',
    '+$500.00;$500.00 CR;USD 500.00 CR;500.00 USD CR;500.00 CR USD;500.00 Credit;500.00 Crédit',
  ),
)('%s came in', (amount) => {
  expect(whyOf(['Date', 'Description', 'Amount'], ['2024-07-26', ID, amount])).toBe('money_in');
});
it.each(
  listed(
    '500.00 DR;500.00DR;500.00 Dr.;DR 500.00;500.00 D;500.00 S;500.00 Soll;-500.00;500.00-;−500.00',
    '–500.00;(500.00);($500.00);$(500.00);-$500.00;$-500.00;USD -500.00;500.00 USD DR;500.00 Debit',
  ),
)('%s went out', (amount) => {
  expect(whyOf(['Date', 'Description', 'Amount'], ['2024-07-26', ID, amount])).toBeNull();
});
it.each(['1,500.00 DR', '1.500,00 S', '1’500.00-'])('%s is fifteen hundred', (amount) => {
  const [line] = statementOfGrid(gridOf(['Date', 'Particulars', 'Amount'], ['2024-07-26', ID, amount])).lines;
  expect(line).toMatchObject({ amount: '1500.00', direction: 'out', fault: null });
});
it.each(['500.00 XX', '500.00 k', '+-500.00', '500.00 DR CR', '--500.00', 'DR', 'five hundred'])(
  '"%s" is no amount',
  (amount) => {
    expect(whyOf(['Date', 'Description', 'Amount'], ['2024-07-26', ID, amount])).toBe(
      amount === '500.00 k' ? 'amount_differs' : 'unreadable',
    );
  },
);

it.each(
  listed(
    'Narration;Particulars;Transaction Description;Transaction Remarks;Description 1',
    "Narration / Particulars;Verwendungszweck;Buchungstext;Libellé;Libellé de l'opération;Concepto",
    'Descripción;Histórico;Causale',
  ),
)('%s names payments', (heading) => {
  expect(
    whyOf(['Txn Date', heading, 'Withdrawal (Dr.)', 'Deposit (Cr.)'], ['2024-07-26', ID, '500.00', '']),
  ).toBeNull();
  expect(whyOf(['Fecha', heading, 'Amount (USD)'], ['2024-07-26', ID, '-500.00'])).toBeNull();
});

it('an export with directions in its details and kinds beside them is read by the signs too', () => {
  const heading = ['Details', 'Posting Date', 'Description', 'Amount', 'Type', 'Balance'];
  const rows = (...row: (string | number)[]) =>
    whyOf(heading, ['DEBIT', '07/25/2024', 'Rent', -12, 'ACH_DEBIT', 900], row);
  expect(rows('DEBIT', '07/26/2024', ID, -500, 'ACH_DEBIT', 400)).toBeNull();
  expect(rows('CREDIT', '07/26/2024', ID, 500, 'ACH_CREDIT', 1400)).toBe('money_in');
});

it('a column of dashes, of codes or of currencies is no direction', () => {
  expect(whyOf(['Date', 'Description', 'Amount', 'Cheque'], ['2024-07-26', ID, '500.00', '-'])).toBeNull();
  expect(whyOf(['Date', 'Description', 'Amount', 'Code'], ['2024-07-26', ID, '500.00', 'NTRF'])).toBeNull();
  expect(
    whyOf(
      ['Date', 'Description', 'Amount', 'Class'],
      ['2024-07-25', 'x', '-1.00', 'C'],
      ['2024-07-26', ID, '-500.00', 'C'],
    ),
  ).toBeNull();
});

it.each(['Payment failed', 'Declined by bank', 'Pending authorization'])('"%s" is not booked', (word) => {
  for (const heading of ['Status', 'Type'])
    expect(whyOf(['Date', 'Description', 'Amount', heading], ['2024-07-26', ID, '-500.00', word])).toBe('not_booked');
});

it.each(['ACH Return', 'Reversal', 'Return', 'Rücklastschrift', 'Refund'])(
  'a kind "%s" pays nobody, and came back where it came in',
  (kind) => {
    const of = (amount: string) => {
      const { lines } = statementOfGrid(
        gridOf(['Date', 'Description', 'Amount', 'Type'], ['2024-07-26', ID, amount, kind]),
      );
      const [line] = matchStatement(lines, [payment], '2024-12-31').lines;
      return [line!.why, line!.isReturn];
    };
    expect([of('-500.00'), of('500.00'), of('+500.00')]).toEqual([
      ['not_booked', false],
      ['not_booked', false],
      ['money_in', true],
    ]);
  },
);

it('a mark behind a balance says nothing of the line', () => {
  const heading = ['Tran Date', 'Particulars', 'Withdrawal', 'Deposit', 'Balance', 'Dr/Cr'];
  expect(whyOf(heading, ['2024-07-26', ID, '500.00', '', '9,000.00', 'CR'])).toBeNull();
  expect(whyOf(heading, ['2024-07-26', ID, '', '500.00', '9,000.00', 'CR'])).toBe('money_in');
  // Without two columns it may be the line's.
  const one = ['Date', 'Particulars', 'Amount', 'Balance', 'Dr/Cr'];
  expect(whyOf(one, ['2024-07-26', ID, '500.00', '9,000.00', 'CR'])).toBe('money_in');
});

it('columns and rows that were not read are named', () => {
  const { lines, unread } = statementOfGrid(
    gridOf(
      ['Date', 'Description', 'Amount', 'Balance', '', 'Branch', 'Empty'],
      ['2024-07-26', ID, '-500.00', '900.00', 'x', 'London', ''],
      ['2024-07-27', 'No figure', '', '900.00'],
      ['', 'Closing balance', '', '', '', ''],
      ['', '', '', '', '', ''],
    ),
  );
  expect(lines).toHaveLength(1);
  expect(unread).toEqual({ columns: ['Balance', 'column E', 'Branch'], rows: [3, 4] });
});

/** A file as text: lines are parted by bars, P is the payment. What its last line comes to: completed, or why not. */
const comesTo = (file: string) => {
  const parted = file.split(' | ').map((line) => line.split(line.includes(';') ? ';' : ','));
  const named = parted.map((row) => row.map((text) => text.trim().replace(/(?<![A-Za-z/])P(?![A-Za-z/])/, ID)));
  return whyOf(...named) ?? 'completed';
};

it('both marks in the heading of the amount are no direction', () => {
  for (const heading of ['Amount (Dr/Cr)', 'Amount (Cr/Dr)', 'Amount Dr / Cr', 'Amount (+/-)', 'Betrag (S/H)'])
    expect([
      comesTo(`Date,Description,${heading} | 2024-07-25,x,-1.00 | 2024-07-26,P,500.00`),
      comesTo(`Date,Description,${heading} | 2024-07-26,P,500.00 CR`),
      comesTo(`Date,Description,${heading} | 2024-07-26,P,500.00 DR`),
      comesTo(`Date,Description,${heading} | 2024-07-26,P,-500.00`),
    ]).toEqual(['money_in', 'money_in', 'completed', 'completed']);
});

it('a debit that was taken back completes nothing', () => {
  const debits = (...lines: string[]) => comesTo(['Date,Description,Debit,Credit', ...lines].join(' | '));
  expect([
    debits('2024-07-25,Rent,12.00,', '2024-07-26,P,-500.00,'),
    debits('2024-07-24,x,12.00,', '2024-07-25,Rent,12.00,', '2024-07-26,RETURNED P,(500.00),'),
    debits('2024-07-24,x,-12.00,', '2024-07-25,y,-12.00,', '2024-07-26,P,500.00,'),
    debits('2024-07-26,RETURNED P,-500.00,'),
    comesTo('Datum;Text;Soll;Haben | 25.07.2024;Miete;12,00; | 26.07.2024;Storno P;-500,00;'),
    comesTo('Date,Description,Type,Amount | 2024-07-24,x,D,-1 | 2024-07-24,y,D,-1 | 2024-07-26,P,D,500.00'),
  ]).toEqual(['asked', 'asked', 'asked', 'asked', 'asked', 'unreadable']);
  expect([
    debits('2024-07-25,Rent,-12.00,', '2024-07-25,x,,5.00', '2024-07-26,P,-500.00,'),
    debits('2024-07-25,Rent,12.00,0.00', '2024-07-25,x,0.00,5.00', '2024-07-26,P,500.00,0.00'),
    // Of those that most have.
    debits('2024-07-24,x,12.00,', '2024-07-25,Rent,-12.00,', '2024-07-26,P,500.00,'),
  ]).toEqual(['completed', 'completed', 'completed']);
});

it.each(
  listed(
    'Wire In;ACH In;Cash in;Pay-in;Top-up;Add funds;Transfer from;Inward remittance;Virement entrant;Versement',
    'Remise;Virement en votre faveur;Überweisungseingang;Eingang Überweisung;Eingehende Zahlung;Rückgutschrift',
    'Transferencia recibida;Ingreso por transferencia;Traspaso a su favor;Incoming wire;Wire Transfer In',
    'Lodgement;Tilgodehavende;Zzz',
  ),
)('a kind "%s" is not taken for money out', (kind) => {
  for (const heading of ['Type', 'Art', 'Nature', 'Tipo'])
    for (const other of ['Payment', 'ACH', ''])
      expect(
        comesTo(`Date,Description,${heading},Amount | 2024-07-25,x,${other},1.00 | 2024-07-26,P,${kind},500.00`),
      ).toMatch(/^(money_in|asked|not_booked)$/);
});
it.each(listed('ACH;Wire;Payment;Überweisung;Virement;Transferencia;NTRF;Dividend;'))(
  'a kind "%s" says how a payment was made',
  (kind) => {
    expect(comesTo(`Date,Description,Type,Amount | 2024-07-26,P,${kind},500.00`)).toBe('completed');
    expect(comesTo(`Date,Description,Type,Amount | 2024-07-26,P,Zzz,-500.00`)).toBe('completed');
  },
);

it.each(
  listed(
    'RTN P;RETD P;ACH R03 P;R03 NO ACCOUNT P;Returning funds P;Retournierung P;GUTSCHRIFT P;INCOMING WIRE P;ACH CREDIT P',
    'Rückgutschrift P;Zahlungseingang P;VIREMENT RECU P;Transferencia recibida P;unpaid P;Transfer received P',
  ),
)('the text "%s" is asked', (text) => {
  expect(comesTo(`Date,Description,Amount | 2024-07-26,${text},500.00`)).toBe('asked');
});
it('a text that speaks of a credit left the account where a sign or a column says so', () => {
  for (const text of ['ACH CREDIT P', 'SEPA CREDIT TRANSFER P', 'DIVIDEND P', 'Return of capital P'])
    expect([
      comesTo(`Date,Description,Amount | 2024-07-26,${text},-500.00`),
      comesTo(`Date,Description,Debit,Credit | 2024-07-26,${text},500.00,`),
    ]).toEqual(['completed', 'completed']);
});

it.each(
  listed(
    'PENDING: P;PENDING DIVIDEND P;FAILED ACH P;VOIDED P;VORGEMERKT P;P (pending);Cancelled P;Échoué P;Rechazado P',
  ),
)('the text "%s" is asked, whatever says that it left', (text) => {
  for (const amount of ['500.00', '-500.00', '500.00 DR'])
    expect(comesTo(`Date,Description,Amount | 2024-07-26,${text},${amount}`)).toBe('asked');
  expect(comesTo(`Date,Description,Debit,Credit | 2024-07-26,${text},500.00,`)).toBe('asked');
});
it.each(['Authorization hold', 'Temporary hold', 'Pre-authorization', 'Failed ACH'])(
  'a kind "%s" is not booked',
  (kind) => {
    expect(comesTo(`Date,Description,Type,Amount | 2024-07-26,P,${kind},-500.00`)).toBe('not_booked');
  },
);

it.each([
  ['Date,Description,Amount (EUR)', '2024-07-26,P,-500.00'],
  ['Datum;Verwendungszweck;Betrag (€)', '26.07.2024;P;-500,00'],
  ['Datum;Verwendungszweck;Betrag in EUR', '26.07.2024;P;-500,00'],
  ['Date,Description,amount_eur', '2024-07-26,P,-500.00'],
  ['Date,Description,Debit (EUR),Credit (EUR)', '2024-07-26,P,500.00,'],
  ['Date,Description,Amount,Currency', '2024-07-26,P,-500.00,Euro'],
  ['Date,Description,Amount,Currency', '2024-07-26,P,-500.00,€'],
  ['Date,Description,Amount,Currency', '2024-07-26,P,-500.00,eur'],
  ['Account,DE00,Currency,EUR | Date,Description,Amount', '2024-07-26,P,-500.00'],
  ['Account,Currency,Balance | DE00,EUR,12.00 | Date,Description,Amount', '2024-07-26,P,-500.00'],
  ['Currency: EUR | Date,Description,Amount', '2024-07-26,P,-500.00'],
  ['Kontostand;1.234,00 EUR | Datum;Text;Betrag', '26.07.2024;P;-500,00'],
  [
    'Date,Description,Transaction Amount,Transaction Currency,Amount,Account Currency',
    '2024-07-26,P,-540.00,USD,-500.00,EUR',
  ],
])('%s is in euros', (above, line) => {
  expect(comesTo(`${above} | ${line}`)).toBe('amount_differs');
  expect(comesTo(`${above} | ${line}`.replace(/EUR|eur|Euro|€/g, 'USD').replace('540', '500'))).toBe('completed');
});
it.each([
  ['Date,Description,Amount,Currency | 2024-07-26,P,-500.00,Dinar'],
  ['Date,Description,Amount (EUR),Currency | 2024-07-26,P,-500.00,USD'],
  ['Date,Description,Transaction Amount,Transaction Currency,Amount | 2024-07-26,P,-540.00,USD,-500.00'],
  ['Currency: Dinar | Date,Description,Amount | 2024-07-26,P,-500.00'],
])('%s: nobody knows in which currency', (file) => {
  expect(comesTo(file)).toBe('unreadable');
});

it.each([
  ['Debet/Kredit', 'K', 'D'],
  ['Movement', 'Lodgement', 'Payment'],
  ['Mouvement', 'Entrée', 'Sortie'],
  ['Bewegung', 'Gutschrift', 'Zahlung'],
  ['Category', 'Incoming', 'Rent'],
  ['Category', 'Zzz', 'Incoming'],
  ['Transaction Side', 'Credit', 'Buy'],
  ['D/W', 'D', 'W'],
  ['D/W', 'W', 'W'],
  ['Is Credit', 'TRUE', 'FALSE'],
  ['借/贷', '贷', '借'],
  ['借贷标志', '贷', '借'],
  ['Strona', 'Uznanie', 'Obciążenie'],
  ['Whatever', 'Zzz', 'Debit'],
  ['Withdrawal/Deposit', 'Zzz', 'Withdrawal'],
])('a direction under "%s" (%s) is not taken for money out', (heading, word, other) => {
  const file = `Date,Description,Amount,${heading} | 2024-07-25,x,1.00,${other} | 2024-07-26,P,500.00,${word}`;
  expect(comesTo(file)).toMatch(/^(money_in|asked)$/);
});

it.each(
  listed(
    'Payment State;Processing Status;ACH Status;Result;Outcome;Bearbeitungsstatus;Verarbeitungsstatus;Status of payment',
    'Booked;Cleared;Posted?;Reconciled;Is Pending;Pending;Reversal;Is cancelled;Storniert;Payment_Status',
  ),
)('a word that nobody knows under "%s" is asked', (heading) => {
  const of = (word: string, amount = '-500.00') =>
    comesTo(`Date,Description,Amount,${heading} | 2024-07-26,P,${amount},${word}`);
  expect([of('Zzz'), of('Qqq', '500.00 DR'), of('Failed'), of('')]).toEqual([
    'asked',
    'asked',
    'not_booked',
    'completed',
  ]);
  expect(of('Settled')).toBe('completed');
});
it.each(['Booked', 'Cleared', 'Posted?', 'Reconciled', 'Is settled'])('"%s" is a yes, a no or a gap', (heading) => {
  const of = (word: string) =>
    comesTo(`Date,Description,Amount,${heading} | 2024-07-25,x,-1.00,Yes | 2024-07-26,P,-500.00,${word}`);
  expect([of('Yes'), of('TRUE'), of('x'), of('2024-07-26'), of('No'), of('false'), of('')]).toEqual([
    ...Array.from({ length: 4 }, () => 'completed'),
    'not_booked',
    'not_booked',
    'asked',
  ]);
});
it.each(['Pending', 'Is Pending', 'Reversal', 'Voided'])('"%s" is a yes or a no', (heading) => {
  const of = (word: string) => comesTo(`Date,Description,Amount,${heading} | 2024-07-26,P,-500.00,${word}`);
  expect([of('Yes'), of('1'), of('No'), of('0'), of('maybe')]).toEqual([
    'not_booked',
    'not_booked',
    'completed',
    'completed',
    'asked',
  ]);
});
it('a column in which some words are standings asks for the others', () => {
  const of = (word: string) =>
    comesTo(`Date,Description,Amount,Xyz | 2024-07-25,x,-1.00,Pending | 2024-07-26,P,-500.00,${word}`);
  expect([of('Zzz'), of('Posted'), of('Failed')]).toEqual(['asked', 'completed', 'not_booked']);
});

it.each(['Pending transactions', 'Vorgemerkte Umsätze', 'Scheduled payments', 'Opérations à venir', 'Pending'])(
  'the lines below "%s" are asked',
  (section) => {
    const heading = 'Date,Description,Amount';
    const line = '2024-07-26,P,-500.00';
    expect([
      comesTo(`${heading} | ${section} | ${line}`),
      comesTo(`${section} | ${heading} | ${line}`),
      comesTo(`${heading} | ,${section},-512.00 | 2024-07-25,x,-12.00 | ${line}`),
      comesTo(`${heading} | ${section} | 2024-07-25,x,-12.00 | Posted transactions | ${line}`),
      comesTo(`${heading} | ${line.replace('P', 'x')} | Posted transactions | ${line}`),
    ]).toEqual(['asked', 'asked', 'asked', 'completed', 'completed']);
  },
);

describe('a workbook', () => {
  const headings = ['Date', 'Description', 'Amount'];
  const line = ['2024-07-26', ID, '-500.00'];
  const of = (grid: Grid) => matchStatement(statementOfGrid(grid).lines, [payment], '2024-12-31').lines.at(-1)!.why;

  it('has hidden rows and tabs that nobody sees', () => {
    const [tab] = gridOf(headings, line).tabs;
    const grid = gridOf();
    const rows = tab!.rows.map((row) => ({ ...row, hidden: row.number === 2 }));
    expect(of({ ...grid, tabs: [{ ...tab!, rows }] })).toBe('unreadable');
    expect(of({ ...grid, tabs: [{ ...tab!, hidden: true }] })).toBe('unreadable');
    expect(of({ ...grid, tabs: [tab!] })).toBeNull();
  });

  it('names the tabs that are not read, and reads what is seen first', () => {
    const grid = gridOf();
    const [first] = gridOf(headings, line).tabs;
    const [other] = gridOf(headings, ['2024-07-27', 'x', '-1.00']).tabs;
    const tabs = [
      { ...other!, name: 'Old', hidden: true },
      { ...first!, name: 'May' },
      { ...other!, name: 'June' },
    ];
    const { lines, unread } = statementOfGrid({ ...grid, tabs });
    expect(lines).toHaveLength(1);
    expect(unread.columns).toEqual(['everything on the tab “Old”', 'everything on the tab “June”']);
    expect(of({ ...grid, tabs: [{ ...first!, name: 'Pending' }] })).toBe('asked');
  });
});

it('a second table in one file is read by its own headings', () => {
  const first = 'Date,Description,Debit,Credit | 2024-07-25,x,12.00,';
  expect(comesTo(`${first} | Date,Description,Credit,Debit | 2024-07-26,P,500.00,`)).toBe('money_in');
  expect(comesTo(`${first} | Date,Description,Debit,Credit | 2024-07-26,P,500.00,`)).toBe('completed');
  expect(comesTo(`${first} | Description,Date,Credit,Debit | P,2024-07-26,,500.00`)).toBe('completed');
});

it.each<[string, [string, string], string | null]>([
  ['500', ['Cr', '-Cr'], 'money_in'],
  ['500', ['+', '-'], 'money_in'],
  ['500', ['Dr', 'Cr'], null],
  ['-500', ['Dr', 'Cr'], 'money_in'],
  ['-500', ['+', '-'], null],
  ['-500', ['Cr', '-Cr'], 'unreadable'],
  ['500', ['?', '?'], 'unreadable'],
])('the stored number %s, shown with %s, comes to %s', (text, marks, why) => {
  const grid = gridOf(['Date', 'Description', 'Amount'], ['2024-07-26', ID, Number(text)]);
  grid.tabs[0]!.rows[1]!.cells[2] = { ...cell(Number(text), 3), marks };
  expect(matchStatement(statementOfGrid(grid).lines, [payment], '2024-12-31').lines.at(-1)!.why).toBe(why);
});
