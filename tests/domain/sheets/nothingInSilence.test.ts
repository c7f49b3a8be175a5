// What a file says in a word, a second column or a form is read, asked or named at its place: journals, statuses, exercises, SAFEs
// beside shares, ratios, names, separators; and what is left out is said.
import { describe, expect, it } from 'vitest';
import { csvOf, findingsOf, gridOf, placesOf, read } from '#tests/support/sheets/grids.ts';
import type { SheetAnswers } from '#src/domain/sheets/reading.ts';
import { figuresOf, holdingsOf } from '#tests/support/sheets/holdings.ts';
import { readPayments } from '#tests/support/sheets/payments.ts';

const DAY = '2024-12-31';
const gridFrom = (text: string, separator: ',' | ';' = ',') =>
  csvOf(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(separator).map((cell) => cell.trim())),
    separator,
  );
const readText = (text: string, answers: SheetAnswers = {}, separator: ',' | ';' = ',') =>
  read(gridFrom(text, separator), { as_of: DAY, ...answers });
const names = (result: ReturnType<typeof read>) =>
  result.statics
    .filter(({ object_type }) => object_type === 'STAKEHOLDER')
    .map((each) => (each['name'] as { legal_name: string }).legal_name);

describe('a journal of transfers', () => {
  it.each([
    ['From,To', 'Date,Type,From,To,Class,Number of shares', 'Issue,,Ann', 'Transfer,Ann,Ben', 'Repurchase,Ben,Company'],
    [
      'Transferor,Transferee',
      'Date,Transaction type,Transferor,Transferee,Class,Shares',
      'Allotment,,Ann',
      'Sale,Ann,Ben',
      'Buy-back,Ben,',
    ],
    [
      'Seller,Buyer',
      'Date,Event,Seller,Buyer,Class,Shares',
      'Issuance,,Ann',
      'Transfer,Ann,Ben',
      'Redemption,Ben,Treasury',
    ],
    [
      'Old,New holder',
      'Date,Type,Old holder,New holder,Class,Shares',
      'Subscription,,Ann',
      'Gift,Ann,Ben',
      'Cancellation,Ben,',
    ],
    [
      'Von,An',
      'Datum,Vorgang,Von,An,Gattung,Anzahl',
      'Ausgabe,,Ann',
      'Übertragung,Ann,Ben',
      'Rückkauf,Ben,Gesellschaft',
    ],
    [
      'Cédant,Cessionnaire',
      'Date,Opération,Cédant,Cessionnaire,Catégorie,Actions',
      'Émission,,Ann',
      'Cession,Ann,Ben',
      'Rachat,Ben,Société',
    ],
    ['De,A', 'Fecha,Tipo,De,A,Clase,Acciones', 'Emisión,,Ann', 'Transmisión,Ann,Ben', 'Recompra,Ben,Sociedad'],
  ])('with %s is replayed', (_pair, head, issue, transfer, back) => {
    const rows = [
      `2023-01-10,${issue},Common,1000`,
      `2024-03-01,${transfer},Common,200`,
      `2024-06-01,${back},Common,50`,
    ];
    const result = readText([head, ...rows].join('\n'));
    expect(holdingsOf(result, '2024-02-29')).toEqual({ 'Ann, Common': '1000' });
    expect(holdingsOf(result, '2024-03-31')).toEqual({ 'Ann, Common': '800', 'Ben, Common': '200' });
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann, Common': '800', 'Ben, Common': '150' });
    expect([result.reading.status, placesOf(result)]).toEqual(['ready', []]);
  });

  it.each([
    ['a transfer without a giver', '2024-03-01,Transfer,,Ben,Common,200', 'seller_missing'],
    ['a transfer without a receiver', '2024-03-01,Transfer,Ann,,Common,200', 'receiver_missing'],
    ['an issue with a giver', '2024-03-01,Issue,Ann,Ben,Common,200', 'event_contradicts'],
    ['a repurchase with a receiver', '2024-03-01,Repurchase,Ann,Ben,Common,200', 'event_contradicts'],
    ['a transfer to oneself', '2024-03-01,Transfer,Ann,Ann,Common,200', 'event_contradicts'],
    ['more than was held', '2024-03-01,Transfer,Ann,Ben,Common,2000', 'not_enough_shares'],
    ['a conversion without its class', '2024-03-01,Conversion,,Ann,Common,200', 'class_missing'],
  ])('names %s', (_what, row, code) => {
    const result = readText(`Date,Type,From,To,Class,Shares\n2023-01-10,Issue,,Ann,Common,1000\n${row}`);
    expect(findingsOf(result, code)).toMatchObject([{ row: 3, severity: 'error' }]);
  });

  it('asks once what a word means that is not known', () => {
    const text =
      'Date,Type,From,To,Class,Shares\n2023-01-10,Issue,,Ann,Common,1000\n2024-03-01,Drag,Ann,Ben,Common,200\n2024-04-01,Drag,Ann,Ben,Common,100';
    expect(readText(text).reading.questions).toMatchObject([
      { code: 'event_meaning', id: 'event_meaning:drag', rows: [3, 4] },
    ]);
    const result = readText(text, { answers: { 'event_meaning:drag': 'transfer' } });
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann, Common': '700', 'Ben, Common': '300' });
  });
});

describe('a status', () => {
  it.each(['Status', 'State', 'Stand', 'Statut', 'Estado', 'Stato'])(
    'under “%s” decides what of a table of holdings counts',
    (heading) => {
      const result = readText(
        `Holder,Class,Shares,${heading}\nAnn Kell,Common,900,Outstanding\nBen Ost,Common,40,Canceled\nCas Roe,Common,60,Repurchased\nDee Poe,Common,7,Draft`,
      );
      expect(figuresOf(result, DAY).outstanding).toBe('900');
      expect(placesOf(result).filter((place) => !place.startsWith('date_missing'))).toEqual([
        'row_ended D3',
        'row_ended D4',
        'not_issued D5',
      ]);
    },
  );

  it.each([
    ['Forfeited', 0],
    ['Verfallen', 0],
    ['Caduque', 0],
    ['Expired', 0],
    ['Cancelled', 0],
    ['Anulada', 0],
    ['Exercised', 0],
    ['Ausgeübt', 0],
    ['Vested', 1000],
    ['En vigueur', 1000],
  ])('of a grant, %s, leaves %d options', (status, left) => {
    const result = readText(
      `ID,Holder,Plan,Granted,Strike Price,Grant Date,Status\nES-1,Ann Kell,2020 Plan,1000,0.50,2021-02-01,${status}`,
    );
    expect(figuresOf(result, DAY).options).toBe(String(left));
    expect(findingsOf(result, 'date_missing').some(({ row }) => row === 2)).toBe(left === 0);
  });

  it('ends convertibles and warrants', () => {
    const notes = readText(
      'Security ID,Investor,Instrument,Principal,Issue Date,Status\nSAFE-1,Ann Kell,Post-money SAFE,100000,2024-01-15,Converted\nSAFE-2,Ben Ost,Post-money SAFE,50000,2024-01-15,Outstanding\nSAFE-3,Cas Roe,Post-money SAFE,7000,2024-01-15,Remboursé',
    );
    expect(figuresOf(notes, DAY).principal).toEqual(['SAFE 50000']);
    const warrants = readText(
      'Warrant ID,Warrantholder,Class,Quantity,Exercise Price,Issue Date,Status\nW-1,Ann,Common,100,1,2024-01-15,Expired\nW-2,Ben,Common,30,1,2024-01-15,Active',
    );
    expect(figuresOf(warrants, DAY).fully_diluted).toBe('30');
  });

  it('of a certificate needs its day, and a draft is no certificate', () => {
    const head = 'Certificate,Shareholder,Class,Shares,Issue Date,Cancelled on,Status';
    const result = readText(
      `${head}\nCS-1,Ann Kell,Common,1000,2023-01-10,,Issued\nCS-2,Ben Ost,Common,500,2024-03-01,,Entwurf\nCS-3,Cas Roe,Common,200,2024-03-01,2024-05-01,Vendue`,
    );
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann Kell, Common': '1000' });
    const dayless = readText(`${head}\nCS-3,Cas Roe,Common,200,2024-03-01,,Transferred`);
    expect(placesOf(dayless)).toEqual(['cancel_date_missing F2']);
  });

  it('that is not known is asked once, and one that the row contradicts is an error', () => {
    const text = 'Holder,Class,Shares,Status\nAnn,Common,900,Frozen\nBen,Common,40,frozen\nCas,Common,5,Current';
    expect(readText(text).reading.questions).toMatchObject([{ id: 'status_meaning:frozen', rows: [2, 3] }]);
    const ended = readText(text, { answers: { 'status_meaning:frozen': 'cancelled' } });
    expect(figuresOf(ended, DAY).outstanding).toBe('5');
    const both = readText(
      'Certificate,Shareholder,Class,Quantity Issued,Quantity Outstanding,Issue Date,Status\nCS-1,Ann,Common,100,60,2023-01-10,Cancelled',
    );
    expect(placesOf(both)).toEqual(['status_contradicts G2']);
  });

  it('of a payment that failed keeps it out', () => {
    const result = readPayments(
      gridFrom(
        'Shareholder,Class,Distribution,Paid on,Gross,Net,Status\nAnn,Common,Dividend 2023,2023-06-15,100,100,Paid\nBen,Common,Dividend 2023,2023-06-15,50,50,Returned',
      ),
    );
    expect(result.reading.records.payments).toBe(1);
    expect(findingsOf(result, 'not_issued')).toMatchObject([{ row: 3 }]);
  });
});

describe('a grant that was exercised', () => {
  const grants =
    'ID,Holder,Plan,Granted,Exercised,Lapsed,Strike Price,Grant Date,Exercise Date\nES-1,Ann Kell,2020 Plan,4000,1500,500,0.50,2021-02-01,2023-04-05';
  it('makes its shares where the file has none', () => {
    const result = readText(grants);
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann Kell, Common Stock': '1500' });
    expect(holdingsOf(result, '2023-04-04')).toEqual({});
    expect(figuresOf(result, DAY).options).toBe('2000');
    expect(findingsOf(result, 'exercise_shares_made')).toMatchObject([{ row: 2, column: 'E' }]);
  });

  it('is asked about where the file has shares', () => {
    const grid = gridOf(
      { name: 'Grants', rows: gridRows(grants) },
      { name: 'Shares', rows: gridRows('Holder,Class,Shares\nAnn Kell,Common,5000') },
    );
    const open = read(grid, { as_of: DAY });
    const { id } = open.reading.questions[0]!;
    expect(open.reading.questions).toMatchObject([{ code: 'exercise_shares', rows: [2] }]);
    const outstanding = (value: string) =>
      figuresOf(read(grid, { as_of: DAY, answers: { [id]: value } }), DAY).outstanding;
    expect([outstanding('held'), outstanding('make')]).toEqual(['5000', '6500']);
  });
});

const gridRows = (text: string) => text.split('\n').map((line) => line.split(','));

describe('holdings and SAFEs on one row', () => {
  it('are both read', () => {
    const result = readText(
      'Holder,Common,Options,SAFE amount,Valuation Cap,Discount\nAnn Kell,8000000,,,,\nBen Ost,,20000,,,\nCas Roe,100,,250000,5000000,20%',
    );
    expect(figuresOf(result, DAY)).toMatchObject({
      outstanding: '8000100',
      options: '20000',
      principal: ['SAFE 250000'],
    });
    expect(findingsOf(result, 'date_missing').map(({ row }) => row)).toContain(4);
  });

  it('by class are told apart, and a SAFE without its amount is named', () => {
    const result = readText('Holder,Class,Shares,Principal\nAnn Kell,Common,8000,\nCas Roe,SAFE,,250000');
    expect(figuresOf(result, DAY)).toMatchObject({ outstanding: '8000', principal: ['SAFE 250000'] });
    expect(placesOf(readText('Holder,Class,Shares\nAnn,Common,8000\nCas,SAFE,250000'))).toContain(
      'class_is_no_stock B3',
    );
  });
});

describe('a ratio', () => {
  const wide = (heading: string, converted: string) =>
    readText(`Name,Common (CS) Stock,Series A (PA) Preferred,${heading}\nAnn,100,,\nCas,,30,${converted}`);
  it.each([
    ['Series A (PA) Preferred 1:1.5 Conversion Ratio', '45', '145'],
    ['Series A (PA) Preferred 2:1 Conversion Ratio', '15', '115'],
    ['Series A (PA) Preferred 2:1 Conversion Ratio', '60', '160'],
    ['Series A (PA) Preferred as converted', '90', '190'],
  ])('of “%s” counts fully diluted', (heading, converted, total) => {
    expect(figuresOf(wide(heading, converted), DAY).fully_diluted).toBe(total);
  });

  it('that the figures contradict is named', () => {
    expect(findingsOf(wide('Series A (PA) Preferred 1:1.5 Conversion Ratio', '44'), 'ratio_mismatch')).toMatchObject([
      { row: 3, column: 'D' },
    ]);
  });

  it.each([
    ['1.5x', '145'],
    ['1:1.5', '145'],
    ['1.5', '145'],
    ['1 to 2', '160'],
  ])('of a table of classes, %s', (ratio, total) => {
    const grid = gridOf(
      {
        name: 'Classes',
        rows: gridRows(`Class name,Class Type,Conversion ratio\nCommon,Common,\nSeries A,Preferred,${ratio}`),
      },
      { name: 'Holdings', rows: gridRows('Holder,Class,Shares\nAnn,Common,100\nCas,Series A,30') },
    );
    expect(figuresOf(read(grid, { as_of: DAY }), DAY).fully_diluted).toBe(total);
  });

  it('of two for one is asked, and what is no ratio is named', () => {
    const grid = (ratio: string) =>
      gridOf(
        {
          name: 'Classes',
          rows: gridRows(`Class name,Class Type,Conversion ratio\nCommon,Common,\nSeries A,Preferred,${ratio}`),
        },
        { name: 'Holdings', rows: gridRows('Holder,Class,Shares\nAnn,Common,100\nCas,Series A,30') },
      );
    const open = read(grid('2:1'), { as_of: DAY });
    expect(open.reading.questions).toMatchObject([{ code: 'conversion_ratio' }]);
    const total = (value: string) =>
      figuresOf(read(grid('2:1'), { as_of: DAY, answers: { [open.reading.questions[0]!.id]: value } }), DAY)
        .fully_diluted;
    expect([total('class_first'), total('common_first')]).toEqual(['115', '160']);
    expect(placesOf(read(grid('as agreed'), { as_of: DAY }))).toContain('ratio_unclear Classes!C3');
  });
});

describe('a holder’s cell', () => {
  it.each([
    'Ida Lowe <ida@acorn.example>',
    '"Ida Lowe" <ida@acorn.example>',
    'Ida Lowe (ida@acorn.example)',
    'Ida Lowe - ida@acorn.example',
    'Ida Lowe [ida@acorn.example]',
    'ida@acorn.example Ida Lowe',
    'Ida Lowe mailto:ida@acorn.example',
  ])('with an e-mail is a name and an e-mail: %s', (cell) => {
    const result = read(
      csvOf([
        ['Holder', 'Class', 'Shares'],
        [cell, 'Common', '2500'],
      ]),
      { as_of: DAY },
    );
    expect(result.statics[0]).toMatchObject({
      name: { legal_name: 'Ida Lowe' },
      contact_info: { emails: [{ email_address: 'ida@acorn.example' }] },
    });
    expect(findingsOf(result, 'email_in_name')).toMatchObject([{ row: 2, column: 'A' }]);
  });

  it('says where the column of e-mails has another', () => {
    const result = readText('Holder,Email,Class,Shares\nIda Lowe <ida@a.example>,ida@b.example,Common,5');
    expect(findingsOf(result, 'email_differs')).toMatchObject([{ row: 2 }]);
    expect(placesOf(readText('Holder,Class,Shares\nIda <i@a.example> and Bo <b@a.example>,Common,5'))).toContain(
      'name_with_addresses A2',
    );
  });

  it('of an institution beside a person: the institution holds, unless the row says otherwise', () => {
    const text = (type: string) =>
      `Full name,Email,Institution name,Type\nLena Hart,lena@alder.example,Alder Ventures,${type}`;
    expect(names(readText(text('Institution')))).toEqual(['Alder Ventures']);
    expect(names(readText(text('')))).toEqual(['Alder Ventures']);
    expect(names(readText(text('Individual')))).toEqual(['Lena Hart']);
    expect(readText(text('Institution')).statics[0]).toMatchObject({
      primary_contact: { name: { legal_name: 'Lena Hart' } },
    });
    const holders = readText('Shareholder,Company,Class,Shares\nLena Hart,Alder Ventures,Common,5\nBo Lind,,Common,7');
    expect(names(holders)).toEqual(['Alder Ventures', 'Bo Lind']);
  });

  it('that is merged counts for each of its rows, and a figure for none but the first', () => {
    const rows = [
      ['Certificate', 'Shareholder', 'Class', 'Shares', 'Issue Date'],
      ['CS-1', 'Ann Kell', 'Common', '100', '2024-01-15'],
      ['CS-2', '', '', '20', '2024-01-15'],
      ['CS-3', '', '', '', '2024-01-15'],
      ['CS-4', 'Bo Ost', 'Common', '50', '2024-01-15'],
    ];
    const merges = [2, 3, 4].map((column) => ({
      firstRow: column === 4 ? 3 : 2,
      lastRow: 4,
      firstColumn: column,
      lastColumn: column,
    }));
    const result = read(gridOf({ name: 'Register', rows, merges }));
    expect(holdingsOf(result, DAY)).toEqual({ 'Ann Kell, Common': '120', 'Bo Ost, Common': '50' });
    expect(placesOf(result)).toEqual(['figure_merged Register!D4']);
    expect(placesOf(read(gridOf({ name: 'Register', rows }))).slice(0, 1)).toEqual(['holder_missing Register!B3']);
  });

  it('under the title of a group has its relationship', () => {
    const result = readText(
      'Holder,Common\nFounders\nAnn Kell,100\nInvestors\nAlder Ventures,50\n2024 Employee Plan\nGranted options,10',
    );
    const relationship = (name: string) =>
      result.statics.find((each) => (each['name'] as { legal_name?: string }).legal_name === name)?.[
        'current_relationship'
      ];
    expect([relationship('Ann Kell'), relationship('Alder Ventures')]).toEqual(['FOUNDER', 'INVESTOR']);
  });
});

describe('headings', () => {
  it.each([
    ['Portuguese', 'Acionista;Classe;Quantidade de ações;Data de emissão\nAna Reis;Preferred;1.000;15/01/2024'],
    ['Italian', 'Azionista;Categoria;Numero di azioni;Data di emissione\nAna Reis;Preferred;1.000;15/01/2024'],
    ['Dutch', 'Aandeelhouder;Soort;Aantal aandelen;Datum van uitgifte\nAna Reis;Preferred;1.000;15/01/2024'],
    [
      'British',
      'Name of member;Class of share;Number of shares held;Date of allotment\nAna Reis;Preferred;1.000;15/01/2024',
    ],
    ['of two words', 'Holder / Counterparty;Type of Security;Shares;Issue Date\nAna Reis;Preferred;1.000;15/01/2024'],
  ])('in %s are read', (_language, text) => {
    const result = readText(text, {}, ';');
    expect(holdingsOf(result, '2024-01-15')).toEqual({ 'Ana Reis, Preferred': '1000' });
    expect(holdingsOf(result, '2024-01-14')).toEqual({});
  });

  it('that nobody knows are asked about, and a file of which nothing is left is an error', () => {
    const text = 'Akcjonariusz,Liczba akcji\nAna Reis,1000\nBo Lind,50';
    const open = readText(text);
    expect(open.reading).toMatchObject({ status: 'questions', questions: [{ code: 'table_role' }] });
    const ignored = readText(text, { tables: [{ id: 't1', role: 'ignore' }] });
    expect([ignored.reading.status, placesOf(ignored)]).toEqual(['errors', ['nothing_to_import ']]);
    expect(ignored.reading.left_out).toMatchObject([{ column: null, cells: 6, reason: 'chosen' }]);
    expect(placesOf(readText(text, { tables: [{ id: 't1', role: 'snapshot' }] }))).toContain('holder_column_missing 1');
  });

  it('that are not understood are warnings by their name, and notes are listed', () => {
    const result = readText(
      'Holder,Class,Shares,Colour,Notes,Ownership\nAnn,Common,100,red,old friend,66 %\nBen,Common,50,,,34 %',
    );
    expect(findingsOf(result, 'column_not_read')).toMatchObject([
      { row: 1, column: 'D', heading: 'Colour', severity: 'warning', message: expect.stringContaining('1 value') },
    ]);
    expect(result.reading.left_out).toEqual([
      { tab: null, column: 'D', heading: 'Colour', rows: [], cells: 1, reason: 'not_understood' },
      { tab: null, column: 'E', heading: 'Notes', rows: [], cells: 1, reason: 'not_kept' },
      { tab: null, column: 'F', heading: 'Ownership', rows: [], cells: 2, reason: 'computed' },
    ]);
  });

  it('that a table of this kind has no place for are warnings, too', () => {
    const result = readText(
      'Security ID,Investor,Instrument,Principal,Issue Date,Share Class,Plan Name\nSAFE-1,Ann,Post-money SAFE,100,2024-01-15,Common,2020 Plan',
    );
    expect(findingsOf(result, 'column_not_read').map(({ heading }) => heading)).toEqual(['Share Class', 'Plan Name']);
  });
});

describe('what would be lost', () => {
  const lost = (text: string) =>
    readText(text).reading.left_out.map(({ column, heading, reason }) => [column, heading, reason]);
  it.each([
    ['Holder,Common,Treasury Stock\nAnn,100,7', 'C', 'Treasury Stock'],
    ['Holder,Common,Option Pool Shares\nAnn,100,7', 'C', 'Option Pool Shares'],
    ['Holder,Common,Virtual Shares\nAnn,100,7', 'C', 'Virtual Shares'],
    ['Holder,Common,Warrants\nAnn,100,7', 'C', 'Warrants'],
    ['Holder,Class,Shares,\nAnn,Common,100,7', 'D', ''],
  ])('is a column by its name: %s', (text, column, heading) => {
    expect(lost(text)).toEqual([[column, heading, 'not_understood']]);
    expect(figuresOf(readText(text), DAY).outstanding).toBe('100');
  });

  it('is what has vested of holdings', () => {
    expect(lost('Holder,Class,Shares,Vested\nAnn,Common,100,7')).toEqual([['D', 'Vested', 'no_place']]);
  });

  it('is no journal where “From” and “To” are numbers of shares', () => {
    const result = readText(
      'Certificate,Shareholder,Class,Shares,Issue Date,From,To\nCS-1,Ann,Common,100,2024-01-15,1,100',
    );
    expect([result.reading.tables[0]!.role, holdingsOf(result, DAY)]).toEqual([
      'certificates',
      { 'Ann, Common': '100' },
    ]);
    expect(findingsOf(result, 'column_not_read').map(({ heading }) => heading)).toEqual(['From', 'To']);
  });

  it('are options of a table of holdings that the table of grants does not have', () => {
    const grid = gridOf(
      { name: 'Cap table', rows: gridRows('Holder,Common,Options\nAnn,100,\nBen,,500\nCas,,40') },
      {
        name: 'Grants',
        rows: gridRows('ID,Holder,Plan,Granted,Strike Price,Grant Date\nES-1,Ben,2020 Plan,500,0.5,2021-02-01'),
      },
    );
    const { tie_out } = read(grid, { as_of: DAY }).reading;
    expect(tie_out).toContainEqual({ what: 'granted', name: null, file: '540', ours: '500', difference: '-40' });
  });
});

describe('sixty or sixty thousand', () => {
  const text = (...shares: string[]) =>
    `Holder;Class;Shares;Price\n${shares.map((each, index) => `H${index};Common;${each};0.10`).join('\n')}`;
  it('is asked for the column, at the cell', () => {
    const open = readText(text('250000', '60.000'), {}, ';');
    expect(open.reading.questions).toMatchObject([{ code: 'decimal_sign', column: 'C', rows: [3] }]);
    const total = (sign: string) =>
      figuresOf(readText(text('250000', '60.000'), { answers: { 'decimal_sign:t1:C': sign } }, ';'), DAY).outstanding;
    expect([total('.'), total(',')]).toEqual(['250060', '310000']);
  });

  it('is asked of an amount that only other columns give a sign to', () => {
    const result = readText('Investor;Instrument;Principal;Issue Date;Price\nAnn;SAFE;60.000;2024-01-15;0.10', {}, ';');
    expect(result.reading.questions.map(({ code }) => code)).toEqual(['decimal_sign']);
  });
});
