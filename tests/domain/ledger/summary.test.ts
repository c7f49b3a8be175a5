// The one-line summary of an entry, which founders read in the lists, the history and the table.
import { expect, it } from 'vitest';
import { summaryOf } from '#src/domain/ledger/history/summary.ts';
import { granted, issued, ledgerOf, noted, transaction } from './factories.ts';

it('names the consolidated certificates, their shares, class and holder', () => {
  const numbers = ['CS-1', 'CS-2', 'CS-3', 'CS-4', 'CS-5', 'CS-6', 'CS-7'];
  const parts = numbers.map((custom_id, index) => issued(`s${index}`, 'ada', '100', { custom_id }));
  const consolidation = transaction('TX_STOCK_CONSOLIDATION', 'c1', {
    date: '2022-06-01',
    security_ids: numbers.map((_, index) => `s${index}`),
    resulting_security_id: 'all',
  });
  const { state } = ledgerOf([...parts, issued('all', 'ada', '700', { date: '2022-06-01' }), consolidation]);
  expect(summaryOf(consolidation, state)).toBe('Consolidated CS-1, CS-2, CS-3, CS-4, CS-5 and 2 more: 700 common, ada');
  const two = { ...consolidation, security_ids: ['s0', 's1'] };
  expect(summaryOf(two, state)).toBe('Consolidated CS-1, CS-2: 200 common, ada');
  expect(summaryOf({ ...consolidation, security_ids: ['gone'] }, state)).toBe('Consolidated');
});

it.each([
  ['100000', 'USD', '$100,000.00'],
  ['100000.5', 'USD', '$100,000.50'],
  ['0.125', 'EUR', '€0.125'],
  ['25000', 'EUR', '€25,000.00'],
  ['25000', 'JPY', '¥25,000'],
  ['25000', 'dollars', '25,000.00 dollars'],
])('writes %s %s as the screens do', (amount, currency, words) => {
  const note = noted('n1', 'ada', '1', { custom_id: 'SAFE-1', investment_amount: { amount, currency } });
  expect(summaryOf(note, ledgerOf([note]).state)).toBe(`Issued SAFE-1: ${words} to ada`);
});

it.each([
  [
    'TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT',
    { new_shares_authorized: '9000' },
    'Changed the authorized shares of the company to 9,000',
  ],
  [
    'TX_STOCK_PLAN_POOL_ADJUSTMENT',
    { stock_plan_id: 'plan', shares_reserved: '5000' },
    'Changed the reserve of Plan to 5,000',
  ],
  [
    'TX_STOCK_PLAN_POOL_ADJUSTMENT',
    { stock_plan_id: 'lost', shares_reserved: '5000' },
    'Changed the reserve of a plan to 5,000',
  ],
  [
    'TX_STOCK_PLAN_RETURN_TO_POOL',
    { security_id: 's1', quantity: '40' },
    'Back to the pool from OPT-1: 40 common, ada',
  ],
  ['TX_EQUITY_COMPENSATION_REPRICING', { security_id: 's1' }, 'Changed the price of OPT-1, ada'],
  ['TX_EQUITY_COMPENSATION_REPRICING', { security_id: 'lost' }, 'Changed the price'],
  ['TX_VESTING_START', { security_id: 's1' }, 'Vesting started for OPT-1, ada'],
  ['TX_VESTING_EVENT', { security_id: 's1' }, 'Milestone reached for OPT-1, ada'],
  ['TX_VESTING_ACCELERATION', { security_id: 's1', quantity: '25' }, 'Vesting accelerated for OPT-1: 25 common, ada'],
  ['CE_STAKEHOLDER_RELATIONSHIP', { stakeholder_id: 'ada' }, 'Changed the relationship of ada'],
  ['CE_STAKEHOLDER_STATUS', { stakeholder_id: 'ada', new_status: 'ACTIVE' }, 'Changed the status of ada'],
  [
    'CE_STAKEHOLDER_STATUS',
    { stakeholder_id: 'ada', new_status: 'TERMINATION_VOLUNTARY_OTHER' },
    'Ended the service of ada',
  ],
])('says what %s does', (type, fields, words) => {
  const { state } = ledgerOf([granted('s1', 'ada', '100', { custom_id: 'OPT-1' })]);
  expect(summaryOf(transaction(type, 't1', { date: '2023-01-01', ...fields }), state)).toBe(words);
});
