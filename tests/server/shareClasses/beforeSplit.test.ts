// A verb dated before a split would act on what the split made. The refusal says so, and what can be done.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('a verb dated before a split is refused with the split and its day', async () => {
  server.setClock('2026-06-15');
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { name: 'Common' });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
  const [holder, other] = [await given.shareholder(owner), await given.shareholder(owner)];
  const own = { shareholder_id: holder.id, share_class_id: common.id };
  await given.certificate(owner, { ...own, quantity: '100', issue_date: '2024-01-15' });
  await given.grant(owner, { ...own, equity_plan_id: plan.id, early_exercisable: true });
  const split = { numerator: '3', denominator: '2', date: '2026-03-01' };
  expect((await owner.post(`/api/share-classes/${String(common.id)}/split`, split)).status).toBe(200);
  const newest = async (path: string) => (await owner.get(`${path}?filter={"status":"active"}`)).rows[0] as Row;
  const [grant, certificate] = [await newest('/api/grants/'), await newest('/api/certificates/')];
  for (const [path, more] of [
    [`/api/grants/${String(grant.id)}/exercise`, { quantity: '10' }],
    [`/api/grants/${String(grant.id)}/cancel`, { reason: 'Agreed' }],
    [`/api/certificates/${String(certificate.id)}/transfer`, { quantity: '10', to_shareholder_id: other.id }],
    [
      `/api/certificates/${String(certificate.id)}/repurchase`,
      { quantity: '10', price_per_share: '1', reason: 'Agreed' },
    ],
  ] as const) {
    const refused = await owner.post(path, { ...more, date: '2026-02-01' });
    expect([path, refused.status, refused.code]).toEqual([path, 409, 'before_issue_date']);
    expect(refused.detail).toMatch(
      /^Common was split on 2026-03-01, .* on that day or later, and count the shares after the split/,
    );
  }
  const exercise = { quantity: '10', date: '2026-03-01' };
  expect((await owner.post(`/api/grants/${String(grant.id)}/exercise`, exercise)).status).toBe(200);
});
