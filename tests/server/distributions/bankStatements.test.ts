// Bank statements: what each line is, what is not certain and why, and files that are no statement.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

/** Payments of 15.00, 30.00, 45.00 and 15.00, started unless said otherwise. */
async function payments(isStarted = true): Promise<Row[]> {
  const shareClass = await given.shareClass(owner);
  for (const quantity of ['10', '20', '30', '10'])
    await given.certificate(owner, { share_class_id: shareClass.id, quantity });
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id], amount_per_share: '1.5' });
  await approveSeen(owner, distribution);
  const filter = { distribution_id: distribution.id };
  const { rows } = await owner.get(given.listUrl('/api/payments/', { filter, sort: ['amount', 'ASC'] }));
  if (isStarted) for (const row of rows) await owner.post(`/api/payments/${String(row.id)}/start`, {});
  return rows;
}

const upload = (text: string | Buffer, by: Caller = owner, name = 'statement.csv') => {
  const { body, options } = given.multipart({ name, bytes: text });
  return by.post('/api/reconciliations', body, options);
};
const csv = (...lines: string[]) => ['date,amount,reference', ...lines].join('\n');
interface Lines {
  matches: { line: number; payment: Row }[];
  completed: { line: number; completed_on: string; payment: Row }[];
  unmatched: { line: number; why: string; detail: string; payment: Row | null }[];
}
const linesOf = (body: Row) => body as unknown as Lines;
const stateOf = async (records: Row[]) =>
  Promise.all(records.map(async ({ id }) => (await owner.get(`/api/payments/${String(id)}`)).body));

describe('a statement', () => {
  it('is matched by what its lines name and by the amount; what is not certain is listed with why', async () => {
    const [a, b, c, d] = (await payments()) as [Row, Row, Row, Row];
    const [waiting] = (await payments(false)) as [Row];
    await owner.post(`/api/payments/${String(d.id)}/complete`, { date: '2024-07-20', reference: 'WIRE-77' });
    const before = await stateOf([a, b, c, d]);
    const hex = String(b.id).replaceAll('-', '').toUpperCase();
    const reply = await upload(
      csv(
        `2024-07-20,-15.00,Payment ${String(a.id)}`,
        // A bank breaks long references and drops what it does not know.
        `2024-07-20,"-15.00","SB ${hex.slice(0, 20)} ${hex.slice(20)} DIVIDEND"`,
        `2024-07-20,-30.01,${String(c.id)}`,
        '2024-07-20,-45.00,See wire 99',
        `2024-07-20,-45.00,WIRE-77`,
        `2024-07-20,-15.00,${String(waiting.id)}`,
        '2024-07-20,-5.00,Office rent',
        '2024-07-20,500.00,Customer',
        `2024-06-01,-30.00,${String(c.id)}`,
        `07-20,-30.00,${String(c.id)}`,
        '',
        ',,Closing balance',
      ),
    );
    expect(reply.status).toBe(201);
    const { matches, completed, unmatched } = linesOf(reply.body);
    expect(matches.map(({ line, payment }) => [line, payment.id])).toEqual([
      [2, a.id],
      [3, b.id],
    ]);
    expect(unmatched.map(({ line, why }) => [line, why])).toEqual([
      [4, 'amount_differs'],
      [5, 'no_such_reference'],
      [7, 'not_processing'],
      [8, 'no_such_reference'],
      [9, 'money_in'],
      [10, 'day_not_possible'],
      [11, 'unreadable'],
    ]);
    expect(unmatched[0]).toMatchObject({
      detail: 'The statement says $30.01, the payment is $30.00.',
      payment: { id: c.id },
    });
    expect(completed).toMatchObject([{ line: 6, completed_on: '2024-07-20', payment: { id: d.id, amount: '45.00' } }]);
    // Nothing is completed unasked.
    expect(await stateOf([a, b, c, d])).toEqual(before);
  });

  it('twice is kept once, and says then what has become of its payments', async () => {
    const [a] = (await payments()) as [Row];
    const text = csv(`2024-07-20,15.00,${String(a.id)}`);
    const first = await upload(text);
    const again = await upload(text, owner, 'copy.csv');
    expect(again.body).toEqual(first.body);
    const listed = (await owner.get('/api/reconciliations')).rows.filter(({ id }) => id === first.body.id);
    expect(listed).toMatchObject([{ file_name: 'statement.csv', format: 'table', lines: 1 }]);
    await owner.post(`/api/payments/${String(a.id)}/complete`, { date: '2024-07-20' });
    const later = (await owner.get(`/api/reconciliations/${String(first.body.id)}`)).body;
    expect(linesOf(later)).toMatchObject({ matches: [], completed: [{ line: 2 }], unmatched: [] });
  });

  it('that names one payment twice leaves the choice to a person', async () => {
    const [a] = (await payments()) as [Row];
    const line = `2024-07-20,15.00,${String(a.id)}`;
    expect(linesOf((await upload(csv(line, line))).body)).toMatchObject({
      matches: [],
      unmatched: [
        { line: 2, why: 'two_candidates', detail: 'Lines 2, 3 are all of this payment.' },
        { line: 3, why: 'two_candidates' },
      ],
    });
  });

  it('that names a completed payment twice, or on a day that cannot be, does not call it matched', async () => {
    const [a, b] = (await payments()) as [Row, Row];
    for (const { id } of [a, b]) await owner.post(`/api/payments/${String(id)}/complete`, { date: '2024-07-20' });
    const twice = `2024-07-20,15.00,${String(a.id)}`;
    const { completed, unmatched } = linesOf(
      (await upload(csv(twice, twice, `2024-06-01,15.00,${String(b.id)}`))).body,
    );
    expect(completed).toEqual([]);
    expect(unmatched).toMatchObject([
      { line: 2, why: 'two_candidates', detail: 'Lines 2, 3 are all of this payment.' },
      { line: 3, why: 'two_candidates' },
      { line: 4, why: 'day_not_possible' },
    ]);
  });

  it('is read as banks write it: debit and credit, European figures, days with a proven order', async () => {
    const [a, , c] = (await payments()) as [Row, Row, Row];
    const lines = [
      'Account;Statement 7;;;',
      'Buchungstag;Verwendungszweck;Debit;Credit;Currency',
      `20.07.2024;SB ${String(a.id)};15,00;;USD`,
      `21.07.2024;SB ${String(c.id)};30,00;;EUR`,
      `22.07.2024;Other;;1.250,75;USD`,
    ];
    expect(linesOf((await upload(lines.join('\r\n'))).body)).toMatchObject({
      matches: [{ line: 3, date: '2024-07-20', amount: '15.00', payment: { id: a.id } }],
      unmatched: [
        { line: 4, why: 'amount_differs', detail: 'The statement says €30.00, the payment is $30.00.' },
        { line: 5, why: 'money_in', amount: '1250.75' },
      ],
    });
    const american = csv(`7/20/2024,15.00,${String(a.id)}`, `7/8/2024,30.00,${String(c.id)}`);
    expect(linesOf((await upload(american)).body).matches).toMatchObject([
      { date: '2024-07-20' },
      { date: '2024-07-08' },
    ]);
    const open = linesOf((await upload(csv(`7/8/2024,15.00,${String(a.id)}`))).body).unmatched;
    expect(open).toMatchObject([
      { why: 'unreadable', detail: 'The day "7/8/2024" cannot be read. Write days as 2025-03-14.' },
    ]);
  });

  it('keeps no account number that a reference contains', async () => {
    const reply = await upload(csv('2024-07-20,15.00,To DE89 3704 0044 0532 0130 00 rent'));
    expect(reply.text).not.toContain('0532');
    expect(linesOf(reply.body).unmatched[0]).toMatchObject({ reference: 'To …3000 rent' });
    expect(JSON.stringify(await server.sql('select * from bank_statement'))).not.toContain('37040044');
  });
});

const camt = (entries: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt><Id>1</Id>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount: string, reference: string, extra = '') =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-07-20</Dt></BookgDt>${extra}<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><RltdPties><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry>`;

describe('a camt.053 statement', () => {
  it('is matched by its references, also of several transactions in one booking, in versions 02 and 08', async () => {
    const [a, b, c] = (await payments()) as [Row, Row, Row];
    const hex = ({ id }: Row) => String(id).replaceAll('-', '');
    const both = `<Ntry><Amt Ccy="USD">45.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2024-07-21T10:00:00Z</DtTm></BookgDt><NtryDtls>
      <TxDtls><Refs><EndToEndId>${hex(b)}</EndToEndId></Refs><Amt Ccy="USD">15.00</Amt></TxDtls>
      <TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="USD">30</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${String(c.id)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    const credit = entry('15.00', hex(a)).replace('DBIT', 'CRDT');
    const pending = entry('15.00', hex(a)).replace('BOOK', 'PDNG');
    for (const version of ['02', '08']) {
      const reply = await upload(camt(entry('15.00', hex(a)) + both + credit + pending, version), owner, 'camt.xml');
      expect(reply.status).toBe(201);
      expect(reply.text).not.toContain('DE8937');
      const { matches, unmatched } = linesOf(reply.body);
      expect(matches).toMatchObject([
        { line: 1, date: '2024-07-20', payment: { id: a.id } },
        { line: 2, date: '2024-07-21', payment: { id: b.id } },
        { line: 3, date: '2024-07-21', amount: '30.00', payment: { id: c.id } },
      ]);
      expect(unmatched.map(({ why }) => why)).toEqual(['money_in', 'not_booked']);
    }
  });

  it('with a document type, of another kind or broken is refused, and nothing is kept', async () => {
    const before = await server.sql('select count(*) from bank_statement');
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>${camt('').slice(38)}`;
    const deep = camt('<X>'.repeat(5000) + '</X>'.repeat(5000));
    const refused: [string | Buffer, number, string][] = [
      [bomb, 422, 'doctype'],
      [`<!DOCTYPE html><html></html>`, 422, 'doctype'],
      [camt('').replace('camt.053', 'pain.001'), 422, 'bad_statement'],
      ['<Document/>', 422, 'bad_statement'],
      [camt(entry('1.00', 'x')).slice(0, -40), 422, 'bad_statement'],
      [deep, 422, 'bad_statement'],
      [`<?xml version="1.0"?><Document>${'x'.repeat(3_000_000)}`, 422, 'bad_statement'],
      [Buffer.from([0, 1, 2, 255, 254]), 422, 'not_text'],
      ['', 422, 'not_text'],
      ['a,b,c\n1,2,3', 422, 'no_columns'],
      [`date,amount,reference\n${'2024-07-20,1.00,x\n'.repeat(20_001)}`, 422, 'too_many_rows'],
      [camt('<Ntry><Amt Ccy="USD">1</Amt></Ntry>'.repeat(20_001)), 422, 'too_many_rows'],
      [Buffer.alloc(11 * 1024 * 1024, 'a'), 413, 'too_large'],
    ];
    for (const [file, status, code] of refused) {
      const reply = await upload(file);
      expect([String(file).slice(0, 60), reply.status, reply.code]).toEqual([String(file).slice(0, 60), status, code]);
    }
    expect(await server.sql('select count(*) from bank_statement')).toEqual(before);
  });

  it('with figures that are none lists the lines as unreadable', async () => {
    const entries = ['1e5', '-3', '1.001', '', '9'.repeat(70), 'NaN'].map((amount) => entry(amount, 'x')).join('');
    const { matches, unmatched } = linesOf((await upload(camt(entries))).body);
    expect([matches, unmatched.map(({ why }) => why)]).toEqual([[], Array(6).fill('unreadable')]);
  });
});

describe('confirmed lines', () => {
  const confirm = (statement: Row, lines: unknown, by: Caller = owner) =>
    by.post(`/api/reconciliations/${String(statement.id)}/confirm`, { lines });

  it('complete their payments with the day and the reference of the statement, once', async () => {
    const [a, b, c, d] = (await payments()) as [Row, Row, Row, Row];
    const end = (record: Row) => String(record.id).replaceAll('-', '').slice(-15).toUpperCase();
    const text = csv(
      `2024-07-20,15.00,${String(a.id)}`,
      `2024-07-21,15.00,ACH ${end(b)}`,
      `2024-07-22,30.01,${String(c.id)}`,
      `2024-07-23,45.00,${String(d.id)}`,
    );
    const statement = (await upload(text)).body;
    const first = await confirm(statement, [2, 3, 4, 99]);
    expect(first.body).toEqual({
      done: 2,
      refused: [
        { line: 99, code: 'not_found', detail: 'The statement has no such line.' },
        { line: 4, code: 'amount_differs', detail: 'The statement says $30.01, the payment is $30.00.' },
      ],
    });
    const after = await stateOf([a, b, c, d]);
    expect(after.map(({ status }) => status)).toEqual(['completed', 'completed', 'processing', 'processing']);
    expect(after[1]).toMatchObject({ completed_at: '2024-07-21T00:00:00.000Z', reference: `ACH ${end(b)}` });
    // Again, and the same statement again: nothing changes.
    const again = await confirm((await upload(text)).body, [2, 3]);
    expect(again.body).toMatchObject({
      done: 0,
      refused: [{ code: 'already_completed' }, { code: 'already_completed' }],
    });
    expect(await stateOf([a, b, c, d])).toEqual(after);
    const trail = (await owner.get('/api/audit/')).rows.map(({ summary }) => summary);
    expect(trail).toContain('completed 2 payments by the bank statement statement.csv');
  });

  it('are completed once when two people confirm at the same time', async () => {
    const [a, b] = (await payments()) as [Row, Row];
    const statement = (await upload(csv(`2024-07-20,15.00,${String(a.id)}`, `2024-07-20,15.00,${String(b.id)}`))).body;
    const answers = await Promise.all([confirm(statement, [2, 3]), confirm(statement, [3, 2])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { body }) => sum + Number(body.done), 0)).toBe(2);
    const [found] = await stateOf([a]);
    expect((found!.events as Row[]).filter(({ verb }) => verb === 'completed')).toHaveLength(1);
  });

  it('are refused for another company, and for a reader', async () => {
    const [a] = (await payments()) as [Row];
    const statement = (await upload(csv(`2024-07-20,15.00,${String(a.id)}`))).body;
    expect((await confirm(statement, [2], await signUpCompany(server))).status).toBe(404);
    expect((await confirm(statement, [2], await givenMember(server, owner, 'viewer'))).status).toBe(403);
    expect([(await confirm(statement, [])).status, (await confirm(statement, ['2'])).status]).toEqual([422, 422]);
    expect((await stateOf([a]))[0]!.status).toBe('processing');
  });
});

it('a statement is the company’s own: another company finds no payment by it, and does not find it', async () => {
  const [a] = (await payments()) as [Row];
  const text = csv(`2024-07-20,15.00,${String(a.id)}`);
  const kept = (await upload(text)).body;
  const other = await signUpCompany(server);
  const theirs = await upload(text, other);
  expect(linesOf(theirs.body)).toMatchObject({ matches: [], unmatched: [{ why: 'no_such_reference', payment: null }] });
  expect((await other.get(`/api/reconciliations/${String(kept.id)}`)).status).toBe(404);
});
