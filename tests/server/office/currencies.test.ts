// A company that counts in euro and has records in other currencies too: no amount is shown with the sign of another,
// and no sum mixes them.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Row;
let euroClass: Row;
const currencyTo = async (currency: string, extra: Row = {}) =>
  owner.put('/api/organization', { ...(await owner.get('/api/organization')).body, currency, ...extra });

beforeAll(async () => {
  owner = await signUpCompany(server);
  const counted = await currencyTo('EUR');
  if (counted.status !== 200) throw new Error(counted.text);
  holder = await given.shareholder(owner);
  euroClass = await given.shareClass(owner, { prefix: 'EU-', par_value: '0.01', price_per_share: '2.50' });
  await given.certificate(owner, {
    share_class_id: euroClass.id,
    shareholder_id: holder.id,
    issue_date: '2020-01-01',
    price_per_share: '2.50',
  });
});

const csv = async (path: string) => (await owner.get(path)).text.split('\r\n').map((line) => line.split(','));

describe('the company’s currency', () => {
  it('applies to every record that names no other: classes, certificates, grants, notes, distributions and payments', async () => {
    await given.grant(owner, { shareholder_id: holder.id });
    await given.convertible(owner, { shareholder_id: holder.id });
    const second = await givenMember(server, owner, 'admin');
    const distribution = await given.distribution(owner, {
      share_class_ids: [euroClass.id],
      amount_per_share: '0.50',
      record_date: '2021-01-01',
      payment_date: '2021-02-01',
    });
    expect((await owner.get(`/api/distributions/${distribution.id}/preview`)).body.currency).toBe('EUR');
    expect((await approveSeen(second, distribution)).status).toBe(200);
    const [payment] = (await owner.get('/api/payments/')).rows as [Row];
    expect((await owner.post(`/api/payments/${payment.id}/start`, { reason: 'Asked for.' })).status).toBe(200);
    for (const name of ['share-classes', 'certificates', 'grants', 'convertibles', 'distributions', 'payments']) {
      const { rows } = await owner.get(`/api/${name}/`);
      expect([name, new Set(rows.map(({ currency }) => currency))]).toEqual([name, new Set(['EUR'])]);
      const [head, first] = await csv(`/api/${name}/export.csv`);
      expect([name, first![head!.indexOf('Currency')]]).toEqual([name, 'EUR']);
    }
    const said = ((await owner.get('/api/dashboard')).body.recent_activity as { text: string }[]).map(
      ({ text }) => text,
    );
    expect(said).toContainEqual(expect.stringMatching(/^started the payment of €500\.00 to /));
    expect(said.filter((text) => text.includes('$'))).toEqual([]);
    expect((await owner.get('/api/auth/me')).body.user).toMatchObject({ currency: 'EUR' });
  });
  it('is shown on certificates and in registers', async () => {
    const [certificate] = (await owner.get('/api/certificates/')).rows as [Row];
    const paper = textOfPdf((await owner.get(`/api/certificates/${certificate.id}/pdf`)).bytes).join('\n');
    expect(paper).toContain('par value €0.01');
    const register = textOfPdf((await owner.get('/api/reports/stock-ledger.pdf')).bytes).join('\n');
    expect(register).toContain('Currency: EUR');
    const [head, first] = await csv('/api/reports/stock-ledger.csv');
    expect([first![head!.indexOf('Price a share')], first![head!.indexOf('Currency')]]).toEqual(['2.5', 'EUR']);
  });
  it('is not changed silently: recorded amounts keep theirs, and the refusal says how many there are', async () => {
    const refused = await currencyTo('GBP');
    expect([refused.status, refused.code]).toEqual([409, 'currency_in_use']);
    expect(refused.detail).toBe(
      '1 certificate, 1 convertible, 1 distribution, 1 grant and 2 share classes are recorded in EUR: these amounts keep their currency, and each share class keeps its own for new certificates. All other new amounts are in GBP. Totals never mix currencies.',
    );
    expect((await owner.get('/api/organization')).body.currency).toBe('EUR');
    expect((await currencyTo('GBP', { keep_recorded: true })).status).toBe(200);
    const [certificate] = (await owner.get('/api/certificates/')).rows as [Row];
    expect(certificate.currency).toBe('EUR');
    expect((await owner.get('/api/payments/')).rows[0]!.currency).toBe('EUR');
    expect((await given.shareClass(owner, { prefix: 'GB-' })).currency).toBe('GBP');
    expect((await currencyTo('EUR', { keep_recorded: true })).status).toBe(200);
  });
  it('is the currency of a holder’s total; holdings in another have a total of their own beside it', async () => {
    const person = await signUpShareholder(server, owner, holder);
    expect((await person.get('/api/dashboard')).body).toMatchObject({ value: '2500.00', value_currency: 'EUR' });
    await currencyTo('USD', { keep_recorded: true });
    const dollars = await given.shareClass(owner, { prefix: 'US-', price_per_share: '1.00' });
    await given.certificate(owner, { share_class_id: dollars.id, shareholder_id: holder.id, issue_date: '2020-01-01' });
    const { holdings, ...sum } = (await person.get('/api/dashboard')).body as Row & { holdings: Row[] };
    expect(sum).toMatchObject({ value: '1000.00', value_currency: 'USD', value_is_whole: false });
    expect(sum.values).toEqual([
      { currency: 'USD', value: '1000.00' },
      { currency: 'EUR', value: '2500.00' },
    ]);
    expect(holdings.filter(({ value }) => value).map(({ value, currency }) => [value, currency])).toEqual(
      expect.arrayContaining([
        ['2500.00', 'EUR'],
        ['1000.00', 'USD'],
      ]),
    );
  });
  it('is written as its sign in every line of history, and in refusals', async () => {
    await currencyTo('EUR', { keep_recorded: true });
    const note = await given.convertible(owner, { shareholder_id: holder.id });
    const refused = await owner.post(`/api/convertibles/${String(note.id)}/cancel`, {
      amount: '500001',
      date: '2024-06-01',
      reason: 'x',
    });
    expect(refused.detail).toBe(`${String(note.convertible_number)} has €500,000.00 left; €500,001.00 was asked for.`);
    const repaid = { amount: '1000.50', date: '2024-06-01', reason: 'x' };
    expect((await owner.post(`/api/convertibles/${String(note.id)}/cancel`, repaid)).status).toBe(200);
    const [grant] = (await owner.get('/api/grants/')).rows as [Row];
    const repriced = { exercise_price: '0.4', date: '2024-06-01' };
    expect((await owner.post(`/api/grants/${String(grant.id)}/reprice`, repriced)).status).toBe(200);
    const valuation = { share_class_id: euroClass.id, price_per_share: '2.125', effective_date: '2023-12-01' };
    expect((await owner.post('/api/valuations/', valuation)).status).toBe(201);
    const said = ((await owner.get('/api/dashboard')).body.recent_activity as { text: string }[]).map(
      ({ text }) => text,
    );
    for (const amount of ['€500,000.00, to ', '€1,000.50 of ', ' to €0.40', ': €2.125 a share'])
      expect(said).toContainEqual(expect.stringContaining(amount));
    expect(said.filter((text) => text.includes('EUR'))).toEqual([]);
    const entries = (await owner.get('/api/transactions/')).rows.map(({ summary }) => summary);
    expect(entries).toContainEqual(expect.stringMatching(/: €500,000\.00 to /));
  });
  it('does not change the currency of a valuation edited later, and prices in two currencies are not compared', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company);
    const valuation = { share_class_id: common.id, price_per_share: '2.00', effective_date: '2023-12-01' };
    const { body: recorded } = await company.post('/api/valuations/', valuation);
    const organization = (await company.get('/api/organization')).body;
    const changed = await company.put('/api/organization', { ...organization, currency: 'EUR', keep_recorded: true });
    expect(changed.status).toBe(200);
    const edited = await company.put(`/api/valuations/${String(recorded.id)}`, { ...recorded, provider: 'Carta' });
    expect([edited.status, edited.body.currency, edited.body.provider]).toEqual([200, 'USD', 'Carta']);
    const plan = await given.equityPlan(company, { share_class_ids: [common.id] });
    const grant = await given.grant(company, { equity_plan_id: plan.id, exercise_price: '1.90' });
    expect((await company.get(`/api/grants/${String(grant.id)}`)).body.price_warnings).toEqual([
      'The valuation is in USD and the price in EUR, so they cannot be compared here.',
    ]);
  });
});
