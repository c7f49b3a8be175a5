import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { atOnce, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

/** An approved distribution with a payment for each of two holders. */
async function approved() {
  const shareClass = await given.shareClass(owner);
  const holders = [await given.shareholder(owner), await given.shareholder(owner)];
  for (const { id } of holders)
    await given.certificate(owner, { shareholder_id: id, share_class_id: shareClass.id, quantity: '10' });
  const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id], amount_per_share: '1.5' });
  await approveSeen(owner, distribution);
  return { distribution, holders, payments: (await paymentsOf(distribution)) as [Row, Row] };
}
const paymentsOf = async (record: Row) =>
  (await owner.get(`/api/payments/?filter=${encodeURIComponent(JSON.stringify({ distribution_id: record.id }))}`)).rows;
const verb = (record: Row, name: string, body: Row = {}) =>
  owner.post(`/api/payments/${String(record.id)}/${name}`, body);
const complete = (record: Row) => verb(record, 'complete', { date: '2024-07-16', reference: 'WIRE-1' });
const sumOf = (payments: Row[]) =>
  toFixed(
    payments.reduce((sum, { amount }) => sum + decimal(String(amount)), 0n),
    2,
  );
const statusOf = async (record: Row) => (await owner.get(`/api/distributions/${String(record.id)}`)).body.status;

describe('payments of one day', () => {
  it('are sorted by shareholder, then by class, in the list, on the distribution and in the preview', async () => {
    const classes = [await given.shareClass(owner, { name: 'B' }), await given.shareClass(owner, { name: 'A' })];
    const names = ['Zoe', 'Ann', 'Mia', 'Bob'];
    for (const first_name of names) {
      const { id } = await given.shareholder(owner, { first_name, last_name: 'Ordered' });
      for (const each of classes) await given.certificate(owner, { shareholder_id: id, share_class_id: each.id });
    }
    const distribution = await given.distribution(owner, { share_class_ids: classes.map(({ id }) => id) });
    const expected = names.toSorted().flatMap((name) => [`${name} Ordered A`, `${name} Ordered B`]);
    const className = new Map(classes.map(({ id, name }) => [id, name]));
    const lines = async () => {
      const { rows } = (await owner.get(`/api/distributions/${String(distribution.id)}/preview`)).body as {
        rows: Row[];
      };
      return rows.map((row) => `${String(row.shareholder)} ${String(className.get(row.share_class_id))}`);
    };
    expect(await lines()).toEqual(expected);
    await approveSeen(owner, distribution);
    expect(await lines()).toEqual(expected);
    const listed = (rows: Row[]) => rows.map((row) => `${String(row.shareholder)} ${String(row.share_class)}`);
    expect(listed(await paymentsOf(distribution))).toEqual(expected);
    const byHolder = await owner.get(
      `/api/payments/?sort=["shareholder_id","ASC"]&filter={"distribution_id":"${String(distribution.id)}"}`,
    );
    expect(listed(byHolder.rows)).toEqual(expected);
  });
});

describe('a payment', () => {
  it('is created at approval with its amount, method and day', async () => {
    const { payments, distribution } = await approved();
    expect(payments).toHaveLength(2);
    expect(payments[0]).toMatchObject({
      distribution_id: distribution.id,
      amount: '15.00',
      method: 'bank_transfer',
      status: 'pending',
      scheduled_date: '2024-07-15',
      attempts: 0,
    });
  });
  it('is started and completed; the last one makes the distribution paid (I9)', async () => {
    const { distribution, payments } = await approved();
    expect((await verb(payments[0], 'start')).body).toMatchObject({ status: 'processing', attempts: 1 });
    expect((await complete(payments[0])).body).toMatchObject({ status: 'completed', reference: 'WIRE-1' });
    expect(await statusOf(distribution)).toBe('approved');
    const file = await owner.get('/api/payments/export.csv');
    expect(file.text).toContain(',2024-07-16,');
    expect(file.text).not.toContain('2024-07-16T');
    await verb(payments[1], 'start');
    await complete(payments[1]);
    expect(await statusOf(distribution)).toBe('paid');
  });
  it('that failed is retried under the same id, and both attempts are kept (DV-06)', async () => {
    const { distribution, payments } = await approved();
    const [one, two] = payments;
    for (const each of payments) await verb(each, 'start');
    await complete(one);
    expect((await verb(two, 'fail', { reason: 'account closed' })).body).toMatchObject({
      status: 'failed',
      failure_reason: 'account closed',
    });
    expect((await verb(two, 'retry')).body).toMatchObject({ id: two.id, status: 'pending', amount: two.amount });
    expect((await verb(two, 'start')).body.attempts).toBe(2);
    await complete(two);
    expect(await statusOf(distribution)).toBe('paid');
    const { events } = (await owner.get(`/api/payments/${String(two.id)}`)).body as { events: Row[] };
    expect(events.map((event) => event.verb)).toEqual(['started', 'failed', 'retried', 'started', 'completed']);
  });
  it('is counted on its distribution with its amount, under its status', async () => {
    const { distribution, payments } = await approved();
    const sums = async () => (await owner.get(`/api/distributions/${String(distribution.id)}`)).body.payment_sums;
    expect(await sums()).toEqual([{ status: 'pending', count: 2, amount: sumOf(payments) }]);
    const [one, two] = payments;
    for (const each of payments) await verb(each, 'start');
    await complete(one);
    await verb(two, 'fail', { reason: 'account closed' });
    expect(await sums()).toEqual([
      { status: 'completed', count: 1, amount: one.amount },
      { status: 'failed', count: 1, amount: two.amount },
    ]);
  });
  it('that is returned sets its distribution from paid back to approved', async () => {
    const { distribution, payments } = await approved();
    for (const each of payments) {
      await verb(each, 'start');
      await complete(each);
    }
    expect((await verb(payments[0], 'return', { reason: 'bounced' })).body).toMatchObject({
      status: 'failed',
      failure_reason: 'bounced',
    });
    expect(await statusOf(distribution)).toBe('approved');
    await verb(payments[0], 'retry');
    await verb(payments[0], 'start');
    await complete(payments[0]);
    expect(await statusOf(distribution)).toBe('paid');
  });
  it('keeps in its history the day it arrived when that differs from the day it was recorded, also after a return', async () => {
    server.setClock('2024-07-15');
    const { payments } = await approved();
    const firstLine = async (record: Row) =>
      ((await owner.get(`/api/payments/${String(record.id)}`)).body.history as Row[])[0]!.text;
    for (const each of payments) await verb(each, 'start');
    // The day is the company's. In UTC it is already the next one.
    await owner.post('/api/organization/time-zone', { time_zone: 'America/New_York' });
    server.setClock('2024-07-17T02:00:00Z');
    await complete(payments[1]);
    expect(await firstLine(payments[1])).toMatch(/^completed the payment of \$15\.00 to [^:]*: WIRE-1$/);
    expect(await firstLine(payments[1])).not.toContain('2024');
    server.setClock('2024-07-18');
    await complete(payments[0]);
    const arrived = /^completed the payment of \$15\.00 to .*, which arrived on 2024-07-16: WIRE-1$/;
    expect(await firstLine(payments[0])).toMatch(arrived);
    server.setClock('2024-07-19');
    await verb(payments[0], 'return', { reason: 'bounced' });
    const { history } = (await owner.get(`/api/payments/${String(payments[0].id)}`)).body as { history: Row[] };
    expect(history.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^marked as returned the payment/),
      expect.stringMatching(arrived),
      expect.stringMatching(/^started the payment/),
      'due since the distribution was approved',
    ]);
    await owner.post('/api/organization/time-zone', { time_zone: 'UTC' });
    server.setClock(new Date().toISOString());
  });
  it('takes no step that its state does not allow', async () => {
    const {
      payments: [payment],
    } = await approved();
    const bodies: Record<string, Row> = {
      complete: { date: '2024-07-16' },
      fail: { reason: 'x' },
      return: { reason: 'x' },
    };
    const refused = async (...names: string[]) => {
      for (const name of names) expect([name, (await verb(payment, name, bodies[name])).status]).toEqual([name, 409]);
    };
    await refused('complete', 'fail', 'retry', 'return');
    await verb(payment, 'start');
    await refused('start', 'retry', 'return');
    await verb(payment, 'fail', bodies.fail);
    await refused('start', 'complete', 'fail', 'return');
    await verb(payment, 'retry');
    await verb(payment, 'start');
    await complete(payment);
    await refused('start', 'complete', 'fail', 'retry');
  });
  it('waits for its day, or needs a reason', async () => {
    const {
      payments: [payment],
    } = await approved();
    server.setClock('2024-07-14');
    expect(await verb(payment, 'start')).toMatchObject({ status: 409, code: 'payment_date_ahead' });
    expect((await verb(payment, 'start', { reason: ' ' })).status).toBe(409);
    expect((await verb(payment, 'start', { reason: 'agreed' })).status).toBe(200);
    server.setClock(new Date().toISOString());
  });
  it.each([
    ['the year 1800', '1800-01-01'],
    ['the day before the record date', '2024-06-29'],
    ['tomorrow', '2024-08-02'],
    ['the year 2199', '2199-12-31'],
  ])('cannot have arrived on %s', async (_what, date) => {
    const {
      payments: [payment],
    } = await approved();
    await verb(payment, 'start');
    server.setClock('2024-08-01');
    const reply = await verb(payment, 'complete', { date });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ field: 'date', message: expect.any(String) }] } });
    expect((await verb(payment, 'complete', { date: '2024-08-01' })).status).toBe(200);
    server.setClock(new Date().toISOString());
  });
  it('can be scheduled from the record date to ten years after it', async () => {
    const {
      payments: [payment],
    } = await approved();
    const url = `/api/payments/${String(payment.id)}`;
    for (const scheduled_date of ['2024-06-29', '2034-07-01', '1800-01-01', '2199-12-31'])
      expect(await owner.put(url, { scheduled_date })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'scheduled_date' }] },
      });
    expect((await owner.put(url, { scheduled_date: '2034-06-30' })).status).toBe(200);
  });
  it('is started once when ten people start it at the same time', async () => {
    const {
      payments: [payment],
    } = await approved();
    const replies = await atOnce(10, () => verb(payment, 'start'));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await owner.get(`/api/payments/${String(payment.id)}`)).body.attempts).toBe(1);
  });
  it('is either started or cancelled with its distribution, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { distribution, payments } = await approved();
      const [start, cancel] = await Promise.all([
        verb(payments[0], 'start'),
        owner.post(`/api/distributions/${String(distribution.id)}/cancel`, {}),
      ]);
      expect([start.status, cancel.status].sort()).toEqual([200, 409]);
      const { status } = (await owner.get(`/api/payments/${String(payments[0].id)}`)).body;
      expect([await statusOf(distribution), status]).toEqual(
        start.status === 200 ? ['approved', 'processing'] : ['cancelled', 'failed'],
      );
    }
  });
  it('completed at the same time as the last other one settles the distribution', async () => {
    const { distribution, payments } = await approved();
    for (const each of payments) await verb(each, 'start');
    await Promise.all(payments.map(complete));
    expect(await statusOf(distribution)).toBe('paid');
  });
  it('may change its method and day while pending, never its amount', async () => {
    const {
      payments: [payment],
    } = await approved();
    const url = `/api/payments/${String(payment.id)}`;
    expect(await owner.put(url, { ...payment, method: 'wire', scheduled_date: '2024-08-01' })).toMatchObject({
      status: 200,
      body: { method: 'wire', scheduled_date: '2024-08-01' },
    });
    const { history } = (await owner.get(url)).body as { history: Row[] };
    expect(String(history[0]!.text)).toMatch(
      /: Method from .+ to Wire, Scheduled from 20.+ to (2024-08-01|Aug 1, 2024)$/,
    );
    for (const change of [{ amount: '1.00' }, { shareholder_id: 'x' }, { status: 'completed' }])
      expect((await owner.put(url, change)).status).toBe(422);
    await verb(payment, 'start');
    expect((await owner.put(url, { method: 'cheque' })).status).toBe(409);
  });
  it('is shown to its holder, and to no other', async () => {
    const { holders, payments } = await approved();
    const person = await signUpShareholder(server, owner, holders[0]!);
    const rows = (await person.get('/api/payments/')).rows;
    expect(rows.map(({ shareholder_id }) => shareholder_id)).toEqual([holders[0]!.id]);
    const other = payments.find(({ shareholder_id }) => shareholder_id !== holders[0]!.id)!;
    expect((await person.get(`/api/payments/${String(other.id)}`)).status).toBe(404);
    expect((await person.get('/api/distributions/')).rows).toHaveLength(1);
  });
});
