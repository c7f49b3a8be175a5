// Which way the money of a statement's line went, whether the bank booked it, what is asked, and what came back.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let shareClass: Row;
let uploads = 0;
const UPLOADS_AN_HOUR = 50;
/** A company may read so many statements an hour. */
async function nextCompany() {
  owner = await signUpCompany(server);
  shareClass = await given.shareClass(owner);
  for (const quantity of ['1000', '2000']) await given.certificate(owner, { share_class_id: shareClass.id, quantity });
  uploads = 0;
}
beforeAll(nextCompany);

/** Payments of 500.00 and 1,000.00 that are processing. */
async function payments(): Promise<[Row, Row]> {
  if (uploads > UPLOADS_AN_HOUR) await nextCompany();
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id], amount_per_share: '0.5' });
  await approveSeen(owner, distribution);
  const filter = { distribution_id: distribution.id };
  const { rows } = await owner.get(given.listUrl('/api/payments/', { filter, sort: ['amount', 'ASC'] }));
  for (const row of rows) await owner.post(`/api/payments/${String(row.id)}/start`, {});
  return rows as [Row, Row];
}

interface Lines {
  id: string;
  matches: { line: number; date: string; payment: Row }[];
  completed: { line: number }[];
  unmatched: { line: number; why: string; detail: string; is_return: boolean; payment: Row | null }[];
  questions: { id: string; question: string; lines: number[]; answer: string | null }[];
}
async function read(text: string | Buffer): Promise<Lines> {
  uploads += 1;
  const { body, options } = given.multipart({ name: 'statement.csv', bytes: text });
  const reply = await owner.post('/api/reconciliations', body, options);
  expect([reply.status, reply.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
  return reply.body as unknown as Lines;
}
const confirm = async (statement: Lines, body: unknown) =>
  (await owner.post(`/api/reconciliations/${statement.id}/confirm`, body)).body;
const answer = (statement: Lines, answers: Row) =>
  owner.put(`/api/reconciliations/${statement.id}/answers`, { answers });
const statusOf = async ({ id }: Row) => (await owner.get(`/api/payments/${String(id)}`)).body.status;
/** Every line that the statement lists, confirmed. */
const confirmAll = (statement: Lines) =>
  confirm(statement, { lines: [...statement.matches, ...statement.unmatched].map(({ line }) => line) });

/** Each of a payment of 500.00, named by P. */
const moneyIn: [string, string][] = [
  ['a type', 'Date,Description,Type,Amount\n2024-07-25,RETURNED DIVIDEND P,Credit,500.00'],
  ['a mark', 'Date,Description,Amount,Debit/Credit\n2024-07-25,RETURN DIVIDEND P,500.00,CR'],
  ['Haben', 'Buchungstag;Verwendungszweck;Betrag;Soll/Haben;Waehrung\n25.07.24;Ruecklaeufer P;500,00;H;USD'],
  ['a plus', 'Date,Description,Amount\n2024-07-26,RETURN P,+500.00'],
  ['a plus behind', 'Date,Description,Amount\n2024-07-26,RETURN P,500.00+'],
  ['a plus after the currency', 'Date,Description,Amount\n2024-07-26,P,$+500.00'],
  ['CR behind the amount', 'Date,Narration,Amount\n2024-07-26,P,500.00 CR'],
  ['Cr. before it', 'Date,Particulars,Amount\n2024-07-26,P,Cr. 500.00'],
  ['H behind it', 'Buchungstag;Verwendungszweck;Betrag\n26.07.2024;P;500,00 H'],
  ['Haben behind the currency', 'Datum;Text;Betrag\n26.07.2024;P;500,00 USD Haben'],
  ['a column of signs', 'Date,Details,+/-,Amount\n2024-07-26,P,+,500.00'],
  ['Vorzeichen', 'Datum;Buchungstext;Vorzeichen;Betrag\n26.07.2024;P;+;500,00'],
  ['Sens', "Date de l'opération;Libellé;Sens;Montant\n26/07/2024;P;Crédit;500,00"],
  ['Abono', 'Fecha;Concepto;Cargo/Abono;Importe\n26/07/2024;P;Abono;500,00'],
  ['Entrada', 'Data;Descrição;Tipo;Valor\n26/07/2024;P;Entrada;500,00'],
  ['Avere', 'Data operazione;Causale;Dare/Avere;Importo\n26/07/2024;P;Avere;500,00'],
  ['Bij', 'Datum;Omschrijving;Af Bij;Bedrag\n26-07-2024;P;Bij;500,00'],
  ['CdtDbtInd', 'Date,Reference,CdtDbtInd,Amount\n2024-07-26,P,CRDT,500.00'],
  ['Incoming', 'Date,Reference,Direction,Amount\n2024-07-26,P,Incoming,500.00'],
  ['a heading that nobody knows', 'Date,Reference,Xyz,Amount\n2024-07-26,P,Credit,500.00'],
  ['no heading', 'Date,Reference,,Amount\n2024-07-26,P,CR,500.00'],
  ['two columns', 'Date,Description,Debit,Credit\n2024-07-26,P,,500.00'],
  ['two columns with a zero', 'Date,Description,Debit,Credit\n2024-07-26,P,0.00,500.00'],
  ['Recettes', 'Date;Libellé;Dépenses;Recettes\n26/07/2024;P;;500,00'],
  ['Haber', 'Fecha;Concepto;Debe;Haber\n26/07/2024;P;;500,00'],
  ['one column for what came in', 'Date,Description,Paid in\n2024-07-26,P,500.00'],
  ['an amount beside two columns', 'Date,Description,Amount,Debit,Credit\n2024-07-26,P,500.00,,500.00'],
  ['minus elsewhere in the file', 'Date,Description,Amount\n2024-07-26,Rent,-12.00\n2024-07-26,P,500.00'],
];
it.each(moneyIn)('money in, said by %s, completes nothing, and is offered as a return', async (_, text) => {
  const [payment] = await payments();
  const statement = await read(
    text.replace(' P', ` ${String(payment.id)}`).replace(/([,;])P([,;])/, `$1${String(payment.id)}$2`),
  );
  expect(statement.matches).toEqual([]);
  const line = statement.unmatched.at(-1)!;
  expect(line).toMatchObject({ why: 'money_in', is_return: true, payment: { id: payment.id } });
  expect(await confirmAll(statement)).toMatchObject({ done: 0 });
  expect(await statusOf(payment)).toBe('processing');
});

/** Each pays 500.00 to P. */
const moneyOut: [string, string][] = [
  ['no direction at all', 'Date,Description,Amount\n2024-07-26,DIVIDEND P,500.00'],
  ['a debit that is positive', 'Date,Description,Type,Amount\n2024-07-26,P,Debit,500.00'],
  ['a debit with a minus', 'Date,Description,Type,Amount\n2024-07-26,P,Debit,-500.00'],
  ['DR behind the amount', 'Date,Transaction Description,Amount\n2024-07-26,P,500.00 DR'],
  ['S behind it', 'Datum;Verwendungszweck;Betrag\n26.07.2024;P;500,00S'],
  ['a minus in its own column', 'Date,Details,Sign,Amount\n2024-07-26,P,-,500.00'],
  ['a minus behind', 'Date,Details,Amount\n2024-07-26,P,500.00-'],
  ['brackets', 'Date,Details,Amount\n2024-07-26,P,(500.00)'],
  ['two columns', 'Date,Description,Withdrawal Amt.(USD),Deposit Amt.(USD)\n2024-07-26,P,500.00,0.00'],
  ['a debit with a minus in two columns', 'Date,Description,Debit,Credit\n2024-07-26,P,-500.00,'],
  ['Soll', 'Buchungstag;Verwendungszweck;Betrag;S/H\n26.07.2024;P;500,00;S'],
  ['Uscite', 'Data;Descrizione;Uscite;Entrate\n26/07/2024;P;500,00;'],
  ['a type that says nothing', 'Date,Description,Type,Amount\n2024-07-26,P,ACH,500.00'],
  ['a return of capital', 'Date,Description,Amount\n2024-07-26,Return of capital P,500.00'],
  ['booked', 'Date,Description,Amount,Status\n2024-07-26,P,-500.00,Booked'],
  ['posted', 'Date,Description,Amount,Status\n2024-07-26,P,-500.00,POSTED'],
  ['completed', 'Date,Description,Amount,State\n2024-07-26,P,-500.00,Completed'],
  ['an empty status', 'Date,Description,Amount,Status\n2024-07-26,P,-500.00,'],
  ['gebucht', 'Datum;Verwendungszweck;Betrag;Info\n26.07.2024;P;-500,00;Umsatz gebucht'],
];
it.each(moneyOut)('money out, said by %s, is offered as its payment', async (_, text) => {
  const [payment] = await payments();
  const statement = await read(
    text.replace(' P', ` ${String(payment.id)}`).replace(/([,;])P([,;])/, `$1${String(payment.id)}$2`),
  );
  expect(statement.unmatched).toEqual([]);
  expect(statement.matches).toMatchObject([{ date: '2024-07-26', payment: { id: payment.id } }]);
  expect(await confirmAll(statement)).toMatchObject({ done: 1 });
  expect(await statusOf(payment)).toBe('completed');
});

it.each(['Pending', 'Failed', 'Storniert'])(
  'a line that the bank calls %s completes nothing, and says why',
  async (word) => {
    const [payment] = await payments();
    const statement = await read(`Date,Description,Amount,Status\n2024-07-26,${String(payment.id)},-500.00,${word}`);
    expect(statement.matches).toEqual([]);
    const detail: unknown = expect.stringContaining(word);
    expect(statement.unmatched).toMatchObject([{ why: 'not_booked', detail, is_return: false }]);
    expect(await confirmAll(statement)).toMatchObject({ done: 0, refused: [{ code: 'not_booked' }] });
    expect(await statusOf(payment)).toBe('processing');
  },
);

describe('what contradicts itself', () => {
  it.each([
    ['a credit with a minus', 'Date,Details,Type,Amount\n2024-07-26,P,Credit,-500.00'],
    ['a debit with a plus', 'Date,Details,Type,Amount\n2024-07-26,P,Debit,+500.00'],
    ['a debit with CR', 'Date,Details,Debit,Credit\n2024-07-26,P,500.00 CR,'],
    ['two amounts', 'Date,Details,Debit,Credit\n2024-07-26,P,500.00,500.00'],
    ['another amount beside it', 'Date,Details,Amount,Debit,Credit\n2024-07-26,P,400.00,500.00,'],
    [
      'a debit with a minus among debits without',
      'Date,Details,D/C,Amount\n2024-07-25,x,D,1.00\n2024-07-26,P,D,-500.00',
    ],
    ['two signs', 'Date,Details,Amount\n2024-07-26,P,+500.00-'],
  ])('%s is no line that can be confirmed', async (_, text) => {
    const [payment] = await payments();
    const statement = await read(text.replace(',P,', `,${String(payment.id)},`));
    expect(statement.matches).toEqual([]);
    expect(statement.unmatched.at(-1)).toMatchObject({ why: 'unreadable', is_return: false });
    expect(await confirmAll(statement)).toMatchObject({ done: 0 });
  });
});

describe('what a file does not say', () => {
  it.each([
    ['a word that nobody knows', 'Date,Details,Dr/Cr,Amount\n2024-07-26,P,XQ,500.00', 'direction_word:xq'],
    [
      'a kind that may mean both',
      'Date,Details,Type,Amount\n2024-07-26,P,SEPA Credit Transfer,500.00',
      'direction_word:sepa credit transfer',
    ],
    ['signs on some lines alone', 'Date,Details,Amount\n2024-07-25,x,+1.00\n2024-07-26,P,500.00', 'direction_unsigned'],
    ['CR on some lines alone', 'Date,Details,Amount\n2024-07-25,x,1.00 CR\n2024-07-26,P,500.00', 'direction_unsigned'],
    [
      'a direction that a row leaves out',
      'Date,Details,D/C,Amount\n2024-07-25,x,D,1.00\n2024-07-26,P,,500.00',
      'direction_unsigned',
    ],
    ['a text that speaks of a return', 'Date,Details,Amount\n2024-07-26,RETURNED P,500.00', 'direction_text'],
    ['a minus on a return', 'Date,Details,Amount\n2024-07-26,Devolución P,-500.00', 'direction_text'],
  ])('%s is asked before anything matches', async (_, text, id) => {
    const [payment] = await payments();
    const asked = text.replace(/([, ])P,/, `$1${String(payment.id)},`);
    const statement = await read(asked);
    expect(statement.matches).toEqual([]);
    expect(statement.questions).toMatchObject([{ id, answer: null }]);
    expect(statement.unmatched.at(-1)).toMatchObject({ why: 'asked', payment: { id: payment.id } });
    expect(await confirmAll(statement)).toMatchObject({ done: 0 });
    const came = (await answer(statement, { [id]: 'in' })).body as unknown as Lines;
    expect(came).toMatchObject({ matches: [], questions: [{ id, answer: 'in' }] });
    expect(came.unmatched.at(-1)).toMatchObject({ why: 'money_in', is_return: true });
    // Whoever clicked the wrong one answers again; the same file later has the answers.
    await answer(statement, { [id]: 'out' });
    const again = await read(asked);
    expect(again.matches.map(({ payment: { id: of } }) => of)).toEqual([payment.id]);
    expect(await confirm(again, { lines: again.matches.map(({ line }) => line) })).toMatchObject({ done: 1 });
  });

  it('a status that nobody knows holds its lines alone', async () => {
    const [one, two] = await payments();
    const text = `Date,Details,Amount,Status\n2024-07-26,${String(one.id)},-500.00,Zzz\n2024-07-26,${String(two.id)},-1000.00,Booked\n2024-07-26,Rent,-1.00,Zzz`;
    const statement = await read(text);
    expect(statement.matches).toMatchObject([{ line: 3 }]);
    expect(statement.questions).toMatchObject([{ id: 'standing_word:zzz', lines: [2] }]);
    const not = (await answer(statement, { 'standing_word:zzz': 'not_booked' })).body as unknown as Lines;
    expect(not.unmatched).toMatchObject([{ line: 2, why: 'not_booked' }, { line: 4 }]);
    const booked = (await answer(statement, { 'standing_word:zzz': 'booked' })).body as unknown as Lines;
    expect(booked.matches.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('is answered by its own questions and choices alone', async () => {
    const [payment] = await payments();
    const statement = await read(`Date,Details,Dr/Cr,Amount\n2024-07-26,${String(payment.id)},XQ,500.00`);
    for (const answers of [
      { nothing: 'in' },
      { 'direction_word:xq': 'booked' },
      { 'direction_word:xq': 'maybe' },
      { 'direction_word:xq': 'in', other: 'in' },
    ])
      expect((await answer(statement, answers)).status).toBe(422);
    expect((await owner.get(`/api/reconciliations/${statement.id}`)).body).toMatchObject({
      questions: [{ answer: null }],
    });
    const stranger = await signUpCompany(server);
    expect((await stranger.put(`/api/reconciliations/${statement.id}/answers`, { answers: {} })).status).toBe(404);
  });
});

describe('a return', () => {
  it('of a payment under way and of a completed one is recorded where a person confirms it, once', async () => {
    const [one, two] = await payments();
    await owner.post(`/api/payments/${String(two.id)}/complete`, { date: '2024-07-20' });
    const statement = await read(
      `Date,Details,Amount\n2024-07-25,RETURNED DIVIDEND ${String(one.id)} ACCT 1234567890123,+500.00\n2024-07-26,RETURN ${String(two.id)},"+1,000.00"`,
    );
    expect(statement.unmatched.map(({ is_return }) => is_return)).toEqual([true, true]);
    expect(await confirm(statement, { returns: [2, 3, 99] })).toMatchObject({
      done: 0,
      returned: 2,
      refused: [{ line: 99, code: 'not_found' }],
    });
    const [first, second] = await Promise.all(
      [one, two].map(async ({ id }) => (await owner.get(`/api/payments/${String(id)}`)).body),
    );
    expect(first).toMatchObject({
      status: 'failed',
      failure_reason: expect.stringMatching(/^Came back on 2024-07-25: RETURNED DIVIDEND /),
    });
    expect(String(first!.failure_reason)).not.toContain('1234567890');
    expect(second).toMatchObject({ status: 'failed', completed_at: null });
    const verbs = (second!.events as Row[]).map(({ verb }) => verb);
    expect(verbs.at(-1)).toBe('returned');
    const later = (await owner.get(`/api/reconciliations/${statement.id}`)).body as unknown as Lines;
    expect(later.unmatched).toMatchObject([{ why: 'money_in', is_return: false }, { is_return: false }]);
    expect(await confirm(statement, { returns: [2, 3] })).toMatchObject({ returned: 0, refused: [{}, {}] });
  });

  it('beside the payment in one statement follows it', async () => {
    const [one] = await payments();
    const statement = await read(
      `Date,Details,Amount\n2024-07-20,${String(one.id)},-500.00\n2024-07-25,RETURN ${String(one.id)},500.00`,
    );
    expect(statement).toMatchObject({ matches: [{ line: 2 }], unmatched: [{ line: 3, is_return: true }] });
    expect(await confirm(statement, { lines: [2], returns: [3] })).toMatchObject({ done: 1, returned: 1, refused: [] });
    expect(await statusOf(one)).toBe('failed');
  });

  it('is not offered twice, for another amount, before the payment arrived, or for a later attempt', async () => {
    const [one, two] = await payments();
    const first = await read(
      `Date,Details,Amount\n2024-07-25,${String(one.id)},+500.00\n2024-07-26,${String(one.id)},+500.00\n2024-07-26,${String(two.id)},+999.00`,
    );
    expect(first.unmatched.map(({ is_return }) => is_return)).toEqual([false, false, false]);
    expect(first.unmatched[0]!.detail).toContain('Lines 2, 3');
    expect(await confirm(first, { returns: [2, 3, 4] })).toMatchObject({ returned: 0 });
    await owner.post(`/api/payments/${String(two.id)}/complete`, { date: '2024-07-20' });
    const early = await read(`Date,Details,Amount\n2024-07-19,${String(two.id)},"+1,000.00"`);
    expect(early.unmatched).toMatchObject([{ is_return: false, detail: expect.stringContaining('2024-07-20') }]);
    const text = `Date,Details,Amount\n2024-07-24,${String(one.id)},-500.00\n2024-07-25,RETURN ${String(one.id)},+500.00`;
    const old = await read(text);
    await confirm(old, { lines: [2], returns: [3] });
    await owner.post(`/api/payments/${String(one.id)}/retry`, {});
    await owner.post(`/api/payments/${String(one.id)}/start`, {});
    const again = await read(text);
    expect(again).toMatchObject({
      matches: [],
      unmatched: [{ why: 'day_not_possible' }, { why: 'money_in', is_return: false }],
    });
    expect(await statusOf(one)).toBe('processing');
  });

  it('is no line of a return where a line left the account', async () => {
    const [one] = await payments();
    const statement = await read(`Date,Details,Amount\n2024-07-20,${String(one.id)},-500.00`);
    expect(await confirm(statement, { returns: [2] })).toMatchObject({
      returned: 0,
      refused: [{ line: 2, code: 'not_a_return' }],
    });
    expect((await owner.post(`/api/reconciliations/${statement.id}/confirm`, { lines: [], returns: [] })).status).toBe(
      422,
    );
  });

  it('that a bank marks as returned is money that came in', async () => {
    const [one] = await payments();
    const statement = await read(
      `Date,Details,Amount,Type,Status\n2024-07-25,${String(one.id)},500.00,Credit,Returned`,
    );
    expect(statement.unmatched).toMatchObject([{ why: 'money_in', is_return: true }]);
  });
});

it('a statement that an earlier reader kept is read again, and offers nothing until then', async () => {
  const [one] = await payments();
  const text = `Date,Description,Amount,Debit/Credit\n2024-07-25,${String(one.id)},500.00,CR`;
  const kept = await read(text);
  const old = {
    number: 2,
    date: '2024-07-25',
    amount: '500.00',
    currency: null,
    direction: 'out',
    reference: String(one.id),
    fault: null,
  };
  const id = '018f0000-0000-7000-8000-00000000feed';
  await server.sql(
    `insert into bank_statement (org_id, id, file_name, format, sha256, lines, created_by, created_at, edition, unread)
     select org_id, $2, 'old.csv', format, sha256, $3, created_by, created_at, 1, unread from bank_statement where id = $1`,
    [kept.id, id, JSON.stringify([old])],
  );
  const before = (await owner.get(`/api/reconciliations/${id}`)).body as unknown as Lines;
  expect(before).toMatchObject({
    matches: [],
    unmatched: [{ why: 'unreadable', detail: expect.stringContaining('Choose its file again') }],
  });
  expect((await read(text)).id).toBe(kept.id);
});
