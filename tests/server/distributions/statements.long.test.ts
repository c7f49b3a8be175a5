// What holders are told of payments: the voucher of each, and the statement of a year or of a distribution.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { randomDistribution } from '#tests/support/distributions/randomDistribution.ts';
import { recordMadeUp } from '#tests/support/distributions/recordMadeUp.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const SEED = Number(process.env.DISTRIBUTIONS_SEED ?? 20_261_127);

const paymentsOf = async (by: Person, filter: Row) => (await by.get(given.listUrl('/api/payments/', { filter }))).rows;
const verb = (by: Person, payment: Row, name: string, body: Row = {}) =>
  by.post(`/api/payments/${String(payment.id)}/${name}`, body);
async function pay(by: Person, payment: Row, date: string) {
  await verb(by, payment, 'start', { reason: 'In the test.' });
  expect((await verb(by, payment, 'complete', { date, reference: 'WIRE-7' })).status).toBe(200);
}
const voucher = (payment: Row) => `/api/payments/${String(payment.id)}/voucher.pdf`;
const statement = (holder: Row, query: string, format = '') =>
  `/api/shareholders/${String(holder.id)}/statement${format}?${query}`;
const inOneLine = (pdf: Buffer) => textOfPdf(pdf).join(' ').replaceAll('\n', ' ');

describe('a holder who was paid', () => {
  let owner: Person;
  let viewer: Person;
  let stranger: Person;
  let foreigner: Person;
  let portal: Person;
  let holder: Row;
  let payment: Row;
  let distribution: Row;
  beforeAll(async () => {
    owner = await signUpCompany(server);
    foreigner = await signUpCompany(server);
    const common = await given.shareClass(owner, { name: 'Common' });
    holder = await given.shareholder(owner, {
      first_name: 'Grace',
      last_name: 'Hopper',
      street_1: '1 Harbour Road',
      country: 'DE',
      bank_account: { routing_number: '021000021', account_number: '99887766554433', account_type: 'checking' },
    });
    const other = await given.shareholder(owner);
    for (const [id, quantity] of [
      [holder.id, '1001'],
      [other.id, '7777'],
    ])
      await given.certificate(owner, { shareholder_id: id, share_class_id: common.id, quantity });
    const rule = { country: 'DE', holder_type: '*', distribution_type: '*', rate: '0.26375' };
    await owner.put('/api/organization', { withholding_rules: [rule] });
    portal = await signUpShareholder(server, owner, holder);
    stranger = await signUpShareholder(server, owner, other);
    viewer = await givenMember(server, owner, 'viewer');
    distribution = await given.distribution(owner, {
      name: 'Summer dividend',
      share_class_ids: [common.id],
      amount_per_share: '0.123',
    });
    await approveSeen(owner, distribution);
    [payment] = (await paymentsOf(owner, { shareholder_id: holder.id })) as [Row];
  });

  it('gets a voucher that says that nothing was paid yet', async () => {
    const text = inOneLine((await portal.get(voucher(payment))).bytes);
    expect(text).toContain('Not paid yet: it is due on 15 July 2024.');
    expect(text).not.toContain('was paid on');
  });
  it('gets a voucher with the figures of the payment, how they came about, and four digits of the account', async () => {
    await verb(owner, payment, 'start');
    // The account that counts is the one when the payment was started.
    await verb(owner, payment, 'complete', { date: '2024-07-16', reference: 'WIRE-7' });
    const own = (await paymentsOf(portal, { id: payment.id }))[0]!;
    for (const person of [portal, owner, viewer]) {
      const reply = await person.get(voucher(payment));
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(textOfPdf(reply.bytes)).toHaveLength(1);
      const text = inOneLine(reply.bytes);
      for (const words of [
        'Keep this voucher with your tax forms.',
        'Dividend voucher',
        'Grace Hopper',
        '1 Harbour Road',
        'Germany',
        'Summer dividend',
        '1,001 shares at the end of 30 June 2024 × $0.123 = $123.12',
        `${writtenMoney(String(own.gross), 'USD')}`,
        `${writtenMoney(String(own.tax), 'USD')} is withheld, 26.375% of $123.12.`,
        'Rule for holders in DE: 26.375%',
        '$123.12 − $32.47 = $90.65',
        'ends in 4433',
        'Bank transfer',
        'was paid on 16 July 2024',
        'WIRE-7',
      ])
        expect([words, text.includes(words)]).toEqual([words, true]);
      expect(text).not.toContain('99887766');
      expect(text).not.toContain('7,777');
    }
    expect(own).toMatchObject({ gross: '123.12', tax: '32.47', net: '90.65' });
  });
  it('shows on its page how the amount was calculated', async () => {
    const { how } = (await portal.get(`/api/payments/${String(payment.id)}`)).body;
    expect(how).toEqual([
      '1,001 shares at the end of 2024-06-30 × $0.123 = $123.12',
      '$32.47 is withheld, 26.375% of $123.12. Rule for holders in DE.',
      '$123.12 − $32.47 = $90.65',
    ]);
  });
  it('has a statement of the year in which the money arrived, and of the distribution', async () => {
    const sums = { total_gross: '123.12', total_tax: '32.47', total_net: '90.65' };
    for (const person of [portal, owner, viewer])
      for (const query of ['year=2024', `distribution_id=${String(distribution.id)}`]) {
        const { body } = await person.get(statement(holder, query));
        expect(body).toMatchObject({ shareholder_id: holder.id, ...sums, years: [2024] });
        expect(body.rows).toMatchObject([{ payment_id: payment.id, paid_date: '2024-07-16', net: '90.65' }]);
      }
    expect((await portal.get(statement(holder, 'year=2023'))).body).toMatchObject({ rows: [], total_net: '0.00' });
    const csv = (await portal.get(statement(holder, 'year=2024', '.csv'))).text.split('\r\n');
    expect(csv[1]).toContain('2024-07-16,Summer dividend,Common,123.12,32.47,90.65,USD');
    expect(csv[2]).toBe(',In all,,123.12,32.47,90.65,USD,');
    const pdf = inOneLine((await portal.get(statement(holder, 'year=2024', '.pdf'))).bytes);
    for (const words of ['Payments to Grace Hopper, 2024', '123.12', '32.47', '90.65']) expect(pdf).toContain(words);
  });
  it('is the only one who gets them, beside the company', async () => {
    for (const person of [stranger, foreigner])
      for (const url of [
        voucher(payment),
        statement(holder, 'year=2024'),
        statement(holder, 'year=2024', '.csv'),
        statement(holder, 'year=2024', '.pdf'),
      ])
        expect([url, (await person.get(url)).status]).toEqual([url, 404]);
    expect((await portal.get(statement(holder, 'year=24'))).status).toBe(422);
  });
  it('has no longer been paid when the money came back', async () => {
    await verb(owner, payment, 'return', { reason: 'account closed' });
    expect((await portal.get(statement(holder, 'year=2024'))).body).toMatchObject({ rows: [], total_gross: '0.00' });
    expect(inOneLine((await portal.get(voucher(payment))).bytes)).toContain(
      'Not paid: the payment failed or came back.',
    );
  });
});

it(`statements are the sums of the listed payments, over made-up distributions from seed ${SEED}`, async () => {
  const owner = await signUpCompany(server);
  let compared = 0;
  for (let seed = SEED; seed < SEED + 8; seed += 1) {
    const made = await recordMadeUp(owner, { ...randomDistribution(seed), missing_tax_form: 'highest_rate' });
    const distribution = await given.distribution(owner, {
      type: made.type,
      share_class_ids: made.classes.map(({ key }) => key),
      record_date: made.record_date,
      payment_date: made.payment_date,
      amount_per_share: undefined,
      ...('total' in made.amount ? { total_amount: made.amount.total } : { amount_per_share: made.amount.per_share }),
    });
    await approveSeen(owner, distribution);
    const payments = await paymentsOf(owner, { distribution_id: distribution.id });
    for (const [index, payment] of payments.entries()) {
      // Some are left unpaid, and some arrive in the next year.
      if (index % 4 === 3) continue;
      await pay(owner, payment, index % 3 === 2 ? '2025-01-01' : '2024-12-31');
    }
    for (const { key } of made.holders)
      for (const year of ['2024', '2025']) {
        const listed = (await paymentsOf(owner, { shareholder_id: key, status: 'completed' })).filter(
          ({ completed_at }) => String(completed_at).startsWith(year),
        );
        const sum = (name: string) =>
          toFixed(
            listed.reduce((total, row) => total + decimal(String(row[name])), 0n),
            2,
          );
        const { body } = await owner.get(statement({ id: key }, `year=${year}`));
        expect([seed, body]).toMatchObject([
          seed,
          { total_gross: sum('gross'), total_tax: sum('tax'), total_net: sum('net') },
        ]);
        expect((body.rows as Row[]).map((row) => row.payment_id).sort()).toEqual(listed.map(({ id }) => id).sort());
        compared += listed.length;
      }
  }
  expect(compared).toBeGreaterThan(8);
});
