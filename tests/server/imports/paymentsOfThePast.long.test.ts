// Distributions and payments of the past by HTTP: imported with a spreadsheet, paid and marked, taken back and imported again.
import { beforeEach, describe, expect, it } from 'vitest';
import { Database } from '#server/db/database.ts';
import type { Row } from '#server/db/database.ts';
import { compareLedger } from '#server/maintenance/verify/compareLedger.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { workbookZip } from '#tests/support/sheets/sheetFiles.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

const HEAD =
  'Distribution,Holder,Email,Class,Shares,Record date,Payment date,Paid on,Gross,Withholding tax,Net,Reference';
const PAYMENTS = `${HEAD}
Dividend 2023,Ada Okafor,ada@example.com,Common,1000,2023-05-31,2023-06-15,2023-06-15,100.00,15.00,85.00,WIRE 1
Dividend 2023,Birch Angels Ltd,birch@example.com,Common,500,2023-05-31,2023-06-15,2023-06-16,50.00,0,50.00,WIRE 2
Dividend 2024,Ada Okafor,ada@example.com,Common,1000,2024-05-31,2024-06-14,2024-06-14,120.10,18.02,102.08,WIRE 3
Total,,,,,,,,270.10,33.02,237.08,
`;
const upload = (text: string | Buffer, name = 'dividends.csv', by = owner): Promise<Reply> => {
  const { body, options } = given.multipart({ name, bytes: text });
  return by.post('/api/sheets', body, options);
};
const one = ({ body }: Reply) => `/api/sheets/${String(body.id)}`;
const apply = (read: Reply, body: Row = { accept_warnings: true }, by = owner) => by.post(`${one(read)}/apply`, body);
const distributions = async () => (await owner.get('/api/distributions/?sort=["record_date","ASC"]')).rows;
const payments = async () => (await owner.get('/api/payments/?sort=["amount","ASC"]')).rows;
const codesOf = ({ body }: Reply) => (body.findings as Row[]).map(({ code }) => code);
const undo = (applied: Reply) => owner.post(`/api/ocf/imports/${String(applied.body.import_id)}/undo`, {});
const common = () => given.shareClass(owner, { name: 'Common', prefix: 'CS-' });

describe('a table of payments', () => {
  it('comes in as paid distributions, marked as imported and tied to its totals', async () => {
    await common();
    const read = await upload(PAYMENTS);
    expect([read.status, read.body.findings, read.body.status]).toEqual([201, [], 'ready']);
    expect(read.body).toMatchObject({
      tables: [{ role: 'payments' }],
      records: { stakeholders: 2, distributions: 2, payments: 3, transactions: 0 },
      changes: { new: 3, same: 0 },
      tie_out: [
        { what: 'gross', name: null, file: '270.1', ours: '270.1', difference: '0' },
        { what: 'tax', name: null, file: '33.02', ours: '33.02', difference: '0' },
        { what: 'net', name: null, file: '237.08', ours: '237.08', difference: '0' },
      ],
    });
    const applied = await apply(read, {});
    expect([applied.status, applied.body]).toMatchObject([
      200,
      { applied: true, transactions: 0, counts: { DISTRIBUTION: 2, PAYMENT: 3 } },
    ]);
    expect(await distributions()).toMatchObject([
      {
        name: 'Dividend 2023',
        status: 'paid',
        origin: 'brought_in',
        total_amount: '150.00',
        record_date: '2023-05-31',
      },
      {
        name: 'Dividend 2024',
        status: 'paid',
        origin: 'brought_in',
        total_amount: '120.10',
        payment_date: '2024-06-14',
      },
    ]);
    expect(await payments()).toMatchObject([
      {
        shareholder: 'Birch Angels Ltd',
        amount: '50.00',
        status: 'completed',
        completed_at: '2023-06-16T00:00:00.000Z',
      },
      { shareholder: 'Ada Okafor', amount: '85.00', shares: '1000', reference: 'WIRE 1', origin: 'brought_in' },
      { shareholder: 'Ada Okafor', amount: '102.08', distribution: 'Dividend 2024' },
    ]);
    const [first] = await distributions();
    const preview = (await owner.get(`/api/distributions/${String(first!.id)}/preview`)).body;
    expect(preview).toMatchObject({ total_gross: '150.00', total_tax: '15.00', total_net: '135.00' });
  });

  it('without shares or days of record has none, and is read as such everywhere', async () => {
    await common();
    const read = await upload(
      'Holder;Paid on;Amount;Tax\nAda Okafor;15.06.2023;1.000,50;0\nEve Lund;15.06.2023;20,00;0\n',
    );
    expect([read.body.status, codesOf(read)]).toEqual(['ready', ['record_date_missing']]);
    await apply(read);
    const [distribution] = await distributions();
    expect(distribution).toMatchObject({ name: 'Dividend of 2023-06-15', record_date: '2023-06-15', status: 'paid' });
    const { rows } = (await owner.get(`/api/distributions/${String(distribution!.id)}/preview`)).body;
    expect(rows).toMatchObject([
      { shareholder: 'Ada Okafor', shares: null, gross: '1000.50', net: '1000.50', excluded_reason: null },
      { shareholder: 'Eve Lund', shares: null, gross: '20.00', net: '20.00', excluded_reason: null },
    ]);
    for (const { id, shares } of await payments()) {
      expect(shares).toBe(null);
      expect((await owner.get(`/api/payments/${String(id)}/pdf`)).status).toBe(200);
    }
  });

  it('is named on its import, which is the one to undo', async () => {
    await common();
    const applied = await apply(await upload(PAYMENTS));
    const page = (await owner.get(`/api/ocf/imports/${String(applied.body.import_id)}`)).body;
    expect(page).toMatchObject({ status: 'applied', brought: { DISTRIBUTION: 2, PAYMENT: 3, STAKEHOLDER: 2 } });
    const [distribution] = await distributions();
    expect((await owner.get(`/api/distributions/${String(distribution!.id)}`)).body.import_id).toBe(
      applied.body.import_id,
    );
  });

  it('is taken back whole, says so, and can be imported again', async () => {
    await common();
    const read = await upload(PAYMENTS);
    const applied = await apply(read);
    expect((await undo(applied)).status).toBe(200);
    expect((await distributions()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(
      new Set((await payments()).map(({ status, completed_at }) => `${String(status)} ${String(completed_at)}`)),
    ).toEqual(new Set(['failed null']));
    expect((await owner.post(`/api/ocf/imports/${String(applied.body.import_id)}/apply`, {})).code).toBe(
      'apply_file_again',
    );
    const again = await apply(read);
    expect(again.body).toMatchObject({ applied: true, counts: { PAYMENT: 3 } });
    expect((await distributions()).filter(({ status }) => status === 'paid')).toHaveLength(2);
  });

  it('adds nothing twice, and only what is new of a later file', async () => {
    await common();
    await apply(await upload(PAYMENTS));
    const renamed = await upload(PAYMENTS, 'renamed.csv');
    expect(renamed.body.changes).toMatchObject({ new: 0, same: 3 });
    expect((await apply(renamed)).body).toHaveProperty('already_applied_at');
    const rows = PAYMENTS.split('\n').slice(0, 4).join('\n');
    const later = await upload(
      `${rows}\nDividend 2024,Birch Angels Ltd,birch@example.com,Common,500,2024-05-31,2024-06-14,2024-06-14,60.05,,60.05,\n`,
    );
    expect(later.body.changes).toMatchObject({ new: 1, same: 3 });
    expect((await apply(later)).body).toMatchObject({ counts: { DISTRIBUTION: 1, PAYMENT: 1 } });
    expect((await payments()).map(({ amount }) => amount)).toEqual(['50.00', '60.05', '85.00', '102.08']);
  });

  it('in two files that are applied at once comes in once', async () => {
    await common();
    const [head, ...rows] = PAYMENTS.trim().split('\n').slice(0, 4);
    const files = [await upload([head, ...rows].join('\n')), await upload([head, ...rows.toReversed()].join('\n'))];
    const applied = await Promise.all(files.map((read) => apply(read)));
    // The later one was read before its holders were there: it has to be read again, and then brings nothing.
    for (const { status, code } of applied) expect([200, 'stale_version']).toContain(status === 200 ? 200 : code);
    expect(applied.map(({ status }) => status)).toContain(200);
    for (const read of files) expect((await apply(read)).status).toBe(200);
    expect(await payments()).toHaveLength(3);
  });

  it('that names another amount than was imported is an error at its cell', async () => {
    await common();
    await apply(await upload(PAYMENTS));
    const other = await upload(PAYMENTS.replace('120.10,18.02,102.08', '120.10,18.00,102.10').replace(/Total.*\n/, ''));
    expect(other.body.findings).toMatchObject([{ code: 'payment_differs', row: 4, column: 'K', value: '102.10' }]);
    expect((await apply(other)).code).toBe('errors_stand');
  });
});

describe('what was imported', () => {
  /** Ada, who has an account, and the company’s payments to her and to Birch. */
  async function withAda() {
    await common();
    const email = `ada${unique()}@example.com`;
    const ada = await given.shareholder(owner, { first_name: 'Ada', last_name: 'Okafor', email });
    const person = await signUpShareholder(server, owner, ada);
    return { person, applied: await apply(await upload(PAYMENTS.replaceAll('ada@example.com', email))) };
  }

  it('is in the holder’s own list, portfolio and paper to the cent, and nobody else’s is', async () => {
    const { person, applied } = await withAda();
    const own = (await person.get('/api/payments/?sort=["amount","ASC"]')).rows;
    expect(own).toMatchObject([
      { amount: '85.00', shareholder: 'Ada Okafor', origin: 'brought_in' },
      { amount: '102.08', shareholder: 'Ada Okafor', origin: 'brought_in' },
    ]);
    expect(
      (await person.get('/api/distributions/')).rows.map(({ name, total_amount }) => [name, total_amount]),
    ).toEqual(
      expect.arrayContaining([
        ['Dividend 2023', null],
        ['Dividend 2024', null],
      ]),
    );
    const paid = async () => (await person.get('/api/portfolio')).rows[0]!.paid_total;
    expect(await paid()).toBe('187.08');
    expect((await person.get(`/api/payments/${String(own[0]!.id)}/pdf`)).status).toBe(200);
    const others = (await payments()).find(({ shareholder }) => shareholder === 'Birch Angels Ltd')!;
    expect((await person.get(`/api/payments/${String(others.id)}`)).status).toBe(404);
    expect((await undo(applied)).status).toBe(200);
    expect(await paid()).toBe('0.00');
  });

  it('is paid by no button and told to nobody', async () => {
    const { person } = await withAda();
    const [first] = await payments();
    const verb = (name: string, body: Row = {}) => owner.post(`/api/payments/${String(first!.id)}/${name}`, body);
    expect((await verb('return', { reason: 'It came back.' })).code).toBe('payment_brought_in');
    expect((await verb('start')).status).toBe(409);
    expect((await verb('retry')).status).toBe(409);
    const [distribution] = await distributions();
    expect((await owner.post(`/api/distributions/${String(distribution!.id)}/cancel`, {})).status).toBe(409);
    const told = (await person.get('/api/notices')).body.notices as Row[];
    expect(told.filter(({ resource }) => resource === 'payments')).toEqual([]);
  });

  it('passes the comparison that verify runs, before and after it is taken back', async () => {
    await common();
    const applied = await apply(await upload(PAYMENTS));
    const owners = new Database(server.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 2 });
    const org = String(
      (await server.sql('select org_id from distribution where brought_in_by = $1', [applied.body.import_id]))[0]!
        .org_id,
    );
    const differences = async () => (await owners.system((tx) => compareLedger(tx, org, '2026-03-02'))).differences;
    try {
      expect(await differences()).toEqual([]);
      await undo(applied);
      expect(await differences()).toEqual([]);
    } finally {
      await owners.close();
    }
  });

  it('says in its history who brought it in and who took it back', async () => {
    await common();
    const applied = await apply(await upload(PAYMENTS));
    const [distribution] = await distributions();
    const [payment] = await payments();
    const textsOf = async (path: string) => ((await owner.get(path)).body.history as Row[]).map(({ text }) => text);
    const of = `/api/distributions/${String(distribution!.id)}`;
    expect(await textsOf(of)).toContainEqual(expect.stringContaining('imported distribution Dividend 2023, '));
    expect((await owner.get(`/api/payments/${String(payment!.id)}`)).body.events).toMatchObject([
      { verb: 'imported', note: 'WIRE 2' },
    ]);
    await undo(applied);
    expect(await textsOf(of)).toContainEqual('took back distribution Dividend 2023, which came with an import');
  });

  it('keeps no entry of the ledger from being dated before it', async () => {
    await common();
    await apply(await upload(PAYMENTS));
    const ledger = `Certificate #,Stakeholder,Email,Share Class,Shares,Issue Date
CS-1,Ada Okafor,ada@example.com,Common,1000,2020-01-15
`;
    expect((await apply(await upload(ledger, 'ledger.csv'))).body).toMatchObject({ applied: true, transactions: 1 });
  });

  it('comes with the classes of the same file', async () => {
    const read = await upload(PAYMENTS);
    expect([read.body.status, codesOf(read)]).toEqual(['errors', ['class_unknown', 'class_unknown', 'class_unknown']]);
    expect((await apply(read)).code).toBe('errors_stand');
    expect((await distributions()).length).toBe(0);
  });

  it('comes with the ledger of the same workbook as one unit, and goes with it', async () => {
    const rowsOf = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => line.split(',').map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`))
        .map((cells) => `<row>${cells.join('')}</row>`)
        .join('');
    const ledger = `Certificate,Holder,Email,Share Class,Shares,Issue Date
CS-1,Ada Okafor,ada@example.com,Common,1000,2020-01-15
CS-2,Birch Angels Ltd,birch@example.com,Common,500,2020-01-15`;
    const bytes = await workbookZip({
      tabs: [
        { name: 'Ledger', rows: rowsOf(ledger) },
        { name: 'Dividends', rows: rowsOf(PAYMENTS) },
      ],
    });
    const read = await upload(bytes, 'company.xlsx');
    expect(read.body).toMatchObject({
      status: 'ready',
      tables: [{ role: 'certificates' }, { role: 'payments' }],
      records: { stakeholders: 2, stock_issuances: 2, distributions: 2, payments: 3 },
      changes: { new: 5 },
    });
    const applied = await apply(read);
    expect(applied.body).toMatchObject({ transactions: 2, counts: { STAKEHOLDER: 2, STOCK_CLASS: 1, PAYMENT: 3 } });
    const total = async () => (await owner.get('/api/cap-table?as_of=2026-03-02')).body.total;
    expect([await total(), (await payments()).map(({ status }) => status)]).toEqual([
      '1500',
      ['completed', 'completed', 'completed'],
    ]);
    expect((await undo(applied)).status).toBe(200);
    expect([await total(), new Set((await payments()).map(({ status }) => status))]).toEqual([
      '0',
      new Set(['failed']),
    ]);
    expect((await apply(read)).body).toMatchObject({ transactions: 2, counts: { PAYMENT: 3 } });
    expect(await total()).toBe('1500');
  });

  it('is never matched with another company’s, and only administrators bring it in', async () => {
    await common();
    await apply(await upload(PAYMENTS));
    const other = await signUpCompany(server);
    await given.shareClass(other, { name: 'Common', prefix: 'CS-' });
    const read = await upload(PAYMENTS, 'dividends.csv', other);
    expect(read.body.changes).toMatchObject({ new: 3, same: 0 });
    expect((await other.get('/api/payments/')).rows).toEqual([]);
    expect((await apply(read, {}, other)).body).toMatchObject({ counts: { PAYMENT: 3 } });
    expect(await payments()).toHaveLength(3);
    for (const role of ['staff', 'viewer'])
      expect((await upload(PAYMENTS, 'd.csv', await givenMember(server, owner, role))).status).toBe(403);
  });
});

describe('a later file', () => {
  const ROW = 'D1,Ada Okafor,ada@example.com,Common,,2020-04-20,2020-05-01,2020-05-01,100.00,10.00,90.00,';
  const file = (...rows: string[]) => [HEAD, ...rows, ''].join('\n');
  const findingsOf = ({ body }: Reply) =>
    (body.findings as Row[]).map(
      ({ code, severity, row, column }) => `${String(code)} ${String(severity)} ${String(column)}${String(row)}`,
    );
  const withRow = async () => {
    await common();
    await apply(await upload(file(ROW)));
  };

  it('that corrects the gross amount and tax is an error at its cell, and its total is not agreed with', async () => {
    await withRow();
    const read = await upload(file(ROW.replace('100.00,10.00', '500.00,410.00'), 'Total,,,,,,,,500.00,410.00,90.00,'));
    expect(findingsOf(read)).toEqual(['payment_differs error I2']);
    expect(read.body).toMatchObject({ status: 'errors', changes: { new: 0, same: 0 } });
    expect(read.body.tie_out).toContainEqual({
      what: 'gross',
      name: 'D1',
      file: '500',
      ours: '100',
      difference: '-400',
    });
    expect((await apply(read)).code).toBe('errors_stand');
  });

  it('that names another record date or number of shares is an error at its cell', async () => {
    await withRow();
    expect(findingsOf(await upload(file(ROW.replace('2020-04-20', '2020-04-21'))))).toEqual([
      'payment_differs error F2',
    ]);
    await apply(await upload(PAYMENTS));
    const shares = PAYMENTS.replace('Common,500,', 'Common,501,');
    expect(findingsOf(await upload(shares))).toEqual(['payment_differs error E3']);
  });

  it('that says a payment again under another name or on the next day warns, and comes in once that is accepted', async () => {
    await withRow();
    for (const row of [
      ROW.replace('D1,', 'Spring payout,'),
      ROW.replace('D1,', ','),
      ROW.replaceAll('2020-05-01', '2020-05-02'),
    ])
      expect(findingsOf(await upload(file(row)))).toEqual(['payment_alike warning null2']);
    const read = await upload(file(ROW.replace('D1,', 'Spring payout,')));
    expect((read.body.findings as Row[])[0]!.message).toBe(
      'Ada Okafor was paid $90.00 for this class on 2020-05-01 by D1 already. If it is the same payment, leave this row out.',
    );
    expect((await apply(read, {})).code).toBe('warnings_not_accepted');
    expect((await apply(read)).body).toMatchObject({ counts: { PAYMENT: 1 } });
  });

  it('that pays what is approved here and still to be paid is refused in words, on any day', async () => {
    const shareClass = await common();
    const ada = await given.shareholder(owner, { first_name: 'Ada', last_name: 'Okafor', email: 'ada@example.com' });
    await given.certificate(owner, {
      shareholder_id: ada.id,
      share_class_id: shareClass.id,
      quantity: '100',
      issue_date: '2020-01-15',
    });
    const declared = await given.distribution(owner, {
      name: 'D1',
      share_class_ids: [shareClass.id],
      amount_per_share: '1',
      record_date: '2020-04-20',
      payment_date: '2020-05-01',
    });
    expect((await given.approveSeen(owner, declared)).status).toBe(200);
    for (const day of ['2020-05-01', '2020-05-08', '2021-01-08']) {
      const read = await upload(file(ROW.replaceAll('2020-05-01', day)));
      expect(findingsOf(read)).toEqual(['payment_open error A2']);
      expect((await apply(read)).code).toBe('errors_stand');
    }
    const [payment] = await payments();
    expect(await payments()).toHaveLength(1);
    const paid = async (verb: string, body: Row) =>
      (await owner.post(`/api/payments/${String(payment!.id)}/${verb}`, body)).status;
    expect([await paid('start', {}), await paid('complete', { date: '2020-05-01' })]).toEqual([200, 200]);
    const after = await upload(file(ROW.replace('100.00,10.00,90.00', '100.00,0,100.00')));
    expect(after.body).toMatchObject({ status: 'ready', changes: { new: 0, same: 1 } });
  });

  it('with a number that no column holds, or a currency that no country has, is an error at its cell', async () => {
    await common();
    const long = '9'.repeat(30);
    const read = await upload(file(ROW.replace('100.00,10.00,90.00', `${long},,`)));
    expect([findingsOf(read), (await apply(read)).code]).toEqual([['number_too_large error I2'], 'errors_stand']);
    const most = await upload(file(ROW.replace('100.00,10.00,90.00', `${long.slice(2)},,`)));
    expect((await apply(most)).body).toMatchObject({ applied: true });
    const other = await upload([`${HEAD},Currency`, `${ROW},XYZ`, ''].join('\n'));
    expect(findingsOf(other)).toEqual(['currency_unknown error M2']);
  });
});
