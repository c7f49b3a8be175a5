// Negative figures where none are possible: a finding says how they are read, and the tables count them that way.
import { describe, expect, it } from 'vitest';
import { planFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import { checkShape } from '#src/domain/ledger/package/checkShape.ts';
import { schemaFaults } from '#src/domain/ledger/package/writePackage.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { wordsOfRule } from '#src/domain/ledger/rules/ruleWords.ts';
import { company, errorsOf, granted, issued, issuer, ledgerOf, stockClass, tableOf } from './factories.ts';

const money = (amount: unknown) => ({ amount, currency: 'USD' });
const findingsOf = (object: OcfObject) =>
  checkShape(object)
    .filter(({ rule }) => rule === 'below_zero' || rule === 'ratio_not_positive')
    .map(({ severity, rule, message }) => `${severity} ${rule}: ${message.replace(/^\S+ \S+ /, '')}`);
const plan = (initial_shares_reserved: unknown): OcfObject => ({
  object_type: 'STOCK_PLAN',
  id: 'plan',
  plan_name: 'Plan',
  initial_shares_reserved,
});
const converting = (numerator: string, denominator: string): OcfObject =>
  stockClass('preferred', {
    conversion_rights: [
      {
        conversion_mechanism: {
          type: 'RATIO_CONVERSION',
          ratio: { numerator, denominator },
          conversion_price: money('1'),
          rounding_type: 'FLOOR',
        },
        converts_to_stock_class_id: 'common',
      },
    ],
  });

describe('a figure below zero', () => {
  it.each<[string, OcfObject, string]>([
    [
      'votes',
      stockClass('common', { votes_per_share: '-1' }),
      'votes_per_share is -1, below zero: the class has no votes',
    ],
    ['votes as a JSON number', stockClass('common', { votes_per_share: -1 }), 'votes_per_share is -1, below zero'],
    ['a tenth of a vote', stockClass('common', { votes_per_share: '-0.1' }), 'votes_per_share is -0.1, below zero'],
    [
      'authorized shares',
      stockClass('common', { initial_shares_authorized: '-5' }),
      'initial_shares_authorized is -5, below zero: it is read as unlimited',
    ],
    [
      'authorized shares of the company',
      issuer({ initial_shares_authorized: '-5' }),
      'initial_shares_authorized is -5, below zero',
    ],
    ['a reserve', plan('-5'), 'initial_shares_reserved is -5, below zero: the plan reserves no shares'],
    [
      'a par value',
      stockClass('common', { par_value: money('-1') }),
      'par_value has the amount -1, below zero: it is kept as it is written, and no table counts it',
    ],
    [
      'a price',
      stockClass('common', { price_per_share: money('-1') }),
      'price_per_share has the amount -1, below zero',
    ],
    [
      'the price of an issued share',
      issued('s', 'ada', '1', { share_price: money('-1') }),
      'share_price has the amount -1, below',
    ],
    ['a strike', granted('g', 'ada', '1', { exercise_price: money('-1') }), 'exercise_price has the amount -1, below'],
    [
      'a strike of a warrant',
      { object_type: 'TX_WARRANT_ISSUANCE', id: 'w', exercise_price: money('-1') },
      'exercise_price has the amount -1, below zero',
    ],
    [
      'a preference',
      stockClass('p', { liquidation_preference_multiple: '-1' }),
      'liquidation_preference_multiple is -1',
    ],
  ])('gets a warning: %s', (_what, object, text) => {
    expect(findingsOf(object)).toEqual([expect.stringContaining(`warning below_zero: ${text}`)]);
    expect(schemaFaults(object, '1.2.0').filter((fault) => fault.includes('below zero'))).toEqual([]);
  });
  it.each<[string, string]>([
    ['2', '0'],
    ['-2', '1'],
    ['0', '1'],
    ['-2', '-1'],
  ])('or a conversion ratio of %s to %s gets a finding, and the class counts one for one', (above, below) => {
    expect(findingsOf(converting(above, below))).toEqual([
      expect.stringContaining(
        `ratio is ${above} to ${below}, but both numbers must be above zero: tables count the class`,
      ),
    ]);
    const ledger = ledgerOf(
      [
        issued('s', 'ada', '10', { stock_class_id: 'preferred' }),
        issued('r', 'ada', '10', { date: '2022-02-01' }),
        {
          object_type: 'TX_STOCK_CONVERSION',
          id: 'c',
          date: '2022-02-01',
          security_id: 's',
          quantity_converted: '10',
          resulting_security_ids: ['r'],
        },
      ],
      [...company().filter(({ id }) => id !== 'preferred'), converting(above, below)],
    );
    expect(errorsOf(ledger)).toEqual([]);
    expect(tableOf(ledger, '2022-01-01', { basis: 'as_converted' }).total).toBe('10');
  });
  it('is not reported for zero, for text that is not a number, or for a quantity, which has its own rule', () => {
    expect(
      findingsOf(
        stockClass('common', { votes_per_share: '0', par_value: money('0'), initial_shares_authorized: '-0' }),
      ),
    ).toEqual([]);
    expect(findingsOf(stockClass('common', { votes_per_share: 'abc', par_value: money(null) }))).toEqual([]);
    expect(findingsOf(issued('s', 'ada', '-1'))).toEqual([]);
  });
  it('has a rule text that says how the figure is read', () => {
    expect(wordsOfRule('below_zero').done).toContain('Votes and reserves are read as 0');
  });
  it('in votes leaves its class without votes, and the other class with all of them', () => {
    const objects = [...company({ common: { votes_per_share: '-3' } })];
    const ledger = ledgerOf(
      [issued('a', 'ada', '7'), issued('b', 'grace', '5', { stock_class_id: 'preferred' })],
      objects,
    );
    const table = tableOf(ledger, '2022-01-01', { basis: 'voting' });
    expect([table.total, table.rows.map(({ name, total, percent }) => `${name} ${total} ${percent}`)]).toEqual([
      '5',
      ['grace 5 100.0000', 'ada 0 0.0000'],
    ]);
  });
  it('in a reserve reserves nothing, in the table and in the facts of the plan', () => {
    expect(planFactsOf(plan('-5')).initial_reserved.shares).toBe(null);
    const facts = planFactsOf(plan('-5'));
    expect(tableOf(ledgerOf([]), '2022-01-01', { basis: 'fully_diluted', plans: [facts] }).pool_available).toBe('0');
  });
});
