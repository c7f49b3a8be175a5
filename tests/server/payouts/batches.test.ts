import { beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import type { Row } from '#server/db/database.ts';
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
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const holders = async () => [
  await withAccount(owner, AMERICAN),
  await withAccount(owner, IBAN),
  await withAccount(owner, null),
];
const filterOf = (distribution: Row) => ({ filter: { distribution_id: distribution.id } });
const show = async (batch: Row) => (await owner.get(`/api/payment-batches/${String(batch.id)}`)).body;
const paymentOf = async ({ id }: Row) => (await owner.get(`/api/payments/${String(id)}`)).body;

describe('a batch of payments', () => {
  it('sends those of a filter that can be sent, and says why the others are left out', async () => {
    const { distribution, payments } = await approvedFor(owner, await holders());
    const made = await makeBatch(owner, filterOf(distribution));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      format: 'pain.001',
      count: 2,
      total: '45.00',
      currency: 'USD',
      status: 'open',
      left_out: [{ payment_id: payments[2]!.id, hold_reasons: ['no_bank_details'] }],
    });
    const states = (await paymentsOf(owner, distribution)).map(({ status }) => status);
    expect(states.toSorted()).toEqual(['pending', 'processing', 'processing']);
    expect(await show(made.body)).toMatchObject({
      payments: { processing: 2, completed: 0, failed: 0, moved_on: 0 },
      can_cancel: true,
    });
    const file = await fileOf(owner, made.body);
    expect(file.status).toBe(200);
    expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(made.body.sha256);
    expect(file.text).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>45.00</CtrlSum>');
    expect(file.text).toContain(IBAN.iban);
  });
  it('is previewed without being made', async () => {
    const { distribution } = await approvedFor(owner, await holders());
    const asked = { format: 'nacha', execution_date: '2030-01-15', ...filterOf(distribution) };
    const preview = await owner.post('/api/payment-batches/preview', asked);
    expect(preview.body).toMatchObject({ count: 1, total: '15.00', currency: 'USD' });
    expect((preview.body.left_out as Row[]).map(({ hold_reasons }) => hold_reasons)).toEqual(
      expect.arrayContaining([['no_american_account'], ['no_bank_details']]),
    );
    expect((await paymentsOf(owner, distribution)).every(({ status }) => status === 'pending')).toBe(true);
  });
  it('of ids refuses a held one with the name of who lacks an account, and takes none', async () => {
    const who = await holders();
    const { payments, distribution } = await approvedFor(owner, who);
    const refused = await makeBatch(owner, { payment_ids: payments.map(({ id }) => id) });
    expect(refused).toMatchObject({ status: 409, code: 'payment_held' });
    expect(refused.detail).toContain(String(who[2]!.name));
    expect((await paymentsOf(owner, distribution)).every(({ status }) => status === 'pending')).toBe(true);
  });
  it('takes a payment once, however many are made at the same time', async () => {
    const { distribution, payments } = await approvedFor(owner, [await withAccount(owner, IBAN)]);
    const ids = { payment_ids: [payments[0]!.id] };
    const all = await Promise.all([
      makeBatch(owner, ids),
      makeBatch(owner, ids),
      makeBatch(owner, filterOf(distribution)),
    ]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing', attempts: 1 });
  });
  it('is cancelled until a result came, and its payments are pending again', async () => {
    const { distribution, payments } = await approvedFor(owner, [
      await withAccount(owner, IBAN),
      await withAccount(owner, IBAN),
    ]);
    const first = (await makeBatch(owner, filterOf(distribution))).body;
    const cancelled = await owner.post(`/api/payment-batches/${String(first.id)}/cancel`, {});
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'pending', attempts: 0, batch_id: null });
    expect(await bringIn(owner, first, resultsCsv([[String(payments[0]!.id), 'completed', '', '']]))).toMatchObject({
      status: 409,
      code: 'batch_cancelled',
    });
    const second = (await makeBatch(owner, filterOf(distribution))).body;
    await bringIn(owner, second, resultsCsv([[String(payments[0]!.id), 'completed', 'B-1', '']]));
    expect(await owner.post(`/api/payment-batches/${String(second.id)}/cancel`, {})).toMatchObject({
      status: 409,
      code: 'batch_has_results',
    });
  });
});

describe('the results of a batch', () => {
  it('complete and fail its payments, and the same file changes nothing a second time', async () => {
    const three = [await withAccount(owner, IBAN), await withAccount(owner, IBAN), await withAccount(owner, AMERICAN)];
    const { distribution, payments } = await approvedFor(owner, three);
    const batch = (await makeBatch(owner, filterOf(distribution))).body;
    const other = await approvedFor(owner, [await withAccount(owner, IBAN)]);
    await makeBatch(owner, filterOf(other.distribution));
    const file = resultsCsv([
      [String(payments[0]!.id), 'completed', 'WIRE-1', ''],
      [String(payments[1]!.id), 'failed', '', 'account closed'],
      [String(other.payments[0]!.id), 'completed', '', ''],
      ['nonsense', 'completed', '', ''],
    ]);
    const expected = { completed: 1, failed: 1, unchanged: 0, unknown: [other.payments[0]!.id, 'nonsense'] };
    expect((await bringIn(owner, batch, file)).body).toMatchObject(expected);
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'completed', reference: 'WIRE-1' });
    expect(await paymentOf(payments[1]!)).toMatchObject({ status: 'failed', failure_reason: 'account closed' });
    expect(await paymentOf(other.payments[0]!)).toMatchObject({ status: 'processing' });
    expect((await bringIn(owner, batch, file)).body).toMatchObject({ completed: 0, failed: 0, unchanged: 2 });
    expect(await show(batch)).toMatchObject({ status: 'open', payments: { processing: 1, completed: 1, failed: 1 } });
    const last = resultsCsv([[String(payments[2]!.id), 'completed', '', '']]);
    await bringIn(owner, batch, last);
    expect((await show(batch)).status).toBe('closed');
  });
  it('make the distribution paid with the last, and approved again when one comes back', async () => {
    const { distribution, payments } = await approvedFor(owner, [await withAccount(owner, IBAN)]);
    const batch = (await makeBatch(owner, filterOf(distribution))).body;
    const status = async () => (await owner.get(`/api/distributions/${String(distribution.id)}`)).body.status;
    await bringIn(owner, batch, resultsCsv([[String(payments[0]!.id), 'completed', '', '']]));
    expect(await status()).toBe('paid');
    const returned = resultsCsv([[String(payments[0]!.id), 'returned', '', 'account 000123456789 closed']]);
    expect((await bringIn(owner, batch, returned)).body).toMatchObject({ failed: 1 });
    expect(await status()).toBe('approved');
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'failed', failure_reason: 'account …6789 closed' });
  });
  it('of an earlier batch do not touch a payment that was tried again since', async () => {
    const { distribution, payments } = await approvedFor(owner, [await withAccount(owner, IBAN)]);
    const first = (await makeBatch(owner, filterOf(distribution))).body;
    const failed = resultsCsv([[String(payments[0]!.id), 'failed', '', 'closed']]);
    await bringIn(owner, first, failed);
    await owner.post(`/api/payments/${String(payments[0]!.id)}/retry`, {});
    expect((await makeBatch(owner, filterOf(distribution))).status).toBe(201);
    expect((await bringIn(owner, first, failed)).body).toMatchObject({ failed: 0, unchanged: 1 });
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing', attempts: 2 });
    expect(await show(first)).toMatchObject({ status: 'closed', payments: { moved_on: 1 } });
  });
  it('that are broken are refused, and nothing is written', async () => {
    const { distribution, payments } = await approvedFor(owner, [await withAccount(owner, IBAN)]);
    const batch = (await makeBatch(owner, filterOf(distribution))).body;
    const id = String(payments[0]!.id);
    const broken = [
      'not,a,result\r\n1,2,3\r\n',
      resultsCsv([
        [id, 'completed', '', ''],
        [id, 'perhaps', '', ''],
      ]),
      `payment_id,status\r\n${id},completed\r\n"${id},fai`,
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document/>',
      '<Document><CstmrPmtStsRpt>',
      '101 091000019',
      '',
    ];
    for (const text of broken) expect([text, (await bringIn(owner, batch, text)).status]).toEqual([text, 422]);
    expect(await paymentOf(payments[0]!)).toMatchObject({ status: 'processing' });
  });
});

describe('the file of a batch', () => {
  it('needs a fresh confirmation, and its download is in the trail', async () => {
    const { distribution } = await approvedFor(owner, [await withAccount(owner, IBAN)]);
    const batch = (await makeBatch(owner, filterOf(distribution))).body;
    await fileOf(owner, batch);
    const trail = await owner.get('/api/audit/?filter={"action":"download"}');
    expect(trail.rows.some(({ summary }) => summary === `downloaded the file of ${String(batch.name)}`)).toBe(true);
    const other = await signUpCompany(server);
    expect((await fileOf(other, batch)).status).toBe(404);
    await letConfirmationExpire(server, owner);
    expect(await fileOf(owner, batch)).toMatchObject({ status: 403, code: 'step_up_required' });
  });
});
