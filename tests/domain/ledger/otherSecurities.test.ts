import { describe, expect, it } from 'vitest';
import {
  company,
  errorsOf,
  granted,
  holdings,
  issued,
  ledgerOf,
  noted,
  optionCancellation,
  optionExercise,
  optionRelease,
  options,
  tableOf,
  transaction,
  warningsOf,
  warranted,
} from './factories.ts';

describe('options and units', () => {
  const exercised = (quantity: string, shares = quantity) => [
    granted('o1', 'ada', '1000'),
    issued('s1', 'ada', shares, { date: '2022-06-15' }),
    optionExercise('x1', { date: '2022-06-15', security_id: 'o1', quantity, resulting_security_ids: ['s1'] }),
  ];
  it('an exercise shrinks the option and leaves it open', () => {
    const ledger = ledgerOf(exercised('400'));
    expect(ledger.findings).toEqual([]);
    expect(options(ledger, '2022-06-14')).toEqual({ ada: '1000' });
    expect(options(ledger, '2022-06-15')).toEqual({ ada: '600' });
    expect(holdings(ledger, '2022-06-15')).toEqual({ ada: '400' });
    expect(ledger.effects.terminations).toEqual([]);
    expect(ledger.effects.resulting).toMatchObject([{ result_security_id: 's1', from_security_id: 'o1' }]);
  });
  it('an exercise of more than is left takes the option to zero, never below (E7, D4)', () => {
    const ledger = ledgerOf(exercised('1200'));
    expect(errorsOf(ledger)).toEqual(['E7 x1']);
    expect(options(ledger, '2022-06-15')).toEqual({});
    expect(ledger.effects.reductions).toMatchObject([{ quantity: '1000', why: 'EXERCISE', accepted: true }]);
  });
  it('a cancellation of a negative amount has no effect, and its finding says so with the formatted amount (E7)', () => {
    const amount = { amount: '-867.53', currency: 'USD' };
    const cancelled = transaction('TX_CONVERTIBLE_CANCELLATION', 'x1', {
      date: '2022-06-15',
      security_id: 'n1',
      amount,
    });
    const { findings } = ledgerOf([noted('n1', 'ada', '1000'), cancelled]);
    expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      expect.stringMatching(/^E7: .* its amount is −\$867\.53, .* It is kept without effect\.$/),
    ]);
  });
  it('an exercise must give one share for each option (E8) to the same holder (E9)', () => {
    expect(errorsOf(ledgerOf(exercised('400', '401')))).toEqual(['E8 x1']);
    const other = exercised('400');
    other[1] = issued('s1', 'grace', '400', { date: '2022-06-15' });
    expect(errorsOf(ledgerOf(other))).toEqual(['E9 x1']);
  });
  it('appreciation rights settle in fewer shares', () => {
    const rows = exercised('400', '150');
    rows[0] = granted('o1', 'ada', '1000', { compensation_type: 'SSAR' });
    expect(errorsOf(ledgerOf(rows))).toEqual([]);
  });
  it('an exercise whose shares were never issued still shrinks the option (E5, D5)', () => {
    const ledger = ledgerOf([
      granted('o1', 'ada', '1000'),
      optionExercise('x1', {
        date: '2022-06-15',
        security_id: 'o1',
        quantity: '500',
        resulting_security_ids: ['gone'],
      }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E5 x1']);
    expect(options(ledger, '2022-06-15')).toEqual({ ada: '500' });
  });
  it('a release may withhold shares for tax, but never adds any (E8)', () => {
    const released = (shares: string) =>
      ledgerOf([
        granted('o1', 'ada', '100', { compensation_type: 'RSU' }),
        issued('s1', 'ada', shares, { date: '2022-06-15' }),
        optionRelease('x1', { date: '2022-06-15', security_id: 'o1', quantity: '50', resulting_security_ids: ['s1'] }),
      ]);
    expect(errorsOf(released('30'))).toEqual([]);
    expect(options(released('30'), '2022-06-15')).toEqual({ ada: '50' });
    expect(errorsOf(released('51'))).toEqual(['E8 x1']);
  });
  it('exercise and cancellation on one day add up, the cancellation last', () => {
    const ledger = ledgerOf([
      ...exercised('400'),
      optionCancellation('a1', { date: '2022-06-15', security_id: 'o1', quantity: '600' }),
    ]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(options(ledger, '2022-06-15')).toEqual({});
    expect(ledger.effects.terminations).toMatchObject([{ security_id: 'o1', verb: 'cancelled', quantity: '600' }]);
  });
  it('keep their class when they are transferred (E9)', () => {
    const ledger = ledgerOf([
      granted('o1', 'ada', '20'),
      granted('o2', 'grace', '20', { date: '2022-02-01', stock_class_id: 'preferred' }),
      transaction('TX_EQUITY_COMPENSATION_TRANSFER', 't1', {
        date: '2022-02-01',
        security_id: 'o1',
        quantity: '20',
        resulting_security_ids: ['o2'],
      }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E9 t1']);
  });
  it('deprecated type names work like the current ones (D10)', () => {
    const rows = exercised('400').map((row) => ({
      ...row,
      object_type: String(row['object_type']).replace('TX_EQUITY_COMPENSATION_', 'TX_PLAN_SECURITY_'),
    }));
    expect(options(ledgerOf(rows), '2022-06-15')).toEqual({ ada: '600' });
  });
  it('a retraction and a transfer move the whole grant', () => {
    const ledger = ledgerOf([
      granted('o1', 'ada', '10'),
      granted('o2', 'ada', '20'),
      granted('o3', 'grace', '20', { date: '2022-02-01' }),
      transaction('TX_EQUITY_COMPENSATION_RETRACTION', 'r1', { date: '2022-02-01', security_id: 'o1' }),
      transaction('TX_EQUITY_COMPENSATION_TRANSFER', 't1', {
        date: '2022-02-01',
        security_id: 'o2',
        quantity: '20',
        resulting_security_ids: ['o3'],
      }),
    ]);
    expect(ledger.findings).toEqual([]);
    expect(options(ledger, '2022-02-01')).toEqual({ grace: '20' });
  });
});

describe('convertibles', () => {
  it('are counted by amount, never by an estimated number of shares', () => {
    const ledger = ledgerOf([
      noted('n1', 'ada', '1000.50'),
      noted('n2', 'grace', '99.50'),
      noted('n3', 'ada', '5', { convertible_type: 'NOTE' }),
    ]);
    expect(tableOf(ledger, '2022-01-01').convertibles).toEqual([
      { kind: 'NOTE', count: 1, amount: '5', currency: 'USD' },
      { kind: 'SAFE', count: 2, amount: '1100', currency: 'USD' },
    ]);
    expect(
      tableOf(ledger, '2022-01-01').rows.map(({ shareholder_id, total, convertibles }) => [
        shareholder_id,
        total,
        convertibles,
      ]),
    ).toEqual([
      [
        'ada',
        '0',
        [
          { kind: 'NOTE', count: 1, amount: '5', currency: 'USD' },
          { kind: 'SAFE', count: 1, amount: '1000.5', currency: 'USD' },
        ],
      ],
      ['grace', '0', [{ kind: 'SAFE', count: 1, amount: '99.5', currency: 'USD' }]],
    ]);
  });
  it('end when they convert, whatever quantity_converted says (D6)', () => {
    const ledger = ledgerOf([
      noted('n1', 'ada', '1000'),
      issued('s1', 'ada', '77', { date: '2022-05-01' }),
      transaction('TX_CONVERTIBLE_CONVERSION', 'v1', {
        date: '2022-05-01',
        security_id: 'n1',
        trigger_id: 'T',
        quantity_converted: '77',
        resulting_security_ids: ['s1'],
      }),
    ]);
    expect(ledger.findings).toEqual([]);
    expect(tableOf(ledger, '2022-05-01')).toMatchObject({ convertibles: [], total: '77' });
  });
  it('must convert into shares of the same holder (E9)', () => {
    const ledger = ledgerOf([
      noted('n1', 'ada', '1000'),
      issued('s1', 'grace', '77', { date: '2022-05-01' }),
      transaction('TX_CONVERTIBLE_CONVERSION', 'v1', {
        date: '2022-05-01',
        security_id: 'n1',
        trigger_id: 'T',
        resulting_security_ids: ['s1'],
      }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E9 v1']);
  });
  it('are cancelled and transferred by amount', () => {
    const ledger = ledgerOf([
      noted('n1', 'ada', '1000'),
      noted('n2', 'ada', '500'),
      noted('n3', 'grace', '500', { date: '2022-05-01' }),
      transaction('TX_CONVERTIBLE_CANCELLATION', 'x1', {
        date: '2022-05-01',
        security_id: 'n1',
        amount: { amount: '400', currency: 'USD' },
      }),
      transaction('TX_CONVERTIBLE_TRANSFER', 't1', {
        date: '2022-05-01',
        security_id: 'n2',
        amount: { amount: '500', currency: 'USD' },
        resulting_security_ids: ['n3'],
      }),
    ]);
    expect(errorsOf(ledger)).toEqual([]);
    expect(warningsOf(ledger)).toEqual(['D6 x1']);
    expect(tableOf(ledger, '2022-05-01').convertibles).toMatchObject([{ count: 2, amount: '1100' }]);
  });
});

describe('warrants', () => {
  const triggers = [
    {
      trigger_id: 'T',
      conversion_right: {
        conversion_mechanism: { type: 'FIXED_AMOUNT_CONVERSION', converts_to_quantity: '22538' },
        converts_to_stock_class_id: 'common',
      },
    },
  ];
  it('take a missing quantity from their conversion right', () => {
    const ledger = ledgerOf([warranted('w1', 'ada', null, { exercise_triggers: triggers })]);
    expect(ledger.findings).toEqual([]);
    expect(ledger.effects.securities[0]).toMatchObject({ quantity: '22538', stock_class_id: 'common' });
    expect(tableOf(ledger, '2022-01-01').rows[0]).toMatchObject({ warrants: '22538', total: '0' });
  });
  it('may have no known quantity', () => {
    expect(ledgerOf([warranted('w1', 'ada', null)]).effects.securities[0]?.quantity).toBeNull();
  });
  it('end when exercised, and may leave a new warrant for the rest', () => {
    const ledger = ledgerOf([
      warranted('w1', 'ada', '100'),
      issued('s1', 'ada', '60', { date: '2022-05-01' }),
      warranted('w2', 'ada', '40', { date: '2022-05-01' }),
      transaction('TX_WARRANT_EXERCISE', 'x1', {
        date: '2022-05-01',
        security_id: 'w1',
        trigger_id: 'T',
        resulting_security_ids: ['s1', 'w2'],
      }),
    ]);
    expect(ledger.findings).toEqual([]);
    expect(tableOf(ledger, '2022-05-01').rows).toMatchObject([{ warrants: '40', total: '60' }]);
    expect(ledger.effects.terminations[0]?.verb).toBe('exercised');
  });
  it('cannot be exercised twice (E4)', () => {
    const exercise = (id: string) =>
      transaction('TX_WARRANT_EXERCISE', id, { security_id: 'w1', trigger_id: 'T', resulting_security_ids: [] });
    expect(errorsOf(ledgerOf([warranted('w1', 'ada', '100'), exercise('x1'), exercise('x2')]))).toEqual(['E4 x2']);
  });
});

describe('triggers and vestings', () => {
  const range = [{ trigger_id: 'R', type: 'ELECTIVE_IN_RANGE', start_date: '2022-03-01', end_date: '2022-06-01' }];
  const exercise = (date: string, trigger_id: string | undefined) =>
    errorsOf(
      ledgerOf([
        warranted('w1', 'ada', '100', { exercise_triggers: range }),
        transaction('TX_WARRANT_EXERCISE', 'x1', { date, security_id: 'w1', trigger_id, resulting_security_ids: [] }),
      ]),
    );
  it('an exercise must name a trigger of its warrant, on a day from its start date to its end date (E17)', () => {
    expect([exercise('2022-03-01', 'R'), exercise('2022-06-01', 'R')]).toEqual([[], []]);
    expect([exercise('2022-02-28', 'R'), exercise('2022-06-02', 'R')]).toEqual([['E17 x1'], ['E17 x1']]);
    expect([exercise('2022-05-01', 'Q'), exercise('2022-05-01', undefined)]).toEqual([['E17 x1'], ['E17 x1']]);
  });
  it('a security cannot have two triggers with the same id (E17)', () => {
    expect(errorsOf(ledgerOf([noted('n1', 'ada', '5', { conversion_triggers: [...range, ...range] })]))).toEqual([
      'E17 i_n1',
    ]);
  });
  it('listed vestings must add up to the granted quantity (E18)', () => {
    const vesting = (amount: string) =>
      errorsOf(
        ledgerOf([
          granted('o1', 'ada', '10', {
            vestings: [
              { date: '2023-01-01', amount: '4' },
              { date: '2024-01-01', amount },
            ],
          }),
        ]),
      );
    expect([vesting('6'), vesting('5')]).toEqual([[], ['E18 i_o1']]);
  });
});

describe('facts that move no stock', () => {
  it('are kept in order: pool, returns, vesting, repricing, changes of holders', () => {
    const ledger = ledgerOf([
      granted('o1', 'ada', '100'),
      transaction('TX_STOCK_PLAN_POOL_ADJUSTMENT', 'p1', { stock_plan_id: 'plan', shares_reserved: '400' }),
      transaction('TX_STOCK_PLAN_RETURN_TO_POOL', 'p2', { stock_plan_id: 'plan', security_id: 'o1', quantity: '10' }),
      transaction('TX_VESTING_START', 'v1', { date: '2021-06-01', security_id: 'o1', vesting_condition_id: 'start' }),
      transaction('TX_VESTING_ACCELERATION', 'v2', { security_id: 'o1', quantity: '5' }),
      transaction('TX_EQUITY_COMPENSATION_REPRICING', 'q1', {
        security_id: 'o1',
        new_exercise_price: { amount: '2.45', currency: 'USD' },
      }),
      transaction('CE_STAKEHOLDER_STATUS', 'e1', { stakeholder_id: 'ada', new_status: 'LEAVE_OF_ABSENCE' }),
      transaction('CE_STAKEHOLDER_RELATIONSHIP', 'e2', { stakeholder_id: 'ada', relationship_started: 'ADVISOR' }),
    ]);
    expect(ledger.findings).toEqual([]);
    expect(ledger.effects).toMatchObject({
      plan_pools: [{ shares_reserved: '400' }],
      pool_returns: [{ security_id: 'o1', quantity: '10' }],
      vesting_facts: [
        { fact: 'START', effective_date: '2021-06-01' },
        { fact: 'ACCELERATION', quantity: '5' },
      ],
      repricings: [{ exercise_price: '2.45' }],
      stakeholder_changes: [{ new_status: 'LEAVE_OF_ABSENCE' }, { relationship_started: 'ADVISOR' }],
    });
    expect(options(ledger, '2022-12-31')).toEqual({ ada: '100' });
  });
  it('are an error where they name a plan, a security or a holder that does not exist (E1, E2)', () => {
    const ledger = ledgerOf([
      transaction('TX_STOCK_PLAN_POOL_ADJUSTMENT', 'p1', { stock_plan_id: 'none', shares_reserved: '400' }),
      transaction('TX_VESTING_EVENT', 'v1', { security_id: 'none', vesting_condition_id: 'start' }),
      transaction('CE_STAKEHOLDER_STATUS', 'e1', { stakeholder_id: 'nobody', new_status: 'ACTIVE' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E1 e1', 'E1 p1', 'E2 v1']);
  });
  it('cannot reprice or accelerate an ended grant (E2)', () => {
    const ledger = ledgerOf([
      granted('o1', 'ada', '100'),
      optionCancellation('x1', { date: '2022-02-01', security_id: 'o1', quantity: '100' }),
      transaction('TX_VESTING_ACCELERATION', 'v1', { date: '2022-03-01', security_id: 'o1', quantity: '5' }),
      transaction('TX_EQUITY_COMPENSATION_REPRICING', 'q1', {
        date: '2022-03-01',
        security_id: 'o1',
        new_exercise_price: { amount: '2', currency: 'USD' },
      }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E2 q1', 'E2 v1']);
  });
  it('order two pool adjustments by date', () => {
    const ledger = ledgerOf([
      transaction('TX_STOCK_PLAN_POOL_ADJUSTMENT', 'b', {
        date: '2022-11-15',
        stock_plan_id: 'plan',
        shares_reserved: '200',
      }),
      transaction('TX_STOCK_PLAN_POOL_ADJUSTMENT', 'a', {
        date: '2022-11-14',
        stock_plan_id: 'plan',
        shares_reserved: '400',
      }),
    ]);
    expect(ledger.effects.plan_pools.map((row) => row.shares_reserved)).toEqual(['400', '200']);
  });
});

describe('unknown types and values', () => {
  it('keep a transaction of an unknown type whole, in its place, with an error', () => {
    const odd = { object_type: 'TX_STOCK_TELEPORTATION', id: 'z1', date: '2022-01-01', anything: [1, { deep: true }] };
    const ledger = ledgerOf([odd, issued('s1', 'ada', '1')]);
    expect(errorsOf(ledger)).toEqual(['unknown_object_type z1']);
    expect(ledger.ordered.map((entry) => entry.transaction)).toContain(odd);
  });
  it('never make the ledger throw', () => {
    const types =
      Object.keys(ledgerOf([]).effects).length > 0
        ? ['TX_STOCK_TRANSFER', 'TX_STOCK_CLASS_SPLIT', 'TX_WARRANT_ISSUANCE', 'TX_STOCK_CONSOLIDATION']
        : [];
    const junk = [undefined, null, '', 0, -1, [], {}, [null], 'x', true, { omitted: true }, { amount: [] }];
    const fields = [
      'id',
      'date',
      'security_id',
      'security_ids',
      'quantity',
      'resulting_security_ids',
      'split_ratio',
      'exercise_triggers',
      'stakeholder_id',
      'stock_class_id',
    ];
    for (const object_type of types) {
      for (const value of junk) {
        const object = {
          object_type,
          id: 'j',
          date: '2022-01-01',
          ...Object.fromEntries(fields.map((field) => [field, value])),
        };
        expect(() => ledgerOf([object, { ...object, id: 'k', date: '2022-01-01' }], company())).not.toThrow();
      }
    }
  });
});
