// A holder is asked for what blocks their payments; the company asks all who lack something at once.
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { TODAY, w9 } from '#tests/support/inputs/taxForms.ts';
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
const account = { routing_number: '021000021', account_number: '123456789', account_type: 'checking' };
const path = ({ id }: Row) => `/api/shareholders/${String(id)}`;
const holds = async (first_name: string, extra: Row = {}) => {
  const holder = await given.shareholder(owner, { first_name, last_name: 'Holder', ...extra });
  await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity: '100' });
  return holder;
};
const declare = () =>
  given.distribution(owner, { share_class_ids: [common.id], amount_per_share: '1', payment_date: TODAY });
const missing = async (by: Person) => {
  const kinds = (await by.get('/api/dashboard')).body.attention as { kind: string; rows: Row[] }[];
  const place = kinds.findIndex(({ kind }) => kind === 'details_missing');
  expect(place).toBeLessThan(1);
  return (kinds[place]?.rows ?? []).map(({ detail, waiting, rate }) => ({ detail, waiting, rate }));
};

it('the portal asks for a bank account and a tax form, first, with the amount that waits and what is withheld', async () => {
  const holder = await holds('Ada', { country: 'US' });
  const person = await signUpShareholder(server, owner, holder);
  expect(await missing(person)).toEqual([]);
  await owner.post('/api/organization/withholding-template', { template: 'us' });
  await approveSeen(owner, await declare());
  const waiting = [{ currency: 'USD', amount: '76.00' }];
  const expected = [
    { detail: 'bank_details', waiting, rate: null },
    { detail: 'tax_form', waiting, rate: '0.24' },
  ];
  expect(await missing(person)).toEqual(expected);
  const [company] = (await person.get('/api/portfolio')).rows as [Row];
  expect(company.missing_details).toEqual(expected);
  await person.put(path(holder), { bank_account: account });
  expect(await missing(person)).toEqual(expected.slice(1));
  expect(
    (await person.post(`${path(holder)}/tax-form`, w9({ name: holder.name, signature: holder.name }))).status,
  ).toBe(201);
  expect(await missing(person)).toEqual([]);
});

it('the company asks all who lack something at once, before it approves, and says whom it cannot reach', async () => {
  const [ada, ben, whole] = [
    await holds('Ada'),
    await holds('Ben', { country: 'US' }),
    await holds('Cleo', { country: 'US' }),
  ];
  const person = await signUpShareholder(server, owner, ada);
  await owner.post('/api/organization/withholding-template', { template: 'us' });
  await owner.put(path(ben), { bank_account: account });
  await owner.put(path(whole), { bank_account: account });
  await owner.put(path(whole), { tax_profile: { country: 'US', form: 'W-9' } });
  const distribution = await declare();
  const url = `/api/distributions/${String(distribution.id)}`;
  expect((await owner.get(`${url}/lacking`)).body).toEqual({
    count: 2,
    to_ask: 2,
    rows: [
      {
        shareholder_id: ada.id,
        shareholder: 'Ada Holder',
        lacks: ['bank_details', 'tax_form', 'country'],
        is_asked: false,
        is_reached: true,
      },
      { shareholder_id: ben.id, shareholder: 'Ben Holder', lacks: ['tax_form'], is_asked: false, is_reached: false },
    ],
  });
  expect((await person.post(`${url}/ask-holders`, {})).status).toBe(403);
  const asked = await owner.post(`${url}/ask-holders`, {});
  expect([asked.status, asked.body]).toEqual([200, { asked: 1, not_reached: 1 }]);
  expect((await owner.get(`${url}/lacking`)).body).toMatchObject({ to_ask: 0, rows: [{ is_asked: true }, {}] });
  expect((await person.get('/api/notices/')).text).toContain('your bank account, a tax form, your country');
  expect((await missing(person)).map(({ detail }) => detail)).toEqual(['bank_details', 'tax_form', 'country']);
  await person.put(path(ada), { country: 'US' });
  expect((await missing(person)).map(({ detail }) => detail)).toEqual(['bank_details', 'tax_form']);
});
