// Tax withheld from payments, and what holds them back, through HTTP.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
beforeEach(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner);
});

const settings = async (body: Row) => {
  const reply = await owner.put('/api/organization', body);
  expect([reply.status, reply.detail]).toEqual([200, undefined]);
};
const rule = (country: string, rate: string, extra: Row = {}) => ({
  country,
  holder_type: '*',
  distribution_type: '*',
  rate,
  ...extra,
});
const path = (holder: Row) => `/api/shareholders/${String(holder.id)}`;
const holds = async (quantity: string, extra: Row = {}) => {
  const holder = await given.shareholder(owner, extra);
  await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity });
  return holder;
};
const declare = (extra: Row = {}) =>
  given.distribution(owner, { share_class_ids: [common.id], amount_per_share: '1', ...extra });
const at = (record: Row, what: string) => `/api/distributions/${String(record.id)}/${what}`;
const lineOf = async (distribution: Row, holder: Row) =>
  ((await owner.get(at(distribution, 'preview'))).body.rows as Row[]).find(
    ({ shareholder_id }) => shareholder_id === holder.id,
  )!;
const paymentOf = async (distribution: Row, holder: Row) =>
  (
    await owner.get(
      given.listUrl('/api/payments/', { filter: { distribution_id: distribution.id, shareholder_id: holder.id } }),
    )
  ).rows[0]!;
const payment = (record: Row, verb: string, body: Row = {}, by = owner) =>
  by.post(`/api/payments/${String(record.id)}/${verb}`, body);
const w8 = { country: 'DE', form: 'W-8BEN', form_valid_until: '2027-12-31', withholding_rate: null };

describe('withholding', () => {
  it('is nothing until the company has rules, and then what they say, to the cent', async () => {
    const german = await holds('333', { country: 'DE' });
    const distribution = await declare();
    expect(await lineOf(distribution, german)).toMatchObject({ tax: '0.00', net: '333.00', withholding_reason: null });
    const rules = [rule('*', '0.30'), rule('DE', '0.26375', { distribution_type: 'dividend' })];
    await settings({ withholding_rules: rules });
    expect((await owner.get('/api/organization')).body.withholding_rules).toEqual(rules);
    expect(await lineOf(distribution, german)).toMatchObject({
      gross: '333.00',
      tax: '87.83',
      net: '245.17',
      withholding_rate: '0.26375',
      withholding_reason: 'Rule for holders in DE, dividend: 26.375%',
    });
    await approveSeen(owner, distribution);
    await settings({ withholding_rules: [] });
    expect(await paymentOf(distribution, german)).toMatchObject({
      gross: '333.00',
      tax: '87.83',
      net: '245.17',
      amount: '245.17',
      withholding_reason: 'Rule for holders in DE, dividend: 26.375%',
    });
    const { rows, hash } = (await owner.get(at(distribution, 'snapshot'))).body as { rows: Row[]; hash: string };
    expect(createHash('sha256').update(canonicalJson(rows)).digest('hex')).toBe(hash);
  });
  it('is the rate on a confirmed profile while its form is valid on the day of payment', async () => {
    const holder = await holds('100', { country: 'DE' });
    await settings({ withholding_rules: [rule('*', '0.30')] });
    await owner.put(path(holder), { tax_profile: { ...w8, withholding_rate: '0.15' } });
    expect((await owner.get(path(holder))).body.tax_profile).toMatchObject({
      country: 'DE',
      form: 'W-8BEN',
      form_valid_until: '2027-12-31',
      withholding_rate: '0.15',
      confirmed_at: expect.any(String),
    });
    expect(await lineOf(await declare(), holder)).toMatchObject({ tax: '15.00', net: '85.00' });
    const later = await declare({ payment_date: '2028-01-01' });
    expect(await lineOf(later, holder)).toMatchObject({ tax: '30.00', net: '70.00' });
  });
  it('does not count what a holder says of themselves until the company confirms it', async () => {
    const holder = await holds('100', { country: 'DE' });
    const person = await signUpShareholder(server, owner, holder);
    await settings({ withholding_rules: [rule('*', '0.30')] });
    const own = await person.put(path(holder), { tax_profile: { ...w8, withholding_rate: '0' } });
    expect(own.status).toBe(200);
    const distribution = await declare();
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '30.00' });
    // A record that is saved whole for another reason confirms nothing.
    const { body: whole } = await owner.get(path(holder));
    await owner.put(path(holder), { tax_profile: whole.tax_profile, city: 'Bonn' });
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '30.00' });
    expect((await person.post(`${path(holder)}/tax-profile/confirm`, {})).status).toBe(403);
    expect((await owner.post(`${path(holder)}/tax-profile/confirm`, {})).status).toBe(200);
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '0.00', withholding_rate: '0' });
    // What was confirmed counts until the company confirms another word.
    await person.put(path(holder), { tax_profile: { ...w8, withholding_rate: '0.1' } });
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '0.00' });
  });
  it.each([
    ['withholding_rules', { withholding_rules: [rule('Germany', '0.3')] }],
    ['withholding_rules', { withholding_rules: [rule('DE', '1.5')] }],
    ['withholding_rules', { withholding_rules: [rule('DE', '0.3', { holder_type: 'fund' })] }],
    ['withholding_rules', { withholding_rules: 'none' }],
    ['missing_tax_form', { missing_tax_form: 'refuse' }],
    ['minimum_payment', { minimum_payment: '-1' }],
  ])('refuses settings that mean nothing, at %s', async (field, body) => {
    expect(await owner.put('/api/organization', body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
  it.each([
    ['tax_profile.country', { ...w8, country: 'Germany' }],
    ['tax_profile.withholding_rate', { ...w8, withholding_rate: '30' }],
    ['tax_profile.form', { ...w8, form: 'W-4' }],
  ])('refuses a profile at %s', async (field, tax_profile) => {
    const holder = await given.shareholder(owner);
    expect(await owner.put(path(holder), { tax_profile })).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  });
});

describe('the template for the United States', () => {
  const switchOn = (template: string) => owner.post('/api/organization/withholding-template', { template });
  const rates = async (holders: Row[], extra: Row = {}) => {
    const distribution = await declare(extra);
    const lines = [];
    for (const holder of holders) lines.push((await lineOf(distribution, holder)).withholding_rate);
    return lines;
  };
  it('has a source and a date for each rule, and counts once it is switched on', async () => {
    const [template] = (await owner.get('/api/withholding-templates')).rows;
    const { rules } = template as unknown as { rules: Row[] };
    expect(rules.every(({ source, date }) => Boolean(source) && /^\d{4}-/.test(String(date)))).toBe(true);
    const [american, german, japanese] = [
      await holds('100', { country: 'US' }),
      await holds('100', { country: 'DE' }),
      await holds('100', { country: 'JP' }),
    ];
    const all = [american, german, japanese];
    expect(await rates(all)).toEqual(['0', '0', '0']);
    expect((await switchOn('us')).body).toMatchObject({ missing_tax_form: 'highest_rate' });
    // Without forms: 24 percent without a W-9, 30 percent without a W-8.
    expect(await rates(all)).toEqual(['0.24', '0.3', '0.3']);
    await owner.put(path(american), { tax_profile: { country: 'US', form: 'W-9' } });
    await owner.put(path(german), { tax_profile: w8 });
    // A valid W-8 without a claim, then with one.
    expect(await rates([american, german])).toEqual(['0', '0.3']);
    await server.sql(`update tax_profile set treaty_country = country, treaty_rate = 0.15 where shareholder_id = $1`, [
      german.id,
    ]);
    expect(await rates([german])).toEqual(['0.15']);
    expect(await rates([german], { type: 'interest' })).toEqual(['0.3']);
    expect(await rates(all, { type: 'return_of_capital' })).toEqual(['0', '0', '0']);
  });
  it('keeps what the company says of missing forms, and is one that is known', async () => {
    await settings({ missing_tax_form: 'hold' });
    expect((await switchOn('us')).body.missing_tax_form).toBe('hold');
    expect(await switchOn('fr')).toMatchObject({ status: 422, body: { errors: [{ field: 'template' }] } });
  });
  it('is extended by files of the operator, whose rules replace the same ones', async () => {
    const folder = join(server.deps.config.dataDir, 'withholding');
    mkdirSync(folder, { recursive: true });
    const given_ = { holder_type: '*', distribution_type: 'dividend', source: 'a treaty', date: '2026-01-01' };
    const content = {
      id: 'us',
      name: 'United States',
      about: 'With our own treaties',
      rules: [
        { ...given_, country: 'CL', form: 'treaty', rate: '0.15' },
        { ...given_, country: 'DE', form: 'treaty', rate: '0.05' },
      ],
    };
    writeFileSync(join(folder, 'own.json'), JSON.stringify(content));
    const [template] = (await owner.get('/api/withholding-templates')).rows;
    rmSync(folder, { recursive: true });
    const { rules } = template as unknown as { rules: Row[] };
    const treaties = rules.filter(
      ({ country, form }) => form === 'treaty' && ['CL', 'DE', 'JP'].includes(String(country)),
    );
    expect(treaties.map(({ country, rate }) => [country, rate])).toEqual([
      ['JP', '0.10'],
      ['CL', '0.15'],
      ['DE', '0.05'],
    ]);
  });
});

describe('a missing tax form', () => {
  it('takes the highest rate, where the company says so', async () => {
    const holder = await holds('100', { country: 'US' });
    const rules = [rule('*', '0.30'), rule('US', '0')];
    await settings({ withholding_rules: rules, missing_tax_form: 'highest_rate' });
    expect(await lineOf(await declare(), holder)).toMatchObject({
      tax: '30.00',
      withholding_reason: 'No tax form: 30%',
      hold_reasons: [],
    });
  });
  it('holds the payment at the highest rate, which is computed anew once when the form is confirmed', async () => {
    const holder = await holds('100', { country: 'DE' });
    await settings({ withholding_rules: [rule('*', '0.30'), rule('DE', '0.15')], missing_tax_form: 'hold' });
    const distribution = await declare();
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '30.00', hold_reasons: ['no_tax_form'] });
    await approveSeen(owner, distribution);
    const held = await paymentOf(distribution, holder);
    expect(held).toMatchObject({ net: '70.00', is_held: true, hold_reasons: ['no_tax_form'] });
    expect(await payment(held, 'start')).toMatchObject({
      status: 409,
      code: 'payment_held',
      detail: 'This payment is held. There is no valid tax form of this holder.',
    });
    const frozen = (await owner.get(at(distribution, 'snapshot'))).body;
    await owner.put(path(holder), { tax_profile: w8 });
    const released = await paymentOf(distribution, holder);
    expect(released).toMatchObject({ gross: '100.00', tax: '15.00', net: '85.00', amount: '85.00', hold_reasons: [] });
    const snapshot = (await owner.get(at(distribution, 'snapshot'))).body as { rows: Row[]; hash: string };
    expect(snapshot.rows).toEqual([
      expect.objectContaining({ tax: '15.00', net: '85.00', tax_at_approval: '30.00', net_at_approval: '70.00' }),
    ]);
    expect(createHash('sha256').update(canonicalJson(snapshot.rows)).digest('hex')).toBe(snapshot.hash);
    expect(snapshot).toMatchObject({ hash_at_approval: frozen.hash });
    // Once: another form changes nothing any more.
    await owner.put(path(holder), { tax_profile: { ...w8, withholding_rate: '0.05' } });
    expect(await paymentOf(distribution, holder)).toMatchObject({ tax: '15.00' });
    expect((await payment(released, 'start')).status).toBe(200);
  });
  it('stays at what was approved when the form is not valid on the day of payment', async () => {
    const holder = await holds('100');
    await settings({ withholding_rules: [rule('*', '0.30'), rule('DE', '0.15')], missing_tax_form: 'hold' });
    const distribution = await declare();
    await approveSeen(owner, distribution);
    await owner.put(path(holder), { tax_profile: { ...w8, form_valid_until: '2024-07-14' } });
    expect(await paymentOf(distribution, holder)).toMatchObject({ net: '70.00', hold_reasons: ['no_tax_form'] });
    await owner.put(path(holder), { tax_profile: { ...w8, form_valid_until: '2024-07-15' } });
    expect(await paymentOf(distribution, holder)).toMatchObject({ net: '85.00', hold_reasons: [] });
  });
  it('cannot be computed anew by a statement that says so', async () => {
    const holder = await holds('100');
    await settings({ withholding_rules: [rule('*', '0.30')], missing_tax_form: 'hold' });
    const distribution = await declare();
    await approveSeen(owner, distribution);
    const { id } = await paymentOf(distribution, holder);
    for (const change of [
      'amount = 80, tax = 20',
      'amount = 80, tax = 20, awaits_tax_form = false',
      'gross = 200, amount = 170, awaits_tax_form = false, tax_at_approval = tax, net_at_approval = amount',
    ])
      await expect(server.sql(`update payment set ${change} where id = $1`, [id])).rejects.toThrow(/fixed at approval/);
  });
});

describe('a payment is held', () => {
  const account = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' };
  it('while its holder has no bank account, if the company requires one, and is released with no click', async () => {
    const holder = await holds('100');
    await settings({ require_bank_details: true });
    const distribution = await declare();
    expect(await lineOf(distribution, holder)).toMatchObject({ hold_reasons: ['no_bank_details'] });
    await approveSeen(owner, distribution);
    const held = await paymentOf(distribution, holder);
    expect(held.hold_reasons).toEqual(['no_bank_details']);
    expect(await payment(held, 'start')).toMatchObject({ status: 409, code: 'payment_held' });
    await owner.put(`/api/payments/${String(held.id)}`, { method: 'cheque' });
    expect((await paymentOf(distribution, holder)).hold_reasons).toEqual([]);
    await owner.put(`/api/payments/${String(held.id)}`, { method: 'wire' });
    await owner.put(path(holder), { bank_account: account });
    expect(await paymentOf(distribution, holder)).toMatchObject({ is_held: false, hold_reasons: [] });
    expect((await payment(held, 'start')).status).toBe(200);
  });
  it('while it is below the least amount, after tax', async () => {
    const holder = await holds('10');
    await settings({ minimum_payment: '10', withholding_rules: [rule('*', '0.01')] });
    const distribution = await declare();
    await approveSeen(owner, distribution);
    expect((await paymentOf(distribution, holder)).hold_reasons).toEqual(['below_minimum']);
    await settings({ minimum_payment: '9.90' });
    expect((await paymentOf(distribution, holder)).hold_reasons).toEqual([]);
  });
  it('while it is blocked, which administrators alone do, once', async () => {
    const holder = await holds('10');
    const person = await signUpShareholder(server, owner, holder);
    const distribution = await declare();
    await approveSeen(owner, distribution);
    const record = await paymentOf(distribution, holder);
    expect((await payment(record, 'block', { reason: 'court order' }, person)).status).toBe(403);
    expect((await payment(record, 'block', {})).status).toBe(422);
    expect((await payment(record, 'unblock')).code).toBe('not_blocked');
    expect((await payment(record, 'block', { reason: 'court order' })).body).toMatchObject({
      status: 'pending',
      hold_reasons: ['blocked'],
      block_reason: 'court order',
    });
    expect((await payment(record, 'block', { reason: 'again' })).code).toBe('already_blocked');
    expect((await payment(record, 'start')).code).toBe('payment_held');
    expect((await person.get(`/api/payments/${String(record.id)}`)).body.hold_reasons).toEqual(['blocked']);
    expect((await payment(record, 'unblock')).body).toMatchObject({ hold_reasons: [], block_reason: null });
    expect((await payment(record, 'start')).status).toBe(200);
    expect((await payment(record, 'block', { reason: 'late' })).code).toBe('payment_not_pending');
    const { events } = (await owner.get(`/api/payments/${String(record.id)}`)).body as { events: Row[] };
    expect(events.map(({ verb }) => verb)).toEqual(['blocked', 'unblocked', 'started']);
  });
  it('while its holder disputes a holding of the class', async () => {
    const holder = await holds('10');
    const person = await signUpShareholder(server, owner, holder);
    const distribution = await declare();
    await approveSeen(owner, distribution);
    const [certificate] = (await person.get('/api/certificates/')).rows;
    const url = `/api/certificates/${String(certificate!.id)}`;
    expect((await person.post(`${url}/dispute`, { reason: 'I hold more.' })).status).toBe(200);
    const held = await paymentOf(distribution, holder);
    expect(held.hold_reasons).toEqual(['disputed']);
    expect(await lineOf(await declare(), holder)).toMatchObject({ hold_reasons: ['disputed'] });
    await person.post(`${url}/agree`, {});
    expect((await paymentOf(distribution, holder)).hold_reasons).toEqual([]);
  });
  it('by its reasons alone: a list filters by it, and a payment under way is none', async () => {
    const [rich, poor] = [await holds('100'), await holds('1')];
    await settings({ minimum_payment: '10' });
    const distribution = await declare();
    await approveSeen(owner, distribution);
    const heldIn = async (is_held: boolean) =>
      (await owner.get(given.listUrl('/api/payments/', { filter: { is_held } }))).rows.map(
        (each) => each.shareholder_id,
      );
    expect([await heldIn(true), await heldIn(false)]).toEqual([[poor.id], [rich.id]]);
  });
});

describe('after an approval', () => {
  it('the progress counts payments by state, held ones too, and says how much is paid', async () => {
    const [one, two, three] = [await holds('100'), await holds('50'), await holds('1')];
    await settings({ minimum_payment: '10' });
    const distribution = await declare();
    await approveSeen(owner, distribution);
    await payment(await paymentOf(distribution, one), 'start');
    await payment(await paymentOf(distribution, one), 'complete', { date: '2024-07-16' });
    await payment(await paymentOf(distribution, two), 'start');
    expect((await paymentOf(distribution, three)).is_held).toBe(true);
    expect((await owner.get(at(distribution, 'progress'))).body).toEqual({
      pending: 1,
      held: 1,
      processing: 1,
      completed: 1,
      failed: 0,
      total: '151.00',
      paid: '100.00',
      open: '51.00',
    });
  });
  it('a late correction is refused until it is cancelled, and the comparison then says what differs', async () => {
    const holder = await holds('100');
    const distribution = await declare();
    await approveSeen(owner, distribution);
    const comparison = async () => (await owner.get(at(distribution, 'comparison'))).body;
    expect(await comparison()).toMatchObject({ is_same: true, rows: [], entries: [] });
    const late = await given.shareholder(owner);
    const terms = { shareholder_id: late.id, share_class_id: common.id, quantity: '40', issue_date: '2024-01-15' };
    const refused = await owner.post('/api/certificates/', terms);
    expect(refused).toMatchObject({ status: 409, code: 'record_date_frozen' });
    expect((await owner.post(at(distribution, 'cancel'), {})).status).toBe(200);
    await given.certificate(owner, terms);
    expect(await comparison()).toMatchObject({
      is_same: false,
      rows: [{ shareholder_id: late.id, shares_then: '0', shares_now: '40', gross_then: '0.00', gross_now: '40.00' }],
      entries: [{ date: '2024-01-15' }],
      total_gross_then: '100.00',
      total_gross_now: '140.00',
      text: expect.stringContaining('declare it again'),
    });
    expect((await paymentOf(distribution, holder)).amount).toBe('100.00');
    expect((await owner.get(at(await declare(), 'preview'))).body.total_gross).toBe('140.00');
  });
  it('lines that do not add up are not committed', async () => {
    await holds('100');
    const distribution = await declare();
    const forge = [
      `update distribution set status = 'approved', total_amount = 5 where id = $1`,
      `update distribution set status = 'approved', total_amount = 100 where id = $1`,
    ];
    for (const statement of forge)
      await expect(server.sql(statement, [distribution.id])).rejects.toThrow(
        /The lines sum to 0, the total is (5|100)/,
      );
  });
});
