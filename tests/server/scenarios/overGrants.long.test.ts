// What can no longer be exercised is paid nothing at an exit, and vests no further: expired options and warrants, those of somebody
// whose time to exercise after leaving is over, and what had not vested when they left. Tables count it until it is cancelled, as the cap
// table does.
//
// 900,000 common; every right is 100,000 at 0.50. With two that count, 1,000,000 is (1,000,000 + 100,000) / 1,100,000 = 1.00 a share:
// 50,000.00 for each of the two.
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunAnswer } from '#src/contract/scenarios/scenarios.ts';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
const AS_OF = '2025-01-31';
let owner: Person;
let common: Row;
let plan: Row;

beforeEach(async () => {
  server.setClock('2026-06-15');
  owner = await signUpCompany(server);
  common = await given.shareClass(owner, { name: 'Common', authorized_shares: '50000000' });
  plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
  await given.certificate(owner, { share_class_id: common.id, issue_date: '2024-01-02', quantity: '900000' });
});

const option = async (extra: Row = {}) =>
  given.grant(owner, {
    equity_plan_id: plan.id,
    share_class_id: common.id,
    quantity: '100000',
    vesting: undefined,
    expiration_date: '2034-01-01',
    ...extra,
  });
const leaver = async (date: string, reason: string) => {
  const holder = await given.shareholder(owner);
  const grant = await option({ shareholder_id: holder.id });
  const reply = await owner.post(`/api/shareholders/${String(holder.id)}/terminate`, { date, reason });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return grant;
};
const exit = { kind: 'exit', proceeds: 1_000_000 };

async function runOf(steps: Row[] = [exit], as_of = AS_OF, by = owner): Promise<RunAnswer> {
  const made = await given.scenario(by, { name: 'Exit', as_of, steps });
  const reply = await by.post(`/api/scenarios/${String(made.id)}/run`, {});
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body as unknown as RunAnswer;
}
const paidOf = ({ waterfalls }: RunAnswer) => waterfalls[0]!.paid;
const noteOf = ({ notes }: RunAnswer) => notes.filter((note) => note.includes('no longer be exercised'));

describe('an exit pays nothing for', () => {
  it('options and warrants that expired before its day; the last day still counts', async () => {
    await option();
    await option({ expiration_date: AS_OF });
    const over = await option({ expiration_date: '2025-01-30' });
    const warrant = { share_class_id: common.id, date: '2024-02-01', quantity: '100000', exercise_price: '0.50' };
    await given.warrant(owner, { ...warrant, expiration_date: '2025-01-30' });
    const run = await runOf();
    expect(paidOf(run)).toMatchObject({ [String(common.id)]: '900000', options: '100000' });
    expect(paidOf(run).warrants ?? '0').toBe('0');
    expect(run.waterfalls[0]!.by_holder[String(over.shareholder_id)] ?? '0').toBe('0');
    // The tables count what the cap table counts.
    const table = (await owner.get(`/api/cap-table/?as_of=${AS_OF}&basis=fully_diluted`)).body;
    expect(run.tables.map(({ total }) => total)).toEqual([table.total, table.total]);
    expect(noteOf(run)).toEqual([
      '200,000 of the options and warrants can no longer be exercised on 2025-01-31. The tables count them until they are cancelled; an exit pays nothing for them.',
    ]);
    // A day before, all of them count.
    expect(noteOf(await runOf([exit], '2025-01-30'))).toEqual([]);
  });

  it('options of leavers whose time to exercise is over, for each reason; an open window still counts', async () => {
    await option();
    await leaver('2024-10-31', 'VOLUNTARY_OTHER');
    await leaver('2024-10-30', 'VOLUNTARY_OTHER');
    await leaver('2025-01-15', 'INVOLUNTARY_WITH_CAUSE');
    // Left after the day of the exit.
    const later = await leaver('2025-02-01', 'INVOLUNTARY_WITH_CAUSE');
    // 900,000 and three rights: (1,000,000 + 150,000) / 1,200,000.
    const run = await runOf();
    expect(paidOf(run)).toEqual({ [String(common.id)]: '862500', options: '137500' });
    expect(run.waterfalls[0]!.by_holder[String(later.shareholder_id)]).toBe('45833.33');
  });

  it('what is over after a round and a split either, nor in a comparison', async () => {
    await option();
    await option({ expiration_date: '2025-01-30' });
    const split = { kind: 'split', share_class_id: common.id, numerator: 2, denominator: 1 };
    const two = { ...exit, proceeds: 950_000 };
    // (950,000 + 50,000) / 1,000,000.
    const whole = { [String(common.id)]: '900000', options: '50000' };
    expect(paidOf(await runOf([split, two]))).toEqual(whole);
    const made = await given.scenario(owner, { name: 'One', as_of: AS_OF, steps: [] });
    const other = await given.scenario(owner, { name: 'Two', as_of: AS_OF, steps: [split] });
    const compared = await owner.post('/api/scenarios/compare', {
      ids: [made.id, other.id],
      exit: { proceeds: 950_000 },
    });
    expect([compared.status, compared.text]).toEqual([200, compared.text]);
    const classes = compared.body.exit_classes as { id: string; paid: string[] }[];
    expect(classes.find(({ id }) => id === 'options')!.paid.map(Number)).toEqual([50_000, 50_000]);
  });

  it('what had not vested when its holder left, where nobody cancelled it', async () => {
    const company = await signUpCompany(server);
    const half = [
      { date: '2024-02-01', amount: '50000' },
      { date: '2026-02-01', amount: '50000' },
    ];
    const issuance = (id: string, extra: Row) => ({
      id: `issue-${id}`,
      security_id: id,
      custom_id: id,
      date: '2024-01-01',
      stakeholder_id: 'ada',
      security_law_exemptions: [],
      stock_class_id: 'common',
      ...extra,
    });
    const objects = [
      vendorIssuer,
      ada,
      vendorClass('common', { initial_shares_authorized: '5000000' }),
      issuance('cs-1', {
        object_type: 'TX_STOCK_ISSUANCE',
        quantity: '900000',
        share_price: { amount: '1', currency: 'USD' },
        stock_legend_ids: [],
      }),
      issuance('opt-1', {
        object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
        compensation_type: 'OPTION_NSO',
        quantity: '100000',
        exercise_price: { amount: '0.5', currency: 'USD' },
        expiration_date: '2034-01-01',
        termination_exercise_windows: [],
        vestings: half,
      }),
      {
        object_type: 'CE_STAKEHOLDER_STATUS',
        id: 'left',
        date: '2025-01-15',
        stakeholder_id: 'ada',
        new_status: 'TERMINATION_VOLUNTARY_OTHER',
      },
    ];
    const files = packageFiles(objects, { ocf_version: '1.2.1-alpha+main' });
    const imported = await importZip(company, await zipOf(files), 'accept_findings=true');
    expect([imported.status, imported.text]).toMatchObject([200, expect.stringContaining('"applied":true')]);
    // (925,000 + 25,000) / 950,000.
    const run = await runOf([{ ...exit, proceeds: 925_000 }], AS_OF, company);
    expect(paidOf(run)).toEqual({ common: '900000', options: '25000' });
    expect(run.tables[0]!.total).toBe('1000000');
    expect(noteOf(run)).toHaveLength(1);
    expect(paidOf(await runOf([{ ...exit, proceeds: 950_000 }], '2025-01-14', company))).toEqual({
      common: '900000',
      options: '50000',
    });
  });
});

describe('a grant that expired', () => {
  const shown = async ({ id }: Row) => (await owner.get(`/api/grants/${String(id)}`)).body;
  const vesting = { vesting_start: '2024-01-01', months: 48, cliff_months: 0 };

  it('vests no further, on its page, in its schedule and in the list', async () => {
    const grant = await option({ quantity: '48000', vesting, expiration_date: '2025-01-01' });
    const page = await shown(grant);
    const figures = { granted: '48000', vested: '12000', unvested: '36000', outstanding: '48000', status: 'expired' };
    expect(page).toMatchObject(figures);
    const { tranches } = page.schedule as { tranches: Row[] };
    expect(tranches.at(-1)).toMatchObject({ date: '2025-01-01', vested: '12000' });
    const [listed] = (await owner.get('/api/grants/')).rows;
    expect(listed).toMatchObject(figures);
    expect((await owner.get('/api/analytics/vesting')).body.rows).toEqual([]);
  });

  it('vests on where it was exercised early: that is stock', async () => {
    const grant = await option({
      quantity: '48000',
      vesting,
      expiration_date: '2025-01-01',
      early_exercisable: true,
    });
    const reply = await owner.post(`/api/grants/${String(grant.id)}/exercise`, {
      quantity: '20000',
      date: '2024-06-01',
    });
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    expect(await shown(grant)).toMatchObject({ vested: '20000', unvested: '28000', outstanding: '28000' });
    server.setClock('2025-04-15');
    expect(await shown(grant)).toMatchObject({ vested: '15000', unvested: '33000', unvested_outstanding: '28000' });
  });
});
