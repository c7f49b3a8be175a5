// What was exercised of a plan, or retired, is kept exactly through splits, and rounded only where it is shown.
import { beforeAll, describe, expect, it } from 'vitest';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { rowsAsOf, mustPost, split } from '#tests/support/splits.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

describe.each([
  [1, 'that leaves fewer, and its reverse', ['1:3', '3:1']],
  [2, 'of two for three, and its reverse', ['2:3', '3:2']],
  [3, 'and two more that undo it', ['1:3', '5:2', '6:5']],
  [4, 'of seven for two, and two more that undo it', ['7:2', '1:6', '12:7']],
] as const)('company %i, after a split %s', (seed, _what, splits) => {
  it('a plan has the exercised and retired shares it had, and its figures add up on every day', async () => {
    const random = randomOf(seed * 15485863);
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { authorized_shares: '5000000' });
    for (const behaviour of ['RETURN_TO_POOL', 'RETIRE']) {
      const plan = await given.equityPlan(owner, {
        share_class_ids: [common.id],
        reserved: String(random.between(50_000, 90_000)),
        default_cancellation_behavior: behaviour,
      });
      for (let each = 0; each < 2; each += 1) {
        const grant = await given.grant(owner, {
          equity_plan_id: plan.id,
          quantity: String(random.between(4_000, 9_000)),
          date: '2022-01-01',
          vesting: null,
        });
        const url = `/api/grants/${String(grant.id)}`;
        await mustPost(owner, `${url}/exercise`, { quantity: String(random.between(1, 2_000)), date: '2023-01-01' });
        const cancelled = { quantity: String(random.between(1, 2_000)), date: '2023-02-01', reason: 'x' };
        await mustPost(owner, `${url}/cancel`, cancelled);
      }
    }
    const plans = async (day: string) => {
      const grants = await rowsAsOf(owner, '/api/grants/', day);
      return (await rowsAsOf(owner, '/api/equity-plans/', day)).map((row) => {
        const [reserved, outstanding, exercised, available] = [
          row.reserved,
          row.outstanding,
          row.exercised,
          row.available,
        ].map(Number) as [number, number, number, number];
        const open = grants.filter(({ equity_plan_id }) => equity_plan_id === row.id);
        expect(outstanding).toBe(open.reduce((sum, grant) => sum + Number(grant.outstanding), 0));
        return { reserved, exercised, retired: reserved - outstanding - exercised - available };
      });
    };
    const before = await plans('2024-01-01');
    let [numerator, denominator] = [1, 1];
    for (const [index, ratio] of splits.entries()) {
      const [a, b] = ratio.split(':') as [string, string];
      const day = `2025-0${index + 1}-01`;
      await split(owner, common, ratio, day);
      [numerator, denominator] = [numerator * Number(a), denominator * Number(b)];
      const through = (figure: number) => Math.floor((figure * numerator) / denominator);
      expect(await plans(day)).toEqual(
        before.map(({ reserved, exercised, retired }) => ({
          reserved: through(reserved),
          exercised: through(exercised),
          retired: through(retired),
        })),
      );
    }
    expect([numerator / denominator, before.every(({ exercised }) => exercised > 0)]).toEqual([1, true]);
    expect(await plans('2026-06-15')).toEqual(before);
    expect(await ledgerFaults(server, owner, '2026-06-15')).toEqual([]);
  });
});

it('a plan whose split was counted otherwise by hand is found by verification', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { authorized_shares: '5000000' });
  const plan = await given.equityPlan(owner, {
    share_class_ids: [common.id],
    reserved: '60000',
    default_cancellation_behavior: 'RETIRE',
  });
  const grant = await given.grant(owner, {
    equity_plan_id: plan.id,
    quantity: '12001',
    date: '2022-01-01',
    vesting: null,
  });
  const url = `/api/grants/${String(grant.id)}`;
  await mustPost(owner, `${url}/exercise`, { quantity: '5000', date: '2023-01-01' });
  await mustPost(owner, `${url}/cancel`, { quantity: '1000', date: '2023-02-01', reason: 'x' });
  // One exercised share is none after the first split, and one again after the last.
  const small = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '3000' });
  const one = await given.grant(owner, {
    equity_plan_id: small.id,
    quantity: '301',
    date: '2022-01-01',
    vesting: null,
  });
  await mustPost(owner, `/api/grants/${String(one.id)}/exercise`, { quantity: '1', date: '2023-01-01' });
  await split(owner, common, '1:3', '2025-01-01');
  await split(owner, common, '3:1', '2025-02-01');
  const shown = async () =>
    (await rowsAsOf(owner, '/api/equity-plans/', '2026-06-15')).map((row) => row.exercised).sort();
  expect(await shown()).toEqual(['1', '5000']);
  await server.sql(
    `update plan_split set exercised = case effective_date when '2025-01-01' then -3334 else 3332 end,
       retired = case effective_date when '2025-01-01' then -667 else 666 end where stock_plan_id = $1`,
    [plan.id],
  );
  await server.sql(`delete from plan_split where stock_plan_id = $1 and effective_date = '2025-02-01'`, [small.id]);
  expect(await shown()).toEqual(['0', '4998']);
  expect(await ledgerFaults(server, owner, '2026-06-15')).not.toEqual([]);
});
