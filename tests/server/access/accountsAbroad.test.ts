// Bank accounts of every country: an IBAN, a routing number, or the bank’s BIC with the account number, the bank and its country.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { approvedFor, fileOf, makeBatch, withAccount } from '#tests/support/distributions/payouts.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpCompany(server);
});
const JAPANESE = { bic: 'botkjpjt', account_number: '123-4567 890', bank: 'MUFG Bank', country: 'JP' };
const enter = async (bank_account: Row) => {
  const holder = await given.shareholder(owner);
  const path = `/api/shareholders/${String(holder.id)}`;
  return { path, reply: await owner.put(path, { bank_account }) };
};

it('an account is kept by BIC, number, bank and country, and shown in full to who may', async () => {
  const { path, reply } = await enter(JAPANESE);
  expect([reply.status, reply.detail]).toEqual([200, undefined]);
  expect((await owner.get(path)).body).toMatchObject({ bank_account_last4: '7890' });
  expect((await owner.post(`${path}/reveal`, { field: 'bank_account' })).body.value).toEqual({
    bic: 'BOTKJPJT',
    account_number: '1234567890',
    bank: 'MUFG Bank',
    country: 'JP',
  });
});

describe('an account abroad is refused', () => {
  it.each([
    ['bank_account.bic', { ...JAPANESE, bic: 'BOTK' }],
    ['bank_account.bic', { ...JAPANESE, bic: 'COBADEFF' }],
    ['bank_account.account_number', { ...JAPANESE, account_number: '1' }],
    ['bank_account.account_number', { ...JAPANESE, account_number: '12/34567' }],
    ['bank_account.bank', { ...JAPANESE, bank: ' ' }],
    ['bank_account.country', { ...JAPANESE, country: 'Japan' }],
    ['bank_account.country', { ...JAPANESE, bic: 'CHASUS33', country: 'US' }],
    ['bank_account.country', { bic: 'BOTKJPJT', account_number: '1234567', bank: 'MUFG Bank' }],
    ['bank_account', { name: 'x' }],
  ])('at %s: %o', async (field, account) => {
    const { reply } = await enter(account);
    expect([reply.status, (reply.body.errors as Row[]).map((each) => each.field)]).toEqual([422, [field]]);
  });
});

it('a BIC of a territory is of the country that it belongs to', async () => {
  const { reply } = await enter({ bic: 'BARCGB22', account_number: '12345678', bank: 'Barclays', country: 'JE' });
  expect(reply.status).toBe(200);
});

it('is paid by pain.001 and CSV, and left out of NACHA with the reason', async () => {
  const { distribution } = await approvedFor(owner, [await withAccount(owner, JAPANESE)]);
  const filter = { distribution_id: distribution.id };
  const nacha = await owner.post('/api/payment-batches/preview', {
    format: 'nacha',
    execution_date: '2030-01-15',
    filter,
  });
  expect(nacha.body).toMatchObject({ count: 0, left_out: [{ hold_reasons: ['no_american_account'] }] });
  const made = await makeBatch(owner, { filter });
  const text = (await fileOf(owner, made.body)).text;
  expect(text).toContain(
    '<CdtrAgt><FinInstnId><BICFI>BOTKJPJT</BICFI><Nm>MUFG Bank</Nm><PstlAdr><Ctry>JP</Ctry></PstlAdr></FinInstnId></CdtrAgt>',
  );
  expect(text).toContain('<CdtrAcct><Id><Othr><Id>1234567890</Id></Othr></Id></CdtrAcct>');
  await owner.post(`/api/payment-batches/${String(made.body.id)}/cancel`, {});
  const csv = (await fileOf(owner, (await makeBatch(owner, { format: 'csv', filter })).body)).text;
  expect(csv).toContain(',,1234567890,,,BOTKJPJT,15.00,USD');
});
