// Money that was due and that nobody took: the contact log, ageing, dormancy by state, letters and the report for a state.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { dormancyRules } from '#server/data/dormancy/rules.ts';
import type { Row } from '#server/db/database.ts';
import { addDays, addMonths } from '#src/domain/dates.ts';
import { dormancyOf, ruleOf } from '#src/domain/unclaimed/dormancy.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let today: string;
beforeEach(async () => {
  owner = await signUpCompany(server);
  today = (await server.sql<{ day: string }>('select current_date::text as day'))[0]!.day;
});

const ADDRESS = {
  street_1: '1 Main Street',
  city: 'Sacramento',
  state: 'California',
  postal_code: '95814',
  country: 'US',
};

/** A payment of 15.00 to the holder, due so many days ago. */
async function due(holder: Row, daysAgo: number, extra: Row = {}): Promise<Row> {
  const shareClass = await given.shareClass(owner);
  await given.certificate(owner, {
    share_class_id: shareClass.id,
    shareholder_id: holder.id,
    quantity: '10',
    issue_date: '2015-01-15',
  });
  const distribution = await given.distribution(owner, {
    share_class_ids: [shareClass.id],
    amount_per_share: '1.5',
    record_date: '2019-06-30',
    payment_date: addDays(today, -daysAgo),
    ...extra,
  });
  expect((await approveSeen(owner, distribution)).status).toBe(200);
  return (await owner.get(given.listUrl('/api/payments/', { filter: { distribution_id: distribution.id } }))).rows[0]!;
}

const report = async (state: string, more = '', by = owner) => {
  const reply = await by.get(`/api/unclaimed/report.csv?state=${state}${more}`);
  return reply.status === 200
    ? (parse(reply.text, { bom: true, columns: true }) as Record<string, string>[])
    : reply.status;
};

describe('the contact log of a payment', () => {
  it('grows and never changes, is the company’s alone, and takes no day to come', async () => {
    const holder = await given.shareholder(owner);
    const payment = await due(holder, 40);
    const url = `/api/payments/${String(payment.id)}/contacts`;
    expect((await owner.get(url)).rows).toEqual([]);
    await owner.post(url, { date: '2024-08-01', channel: 'letter', note: 'To the last address.' });
    const reply = await owner.post(url, { date: '2024-09-01', channel: 'phone', note: 'Nobody answered.' });
    expect(reply.rows).toMatchObject([
      { date: '2024-09-01', channel: 'phone', note: 'Nobody answered.' },
      { date: '2024-08-01', channel: 'letter', note: 'To the last address.' },
    ]);
    expect(reply.rows[0]!.actor).toBeTruthy();
    for (const [body, field] of [
      [{ date: addDays(today, 2), channel: 'letter', note: 'x' }, 'date'],
      [{ date: '2024-08-01', channel: 'pigeon', note: 'x' }, 'channel'],
      [{ date: '2024-08-01', channel: 'letter', note: ' ' }, 'note'],
    ] as const) {
      const refused = await owner.post(url, body);
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(`"field":"${field}"`)]);
    }
    const person = await signUpShareholder(server, owner, holder);
    expect([(await person.get(url)).status, (await person.post(url, {})).status]).toEqual([403, 403]);
    const other = await signUpCompany(server);
    expect((await other.get(url)).status).toBe(404);
    expect((await other.post(url, { date: '2024-08-01', channel: 'letter', note: 'x' })).status).toBe(404);
  });
});

describe('unclaimed money', () => {
  it('is counted by age for each distribution and in all, without what is completed or not due', async () => {
    const holder = await given.shareholder(owner, ADDRESS);
    for (const days of [0, 30, 31, 90, 91, 365, 366, -1]) await due(holder, days);
    const done = await due(holder, 50);
    await owner.post(`/api/payments/${String(done.id)}/start`, {});
    await owner.post(`/api/payments/${String(done.id)}/complete`, { date: '2024-07-20' });
    const { rows, totals, states } = (await owner.get('/api/unclaimed')).body as Record<string, Row[]>;
    const two = { count: 2, amount: '30.00' };
    expect(totals).toEqual([
      {
        currency: 'USD',
        days_0_30: two,
        days_31_90: two,
        days_91_365: two,
        over_a_year: { count: 1, amount: '15.00' },
        all: { count: 7, amount: '105.00' },
      },
    ]);
    expect(rows).toHaveLength(7);
    const listed = await owner.get(given.listUrl('/api/payments/totals', { filter: { unpaid_days_gte: 0 } }));
    expect(listed.rows).toMatchObject([{ count: 7, net: '105.00' }]);
    expect(states).toMatchObject([
      { state: 'CA', name: 'California', years: 3, all: { count: 7 }, dormant: { count: 0 } },
    ]);
  });

  it('is dormant under the law of the holder’s state, with the days for a last letter', async () => {
    const holder = await given.shareholder(owner, { ...ADDRESS, state: 'oh' });
    const payment = await due(holder, 400);
    const read = async (record: Row) => (await owner.get(`/api/payments/${String(record.id)}/dormancy`)).body;
    const due_on = addDays(today, -400);
    const dormant_on = addMonths(due_on, 60);
    expect(await read(payment)).toEqual({
      dormancy: {
        state: 'OH',
        state_name: 'Ohio',
        years: 5,
        dormant_on,
        letters_from: addDays(dormant_on, -120),
        letters_to: addDays(dormant_on, -60),
        source: 'Ohio R.C. 169.02',
        is_checked: false,
      },
    });
    const abroad = await given.shareholder(owner, { ...ADDRESS, country: 'DE' });
    expect(await read(await due(abroad, 400))).toEqual({ dormancy: null });
    expect(await read(await due(holder, -5))).toEqual({ dormancy: null });
  });
});

describe('the report for a state', () => {
  it('lists what is dormant there, ready to report, with no more of a number than its end', async () => {
    const holder = await given.shareholder(owner, { ...ADDRESS, last_name: '=cmd()' });
    await owner.put(`/api/shareholders/${String(holder.id)}`, { tax_id: '123-45-6789' });
    const old = await due(holder, 4 * 366);
    const interest = await due(holder, 3 * 366, { type: 'interest' });
    await due(holder, 2 * 366);
    const elsewhere = await given.shareholder(owner, { ...ADDRESS, state: 'NY' });
    await due(elsewhere, 4 * 366);
    await owner.post(`/api/payments/${String(old.id)}/contacts`, {
      date: '2024-08-01',
      channel: 'letter',
      note: 'Sent.',
    });
    const lines = (await report('CA')) as Record<string, string>[];
    expect(lines).toMatchObject([
      {
        owner_name: 'Grace =cmd()',
        state: 'CA',
        postal_code: '95814',
        tax_id_last4: '6789',
        property_type_code: 'SC01',
        amount: '15.00',
        date_due: addDays(today, -4 * 366),
        dormant_on: addMonths(addDays(today, -4 * 366), 36),
        date_of_last_contact: '2024-08-01',
        payment_reference: old.id,
      },
      { property_type_code: 'SC02', payment_reference: interest.id, date_of_last_contact: '' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('45-6789');
    expect(await report('CA', `&dormant_by=${addDays(today, 500)}`)).toHaveLength(3);
    expect([await report('ZZ'), await report('ca'), await report('CA', '&x=1')]).toEqual([404, 422, 422]);
    const trail = (await owner.get('/api/audit/')).rows.map(({ summary }) => summary);
    expect(trail).toContain('downloaded unclaimed money for CA: 2 payments');
    const viewer = await givenMember(server, owner, 'viewer');
    expect([await report('CA', '', viewer), await report('CA', '', await signUpCompany(server))]).toEqual([403, []]);
  });

  it('follows an operator’s own rules', () => {
    const folder = join(server.deps.config.dataDir, 'dormancy');
    const rule = {
      state: 'CA',
      name: 'California',
      years: 7,
      source: 'Our counsel',
      date: '2026-01-01',
      is_checked: true,
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'own.json'), JSON.stringify({ rules: [rule] }));
    const table = dormancyRules(server.deps.config.dataDir);
    expect([table.rules.length, ruleOf(table, { country: null, state: 'Calif.' })]).toEqual([51, null]);
    const found = ruleOf(table, { country: 'US', state: ' california' })!;
    expect(dormancyOf(table, found, '2020-02-29')).toMatchObject({ dormant_on: '2027-02-28', source: 'Our counsel' });
    writeFileSync(join(folder, 'own.json'), JSON.stringify({ rules: [{ ...rule, years: 0 }] }));
    expect(() => dormancyRules(server.deps.config.dataDir)).toThrow(/own\.json, rules\.0\.years/);
    rmSync(folder, { recursive: true });
  });
});

describe('reminder letters', () => {
  const letters = (body: Row, by: Person = owner) => by.post('/api/unclaimed/letters', body);

  it('are one for each holder, with all their payments, and are noted once they are sent', async () => {
    const holder = await given.shareholder(owner, {
      ...ADDRESS,
      first_name: 'Ada',
      last_name: 'Young',
      street_2: 'Flat 3',
    });
    await owner.put(`/api/shareholders/${String(holder.id)}`, { bank_account: { iban: 'DE89370400440532013000' } });
    const first = await due(holder, 700);
    const second = await due(holder, 40);
    const other = await given.shareholder(owner, { first_name: 'Bob', last_name: 'Old', ...ADDRESS, state: 'NY' });
    await due(other, 4 * 366);
    await due(other, -3);
    const reply = await letters({});
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
    const pages = textOfPdf(reply.bytes).map((page) => page.replace(/\s+/g, ' '));
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('Ada Young 1 Main Street Flat 3 Sacramento, California 95814');
    expect(pages[0]).toContain('We hold $30.00 for you');
    expect(pages[0]).toMatch(/the law of California has us hand the oldest amount over to the state after/);
    expect(pages[1]).toContain('We hold $15.00 for you');
    expect(pages[1]).toContain('under the law of New York, we have to hand');
    expect(pages.join(' ')).not.toMatch(/3704|3000|13000/);
    const log = async (record: Row) => (await owner.get(`/api/payments/${String(record.id)}/contacts`)).rows;
    expect(await log(first)).toEqual([]);
    await letters({ payment_ids: [second.id], sent_on: today });
    expect([await log(first), await log(second)]).toMatchObject([[], [{ date: today, channel: 'letter' }]]);
  });

  it('are refused where nobody is owed anything, for a day to come, and to who does not keep the books', async () => {
    expect(await letters({})).toMatchObject({ status: 422, code: 'nothing_unclaimed' });
    const payment = await due(await given.shareholder(owner), 40);
    expect((await letters({ sent_on: addDays(today, 2) })).status).toBe(422);
    expect((await letters({ payment_ids: [payment.id], state: 'NY' })).code).toBe('nothing_unclaimed');
    const other = await signUpCompany(server);
    expect((await letters({ payment_ids: [payment.id] }, other)).code).toBe('nothing_unclaimed');
    expect((await letters({}, await givenMember(server, owner, 'viewer'))).status).toBe(403);
  });
});

it('the payouts of a year say what was withheld', async () => {
  const rule = { country: '*', holder_type: '*', distribution_type: '*', rate: '0.2' };
  await owner.put('/api/organization', { withholding_rules: [rule] });
  const payment = await due(await given.shareholder(owner), 40);
  await owner.post(`/api/payments/${String(payment.id)}/start`, {});
  await owner.post(`/api/payments/${String(payment.id)}/complete`, { date: today });
  await due(await given.shareholder(owner), 40);
  const year = addDays(today, -40).slice(0, 4);
  const { totals } = (await owner.get(`/api/analytics/payouts?year=${year}`)).body;
  expect(totals).toEqual({
    gross: '30.00',
    tax: '6.00',
    net: '24.00',
    completed: '12.00',
    open: '12.00',
    failed: '0.00',
  });
});
