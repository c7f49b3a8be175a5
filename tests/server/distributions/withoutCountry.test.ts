// Holders of whom no country is recorded, in a company of the United States, through HTTP.
import { beforeEach, expect, it } from 'vitest';
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
const holds = async (first_name: string, extra: Row = {}) => {
  const holder = await given.shareholder(owner, { first_name, last_name: 'Founder', ...extra });
  await given.certificate(owner, { shareholder_id: holder.id, share_class_id: common.id, quantity: '100' });
  return holder;
};
const terms = () => ({ share_class_ids: [common.id], amount_per_share: '1' });
const switchOn = () => owner.post('/api/organization/withholding-template', { template: 'us' });
const previewOf = async ({ id }: Row) => (await owner.get(`/api/distributions/${String(id)}/preview`)).body;
const rateOf = (preview: Row, { id }: Row) =>
  (preview.rows as Row[]).find(({ shareholder_id }) => shareholder_id === id)!.withholding_rate;

it('are named by the preview and asked for, and presumed to be of the United States, with the source', async () => {
  const [ada, ben] = [await holds('Ada'), await holds('Ben', { relationship: 'non_us_employee' })];
  const german = await holds('Carl', { country: 'DE' });
  expect((await switchOn()).body).toMatchObject({
    presumed_country: 'US',
    presumed_source: expect.stringContaining('1.1441-1(b)(3)'),
  });
  const distribution = await given.distribution(owner, terms());
  const preview = await previewOf(distribution);
  expect([ada, ben, german].map((holder) => rateOf(preview, holder))).toEqual(['0.24', '0.3', '0.3']);
  expect(preview.without_country).toEqual({
    count: 2,
    rows: [
      { shareholder_id: ada.id, shareholder: 'Ada Founder', presumed: 'US', sign: null },
      {
        shareholder_id: ben.id,
        shareholder: 'Ben Founder',
        presumed: null,
        sign: 'is recorded as an employee outside the US',
      },
    ],
  });
  const warning = (preview.warnings as Row[]).find(({ code }) => code === 'no_country');
  expect(warning!.message).toMatch(/Ada Founder.*Ben Founder/);
  expect(warning!.message).toContain('1.1441-1(b)(3)');
  const line = (preview.rows as Row[]).find(({ shareholder_id }) => shareholder_id === ada.id)!;
  expect(line.withholding_reason).toContain('Presumed to be of the United States');
  expect(
    (
      await owner.post('/api/distributions/preview', {
        ...terms(),
        type: 'dividend',
        record_date: '2025-06-30',
        payment_date: '2025-07-15',
      })
    ).body.without_country,
  ).toMatchObject({ count: 2 });
  await owner.put(`/api/shareholders/${String(ada.id)}`, { country: 'US' });
  await owner.put(`/api/shareholders/${String(ben.id)}`, { country: 'FR' });
  const asked = await previewOf(distribution);
  expect(asked.without_country).toEqual({ count: 0, rows: [] });
  expect((asked.warnings as Row[]).map(({ code }) => code)).not.toContain('no_country');
  expect((await approveSeen(owner, distribution)).status).toBe(200);
});

it('are not presumed where what they say or their account is of another country', async () => {
  const [ada, ben] = [await holds('Ada'), await holds('Ben')];
  await switchOn();
  const person = await signUpShareholder(server, owner, ada);
  await person.put(`/api/shareholders/${String(ada.id)}`, { country: 'NO' });
  await owner.put(`/api/shareholders/${String(ben.id)}`, { bank_account: { iban: 'DE89 3704 0044 0532 0130 00' } });
  const preview = await previewOf(await given.distribution(owner, terms()));
  expect([ada, ben].map((holder) => rateOf(preview, holder))).toEqual(['0.3', '0.3']);
  expect((preview.without_country as { rows: Row[] }).rows.map(({ sign }) => sign)).toEqual([
    'says that their country is Norway',
    'is paid to an account in Germany',
  ]);
});

it('follow the rule for any country where the company presumes none', async () => {
  const ada = await holds('Ada');
  await switchOn();
  await owner.put('/api/organization', { presumed_country: null });
  expect((await owner.get('/api/organization')).body).toMatchObject({ presumed_country: null, presumed_source: null });
  expect(rateOf(await previewOf(await given.distribution(owner, terms())), ada)).toBe('0.3');
  expect(await owner.put('/api/organization', { presumed_country: 'XX' })).toMatchObject({ status: 422 });
});
