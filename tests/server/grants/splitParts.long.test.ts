// After a split a schedule vests in its own parts: what a month gives is worked out in the new shares, not in rounded old ones.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

describe('6,000,000 over 48 months are 125,000 a month', () => {
  it.each([
    ['3', '1', '2000000'],
    ['2', '1', '3000000'],
    ['100', '1', '60000'],
    ['6', '1', '1000000'],
    ['12', '1', '500000'],
  ])('after a split of %s for %s of %s', async (numerator, denominator, quantity) => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { authorized_shares: '100000000' });
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '20000000' });
    const vesting = { vesting_start: '2025-01-01', months: 48, cliff_months: 0 };
    await given.grant(owner, { equity_plan_id: plan.id, quantity, date: '2025-01-01', vesting });
    const early = await given.grant(owner, {
      equity_plan_id: plan.id,
      quantity,
      date: '2025-01-01',
      vesting,
      early_exercisable: true,
    });
    const stock = { share_class_id: common.id, quantity, issue_date: '2025-01-01', vesting };
    await given.certificate(owner, stock);
    const post = async (path: string, body: Row) => {
      const reply = await owner.post(path, body);
      expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text]);
    };
    await post(`/api/grants/${String(early.id)}/exercise`, { quantity, date: '2025-01-15' });
    await post(`/api/share-classes/${String(common.id)}/split`, { numerator, denominator, date: '2025-04-15' });
    const parts: string[][] = [];
    for (const path of ['/api/grants/', '/api/certificates/'])
      for (const { id, status } of (await owner.get(path)).rows) {
        if (status !== 'active' && status !== 'issued') continue;
        const page = (await owner.get(`${path}${String(id)}`)).body as Partial<Record<string, { tranches: Row[] }>>;
        parts.push((page.schedule ?? page.vesting)!.tranches.map((each) => String(each.quantity)));
      }
    expect(parts.length).toBeGreaterThanOrEqual(3);
    for (const each of parts) expect(new Set(each.slice(4))).toEqual(new Set(['125000']));
  });
});
