// Shares that a plan gets back by an entry: never twice, never more than were cancelled, never beneath what is reserved. Every
// place that says what is available says the same, on every day.
import { describe, expect, it } from 'vitest';
import type { Row } from '../../server/db/database.ts';
import { givenEquityPlan, givenGrant, givenShareClass, givenShareholder } from '../support/givens.ts';
import { importZip } from '../support/packages.ts';
import { signUpCompany } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { useTestServer } from '../support/testServer.ts';

const server = useTestServer();

async function company(behaviour: Row) {
  const owner = await signUpCompany(server);
  const common = await givenShareClass(owner);
  const plan = await givenEquityPlan(owner, { share_class_ids: [common.id], reserved: '1000', ...behaviour });
  const holder = await givenShareholder(owner);
  const asked = { shareholder_id: holder.id, equity_plan_id: plan.id, share_class_id: common.id, vesting: undefined };
  const grant = (quantity: string, date: string) => givenGrant(owner, { ...asked, quantity, date });
  const cancel = (of: Row, date: string, extra: Row = {}) =>
    owner.post(`/api/grants/${String(of.id)}/cancel`, { date, reason: 'Left', ...extra });
  const giveBack = (of: Row, quantity: string, date: string) =>
    owner.post(`/api/equity-plans/${String(plan.id)}/return`, { security_id: of.id, quantity, date, reason: 'Board' });
  return { owner, plan, grant, cancel, giveBack };
}

/** What the plan's page, its list and the cap table say is available. */
async function available(owner: Person, plan: Row, day: string): Promise<string[]> {
  const page = (await owner.get(`/api/equity-plans/${String(plan.id)}?as_of=${day}`)).body;
  const listed = (await owner.get(`/api/equity-plans/?as_of=${day}`)).rows.find(({ id }) => id === plan.id)!;
  const table = (await owner.get(`/api/cap-table/?as_of=${day}`)).body;
  return [page.available, listed.available, table.pool_available].map(String);
}
const thrice = (figure: string) => [figure, figure, figure];

/** Our own package, as an empty company would take it. */
async function errorsOfExport(owner: Person): Promise<unknown[]> {
  const { bytes } = await owner.get('/api/ocf/export');
  const { body } = await importZip(await signUpCompany(server), bytes, 'dry_run=true');
  return (body.findings as Row[]).filter(({ severity }) => severity === 'error');
}

describe('shares returned to a pool by an entry', () => {
  it.each([[{}], [{ default_cancellation_behavior: 'RETURN_TO_POOL' }]])(
    'are none where they came back by themselves: %j',
    async (behaviour) => {
      const { owner, plan, grant, cancel, giveBack } = await company(behaviour);
      const first = await grant('600', '2024-01-01');
      await cancel(first, '2024-02-01');
      await grant('900', '2024-03-01');
      const refused = await giveBack(first, '100', '2024-06-01');
      const sentence = `The 600 cancelled of ${String(first.grant_number)} came back to ${String(plan.name)} by themselves, and nothing is left to return; 100 were asked for.`;
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

  it('are no more than were cancelled by that day and not returned yet', async () => {
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
});
