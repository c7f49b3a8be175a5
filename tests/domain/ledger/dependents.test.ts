import { describe, expect, it } from 'vitest';
import { classesCounted, dependedOn, firstDependent } from '#src/domain/ledger/history/dependents.ts';
import {
  classAuthorized,
  classSplit,
  issued,
  issuerAuthorized,
  ratioAdjustment,
  stockAcceptance,
  stockCancellation,
  stockConversion,
  stockTransfer,
  transaction,
} from './factories.ts';

describe('the later entry that depends on an entry (E22)', () => {
  const target = issued('s1', 'ada', '1');
  it('is null while later entries concern other securities', () => {
    expect(firstDependent([target], [issued('s2', 'ada', '1')])).toBeNull();
  });
  it.each([
    ['accepts it', stockAcceptance('a1', { security_id: 's1' })],
    ['ends it', stockTransfer('t1', { security_id: 's1' })],
    ['leaves it as its balance', stockTransfer('t1', { security_id: 's0', balance_security_id: 's1' })],
    ['names it as its result', stockTransfer('t1', { security_id: 's0', resulting_security_ids: ['s1'] })],
  ])('is the first later entry that %s', (_what, other) => {
    expect(firstDependent([target], [issued('s2', 'ada', '1'), other])).toBe(other);
  });
  it('is named in the refusal as the ledger lists it', () => {
    expect(dependedOn({ summary: 'Transferred CS-1: 10 Common, Ada', seq: '7', date: '2024-05-01' })).toMatchObject({
      code: 'entry_depended_on',
      status: 409,
      detail:
        '“Transferred CS-1: 10 Common, Ada” (entry No. 7, 2024-05-01) depends on this. Take that back first, or retract or cancel instead.',
    });
  });
  it('is an entry on the source or on the result of a transfer', () => {
    const group = [
      stockTransfer('t1', { security_id: 's1', resulting_security_ids: ['s2'] }),
      issued('s2', 'grace', '1'),
    ];
    expect(firstDependent(group, [stockTransfer('t2', { security_id: 's2' })])?.['id']).toBe('t2');
    expect(firstDependent(group, [stockAcceptance('a1', { security_id: 's1' })])?.['id']).toBe('a1');
  });
  it('is a reissuance that names the split', () => {
    const reissuance = { object_type: 'TX_STOCK_REISSUANCE', id: 'r1', split_transaction_id: 'split' };
    expect(firstDependent([classSplit('split', {})], [reissuance])).toBe(reissuance);
  });

  const reserve = (id: string, date: string, stock_plan_id = 'plan') =>
    transaction('TX_STOCK_PLAN_POOL_ADJUSTMENT', id, { date, stock_plan_id, shares_reserved: '1100000' });
  const limit = (id: string, date: string, stock_class_id = 'common') =>
    classAuthorized(id, { date, stock_class_id, new_shares_authorized: '1000' });
  const ratio = (id: string, date: string, stock_class_id = 'preferred') =>
    ratioAdjustment(id, { date, stock_class_id });
  const company = (id: string, date: string) => issuerAuthorized(id, { date, issuer_id: 'issuer' });
  it.each([
    ['the reserve of the same plan', reserve],
    ['the authorized number of the same class', limit],
    ['the ratio of the same class', ratio],
    ['the authorized number of the company', company],
  ])('is an entry of the same day or later that sets %s', (_what, set) => {
    const round = [issued('s9', 'ada', '1'), set('first', '2024-11-10')];
    const [sameDay, dayAfter, backDated] = [set('b', '2024-11-10'), set('c', '2024-11-11'), set('a', '2024-11-09')];
    expect(firstDependent(round, [backDated, dayAfter, sameDay])).toBe(dayAfter);
    expect(firstDependent(round, [sameDay])).toBe(sameDay);
    expect(firstDependent(round, [backDated])).toBeNull();
    expect(firstDependent([...round, dayAfter], [backDated])).toBeNull();
    expect(firstDependent([dayAfter, set('d', '2024-11-08')], [backDated])).toBe(backDated);
  });
  it('is not an entry that sets another number, or the number of another plan or class', () => {
    const group = [reserve('p', '2024-11-10'), limit('l', '2024-11-10'), ratio('r', '2024-11-10')];
    const others = [
      reserve('p2', '2024-11-11', 'other'),
      limit('l2', '2024-11-11', 'preferred'),
      ratio('r2', '2024-11-11', 'common'),
      company('i2', '2024-11-11'),
    ];
    expect(firstDependent(group, others)).toBeNull();
  });
  it('is a conversion at the ratio, an issue after the split, or a split of a class with a reopened security', () => {
    const of = new Map([['s2', 'preferred']]);
    const converted = stockConversion('c1', { date: '2024-11-12', security_id: 's2' });
    const ratios = [ratio('r', '2024-11-10')];
    expect(classesCounted(ratios)).toEqual(['preferred']);
    expect(firstDependent(ratios, [converted], { of, reopened: new Set() })).toBe(converted);
    expect(firstDependent([ratio('r', '2024-11-13')], [converted], { of, reopened: new Set() })).toBeNull();
    const split = classSplit('split', { date: '2024-11-11', stock_class_id: 'preferred' });
    const since = issued('s2', 'ada', '1', { date: '2024-11-12' });
    expect(classesCounted([split])).toEqual(['preferred']);
    expect(firstDependent([split], [since], { of, reopened: new Set() })).toBe(since);
    expect(firstDependent([split], [since])).toBeNull();
    const cancelled = stockCancellation('x', { date: '2024-11-10', security_id: 's1' });
    expect(firstDependent([cancelled], [split], { of, reopened: new Set(['preferred']) })).toBe(split);
    expect(firstDependent([cancelled], [split], { of, reopened: new Set(['common']) })).toBeNull();
  });
});
