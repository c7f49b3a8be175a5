import { describe, expect, it } from 'vitest';
import { emptyState } from '#src/domain/ledger/core/state.ts';
import { addStaticObjects } from '#src/domain/ledger/core/staticObjects.ts';
import {
  company,
  errorsOf,
  holdings,
  issued,
  ledgerOf,
  rulesOf,
  stockCancellation,
  stockClass,
  stockTransfer,
  warningsOf,
} from './factories.ts';

const numbered = (id: string, from: string, to: string, extra = {}) =>
  issued(id, 'ada', '100', {
    share_numbers_issued: [{ starting_share_number: from, ending_share_number: to }],
    ...extra,
  });

describe('rules over a whole package', () => {
  it('share numbers must not overlap in two open certificates of a class (E19)', () => {
    expect(errorsOf(ledgerOf([numbered('s1', '1', '100'), numbered('s2', '100', '199')]))).toEqual(['E19 i_s2']);
    expect(errorsOf(ledgerOf([numbered('s1', '1', '100'), numbered('s2', '101', '200')]))).toEqual([]);
    expect(
      errorsOf(ledgerOf([numbered('s1', '1', '100'), numbered('s2', '1', '100', { stock_class_id: 'preferred' })])),
    ).toEqual([]);
  });
  it('reversed share numbers are an error, and are not compared with others', () => {
    const ledger = ledgerOf([numbered('s1', '100', '1'), numbered('s2', '50', '60')]);
    expect(errorsOf(ledger)).toEqual(['share_numbers_reversed i_s1']);
    expect(ledger.findings[0]!.message).toContain('run from 100 back to 1');
  });
  it('certificate numbers that differ only in capitals or spaces are duplicates (W4)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '5', { custom_id: 'CS-1' }),
      issued('s2', 'ada', '5', { custom_id: ' cs-1' }),
      issued('s3', 'ada', '5', { custom_id: 'CS-10' }),
    ]);
    expect(warningsOf(ledger)).toEqual(['W4 i_s2']);
  });
  it('share numbers can be used again when their first certificate has ended (E19)', () => {
    const ledger = ledgerOf([
      numbered('s1', '1', '100'),
      numbered('s2', '1', '100', { date: '2022-05-01', stakeholder_id: 'grace' }),
      stockTransfer('t1', { date: '2022-05-01', security_id: 's1', quantity: '100', resulting_security_ids: ['s2'] }),
    ]);
    expect(ledger.findings).toEqual([]);
  });
  it('two transactions with one id: the first in order counts (E20)', () => {
    const ledger = ledgerOf([
      issued('s2', 'ada', '7', { id: 'same', date: '2022-02-01' }),
      issued('s1', 'ada', '5', { id: 'same' }),
    ]);
    expect(errorsOf(ledger)).toEqual(['E20 same']);
    expect(holdings(ledger, '2022-12-31')).toEqual({ ada: '5' });
  });
  it('a class with prices in two currencies is an error (E21)', () => {
    const prices = (currency: string) => ({
      par_value: { amount: '0.01', currency: 'USD' },
      price_per_share: { amount: '1', currency },
    });
    expect(rulesOf(addStaticObjects(emptyState(), [stockClass('common', prices('EUR'))]))).toEqual(['E21 common']);
    expect(addStaticObjects(emptyState(), [stockClass('common', prices('USD'))])).toEqual([]);
  });
  it('a plan for an unknown class is an error (E1)', () => {
    const plan = { object_type: 'STOCK_PLAN', id: 'p', stock_class_ids: ['none'] };
    expect(rulesOf(addStaticObjects(emptyState(), [plan]))).toEqual(['E1 p']);
  });
  it('an imported fraction turns fractions on for its class, and warns once (W7)', () => {
    const ledger = ledgerOf([issued('s1', 'ada', '0.5'), issued('s2', 'ada', '0.25')]);
    expect(warningsOf(ledger)).toEqual(['W7 i_s1']);
    expect(ledger.effects.classes_with_fractions).toEqual(['common']);
    expect(ledgerOf([issued('s1', 'ada', '5.0')]).findings).toEqual([]);
  });
  it('a cancelled fraction warns too (W7)', () => {
    const ledger = ledgerOf([
      issued('s1', 'ada', '10'),
      stockCancellation('x1', { security_id: 's1', quantity: '0.5' }),
    ]);
    expect(warningsOf(ledger)).toEqual(['D6 x1', 'W7 x1']);
    expect(holdings(ledger, '2022-01-01')).toEqual({ ada: '9.5' });
  });
  it('reports every fault and not only the first', () => {
    const ledger = ledgerOf(
      [
        issued('s1', 'nobody', '5'),
        issued('s2', 'ada', '-1'),
        stockCancellation('x1', { security_id: 's9', quantity: '1' }),
      ],
      company(),
    );
    expect(errorsOf(ledger)).toEqual(['E1 i_s1', 'E2 x1', 'quantity_not_positive i_s2']);
  });
});
