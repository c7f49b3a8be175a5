import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../server/db/database.ts';
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
} from '../../support/distributions/payouts.ts';
import { faultsOf } from '../../support/distributions/messageDefinition.ts';
import { signUpCompany, signUpShareholder } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { useTestServer } from '../../support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const paymentOf = async ({ id }: Row) => (await owner.get(`/api/payments/${String(id)}`)).body;
const compact = (id: unknown) => String(id).replaceAll('-', '');

/** A batch of one payment for each account. */
async function batchOf(accounts: Row[], extra: Row = {}) {
  const holders = [];
  for (const account of accounts) holders.push(await withAccount(owner, account));
  const { distribution, payments } = await approvedFor(owner, holders);
  const made = await makeBatch(owner, { filter: { distribution_id: distribution.id }, ...extra });
  expect(made.status).toBe(201);
  return { batch: made.body, distribution, payments, file: (await fileOf(owner, made.body)).text };
}

/** The bank sends the entries of some payments back, each with a code. */
function returnsOf(file: string, codes: readonly (readonly [payment: Row, code: string])[]): string {
  const lines = file.split('\n');
  const entries = codes.flatMap(([payment, code]) => {
    const id = compact(payment.id).slice(-15).toUpperCase();
    const entry = lines.find((line) => line.startsWith('6') && line.slice(39, 54) === id)!;
    const addendum = `7${code.startsWith('C') ? '98' : '99'}${code}${entry.slice(79)}      09100001`.padEnd(79);
    return [`621${entry.slice(3)}`, `${addendum}${entry.slice(79)}`];
  });
  const batch = lines.find((line) => line.startsWith('5'))!;
  const control = `9000001000001${String(entries.length).padStart(8, '0')}`.padEnd(55, '0').padEnd(94);
  return [lines[0], batch, ...entries, `8${'0'.repeat(93)}`, control].join('\r\n');
}

describe('a NACHA file', () => {
  it('pays individuals and companies, and what comes back fails with its reason in words', async () => {
    const { batch, payments, file } = await batchOf([AMERICAN, AMERICAN, AMERICAN], { format: 'nacha' });
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
      await batchOf([AMERICAN], { format: 'nacha' }),
      await batchOf([AMERICAN], { format: 'nacha' }),
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

describe('a pain.001 file', () => {
  const report = (group: string, transactions: string) =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>R1</MsgId></GrpHdr>${group}${transactions}</CstmrPmtStsRpt></Document>`;
  const group = (batch: Row, status = '') =>
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${compact(batch.id)}</OrgnlMsgId>${status && `<GrpSts>${status}</GrpSts><StsRsnInf><Rsn><Cd>AM10</Cd></Rsn></StsRsnInf>`}</OrgnlGrpInfAndSts>`;
  const transaction = (payment: Row, status: string, reason = '') =>
    `<TxInfAndSts><OrgnlEndToEndId>${compact(payment.id)}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}<AcctSvcrRef>BANK-7</AcctSvcrRef></TxInfAndSts>`;
  const lot = (transactions: string) =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>x</OrgnlPmtInfId>${transactions}</OrgnlPmtInfAndSts>`;

  it('is as the message definition has it, and a report completes and fails its payments', async () => {
    const { batch, payments, file } = await batchOf([IBAN, IBAN, AMERICAN]);
    expect(faultsOf(file)).toEqual([]);
    const [one, two, three] = payments as [Row, Row, Row];
    const why =
      '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account DE89370400440532013000 closed</AddtlInf></StsRsnInf>';
    const text = report(
      group(batch),
      lot(transaction(one, 'ACSC') + transaction(two, 'RJCT', why) + transaction(three, 'ACSP')),
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
    const { batch, distribution } = await batchOf([IBAN, IBAN]);
    const other = await batchOf([IBAN]);
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
    const { batch, payments } = await batchOf([IBAN]);
    const refused = await bringIn(owner, batch, textOf(batch, payments[0]!));
    expect(refused.status).toBe(422);
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing' });
  });
});

describe('cancelling a batch and its results at the same time', () => {
  it('end in one of the two', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { batch, payments } = await batchOf([IBAN]);
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
