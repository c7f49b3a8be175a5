// What has not vested at a split: options that wait for an event, and stock of a person who left, keep their state in
// the new shares.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import * as given from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { mustPost, openGrant, split } from '#tests/support/splits.ts';
import { ada, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

const trigger = { type: 'VESTING_EVENT' };
const company = [
  vendorIssuer,
  ada,
  vendorClass(),
  {
    object_type: 'VESTING_TERMS',
    id: 'milestones',
    name: 'Milestones',
    description: 'Two milestones',
    allocation_type: 'CUMULATIVE_ROUNDING',
    vesting_conditions: [
      { id: 'start', quantity: '0', trigger: { type: 'VESTING_START_DATE' }, next_condition_ids: ['launch'] },
      { id: 'launch', portion: { numerator: '1', denominator: '4' }, trigger, next_condition_ids: ['profit'] },
      { id: 'profit', portion: { numerator: '3', denominator: '4' }, trigger, next_condition_ids: [] },
    ],
  },
];
const FIGURES = ['granted', 'vested', 'exercised_total', 'outstanding', 'vested_outstanding', 'unvested'];
const figures = async (owner: Person, day: string) => {
  const row = await openGrant(owner, day);
  return FIGURES.map((name) => row[name]);
};
const verb = async (owner: Person, name: string, date: string, body: Row) =>
  mustPost(owner, `/api/grants/${String((await openGrant(owner, date)).id)}/${name}`, { date, ...body });

async function companyWithMilestones() {
  const owner = await signUpCompany(server);
  await importZip(owner, await zipOf(packageFiles(company)));
  await mustPost(owner, '/api/grants/', {
    shareholder_id: 'ada',
    share_class_id: 'common',
    compensation_type: 'OPTION_NSO',
    quantity: '1000',
    exercise_price: '1',
    date: '2024-01-01',
    vesting_terms_id: 'milestones',
  });
  return owner;
}

describe('a grant that waits for an event', () => {
  it('vests to its whole quantity after a split, and after the splits that undo it', async () => {
    const owner = await companyWithMilestones();
    await verb(owner, 'vesting-event', '2024-02-01', { vesting_condition_id: 'launch' });
    await verb(owner, 'exercise', '2024-03-01', { quantity: '100' });
    expect(await figures(owner, '2024-03-01')).toEqual(['1000', '250', '100', '900', '150', '750']);
    await split(owner, { id: 'common' }, '2:1', '2024-04-01');
    expect(await figures(owner, '2024-04-01')).toEqual(['2000', '500', '200', '1800', '300', '1500']);
    const { id } = await openGrant(owner, '2024-04-01');
    const early = await owner.post(`/api/grants/${String(id)}/exercise`, { quantity: '301', date: '2024-05-01' });
    expect([early.status, early.code]).toEqual([409, 'not_vested']);
    await verb(owner, 'exercise', '2024-05-01', { quantity: '60' });
    await split(owner, { id: 'common' }, '1:2', '2024-06-01');
    expect(await figures(owner, '2024-06-01')).toEqual(['1000', '250', '130', '870', '120', '750']);
    await verb(owner, 'vesting-event', '2024-07-01', { vesting_condition_id: 'profit' });
    expect(await figures(owner, '2024-07-01')).toEqual(['1000', '1000', '130', '870', '870', '0']);
    const { schedule } = (await owner.get(`/api/grants/${String((await openGrant(owner, '2024-07-01')).id)}`)).body;
    expect((schedule as Row).tranches).toMatchObject([
      { date: '2024-02-01', vested: '250' },
      { date: '2024-07-01', vested: '1000' },
    ]);
    // Its vesting days are known now, so the next split writes them out.
    await split(owner, { id: 'common' }, '3:1', '2024-08-01');
    expect(await figures(owner, '2024-08-01')).toEqual(['3000', '3000', '390', '2610', '2610', '0']);
    expect(await ledgerFaults(server, owner, '2026-06-15')).toEqual([]);
  });
  it('keeps accelerated shares exactly, through splits that leave a fraction of them', async () => {
    const owner = await companyWithMilestones();
    await verb(owner, 'vesting-event', '2024-02-01', { vesting_condition_id: 'launch' });
    await verb(owner, 'accelerate', '2024-02-15', { quantity: '50', reason: 'x' });
    await verb(owner, 'exercise', '2024-03-01', { quantity: '100' });
    const before = await figures(owner, '2024-03-01');
    expect(before).toEqual(['1000', '300', '100', '900', '200', '700']);
    await split(owner, { id: 'common' }, '1:3', '2024-04-01');
    expect(await figures(owner, '2024-04-01')).toEqual(['333', '100', '33', '300', '67', '233']);
    await split(owner, { id: 'common' }, '3:1', '2024-05-01');
    expect(await figures(owner, '2024-05-01')).toEqual(before);
    await verb(owner, 'vesting-event', '2024-07-01', { vesting_condition_id: 'profit' });
    expect(await figures(owner, '2024-07-01')).toEqual(['1000', '1000', '100', '900', '900', '0']);
    expect(await ledgerFaults(server, owner, '2026-06-15')).toEqual([]);
  });
});

describe('unvested stock of a holder who left', () => {
  it.each(['2024-06-01', '2026-06-01'])('keeps its vested part after a split on %s', async (day) => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const holder = await given.shareholder(owner);
    const grant = await given.grant(owner, {
      equity_plan_id: plan.id,
      shareholder_id: holder.id,
      quantity: '2400',
      date: '2023-01-01',
      early_exercisable: true,
      vesting: { vesting_start: '2023-01-01', months: 24, cliff_months: 0 },
    });
    await mustPost(owner, `/api/grants/${String(grant.id)}/exercise`, { quantity: '2400', date: '2023-02-15' });
    await mustPost(owner, `/api/shareholders/${String(holder.id)}/terminate`, {
      date: '2023-10-15',
      reason: 'VOLUNTARY_OTHER',
    });
    const certificate = async () => {
      const { rows } = await owner.get(`/api/certificates/?filter={"shareholder_id":"${String(holder.id)}"}`);
      const [active] = rows.filter(({ status }) => status === 'active');
      return (await owner.get(`/api/certificates/${String(active!.id)}`)).body;
    };
    const vested = async () => {
      const { quantity, vesting } = await certificate();
      return [quantity, (vesting as Row | null)?.vested];
    };
    expect(await vested()).toEqual(['2400', '900']);
    await split(owner, common, '3:2', day);
    expect(await vested()).toEqual(['3600', '1350']);
    await split(owner, common, '2:3', '2026-06-10');
    expect(await vested()).toEqual(['2400', '900']);
    const path = `/api/certificates/${String((await certificate()).id)}/repurchase`;
    await mustPost(owner, path, { quantity: '1000', price_per_share: '1', date: '2026-06-12' });
    expect(await vested()).toEqual(['1400', '900']);
    expect(await ledgerFaults(server, owner, '2026-06-15')).toEqual([]);
    // A first day of the stock that is missing is found.
    await server.sql(
      `update security set first_issued_on = null where kind = 'STOCK' and org_id = (select id from organization where client_name = $1)`,
      [owner.user.client_name],
    );
    expect(await ledgerFaults(server, owner, '2026-06-15')).not.toEqual([]);
  });
});
