// The pool in the charts: it dilutes from the day on which a plan is adopted or enlarged, and counts in the concentration.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

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

describe('several plan events on one day', () => {
  it('are all named by the step that they made together', async () => {
    const company = await signUpCompany(server);
    const common = await given.shareClass(company, { authorized_shares: '20000000' });
    const own = await given.shareholder(company);
    const person = await signUpShareholder(server, company, own);
    const { body } = await company.get('/api/organization');
    await company.put('/api/organization', { ...body, cap_table_visibility: 'totals' });
    const paper = { share_class_id: common.id, quantity: '6000000', issue_date: '2024-01-10' };
    await given.certificate(company, { ...paper, shareholder_id: own.id });
    const adopted = (name: string, reserved: string, date: string) =>
      given.equityPlan(company, { share_class_ids: [common.id], name, reserved, date });
    const enlarge = async (which: Row, reserved: string, date: string) => {
      const url = `/api/equity-plans/${String(which.id)}/adjust`;
      const reply = await company.post(url, { reserved, date, reason: 'Board' });
      expect([reply.status, reply.text]).toEqual([200, reply.text]);
    };
    const first = await adopted('P1', '250000', '2024-03-01');
    await enlarge(first, '500000', '2024-10-01');
    const second = await adopted('P2', '100000', '2024-10-01');
    const third = await adopted('P3', '200000', '2024-11-01');
    await adopted('P4', '300000', '2024-11-01');
    await enlarge(first, '550000', '2024-12-01');
    await enlarge(second, '350000', '2024-12-01');
    // A plan that is adopted on the day of an issue, too.
    await given.certificate(company, { ...paper, issue_date: '2025-02-01', certificate_number: 'X-9' });
    const fifth = await adopted('P5', '400000', '2025-02-01');

    const shown = async (by: Person, query: string) =>
      (await pointsOf(by, query))
        .slice(2)
        .map((step) => [step.transactions_count, step.summary_entries, step.plan_id, step.summary]);
    const [october, november, december, february] = await shown(company, `shareholder_id=${String(own.id)}`);
    expect(october).toEqual([
      1,
      1,
      second.id,
      'Changed the reserve of P1 to 500,000; P2 adopted: 100,000 shares reserved',
    ]);
    expect(november).toEqual([
      0,
      0,
      third.id,
      'P3 adopted: 200,000 shares reserved; P4 adopted: 300,000 shares reserved',
    ]);
    expect(december).toEqual([
      2,
      2,
      null,
      'Changed the reserve of P1 to 550,000; Changed the reserve of P2 to 350,000',
    ]);
    expect(february!.slice(0, 3)).toEqual([1, 1, fifth.id]);
    expect(february![3]).toMatch(/X-9.*; P5 adopted: 400,000 shares reserved$/);
    expect(await shown(person, '')).toEqual([
      [1, 0, null, 'An equity plan was adopted'],
      [0, 0, null, '2 equity plans were adopted'],
      [2, 0, null, null],
      [1, 0, null, 'An equity plan was adopted'],
    ]);
  });
});
