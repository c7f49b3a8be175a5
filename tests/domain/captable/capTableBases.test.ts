// Checks the four cap table bases against figures worked out by hand, and each rule for conversion ratios and pools.
import { describe, expect, it } from 'vitest';
import { bases } from '#src/domain/captable/capTableBasis.ts';
import { poolsAsOf } from '#src/domain/captable/capTable.ts';
import { planFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import {
  EARLIER,
  LATER,
  earlierDiluted,
  paperObjects,
  paperOf,
  paperTables,
  paperTransactions,
  sumOfPercents,
} from '#tests/support/paperCompany.ts';
import {
  company,
  errorsOf,
  granted,
  issued,
  ledgerOf,
  stockClass,
  stockRepurchase,
  tableOf,
} from '../ledger/factories.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';

const plansOf = (objects: OcfObject[]) => objects.filter((each) => each.object_type === 'STOCK_PLAN').map(planFactsOf);

describe('the four bases', () => {
  const ledger = ledgerOf(paperTransactions, paperObjects);
  const plans = plansOf(paperObjects);
  it('start from a ledger without errors', () => expect(errorsOf(ledger)).toEqual([]));
  it.each(bases)('agree with the figures worked out by hand: %s', (basis) => {
    const table = tableOf(ledger, LATER, { basis, plans });
    expect(paperOf(table)).toEqual(paperTables[basis]);
    expect([sumOfPercents(table.rows), sumOfPercents([...table.classes, ...table.instruments])]).toEqual([
      '1000000',
      '1000000',
    ]);
  });
  it('use the conversion ratio and the pool in force on that day', () => {
    expect(paperOf(tableOf(ledger, EARLIER, { basis: 'fully_diluted', plans }))).toEqual(earlierDiluted);
  });
  it('show convertibles as amounts of money, and count the warrants that state no number of shares', () => {
    const table = tableOf(ledger, LATER, { basis: 'fully_diluted', plans });
    const angel = table.rows.find((row) => row.shareholder_id === 'angel');
    expect(angel).toMatchObject({
      warrants: '0',
      warrants_without_number: 1,
      convertibles: [
        { kind: 'NOTE', count: 1, amount: '25000', currency: 'EUR' },
        { kind: 'SAFE', count: 1, amount: '100000', currency: 'USD' },
      ],
    });
    expect(table.convertibles).toContainEqual({ kind: 'SAFE', count: 2, amount: '150000', currency: 'USD' });
    expect(table.instruments.map(({ kind, quantity, counted }) => [kind, quantity, counted])).toEqual([
      ['options', '500', '500'],
      ['warrants', '101', '176'],
      ['pool', '1010', '1010'],
    ]);
  });
  it('give the pool a row without a shareholder in the fully diluted table only', () => {
    for (const basis of bases) {
      const rowsWithoutHolder = tableOf(ledger, LATER, { basis, plans }).rows.filter(
        (row) => row.shareholder_id === null,
      );
      expect([basis, rowsWithoutHolder.map((row) => row.name)]).toEqual([
        basis,
        basis === 'fully_diluted' ? ['Unallocated pool'] : [],
      ]);
    }
  });
});

describe('preferred shares in the as-converted table', () => {
  const mechanism = (extra: object) => ({ conversion_mechanism: { type: 'RATIO_CONVERSION', ...extra } });
  const counted = (preferred: Record<string, unknown>, quantity = '10') =>
    tableOf(
      ledgerOf([issued('s', 'ada', quantity, { stock_class_id: 'preferred' })], company({ preferred })),
      '2022-01-01',
      {
        basis: 'as_converted',
      },
    ).total;
  const right = (n: string, d: string, to = 'common') => ({
    ...mechanism({ ratio: { numerator: n, denominator: d } }),
    converts_to_stock_class_id: to,
  });
  it('count by the ratio of their conversion right, rounded down', () => {
    expect(counted({ conversion_rights: [right('4', '3')] })).toBe('13');
    expect(counted({ conversion_rights: [right('10', '2')] })).toBe('50');
  });
  it('count by the price divided by the conversion price where the right states no ratio', () => {
    const conversion_rights = [mechanism({ conversion_price: { amount: '0.4', currency: 'USD' } })];
    expect(counted({ conversion_rights, price_per_share: { amount: '1', currency: 'USD' } })).toBe('25');
  });
  it('count one for one where neither is stated', () => {
    expect(counted({ conversion_rights: [] })).toBe('10');
    expect(counted({ conversion_rights: [mechanism({})] })).toBe('10');
  });
  it('use, of several rights, the one into the voting common class with the fewest votes per share (S8)', () => {
    const objects = [
      ...company({
        preferred: { conversion_rights: [right('9', '1', 'many'), right('2', '1'), right('7', '1', 'none')] },
      }),
      stockClass('many', { class_type: 'COMMON', votes_per_share: '10' }),
      stockClass('none', { class_type: 'COMMON', votes_per_share: '0' }),
    ];
    const ledger = ledgerOf([issued('s', 'ada', '10', { stock_class_id: 'preferred' })], objects);
    expect(tableOf(ledger, '2022-01-01', { basis: 'as_converted' }).total).toBe('20');
  });
  it('keep every fraction where the class has them, and stay exact beyond 2^53', () => {
    expect(counted({ conversion_rights: [right('1', '1')] }, '9007199254740993.0000000001')).toBe(
      '9007199254740993.0000000001',
    );
    expect(counted({ conversion_rights: [right('3', '1')] }, '9007199254740993')).toBe('27021597764222979');
  });
  it('are rounded per holder and class, not per certificate', () => {
    const transactions = ['a', 'b', 'c'].map((id) => issued(id, 'ada', '1', { stock_class_id: 'preferred' }));
    const ledger = ledgerOf(transactions, company({ preferred: { conversion_rights: [right('3', '2')] } }));
    expect(tableOf(ledger, '2022-01-01', { basis: 'as_converted' }).total).toBe('4');
  });
});

describe('the available shares of a plan', () => {
  const pool = (transactions: OcfObject[], date: string, plan: Record<string, unknown> = {}) => {
    const objects = company().map((each) => (each.object_type === 'STOCK_PLAN' ? { ...each, ...plan } : each));
    const [figures] = poolsAsOf(ledgerOf(transactions, objects).effects, plansOf(objects), date);
    return figures && [figures.reserved, figures.outstanding, figures.exercised, figures.available];
  };
  const entry = (type: string, id: string, date: string, extra: Record<string, unknown>): OcfObject => ({
    object_type: `TX_${type}`,
    id,
    date,
    ...extra,
  });
  const reserve = (id: string, date: string, shares_reserved: string) =>
    entry('STOCK_PLAN_POOL_ADJUSTMENT', id, date, { stock_plan_id: 'plan', shares_reserved });
  const cancel = (security_id: string, quantity: string, date = '2022-03-01') =>
    entry('EQUITY_COMPENSATION_CANCELLATION', `c-${security_id}`, date, { security_id, quantity, reason_text: '-' });
  const giveBack = (security_id: string, quantity: string, date: string) =>
    entry('STOCK_PLAN_RETURN_TO_POOL', `r-${security_id}`, date, {
      stock_plan_id: 'plan',
      security_id,
      quantity,
      reason_text: '-',
    });

  it('are the latest reserve less the outstanding grants (S8)', () => {
    const entries = [
      granted('o', 'ada', '100'),
      reserve('p1', '2022-11-14', '400'),
      reserve('p2', '2022-11-15', '200'),
    ];
    expect(pool(entries, '2022-11-13', { initial_shares_reserved: '500' })?.[3]).toBe('400');
    expect(pool(entries, '2022-11-14')?.[3]).toBe('300');
    expect(pool(entries, '2022-11-15')?.[3]).toBe('100');
  });
  it('match case AN-04: 1,795,000 reserved, 650,000 granted, 40,000 exercised, 15,000 returned', () => {
    const entries = [
      granted('o', 'ada', '650000'),
      entry('EQUITY_COMPENSATION_EXERCISE', 'x', '2022-02-01', {
        security_id: 'o',
        quantity: '40000',
        resulting_security_ids: ['s'],
      }),
      issued('s', 'ada', '40000', { date: '2022-02-01', stock_plan_id: 'plan' }),
      cancel('o', '15000'),
    ];
    expect(pool(entries, '2022-04-01', { initial_shares_reserved: '1795000' })).toEqual([
      '1795000',
      '595000',
      '40000',
      '1160000',
    ]);
  });
  it('are zero before the plan is adopted', () => {
    const adopted = { board_approval_date: '2022-06-01' };
    expect([pool([], '2022-05-31', adopted)?.[3], pool([], '2022-06-01', adopted)?.[3]]).toEqual(['0', '1000']);
  });
  it.each([
    ['RETURN_TO_POOL', '1000'],
    [undefined, '1000'],
    ['RETIRE', '900'],
    ['HOLD_AS_CAPITAL_STOCK', '900'],
    ['DEFINED_PER_PLAN_SECURITY', '900'],
  ])(
    'include cancelled grants only where the plan returns them to the pool: %s',
    (default_cancellation_behavior, available) => {
      const entries = [granted('o', 'ada', '100'), cancel('o', '100')];
      expect(pool(entries, '2022-03-01', { default_cancellation_behavior })?.[3]).toBe(available);
    },
  );
  it('count a return to the pool once, whatever the plan says, and only after a grant was cancelled', () => {
    for (const default_cancellation_behavior of ['RETURN_TO_POOL', 'RETIRE']) {
      const plan = { default_cancellation_behavior };
      const entries = [granted('o', 'ada', '100'), cancel('o', '100'), giveBack('o', '60', '2022-04-01')];
      expect(pool(entries, '2022-04-01', plan)?.[3]).toBe('960');
      expect(pool([granted('o', 'ada', '100'), giveBack('o', '60', '2022-04-01')], '2022-04-01', plan)?.[3]).toBe(
        '900',
      );
    }
  });
  it('grow by the plan’s restricted stock that the company repurchases', () => {
    const entries = [
      issued('s', 'ada', '100', { stock_plan_id: 'plan' }),
      stockRepurchase('b', {
        security_id: 's',
        quantity: '30',
        price: { amount: '1', currency: 'USD' },
        date: '2022-02-01',
      }),
    ];
    expect(pool(entries, '2022-01-31')).toEqual(['1000', '0', '100', '900']);
    expect(pool(entries, '2022-02-01')).toEqual(['1000', '0', '70', '930']);
  });
  it('are negative for an overdrawn plan, which counts as zero in the cap table and takes from no other plan', () => {
    const overdrawn = [granted('o', 'ada', '1200')];
    expect(pool(overdrawn, '2022-01-01')?.[3]).toBe('-200');
    const other = { object_type: 'STOCK_PLAN', id: 'other', plan_name: 'Other', initial_shares_reserved: '500' };
    for (const [objects, available, total] of [
      [company(), '0', '1200'],
      [[...company(), other], '500', '1700'],
    ] as const) {
      const plans = plansOf([...objects]);
      const table = tableOf(ledgerOf(overdrawn, [...objects]), '2022-01-01', { basis: 'fully_diluted', plans });
      expect([table.pool_available, table.total]).toEqual([available, total]);
    }
  });
});
