// A payout provider over HTTP: it gets each batch whole and once, and what it says of payments counts once, whatever is lost,
// late, repeated or in another order.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForResults, handOver as handOverKind } from '#server/jobs/kinds/handOver.ts';
import { httpProvider } from '#server/providers/payouts/httpProvider.ts';
import type { PayoutProvider } from '#server/providers/payouts/payoutProvider.ts';
import type { Row } from '#server/db/database.ts';
import { approvedFor, fileOf, IBAN, makeBatch, withAccount } from '#tests/support/distributions/payouts.ts';
import { SECRET, startPayoutStandIn } from '#tests/support/distributions/payoutStandIn.ts';
import type { PayoutStandIn } from '#tests/support/distributions/payoutStandIn.ts';
import { doJobs } from '#tests/support/jobs/jobs.ts';
import { anyone, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { startTestServer } from '#tests/support/testServer.ts';
import type { TestServer } from '#tests/support/testServer.ts';

const numbers = randomOf(20261126);
const random = () => numbers.below(1_000_000) / 1_000_000;
let standIn: PayoutStandIn;
let server: TestServer;
let provider: PayoutProvider;
let owner: Person;
beforeAll(async () => {
  standIn = await startPayoutStandIn(random);
  server = await startTestServer({ PAYOUT_DRIVER: 'http', PAYOUT_HTTP_URL: standIn.url, PAYOUT_HTTP_SECRET: SECRET });
  provider = httpProvider({ url: standIn.url, secret: SECRET }, server.deps.now);
  owner = await signUpCompany(server);
});
afterAll(async () => {
  await server.close();
  await standIn.close();
});

const path = ({ id }: Row) => `/api/payment-batches/${String(id)}`;
const handOver = (batch: Row) => owner.post(`${path(batch)}/hand-over`, {});
const statusOf = async ({ id }: Row) => (await owner.get(`/api/payments/${String(id)}`)).body.status;
const dueNow = (kind = 'hand_over') =>
  server.sql('update job set next_attempt_at = now() where kind = $1 and ended_at is null', [kind]);
const handOverDue = () => doJobs(server, { hand_over: handOverKind(server.deps, provider) });

async function givenBatch(holders: number, body: Row = {}) {
  const who: Row[] = [];
  for (let at = 0; at < holders; at += 1) who.push(await withAccount(owner, IBAN));
  const { distribution, payments } = await approvedFor(owner, who);
  const batch = (await makeBatch(owner, { filter: { distribution_id: distribution.id }, ...body })).body;
  return { batch, payments, distribution };
}
const callBack = (events: readonly object[], headers?: Record<string, string>) => {
  const body = JSON.stringify({ events });
  return anyone(server).post('/api/payout-events', body, { headers: headers ?? standIn.signed(body) });
};
const event = (batch: Row, payment: Row, status: string, extra: Row = {}) => ({
  batch_id: batch.id,
  payment_id: payment.id,
  status,
  ...extra,
});

describe('handing a batch over', () => {
  it('sends what was batched, signed, and once', async () => {
    const { batch } = await givenBatch(2);
    expect(await owner.get(path(batch))).toMatchObject({ body: { can_hand_over: true, handover: null } });
    expect((await handOver(batch)).status).toBe(200);
    expect(await handOver(batch)).toMatchObject({ status: 409, code: 'handed_over_already' });
    await handOverDue();
    await handOverDue();
    const taken = standIn.batches.get(String(batch.id))!;
    expect(taken.head).toMatchObject({ count: 2, total: '45.00', currency: 'USD', sha256: batch.sha256 });
    expect(createHash('sha256').update(taken.file!).digest('hex')).toBe(batch.sha256);
    expect(taken.file!.equals((await fileOf(owner, batch)).bytes)).toBe(true);
    expect(standIn.unsigned).toBe(0);
    const { body } = await owner.get(path(batch));
    expect(body).toMatchObject({
      can_hand_over: false,
      can_cancel: false,
      handover: { attempts: 1, last_error: null },
    });
    expect((body.handover as Row).accepted_at).not.toBeNull();
    expect(await owner.post(`${path(batch)}/cancel`, {})).toMatchObject({ status: 409, code: 'handed_over' });
  });

  it('is taken back as long as nothing was sent, and refused where the bank has answered', async () => {
    const { batch, payments } = await givenBatch(1);
    await handOver(batch);
    expect((await owner.post(`${path(batch)}/cancel`, {})).status).toBe(200);
    await handOverDue();
    expect(standIn.batches.has(String(batch.id))).toBe(false);
    expect(await statusOf(payments[0]!)).toBe('pending');
    expect(await handOver(batch)).toMatchObject({ status: 409, code: 'batch_not_open' });
  });

  it('is for administrators alone, with a confirmation', async () => {
    const { batch } = await givenBatch(1);
    const other = await signUpCompany(server);
    expect((await other.post(`${path(batch)}/hand-over`, {})).status).toBe(404);
    expect((await anyone(server).post(`${path(batch)}/hand-over`, {})).status).toBe(401);
  });
});

describe('a callback', () => {
  it('is refused without its signature, with an old one, and with that of another body or path', async () => {
    const { batch, payments } = await givenBatch(1);
    await handOver(batch);
    await handOverDue();
    const events = [event(batch, payments[0]!, 'completed')];
    const body = JSON.stringify({ events });
    const old = new Date(server.deps.now().getTime() - 301_000);
    for (const headers of [
      { 'content-type': 'application/json' },
      standIn.signed(body, { at: old }),
      standIn.signed(`${body} `),
      standIn.signed(body, { path: '/api/payments' }),
      standIn.signed(body, { secret: 'another secret of thirty-two bytes!' }),
      { ...standIn.signed(body), 'x-sharebook-signature': 'é'.repeat(32) },
    ])
      expect(await callBack(events, headers)).toMatchObject({ status: 401, code: 'signature_invalid' });
    expect(await statusOf(payments[0]!)).toBe('processing');
    for (const bad of ['{', '[]', '{"events":[]}', '{"events":[{"batch_id":"x"}]}'])
      expect([400, 422]).toContain(
        (await anyone(server).post('/api/payout-events', bad, { headers: standIn.signed(bad) })).status,
      );
  });

  it('completes, fails and returns payments; a repeat or a late one changes nothing; what is not its batch is unknown', async () => {
    const { batch, payments, distribution } = await givenBatch(3);
    const [first, second, third] = payments as [Row, Row, Row];
    await handOver(batch);
    // Before the provider has it, too: its answer may have been lost.
    const sent = [
      event(batch, first, 'completed', { reference: 'TRACE 1' }),
      event(batch, second, 'failed', { reason: 'Account closed' }),
      event(batch, third, 'completed'),
    ];
    expect((await callBack(sent)).body).toMatchObject({
      completed: 2,
      failed: 1,
      unchanged: 0,
      unknown: [],
      refused: [],
    });
    expect((await callBack(sent)).body).toMatchObject({ completed: 0, failed: 0, unchanged: 3 });
    expect((await callBack([event(batch, third, 'returned', { reason: 'R01' })])).body).toMatchObject({ failed: 1 });
    expect((await callBack([event(batch, third, 'completed')])).body).toMatchObject({ completed: 0, unchanged: 1 });
    expect(await Promise.all(payments.map(statusOf))).toEqual(['completed', 'failed', 'failed']);
    expect((await owner.get(`/api/payments/${String(first.id)}`)).body).toMatchObject({ reference: 'TRACE 1' });
    const stranger = await givenBatch(1);
    expect((await callBack([event(batch, stranger.payments[0]!, 'completed')])).body).toMatchObject({
      unknown: [stranger.payments[0]!.id],
    });
    // It was never handed over.
    expect((await callBack([event(stranger.batch, stranger.payments[0]!, 'completed')])).body).toMatchObject({
      completed: 0,
      unknown: [stranger.payments[0]!.id],
    });
    expect(await statusOf(stranger.payments[0]!)).toBe('processing');
    expect((await owner.get(`/api/distributions/${String(distribution.id)}`)).body.status).toBe('approved');
  });

  it('shows no account that it quotes, keeps to one line, and takes ids in capitals', async () => {
    const { batch, payments } = await givenBatch(2);
    await handOver(batch);
    const [first, second] = payments as [Row, Row];
    const capitals = (record: Row) => ({ id: String(record.id).toUpperCase() });
    const sent = [
      event(capitals(batch), capitals(first), 'completed', { reference: 'A\u0000\ud800 DE89370400440532013000' }),
      event(batch, second, 'failed', { reason: 'Account 77340011001 at DE89370400440532013000\r\nis closed \u202E' }),
    ];
    expect((await callBack(sent)).body).toMatchObject({ completed: 1, failed: 1, refused: [], unknown: [] });
    expect((await owner.get(`/api/payments/${String(first.id)}`)).body.reference).toBe('A  …3000');
    expect((await owner.get(`/api/payments/${String(second.id)}`)).body.failure_reason).toBe(
      'Account …1001 at …3000 is closed',
    );
  });

  it('that says a completed payment failed, late or in another order, changes nothing', async () => {
    const { batch, payments } = await givenBatch(1);
    await handOver(batch);
    const [payment] = payments as [Row];
    const [failed, completed] = [event(batch, payment, 'failed'), event(batch, payment, 'completed')];
    expect((await callBack([failed, completed])).body).toMatchObject({ completed: 1, failed: 0 });
    expect((await callBack([failed])).body).toMatchObject({ completed: 0, failed: 0, unchanged: 1 });
    expect(await statusOf(payment)).toBe('completed');
  });

  it('refuses a day ahead for its payment alone', async () => {
    const [one, other] = [await givenBatch(2), await givenBatch(1)];
    for (const { batch } of [one, other]) await handOver(batch);
    const { body } = await callBack([
      event(one.batch, one.payments[0]!, 'completed', { date: '2999-01-01' }),
      event(one.batch, one.payments[1]!, 'completed'),
      event(other.batch, other.payments[0]!, 'completed'),
    ]);
    const detail = expect.stringMatching(/^A payment cannot have arrived on 2999-01-01: today is /) as string;
    expect(body).toMatchObject({
      completed: 2,
      refused: [{ batch_id: one.batch.id, payment_id: one.payments[0]!.id, detail }],
    });
    expect([await statusOf(one.payments[0]!), await statusOf(other.payments[0]!)]).toEqual(['processing', 'completed']);
  });
});

it('ends where the provider says, though calls and answers are lost, and callbacks come late, twice and in another order', async () => {
  const { batch, payments } = await givenBatch(24, { format: 'csv' });
  await handOver(batch);
  standIn.faultRate = 0.4;
  for (let tries = 0; tries < 60; tries += 1) {
    await dueNow();
    await handOverDue();
  }
  expect(standIn.batches.get(String(batch.id))!.file!.toString()).toContain(String(payments[0]!.id));
  expect((await owner.get(path(batch))).body).toMatchObject({ handover: { last_error: null } });
  // What happens there: some fail, some come back after they arrived.
  const happened = payments.flatMap((payment, at) => {
    const status = at % 3 === 0 ? 'failed' : 'completed';
    const first = { ...event(batch, payment, status), reference: `T${at}` };
    return at % 5 === 1 ? [first, event(batch, payment, 'returned', { reason: 'R03' })] : [first];
  });
  standIn.events.set(String(batch.id), happened as never);
  // A third of the callbacks is lost, the others come in any order, some twice.
  const kept = happened.filter(() => random() > 0.33);
  const sent = [...kept, ...kept.filter(() => random() < 0.5)].toSorted(() => random() - 0.5);
  await Promise.all(sent.map((each) => callBack([each])));
  for (let tries = 0; tries < 20; tries += 1) {
    await dueNow('ask_for_results');
    await doJobs(server, { ask_for_results: askForResults(server.deps, provider) });
  }
  standIn.faultRate = 0;
  const expected = payments.map((_, at) => (at % 3 === 0 || at % 5 === 1 ? 'failed' : 'completed'));
  expect(await Promise.all(payments.map(statusOf))).toEqual(expected);
  for (const [at, payment] of payments.entries()) {
    const { events } = (await owner.get(`/api/payments/${String(payment.id)}`)).body as { events: Row[] };
    const verbs = events.map(({ verb }) => verb);
    expect(verbs.filter((verb) => verb === 'completed').length).toBeLessThanOrEqual(1);
    expect(expected[at] === 'failed' || verbs.join(' ') === 'started completed').toBe(true);
  }
});

it('causes no error on our side', () => {
  expect(server.failures).toEqual([]);
});

describe('without a provider', () => {
  it('there is no callback, and nothing to hand over to', async () => {
    const alone = await startTestServer();
    try {
      const body = '{"events":[]}';
      const reply = await anyone(alone).post('/api/payout-events', body, { headers: standIn.signed(body) });
      expect(reply.status).toBe(404);
      const person = await signUpCompany(alone);
      const { distribution } = await approvedFor(person, [await withAccount(person, IBAN)]);
      const batch = (await makeBatch(person, { filter: { distribution_id: distribution.id } })).body;
      expect((await person.get(path(batch))).body).toMatchObject({ can_hand_over: false });
      expect(await person.post(`${path(batch)}/hand-over`, {})).toMatchObject({
        status: 409,
        code: 'no_payout_provider',
      });
    } finally {
      await alone.close();
    }
  });
});
