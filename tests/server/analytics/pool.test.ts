// The pool in the charts: it dilutes from the day on which a plan is adopted or enlarged, and counts in the concentration.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../server/db/database.ts';
import * as given from '../../support/given.ts';
import { signUpCompany, signUpShareholder } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { useTestServer } from '../../support/testServer.ts';

const server = useTestServer();
let owner: Person;
let holder: Person;
let ada: Row;
let plan: Row;

beforeAll(async () => {
  owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { authorized_shares: '20000000' });
  ada = await given.shareholder(owner);
  holder = await signUpShareholder(server, owner, ada);
  const issued = (shareholder_id: unknown, quantity: string) =>
    given.certificate(owner, { shareholder_id, share_class_id: common.id, quantity, issue_date: '2024-01-10' });
  await issued(ada.id, '6000000');
  await issued((await given.shareholder(owner)).id, '4000000');
  plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '2500000', date: '2024-03-01' });
  await given.grant(owner, { equity_plan_id: plan.id, quantity: '1000', date: '2024-07-01', vesting: null });
  const { body } = await owner.get('/api/organization');
  await owner.put('/api/organization', { ...body, cap_table_visibility: 'totals' });
});

const pointsOf = async (by: Person, query: string) => {
  const reply = await by.get(`/api/analytics/dilution?${query}`);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body.points as Row[];
};

describe('the dilution of a holder', () => {
  it('has the day on which a plan was adopted, and names the plan', async () => {
    const points = await pointsOf(owner, `shareholder_id=${String(ada.id)}`);
    expect(points.map(({ date, percent, total }) => [date, percent, total])).toEqual([
      ['2024-01-10', '60.0000', '10000000'],
      ['2024-03-01', '48.0000', '12500000'],
    ]);
    expect(points[1]).toMatchObject({
      transactions: [],
      transactions_count: 0,
      plan_id: plan.id,
      summary: `${String(plan.name)} adopted: 2,500,000 shares reserved`,
    });
    expect(points[0]).toMatchObject({ plan_id: null, transactions_count: 2 });
  });

  it('tells a holder of the day, and not of the plan', async () => {
    const [, step] = await pointsOf(holder, '');
    expect(step).toMatchObject({ date: '2024-03-01', plan_id: null, summary: 'An equity plan was adopted' });
  });

  it('has the day on which a plan was enlarged', async () => {
    const enlarged = await owner.post(`/api/equity-plans/${String(plan.id)}/adjust`, {
      reserved: '5000000',
      date: '2024-09-01',
      reason: 'Board consent',
    });
    expect([enlarged.status, enlarged.text]).toEqual([200, enlarged.text]);
    const points = await pointsOf(owner, `shareholder_id=${String(ada.id)}`);
    expect(points.map(({ date, percent }) => [date, percent])).toEqual([
      ['2024-01-10', '60.0000'],
      ['2024-03-01', '48.0000'],
      ['2024-09-01', '40.0000'],
    ]);
    expect(points[2]).toMatchObject({ transactions_count: 2, plan_id: null });
  });

  it('has no plan in a basis that does not count it', async () => {
    const points = await pointsOf(owner, `shareholder_id=${String(ada.id)}&basis=outstanding`);
    expect(points.map(({ date }) => date)).toEqual(['2024-01-10']);
  });
});

describe('the concentration (AN-53)', () => {
  const figuresOn = async (as_of: string, basis: string) =>
    (await owner.get(`/api/analytics/concentration?as_of=${as_of}&basis=${basis}`)).body;

  it('counts the pool fully diluted, as the percentages beside it do', async () => {
    const diluted = await figuresOn('2024-03-01', 'fully_diluted');
    // 48 %, 32 % and 20 %.
    expect(diluted).toMatchObject({ holders: 2, hhi: '3728', effective_holders: '2.6824', gini: '0.1867' });
    expect((diluted.top as Row[]).map(({ percent }) => percent)).toEqual(['48.0000', '32.0000']);
    expect(diluted.pool).toEqual({ quantity: '2500000', percent: '20.0000' });
  });

  it('has no pool in the other bases', async () => {
    const outstanding = await figuresOn('2024-03-01', 'outstanding');
    expect(outstanding).toMatchObject({ hhi: '5200', pool: null });
  });
});
