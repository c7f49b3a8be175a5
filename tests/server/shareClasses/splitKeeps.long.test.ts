// A split only changes the unit: what replaces a grant or a warrant is that same grant or warrant, and splitting back
// restores it.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { rowsAsOf, mustPost, split } from '#tests/support/splits.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';

const server = useTestServer();
beforeAll(() => server.setClock('2026-06-15'));

const differences = (owner: Person, day: string) => ledgerFaults(server, owner, day);

const WINDOW = [{ reason: 'VOLUNTARY_OTHER', period: 90, period_type: 'DAYS' }];

describe('after a split', () => {
  it.each([
    [
      'and its reverse',
      [
        ['3', '2'],
        ['2', '3'],
      ],
    ],
    [
      'that leaves fewer, and its reverse',
      [
        ['1', '3'],
        ['3', '1'],
      ],
    ],
    [
      'and two more that undo it',
      [
        ['1', '3'],
        ['5', '2'],
        ['6', '5'],
      ],
    ],
  ] as const)('%s each day has the same vested quantity as before', async (_what, splits) => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '100000' });
    const vesting = { vesting_start: '2024-08-01', months: 48, cliff_months: 12 };
    await given.grant(owner, { equity_plan_id: plan.id, quantity: '30000', date: '2024-08-01', vesting });
    const days = ['2025-08-01', '2026-05-01', '2026-05-31', '2027-03-01', '2028-07-31', '2028-08-01'];
    const vested = async () => {
      const of: unknown[] = [];
      for (const day of days) {
        const rows = await rowsAsOf(owner, '/api/grants/', day);
        of.push(rows.filter(({ outstanding }) => outstanding !== '0').map((row) => row.vested));
      }
      return of;
    };
    const before = await vested();
    for (const [index, [numerator, denominator]] of splits.entries())
      await split(owner, common, `${numerator}:${denominator}`, `2025-0${3 + index}-01`);
    expect(await vested()).toEqual(before);
    expect(await differences(owner, '2026-06-15')).toEqual([]);
  });
  it('a grant shows what was granted, exercised and cancelled in shares of today, which add up to what is outstanding', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '100000' });
    const first = await given.grant(owner, {
      equity_plan_id: plan.id,
      quantity: '1000',
      date: '2022-01-01',
      vesting: null,
    });
    const open = async (day: string) => {
      const rows = (await rowsAsOf(owner, '/api/grants/', day)).filter(({ status }) => status === 'active');
      expect(rows).toHaveLength(1);
      for (const row of rows)
        expect(Number(row.granted)).toBe(
          Number(row.exercised_total) + Number(row.cancelled_total) + Number(row.outstanding),
        );
      return rows[0]!;
    };
    const figures = async (day: string) => {
      const { granted, exercised_total, cancelled_total, outstanding, quantity } = await open(day);
      return [granted, exercised_total, cancelled_total, outstanding, quantity];
    };
    const exercise = async (day: string, quantity: string) =>
      mustPost(owner, `/api/grants/${String((await open(day)).id)}/exercise`, { quantity, date: day });
    await exercise('2023-01-01', '301');
    await split(owner, common, '2:1', '2024-01-01');
    expect(await figures('2024-01-01')).toEqual(['2000', '602', '0', '1398', '1398']);
    await exercise('2024-02-01', '100');
    const cancelled = { quantity: '200', date: '2024-03-01', reason: 'x' };
    await mustPost(owner, `/api/grants/${String((await open('2024-02-01')).id)}/cancel`, cancelled);
    expect(await figures('2024-03-01')).toEqual(['2000', '702', '200', '1098', '1098']);
    // A sixth of 2,000 is 333 and a third. Fractions that were settled count as gone.
    await split(owner, common, '1:6', '2025-01-01');
    expect(await figures('2025-01-01')).toEqual(['333', '117', '33', '183', '183']);
    await split(owner, common, '3:1', '2025-06-01');
    expect(await figures('2025-06-01')).toEqual(['1000', '351', '100', '549', '549']);
    // As of its own days the first grant is unchanged.
    expect(await figures('2023-06-01')).toEqual(['1000', '301', '0', '699', '1000']);
    // The rest of it was replaced by its later form, and has not lapsed.
    const { body } = await owner.get(`/api/grants/${String(first.id)}`);
    expect(body).toMatchObject({ granted: '1000', exercised_total: '301', cancelled_total: '0', outstanding: '0' });
    const [head, ...lines] = (await owner.get('/api/grants/export.csv?as_of=2025-06-01')).text.split('\r\n');
    const line = lines.find((each) => each.includes(',549,'))!.split(',');
    const cell = (name: string) => line[head!.split(',').indexOf(name)];
    expect(['Granted', 'Exercised', 'Lapsed or cancelled', 'Outstanding', 'Quantity'].map(cell)).toEqual(
      await figures('2025-06-01'),
    );
  });
  it('a grant of a person who left keeps its days, its deadline, its approvals, its documents and its line to the first grant', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id] });
    const ann = await given.shareholder(owner);
    const first = await given.grant(owner, {
      shareholder_id: ann.id,
      equity_plan_id: plan.id,
      quantity: '480',
      date: '2024-02-01',
      expiration_date: '2034-02-01',
      vesting: { vesting_start: '2024-01-01', months: 48, cliff_months: 12 },
      termination_exercise_windows: WINDOW,
      board_approval_date: '2024-01-20',
      security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
    });
    const paper = await given.document(owner, { fields: { security_id: String(first.id) } });
    await mustPost(owner, `/api/shareholders/${String(ann.id)}/terminate`, {
      date: '2026-01-01',
      reason: 'VOLUNTARY_OTHER',
    });
    const [balance] = (await rowsAsOf(owner, '/api/grants/', '2026-01-02')).filter(({ status }) => status === 'active');
    expect(balance).toMatchObject({ date: '2024-02-01', vesting_start: '2024-01-01', exercise_until: '2026-04-01' });
    await split(owner, common, '3:2', '2026-03-01');
    const [open] = (await rowsAsOf(owner, '/api/grants/', '2026-03-01')).filter(({ status }) => status === 'active');
    expect(open).toMatchObject({
      date: '2024-02-01',
      issued_on: '2026-03-01',
      vesting_start: '2024-01-01',
      expiration_date: '2034-02-01',
      exercise_until: '2026-04-01',
      quantity: '360',
      outstanding: '360',
      vested: '360',
      unvested: '0',
    });
    const { body } = await owner.get(`/api/grants/${String(open!.id)}`);
    expect(body).toMatchObject({
      status: 'expired',
      board_approval_date: '2024-01-20',
      security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
      termination_exercise_windows: expect.arrayContaining(WINDOW),
      schedule: { stopped_on: '2026-01-01' },
      earlier_documents: [paper.id],
    });
    const numbers = (value: unknown) => (value as Row[]).map(({ number }) => number);
    expect(numbers(body.before)).toEqual([first.grant_number, balance!.grant_number]);
    expect(numbers(body.came_from)).toEqual([balance!.grant_number]);
    const was = (await owner.get(`/api/grants/${String(balance!.id)}`)).body;
    expect([was.status, numbers(was.became)]).toEqual(['reissued', [open!.grant_number]]);
    const late = await owner.post(`/api/grants/${String(open!.id)}/exercise`, { quantity: '10', date: '2026-04-02' });
    expect([late.status, late.code]).toEqual([409, 'expired']);
    await mustPost(owner, `/api/grants/${String(open!.id)}/exercise`, { quantity: '10', date: '2026-04-01' });
    expect(await differences(owner, '2026-06-15')).toEqual([]);
  });
  it('a warrant keeps its issue date, its approvals and its purchase price, and buys its new number', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner);
    const warrant = await given.warrant(owner, {
      share_class_id: common.id,
      purchase_price: '100.00',
      board_approval_date: '2023-12-01',
    });
    expect(warrant.purchase_price).toBe('100');
    await split(owner, common, '2:1', '2025-03-01');
    const [open] = (await rowsAsOf(owner, '/api/warrants/', '2025-03-01')).filter(({ status }) => status === 'active');
    expect(open).toMatchObject({ date: '2024-01-01', quantity: '2000', exercise_price: '1', purchase_price: '100' });
    const { body } = await owner.get(`/api/warrants/${String(open!.id)}`);
    expect(body).toMatchObject({ board_approval_date: '2023-12-01', before: [{ id: warrant.id, date: '2024-01-01' }] });
    const entry = await server.sql<{ triggers: unknown }>(
      `select l.ocf->'exercise_triggers' as triggers from ledger_tx l join security s on s.org_id = l.org_id and s.issue_seq = l.seq where s.security_id = $1`,
      [open!.id],
    );
    expect(JSON.stringify(entry)).toContain('"converts_to_quantity":"2000"');
    const rest = await mustPost(owner, `/api/warrants/${String(open!.id)}/exercise`, {
      quantity: '500',
      date: '2025-04-01',
    });
    expect(rest.balance).toMatchObject({ date: '2024-01-01', quantity: '1500', purchase_price: '75' });
  });
  it('a plan of 1,000,000 becomes one of 1,500,000, and the 12,000 exercised become 18,000', async () => {
    const owner = await signUpCompany(server);
    const common = await given.shareClass(owner, { authorized_shares: '10000000' });
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '1000000' });
    const grant = await given.grant(owner, {
      equity_plan_id: plan.id,
      quantity: '400000',
      date: '2022-01-01',
      vesting: null,
    });
    await mustPost(owner, `/api/grants/${String(grant.id)}/exercise`, { quantity: '12000', date: '2023-01-01' });
    await split(owner, common, '3:2', '2025-01-01');
    const figures = { reserved: '1500000', outstanding: '582000', exercised: '18000', available: '900000' };
    expect((await owner.get(`/api/equity-plans/${String(plan.id)}`)).body).toMatchObject(figures);
    expect(await rowsAsOf(owner, '/api/equity-plans/', '2024-12-31')).toMatchObject([
      { reserved: '1000000', outstanding: '388000', exercised: '12000', available: '600000' },
    ]);
    const table = (await owner.get('/api/cap-table/?basis=fully_diluted')).body;
    expect(table.pool_available).toBe('900000');
    expect(await differences(owner, '2026-06-15')).toEqual([]);
    const over = await owner.post('/api/grants/', {
      shareholder_id: grant.shareholder_id,
      equity_plan_id: plan.id,
      share_class_id: common.id,
      compensation_type: 'OPTION_NSO',
      quantity: '900001',
      exercise_price: '1',
      date: '2025-02-01',
    });
    expect([over.status, over.code]).toEqual([409, 'over_pool']);
  });
});

it.each([1, 2, 3, 4])(
  'splits whose product is one leave the authorized and the reserved number as they were, company %i',
  async (seed) => {
    const random = randomOf(seed * 104729);
    const owner = await signUpCompany(server);
    const authorized = seed === 1 ? '10000000' : String(random.between(5_000_000, 9_999_999));
    const reserved = seed === 1 ? '1000000' : String(random.between(100_000, 999_999));
    const common = await given.shareClass(owner, { authorized_shares: authorized, price_per_share: '1.37' });
    const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved });
    // The first ratio leaves fewer, and the last restores all of them.
    const [a, b, c, d] = seed === 1 ? [1, 3, 2, 7] : [2, random.between(3, 13), random.between(1, 7), 8];
    const numbers = async () => [
      (await owner.get(`/api/share-classes/${String(common.id)}`)).body.authorized_shares,
      (await owner.get(`/api/equity-plans/${String(plan.id)}`)).body.reserved,
    ];
    await split(owner, common, `${a}:${b}`, '2025-01-01');
    await split(owner, common, `${b}:${a}`, '2025-02-01');
    expect(await numbers()).toEqual([authorized, reserved]);
    await split(owner, common, `${a}:${b}`, '2025-03-01');
    await split(owner, common, `${c}:${d}`, '2025-04-01');
    const down = (value: string) => String((BigInt(value) * BigInt(a * c)) / BigInt(b * d));
    expect(await numbers()).toEqual([down(authorized), down(reserved)]);
    await split(owner, common, `${b * d}:${a * c}`, '2025-05-01');
    expect(await numbers()).toEqual([authorized, reserved]);
    expect(await differences(owner, '2026-06-15')).toEqual([]);
  },
);
it('the next split starts from a number that somebody set after the last one', async () => {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { authorized_shares: '10000000' });
  const path = `/api/share-classes/${String(common.id)}`;
  await split(owner, common, '1:3', '2025-01-01');
  await mustPost(owner, `${path}/authorize`, { authorized_shares: '4000001', date: '2025-02-01', reason: 'More' });
  await split(owner, common, '3:2', '2025-03-01');
  expect((await owner.get(path)).body.authorized_shares).toBe('6000001');
});

/** Everything a screen shows of open securities, plans and classes, except the numbers and ids of securities. */
async function figures(owner: Person, day: string) {
  const grants = (await rowsAsOf(owner, '/api/grants/', day)).filter(({ outstanding }) => outstanding !== '0');
  const warrants = (await rowsAsOf(owner, '/api/warrants/', day)).filter(({ outstanding }) => outstanding !== '0');
  const named = (rows: Row[], names: string[]) =>
    rows.map((row) => JSON.stringify(names.map((name) => [name, row[name]]))).sort();
  const terms = ['shareholder', 'date', 'outstanding', 'exercise_price', 'expiration_date', 'status'];
  const classes = (await owner.get('/api/share-classes/')).rows;
  return {
    grants: named(grants, [
      ...terms,
      'granted',
      'exercised_total',
      'cancelled_total',
      'vested',
      'vested_outstanding',
      'unvested',
      'vesting_start',
      'exercise_until',
      'compensation_type',
    ]),
    warrants: named(warrants, [...terms, 'purchase_price']),
    plans: named(await rowsAsOf(owner, '/api/equity-plans/', day), [
      'name',
      'reserved',
      'outstanding',
      'exercised',
      'available',
    ]),
    classes: named(classes, [
      'name',
      'authorized_shares',
      'outstanding',
      'par_value',
      'price_per_share',
      'conversion_ratio',
    ]),
  };
}

describe.each([1, 2, 3, 4, 5, 6])('splitting by n and then by 1/n, company %i', (seed) => {
  it('leaves every grant, warrant, plan and class as it was', async () => {
    const random = randomOf(seed * 7919);
    const owner = await signUpCompany(server);
    const price = () => `${random.below(9)}.${random.between(1, 9999)}`;
    const common = await given.shareClass(owner, {
      authorized_shares: '5000000',
      par_value: '0.0001',
      price_per_share: `1.${random.between(1, 99)}`,
    });
    await given.shareClass(owner, {
      class_type: 'PREFERRED',
      conversion_ratio: '1',
      converts_to_share_class_id: common.id,
    });
    const other = await given.shareClass(owner);
    const plans = [
      await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '500000' }),
      await given.equityPlan(owner, {
        share_class_ids: [common.id],
        reserved: '70001',
        default_cancellation_behavior: 'RETIRE',
      }),
      await given.equityPlan(owner, { share_class_ids: [common.id, other.id] }),
    ];
    for (let each = random.between(1, 3); each > 0; each -= 1)
      await given.certificate(owner, { share_class_id: common.id, quantity: String(random.between(1, 90000)) });
    for (let each = random.between(1, 2); each > 0; each -= 1)
      await given.warrant(owner, {
        share_class_id: common.id,
        quantity: String(random.between(1, 999)),
        exercise_price: price(),
      });
    for (let each = 0; each < 6; each += 1) {
      const quantity = random.between(50, 5000);
      const isUnit = random.chance(5);
      const grant = await given.grant(owner, {
        equity_plan_id: random.pick(plans).id,
        share_class_id: common.id,
        compensation_type: isUnit ? 'RSU' : random.pick(['OPTION_NSO', 'OPTION_ISO', 'SSAR']),
        exercise_price: isUnit ? null : price(),
        quantity: String(quantity),
        date: '2022-03-15',
        expiration_date: random.chance(2) ? '2032-03-14' : null,
        vesting: random.chance(5)
          ? null
          : { vesting_start: '2022-01-31', months: random.pick([12, 36, 48]), cliff_months: random.pick([0, 12]) },
        termination_exercise_windows: WINDOW,
      });
      const url = `/api/grants/${String(grant.id)}`;
      if (random.chance(2) && !isUnit && grant.compensation_type !== 'SSAR') {
        const { vested } = (await rowsAsOf(owner, '/api/grants/', '2024-02-01')).find(({ id }) => id === grant.id)!;
        const taken = Math.floor(Number(vested) / 3);
        if (taken > 0) await mustPost(owner, `${url}/exercise`, { quantity: String(taken), date: '2024-02-01' });
      }
      if (random.chance(3)) await mustPost(owner, `${url}/cancel`, { quantity: '7', date: '2024-05-01', reason: 'x' });
      else if (random.chance(4) && !isUnit)
        await mustPost(owner, `${url}/reprice`, { exercise_price: price(), date: '2024-05-01' });
      if (random.chance(3))
        await mustPost(owner, `/api/shareholders/${String(grant.shareholder_id)}/terminate`, {
          date: '2024-08-15',
          reason: 'VOLUNTARY_OTHER',
        });
    }
    const days = ['2026-06-15', '2029-01-01'];
    const before = await Promise.all(days.map((day) => figures(owner, day)));
    const n = String(random.between(2, 13));
    await split(owner, common, `${n}:1`, '2025-01-01');
    expect(await figures(owner, days[0]!)).not.toEqual(before[0]);
    await split(owner, common, `1:${n}`, '2025-06-01');
    for (const [index, day] of days.entries()) expect(await figures(owner, day)).toEqual(before[index]);
    expect(await differences(owner, '2026-06-15')).toEqual([]);
  });
});
