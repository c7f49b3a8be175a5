// The price of a share through several splits is rounded once, from the price somebody entered, whatever happened in
// between.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { mustPost, split } from '#tests/support/splits.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

const active = async (owner: Person, resource: string) =>
  (await owner.get(`/api/${resource}/?filter={"status":"active"}`)).rows;

it('a certificate with a settled fraction has its price back after the reverse split, also after a sale in between', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner);
  await given.certificate(owner, { share_class_id: common.id, quantity: '1001', price_per_share: '0.1' });
  await split(owner, common, '3:2', '2025-01-01');
  expect((await active(owner, 'certificates')).map((row) => row.price_per_share)).toEqual(['0.0666666667']);
  await split(owner, common, '2:3', '2025-02-01');
  expect((await active(owner, 'certificates')).map((row) => row.price_per_share)).toEqual(['0.1']);
  await split(owner, common, '3:1', '2025-03-01');
  const [whole] = await active(owner, 'certificates');
  const buyer = await given.shareholder(owner);
  await mustPost(owner, `/api/certificates/${String(whole!.id)}/transfer`, {
    to_shareholder_id: buyer.id,
    quantity: '1',
    price_per_share: '7',
    date: '2025-04-01',
  });
  await split(owner, common, '1:3', '2025-05-01');
  expect((await active(owner, 'certificates')).map((row) => row.price_per_share)).toEqual(['0.1']);
});

it('an exercise price is restored through an end of service in between', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner);
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
  const grant = await given.grant(owner, { equity_plan_id: plan.id, quantity: '4800', exercise_price: '0.1' });
  await split(owner, common, '3:2', '2025-07-01');
  await mustPost(owner, `/api/shareholders/${String(grant.shareholder_id)}/terminate`, {
    date: '2025-08-15',
    reason: 'VOLUNTARY_OTHER',
  });
  await split(owner, common, '2:3', '2025-09-01');
  const open = (await owner.get('/api/grants/')).rows.filter(({ outstanding }) => outstanding !== '0');
  expect(open.map((row) => row.exercise_price)).toEqual(['0.1']);
});

it('the conversion price of preferred is restored, and so is the price that cash in lieu uses', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { price_per_share: '0.1' });
  const preferred = await given.shareClass(owner, {
    class_type: 'PREFERRED',
    conversion_ratio: '1',
    price_per_share: '1',
    converts_to_share_class_id: common.id,
  });
  await given.certificate(owner, { share_class_id: common.id, quantity: '1001' });
  const prices = async (ratio: string, date: string) => {
    const { price_after } = await split(owner, common, ratio, date);
    const adjusted = (await owner.get('/api/transactions/')).rows.find(
      (row) => row.object_type === 'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT' && row.date === date,
    )!;
    const { ocf } = (await owner.get(`/api/transactions/${String(adjusted.id)}`)).body as { ocf: Row };
    expect(ocf.stock_class_id).toBe(preferred.id);
    const mechanism = ocf.new_ratio_conversion_mechanism as { conversion_price: { amount: string } };
    return [price_after, mechanism.conversion_price.amount];
  };
  expect(await prices('3:2', '2025-01-01')).toEqual(['0.0666666667', '0.6666666667']);
  expect(await prices('3:2', '2025-02-01')).toEqual(['0.0444444444', '0.4444444444']);
  expect(await prices('4:9', '2025-03-01')).toEqual(['0.1', '1']);
});

it('a split dated tomorrow is refused, also as a preview, and leaves price and par value as they are', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { price_per_share: '0.80', par_value: '0.0001' });
  await given.certificate(owner, { share_class_id: common.id, quantity: '1000' });
  const path = `/api/share-classes/${String(common.id)}/split`;
  for (const dry_run of [true, false]) {
    const refused = await owner.post(path, { numerator: '2', denominator: '1', date: '2026-06-16', dry_run });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'date', message: expect.stringContaining('today is 2026-06-15') }],
    ]);
  }
  const { price_per_share, par_value } = (await owner.get(`/api/share-classes/${String(common.id)}`)).body;
  expect([price_per_share, par_value]).toEqual(['0.8', '0.0001']);
  await split(owner, common, '2:1', '2026-06-15');
});

it('pays for fractions at what a share is worth on the day before: the last valuation or sale, not the price on the record', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { price_per_share: '1.30' });
  const holder = await given.shareholder(owner);
  await given.certificate(owner, {
    share_class_id: common.id,
    shareholder_id: holder.id,
    quantity: '1000',
    issue_date: '2024-01-01',
    price_per_share: '1.30',
  });
  const preview = async (date: string, more: object = {}) =>
    (
      await owner.post(`/api/share-classes/${String(common.id)}/split`, {
        numerator: '1',
        denominator: '3',
        date,
        dry_run: true,
        ...more,
      })
    ).body;
  await mustPost(owner, '/api/valuations/', {
    share_class_id: common.id,
    price_per_share: '0.85',
    effective_date: '2024-03-01',
  });
  await mustPost(owner, '/api/valuations/', {
    share_class_id: common.id,
    price_per_share: '9',
    effective_date: '2024-06-10',
  });
  // 1000 / 3 leaves a third of a share, which is a whole old share: 0.85.
  expect(await preview('2024-06-10')).toMatchObject({
    price: { per_share: '0.85', source: 'valuation', on: '2024-03-01' },
    price_after: '2.55',
    total_cash_in_lieu: '0.85',
  });
  expect(await preview('2024-06-11')).toMatchObject({ price: { per_share: '9', on: '2024-06-10' }, price_after: '27' });
  expect(await preview('2024-02-01')).toMatchObject({ price: { per_share: '1.3' }, total_cash_in_lieu: '1.30' });
  expect(await preview('2024-06-10', { price_per_share: '2' })).toMatchObject({
    price: { per_share: '2', source: 'entered', on: null },
    total_cash_in_lieu: '2.00',
  });
});
