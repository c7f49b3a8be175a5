// Grants from a package that another vendor wrote: the public Acme sample's options on its published days, and a
// schedule the package lacks.
import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { acmeFigures } from '#tests/domain/ledger/acme.ts';
import { hasShared, importZip, packageFiles, sharedFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { ada, vendorClass, vendorIssuer } from '#tests/support/vendorPackage.ts';

const server = useTestServer();
const ACME = 'ocf/sample_ocf_folders/acme_holdings_limited';

describe.skipIf(!hasShared(ACME))('the options of the public Acme package', () => {
  it('match the published figures on each of its days', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zipOf(sharedFiles(ACME)), 'accept_findings=true');
    for (const [date, , , options] of acmeFigures) {
      const { rows } = await owner.get(`/api/grants/?as_of=${date}`);
      const left = rows.reduce((sum, row) => sum + BigInt(String(row.outstanding)), 0n);
      expect([date, String(left)]).toEqual([date, options]);
    }
  });
});

const issuance = (extra: Row) => ({
  object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
  id: 'tx-1',
  security_id: 'grant-1',
  custom_id: 'ES-1',
  date: '2020-01-01',
  stakeholder_id: 'ada',
  stock_class_id: 'common',
  security_law_exemptions: [],
  compensation_type: 'OPTION_NSO',
  quantity: '1000',
  exercise_price: { amount: '1.00', currency: 'EUR' },
  expiration_date: null,
  termination_exercise_windows: [],
  ...extra,
});
const imported = async (...grants: Row[]) => {
  const owner = await signUpCompany(server);
  const package_ = await zipOf(packageFiles([vendorIssuer, ada, vendorClass(), ...grants]));
  await importZip(owner, package_, 'accept_findings=true');
  return { owner, rows: (await owner.get('/api/grants/')).rows };
};

describe('an imported grant', () => {
  it('with an unknown schedule has an unknown vested quantity, and sorts last', async () => {
    const { owner, rows } = await imported(
      issuance({ vesting_terms_id: 'nowhere' }),
      issuance({ id: 'tx-2', security_id: 'grant-2', custom_id: 'ES-2' }),
    );
    expect(rows.find(({ id }) => id === 'grant-1')).toMatchObject({ vested: null, unvested: null, quantity: '1000' });
    expect(rows.find(({ id }) => id === 'grant-2')).toMatchObject({ vested: '1000', unvested: '0' });
    for (const direction of ['ASC', 'DESC'])
      expect((await owner.get(`/api/grants/?sort=["vested","${direction}"]`)).rows.map(({ id }) => id)).toEqual([
        'grant-2',
        'grant-1',
      ]);
    expect((await owner.get('/api/grants/grant-1')).body.schedule).toMatchObject({ is_known: false });
  });
  it('vests by the milestones of its schedule as they are recorded, each once', async () => {
    const owner = await signUpCompany(server);
    const trigger = { type: 'VESTING_EVENT' };
    const conditions = [
      { id: 'start', quantity: '0', trigger: { type: 'VESTING_START_DATE' }, next_condition_ids: ['launch'] },
      { id: 'launch', description: 'The launch', portion: { numerator: '1', denominator: '4' }, trigger },
      { id: 'profit', description: 'A profit', portion: { numerator: '3', denominator: '4' }, trigger },
    ].map((each) => ({ next_condition_ids: each.id === 'launch' ? ['profit'] : [], ...each }));
    const terms = {
      object_type: 'VESTING_TERMS',
      id: 'milestones',
      name: 'Milestones',
      description: 'Two milestones',
      allocation_type: 'CUMULATIVE_ROUNDING',
      vesting_conditions: conditions,
    };
    await importZip(owner, await zipOf(packageFiles([vendorIssuer, ada, vendorClass(), terms])));
    const made = await owner.post('/api/grants/', {
      shareholder_id: 'ada',
      share_class_id: 'common',
      compensation_type: 'OPTION_NSO',
      quantity: '1000',
      exercise_price: '1',
      date: '2024-01-01',
      vesting_terms_id: 'milestones',
    });
    const url = `/api/grants/${String(made.body.id)}`;
    const reach = (vesting_condition_id: string, date: string) =>
      owner.post(`${url}/vesting-event`, { vesting_condition_id, date });
    expect((await owner.get(url)).body).toMatchObject({
      vested: '0',
      schedule: { milestones: [{ id: 'launch', words: 'The launch', reached_on: null }, { id: 'profit' }] },
    });
    expect((await reach('start', '2025-01-01')).status).toBe(422);
    expect((await reach('launch', '2025-01-01')).body).toMatchObject({ vested: '250', unvested: '750' });
    expect((await reach('launch', '2025-02-01')).code).toBe('milestone_reached');
    const kept = (await owner.post(`${url}/cancel`, { quantity: '200', date: '2025-03-01', reason: 'x' })).body;
    const balance = `/api/grants/${String((kept.balance as Row).id)}`;
    expect((await owner.get(balance)).body).toMatchObject({ quantity: '800', vested: '250' });
    const profit = await owner.post(`${balance}/vesting-event`, { vesting_condition_id: 'profit', date: '2025-06-01' });
    expect([profit.status, profit.body.vested]).toEqual([200, '800']);
  });
  it('vests by the dates written on it', async () => {
    const vestings = [
      { date: '2020-07-01', amount: '400' },
      { date: '2099-01-01', amount: '600' },
    ];
    const { rows } = await imported(issuance({ vestings }));
    expect(rows).toMatchObject([{ vested: '400', unvested: '600', currency: 'EUR' }]);
  });
  it('with a negative vesting never vests less than zero or more than the grant, and is reported', async () => {
    const owner = await signUpCompany(server);
    const vestings = [
      { date: '2020-02-01', amount: '-5' },
      { date: '2020-03-01', amount: '60' },
      { date: '2020-04-01', amount: '945' },
    ];
    const package_ = await zipOf(packageFiles([vendorIssuer, ada, vendorClass(), issuance({ vestings })]));
    const { body } = await importZip(owner, package_);
    expect([body.applied, body.findings]).toEqual([
      true,
      [expect.objectContaining({ rule: 'vesting_below_zero', severity: 'warning', object_id: 'tx-1' })],
    ]);
    expect((body.findings as Row[])[0]!.message).toContain('its vestings have -5 on 2020-02-01.');
    for (const [day, vested, unvested] of [
      ['2020-02-15', '0', '1000'],
      ['2020-03-15', '60', '940'],
      ['2020-04-15', '1000', '0'],
    ])
      expect((await owner.get(`/api/grants/?as_of=${day}`)).rows).toMatchObject([{ vested, unvested }]);
    const { schedule } = (await owner.get('/api/grants/grant-1')).body as { schedule: { tranches: Row[] } };
    expect(JSON.stringify(schedule)).not.toContain('-5"');
  });
  it('cancelled in part without a balance vests no more than what is left of it', async () => {
    const vestings = ['2020-07-01', '2021-07-01', '2022-07-01'].map((date, at) => ({
      date,
      amount: ['400', '300', '300'][at],
    }));
    const part = {
      object_type: 'TX_EQUITY_COMPENSATION_CANCELLATION',
      id: 'tx-2',
      security_id: 'grant-1',
      date: '2020-08-01',
      quantity: '500',
      reason_text: 'Part-time',
    };
    const { owner } = await imported(issuance({ vestings }), part);
    const on = async (day: string) => {
      const { vested, unvested, outstanding } = (await owner.get(`/api/grants/grant-1?as_of=${day}`)).body;
      return { vested, unvested, outstanding };
    };
    expect(await on('2020-07-31')).toEqual({ vested: '400', unvested: '600', outstanding: '1000' });
    expect(await on('2020-08-01')).toEqual({ vested: '400', unvested: '100', outstanding: '500' });
    expect(await on('2023-01-01')).toEqual({ vested: '500', unvested: '0', outstanding: '500' });
  });
  it('under its deprecated type name works like any other, and later entries use the new name', async () => {
    const { owner, rows } = await imported(issuance({ object_type: 'TX_PLAN_SECURITY_ISSUANCE' }));
    expect(rows).toMatchObject([{ grant_number: 'ES-1', outstanding: '1000' }]);
    const reply = await owner.post('/api/grants/grant-1/cancel', { quantity: '1', date: '2020-02-01', reason: 'x' });
    expect([reply.status, (reply.body.balance as Row).quantity]).toEqual([200, '999']);
    const { rows: entries } = await owner.get('/api/transactions/');
    expect(entries.map(({ object_type }) => object_type)).toEqual(
      expect.arrayContaining(['TX_PLAN_SECURITY_ISSUANCE', 'TX_EQUITY_COMPENSATION_ISSUANCE']),
    );
    expect(entries.filter(({ object_type }) => object_type === 'TX_PLAN_SECURITY_ISSUANCE')).toHaveLength(1);
  });
});
