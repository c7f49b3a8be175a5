// A sign that a holder without a country is abroad counts until the company decides, whoever takes it away, through HTTP.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { TODAY, w8ben, w9 } from '#tests/support/inputs/taxForms.ts';
import { givenMember, signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Row;
let person: Person;
let distribution: Row;
beforeEach(async () => {
  server.setClock(TODAY);
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner);
  holder = await given.shareholder(owner, { first_name: 'Ada', last_name: 'Founder' });
  await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity: '100' });
  person = await signUpShareholder(server, owner, holder);
  await owner.post('/api/organization/withholding-template', { template: 'us' });
  distribution = await given.distribution(owner, {
    share_class_ids: [common.id],
    amount_per_share: '1',
    payment_date: TODAY,
  });
});

const german = { iban: 'DE89 3704 0044 0532 0130 00' };
const american = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' };
const path = () => `/api/shareholders/${String(holder.id)}`;
const says = async (by: Person, body: Row) => expect((await by.put(path(), body)).status).toBe(200);
const decides = async (what: string, body: Row = {}) =>
  expect((await owner.post(`${path()}/${what}`, body)).status).toBe(200);
const signs = async (form: Row) => expect((await person.post(`${path()}/tax-form`, form)).status).toBe(201);
const asSigned = () => ({ name: holder.name, signature: holder.name });
async function shown(): Promise<{ rate: unknown; sign: unknown }> {
  const { body } = await owner.get(`/api/distributions/${String(distribution.id)}/preview`);
  const [line] = body.rows as Row[];
  const [row] = (body.without_country as { rows: Row[] }).rows;
  return { rate: line!.withholding_rate, sign: row?.sign };
}
const abroad = (sign: string) => ({ rate: '0.3', sign });
const PRESUMED = { rate: '0.24', sign: null };

describe('an account abroad that the company recorded', () => {
  beforeEach(() => says(owner, { bank_account: german }));

  it.each([
    ['changes it to one in the United States', [american]],
    ['removes it', [null]],
    ['removes it and enters another', [null, american]],
  ] as const)('counts on when the holder %s', async (_, accounts) => {
    expect(await shown()).toEqual(abroad('is paid to an account in Germany'));
    for (const bank_account of accounts) await says(person, { bank_account });
    expect(await shown()).toEqual(abroad('had an account in Germany'));
    await says(owner, { country: 'US' });
    expect(await shown()).toEqual({ rate: '0.24', sign: undefined });
  });

  it('ends with another account that the company enters, or with its own removal', async () => {
    await says(person, { bank_account: null });
    await says(owner, { bank_account: american });
    expect(await shown()).toEqual(PRESUMED);
    await says(owner, { bank_account: german });
    await says(owner, { bank_account: null });
    expect(await shown()).toEqual(PRESUMED);
  });

  it.each([[american], [null]])('ends once the company says what the holder said: %o', async (bank_account) => {
    await says(person, { bank_account });
    await says(person, { bank_account });
    expect(await shown()).toEqual(abroad('had an account in Germany'));
    await says(owner, { bank_account });
    expect(await shown()).toEqual(PRESUMED);
  });

  it('counts while a change waits for a second administrator, and ends with their approval', async () => {
    const second = await givenMember(server, owner, 'admin');
    await says(person, { bank_account: american });
    expect(await shown()).toEqual(abroad('is paid to an account in Germany'));
    await says(person, { bank_account: { iban: 'FR14 2004 1010 0505 0001 3M02 606' } });
    await second.post(`${path()}/bank-change/reject`, { reason: 'Not known here.' });
    expect(await shown()).toEqual(abroad('is paid to an account in Germany'));
    await says(person, { bank_account: american });
    expect((await second.post(`${path()}/bank-change/approve`, {})).status).toBe(200);
    expect(await shown()).toEqual(PRESUMED);
  });
});

it('an account abroad that waits for approval is a sign, also once the holder takes it back', async () => {
  await givenMember(server, owner, 'admin');
  await says(owner, { bank_account: american });
  await says(person, { bank_account: german });
  expect(await shown()).toEqual(abroad('asks to be paid to an account in Germany'));
  await says(person, { bank_account: { ...american, account_number: '987654321' } });
  expect(await shown()).toEqual(abroad('had an account in Germany'));
});

describe('what the holder said', () => {
  it.each([
    ['a country', { country: 'NO' }, { country: null }, 'said that their country is Norway'],
    ['a country', { country: 'NO' }, { country: 'US' }, 'said that their country is Norway'],
    [
      'a W-8',
      { tax_profile: { country: 'DE', form: 'W-8BEN' } },
      { tax_profile: null },
      'said that their country is Germany',
    ],
    [
      'the country of a profile',
      { tax_profile: { country: 'DE' } },
      { tax_profile: null },
      'said that their country is Germany',
    ],
    [
      'a W-8 of the United States',
      { tax_profile: { country: 'US', form: 'W-8BEN' } },
      { tax_profile: { country: 'US', form: 'W-9' } },
      'sent form W-8BEN',
    ],
  ])('%s, is not taken back by the holder alone', async (_, said, taken, sign) => {
    await says(person, said);
    expect(await shown()).toMatchObject({ rate: '0.3' });
    await says(person, taken);
    expect(await shown()).toEqual(abroad(sign));
    await says(person, { bank_account: american });
    expect(await shown()).toEqual(abroad(sign));
    await says(owner, { tax_profile: { country: 'US', form: 'W-9' } });
    expect(await shown()).toMatchObject({ rate: '0', sign: undefined });
    await says(owner, { tax_profile: null });
    await says(owner, { country: null });
    expect(await shown()).toEqual(PRESUMED);
  });

  it('a signed W-8, is not undone by a W-9 that waits, nor by its refusal, but by its confirmation', async () => {
    await signs(w8ben(asSigned()));
    await signs(w9(asSigned()));
    expect(await shown()).toMatchObject({ rate: '0.3' });
    await decides('tax-profile/reject', { reason: 'You are abroad, as far as we know.' });
    expect(await shown()).toMatchObject({ rate: '0.3' });
    await signs(w9(asSigned()));
    await decides('tax-profile/confirm');
    expect(await shown()).toMatchObject({ rate: '0', sign: undefined });
  });

  it('no country, once the company confirms it, is no sign', async () => {
    await says(person, { country: 'NO' });
    await says(person, { country: null });
    await says(owner, { country: 'US' });
    await says(person, { country: null });
    expect(await shown()).toEqual({ rate: '0.24', sign: undefined });
    await decides('country/confirm');
    expect(await shown()).toEqual(PRESUMED);
  });
});

describe('what the company recorded of the holder', () => {
  const EMPLOYED = 'was recorded as an employee outside the US';

  it.each(['employee', 'ex_employee', 'founder', null])(
    'as an employee outside the United States counts on when it becomes %s, until the company records a country',
    async (relationship) => {
      await says(owner, { relationship: 'non_us_employee' });
      expect(await shown()).toEqual(abroad('is recorded as an employee outside the US'));
      await says(owner, { relationship });
      expect(await shown()).toEqual(abroad(EMPLOYED));
      // Neither an account, nor an edit of something else, nor the holder decides where they are.
      await says(owner, { bank_account: american, first_name: 'Adele' });
      await says(person, { country: 'US' });
      await says(person, { country: null });
      expect(await shown()).toEqual(abroad(EMPLOYED));
      await says(owner, { country: 'US' });
      expect(await shown()).toEqual({ rate: '0.24', sign: undefined });
      await says(owner, { country: null });
      expect(await shown()).toEqual(PRESUMED);
    },
  );

  it('is answered by a country in the same edit', async () => {
    await says(owner, { relationship: 'non_us_employee' });
    await says(owner, { relationship: 'employee', country: 'US' });
    await says(owner, { country: null });
    expect(await shown()).toEqual(PRESUMED);
  });

  it('as of a country abroad counts on when that is emptied, until another one is recorded', async () => {
    await says(owner, { country: 'NO' });
    expect(await shown()).toEqual({ rate: '0.3', sign: undefined });
    await says(owner, { country: null });
    expect(await shown()).toEqual(abroad('was recorded in Norway'));
    await says(owner, { country: 'US' });
    await says(owner, { country: null });
    expect(await shown()).toEqual(PRESUMED);
  });
});
