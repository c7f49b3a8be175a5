// Shares that an entry returns to a plan: never twice, never more than were cancelled, never below what is reserved.
// Every place shows the same available figure, on every day.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { importZip } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

async function company(behaviour: Row) {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner);
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000', ...behaviour });
  const holder = await given.shareholder(owner);
  const asked = { shareholder_id: holder.id, equity_plan_id: plan.id, share_class_id: common.id, vesting: undefined };
  const grant = (quantity: string, date: string) => given.grant(owner, { ...asked, quantity, date });
  const cancel = (of: Row, date: string, extra: Row = {}) =>
    owner.post(`/api/grants/${String(of.id)}/cancel`, { date, reason: 'Left', ...extra });
  const giveBack = (of: Row, quantity: string, date: string) =>
    owner.post(`/api/equity-plans/${String(plan.id)}/return`, { security_id: of.id, quantity, date, reason: 'Board' });
  return { owner, plan, grant, cancel, giveBack };
}

/** Returns the available figure of the plan's page, of its list and of the cap table. */
async function available(owner: Person, plan: Row, day: string): Promise<string[]> {
  const page = (await owner.get(`/api/equity-plans/${String(plan.id)}?as_of=${day}`)).body;
  const listed = (await owner.get(`/api/equity-plans/?as_of=${day}`)).rows.find(({ id }) => id === plan.id)!;
  const table = (await owner.get(`/api/cap-table/?as_of=${day}`)).body;
  return [page.available, listed.available, table.pool_available].map(String);
}
const thrice = (figure: string) => [figure, figure, figure];

/** Imports our own export into an empty company as a dry run and returns the errors. */
async function errorsOfExport(owner: Person): Promise<unknown[]> {
  const { bytes } = await owner.get('/api/ocf/export');
  const { body } = await importZip(await signUpCompany(server), bytes, 'dry_run=true');
  return (body.findings as Row[]).filter(({ severity }) => severity === 'error');
}

describe('shares returned to a pool by an entry', () => {
  it.each([[{}], [{ default_cancellation_behavior: 'RETURN_TO_POOL' }]])(
    'are refused when they came back automatically: %j',
    async (behaviour) => {
      const { owner, plan, grant, cancel, giveBack } = await company(behaviour);
      const first = await grant('600', '2024-01-01');
      await cancel(first, '2024-02-01');
      await grant('900', '2024-03-01');
      const refused = await giveBack(first, '100', '2024-06-01');
      const sentence = `The 600 cancelled of ${String(first.grant_number)} returned to ${String(plan.name)} automatically, so nothing is left to return; 100 were asked for.`;
      expect([refused.status, refused.code, refused.body.detail]).toEqual([409, 'too_many_returned', sentence]);
      expect(refused.body.errors).toEqual([{ field: 'quantity', message: sentence }]);
      for (const [day, figure] of [
        ['2024-01-15', '400'],
        ['2024-02-15', '1000'],
        ['2024-03-15', '100'],
        ['2024-06-15', '100'],
      ] as const)
        expect([day, await available(owner, plan, day)]).toEqual([day, thrice(figure)]);
      expect(await errorsOfExport(owner)).toEqual([]);
    },
  );

  it('are limited to what was cancelled by that day and not returned yet', async () => {
    const { owner, plan, grant, cancel, giveBack } = await company({ default_cancellation_behavior: 'RETIRE' });
    const first = await grant('600', '2024-01-01');
    await cancel(first, '2024-02-01', { quantity: '250' });
    expect(await giveBack(first, '1', '2024-01-31')).toMatchObject({ status: 409, code: 'too_many_returned' });
    expect((await giveBack(first, '100', '2024-03-01')).status).toBe(200);
    const refused = await giveBack(first, '151', '2024-03-02');
    expect([refused.status, refused.body.errors]).toEqual([409, [{ field: 'quantity', message: 'At most 150.' }]]);
    for (const [day, figure] of [
      ['2024-02-15', '400'],
      ['2024-03-01', '500'],
    ] as const)
      expect([day, await available(owner, plan, day)]).toEqual([day, thrice(figure)]);
    expect(await errorsOfExport(owner)).toEqual([]);
  });

  it('never include shares from an exercise, whatever their certificate says of the plan', async () => {
    const { owner, plan, grant, giveBack } = await company({ default_cancellation_behavior: 'RETIRE' });
    const options = await grant('600', '2024-01-01');
    const done = await owner.post(`/api/grants/${String(options.id)}/exercise`, {
      quantity: '600',
      date: '2024-02-01',
    });
    expect(done.status).toBe(200);
    const [shares] = (await owner.get('/api/certificates/')).rows;
    const bought = { date: '2024-03-01', price_per_share: '1', quantity: '600' };
    expect((await owner.post(`/api/certificates/${String(shares!.id)}/repurchase`, bought)).status).toBe(200);
    expect(await giveBack(shares!, '1', '2024-03-01')).toMatchObject({ status: 409, code: 'not_of_plan' });
    expect(await available(owner, plan, '2024-03-01')).toEqual(thrice('400'));
  });
});

describe('restricted stock of a plan', () => {
  it('is split with its pool, and returns to it in the shares after the split', async () => {
    const { owner, plan } = await company({});
    const { share_class_ids } = (await owner.get(`/api/equity-plans/${String(plan.id)}`)).body as {
      share_class_ids: string[];
    };
    const holder = await given.shareholder(owner);
    const issuance = { shareholder_id: holder.id, share_class_id: share_class_ids[0], equity_plan_id: plan.id };
    const shares = { ...issuance, issuance_type: 'RSA', quantity: '1000', issue_date: '2024-01-01' };
    expect((await owner.post('/api/certificates/', shares)).status).toBe(201);
    const twice = { numerator: '2', denominator: '1', date: '2024-02-01' };
    expect((await owner.post(`/api/share-classes/${share_class_ids[0]}/split`, twice)).status).toBe(200);
    expect((await owner.get(`/api/equity-plans/${String(plan.id)}?as_of=2024-02-01`)).body).toMatchObject({
      reserved: '2000',
      exercised: '2000',
      available: '0',
    });
    const after = (await owner.get('/api/certificates/')).rows.find(({ status }) => status === 'active')!;
    const bought = { date: '2024-03-01', price_per_share: '1', quantity: '500' };
    expect((await owner.post(`/api/certificates/${String(after.id)}/repurchase`, bought)).status).toBe(200);
    expect(await available(owner, plan, '2024-02-15')).toEqual(thrice('0'));
    expect(await available(owner, plan, '2024-03-01')).toEqual(thrice('500'));
    expect(await errorsOfExport(owner)).toEqual([]);
  });
});
