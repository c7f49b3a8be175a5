// Answers of a bank that belong to another attempt, another message or another amount, that contradict what is known here, or
// that quote an account: they never move a payment, and never show a number.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import {
  batchOf,
  compact,
  group,
  lot,
  report,
  returnsOf,
  transaction,
  withControls,
} from '#tests/support/distributions/bankAnswers.ts';
import {
  AMERICAN,
  approvedFor,
  bringIn,
  fileOf,
  IBAN,
  makeBatch,
  resultsCsv,
  withAccount,
} from '#tests/support/distributions/payouts.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const paymentOf = async ({ id }: Row) => (await owner.get(`/api/payments/${String(id)}`)).body;
const one = (payment: Row, status: string, reference = '', reason = '') =>
  resultsCsv([[String(payment.id), status, reference, reason]]);

/** The payment failed in its batch, is pending again, and goes out with the next one. */
async function triedAgain({ batch, payments, distribution }: Awaited<ReturnType<typeof batchOf>>, format: string) {
  const [payment] = payments as [Row];
  if ((await paymentOf(payment)).status === 'processing') await bringIn(owner, batch, one(payment, 'failed'));
  expect((await owner.post(`/api/payments/${String(payment.id)}/retry`, {})).status).toBe(200);
  const again = await makeBatch(owner, { filter: { distribution_id: distribution.id }, format });
  expect(again.status).toBe(201);
  return again.body;
}

describe('a report in ISO 20022', () => {
  it.each(['RJCT', 'ACSC'])('of an earlier attempt leaves the new one alone (%s)', async (status) => {
    const first = await batchOf(owner, [IBAN]);
    const [payment] = first.payments as [Row];
    const old = report(group(first.batch), lot(transaction(payment, status)));
    const second = await triedAgain(first, 'pain.001');
    expect((await bringIn(owner, second, old)).body).toMatchObject({
      completed: 0,
      failed: 0,
      unknown: [compact(payment.id).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')],
    });
    expect(await paymentOf(payment)).toMatchObject({ status: 'processing' });
    const own = report(group(second), lot(transaction(payment, 'ACSC')));
    expect((await bringIn(owner, second, own)).body).toMatchObject({ completed: 1 });
  });
  it.each([
    ['another currency', '<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">15.00</InstdAmt></Amt></OrgnlTxRef>', 0],
    ['another amount', '<OrgnlTxRef><Amt><InstdAmt Ccy="USD">1.00</InstdAmt></Amt></OrgnlTxRef>', 0],
    ['the amount', '<OrgnlTxRef><Amt><InstdAmt Ccy="USD">15</InstdAmt></Amt></OrgnlTxRef>', 1],
  ])('that names %s of a payment', async (_, of, completed) => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const done = await bringIn(owner, batch, report(group(batch), lot(transaction(payments[0]!, 'ACSC', { of }))));
    expect(done.body).toMatchObject({ completed, unknown: completed === 1 ? [] : [payments[0]!.id] });
  });
  it('is taken as banks write it: the message in other letters or not provided, a status of the whole for each', async () => {
    const { batch, payments } = await batchOf(owner, [IBAN, IBAN, IBAN]);
    const [one, two, three] = payments as [Row, Row, Row];
    const head = (message: string, status = '') =>
      `<OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId>${status && `<GrpSts>${status}</GrpSts>`}</OrgnlGrpInfAndSts>`;
    const foreign =
      '<OrgnlPmtInfAndSts><OrgnlPmtInfId>ANOTHER-2</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts></OrgnlPmtInfAndSts>';
    const others = await bringIn(owner, batch, report(head(compact(batch.id), 'PART'), foreign));
    expect(others.body).toMatchObject({ failed: 0, unknown: [expect.any(String)] });
    const waiting = await bringIn(owner, batch, report(head(String(batch.id), 'ACCP'), ''));
    expect(waiting.body).toMatchObject({ unchanged: 3, notices: [expect.stringMatching(/^3 payments under way/)] });
    const nameless = await bringIn(owner, batch, report(head('', 'RJCT'), ''));
    expect(nameless.body).toMatchObject({ failed: 0, unknown: [expect.stringContaining('does not name')] });
    const done = await bringIn(owner, batch, report(head('NOTPROVIDED'), lot(transaction(one, 'ACSC'))));
    expect(done.body).toMatchObject({ completed: 1 });
    const why = '<StsRsnInf><AddtlInf>Closed</AddtlInf><AddtlInf>on 11/26/2026</AddtlInf></StsRsnInf>';
    const bare = (payment: Row) =>
      `<TxInfAndSts><OrgnlEndToEndId>${compact(payment.id)}</OrgnlEndToEndId>${why}</TxInfAndSts>`;
    const all = report(head(compact(batch.id).toUpperCase(), 'RJCT'), lot(bare(two)));
    // The first is completed: a report that says otherwise does not end it.
    expect((await bringIn(owner, batch, all)).body).toMatchObject({ failed: 2, unchanged: 1 });
    expect((await paymentOf(two)).failure_reason).toBe('Closed on 11/26/2026');
    expect(await paymentOf(three)).toMatchObject({ status: 'failed' });
  });
  it('takes the right row beside one of another amount', async () => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const [payment] = payments as [Row];
    const of = '<OrgnlTxRef><Amt><InstdAmt Ccy="USD">1.00</InstdAmt></Amt></OrgnlTxRef>';
    const text = report(group(batch), lot(transaction(payment, 'ACSC', { of }) + transaction(payment, 'RJCT')));
    expect((await bringIn(owner, batch, text)).body).toMatchObject({
      completed: 0,
      failed: 1,
      unknown: [payment.id],
      notices: [],
    });
  });
  it('keeps a reference short, on one line, and without an account', async () => {
    const { batch, payments } = await batchOf(owner, [IBAN, IBAN]);
    const text = report(
      group(batch),
      lot(
        transaction(payments[0]!, 'ACSC', { reference: '9'.repeat(5000) }) +
          transaction(payments[1]!, 'ACSC', {
            reference: 'A\u202E DE89370400440532013000\n ref_de89-3704-0044-0532-0130-00',
          }),
      ),
    );
    expect((await bringIn(owner, batch, text)).body).toMatchObject({ completed: 2 });
    expect((await paymentOf(payments[0]!)).reference).toBe('9'.repeat(200));
    expect((await paymentOf(payments[1]!)).reference).toBe('A  …3000  ref_…3000');
  });
});

describe('a NACHA return', () => {
  it('of an earlier attempt leaves the new one alone', async () => {
    const first = await batchOf(owner, [AMERICAN], { format: 'nacha' });
    const [payment] = first.payments as [Row];
    const old = returnsOf(first.file, [[payment, 'R03']]);
    expect((await bringIn(owner, first.batch, old)).body).toMatchObject({ failed: 1 });
    const second = await triedAgain(first, 'nacha');
    expect((await bringIn(owner, second, old)).body).toMatchObject({ failed: 0, unknown: [expect.any(String)] });
    expect(await paymentOf(payment)).toMatchObject({ status: 'processing' });
    const { text } = await fileOf(owner, second);
    expect((await bringIn(owner, second, returnsOf(text, [[payment, 'R03']]))).body).toMatchObject({ failed: 1 });
  });
  it('is found by the file as the bank has it, whoever the holders are by now', async () => {
    const { batch, payments, file } = await batchOf(owner, [AMERICAN, AMERICAN, AMERICAN], { format: 'nacha' });
    const [one, two, three] = payments as [Row, Row, Row];
    const holder = `/api/shareholders/${String(one.shareholder_id)}`;
    const now = { ...(await owner.get(holder)).body, type: 'entity', entity_name: 'Now a company' };
    expect((await owner.put(holder, now)).status).toBe(200);
    const nameless = (entry: string) => `${entry.slice(0, 39)}${'0'.repeat(15)}${entry.slice(54)}`;
    const renumbered = (entry: string) => `${entry.slice(0, 79)}987654320000001`;
    expect((await bringIn(owner, batch, returnsOf(file, [[one, 'R03']]))).body).toMatchObject({ failed: 1 });
    expect((await bringIn(owner, batch, returnsOf(file, [[two, 'R03']], nameless))).body).toMatchObject({ failed: 1 });
    expect(await paymentOf(two)).toMatchObject({ status: 'failed' });
    const free = (entry: string) => `${entry.slice(0, 29)}${'0'.repeat(10)}${entry.slice(39)}`;
    const changed = await bringIn(owner, batch, returnsOf(file, [[three, 'C01']], free));
    expect(changed.body.notices).toEqual([expect.stringContaining(`, for ${String(three.shareholder)}.`)]);
    const own = await bringIn(owner, batch, returnsOf(file, [[three, 'R03']], renumbered));
    expect(own.body).toMatchObject({ failed: 1, unknown: [] });
  });
  it('of a prenote belongs to its file too', async () => {
    const debtor = { name: 'Tidewater', routing_number: '091000019' };
    const holder = await withAccount(owner, AMERICAN);
    const { distribution } = await approvedFor(owner, [holder]);
    const asked = { format: 'nacha', filter: { distribution_id: distribution.id }, prenotes: true, debtor };
    const first = (await makeBatch(owner, { ...asked, execution_date: '2030-01-15' })).body;
    const returned = async (batch: Row) => {
      const lines = (await fileOf(owner, batch)).text.split('\n');
      const entry = lines.find((line) => line.startsWith('6'))!;
      const addendum = `799R03${entry.slice(79)}`.padEnd(79) + entry.slice(79);
      // The bank leaves our identification out.
      const bare = `621${entry.slice(3, 39)}${' '.repeat(15)}${entry.slice(54, 78)}1${entry.slice(79)}`;
      return withControls([...lines.slice(0, 2), bare, addendum]);
    };
    const old = await returned(first);
    expect((await bringIn(owner, first, old)).body).toMatchObject({
      unknown: [],
      notices: [/^R03/].map((each) => expect.stringMatching(each) as string),
    });
    const url = `/api/shareholders/${String(holder.id)}`;
    const account = { ...AMERICAN, account_number: '555000111' };
    expect((await owner.put(url, { ...(await owner.get(url)).body, bank_account: account })).status).toBe(200);
    await owner.post(`${url}/bank-change/approve`, {});
    await server.sql('update holder_detail set bank_account_counts_from = null where shareholder_id = $1', [holder.id]);
    const second = (await makeBatch(owner, { ...asked, execution_date: '2030-02-15' })).body;
    expect(second).toMatchObject({ prenotes: 1 });
    const again = await bringIn(owner, second, old);
    expect(again.body).toMatchObject({ notices: [], unknown: [expect.any(String)] });
  });
  it('of another amount is unknown, and one whose totals are not its entries’ is refused', async () => {
    const { batch, payments, file } = await batchOf(owner, [AMERICAN], { format: 'nacha' });
    const [payment] = payments as [Row];
    const cheap = returnsOf(
      file,
      [[payment, 'R03']],
      (entry) => `${entry.slice(0, 29)}${'1'.padStart(10, '0')}${entry.slice(39)}`,
    );
    expect((await bringIn(owner, batch, cheap)).body).toMatchObject({ failed: 0, unknown: [expect.any(String)] });
    const right = returnsOf(file, [[payment, 'R03']]);
    const wrong = right.replace(/(\r\n9.{53})./, (_, start: string) => `${start}9`);
    expect(await bringIn(owner, batch, wrong)).toMatchObject({ status: 422, code: 'broken_results' });
    expect(await paymentOf(payment)).toMatchObject({ status: 'processing' });
  });
  it('knows the files of one day apart', async () => {
    const files = [
      await batchOf(owner, [AMERICAN, AMERICAN], { format: 'nacha' }),
      await batchOf(owner, [AMERICAN], { format: 'nacha' }),
    ].map(({ file }) => file.split('\n'));
    const [one, two] = files.map((lines) => lines[0]!.charCodeAt(33)) as [number, number];
    expect(two - one).toBe(1);
    const traces = files.map((lines) =>
      lines.filter((line) => line.startsWith('6')).map((line) => Number(line.slice(87))),
    );
    expect(traces[1]![0]! - traces[0]![0]!).toBe(2);
  });
});

describe('the payer’s name', () => {
  it.each(['nacha', 'pain.001'])('is in plain letters, as a holder’s is (%s)', async (format) => {
    const debtor = { name: 'Quill & Söhne', routing_number: '091000019', account_number: '98765432101' };
    const { file } = await batchOf(owner, [AMERICAN], { format, debtor });
    expect(file).toMatch(/Quill [&+] Sohne/i);
  });
});

describe('a batch', () => {
  it('warns of a day on which no bank works, and of one far ahead', async () => {
    const { distribution } = await batchOf(owner, [IBAN]);
    const codes = async (execution_date: string) => {
      const asked = { format: 'csv', filter: { distribution_id: distribution.id }, execution_date };
      const seen = await owner.post('/api/payment-batches/preview', asked);
      return (seen.body.warnings as Row[]).map(({ code }) => code);
    };
    // A Saturday, and a Monday.
    expect(await codes('2199-06-01')).toEqual(['execution_date_weekend', 'execution_date_far_ahead']);
    expect(await codes('2199-06-03')).toEqual(['execution_date_far_ahead']);
  });
  it('leaves out what is more than its format takes, and says so', async () => {
    const { distribution, payments, batch } = await batchOf(owner, [AMERICAN, AMERICAN], { format: 'csv' });
    await owner.post(`/api/payment-batches/${String(batch.id)}/cancel`, {});
    await server.sql('alter table payment disable trigger user');
    await server.sql('update payment set gross = 100000000, amount = 100000000, tax = 0 where id = $1', [
      payments[0]!.id,
    ]);
    await server.sql('alter table payment enable trigger user');
    const preview = await owner.post('/api/payment-batches/preview', {
      format: 'nacha',
      filter: { distribution_id: distribution.id },
      execution_date: '2030-01-15',
    });
    expect(preview.body).toMatchObject({
      count: 1,
      left_out: [{ payment_id: payments[0]!.id, hold_reasons: ['too_large_for_format'] }],
    });
  });
  it('puts a bare code of the bank into words, and stands in the timeline of the distribution', async () => {
    const { batch, payments, distribution } = await batchOf(owner, [IBAN, IBAN]);
    await bringIn(
      owner,
      batch,
      resultsCsv([
        [String(payments[0]!.id), 'failed', '', 'R03'],
        [String(payments[1]!.id), 'completed', '', ''],
      ]),
    );
    expect((await paymentOf(payments[0]!)).failure_reason).toBe('R03: There is no such account, or it cannot be found');
    const { text } = await owner.get(`/api/distributions/${String(distribution.id)}`);
    for (const words of ['sent 2 payments of', 'completed 1 payment of', 'marked as failed 1 payment of'])
      expect(text).toContain(words);
  });
});

describe('what is completed', () => {
  it('is ended by a return alone; the contradiction is said', async () => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const [payment] = payments as [Row];
    await bringIn(owner, batch, one(payment, 'completed'));
    const denied = await bringIn(owner, batch, one(payment, 'failed'));
    expect(denied.body).toMatchObject({ failed: 0, unchanged: 1 });
    expect(denied.body.notices).toEqual([expect.stringMatching(/^The bank says of 1 payment that it failed/)]);
    expect(await paymentOf(payment)).toMatchObject({ status: 'completed' });
    expect((await bringIn(owner, batch, one(payment, 'returned'))).body).toMatchObject({ failed: 1 });
    const late = await bringIn(owner, batch, one(payment, 'completed'));
    expect(late.body).toMatchObject({ completed: 0, unchanged: 1 });
    expect(late.body.notices).toEqual([expect.stringMatching(/^The bank says of 1 payment that it arrived/)]);
  });
  it.each([
    [['failed', 'completed'], 'completed'],
    [['completed', 'failed'], 'completed'],
    [['returned', 'completed'], 'failed'],
    [['completed', 'returned'], 'failed'],
  ])('ends alike in whatever order one file says it: %o', async (statuses, status) => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const done = await bringIn(
      owner,
      batch,
      resultsCsv(statuses.map((each) => [String(payments[0]!.id), each, '', ''])),
    );
    expect(await paymentOf(payments[0]!)).toMatchObject({ status });
    expect(done.body.notices).toHaveLength(statuses.includes('failed') ? 1 : 0);
  });
  it('arrived on the day that the batch was for, unless the bank names another', async () => {
    const day = (days: number) => new Date(server.deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const { batch, payments } = await batchOf(owner, [IBAN, IBAN], { execution_date: day(-3) });
    const rows = [
      'payment_id,status,date',
      `${String(payments[0]!.id)},completed,`,
      `${String(payments[1]!.id)},completed,${day(-1)}`,
    ].join('\n');
    expect((await bringIn(owner, batch, rows)).body).toMatchObject({ completed: 2 });
    const days = await Promise.all(payments.map(async (each) => (await paymentOf(each)).completed_at));
    expect(days.map((each) => String(each).slice(0, 10))).toEqual([day(-3), day(-1)]);
  });
});
