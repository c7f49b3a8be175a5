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
  paymentsOf,
  resultsCsv,
  withAccount,
} from '#tests/support/distributions/payouts.ts';
import { faultsOf } from '#tests/support/distributions/messageDefinition.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const paymentOf = async ({ id }: Row) => (await owner.get(`/api/payments/${String(id)}`)).body;
describe('a NACHA file', () => {
  it('pays individuals and companies, and what comes back fails with its reason in words', async () => {
    const { batch, payments, file } = await batchOf(owner, [AMERICAN, AMERICAN, AMERICAN], { format: 'nacha' });
    expect(file.split('\n').every((line) => line === '' || line.length === 94)).toBe(true);
    const [one, two, three] = payments as [Row, Row, Row];
    await bringIn(owner, batch, resultsCsv([[String(two.id), 'completed', '', '']]));
    const returns = returnsOf(file, [
      [one, 'R03'],
      [two, 'R15'],
      [three, 'C01'],
    ]);
    const done = await bringIn(owner, batch, returns);
    expect(done.body).toMatchObject({ completed: 0, failed: 2, unchanged: 0, unknown: [] });
    expect(done.body.notices).toEqual([expect.stringMatching(/^C01: The account number is to be corrected, for /)]);
    expect(await paymentOf(one)).toMatchObject({
      status: 'failed',
      failure_reason: 'R03: There is no such account, or it cannot be found',
    });
    expect(await paymentOf(two)).toMatchObject({
      status: 'failed',
      failure_reason: 'R15: The account holder is deceased',
      completed_at: null,
    });
    expect(await paymentOf(three)).toMatchObject({ status: 'processing' });
    expect((await bringIn(owner, batch, returns)).body).toMatchObject({ failed: 0, unchanged: 2 });
  });
  it('of another batch names payments that are unknown here', async () => {
    const [one, other] = [
      await batchOf(owner, [AMERICAN], { format: 'nacha' }),
      await batchOf(owner, [AMERICAN], { format: 'nacha' }),
    ];
    const done = await bringIn(owner, one.batch, returnsOf(other.file, [[other.payments[0]!, 'R02']]));
    expect(done.body).toMatchObject({ failed: 0, unknown: [compact(other.payments[0]!.id).slice(-15).toUpperCase()] });
    expect(await paymentOf(one.payments[0]!)).toMatchObject({ status: 'processing' });
    expect(await paymentOf(other.payments[0]!)).toMatchObject({ status: 'processing' });
  });
  it('refuses another currency, and a bank that is not named', async () => {
    const { distribution } = await approvedFor(owner, [await withAccount(owner, AMERICAN)]);
    const asked = { format: 'nacha', filter: { distribution_id: distribution.id } };
    const refused = await makeBatch(owner, { ...asked, debtor: { name: 'Tidewater', routing_number: '091000018' } });
    expect(refused.status).toBe(422);
    expect((refused.body.errors as Row[]).map(({ field }) => field)).toEqual(['debtor.routing_number']);
  });
});

describe('a prenote', () => {
  const DEBTOR = { name: 'Tidewater', routing_number: '091000019' };
  it('goes to a new account first; the money follows three banking days later', async () => {
    const { distribution, payments } = await approvedFor(owner, [await withAccount(owner, AMERICAN)]);
    const filter = { distribution_id: distribution.id };
    const send = (execution_date: string) =>
      makeBatch(owner, { format: 'nacha', filter, prenotes: true, debtor: DEBTOR, execution_date });
    // A Tuesday.
    const first = await send('2030-01-15');
    expect(first.body).toMatchObject({ count: 0, prenotes: 1, total: '0.00', status: 'closed' });
    expect(first.body.left_out).toMatchObject([{ payment_id: payments[0]!.id, hold_reasons: ['prenote_first'] }]);
    expect((await fileOf(owner, first.body)).text).toMatch(/^6230210000210{3}123456789 {5}0{10}P/m);
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'pending' });
    expect(await send('2030-01-17')).toMatchObject({ status: 409, code: 'nothing_to_send' });
    expect((await send('2030-01-18')).body).toMatchObject({ count: 1, prenotes: 0, status: 'open' });
  });
  it('that comes back keeps its payments back until the account is corrected', async () => {
    const { distribution } = await approvedFor(owner, [await withAccount(owner, AMERICAN)]);
    const filter = { distribution_id: distribution.id };
    const asked = { format: 'nacha', filter, prenotes: true, debtor: DEBTOR };
    const { body: batch } = await makeBatch(owner, { ...asked, execution_date: '2030-01-15' });
    const lines = (await fileOf(owner, batch)).text.split('\n');
    const entry = lines.find((line) => line.startsWith('6'))!;
    const returned = withControls([
      ...lines.slice(0, 2),
      `621${entry.slice(3, 78)}1${entry.slice(79)}`,
      `799R04${entry.slice(79)}`.padEnd(79) + entry.slice(79),
    ]);
    expect((await bringIn(owner, batch, returned)).body).toMatchObject({
      failed: 0,
      unknown: [],
      notices: [expect.stringMatching(/^R04: The account number is not valid: the prenote to /)],
    });
    expect((await bringIn(owner, batch, returned)).body).toMatchObject({ unchanged: 1, unknown: [] });
    const later = await owner.post('/api/payment-batches/preview', {
      format: 'nacha',
      filter,
      prenotes: true,
      execution_date: '2030-02-15',
    });
    expect(later.body).toMatchObject({ count: 0, left_out: [{ hold_reasons: ['prenote_returned'] }] });
    // Also where nobody asks for prenotes any more, and the batch that carried it cannot be undone.
    const plain = await owner.post('/api/payment-batches/preview', {
      format: 'nacha',
      filter,
      execution_date: '2030-02-15',
    });
    expect(plain.body).toMatchObject({ count: 0, left_out: [{ hold_reasons: ['prenote_returned'] }] });
    expect(await owner.post(`/api/payment-batches/${String(batch.id)}/cancel`, {})).toMatchObject({
      status: 409,
      code: 'batch_has_results',
    });
  });
  it('that never reached the bank is cancelled with its batch, and goes out again', async () => {
    const { distribution } = await approvedFor(owner, [await withAccount(owner, AMERICAN)]);
    const filter = { distribution_id: distribution.id };
    const asked = { format: 'nacha', filter, prenotes: true, debtor: DEBTOR, execution_date: '2030-01-15' };
    const { body: batch } = await makeBatch(owner, asked);
    const url = `/api/payment-batches/${String(batch.id)}`;
    expect((await owner.get(url)).body).toMatchObject({ status: 'closed', can_cancel: true });
    expect((await owner.post(`${url}/cancel`, {})).body).toMatchObject({ status: 'cancelled' });
    expect((await makeBatch(owner, asked)).body).toMatchObject({ count: 0, prenotes: 1 });
  });
});

describe('a pain.001 file', () => {
  it('is as the message definition has it, and a report completes and fails its payments', async () => {
    const { batch, payments, file } = await batchOf(owner, [IBAN, IBAN, AMERICAN]);
    expect(faultsOf(file)).toEqual([]);
    const [one, two, three] = payments as [Row, Row, Row];
    const why =
      '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account DE89370400440532013000 closed</AddtlInf></StsRsnInf>';
    const text = report(
      group(batch),
      lot(transaction(one, 'ACSC') + transaction(two, 'RJCT', { reason: why }) + transaction(three, 'ACSP')),
    );
    const done = await bringIn(owner, batch, text);
    expect(done.body).toMatchObject({ completed: 1, failed: 1, unchanged: 1, unknown: [] });
    expect(done.body.notices).toEqual(['1 payment under way at the bank, without a result yet.']);
    expect(await paymentOf(one)).toMatchObject({ status: 'completed', reference: 'BANK-7' });
    expect(await paymentOf(two)).toMatchObject({
      failure_reason: 'AC04: The account is closed. Account …3000 closed',
    });
    expect((await bringIn(owner, batch, text)).body).toMatchObject({ completed: 0, failed: 0, unchanged: 3 });
  });
  it('that the bank refuses as a whole fails all of them, and only of the batch that it names', async () => {
    const { batch, distribution } = await batchOf(owner, [IBAN, IBAN]);
    const other = await batchOf(owner, [IBAN]);
    const text = report(group(batch, 'RJCT'), '');
    expect((await bringIn(owner, other.batch, text)).body).toMatchObject({ failed: 0, unknown: [compact(batch.id)] });
    expect((await bringIn(owner, batch, text)).body).toMatchObject({ failed: 2 });
    const reasons = (await paymentsOf(owner, distribution)).map(({ failure_reason }) => failure_reason);
    expect(reasons).toEqual(['AM10: The control sum is wrong', 'AM10: The control sum is wrong']);
  });
  it.each([
    ['an unknown status', (batch: Row, payment: Row) => report(group(batch), lot(transaction(payment, 'MAYB')))],
    ['no payment at all', (batch: Row) => report(group(batch), '')],
    ['another message', () => '<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>'],
    ['elements without end', () => `<?xml version="1.0"?>${'<a>'.repeat(5000)}`],
  ])('with %s in its report is refused, and nothing is written', async (_, textOf) => {
    const { batch, payments } = await batchOf(owner, [IBAN]);
    const refused = await bringIn(owner, batch, textOf(batch, payments[0]!));
    expect(refused.status).toBe(422);
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing' });
  });
});

describe('cancelling a batch and its results at the same time', () => {
  it('end in one of the two', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { batch, payments } = await batchOf(owner, [IBAN]);
      const [cancelled, brought] = await Promise.all([
        owner.post(`/api/payment-batches/${String(batch.id)}/cancel`, {}),
        bringIn(owner, batch, resultsCsv([[String(payments[0]!.id), 'completed', '', '']])),
      ]);
      const { status } = await paymentOf(payments[0]!);
      expect([cancelled.status, brought.status, status]).toEqual(
        cancelled.status === 200 ? [200, 409, 'pending'] : [409, 200, 'completed'],
      );
    }
  });
});

describe('an account number', () => {
  it('is in the file alone: in no table, list, answer or log', async () => {
    const number = '555000111222333';
    const iban = 'GB29NWBK60161331926819';
    const debtor = { name: 'Tidewater', routing_number: '091000019', account_number: '777000888999' };
    const { batch, payments, file } = await batchOf(
      owner,
      [
        { ...AMERICAN, account_number: number },
        { iban, bic: 'NWBKGB2L' },
      ],
      { debtor },
    );
    for (const each of [number, iban, debtor.account_number]) expect(file).toContain(each);
    await bringIn(
      owner,
      batch,
      resultsCsv([
        [String(payments[0]!.id), 'completed', '', ''],
        [String(payments[1]!.id), 'failed', '', `no account ${iban}`],
      ]),
    );
    const tables = await server.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const texts = [server.failures.join('\n')];
    for (const { name } of tables)
      texts.push(
        (await server.sql<{ text: string | null }>(`select string_agg(t::text, ' ') as text from "${name}" t`))[0]!
          .text ?? '',
      );
    for (const path of ['/api/payments/', '/api/payment-batches/', '/api/audit/', '/api/payments/export.csv'])
      texts.push((await owner.get(path)).text);
    for (const each of [number, iban, debtor.account_number])
      expect(texts.filter((text) => text.includes(each)).map((text) => text.slice(0, 200))).toEqual([]);
  });
});

describe('the holder of a payment', () => {
  it('is told once of its result, and sees no batch', async () => {
    const record = await withAccount(owner, IBAN);
    const holder = await signUpShareholder(server, owner, record);
    const { distribution, payments } = await approvedFor(owner, [record]);
    const { body: batch } = await makeBatch(owner, { filter: { distribution_id: distribution.id } });
    const results = resultsCsv([[String(payments[0]!.id), 'completed', '', '']]);
    for (let time = 0; time < 2; time += 1) await bringIn(owner, batch, results);
    const told = (await holder.get('/api/notices')).text.match(/payment_sent/g);
    expect(told).toHaveLength(1);
    expect((await holder.get(`/api/payments/${String(payments[0]!.id)}`)).body).toMatchObject({ batch_id: null });
    expect((await holder.get('/api/payment-batches/')).rows).toEqual([]);
    expect((await holder.get(`/api/payment-batches/${String(batch.id)}`)).status).toBe(404);
  });
});
