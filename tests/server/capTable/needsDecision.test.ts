// What waits for an administrator's approval stands on the dashboard of each of them, with whether they entered it themselves.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { approvedFor, IBAN, withAccount } from '#tests/support/distributions/payouts.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const waiting = async (by: Person, kind: string): Promise<Row[]> =>
  ((await by.get('/api/dashboard')).body.decisions as (Row & { rows: Row[] })[]).find((each) => each.kind === kind)
    ?.rows ?? [];

it('names a distribution to every administrator, and says to who entered it that another approves', async () => {
  const owner = await signUpCompany(server);
  const certificate = await given.certificate(owner);
  const distribution = await given.distribution(owner, { share_class_ids: [certificate.share_class_id] });
  const alone = await waiting(owner, 'distribution');
  expect(alone).toMatchObject([{ id: distribution.id, needs_other: false }]);
  const admin = await givenMember(server, owner, 'admin');
  expect(await waiting(owner, 'distribution')).toMatchObject([{ id: distribution.id, needs_other: true }]);
  expect(await waiting(admin, 'distribution')).toMatchObject([{ id: distribution.id, needs_other: false }]);
  expect((await given.approveSeen(admin, distribution)).status).toBe(200);
  expect(await waiting(owner, 'distribution')).toEqual([]);
});

it('names a changed bank account to administrators alone, until one decides', async () => {
  const owner = await signUpCompany(server);
  const [admin, staff] = [await givenMember(server, owner, 'admin'), await givenMember(server, owner, 'staff')];
  const holder = await given.shareholder(owner);
  const path = `/api/shareholders/${String(holder.id)}`;
  const account = { routing_number: '021000021', account_number: '000123456789', account_type: 'checking' };
  await owner.put(path, { bank_account: account });
  expect(await waiting(admin, 'bank_change')).toEqual([]);
  await owner.put(path, { bank_account: { ...account, account_number: '000123454444' } });
  const row = { id: holder.id, shareholder: holder.name, last4: '4444' };
  expect(await waiting(owner, 'bank_change')).toMatchObject([{ ...row, needs_other: true }]);
  expect(await waiting(admin, 'bank_change')).toMatchObject([{ ...row, needs_other: false }]);
  expect(await waiting(staff, 'bank_change')).toEqual([]);
  expect(JSON.stringify((await admin.get('/api/dashboard')).body)).not.toContain('000123454444');
  expect((await admin.post(`${path}/bank-change/approve`, {})).status).toBe(200);
  expect(await waiting(owner, 'bank_change')).toEqual([]);
});

it('names what holders said about their taxes to who keeps the books, until it is decided', async () => {
  const owner = await signUpCompany(server);
  const [staff, viewer] = [await givenMember(server, owner, 'staff'), await givenMember(server, owner, 'viewer')];
  const holder = await given.shareholder(owner, { country: 'DE' });
  const person = await signUpShareholder(server, owner, holder);
  const path = `/api/shareholders/${String(holder.id)}`;
  await owner.put(path, { tax_profile: { country: 'DE', form: 'W-8BEN' } });
  expect(await waiting(staff, 'tax_change')).toEqual([]);
  await person.put(path, { tax_profile: { country: 'US', form: 'W-9' } });
  expect(await waiting(staff, 'tax_change')).toMatchObject([
    { id: holder.id, shareholder: holder.name, new_form: 'W-9' },
  ]);
  expect((await viewer.get('/api/dashboard')).body).not.toHaveProperty('decisions');
  expect((await staff.post(`${path}/tax-profile/reject`, { reason: 'Not signed.' })).status).toBe(200);
  await person.put(path, { country: 'US' });
  expect(await waiting(staff, 'tax_change')).toEqual([]);
  const rule = { country: 'DE', holder_type: '*', distribution_type: '*', rate: '0.26' };
  await owner.put('/api/organization', { withholding_rules: [rule] });
  expect(await waiting(staff, 'tax_change')).toMatchObject([{ id: holder.id, new_form: null }]);
  expect((await staff.post(`${path}/country/confirm`, {})).status).toBe(200);
  expect(await waiting(staff, 'tax_change')).toEqual([]);
});

it('names each distribution whose holders have no bank account, until they have, and what is paid next', async () => {
  const owner = await signUpCompany(server);
  const staff = await givenMember(server, owner, 'staff');
  const viewer = await givenMember(server, owner, 'viewer');
  const none = { fully_diluted: '0', pool_available: '0', next_payment: null };
  const ahead = async (by: Person) => (await by.get('/api/dashboard')).body.ahead;
  expect(await ahead(viewer)).toEqual(none);
  const holder = await withAccount(owner, null);
  const { distribution, payments } = await approvedFor(owner, [holder, await withAccount(owner, IBAN)], {
    payment_date: '2030-01-15',
  });
  const row = { id: distribution.id, name: distribution.name, payment_date: '2030-01-15', count: 1 };
  expect(await waiting(staff, 'accounts_missing')).toEqual([row]);
  // 10 and 20 shares at 1.50 each.
  const { count: _count, ...named } = row;
  expect(await ahead(viewer)).toEqual({
    fully_diluted: '30',
    pool_available: '0',
    next_payment: { ...named, currency: 'USD', count: 2, total: '45.00' },
  });
  await owner.put(`/api/shareholders/${String(holder.id)}`, { bank_account: IBAN });
  expect(await waiting(staff, 'accounts_missing')).toEqual([]);
  for (const { id } of payments) {
    const started = await owner.post(`/api/payments/${String(id)}/start`, { reason: 'They asked.' });
    expect([started.status, started.detail]).toEqual([200, undefined]);
    const paid = await owner.post(`/api/payments/${String(id)}/complete`, { date: distribution.record_date });
    expect([paid.status, paid.detail]).toEqual([200, undefined]);
  }
  expect(await ahead(staff)).toMatchObject({ next_payment: null });
  const person = await signUpShareholder(server, owner, holder);
  expect((await person.get('/api/dashboard')).body).not.toHaveProperty('ahead');
});
