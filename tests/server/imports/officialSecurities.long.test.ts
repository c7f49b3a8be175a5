// What the commands of plans, grants, convertibles and warrants write must be valid Open Cap Format, by the format's
// own schemas.
import { expect, it, describe } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { hasShared } from '#tests/domain/sharedMaterial.ts';
import * as given from '#tests/support/given.ts';
import { faultsOf, SCHEMAS } from '#tests/support/officialSchemas.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

describe.skipIf(!hasShared(SCHEMAS))('an object that a command writes', () => {
  const server = useTestServer();
  const counsel = {
    consideration_text: 'Services',
    board_approval_date: '2023-12-20',
    stockholder_approval_date: '2023-12-21',
    security_law_exemptions: [{ description: 'Rule 701', jurisdiction: 'US' }],
  };
  const verbsOf = (company: Person) => async (resource: string, of: Row, name: string, body: Row) => {
    const { status, text } = await company.post(`/api/${resource}/${String(of.id)}/${name}`, body);
    expect([resource, name, status, text]).toEqual([resource, name, 200, text]);
  };

  it('is valid: a plan and everything that happens to its grants', async () => {
    const company = await signUpCompany(server);
    const verb = verbsOf(company);
    const shareClass = await given.shareClass(company);
    const plan = await given.equityPlan(company, {
      share_class_ids: [shareClass.id],
      stockholder_approval_date: '2020-02-01',
      // Only shares that did not come back automatically can be returned by an entry.
      default_cancellation_behavior: 'RETIRE',
    });
    const holder = await given.shareholder(company);
    const day = { date: '2025-06-01' };
    await verb('equity-plans', plan, 'adjust', { ...day, reserved: '200000', reason: 'Board' });
    const grant = (extra: Row) =>
      given.grant(company, { equity_plan_id: plan.id, shareholder_id: holder.id, ...extra });
    const option = await grant({
      ...counsel,
      compensation_type: 'OPTION_ISO',
      early_exercisable: true,
      expiration_date: '2034-01-01',
      termination_exercise_windows: [{ reason: 'VOLUNTARY_OTHER', period: 3, period_type: 'MONTHS' }],
    });
    await verb('grants', option, 'exercise', { ...day, quantity: '500' });
    await verb('grants', option, 'accelerate', { ...day, quantity: '10', reason: 'Promotion' });
    await verb('grants', option, 'reprice', { ...day, exercise_price: '0.25' });
    await verb('grants', option, 'cancel', { ...day, quantity: '100', reason: 'Agreed' });
    const units = await grant({ compensation_type: 'RSU', exercise_price: undefined, vesting: undefined });
    await verb('grants', units, 'release', { ...day, quantity: '100', withheld: '40' });
    await verb('grants', units, 'cancel', { ...day, reason: 'Agreed' });
    await verb('equity-plans', plan, 'return', { ...day, security_id: units.id, quantity: '5', reason: 'Board' });
    const right = await grant({ compensation_type: 'SSAR', vesting: undefined });
    await verb('grants', right, 'exercise', { ...day, quantity: '100', shares_issued: '40' });
    const cash = await grant({ compensation_type: 'CSAR', vesting: undefined });
    await verb('grants', cash, 'exercise', { ...day, quantity: '100', consideration_text: 'Paid in cash' });
    const leaver = await given.shareholder(company);
    await grant({ shareholder_id: leaver.id });
    await verb('shareholders', leaver, 'terminate', { ...day, reason: 'Moved abroad' });
    const { types, faults } = await faultsOf(server, company);
    expect(faults).toEqual([]);
    expect(types).toEqual([
      'CE_STAKEHOLDER_STATUS',
      'STAKEHOLDER',
      'STOCK_CLASS',
      'STOCK_PLAN',
      'TX_EQUITY_COMPENSATION_CANCELLATION',
      'TX_EQUITY_COMPENSATION_EXERCISE',
      'TX_EQUITY_COMPENSATION_ISSUANCE',
      'TX_EQUITY_COMPENSATION_RELEASE',
      'TX_EQUITY_COMPENSATION_REPRICING',
      'TX_STOCK_ISSUANCE',
      'TX_STOCK_PLAN_POOL_ADJUSTMENT',
      'TX_STOCK_PLAN_RETURN_TO_POOL',
      'TX_VESTING_ACCELERATION',
      'TX_VESTING_START',
      'VESTING_TERMS',
    ]);
  });

  it('is valid: a split, with the grants, warrants and certificates it makes', async () => {
    const company = await signUpCompany(server);
    const verb = verbsOf(company);
    const shareClass = await given.shareClass(company);
    const plan = await given.equityPlan(company, { share_class_ids: [shareClass.id] });
    const grant = await given.grant(company, { ...counsel, equity_plan_id: plan.id });
    await verb('grants', grant, 'exercise', { date: '2025-06-01', quantity: '100' });
    await given.warrant(company, { ...counsel, share_class_id: shareClass.id, purchase_price: '50.00' });
    await verb('share-classes', shareClass, 'split', { numerator: '3', denominator: '2', date: '2025-07-01' });
    const { types, faults } = await faultsOf(server, company);
    expect(faults).toEqual([]);
    expect(types).toContain('TX_WARRANT_CANCELLATION');
  });

  it('is valid: every shape of SAFE and note, converted, repaid in part and whole', async () => {
    const company = await signUpCompany(server);
    const verb = verbsOf(company);
    const shareClass = await given.shareClass(company);
    const shapes: Row[] = [
      { ...counsel, terms: { post_money_cap: '10000000', discount: '0.2', mfn: true } },
      { terms: { pre_money_cap: '8000000' } },
      { terms: { discount: '0.15' }, currency: 'EUR' },
      { terms: {} },
      { kind: 'NOTE', terms: {} },
      {
        kind: 'NOTE',
        terms: {
          post_money_cap: '5000000',
          discount: '0.2',
          interest: { rate: '0.08', day_count: '30_360', compounding: 'COMPOUNDING', accrual_period: 'QUARTERLY' },
          maturity_date: '2027-01-01',
        },
      },
    ];
    for (const shape of shapes) {
      const whole = await given.convertible(company, shape);
      await verb('convertibles', whole, 'cancel', { date: '2025-01-01', amount: '1000', reason: 'Repaid in part' });
      const made = await given.convertible(company, shape);
      await verb('convertibles', made, 'convert', {
        ...counsel,
        date: '2025-01-01',
        share_class_id: shareClass.id,
        quantity: '1000',
        price_per_share: '1.25',
      });
    }
    expect((await faultsOf(server, company)).faults).toEqual([]);
  });

  it('is valid: warrants, valuations and legends', async () => {
    const company = await signUpCompany(server);
    const verb = verbsOf(company);
    const shareClass = await given.shareClass(company);
    const warrant = (extra: Row = {}) =>
      given.warrant(company, { share_class_id: shareClass.id, ...counsel, ...extra });
    await verb('warrants', await warrant(), 'exercise', { quantity: '400', date: '2025-01-01' });
    await verb('warrants', await warrant({ expiration_date: undefined }), 'exercise', { date: '2025-01-01' });
    await verb('warrants', await warrant({ purchase_price: '5' }), 'cancel', {
      quantity: '1',
      date: '2025-01-01',
      reason: 'Agreed',
    });
    const valuation = await company.post('/api/valuations/', {
      share_class_id: shareClass.id,
      price_per_share: '0.75',
      effective_date: '2024-12-31',
      provider: 'Valuers LLC',
      board_approval_date: '2025-01-15',
    });
    await company.put(`/api/valuations/${String(valuation.body.id)}`, { ...valuation.body, provider: null });
    await company.post('/api/legends/', { name: 'Rule 144', text: 'Not registered.' });
    const { types, faults } = await faultsOf(server, company);
    expect(faults).toEqual([]);
    expect(types).toEqual(expect.arrayContaining(['VALUATION', 'STOCK_LEGEND_TEMPLATE', 'TX_WARRANT_EXERCISE']));
  });
});
