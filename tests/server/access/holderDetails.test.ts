// A holder's tax number and bank account: who may enter, read and approve them, and what the database holds (security.md T16, T20).
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { givenMember, messagesTo, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { letConfirmationExpire } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const ACCOUNT = { routing_number: '021000021', account_number: '000123456789', account_type: 'checking' };
const OTHER = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFF' };
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const holderOf = (company: Person): Promise<Row> =>
  given.shareholder(company, { first_name: 'Ruth', last_name: 'Aldane', email: `holder-${unique()}@example.com` });
const pathOf = (holder: Row) => `/api/shareholders/${String(holder.id)}`;
const put = (by: Person, holder: Row, body: Row) => by.put(pathOf(holder), body);
const reveal = (by: Person, holder: Row, field: string) => by.post(`${pathOf(holder)}/reveal`, { field });
const activityOf = async (by: Person): Promise<string[]> =>
  ((await by.get('/api/dashboard')).body.recent_activity as Row[]).map((line) => String(line.text));

/** A company with two administrators, a holder with an account and bank details. */
async function givenHolder() {
  const company = await signUpCompany(server);
  const admin = await givenMember(server, company, 'admin');
  const record = await holderOf(company);
  const holder = await signUpShareholder(server, company, record);
  return { company, admin, record, holder };
}

describe('tax number and bank account', () => {
  it('are stored encrypted, answered by their last four characters, and revealed in full', async () => {
    const holder = await holderOf(owner);
    const saved = await put(owner, holder, { tax_id: '123-45-6789', bank_account: ACCOUNT });
    expect([saved.status, saved.detail]).toEqual([200, undefined]);
    const page = await owner.get(pathOf(holder));
    expect(page.body).toMatchObject({ tax_id_last4: '6789', bank_account_last4: '6789', bank_change: null });
    expect(page.text).not.toContain('123456789');
    expect((await owner.get('/api/shareholders/')).text).not.toContain('6789');
    const stored = JSON.stringify(
      await server.sql('select * from holder_detail where shareholder_id = $1', [holder.id]),
    );
    expect(stored).not.toMatch(/123-?45-?6789|021000021|000123456789/);
    expect((await reveal(owner, holder, 'tax_id')).body).toEqual({ value: '123-45-6789' });
    expect((await reveal(owner, holder, 'bank_account')).body).toEqual({ value: ACCOUNT });
  });
  it('leave no trace of the full value in any table of the company', async () => {
    const holder = await holderOf(owner);
    await put(owner, holder, { tax_id: '987-65-4321', bank_account: { ...ACCOUNT, account_number: '5550001112223' } });
    const key = `reveal-${unique()}`;
    const headers = { 'idempotency-key': key };
    const shown = await owner.post(`${pathOf(holder)}/reveal`, { field: 'tax_id' }, { headers });
    expect(shown.body).toEqual({ value: '987-65-4321' });
    const tables = await server.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await server.sql(
        `select 1 from "${name}" t where t::text like '%987-65-4321%' or t::text like '%987654321%' or t::text like '%5550001112223%' limit 1`,
      );
      if (rows.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });
  it.each([
    [
      'a routing number whose check digit is wrong',
      { bank_account: { ...ACCOUNT, routing_number: '021000022' } },
      'bank_account.routing_number',
    ],
    [
      'letters in an account number',
      { bank_account: { ...ACCOUNT, account_number: '12ab5678' } },
      'bank_account.account_number',
    ],
    ['an IBAN whose check digits are wrong', { bank_account: { iban: 'DE89370400440532013001' } }, 'bank_account.iban'],
    ['an IBAN of the wrong length', { bank_account: { iban: 'DE8937040044053201300' } }, 'bank_account.iban'],
    ['half an American account', { bank_account: { routing_number: '021000021' } }, 'bank_account.account_number'],
    ['a member nobody asked for', { bank_account: { ...ACCOUNT, owner: 'x' } }, 'bank_account.owner'],
    ['a bank account as text', { bank_account: '021000021' }, 'bank_account'],
    ['a tax number of six characters', { tax_id: '123456' }, 'tax_id'],
    ['a tax number of a million digits', { tax_id: '1'.repeat(1_000_000) }, 'tax_id'],
    ['a number where a tax number belongs', { tax_id: 123456789 }, 'tax_id'],
  ])('refuse %s at its field', async (_what, body, field) => {
    const holder = await holderOf(owner);
    const reply = await put(owner, holder, body);
    expect([reply.status, (reply.body.errors as Row[])?.[0]?.field]).toEqual([422, field]);
    expect((await owner.get(pathOf(holder))).body).toMatchObject({ tax_id_last4: null, bank_account_last4: null });
  });
  it('are entered by the holder, who sees their own alone and reveals nothing', async () => {
    const { company, record, holder } = await givenHolder();
    const other = await holderOf(company);
    await put(company, other, { tax_id: '555-44-3333' });
    expect((await put(holder, record, { tax_id: '111-22-3333', bank_account: OTHER })).status).toBe(200);
    expect((await holder.get(pathOf(record))).body).toMatchObject({ tax_id_last4: '3333', bank_account_last4: '3000' });
    expect((await put(holder, other, { tax_id: '111-22-3333' })).status).toBe(404);
    expect((await reveal(holder, record, 'tax_id')).status).toBe(403);
  });
  it('are nothing to a viewer, and their last four characters alone to staff', async () => {
    const holder = await holderOf(owner);
    await put(owner, holder, { tax_id: '123-45-6789' });
    const viewer = await givenMember(server, owner, 'viewer');
    const staff = await givenMember(server, owner, 'staff');
    expect((await viewer.get(pathOf(holder))).text).not.toContain('6789');
    expect((await staff.get(pathOf(holder))).body.tax_id_last4).toBe('6789');
    for (const person of [viewer, staff]) expect((await reveal(person, holder, 'tax_id')).status).toBe(403);
    const stranger = await signUpCompany(server);
    expect((await reveal(stranger, holder, 'tax_id')).status).toBe(404);
  });
  it('need a fresh confirmation to change and to reveal', async () => {
    const holder = await holderOf(owner);
    await put(owner, holder, { tax_id: '123-45-6789' });
    const required = { status: 403, code: 'step_up_required' };
    const admin = await givenMember(server, owner, 'admin');
    await letConfirmationExpire(server, admin);
    expect(await reveal(admin, holder, 'tax_id')).toMatchObject(required);
    expect(await put(admin, holder, { tax_id: '999-45-6789' })).toMatchObject(required);
    expect(await put(admin, holder, { bank_account: ACCOUNT })).toMatchObject(required);
    expect((await put(admin, holder, { city: 'Oslo' })).status).toBe(200);
  });
  it('show the holder that somebody read them in full', async () => {
    const { company, record, holder } = await givenHolder();
    await put(holder, record, { tax_id: '111-22-3333' });
    await reveal(company, record, 'tax_id');
    const line = 'read the full tax number of Ruth Aldane';
    expect(await activityOf(holder)).toContain(line);
    expect(await activityOf(company)).toContain(line);
  });
});

/** A payment to a holder of a company with one administrator, and its start. */
async function givenPayment() {
  const company = await signUpCompany(server);
  const certificate = await given.certificate(company);
  const distribution = await given.distribution(company, { share_class_ids: [certificate.share_class_id] });
  await given.approveSeen(company, distribution);
  const payment = (await company.get('/api/payments/')).rows[0]!;
  const start = () => company.post(`/api/payments/${String(payment.id)}/start`, { reason: 'early' });
  return { company, record: { id: certificate.shareholder_id }, payment, start };
}

describe('a changed bank account', () => {
  it('waits for an administrator who did not enter it, and is told to the previous address', async () => {
    const { company, admin, record, holder } = await givenHolder();
    await put(holder, record, { bank_account: ACCOUNT });
    const changed = await put(company, record, { bank_account: OTHER, email: `new-${unique()}@example.com` });
    expect(changed.status).toBe(200);
    expect((await messagesTo(server, String(record.email)))[0]).toContain('ending in 3000');
    expect((await company.get(pathOf(record))).body).toMatchObject({
      bank_account_last4: '6789',
      bank_change: { last4: '3000', by: 'You', may_approve: false },
    });
    expect(await company.post(`${pathOf(record)}/bank-change/approve`, {})).toMatchObject({
      status: 403,
      code: 'second_person_needed',
    });
    expect((await reveal(company, record, 'bank_account')).body).toEqual({ value: ACCOUNT });
    expect((await admin.post(`${pathOf(record)}/bank-change/approve`, {})).status).toBe(200);
    const page = (await admin.get(pathOf(record))).body;
    expect(page).toMatchObject({ bank_account_last4: '3000', bank_change: null });
    const [{ hours }] = (await server.sql<{ hours: number }>(
      'select extract(epoch from $1::timestamptz - now())::float / 3600 as hours',
      [page.bank_account_counts_from],
    )) as [{ hours: number }];
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });
  it('is not approved by who looked at another one', async () => {
    const { admin, record, holder } = await givenHolder();
    await put(holder, record, { bank_account: ACCOUNT });
    await put(holder, record, { bank_account: OTHER });
    const seen = (await admin.get(pathOf(record))).body.bank_change as Row;
    await put(holder, record, { bank_account: { ...OTHER, iban: 'GB82WEST12345698765432' } });
    const approve = (at: unknown) => admin.post(`${pathOf(record)}/bank-change/approve`, { at });
    expect(await approve(seen.at)).toMatchObject({ status: 409, code: 'bank_change_changed' });
    const again = (await admin.get(pathOf(record))).body.bank_change as Row;
    expect((await approve(again.at)).status).toBe(200);
    expect((await admin.get(pathOf(record))).body.bank_account_last4).toBe('5432');
  });
  it('is told to the previous address when the address was changed first', async () => {
    const { company, record, holder } = await givenHolder();
    const told = async () =>
      (await messagesTo(server, String(record.email))).filter((text) => text.includes('changed your email address'));
    await put(holder, record, { bank_account: ACCOUNT });
    await put(company, record, { email: `thief-${unique()}@example.com` });
    await put(company, record, { email: record.email });
    await put(company, record, { email: `thief-${unique()}@example.com` });
    expect(await told()).toHaveLength(1);
  });
  it('counts at first no sooner when the company has just changed the address, of which the old one is told', async () => {
    const { company, admin } = await givenHolder();
    const record = await given.shareholder(company, { email: `real-${unique()}@example.com` });
    const quiet = await given.shareholder(company, { email: `none-${unique()}@example.com` });
    await given.certificate(company, { shareholder_id: record.id });
    const told = (address: unknown) => messagesTo(server, String(address));
    await put(company, quiet, { email: `other-${unique()}@example.com` });
    expect(await told(quiet.email)).toEqual([]);
    const moved = { ...record, email: `thief-${unique()}@example.com` };
    await put(company, record, { email: moved.email });
    expect((await told(record.email))[0]).toContain('changed your email address');
    const thief = await signUpShareholder(server, company, moved);
    await put(thief, record, { bank_account: ACCOUNT });
    expect((await admin.get(pathOf(record))).body).toMatchObject({
      bank_account_last4: null,
      bank_change: { last4: '6789', may_approve: true },
    });
  });
  it('is approved once of ten approvals at a time', async () => {
    const { company, admin, record, holder } = await givenHolder();
    await put(holder, record, { bank_account: ACCOUNT });
    await put(holder, record, { bank_account: OTHER });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        [company, admin][at % 2]!.post(`${pathOf(record)}/bank-change/approve`, {}),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });
  it('is forgotten when it is rejected, and the holder hears why', async () => {
    const { admin, record, holder } = await givenHolder();
    await put(holder, record, { bank_account: ACCOUNT });
    await put(holder, record, { bank_account: OTHER });
    expect(
      (await admin.post(`${pathOf(record)}/bank-change/reject`, { reason: 'Not confirmed by phone' })).status,
    ).toBe(200);
    expect((await messagesTo(server, String(record.email)))[0]).toContain('Not confirmed by phone');
    expect((await holder.get(pathOf(record))).body).toMatchObject({ bank_account_last4: '6789', bank_change: null });
  });
  it('waits also when the old account is removed first', async () => {
    const { company, record, holder } = await givenHolder();
    await put(holder, record, { bank_account: ACCOUNT });
    await put(company, record, { bank_account: null });
    await put(company, record, { bank_account: OTHER });
    expect((await holder.get(pathOf(record))).body).toMatchObject({
      bank_account_last4: null,
      bank_change: { last4: '3000' },
    });
  });
  it('counts at once with one administrator, but no payment to it starts for 24 hours', async () => {
    const { company, record, start } = await givenPayment();
    await put(company, record, { bank_account: ACCOUNT });
    await put(company, record, { bank_account: OTHER });
    expect((await company.get(pathOf(record))).body).toMatchObject({ bank_account_last4: '3000', bank_change: null });
    expect(await start()).toMatchObject({ status: 409, code: 'payment_held' });
    await server.sql(`update holder_detail set bank_account_counts_from = now() where shareholder_id = $1`, [
      record.id,
    ]);
    expect((await start()).status).toBe(200);
  });
  it('is not paid around: no other method starts meanwhile, and nothing after a removal', async () => {
    const { company, record, payment, start } = await givenPayment();
    await put(company, record, { bank_account: ACCOUNT });
    await put(company, record, { bank_account: null });
    expect(await start()).toMatchObject({ status: 409, code: 'payment_held' });
    expect((await company.put(`/api/payments/${String(payment.id)}`, { method: 'cheque' })).status).toBe(200);
    expect(await start()).toMatchObject({ status: 409, code: 'payment_held' });
  });
});

describe('the two-person rule', () => {
  it('is turned off by an owner alone, with a confirmation, and is noted', async () => {
    const { company, admin, record, holder } = await givenHolder();
    expect((await company.get('/api/organization')).body.two_person_rule).toBe(true);
    expect(await admin.put('/api/organization', { two_person_rule: false })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    await letConfirmationExpire(server, company);
    expect(await company.put('/api/organization', { two_person_rule: false })).toMatchObject({
      code: 'step_up_required',
    });
    await server.sql('update session set confirmed_at = now()');
    expect((await company.put('/api/organization', { two_person_rule: false })).status).toBe(200);
    expect((await activityOf(company))[0]).toContain('Two-person rule');
    await put(holder, record, { bank_account: ACCOUNT });
    await put(holder, record, { bank_account: OTHER });
    expect((await holder.get(pathOf(record))).body).toMatchObject({ bank_account_last4: '3000', bank_change: null });
  });
  it('keeps who created a distribution and who saved it last from approving it', async () => {
    const company = await signUpCompany(server);
    const admin = await givenMember(server, company, 'admin');
    const certificate = await given.certificate(company);
    const made = await given.distribution(company, { share_class_ids: [certificate.share_class_id] });
    const saved = await admin.put(`/api/distributions/${String(made.id)}`, { name: 'Second name' });
    for (const person of [company, admin])
      expect(await given.approveSeen(person, saved.body)).toMatchObject({ status: 403, code: 'second_person_needed' });
    await company.put(`/api/distributions/${String(made.id)}`, { name: 'Third name' });
    expect((await given.approveSeen(admin, saved.body)).status).toBe(200);
  });
});
