// What the company confirmed of a holder’s taxes counts until the company confirms another word, through HTTP.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { TODAY, w8ben, w9 } from '#tests/support/inputs/taxForms.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
beforeEach(async () => {
  server.setClock(TODAY);
  owner = await signUpCompany(server);
  common = await given.shareClass(owner);
});

const settings = async (body: Row) => expect((await owner.put('/api/organization', body)).status).toBe(200);
const rule = (country: string, rate: string, extra: Row = {}) => ({
  country,
  holder_type: '*',
  distribution_type: '*',
  rate,
  ...extra,
});
const path = ({ id }: Row) => `/api/shareholders/${String(id)}`;
const pageOf = async (holder: Row, by = owner) => (await by.get(path(holder))).body;
const w8 = { country: 'DE', form: 'W-8BEN', form_valid_until: '2029-12-31', withholding_rate: '0.3' };

async function holds(extra: Row = {}): Promise<{ holder: Row; person: Person }> {
  const holder = await given.shareholder(owner, { type: 'individual', country: 'DE', ...extra });
  await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity: '100' });
  return { holder, person: await signUpShareholder(server, owner, holder) };
}
const declare = () =>
  given.distribution(owner, { share_class_ids: [common.id], amount_per_share: '1', payment_date: TODAY });
const lineOf = async (distribution: Row, { id }: Row) => {
  const { rows } = (await owner.get(`/api/distributions/${String(distribution.id)}/preview`)).body;
  return (rows as Row[]).find(({ shareholder_id }) => shareholder_id === id)!;
};
const paymentOf = async ({ id }: Row) =>
  (await owner.get(given.listUrl('/api/payments/', { filter: { shareholder_id: id } }))).rows[0]!;
const confirm = (holder: Row, body: Row = {}, by = owner) => by.post(`${path(holder)}/tax-profile/confirm`, body);

async function withConfirmed(extra: Row = {}) {
  const held = await holds();
  await settings({ withholding_rules: [rule('*', '0.30'), rule('US', '0')], ...extra });
  expect((await owner.put(path(held.holder), { tax_profile: w8 })).status).toBe(200);
  return held;
}

describe('what the company confirmed', () => {
  it.each([
    ['removes it', null],
    ['types a W-9 without a rate', { country: 'US', form: 'W-9' }],
    ['types a lower rate', { ...w8, withholding_rate: '0' }],
    ['leaves the rate out', { country: 'DE', form: 'W-8BEN', form_valid_until: '2029-12-31' }],
    ['types another country without a form', { country: 'US' }],
  ])('counts on when the holder %s, until the company confirms that', async (_, tax_profile) => {
    const { holder, person } = await withConfirmed();
    const distribution = await declare();
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '30.00', net: '70.00' });
    expect((await person.put(path(holder), { tax_profile })).status).toBe(200);
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '30.00', net: '70.00' });
    const page = await pageOf(holder);
    expect(page.tax_profile).toMatchObject({ ...w8, confirmed_at: expect.any(String) });
    expect(page.tax_profile_change).toMatchObject({
      at: expect.any(String),
      by: expect.any(String),
      profile: tax_profile && { country: tax_profile.country, confirmed_at: null },
    });
    expect((await pageOf(holder, person)).tax_profile_change).toMatchObject({ by: 'You' });
    expect((await owner.get('/api/notices/')).text).toContain(`${String(holder.name)} changed their tax profile.`);
    expect((await confirm(holder, {}, person)).status).toBe(403);
    expect((await confirm(holder)).status).toBe(200);
    expect(await pageOf(holder)).toMatchObject({ tax_profile_change: null });
    // Null once the removal is confirmed.
    const { country, form } = ((await pageOf(holder)).tax_profile ?? {}) as { country?: string; form?: string };
    const said = (tax_profile ?? {}) as { country?: string; form?: string };
    expect([country, form ?? undefined]).toEqual([said.country, said.form]);
  });

  it('counts on when the holder signs another form, which is confirmed or rejected', async () => {
    const { holder, person } = await withConfirmed();
    const distribution = await declare();
    const sign = () => person.post(`${path(holder)}/tax-form`, w9({ name: holder.name, signature: holder.name }));
    const signed = await sign();
    expect([signed.status, signed.body.form, signed.body.confirmed_at]).toEqual([201, 'W-9', null]);
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '30.00' });
    expect((await pageOf(holder)).tax_profile_change).toMatchObject({
      profile: { form: 'W-9', document_id: signed.body.document_id },
    });
    const rejected = await owner.post(`${path(holder)}/tax-profile/reject`, { reason: 'You told us that you moved.' });
    expect([rejected.status, rejected.detail]).toEqual([200, undefined]);
    expect(await pageOf(holder)).toMatchObject({ tax_profile: w8, tax_profile_change: null });
    expect((await person.get('/api/notices/')).text).toContain('did not accept your change');
    expect((await sign()).status).toBe(201);
    expect((await confirm(holder)).status).toBe(200);
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '0.00' });
    expect((await pageOf(holder)).tax_profile).toMatchObject({
      form: 'W-9',
      form_signed_on: TODAY,
      withholding_rate: null,
    });
  });

  it('is not what a holder sent since somebody looked', async () => {
    const { holder, person } = await withConfirmed();
    await person.put(path(holder), { tax_profile: { ...w8, withholding_rate: '0.2' } });
    const seen = (await pageOf(holder)).tax_profile_change as Row;
    server.setClock('2026-03-11');
    await person.put(path(holder), { tax_profile: { ...w8, withholding_rate: '0' } });
    expect(await confirm(holder, { at: seen.at })).toMatchObject({ status: 409, code: 'tax_change_changed' });
    expect((await pageOf(holder)).tax_profile).toMatchObject({ withholding_rate: '0.3' });
  });

  it('ends a change that says the same again, or that the company answers with its own word', async () => {
    const { holder, person } = await withConfirmed();
    await person.put(path(holder), { tax_profile: null });
    await person.put(path(holder), { tax_profile: w8 });
    expect(await pageOf(holder)).toMatchObject({ tax_profile: w8, tax_profile_change: null });
    await person.put(path(holder), { tax_profile: null });
    await owner.put(path(holder), { tax_profile: { ...w8, withholding_rate: '0.25' } });
    expect(await pageOf(holder)).toMatchObject({ tax_profile: { withholding_rate: '0.25' }, tax_profile_change: null });
  });

  it('is no form for a payment that waits for one, until the new one is confirmed', async () => {
    const { holder, person } = await withConfirmed({ missing_tax_form: 'hold' });
    await owner.put(path(holder), { tax_profile: { ...w8, form_valid_until: '2026-01-01' } });
    await approveSeen(owner, await declare());
    expect(await paymentOf(holder)).toMatchObject({ hold_reasons: ['no_tax_form'], tax: '30.00' });
    const open = async () =>
      (await person.get('/api/tasks/')).rows.map(({ title, status }) => `${String(title)}: ${String(status)}`);
    expect(await open()).toEqual(['Sign a tax form: pending']);
    const form = w8ben({ name: holder.name, signature: holder.name });
    expect((await person.post(`${path(holder)}/tax-form`, form)).status).toBe(201);
    expect(await open()).toEqual(['Sign a tax form: completed']);
    expect(await paymentOf(holder)).toMatchObject({ hold_reasons: ['no_tax_form'] });
    expect((await confirm(holder)).status).toBe(200);
    expect(await paymentOf(holder)).toMatchObject({ hold_reasons: [] });
  });
});

describe('the country of an address', () => {
  it('that a holder changes is where letters go at once, and counts for tax once the company confirms it', async () => {
    const { holder, person } = await holds();
    await settings({ withholding_rules: [rule('DE', '0.26'), rule('US', '0')] });
    const distribution = await declare();
    expect((await person.put(path(holder), { address: { country: 'US' } })).status).toBe(200);
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '26.00' });
    expect(await pageOf(holder)).toMatchObject({
      country: 'US',
      country_change: { counts: 'DE', by: expect.any(String) },
    });
    // A record that is saved whole for another reason confirms nothing.
    await owner.put(path(holder), { country: 'US', city: 'Bonn' });
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '26.00' });
    expect((await person.post(`${path(holder)}/country/confirm`, {})).status).toBe(403);
    expect((await owner.post(`${path(holder)}/country/confirm`, {})).status).toBe(200);
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '0.00' });
    expect(await pageOf(holder)).toMatchObject({ country_change: null });
  });
  it('is the company’s again once it is changed back, or the company enters another', async () => {
    const { holder, person } = await holds();
    await settings({ withholding_rules: [rule('DE', '0.26'), rule('FR', '0.1'), rule('US', '0')] });
    const distribution = await declare();
    await person.put(path(holder), { country: 'US' });
    await person.put(path(holder), { country: 'NO' });
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '26.00' });
    await person.put(path(holder), { country: 'DE' });
    expect(await pageOf(holder)).toMatchObject({ country: 'DE', country_change: null });
    await person.put(path(holder), { country: null });
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '26.00' });
    await owner.put(path(holder), { country: 'FR' });
    expect(await pageOf(holder)).toMatchObject({ country: 'FR', country_change: null });
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '10.00' });
  });
  it('that nobody recorded before counts for tax no sooner', async () => {
    const { holder, person } = await holds({ country: null });
    await settings({ withholding_rules: [rule('*', '0.30'), rule('US', '0')] });
    const distribution = await declare();
    await person.put(path(holder), { country: 'US' });
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '30.00' });
    await owner.post(`${path(holder)}/country/confirm`, {});
    expect(await lineOf(distribution, holder)).toMatchObject({ tax: '0.00' });
  });
});
