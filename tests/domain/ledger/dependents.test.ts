import { describe, expect, it } from 'vitest';
import { dependedOn, firstDependent } from '../../../src/domain/ledger/dependents.ts';
import { classSplit, issued, stockAcceptance, stockTransfer } from './factories.ts';

describe('what stands on an entry (E22)', () => {
  const target = issued('s1', 'ada', '1');
  it('is nothing while later entries are about other securities', () => {
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
  it('is named as the ledger lists it', () => {
    expect(dependedOn({ summary: 'Transferred CS-1: 10 Common, Ada', seq: '7', date: '2024-05-01' })).toMatchObject({
      code: 'entry_depended_on',
      status: 409,
      detail:
        '“Transferred CS-1: 10 Common, Ada” (entry No. 7, 2024-05-01) depends on this. Take that back first, or retract or cancel instead.',
    });
  });
  it('is what moves on the source of a transfer that is to be taken back', () => {
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
});
