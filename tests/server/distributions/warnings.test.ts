// What a preview says besides its lines: sums of all of them, and what is unusual about the terms.
import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { approveSeen } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let common: Row;
beforeAll(async () => {
  owner = await signUpCompany(server);
  common = await given.shareClass(owner);
  for (const quantity of ['333', '333', '334']) await issue(common, quantity);
});

async function issue(share_class: Row, quantity: string): Promise<void> {
  const holder = await given.shareholder(owner);
  const terms = { shareholder_id: holder.id, share_class_id: share_class.id, quantity, issue_date: '2024-01-01' };
  await given.certificate(owner, terms);
}
const days = { record_date: '2025-03-01', payment_date: '2025-05-15' };
const declared = { type: 'dividend', method: 'wire', total_amount: '15', ...days };

it('names a cumulative class with holders that is left out, and a record date far ahead, until it is approved', async () => {
  const dividend = {
    class_type: 'PREFERRED',
    price_per_share: '20',
    dividend_rate: '0.03',
    dividend_is_cumulative: true,
  };
  const preferred = await given.shareClass(owner, {
    ...dividend,
    name: 'Series A',
    dividend_accrues_from: '2024-01-01',
  });
  const draft = async (body: Row) =>
    (await owner.post('/api/distributions/preview', { ...declared, ...body })).body as { warnings: Row[] };
  const codes = ({ warnings }: { warnings: Row[] }) => warnings.map(({ code }) => code);
  // Nobody holds it yet: nobody is passed over.
  expect(codes(await draft({ share_class_ids: [common.id] }))).toEqual(['record_date_early']);
  await issue(preferred, '10');
  const seen = await draft({ share_class_ids: [common.id] });
  expect(codes(seen)).toEqual(['cumulative_left_out', 'record_date_early']);
  expect(seen.warnings[0]!.message).toMatch(/^Series A has a cumulative dividend and is not chosen/);
  expect(codes(await draft({ share_class_ids: [common.id, preferred.id], payment_date: '2025-03-20' }))).toEqual([]);
  const saved = await given.distribution(owner, {
    ...declared,
    amount_per_share: undefined,
    share_class_ids: [common.id],
  });
  const preview = `/api/distributions/${String(saved.id)}/preview`;
  expect(codes((await owner.get(preview)).body as { warnings: Row[] })).toEqual([
    'cumulative_left_out',
    'record_date_early',
  ]);
  expect((await approveSeen(owner, saved)).status).toBe(200);
  expect((await owner.get(preview)).body).toMatchObject({
    warnings: [],
    counts: { lines: 3, payments: 3, holders: 3 },
  });
});

it('says of a liquidation that preferences and ratios are not counted', async () => {
  const senior = await given.shareClass(owner, {
    name: 'Series L',
    class_type: 'PREFERRED',
    price_per_share: '2',
    liquidation_preference_multiple: '1',
  });
  const draft = async (type: string, share_class_ids: unknown[]) => {
    const body = { ...declared, payment_date: '2025-03-20', type, share_class_ids };
    return ((await owner.post('/api/distributions/preview', body)).body.warnings as Row[]).map(
      ({ message }) => message,
    );
  };
  const both = [common.id, senior.id];
  expect(await draft('liquidation', both)).toEqual([expect.stringContaining('the liquidation preference of Series L')]);
  expect(await draft('liquidation', [common.id])).toEqual([]);
  expect(await draft('dividend', both)).not.toContainEqual(expect.stringContaining('liquidation'));
});

it('gives the first lines where a limit is asked for, with the sums, counts and hash of all', async () => {
  const saved = await given.distribution(owner, {
    ...declared,
    amount_per_share: undefined,
    share_class_ids: [common.id],
  });
  const preview = `/api/distributions/${String(saved.id)}/preview`;
  const whole = (await owner.get(preview)).body as Row & { rows: Row[] };
  const first = (await owner.get(`${preview}?limit=1`)).body as Row & { rows: Row[] };
  expect(first).toEqual({ ...whole, rows: whole.rows.slice(0, 1) });
  expect(whole.by_class).toEqual([
    { share_class_id: common.id, holders: 3, shares: '1000', gross: '15.00', tax: '0.00', net: '15.00' },
  ]);
  for (const limit of ['0', '-1', '1.5', 'all', '100001'])
    expect((await owner.get(`${preview}?limit=${limit}`)).status).toBe(422);
});
