// A preferred class that names no class to convert into counts as common in every table. Common reserves shares for it,
// and a split of common changes its ratio.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const page = async (owner: Person, { id }: Row) => (await owner.get(`/api/share-classes/${String(id)}`)).body;
const split = (owner: Person, { id }: Row, body: Row = {}) =>
  owner.post(`/api/share-classes/${String(id)}/split`, {
    numerator: '3',
    denominator: '2',
    date: '2024-06-30',
    ...body,
  });
const percents = async (owner: Person, date: string, basis = 'as_converted') => {
  const { rows } = (await owner.get(`/api/cap-table/?as_of=${date}&basis=${basis}`)).body as { rows: Row[] };
  return rows.map(({ name, total, percent }) => [name, total, percent]);
};

async function givenSeed(fields: Row = {}) {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common', authorized_shares: '1000000' });
  const seed = await given.shareClass(owner, {
    name: 'Series Seed',
    class_type: 'PREFERRED',
    authorized_shares: '500000',
    price_per_share: '3.00',
    ...fields,
  });
  const [ann, bob] = [
    await given.shareholder(owner, { first_name: 'Ann' }),
    await given.shareholder(owner, { first_name: 'Bob' }),
  ];
  await given.certificate(owner, { share_class_id: common.id, shareholder_id: ann.id, quantity: '500000' });
  await given.certificate(owner, { share_class_id: seed.id, shareholder_id: bob.id, quantity: '400000' });
  return { owner, common, seed };
}

it('the one common class reserves shares for it, as it counts in the tables', async () => {
  const { owner, common, seed } = await givenSeed();
  expect(await page(owner, common)).toMatchObject({
    kept_for_conversion: '400000',
    kept: '400000',
    free: '100000',
    unnamed_conversions: [],
  });
  const { body } = await owner.get('/api/cap-table/?basis=as_converted');
  expect((body as { classes: Row[] }).classes.find(({ name }) => name === 'Common')).toMatchObject({
    kept_for_conversion: '400000',
    free: '100000',
  });
  const adjusted = await owner.post(`/api/share-classes/${String(seed.id)}/adjust-ratio`, {
    numerator: '3',
    denominator: '2',
    date: '2024-03-01',
    reason: 'Anti-dilution',
  });
  expect(adjusted.status).toBe(200);
  expect(await page(owner, common)).toMatchObject({ kept_for_conversion: '600000', free: '0', short: '100000' });
});
it('common reserves shares at a ratio that was entered without a class', async () => {
  const { owner, common } = await givenSeed({ conversion_ratio: '1.25' });
  expect(await page(owner, common)).toMatchObject({ kept_for_conversion: '500000', free: '0', short: null });
});
it('a split of common changes its ratio and leaves every percentage as it was', async () => {
  for (const [fields, before, after] of [
    [{}, '1:1', '3:2'],
    [{ conversion_ratio: '1.25' }, '1.25:1', '15:8'],
  ] as const) {
    const { owner, common, seed } = await givenSeed(fields);
    const parts = await percents(owner, '2024-06-29');
    const dry = await split(owner, common, { dry_run: true });
    expect(dry.body).toMatchObject({
      conversions: [{ share_class_id: seed.id, to_share_class_id: common.id, before, after }],
      unnamed_conversions: [],
    });
    const done = await split(owner, common);
    expect({ ...done.body, transaction_id: null }).toEqual(dry.body);
    expect((await percents(owner, '2024-06-30')).map(([name, , percent]) => [name, percent])).toEqual(
      parts.map(([name, , percent]) => [name, percent]),
    );
    expect((await page(owner, common)).kept_for_conversion).toBe(fields.conversion_ratio ? '750000' : '600000');
  }
});
it('a split of its own changes its ratio', async () => {
  const { owner, seed, common } = await givenSeed();
  const parts = await percents(owner, '2024-06-29');
  const done = await split(owner, seed);
  expect(done.body).toMatchObject({
    conversions: [{ share_class_id: seed.id, to_share_class_id: common.id, before: '1:1', after: '2:3' }],
  });
  expect(await percents(owner, '2024-06-30')).toEqual(parts);
  expect((await page(owner, common)).kept_for_conversion).toBe('400000');
});
it('a split of common before a later change of its ratio is refused', async () => {
  const { owner, common, seed } = await givenSeed();
  await owner.post(`/api/share-classes/${String(seed.id)}/adjust-ratio`, {
    numerator: '2',
    date: '2024-07-15',
    reason: 'Anti-dilution',
  });
  const refused = await split(owner, common, { dry_run: true });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'later_entries' }]);
});
it('with two common classes neither reserves shares for it, and page and preview say so', async () => {
  const { owner, common, seed } = await givenSeed();
  const other = await given.shareClass(owner, { name: 'Class B', authorized_shares: '1000' });
  for (const each of [common, other, seed])
    expect(await page(owner, each)).toMatchObject({
      kept_for_conversion: '0',
      unnamed_conversions: ['Series Seed'],
    });
  const dry = await split(owner, common, { dry_run: true });
  expect(dry.body).toMatchObject({ conversions: [], unnamed_conversions: ['Series Seed'] });
  // Its own split changes only its ratio.
  const parts = await percents(owner, '2024-06-29');
  const own = await split(owner, seed);
  expect(own.body).toMatchObject({
    conversions: [{ share_class_id: seed.id, to_share_class_id: null, before: '1:1', after: '2:3' }],
    unnamed_conversions: [],
  });
  expect(await percents(owner, '2024-06-30')).toEqual(parts);
  // Once its class to convert into is entered, shares are reserved.
  const record = await page(owner, seed);
  const saved = await owner.put(`/api/share-classes/${String(seed.id)}`, {
    version: record.version,
    converts_to_share_class_id: common.id,
  });
  expect([saved.status, saved.text]).toEqual([200, saved.text]);
  expect(await page(owner, common)).toMatchObject({ kept_for_conversion: '400000', unnamed_conversions: [] });
});
