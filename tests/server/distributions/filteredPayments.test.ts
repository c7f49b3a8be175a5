// The list of payments for who pays them: what is due and unpaid, and the sums of what is filtered.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { addDays } from '#src/domain/dates.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { payments } from '#src/resources/payments.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen, listUrl } from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Caller, Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const todayOf = async () => (await server.sql<{ day: string }>('select current_date::text as day'))[0]!.day;

/** Payments of an approved distribution that was payable so many days ago. */
async function due(daysAgo: number, extra: Row = {}, quantities = ['10', '20', '30']): Promise<Row[]> {
  const payment_date = addDays(await todayOf(), -daysAgo);
  const shareClass = await given.shareClass(owner);
  for (const quantity of quantities) await given.certificate(owner, { share_class_id: shareClass.id, quantity });
  const distribution = await given.distribution(owner, {
    share_class_ids: [shareClass.id],
    amount_per_share: '1.23',
    record_date: '2024-06-30',
    payment_date,
    ...extra,
  });
  expect((await approveSeen(owner, distribution)).status).toBe(200);
  return list({ distribution_id: distribution.id });
}

const list = async (filter: Row, by: Caller = owner) => (await by.get(listUrl('/api/payments/', { filter }))).rows;
const totals = async (filter: Row, by: Caller = owner) =>
  (await by.get(listUrl('/api/payments/totals', { filter }))).rows;
const verb = (record: Row | undefined, name: string, body: Row = {}) =>
  owner.post(`/api/payments/${String(record!.id)}/${name}`, body);

/** What the totals must be, from the listed rows. */
function summed(rows: Row[]): Row[] {
  const of = (currency: unknown) => rows.filter((row) => row.currency === currency);
  const sum = (some: Row[], name: string) =>
    toFixed(
      some.reduce((total, row) => total + decimal(String(row[name])), 0n),
      2,
    );
  return [...new Set(rows.map(({ currency }) => String(currency)))].sort().map((currency) => ({
    currency,
    count: of(currency).length,
    gross: sum(of(currency), 'gross'),
    tax: sum(of(currency), 'tax'),
    net: sum(of(currency), 'net'),
  }));
}

describe('days unpaid', () => {
  it('count from the day the money was due until it is completed', async () => {
    const [pending, failed, completed] = await due(40);
    await verb(failed, 'start');
    await verb(failed, 'fail', { reason: 'The account is closed.' });
    await verb(completed, 'start');
    await verb(completed, 'complete', { date: '2024-07-20' });
    const days = async (record: Row | undefined) =>
      (await owner.get(`/api/payments/${String(record!.id)}`)).body.unpaid_days;
    expect([await days(pending), await days(failed), await days(completed)]).toEqual([40, 40, null]);
    const ids = (await list({ unpaid_days_gte: 30, distribution_id: pending!.distribution_id })).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([pending!.id, failed!.id].toSorted());
    expect(await list({ unpaid_days_gte: 41, distribution_id: pending!.distribution_id })).toEqual([]);
    // It came back: the money is owed since the day it was due.
    await verb(completed, 'return', { reason: 'Returned by the bank.' });
    expect(await days(completed)).toBe(40);
  });

  it('begin on the day it is due, and end with a cancelled distribution', async () => {
    const [early] = await due(-3);
    expect(early!.unpaid_days).toBeNull();
    const [now] = await due(0);
    expect(now!.unpaid_days).toBe(0);
    expect((await owner.post(`/api/distributions/${String(now!.distribution_id)}/cancel`, {})).status).toBe(200);
    const [cancelled] = await list({ distribution_id: now!.distribution_id });
    expect(cancelled).toMatchObject({ status: 'failed', unpaid_days: null });
  });
});

describe('the totals of payments', () => {
  it('are the sums of the listed rows, for every saved filter and random ones, per currency', async () => {
    const random = randomOf(15);
    await owner.put('/api/organization', {
      withholding_rules: [{ country: '*', holder_type: '*', distribution_type: '*', rate: '0.15' }],
    });
    for (const [days, currency] of [
      [10, 'USD'],
      [45, 'EUR'],
      [400, 'USD'],
    ] as const) {
      const rows = await due(days, {}, [
        String(random.between(1, 900)),
        '5',
        String(random.between(1, 900)),
        '77',
        '3',
      ]);
      // Of a time when the company paid in another currency.
      await server.sql(
        `update distribution set currency = '${currency}' where id = '${String(rows[0]!.distribution_id)}'`,
      );
      await verb(rows[0], 'start');
      await verb(rows[1], 'start');
      await verb(rows[1], 'fail', { reason: 'No such account.' });
      await verb(rows[2], 'start');
      await verb(rows[2], 'complete', { date: '2024-07-20' });
      await verb(rows[3], 'block', { reason: 'Asked to wait.' });
    }
    const filters: Row[] = [
      {},
      ...payments.savedFilters!.map(({ filter }) => filter),
      ...Array.from({ length: 25 }, () => ({
        ...(random.chance(2) ? { status: random.pick(['pending', 'processing', 'completed', 'failed']) } : {}),
        ...(random.chance(2) ? { currency: random.pick(['USD', 'EUR', 'GBP']) } : {}),
        ...(random.chance(3) ? { is_held: random.chance(2) } : {}),
        ...(random.chance(2) ? { unpaid_days_gte: random.between(0, 500) } : {}),
        ...(random.chance(4) ? { amount_lte: `${random.between(1, 900)}.50` } : {}),
        ...(random.chance(6) ? { q: 'Dividend' } : {}),
      })),
    ];
    for (const filter of filters) expect([filter, await totals(filter)]).toEqual([filter, summed(await list(filter))]);
    const named = (label: string) => payments.savedFilters!.find((each) => each.label === label)!.filter;
    for (const label of ['To pay now', 'Held', 'Processing', 'Failed', 'Unclaimed'])
      expect([label, (await totals(named(label))).length]).not.toEqual([label, 0]);
    expect((await totals({})).map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
  });

  it('are of a holder’s own payments for a holder, and of nothing for another company', async () => {
    const record = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, record);
    const shareClass = await given.shareClass(owner);
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '8', shareholder_id: record.id });
    await given.certificate(owner, { share_class_id: shareClass.id, quantity: '9' });
    const distribution = await given.distribution(owner, { share_class_ids: [shareClass.id], amount_per_share: '1' });
    await approveSeen(owner, distribution);
    const filter = { distribution_id: distribution.id };
    expect(await totals(filter, person)).toMatchObject([{ currency: 'USD', count: 1, gross: '8.00' }]);
    expect(await totals(filter)).toMatchObject([{ currency: 'USD', count: 2, gross: '17.00' }]);
    expect(await totals({}, await signUpCompany(server))).toEqual([]);
  });

  it('refuse what the list refuses', async () => {
    for (const filter of ['{"constructor":1}', '{"nothing":1}', '[]', 'x'])
      expect((await owner.get(`/api/payments/totals?filter=${encodeURIComponent(filter)}`)).status).toBe(400);
    const malformed = await owner.get(listUrl('/api/payments/totals', { filter: { unpaid_days_gte: 'many' } }));
    expect(malformed.status).toBe(422);
  });
});
