// E14 and W8: the reserve of a plan, the shares taken from it and returned to it, and the authorized shares they need.
import { describe, expect, it } from 'vitest';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import {
  company,
  errorsOf,
  granted,
  issued,
  ledgerOf,
  optionCancellation,
  optionExercise,
  stateOfCompany,
  stockClass,
  stockRepurchase,
  transaction,
  warningsOf,
  warranted,
} from './factories.ts';
import type { Extra } from './factories.ts';

const withPlan = (plan: Extra): OcfObject[] =>
  company().map((object) => (object['id'] === 'plan' ? { ...object, plan_name: 'Plan 2026', ...plan } : object));
const reserve = (id: string, shares_reserved: string, date = '2022-01-01') =>
  transaction('TX_STOCK_PLAN_POOL_ADJUSTMENT', id, { date, stock_plan_id: 'plan', shares_reserved });
const returned = (id: string, security_id: string, quantity: string, date = '2022-03-01') =>
  transaction('TX_STOCK_PLAN_RETURN_TO_POOL', id, {
    date,
    stock_plan_id: 'plan',
    security_id,
    quantity,
    reason_text: '',
  });
const cancelled = (id: string, security_id: string, quantity: string, date = '2022-03-01') =>
  optionCancellation(id, { date, security_id, quantity, reason_text: 'left' });
const later = (id: string, quantity: string, extra: Extra = {}) =>
  granted(id, 'grace', quantity, { date: '2022-04-01', ...extra });

const withoutEmpty = (object: OcfObject): OcfObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== '')) as OcfObject;

describe('the pool of a plan (E14)', () => {
  it('allows grants up to the reserve, and says how many shares are left', () => {
    expect(errorsOf(ledgerOf([granted('o1', 'ada', '1000')]))).toEqual([]);
    const ledger = ledgerOf([granted('o1', 'ada', '600'), later('o2', '500')], withPlan({}));
    expect(errorsOf(ledger)).toEqual(['E14 i_o2']);
    expect(ledger.findings[0]).toMatchObject({
      code: 'over_pool',
      detail:
        'Granting these options would exceed the pool of Plan 2026: 400 of 1,000 are available, 500 were asked for.',
    });
    expect(ledger.effects.securities).toHaveLength(2);
  });

  it('is checked at the end of the day, and an adjustment counts from its day on', () => {
    expect(errorsOf(ledgerOf([granted('o1', 'ada', '1500'), reserve('p1', '2000')]))).toEqual([]);
    expect(errorsOf(ledgerOf([granted('o1', 'ada', '1500'), reserve('p1', '2000', '2022-01-02')]))).toEqual([
      'E14 i_o1',
    ]);
  });

  it('cannot be lowered below the shares taken on that day or a later one', () => {
    const ledger = ledgerOf([granted('o1', 'ada', '600'), reserve('p1', '500', '2022-02-01')], withPlan({}));
    expect(errorsOf(ledger)).toEqual(['E14 p1']);
    expect(ledger.findings[0]!.detail).toBe(
      'The pool of Plan 2026 cannot be lowered to 500: 600 are granted, exercised or issued.',
    );
    const state = stateOfCompany(withPlan({}));
    interpret(state, [later('o1', '600')]);
    const { findings } = interpret(state, [reserve('p1', '500', '2022-02-01')]);
    expect(findings).toMatchObject([
      { rule: 'E14', object_id: 'p1', detail: expect.stringContaining('issued from 2022-04-01 on.') },
    ]);
  });

  it('counts restricted stock of the plan, and counts an exercised option and its shares once', () => {
    const restricted = issued('s1', 'ada', '600', { stock_plan_id: 'plan', issuance_type: 'RSA' });
    expect(errorsOf(ledgerOf([restricted, later('o1', '500')]))).toEqual(['E14 i_o1']);
    const exercised = [
      granted('o1', 'ada', '600'),
      issued('s1', 'ada', '600', { date: '2022-02-01', stock_plan_id: 'plan' }),
      optionExercise('x1', { date: '2022-02-01', security_id: 'o1', quantity: '600', resulting_security_ids: ['s1'] }),
    ];
    expect(errorsOf(ledgerOf([...exercised, later('o2', '400')]))).toEqual([]);
    expect(errorsOf(ledgerOf([...exercised, later('o2', '401')]))).toEqual(['E14 i_o2']);
    // Repurchased shares of an exercise do not return to the plan.
    const bought = stockRepurchase('b1', { date: '2022-03-01', security_id: 's1', quantity: '600', price: {} });
    expect(errorsOf(ledgerOf([...exercised, bought, later('o2', '401')]))).toEqual(['E14 i_o2']);
  });

  it('counts a grant once when it is transferred to another holder', () => {
    const moved = [
      granted('o1', 'ada', '600'),
      granted('o2', 'grace', '600', { date: '2022-02-01' }),
      transaction('TX_EQUITY_COMPENSATION_TRANSFER', 't1', {
        date: '2022-02-01',
        security_id: 'o1',
        quantity: '600',
        resulting_security_ids: ['o2'],
      }),
    ];
    expect(errorsOf(ledgerOf([...moved, later('o3', '400')]))).toEqual([]);
    expect(errorsOf(ledgerOf([...moved, cancelled('c1', 'o2', '600'), later('o3', '1000')]))).toEqual([]);
  });

  const grants = [granted('o1', 'ada', '600'), cancelled('c1', 'o1', '600')];
  it.each([
    [undefined, []],
    ['RETURN_TO_POOL', []],
    ['RETIRE', ['E14 i_o2']],
    ['HOLD_AS_CAPITAL_STOCK', ['E14 i_o2']],
    ['DEFINED_PER_PLAN_SECURITY', ['E14 i_o2']],
  ])('gets back cancelled options where the plan says so: %s', (default_cancellation_behavior, errors) => {
    const plan = withPlan({ ...(default_cancellation_behavior && { default_cancellation_behavior }) });
    expect(errorsOf(ledgerOf([...grants, later('o2', '1000')], plan))).toEqual(errors);
  });

  it('gets back the cancelled part of a grant, and repurchased restricted stock', () => {
    const part = [granted('o1', 'ada', '600'), cancelled('c1', 'o1', '200')];
    expect(errorsOf(ledgerOf([...part, later('o2', '600')]))).toEqual([]);
    expect(errorsOf(ledgerOf([...part, later('o2', '601')]))).toEqual(['E14 i_o2']);
    const stock = [
      issued('s1', 'ada', '600', { stock_plan_id: 'plan' }),
      stockRepurchase('b1', { date: '2022-03-01', security_id: 's1', quantity: '600', price: {} }),
    ];
    expect(errorsOf(ledgerOf([...stock, later('o2', '1000')]))).toEqual([]);
  });

  it('gets back a retracted grant whatever the plan says', () => {
    const retracted = transaction('TX_EQUITY_COMPENSATION_RETRACTION', 'r1', { date: '2022-02-01', security_id: 'o1' });
    const plan = withPlan({ default_cancellation_behavior: 'RETIRE' });
    expect(errorsOf(ledgerOf([granted('o1', 'ada', '600'), retracted, later('o2', '1000')], plan))).toEqual([]);
  });

  it('gets back the quantity of a return entry instead of the quantity by the plan’s rule, never both', () => {
    const retire = withPlan({ default_cancellation_behavior: 'RETIRE' });
    expect(errorsOf(ledgerOf([...grants, returned('r1', 'o1', '600'), later('o2', '1000')], retire))).toEqual([]);
    expect(errorsOf(ledgerOf([...grants, returned('r1', 'o1', '500'), later('o2', '901')]))).toEqual(['E14 i_o2']);
    expect(errorsOf(ledgerOf([...grants, returned('r1', 'o1', '500'), later('o2', '900')]))).toEqual([]);
    expect(errorsOf(ledgerOf([...grants, returned('r1', 'o1', '601')]))).toEqual(['E14 r1']);
    expect(errorsOf(ledgerOf([...grants, returned('r1', 'o1', '400'), returned('r2', 'o1', '201')]))).toEqual([
      'E14 r2',
    ]);
  });

  it('counts a return once also when it is entered after the cancellation', () => {
    const state = stateOfCompany(withPlan({}));
    interpret(state, grants);
    expect(interpret(state, [returned('r1', 'o1', '500')]).findings).toEqual([]);
    expect(interpret(state, [later('o2', '901')]).findings).toMatchObject([{ rule: 'E14', object_id: 'i_o2' }]);
  });

  it('keeps the shares returned by the rule until the day of a smaller return entry, which is an error if it overdraws the pool', () => {
    const all = [...grants, later('o2', '900'), returned('r1', 'o1', '100', '2022-06-01')];
    const { findings } = ledgerOf(all, withPlan({}));
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        rule: 'E14',
        object_id: 'r1',
        message:
          "Stock plan return to pool of o1 (ada) returns 500 fewer shares of o1 than the plan's rule had returned: 1,400 taken of 1,000 reserved in Plan 2026 on 2022-06-01.",
      },
    ]);
    const state = stateOfCompany(withPlan({}));
    interpret(state, all.slice(0, -1));
    expect(interpret(state, all.slice(-1), { mode: 'native' }).findings).toMatchObject([
      { rule: 'E14', object_id: 'r1' },
    ]);
    const fewer = [...grants, later('o2', '500'), returned('r1', 'o1', '100', '2022-06-01')];
    expect(errorsOf(ledgerOf(fewer))).toEqual([]);
  });

  const planShares = (id: string, stock_plan_id: string | undefined = 'plan') =>
    issued(id, 'ada', '600', { date: '2022-02-01', stock_plan_id });
  const bought = (security_id: string) =>
    stockRepurchase('b1', {
      date: '2022-03-01',
      security_id,
      quantity: '600',
      price: { amount: '1', currency: 'USD' },
    });
  const exercise = [
    granted('o1', 'ada', '600', { early_exercisable: true }),
    planShares('s1'),
    optionExercise('x1', { date: '2022-02-01', security_id: 'o1', quantity: '600', resulting_security_ids: ['s1'] }),
  ];
  const restricted = [issued('s1', 'ada', '600', { stock_plan_id: 'plan' })];
  const on = { date: '2022-02-01', security_id: 's1' };
  const passed = { ...on, quantity: '600', resulting_security_ids: ['s2'] };
  const whole = { date: '2022-02-01', security_ids: ['s1'], resulting_security_id: 's2' };
  const alone = { object_type: 'TX_STOCK_TRANSFER', id: 't1', ...passed };
  const steps: [string, OcfObject[]][] = [
    ['transferred', [planShares('s2'), alone]],
    ['transferred without naming the plan', [planShares('s2', ''), alone]],
    [
      'reissued',
      [planShares('s2'), transaction('TX_STOCK_REISSUANCE', 't1', { ...on, resulting_security_ids: ['s2'] })],
    ],
    ['consolidated', [planShares('s2'), transaction('TX_STOCK_CONSOLIDATION', 't1', whole)]],
  ];
  it.each(steps)(
    'does not get back shares of an exercise that were %s, and gets back restricted stock by the plan’s rule',
    (_, step) => {
      const retire = withPlan({ default_cancellation_behavior: 'RETIRE' });
      const left = (first: OcfObject[], quantity: string, objects?: OcfObject[]) =>
        errorsOf(ledgerOf([...first, ...step.map(withoutEmpty), bought('s2'), later('o9', quantity)], objects));
      expect([left(exercise, '400'), left(exercise, '401')]).toEqual([[], ['E14 i_o9']]);
      expect([left(restricted, '1000'), left(restricted, '1001')]).toEqual([[], ['E14 i_o9']]);
      expect([left(restricted, '400', retire), left(restricted, '401', retire)]).toEqual([[], ['E14 i_o9']]);
    },
  );

  it('does not get back shares that were consolidated with shares from outside the plan', () => {
    const one = [
      ...restricted,
      issued('s3', 'ada', '100'),
      issued('s2', 'ada', '700', { date: '2022-02-01', stock_plan_id: 'plan' }),
      transaction('TX_STOCK_CONSOLIDATION', 't1', {
        date: '2022-02-01',
        security_ids: ['s1', 's3'],
        resulting_security_id: 's2',
      }),
      stockRepurchase('b1', { date: '2022-03-01', security_id: 's2', quantity: '700', price: {} }),
    ];
    expect(errorsOf(ledgerOf([...one, later('o9', '400')]))).toEqual([]);
    expect(errorsOf(ledgerOf([...one, later('o9', '401')]))).toEqual(['E14 i_o9']);
  });

  it('gets back all of a retracted grant, including its cancelled part but not its exercised part', () => {
    const retracted = transaction('TX_EQUITY_COMPENSATION_RETRACTION', 'r9', { date: '2022-03-01', security_id: 'o1' });
    const retire = withPlan({ default_cancellation_behavior: 'RETIRE' });
    const part = [
      granted('o1', 'ada', '1000', { early_exercisable: true }),
      cancelled('c1', 'o1', '300', '2022-02-01'),
    ];
    expect(errorsOf(ledgerOf([...part, retracted, later('o2', '1000')], retire))).toEqual([]);
    const used = optionExercise('x1', {
      date: '2022-02-01',
      security_id: 'o1',
      quantity: '200',
      resulting_security_ids: ['s1'],
    });
    const shares = issued('s1', 'ada', '200', { date: '2022-02-01' });
    const all = [...part, used, shares, retracted, returned('b1', 'o1', '100', '2022-02-02')];
    expect(errorsOf(ledgerOf([...all, later('o2', '800')], retire))).toEqual([]);
    expect(errorsOf(ledgerOf([...all, later('o2', '801')], retire))).toEqual(['E14 i_o2']);
  });

  it('has no limit when the plan states none, and is not checked for a plan that does not exist', () => {
    expect(
      errorsOf(ledgerOf([granted('o1', 'ada', '99999')], withPlan({ initial_shares_reserved: undefined }))),
    ).toEqual([]);
    expect(errorsOf(ledgerOf([granted('o1', 'ada', '99999', { stock_plan_id: 'none' })]))).toEqual(['E1 i_o1']);
  });
});

describe('authorized shares for the reserved ones (W8)', () => {
  const small = (extra: Extra, plan: Extra = {}) =>
    company({ common: extra }).map((object) =>
      object['id'] === 'plan' ? { ...object, stock_class_ids: ['common'], ...plan } : object,
    );
  it('warns when the plan, warrants and conversions need more than the authorized shares', () => {
    const all = [
      issued('s1', 'ada', '1000'),
      granted('o1', 'ada', '400'),
      warranted('w1', 'grace', '50', {
        exercise_triggers: [{ trigger_id: 'T', conversion_right: { converts_to_stock_class_id: 'common' } }],
      }),
      issued('p1', 'grace', '100', { stock_class_id: 'preferred' }),
    ];
    // 1,000 issued, 1,000 in the plan, 50 of the warrant, 200 for the preferred.
    expect(warningsOf(ledgerOf(all, small({ initial_shares_authorized: '2250' })))).toEqual([]);
    const tight = ledgerOf(all, small({ initial_shares_authorized: '2249' }));
    expect(warningsOf(tight)).toEqual(['W8 common']);
    expect(tight.findings[0]!.message).toBe(
      'Stock class common: 1,000 are outstanding and 1,250 reserved for plans, warrants and conversions, of 2,249 authorized.',
    );
    expect(warningsOf(ledgerOf(all, small({ initial_shares_authorized: 'UNLIMITED' })))).toEqual([]);
  });

  it('reserves shares for preferred that names no class only where there is one common class', () => {
    const unnamed = (authorized: string) =>
      small({ initial_shares_authorized: authorized }).map((object) =>
        object['id'] === 'preferred' ? { ...object, conversion_rights: [] } : object,
      );
    const held = [issued('s1', 'ada', '1000'), issued('p1', 'grace', '100', { stock_class_id: 'preferred' })];
    expect(warningsOf(ledgerOf(held, unnamed('2100')))).toEqual([]);
    expect(warningsOf(ledgerOf(held, unnamed('2099')))).toEqual(['W8 common']);
    const another = [...unnamed('2099'), stockClass('another', { class_type: 'COMMON' })];
    expect(warningsOf(ledgerOf(held, another))).toEqual([]);
  });

  it('counts exercised options once, as the shares they became', () => {
    const exercised = [
      granted('o1', 'ada', '1000'),
      issued('s1', 'ada', '400', { date: '2022-02-01' }),
      optionExercise('x1', { date: '2022-02-01', security_id: 'o1', quantity: '400', resulting_security_ids: ['s1'] }),
    ];
    expect(warningsOf(ledgerOf(exercised, small({ initial_shares_authorized: '1000' })))).toEqual([]);
    expect(warningsOf(ledgerOf(exercised, small({ initial_shares_authorized: '999' })))).toEqual(['W8 common']);
  });

  it('is not checked in native commands, which do not load the whole company', () => {
    const { findings } = ledgerOf([issued('s1', 'ada', '10')], small({ initial_shares_authorized: '20' }), 'native');
    expect(findings).toEqual([]);
  });
});

describe('authorized shares lowered below the outstanding shares of a later day (E13)', () => {
  it('gives an error at the adjustment, with the day', () => {
    const state = stateOfCompany(company());
    interpret(state, [issued('s1', 'ada', '500'), issued('s2', 'ada', '400', { date: '2022-06-01' })]);
    const lowered = (new_shares_authorized: string) =>
      transaction('TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT', 'a1', {
        date: '2022-03-01',
        stock_class_id: 'common',
        new_shares_authorized,
      });
    const { findings } = interpret(state, [lowered('800')], { mode: 'native' });
    expect(findings).toMatchObject([
      {
        rule: 'E13',
        object_id: 'a1',
        detail:
          'The authorized shares for this class cannot be lowered to 800: 900 are outstanding from 2022-06-01 on.',
      },
    ]);
    const other = stateOfCompany(company());
    interpret(other, [issued('s1', 'ada', '500'), issued('s2', 'ada', '400', { date: '2022-06-01' })]);
    expect(interpret(other, [lowered('900')], { mode: 'native' }).findings).toEqual([]);
  });
});
